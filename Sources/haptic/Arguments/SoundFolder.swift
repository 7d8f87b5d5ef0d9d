import AudioOutput
import HapticEngine
import Realtime
import TextFormats

/// The folder with the sound files of a pattern.
///
/// Nothing outside the folder is opened.
struct SoundFolder {
  /// The sounds of one pattern.
  struct Sounds {
    /// The sounds that could be read, by the path in the events.
    let decoded: [String: DecodedSound]
    /// Why other sounds could not be read.
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
  /// Prints which sounds are missing, and the number of warnings.
  func printWarnings(besides problems: [SoundLibrary.Problem]) {
    for problem in problems {
      // The problem is a sentence of its own.
      var words = problem.description.printable
      if words.hasSuffix(".") { words.removeLast() }
      StandardError.print("\(name.printable): sound file \(words); its events stay silent")
    }
    if reading.warningCount > 0 {
      StandardError.print(
        "\(name.printable): \(reading.warningCount.counted("warning")); haptic validate lists them")
    }
  }
}
