/// The items of a list in brackets, or the entries of a map in braces, with their commas.
struct FlowItems: ItemText {
  private(set) var bytes: [UInt8]
  /// The index of the bracket that opens the list.
  private let open: Int
  /// The bytes of the items, without spaces and comments around them.
  private(set) var ranges: [Range<Int>] = []
  /// The comma after each item; the last item does not need one.
  private var commas: [Int?] = []
  private let lineBreak: String

  var count: Int { ranges.count }

  /// Finds the items of the list that begins with the bracket at `open`.
  ///
  /// - Returns: nil if there is no bracket, or if the list does not end.
  init?(_ bytes: [UInt8], open: Int) {
    guard open < bytes.count, [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[open]) else {
      return nil
    }
    (self.bytes, self.open, lineBreak) = (bytes, open, TextLines(bytes).lineBreak)
    guard scan() else { return nil }
  }

  /// Finds the items again.
  @discardableResult
  private mutating func scan() -> Bool {
    (ranges, commas) = ([], [])
    let scan = ValueScan(bytes: bytes)
    var index = scan.nextToken(from: open + 1)
    while index < bytes.count, ![UInt8(ascii: "]"), UInt8(ascii: "}")].contains(bytes[index]) {
      guard let end = scan.entryEnd(from: index), end > index else { return false }
      ranges.append(index..<end)
      index = scan.nextToken(from: end)
      let isComma = index < bytes.count && bytes[index] == Self.comma
      commas.append(isComma ? index : nil)
      if isComma { index = scan.nextToken(from: index + 1) }
    }
    return index < bytes.count
  }

  // MARK: Changes

  mutating func replace(_ index: Int, with text: String) { apply([(ranges[index], text)]) }

  mutating func insert(_ text: String, at index: Int) {
    guard let last = ranges.indices.last else {
      let isMap = bytes[open] == UInt8(ascii: "{")
      let isClosed = [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(bytes[open + 1])
      let spaces = isMap ? (" ", isClosed ? " " : "") : ("", "")
      return apply([((open + 1)..<(open + 1), spaces.0 + text + spaces.1)])
    }
    guard index > last else {
      let start = ranges[index].lowerBound
      return apply([(start..<start, text + ", ")])
    }
    let end = ranges[last].upperBound..<ranges[last].upperBound
    guard let lines = lines(of: last) else { return apply([(end, ", " + text)]) }
    // Another line like the last one.
    let before = String(
      decoding: bytes[lines.lowerBound..<ranges[last].lowerBound], as: UTF8.self)
    let hasComma = commas[last] != nil
    let line = before + text + (hasComma ? "," : "") + lineBreak
    let needsComma = !hasComma && !before.contains(",")
    apply([(lines.upperBound..<lines.upperBound, line)] + (needsComma ? [(end, ",")] : []))
  }

  mutating func remove(_ index: Int) { apply(removal(of: index)) }

  private mutating func apply(_ splices: [(range: Range<Int>, text: String)]) {
    bytes = bytes.replacing(splices)
    scan()
  }

  // MARK: Removal

  /// The changes that remove an item, and one of the commas next to it.
  private func removal(of index: Int) -> [(range: Range<Int>, text: String)] {
    let range = ranges[index]
    let isLast = index == ranges.count - 1
    let (before, after) = (index > 0 ? commas[index - 1] : nil, commas[index])
    if let lines = lines(of: index) {
      let inside = [before, after].compactMap(\.self).filter(lines.contains)
      if inside.count == 1 { return [(lines, "")] }
      if inside.isEmpty { return [(lines, "")] + withoutComma(after ?? before) }
    }
    // Comments in a gap remain.
    if index > 0, isPlain(ranges[index - 1].upperBound..<range.lowerBound) {
      return [(ranges[index - 1].upperBound..<range.upperBound, "")]
    }
    if !isLast, isPlain(range.upperBound..<ranges[index + 1].lowerBound) {
      return [(range.lowerBound..<ranges[index + 1].lowerBound, "")]
    }
    var end = range.upperBound
    let comma = after ?? (isLast ? before : nil)
    let isNext = comma.map { $0 >= end && isPlain(end..<$0) } ?? false
    if let comma, isNext { end = comma + 1 }
    if isLast {
      let next = bytes[end...].firstIndex { $0 != UInt8(ascii: " ") } ?? end
      // `{ a: 1 }` becomes `{ }`.
      if [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(bytes[next]) { end = next }
    }
    return [(range.lowerBound..<end, "")] + (isNext ? [] : withoutComma(comma))
  }

  /// The change that removes a comma; at the beginning of a line, a space replaces it.
  private func withoutComma(_ comma: Int?) -> [(range: Range<Int>, text: String)] {
    guard let comma else { return [] }
    let line = bytes[..<comma].lastIndex(where: ValueScan.isBreak) ?? -1
    let isFirst = bytes[(line + 1)..<comma].allSatisfy(ValueScan.isSpace)
    return [(comma..<(comma + 1), isFirst ? " " : "")]
  }

  /// The lines of an item with their line breaks; nil if there is something else on them than the item, a comma on each
  /// side, and a comment after it.
  private func lines(of index: Int) -> Range<Int>? {
    let range = ranges[index]
    guard let line = bytes[..<range.lowerBound].lastIndex(where: ValueScan.isBreak) else {
      return nil
    }
    let before = index > 0 ? commas[index - 1] : nil
    guard
      (line + 1..<range.lowerBound).allSatisfy({ $0 == before || ValueScan.isSpace(bytes[$0]) })
    else { return nil }
    var end = range.upperBound
    while end < bytes.count, !ValueScan.isBreak(bytes[end]) {
      if bytes[end] == UInt8(ascii: "#"), ValueScan.isSpace(bytes[end - 1]) {
        end = bytes[end...].firstIndex(where: ValueScan.isBreak) ?? bytes.count
        break
      }
      guard end == commas[index] || ValueScan.isSpace(bytes[end]) else { return nil }
      end += 1
    }
    guard end < bytes.count else { return nil }
    let isPair = bytes[end] == 0x0D && bytes[(end + 1)...].first == 0x0A
    return (line + 1)..<(end + (isPair ? 2 : 1))
  }

  private func isPlain(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 == Self.comma || ValueScan.isSpace($0) }
  }

  private static let comma = UInt8(ascii: ",")
}
