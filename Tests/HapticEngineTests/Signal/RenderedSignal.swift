import HapticEngine
import Realtime
import TestSupport

/// What the renderer makes of a pattern, all of it, in memory.
struct RenderedSignal: Equatable {
  private(set) var haptic: [Float] = []
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []

  /// Renders `pattern` from its start.
  ///
  /// - Parameters:
  ///   - pattern: what is rendered.
  ///   - sampleRate: frames per second.
  ///   - profile: what turns intensity and sharpness into a signal.
  ///   - frameCount: how many frames; nil for as many as a file has.
  ///   - blockSizes: the sizes of the blocks, in frames; from the first again after the last.
  ///   - sounds: the sounds that the pattern names.
  ///   - playback: how fast it is played.
  ///   - arithmetic: what the samples are computed with.
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

  /// Whether the other signal has the same bits in every sample of every bus.
  func isIdentical(to other: RenderedSignal) -> Bool {
    zip(buses, other.buses).allSatisfy { $0.isIdentical(to: $1) }
  }
}
