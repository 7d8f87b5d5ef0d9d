import AudioOutput
import HapticEngine
import Realtime
import TextFormats

extension SoundLibrary {
  /// The sounds of a pattern whose folder is at `folder`; nothing outside it is opened.
  init(of folder: String) { self.init(folder: folder, decoder: SoundFileDecoder()) }

  /// `reading` with the problems of its sound files.
  func checking(_ reading: AHAPReading) -> AHAPReading {
    reading.checkingWaveforms { waveform throws(SoundLibrary.Problem) in
      let file = try resolve(waveform)
      do throws(SoundDecodingError) {
        return try SoundFileDecoder().decodedBytes(path: file)
      } catch {
        throw SoundLibrary.Problem(error, path: waveform)
      }
    }
  }
}

extension LoadedPattern {
  /// Of a pattern that is in no file so many warnings are listed; our choice.
  private static let maximumWarnings = 10

  /// Prints which sounds are missing, and the number of warnings.
  func printWarnings(besides problems: [SoundLibrary.Problem]) {
    for problem in problems {
      // The problem is a sentence of its own, but for the name of the present folder.
      var words = problem.description.printable
      if words.hasSuffix("."), !words.hasSuffix(" .") { words.removeLast() }
      StandardError.print("\(name.printable): sound file \(words); its events stay silent")
    }
    if !isNamed {
      for warning in reading.diagnostics.prefix(Self.maximumWarnings) {
        if notation?.print(warning) == true { continue }
        StandardError.print("\(name.printable): \(warning.path): \(warning.message)")
      }
    } else if reading.warningCount > 0 {
      StandardError.print(
        "\(name.printable): \(reading.warningCount.counted("warning")); haptic validate lists them")
    }
  }
}
