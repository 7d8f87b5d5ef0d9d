package import TextFormats

/// The result of reading a pattern file.
public struct AHAPReading: Hashable, Sendable {
  /// The name of the file, as it was given.
  public let file: String
  /// The pattern; nil if there are errors.
  public let pattern: HapticPattern?
  /// The problems in order of location: at most the first `AHAP.maximumDiagnostics` errors, and at most as many
  /// warnings.
  public internal(set) var diagnostics: [AHAPDiagnostic]
  /// The number of all errors, including those that are not listed.
  public internal(set) var errorCount: Int
  /// The number of all warnings, including those that are not listed.
  public internal(set) var warningCount: Int

  /// The sound files that the pattern names, each once, with the location of its first mention.
  let waveforms: [PlacedWaveform]
  /// The locations of the metadata's keys.
  let metadataPlaces: [String: SourceLocation]

  /// The number of problems that are not listed.
  public var omittedCount: Int { errorCount + warningCount - diagnostics.count }
}

/// The path of a sound file, and the location at which a pattern file first names it.
struct PlacedWaveform: Hashable, Sendable {
  let waveformPath: String
  let line: Int
  let column: Int
  let jsonPath: String
}

extension AHAPReading {
  /// Creates a reading for a pattern that does not come from a file and is known to be free of problems and sounds.
  ///
  /// `file` is used as the file's name in diagnostics.
  package init(_ pattern: HapticPattern, file: String) {
    self.init(
      file: file, pattern: pattern, diagnostics: [], errorCount: 0, warningCount: 0,
      waveforms: [], metadataPlaces: [:])
  }

  /// Returns the reading with added warnings about its sound files: files that cannot be read, and more sound than a
  /// device can load.
  ///
  /// Files outside the folder are not read, because reading the pattern has already reported them.
  ///
  /// - Parameter decodedBytes: Returns the size of a sound file decoded to 32-bit floats, all channels, in bytes, or
  ///   the reason why it cannot be read. Called once for each file, with the path as written in the pattern.
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
      if before <= PatternLimits.maximumAudioBytes && total > PatternLimits.maximumAudioBytes {
        found.append(
          diagnostic(
            .tooMuchAudio, waveform,
            "with \(quoted), the decoded sounds occupy \(total) bytes; a device loads at most "
              + "\(PatternLimits.maximumAudioBytes)"))
      }
    }
    return adding(found)
  }

  /// Returns the location of the metadata entry `key`; nil if the entry does not exist.
  package func place(ofMetadata key: String) -> SourceLocation? { metadataPlaces[key] }

  /// Returns the reading with warnings that say why the metadata entry `key` is ignored.
  package func adding(warnings: [String], ofMetadata key: String) -> AHAPReading {
    let place = metadataPlaces[key] ?? .start
    return adding(
      warnings.map {
        AHAPDiagnostic(
          file: file, line: place.line, column: place.column, code: .ignoredMetadata,
          path: "Metadata.\(key)", message: $0, suggestion: nil, deviceError: nil)
      })
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
    reading.diagnostics += warnings.prefix(max(0, AHAP.maximumDiagnostics - listed))
    let ordered = reading.diagnostics.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset)
        < ($1.element.line, $1.element.column, $1.offset)
    }
    reading.diagnostics = ordered.map(\.element)
    return reading
  }
}

/// The place to which a sound file's path leads.
///
/// It is determined from the text of the path, without opening a file.
///
/// Source: Apple, "Representing haptic patterns in AHAP files": the path is relative. Our choice: sounds are only read
/// from below one folder, because an untrusted pattern file must not make the reader open other files. Symbolic links
/// are checked when the file is opened.
public enum WaveformPlace: Hashable, Sendable {
  /// The path leads to a file below the sound folder.
  case inside
  /// The path starts from the root of the file system.
  case absolute
  /// The path leads outside the sound folder.
  case outside

  /// Determines the place of `path`.
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
