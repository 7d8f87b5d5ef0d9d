internal import TextFormats

/// The place and the text of one step in a file.
package struct StepText: Hashable, Sendable {
  /// The first and the last line, counted from 1.
  package let lines: ClosedRange<Int>
  /// The text without its indentation and without the dash before it.
  package let text: String
  /// The bytes of the text in the file.
  let range: Range<Int>
  /// The column of the dash, and that of the text, counted from 0.
  let dash: Int
  let column: Int

  /// Finds the step at `place`, which must be an item of a list with a dash on the same line.
  ///
  /// - Returns: nil for a step in another notation, such as one in a list in brackets.
  init?(at place: SourceLocation, in file: TextLines) {
    guard let start = file.offset(of: place) else { return nil }
    let first = place.line - 1
    let before = file.bytes[file.lines[first].lowerBound..<start]
    let dash = before.prefix { $0 == UInt8(ascii: " ") }.count
    guard before.dropFirst(dash).first == UInt8(ascii: "-"),
      before.dropFirst(dash + 1).allSatisfy({ $0 == UInt8(ascii: " ") }),
      before.count > dash + 1
    else { return nil }
    var last = first
    for index in file.lines.indices.dropFirst(first + 1) {
      // Lines with nothing but a comment belong to the step only if more of the step follows.
      guard let indent = file.indent(index) else { continue }
      if indent <= dash { break }
      last = index
    }
    (self.dash, column) = (dash, before.count)
    range = start..<file.lines[last].upperBound
    lines = (first + 1)...(last + 1)
    let rest = (first + 1..<last + 1).map { index in
      let line = file.text(index)
      let spaces = line.prefix { $0 == " " }.count
      return String(line.dropFirst(min(spaces, before.count)))
    }
    text =
      ([String(decoding: file.bytes[start..<file.lines[first].upperBound], as: UTF8.self)] + rest)
      .joined(separator: "\n")
  }
}
