public import TextFormats

/// Why a profile cannot be had from a file.
public enum ProfileFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One problem of a file, with its place.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The name of the file, as it was given.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in Unicode scalars.
    public let column: Int
    /// Where in the JSON it is, such as `actuator.q`; empty for the file as a whole.
    public let path: String
    /// What is wrong, in plain words.
    public let message: String

    /// `FILE:LINE:COLUMN: error: words`.
    public var description: String { "\(file):\(line):\(column): error: \(message)" }
  }

  /// There is no file to read.
  case unreadable(TextFileError)
  /// The file is no profile: every problem, in order of place.
  case invalid([Problem])

  /// One line for each problem.
  public var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .invalid(let problems): problems.map(\.description).joined(separator: "\n")
    }
  }
}
