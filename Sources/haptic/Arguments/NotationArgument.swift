import HapticEngine
import HapticFormats
import TextFormats

/// The text of a notation, for messages.
struct NotationSource: Sendable {
  /// The name of the file, or `notation`.
  let file: String
  let text: String
  /// For each pattern entry, the column of its notation item, as if the text were a single line.
  var columns: [Int] = []

  init(file: String, text: String) {
    self.file = file
    // A byte order mark does not occupy a column.
    self.text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
  }

  /// For each pattern entry, the place of its notation item.
  var places: [SourceLocation] {
    NotationError.places(of: columns, in: text).map {
      SourceLocation(line: $0.line, column: $0.column)
    }
  }

  /// Prints the notation's errors, each with its location and the line of text.
  func print(_ error: NotationError) {
    for problem in error.problems.prefix(20) {
      print("error: \(problem.reason)", line: problem.line, column: problem.column)
    }
    let omitted = error.problems.count - 20
    if omitted > 0 { StandardError.print("\(file.printable): \(omitted.counted("more error"))") }
  }

  /// Prints a warning about the pattern, with the location of the notation item that it concerns.
  ///
  /// - Returns: Whether the warning is about an entry of the pattern.
  func print(_ warning: AHAPDiagnostic) -> Bool {
    let digits = warning.path.dropFirst("Pattern[".count).prefix { $0.isNumber }
    guard warning.path.hasPrefix("Pattern["), let entry = Int(digits),
      columns.indices.contains(entry)
    else { return false }
    let (line, column) = NotationError.place(of: columns[entry], in: text)
    print("warning: \(warning.message)", line: line, column: column)
    return true
  }

  private func print(_ message: String, line: Int, column: Int) {
    StandardError.print("\(file):\(line):\(column): \(message)".printable)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.indices.contains(line - 1) {
      StandardError.print(PatternArgument.excerpt(of: lines[line - 1], at: column))
    }
  }
}

extension PatternArgument {
  /// Returns the pattern of the argument `notation`: a notation, `@` and a file that contains one,
  /// or `-` for standard input.
  ///
  /// - Throws: `Failure`, after printing every problem with its place and its line of text.
  static func pattern(
    notation argument: String
  ) throws(Failure) -> (pattern: HapticPattern, source: NotationSource) {
    var source = try source(of: argument)
    do throws(NotationError) {
      let (pattern, columns) = try Notation.read(source.text)
      source.columns = columns
      return (pattern, source)
    } catch {
      source.print(error)
      throw Failure(.invalidInput, PatternArgument(argument: argument).nameAdvice ?? "")
    }
  }

  /// The maximum size of a file with a notation, in bytes.
  ///
  /// Our choice: many times the size of the longest pattern that a notation may stand for.
  private static let maximumNotationBytes = 64 << 20

  /// Returns the file that the argument `notation` names; `-` is standard input, and nil is a notation.
  static func file(ofNotation argument: String) -> String? {
    let path = argument.hasPrefix("@") ? String(argument.dropFirst()) : argument
    // A notation may also begin with `@`, for a tempo. A negative tempo is reported as an error in
    // the notation, not as a missing file.
    let first = path.first { $0 != "-" } ?? path.first
    return argument == "-" || argument.hasPrefix("@") && first?.isNumber == false ? path : nil
  }

  private static func source(of argument: String) throws(Failure) -> NotationSource {
    guard let path = file(ofNotation: argument) else {
      return NotationSource(file: "notation", text: argument)
    }
    let bytes = try InputFile.bytes(of: path, maximumBytes: maximumNotationBytes)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.invalidInput, "\(path): the file is not text in UTF-8".printable)
    }
    return NotationSource(file: path, text: text)
  }

  /// Returns the part of `line` around a column, counted from 1, with a caret below the column.
  fileprivate static func excerpt(of line: Substring, at column: Int) -> String {
    // Our choice: fits into 80 columns.
    let start = max(0, column - 1 - 50)
    let before = String(line.dropFirst(start).prefix(column - 1 - start)).printable
    let after = String(line.dropFirst(column - 1)).printable.cut(toColumns: 76 - before.columns)
    return "  \(before)\(after)\n  \(String(repeating: " ", count: before.columns))^"
  }
}
