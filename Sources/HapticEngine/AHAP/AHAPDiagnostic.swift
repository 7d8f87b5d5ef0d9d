/// One problem of a pattern file, with its place.
public struct AHAPDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// How bad a problem is.
  public enum Severity: String, Hashable, Sendable {
    /// A device refuses the file.
    case error
    /// A device plays the file, but not all of it as written.
    case warning
  }

  /// The name of the file, as it was given; `-` for standard input.
  public let file: String
  /// The line, from 1.
  ///
  /// Lines end at LF, CR or CR LF.
  public let line: Int
  /// The column, from 1, in Unicode scalars; a byte order mark has no width.
  public let column: Int
  /// What kind of problem it is.
  public let code: Code
  /// Where in the JSON it is, as `Pattern[3].Event.EventParameters[0].ParameterValue`; empty for
  /// the file as a whole.
  public let path: String
  /// What is wrong, in plain words, with the suggestion and the error of Core Haptics where there
  /// are any.
  public let message: String
  /// The word that was probably meant, where there is one.
  public let suggestion: String?
  /// The error a device gives; nil for warnings.
  public let deviceError: CoreHapticsError?

  /// How bad it is; depends on the code only.
  public var severity: Severity { code.severity }

  /// `FILE:LINE:COLUMN: error|warning: words [code]`.
  public var description: String {
    "\(file):\(line):\(column): \(severity.rawValue): \(message) [\(code.rawValue)]"
  }
}
