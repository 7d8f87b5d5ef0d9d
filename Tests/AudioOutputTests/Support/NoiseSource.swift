import Realtime
import Synchronization

/// A source whose every sample is known beforehand: noise computed from the frame number.
///
/// No two parts of the noise are alike, so a lost, repeated or shifted frame is noticed. Each bus stays within
/// ±0.3, so that the mix is never clamped.
final class NoiseSource: BlockSource {
  private let silentFrames: Int
  private let position = Atomic<Int>(0)
  private let rate = Atomic<UInt64>(0)
  private let collections = Atomic<Int>(0)

  /// Creates noise after `silentFrames` frames of silence.
  init(afterSilence silentFrames: Int = 0) { self.silentFrames = silentFrames }

  /// The number of frames rendered.
  var framesRendered: Int { position.load(ordering: .acquiring) }

  /// The rate that the source was prepared for; 0 before it is prepared.
  var preparedRate: Double { Double(bitPattern: rate.load(ordering: .acquiring)) }

  /// The number of calls to `collect`.
  var collectCount: Int { collections.load(ordering: .acquiring) }

  func prepare(sampleRate: Double) { rate.store(sampleRate.bitPattern, ordering: .releasing) }

  func render(into block: BusBlock) {
    let start = position.load(ordering: .relaxed)
    // Not a range: its first iteration in a process creates metadata, which allocates.
    var i = 0
    while i < block.frameCount {
      let frame = start + i - silentFrames
      unsafe block.haptic[i] = frame < 0 ? 0 : Self.haptic(frame)
      unsafe block.audioLeft[i] = frame < 0 ? 0 : Self.left(frame)
      unsafe block.audioRight[i] = frame < 0 ? 0 : Self.right(frame)
      i += 1
    }
    position.store(start + block.frameCount, ordering: .releasing)
  }

  func collect() { collections.add(1, ordering: .relaxed) }

  static func haptic(_ frame: Int) -> Float { noise(frame, 1) }
  static func left(_ frame: Int) -> Float { noise(frame, 2) }
  static func right(_ frame: Int) -> Float { noise(frame, 3) }

  /// The interleaved stereo mix of `frames` frames from the start.
  static func stereoMix(frames: Int) -> [Float] {
    (0..<frames).flatMap { [haptic($0) + left($0), haptic($0) + right($0)] }
  }

  /// The finalizer of SplitMix64 over frame and bus, as a number in ±0.3.
  private static func noise(_ frame: Int, _ bus: UInt64) -> Float {
    var z = (UInt64(truncatingIfNeeded: frame) &* 4 &+ bus) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return Float(Int32(truncatingIfNeeded: z)) / 2_147_483_648 * 0.3
  }
}
