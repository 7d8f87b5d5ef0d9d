public import HapticEngine
public import TextFormats

/// Why an edit cannot be made; nothing has changed then.
public enum EditError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not a valid pattern: the first of its errors, and how many there are.
  case invalid([AHAPDiagnostic], count: Int)
  /// The words of an operation cannot be understood: which word, from 1, its column where the problem is
  /// inside of it, and what is wrong.
  case words(number: Int, column: Int?, reason: String)
  /// An entry cannot take the edit: its JSON path, where it is in the file, and why.
  case entry(path: String, location: SourceLocation, reason: String)
  /// The operation does not fit the pattern.
  case operation(name: String, reason: String)
  /// A log cannot be read: the line, and what is wrong with it.
  case log(line: Int, reason: String)
  /// No operation of the log leads to what the file is now: it is another file, or all is undone.
  case otherFile

  /// What is wrong, and what to do.
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
      "no operation of the log has led to what the file is now, so that there is nothing to undo"
    }
  }
}
