import Glibc
import Realtime
import Synchronization

/// A source that is measured while it is pulled, and can be held back.
///
/// While it is held, silence is pulled instead, and the source's time stands still: what it is told
/// meanwhile takes effect together, at one frame.
final class MeteredSource: BlockSource {
  private let source: any BlockSource
  private let meter: BusMeters

  init(_ source: any BlockSource, _ meter: BusMeters) {
    self.source = source
    self.meter = meter
  }

  func prepare(sampleRate: Double) {
    meter.prepare(sampleRate: sampleRate)
    source.prepare(sampleRate: sampleRate)
  }

  func render(into block: BusBlock) {
    if meter.startsBlock() {
      source.render(into: block)
      meter.add(block)
    } else {
      meter.silence(block)
    }
    meter.endBlock()
  }

  func collect() { source.collect() }
}

/// The largest magnitudes on the buses since they were last read, shared by the thread that renders
/// and the one that draws, without locks; and the gate between them.
///
/// - Thread: `startsBlock`, `add`, `silence` and `endBlock` render, all else control.
final class BusMeters: Sendable {
  /// Magnitudes are not negative, and as such are in order of their bits.
  private let hapticBits = Atomic<UInt32>(0)
  private let audioBits = Atomic<UInt32>(0)
  private let rateBits = Atomic<UInt64>(0)
  private let isHeld = Atomic<Bool>(false)
  private let isRendering = Atomic<Bool>(false)

  /// Frames per second of the output, or 0 before it runs.
  var sampleRate: Double { Double(bitPattern: rateBits.load(ordering: .relaxed)) }

  func prepare(sampleRate: Double) {
    rateBits.store(sampleRate.bitPattern, ordering: .relaxed)
  }

  /// Lets no block through; when it returns, none is under way.
  func hold() {
    isHeld.store(true, ordering: .sequentiallyConsistent)
    // A block takes microseconds.
    while isRendering.load(ordering: .sequentiallyConsistent) { sched_yield() }
  }

  /// Lets blocks through again.
  func release() { isHeld.store(false, ordering: .sequentiallyConsistent) }

  /// The largest magnitudes since the last call.
  func takePeaks() -> (haptic: Float, audio: Float) {
    (
      Float(bitPattern: hapticBits.exchange(0, ordering: .relaxed)),
      Float(bitPattern: audioBits.exchange(0, ordering: .relaxed))
    )
  }

  // MARK: The render side

  /// Whether the next block may be rendered.
  ///
  /// Each side first says what it does and then looks at the other, so that `hold` cannot miss a
  /// block.
  @_noAllocation @_noLocks
  func startsBlock() -> Bool {
    isRendering.store(true, ordering: .sequentiallyConsistent)
    return !isHeld.load(ordering: .sequentiallyConsistent)
  }

  @_noAllocation @_noLocks
  func endBlock() { isRendering.store(false, ordering: .sequentiallyConsistent) }

  @_noAllocation @_noLocks
  func add(_ block: BusBlock) {
    var haptic: Float = 0
    var audio: Float = 0
    var index = 0
    while index < block.frameCount {
      // SAFETY: the block's buffers hold `frameCount` samples.
      let felt = unsafe block.haptic[index].magnitude
      let left = unsafe block.audioLeft[index].magnitude
      let right = unsafe block.audioRight[index].magnitude
      // Not a number is never larger.
      if felt > haptic { haptic = felt }
      if left > audio { audio = left }
      if right > audio { audio = right }
      index &+= 1
    }
    _ = hapticBits.max(haptic.bitPattern, ordering: .relaxed)
    _ = audioBits.max(audio.bitPattern, ordering: .relaxed)
  }

  @_noAllocation @_noLocks
  func silence(_ block: BusBlock) {
    var index = 0
    while index < block.frameCount {
      // SAFETY: the block's buffers hold `frameCount` samples.
      unsafe block.haptic[index] = 0
      unsafe block.audioLeft[index] = 0
      unsafe block.audioRight[index] = 0
      index &+= 1
    }
  }
}
