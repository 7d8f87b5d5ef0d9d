public import HapticEngine
public import TextFormats

/// An error for an edit that cannot be made; the pattern is unchanged.
public enum EditError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not a valid pattern; contains the first errors and the number of all errors.
  case invalid([AHAPDiagnostic], count: Int)
  /// The words of an operation cannot be understood; contains the number of the word, from 1, the column if the problem
  /// is inside the word, and the reason.
  case words(number: Int, column: Int?, reason: String)
  /// The edit cannot be applied to an entry; contains the entry's JSON path, its location in the file, and the reason.
  case entry(path: String, location: SourceLocation, reason: String)
  /// The operation cannot be applied to the pattern.
  case operation(name: String, reason: String)
  /// A log cannot be read; contains the line and the reason.
  case log(line: Int, reason: String)
  /// No operation in the log produced the current file: it is a different file, or everything has been undone.
  case otherFile

  /// The problem without its place in a file or in words, for people who do not see those.
  package var reason: String {
    switch self {
    case .words(_, _, let reason), .entry(_, _, let reason): reason
    case .invalid, .operation, .log, .otherFile: description
    }
  }

  /// The problem, and its remedy.
  public var description: String {
    switch self {
    case .invalid(let diagnostics, let count):
      diagnostics.map(\.description).joined(separator: "\n")
        + (count > diagnostics.count
          ? "\n\((count - diagnostics.count).counted("more error"))" : "")
    case .words(let number, let column?, let reason):
      "word \(number), column \(column): \(reason)"
    case .words(let number, nil, let reason): "word \(number): \(reason)"
    case .entry(let path, let location, let reason): "\(location): \(path): \(reason)"
    case .operation(let name, let reason): "\(name): \(reason)"
    case .log(let line, let reason): "line \(line) of the log: \(reason)"
    case .otherFile:
      "nothing to undo: no operation of the log produced the current file"
    }
  }
}
