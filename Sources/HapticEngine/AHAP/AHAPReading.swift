internal import TextFormats

/// What came of reading a pattern file.
public struct AHAPReading: Hashable, Sendable {
  /// The name of the file, as it was given.
  public let file: String
  /// The pattern; nil if there are errors.
  public let pattern: HapticPattern?
  /// The problems in order of place: the first `AHAP.mostDiagnostics` errors and as many warnings.
  public internal(set) var diagnostics: [AHAPDiagnostic]
  /// How many errors there are, listed or not.
  public internal(set) var errorCount: Int
  /// How many warnings there are, listed or not.
  public internal(set) var warningCount: Int

  /// The sound files that the pattern names, each once, with the place of its first mention.
  let waveforms: [PlacedWaveform]

  /// How many problems there are beyond those listed.
  public var omittedCount: Int { errorCount + warningCount - diagnostics.count }
}

/// The path of a sound file where a pattern file first names it.
struct PlacedWaveform: Hashable, Sendable {
  let waveformPath: String
  let line: Int
  let column: Int
  let jsonPath: String
}

extension AHAPReading {
  /// The reading with the problems of its sound files: those that cannot be had, and more sound
  /// than a device loads.
  ///
  /// Files outside the folder are not asked for: reading has warned of them already.
  ///
  /// - Parameter decodedBytes: The size of a sound file decoded to 32-bit floats, all channels, in
  ///   bytes, or the reason why it cannot be had. Called once for each file, with the path as the
  ///   pattern has it.
  /// - Returns: The same reading with the warnings added.
  public func checkingWaveforms(
    decodedBytes: (_ path: String) throws(SoundLibrary.Problem) -> Int
  ) -> AHAPReading {
    var total = 0
    var found: [AHAPDiagnostic] = []
    for waveform in waveforms {
      let quoted = Quoted.words(waveform.waveformPath)
      let size: Int
      do throws(SoundLibrary.Problem) {
        size = try decodedBytes(waveform.waveformPath)
      } catch {
        found.append(
          diagnostic(.waveformNotFound, waveform, "the sound file \(quoted): \(error.detail)"))
        continue
      }
      let before = total
      let (sum, overflows) = total.addingReportingOverflow(max(0, size))
      total = overflows ? Int.max : sum
      if before <= PatternLimits.mostAudioBytes && total > PatternLimits.mostAudioBytes {
        found.append(
          diagnostic(
            .tooMuchAudio, waveform,
            "with \(quoted) the sounds take \(total) bytes when decoded; a device loads "
              + "\(PatternLimits.mostAudioBytes)"))
      }
    }
    return adding(found)
  }

  private func diagnostic(
    _ code: AHAPDiagnostic.Code, _ waveform: PlacedWaveform, _ message: String
  ) -> AHAPDiagnostic {
    AHAPDiagnostic(
      file: file, line: waveform.line, column: waveform.column, code: code,
      path: waveform.jsonPath, message: message, suggestion: nil, deviceError: nil)
  }

  private func adding(_ warnings: [AHAPDiagnostic]) -> AHAPReading {
    var reading = self
    reading.warningCount += warnings.count
    let listed = diagnostics.count { $0.severity == .warning }
    reading.diagnostics += warnings.prefix(max(0, AHAP.mostDiagnostics - listed))
    let ordered = reading.diagnostics.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset)
        < ($1.element.line, $1.element.column, $1.offset)
    }
    reading.diagnostics = ordered.map(\.element)
    return reading
  }
}

/// Where the path of a sound file leads, by its letters: nothing is opened.
///
/// Source: Apple, "Representing haptic patterns in AHAP files": the path is relative. That sounds
/// are read from below one folder only is our choice: a pattern file of a stranger must not make us
/// open anything else. Symbolic links are for whoever opens the file to judge.
public enum WaveformPlace: Hashable, Sendable {
  /// Below the folder of sounds.
  case inside
  /// From the root of the file system.
  case absolute
  /// Out of the folder of sounds.
  case outside

  /// Judges `path`.
  public init(_ path: String) {
    if path.utf8.first == UInt8(ascii: "/") {
      self = .absolute
      return
    }
    var depth = 0
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual("..".utf8) {
        depth -= 1
      } else if !part.elementsEqual(".".utf8) {
        depth += 1
      }
      if depth < 0 { break }
    }
    self = depth < 0 ? .outside : .inside
  }
}
