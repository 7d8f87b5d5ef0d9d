public import Realtime

/// A looping sound in memory, in the form that the render side reads.
///
/// - Thread: any; the table is immutable.
@safe
public final class SoundTable: @unchecked Sendable {
  // SAFETY (unchecked Sendable): written in init, freed in deinit, and only read in between.
  let left: UnsafeMutablePointer<Float>
  /// The samples of the right channel; the same memory as `left` for a mono sound.
  let right: UnsafeMutablePointer<Float>
  private let isMono: Bool
  /// The number of frames, at least 1.
  public let frameCount: Int

  /// Creates a table with the frames of `sound`.
  ///
  /// An empty sound becomes one frame of silence.
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

  /// The samples of the first channel.
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

/// The sound of an app in a scenario.
public enum SoundSource: Hashable, Sendable {
  /// A synthetic voice.
  case synthetic(SyntheticVoice)
  /// A sound file.
  case file(String)
}
