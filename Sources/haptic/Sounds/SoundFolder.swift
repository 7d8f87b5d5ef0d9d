import HapticEngine
import Realtime

/// The folder that the sounds of a pattern are in. Nothing outside of it is opened.
struct SoundFolder {
  /// The sounds of one pattern.
  struct Sounds {
    /// Those that could be read, by the path that events name.
    var decoded: [String: DecodedSound] = [:]
  }

  /// Its path.
  let path: String

  init(_ path: String) { self.path = path }

  /// `reading` with the problems of its sound files.
  func checking(_ reading: AHAPReading) -> AHAPReading { reading }

  /// The sounds that `pattern` names.
  func sounds(of pattern: HapticPattern, sampleRate: Double) -> Sounds { Sounds() }
}
