import AudioOutput
import HapticEngine
import Realtime
import TextFormats

extension SoundLibrary {
  /// Creates the sounds of a pattern in `folder`.
  ///
  /// Files outside the folder are never opened.
  init(of folder: String) { self.init(folder: folder, decoder: SoundFileDecoder()) }

  /// Returns `reading` with the problems of its sound files.
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

extension HapticPattern {
  /// Returns the sound files of the pattern that exist in `folder`.
  func soundFiles(in folder: String) -> [String] {
    let library = SoundLibrary(of: folder)
    return waveformPaths.compactMap { try? library.resolve($0) }
  }
}

extension LoadedPattern {
  /// The maximum number of warnings printed for a pattern that is not in a file; our choice.
  private static let maximumWarnings = 10

  /// Prints the missing sounds and the number of warnings.
  func printWarnings(besides problems: [SoundLibrary.Problem]) {
    for problem in problems {
      // The problem is a complete sentence. Its period is dropped, unless it is the name of the
      // current folder.
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
