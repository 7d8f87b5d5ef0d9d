import AudioOutput
import HapticEngine
import Realtime
import TextFormats

/// The folder that the sounds of a pattern are in.
///
/// Nothing outside of it is opened.
struct SoundFolder {
  /// The sounds of one pattern.
  struct Sounds {
    /// Those that could be read, by the path that events name.
    let decoded: [String: DecodedSound]
    /// Why others could not.
    let problems: [SoundLibrary.Problem]
  }

  private let library: SoundLibrary
  private let path: String

  /// The folder at `path`.
  init(_ path: String) {
    self.path = path
    library = SoundLibrary(folder: path, decoder: SoundFileDecoder())
  }

  /// `reading` with the problems of its sound files.
  func checking(_ reading: AHAPReading) -> AHAPReading {
    reading.checkingWaveforms { waveform throws(SoundLibrary.Problem) in
      let file = try library.resolve(waveform)
      do throws(SoundDecodingError) {
        return try SoundFileDecoder().decodedBytes(path: file)
      } catch {
        throw SoundLibrary.Problem(error, path: waveform)
      }
    }
  }

  /// The sounds that `loaded` names, at `sampleRate` frames per second.
  func sounds(for loaded: LoadedPattern, sampleRate: Int) -> Sounds {
    let (sounds, problems) = library.load(for: loaded.pattern, sampleRate: Double(sampleRate))
    return Sounds(decoded: sounds, problems: problems)
  }
}

extension LoadedPattern {
  /// Says which sounds are missing, and that there are warnings.
  func sayWarnings(besides problems: [SoundLibrary.Problem]) {
    for problem in problems {
      Words.say("\(name.printable): the sound \(problem.description.printable); it is left out")
    }
    if reading.warningCount > 0 {
      Words.say(
        "\(name.printable): \(reading.warningCount.counted("warning")); haptic validate lists them")
    }
  }
}
