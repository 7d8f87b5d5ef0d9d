import HapticEngine
import Realtime
import TestSupport

/// The complete rendered signal of a pattern, in memory.
struct RenderedSignal: Equatable {
  private(set) var haptic: [Float] = []
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []

  /// Renders `pattern` from its start.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to render.
  ///   - sampleRate: the frame rate, in frames per second.
  ///   - profile: the mapping from intensity and sharpness to a signal.
  ///   - frameCount: the number of frames; nil for as many as a file has.
  ///   - blockSizes: the sizes of the blocks, in frames, which are repeated cyclically.
  ///   - sounds: the sounds that the pattern names.
  ///   - playback: the speed, repetitions and controls.
  ///   - arithmetic: the arithmetic that computes the samples.
  /// - Throws: `RenderError` if the rate is out of range.
  init(
    _ pattern: HapticPattern, sampleRate: Double = 48_000, profile: Profile = .wideband,
    frameCount: Int? = nil, blockSizes: [Int] = [4_096], sounds: [String: DecodedSound] = [:],
    playback: Playback = Playback(), arithmetic: Arithmetic = .fastest
  ) throws(RenderError) {
    let renderer = try OfflineRenderer(
      pattern, sampleRate: sampleRate, profile: profile, sounds: sounds, playback: playback,
      arithmetic: arithmetic)
    let frameCount = frameCount ?? renderer.frameCount
    let buffers = BusBuffers(capacity: blockSizes.max() ?? 1)
    haptic.reserveCapacity(frameCount)
    var blockIndex = 0
    while haptic.count < frameCount {
      let size = min(blockSizes[blockIndex % blockSizes.count], frameCount - haptic.count)
      let block = buffers.block(frames: size)
      RealtimeScope.run { renderer.render(into: block) }
      append(block)
      blockIndex += 1
    }
  }

  private mutating func append(_ block: BusBlock) {
    let count = block.frameCount
    // SAFETY: a block's buffers hold `frameCount` samples, and its owner outlives this call.
    unsafe haptic.append(contentsOf: UnsafeBufferPointer(start: block.haptic, count: count))
    unsafe left.append(contentsOf: UnsafeBufferPointer(start: block.audioLeft, count: count))
    unsafe right.append(contentsOf: UnsafeBufferPointer(start: block.audioRight, count: count))
  }
}

extension RenderedSignal {
  /// The three buses, haptic first.
  var buses: [[Float]] { [haptic, left, right] }

  /// Returns whether the other signal has the same bits in every sample of every bus.
  func isIdentical(to other: RenderedSignal) -> Bool {
    zip(buses, other.buses).allSatisfy { $0.isIdentical(to: $1) }
  }
}
