/// The items of a list with dashes, each of them on one line.
struct DashItems: ItemText {
  private(set) var bytes: [UInt8]
  /// The end of the colon of the key.
  private let colon: Int
  /// The lines of the items, and the bytes of their values.
  private var items: [(line: Int, value: Range<Int>)] = []

  var count: Int { items.count }

  /// Finds the items of the list in `range`, which begins after the colon of the key.
  ///
  /// - Returns: nil for another value, and for items that do not have one line.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    (self.bytes, colon) = (bytes, range.lowerBound)
    let file = TextLines(bytes)
    let scan = ValueScan(bytes: bytes)
    guard let first = file.lines.firstIndex(where: { $0.upperBound >= range.lowerBound }) else {
      return nil
    }
    // The line of the key can have a comment.
    let next = scan.nextToken(from: colon)
    guard next >= file.lines[first].upperBound else { return nil }
    var dash: Int?
    for line in file.lines.indices.dropFirst(first + 1)
    where file.lines[line].lowerBound < range.upperBound {
      guard let indent = file.indent(line) else { continue }
      let start = file.lines[line].lowerBound + indent
      let value = scan.nextToken(from: start + 1)
      guard bytes[start] == UInt8(ascii: "-"), indent == dash ?? indent, value > start + 1,
        value < file.lines[line].upperBound, let end = scan.valueEnd(from: value),
        end <= file.lines[line].upperBound
      else { return nil }
      dash = indent
      items.append((line, value..<end))
    }
    if items.isEmpty { return nil }
  }

  mutating func replace(_ index: Int, with text: String) {
    let value = items[index].value
    let grown = text.utf8.count - value.count
    bytes.replaceSubrange(value, with: text.utf8)
    items[index].value = value.lowerBound..<(value.upperBound + grown)
    move(after: index, by: grown, lines: 0)
  }

  mutating func remove(_ index: Int) {
    let file = TextLines(bytes)
    let line = items[index].line
    // The value of a key without items would be nothing.
    let empty = items.count == 1 ? " []" : ""
    let end = file.lines.indices.contains(line + 1) ? file.lines[line + 1].lowerBound : bytes.count
    let start = end == bytes.count ? file.lines[line - 1].upperBound : file.lines[line].lowerBound
    bytes = bytes.replacing([(start..<end, ""), (colon..<colon, empty)])
    items.remove(at: index)
    move(after: index - 1, by: start - end, lines: -1)
  }

  mutating func insert(_ text: String, at index: Int) {
    let file = TextLines(bytes)
    let neighbor = items[min(index, items.count - 1)]
    let line = file.lines[neighbor.line]
    let before = String(decoding: bytes[line.lowerBound..<neighbor.value.lowerBound], as: UTF8.self)
    let isLast = index == items.count
    let added = isLast ? file.lineBreak + before + text : before + text + file.lineBreak
    let start = isLast ? line.upperBound : line.lowerBound
    bytes.insert(contentsOf: added.utf8, at: start)
    let value = start + before.utf8.count + (isLast ? file.lineBreak.utf8.count : 0)
    items.insert(
      (neighbor.line + (isLast ? 1 : 0), value..<(value + text.utf8.count)), at: index)
    move(after: index, by: added.utf8.count, lines: 1)
  }

  /// Moves the items after an index by some bytes and lines.
  private mutating func move(after index: Int, by offset: Int, lines: Int) {
    for later in items.indices.dropFirst(index + 1) {
      let value = items[later].value
      items[later].line += lines
      items[later].value = (value.lowerBound + offset)..<(value.upperBound + offset)
    }
  }
}
