/// The columns that a text occupies on a terminal.
extension String {
  /// The number of columns that the text occupies; the text must be printable.
  package var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text in at most `columns` columns, 1 or more.
  ///
  /// A longer text keeps its beginning and its end, because names that begin alike often differ at the end.
  package func shortened(toColumns columns: Int) -> String {
    guard self.columns > columns else { return self }
    let end = (columns - 1) / 3
    let begin = columns - 1 - end
    return cut(toColumns: begin) + "…" + String(String(reversed()).cut(toColumns: end).reversed())
  }

  /// The text in lines of at most `columns` columns, broken between words.
  ///
  /// If the text exceeds `maximum` lines, the last line ends in an ellipsis.
  ///
  /// A word longer than a line is shortened in the middle.
  package func wrapped(toColumns columns: Int, lines maximum: Int) -> [String] {
    var lines = [""]
    for word in split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.columns + 1 + String(word).columns <= columns {
        lines[lines.count - 1] += " " + word
      } else if lines.count <= maximum {
        lines.append(String(word))
      } else {
        break
      }
    }
    guard lines.count > maximum, maximum > 0 else {
      return lines.map { $0.shortened(toColumns: max(columns, 1)) }
    }
    var last = lines[maximum - 1]
    while last.columns + 2 > columns, let space = last.lastIndex(of: " ") {
      last = String(last[..<space])
    }
    let whole = lines[..<(maximum - 1)] + [last.cut(toColumns: max(columns - 2, 0)) + " …"]
    return whole.map { $0.shortened(toColumns: max(columns, 1)) }
  }

  /// The longest beginning that fits in `columns` columns.
  package func cut(toColumns columns: Int) -> String {
    var left = columns
    return String(
      prefix {
        left -= $0.columns
        return left >= 0
      })
  }

  /// The text padded with spaces to at least `columns` columns, after or before it.
  package func padded(toColumns columns: Int, atEnd: Bool = true) -> String {
    let spaces = String(repeating: " ", count: max(0, columns - self.columns))
    return atEnd ? self + spaces : spaces + self
  }
}

extension Character {
  /// The number of columns that the character occupies, including its marks; the character must be printable.
  ///
  /// The number is 2 for a wide character or an emoji, otherwise 1.
  package var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.value < 0x300 { return 1 }
    let isPicture = first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
    return first.isWide || isPicture ? 2 : 1
  }
}

extension Unicode.Scalar {
  /// Whether the scalar occupies two columns and is not a combining mark or modifier.
  ///
  /// Source: Unicode, UAX 11, East Asian Width, W and F.
  package var isWide: Bool {
    switch value {
    case 0x1100..<0x1160, 0x2E80..<0x302A, 0x3030..<0x303F, 0x3041..<0x3099, 0x309B..<0x4DC0,
      0x4E00..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFE30..<0xFE50, 0xFF01..<0xFF61,
      0xFFE0..<0xFFE7, 0x1F300..<0x1F3FB, 0x1F400..<0x1F650, 0x1F900..<0x1FA00, 0x20000..<0x3FFFE:
      true
    default: false
    }
  }
}
