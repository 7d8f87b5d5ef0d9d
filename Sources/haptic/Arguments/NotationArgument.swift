import HapticEngine
import HapticFormats
import TextFormats

extension PatternArgument {
  /// The pattern of `notation`, an argument: a notation, `@` and the file that has one, or `-` for standard input.
  ///
  /// - Throws: `Failure`, after printing every problem with its place and its line.
  static func pattern(notation argument: String) throws(Failure) -> HapticPattern {
    let (file, notation) = try source(of: argument)
    do throws(NotationError) {
      return try HapticPattern(notation: notation)
    } catch {
      let lines = notation.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for problem in error.problems.prefix(20) {
        let place = "\(file):\(problem.line):\(problem.column)"
        StandardError.print("\(place): error: \(problem.reason)".printable)
        if lines.indices.contains(problem.line - 1) {
          StandardError.print(excerpt(of: lines[problem.line - 1], at: problem.column))
        }
      }
      let omitted = error.problems.count - 20
      if omitted > 0 { StandardError.print("\(file.printable): \(omitted.counted("more error"))") }
      throw Failure(.invalidInput)
    }
  }

  /// Notations with more bytes are not read from files.
  ///
  /// Our choice: what a notation may stand for at most fits many times.
  private static let maximumNotationBytes = 64 << 20

  private static func source(of argument: String) throws(Failure) -> (file: String, text: String) {
    let path = argument.hasPrefix("@") ? String(argument.dropFirst()) : argument
    // A tempo begins likewise, also a negative one, which is an error of the notation.
    let first = path.first { $0 != "-" } ?? path.first
    guard argument == "-" || argument.hasPrefix("@") && first?.isNumber == false else {
      return ("notation", argument)
    }
    let bytes = try InputFile.bytes(of: path, maximumBytes: maximumNotationBytes)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.invalidInput, "\(path): the file is not text in UTF-8".printable)
    }
    // A byte order mark has no width.
    return (path, text.first == "\u{FEFF}" ? String(text.dropFirst()) : text)
  }

  /// The part of `line` around a column, from 1 on, and below it a caret at the column.
  private static func excerpt(of line: Substring, at column: Int) -> String {
    // Our choice: what fits into 80 columns.
    let start = max(0, column - 1 - 50)
    let before = String(line.dropFirst(start).prefix(column - 1 - start)).printable
    let after = String(line.dropFirst(column - 1)).printable.cut(toColumns: 76 - before.columns)
    return "  \(before)\(after)\n  \(String(repeating: " ", count: before.columns))^"
  }
}
