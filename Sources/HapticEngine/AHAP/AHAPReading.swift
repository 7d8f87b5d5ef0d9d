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
