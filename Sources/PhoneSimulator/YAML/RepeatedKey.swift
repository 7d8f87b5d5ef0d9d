/// Finds where a key is written again: the parser tells only where the map begins.
struct RepeatedKey {
  private let lines: [Substring]
  private let map: Place

  /// The map that begins at a place of a text.
  init(in text: Substring, mapAt map: Place) {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    self.map = map
  }

  /// Where the key is written for the second time, or, if its map is not a key a line, where the map
  /// begins.
  func place(of key: String) -> Place {
    let margin = map.column - 1
    var isSecond = false
    for (index, line) in lines.enumerated().dropFirst(map.line - 1) {
      let isFirstLine = index == map.line - 1
      let indent = isFirstLine ? margin : line.prefix { $0 == " " }.count
      let rest = line.dropFirst(indent)
      if rest.isEmpty || rest.first == "#" { continue }
      if indent < margin { break }
      guard indent == margin, isKey(key, of: rest) else { continue }
      if isSecond { return Place(line: index + 1, column: map.column) }
      isSecond = true
    }
    return map
  }

  private func isKey(_ key: String, of line: Substring) -> Bool {
    for written in [key, "\"\(key)\"", "'\(key)'"] where line.hasPrefix(written) {
      return line.dropFirst(written.count).drop { $0 == " " }.first == ":"
    }
    return false
  }
}
