internal import CRealtime
internal import HapticEngine
internal import Realtime

/// Three buses, each of which is written from its beginning and reads as zeros after the written part.
///
/// Memory is not touched until a bus carries a signal.
@safe
struct MixBuses: BitwiseCopyable {
  private let haptic: UnsafeMutablePointer<Float>
  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  /// The number of frames with samples on each bus.
  private(set) var hapticFrames = 0
  private(set) var audioFrames = 0

  /// Creates the buses of `block`, which are silent at first.
  ///
  /// The caller owns the memory.
  @_noAllocation @_noLocks
  init(_ block: BusBlock) {
    unsafe haptic = block.haptic
    unsafe left = block.audioLeft
    unsafe right = block.audioRight
  }

  /// Makes all buses silent.
  @_noAllocation @_noLocks
  mutating func clear() {
    hapticFrames = 0
    audioFrames = 0
  }

  /// Returns the samples of the haptic bus.
  ///
  /// The caller may add to the first `frames` samples.
  @_noAllocation @_noLocks
  mutating func hapticBus(upTo frames: Int) -> UnsafeMutablePointer<Float> {
    if frames > hapticFrames {
      // SAFETY: `frames` is at most the capacity of the memory.
      unsafe crealtime_zero(haptic + hapticFrames, 4 * (frames - hapticFrames))
      hapticFrames = frames
    }
    return unsafe haptic
  }

  /// Returns the samples of the audio bus.
  ///
  /// The caller may add to the first `frames` samples.
  @_noAllocation @_noLocks
  mutating func audioBus(
    upTo frames: Int
  ) -> (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    if frames > audioFrames {
      // SAFETY: `frames` is at most the capacity of the memory.
      unsafe crealtime_zero(left + audioFrames, 4 * (frames - audioFrames))
      unsafe crealtime_zero(right + audioFrames, 4 * (frames - audioFrames))
      audioFrames = frames
    }
    return unsafe (left, right)
  }

  /// Adds `count` frames of `other`, from its frame `source` on, at frame `offset`.
  ///
  /// Silent parts are not read.
  @_noAllocation @_noLocks
  mutating func add(_ other: MixBuses, from source: Int, at offset: Int, count: Int) {
    if other.hapticFrames > source {
      let bus = unsafe hapticBus(upTo: offset + count) + offset
      let samples = unsafe other.haptic + source
      let length = min(count, other.hapticFrames - source)
      var index = 0
      while index < length {
        unsafe bus[index] += samples[index]
        index &+= 1
      }
    }
    if other.audioFrames > source {
      let bus = unsafe audioBus(upTo: offset + count)
      let length = min(count, other.audioFrames - source)
      unsafe Self.add(other.left + source, to: bus.left + offset, count: length)
      unsafe Self.add(other.right + source, to: bus.right + offset, count: length)
    }
  }

  @_noAllocation @_noLocks
  private static func add(
    _ samples: UnsafeMutablePointer<Float>, to bus: UnsafeMutablePointer<Float>, count: Int
  ) {
    var index = 0
    while index < count {
      unsafe bus[index] += samples[index]
      index &+= 1
    }
  }

  /// Raises `meters` to the level of the `count` frames from `offset` on.
  @_noAllocation @_noLocks
  func measure(_ meters: UnsafeMutablePointer<LevelMeters>, from offset: Int, count: Int) {
    let haptics = min(count, hapticFrames - offset)
    let sounds = min(count, audioFrames - offset)
    if haptics <= 0 && sounds <= 0 { return }
    var (peak, leftPeak, rightPeak) = (Float(0), Float(0), Float(0))
    if haptics > 0 { peak = unsafe SampleMeasure(haptic + offset, count: haptics).peak }
    if sounds > 0 {
      leftPeak = unsafe SampleMeasure(left + offset, count: sounds).peak
      rightPeak = unsafe SampleMeasure(right + offset, count: sounds).peak
    }
    unsafe meters.pointee.raise(haptic: peak, audioLeft: leftPeak, audioRight: rightPeak)
  }

  /// Ends `block`, to which these buses belong: buses with a signal are filled to the end.
  @_noAllocation @_noLocks
  mutating func finish(_ block: BusBlock) {
    var signal = BusSet.none
    if hapticFrames > 0 {
      signal = BusSet(rawValue: signal.rawValue | BusSet.haptic.rawValue)
      _ = unsafe hapticBus(upTo: block.frameCount)
    }
    if audioFrames > 0 {
      signal = BusSet(rawValue: signal.rawValue | BusSet.audio.rawValue)
      _ = unsafe audioBus(upTo: block.frameCount)
    }
    block.setSignal(signal)
  }
}
