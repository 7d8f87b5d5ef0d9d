/// Rows of texts in columns.
enum TextTable {
  /// The rows, each a line, columns two spaces apart, `indent` spaces before the first.
  static func text(_ rows: [[String]], indent: Int = 0) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = String(repeating: " ", count: indent)
      for (column, text) in row.enumerated() {
        line += text
        if column < row.count - 1 {
          line += String(repeating: " ", count: widths[column] - text.count + 2)
        }
      }
      return line + "\n"
    }.joined()
  }
}
