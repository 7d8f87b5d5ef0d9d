import TextFormats

/// Rows of text in columns.
enum TextTable {
  /// Returns the rows, one per line, with columns `gap` spaces apart and `indent` spaces before the
  /// first.
  ///
  /// Control characters are escaped.
  static func text(_ rows: [[String]], indent: Int = 0, gap: Int = 2) -> String {
    let rows = rows.map { $0.map(\.printable) }
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = String(repeating: " ", count: indent)
      for (column, text) in row.enumerated() {
        line += text
        if column < row.count - 1 {
          line += String(repeating: " ", count: widths[column] - text.count + gap)
        }
      }
      return line + "\n"
    }.joined()
  }

  /// Returns `text` in lines of at most `columns` columns, the first indented by `first` and the
  /// others by `indent`.
  ///
  /// A word that is longer than a line gets a separate line.
  static func folded(_ text: String, first: Int, indent: Int, columns: Int) -> String {
    let lines = text.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let line = lines.last, line.count + 1 + word.count <= columns {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(repeating: " ", count: lines.isEmpty ? first : indent) + word)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns each line folded to `columns` columns, with its indentation kept and two more spaces on further lines.
  ///
  /// Without `columns`, lines are not folded. Narrower terminals than 20 columns are treated as 20.
  static func lines(_ lines: [String], columns: Int?) -> String {
    lines.map { line in
      guard let columns, line.count > columns else { return line + "\n" }
      let indent = line.prefix { $0 == " " }.count
      return folded(line, first: indent, indent: indent + 2, columns: max(20, columns))
    }.joined()
  }
}
