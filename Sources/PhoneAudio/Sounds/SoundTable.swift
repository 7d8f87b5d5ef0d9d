public import Realtime

/// A sound in memory that is played over and over, as the render side reads it.
///
/// - Thread: any; it never changes.
@safe
public final class SoundTable: @unchecked Sendable {
  // SAFETY (unchecked Sendable): written in init, freed in deinit, and only read between.
  let left: UnsafeMutablePointer<Float>
  /// The same as `left` for a sound of one channel.
  let right: UnsafeMutablePointer<Float>
  private let isMono: Bool
  /// How many frames it has, at least 1.
  public let frameCount: Int

  /// The frames of `sound`; an empty one is a frame of silence.
  public init(_ sound: DecodedSound) {
    frameCount = max(1, sound.frameCount)
    isMono = sound.channels.count == 1
    // SAFETY: initialized here, freed in deinit; mixers keep the table as long as they read it.
    unsafe left = Self.copy(sound.channels[0], frameCount)
    unsafe right = isMono ? left : Self.copy(sound.channels[1], frameCount)
  }

  deinit {
    unsafe left.deallocate()
    if !isMono { unsafe right.deallocate() }
  }

  /// The samples of its first channel.
  package var samples: [Float] { (0..<frameCount).map { unsafe left[$0] } }

  private static func copy(_ samples: [Float], _ count: Int) -> UnsafeMutablePointer<Float> {
    // SAFETY: the caller frees it.
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
    for index in 0..<count {
      unsafe memory.advanced(by: index)
        .initialize(to: index < samples.count ? samples[index] : 0)
    }
    return unsafe memory
  }
}

/// What an app of a scenario sounds like.
public enum SoundSource: Hashable, Sendable {
  /// A synthetic voice.
  case synthetic(SyntheticVoice)
  /// A sound file.
  case file(String)
}
