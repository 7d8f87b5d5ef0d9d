internal import TextFormats

/// An app of a scenario with its properties, as the file writes them.
package struct AppText: Sendable {
  /// A property that the file states.
  package struct Property: Sendable {
    /// The key.
    package let name: String
    /// The value on one line, in the notation of YAML.
    package let text: String
    /// The bytes of the key and the value in the file, and those of the value; the latter begin after the colon if the
    /// value is empty or begins on another line.
    let range: Range<Int>
    let value: Range<Int>
  }

  /// How the file writes the properties.
  enum Notation: Hashable, Sendable {
    /// In braces, which begin at an offset.
    case braces(Int)
    /// One below the other, in the same column.
    case lines(column: Int)
    /// The app has no properties: it has these bytes, after the colon.
    case nothing(Range<Int>)
  }

  /// The name of the app.
  package let name: String
  /// The line of its name, counted from 1.
  package let line: Int
  /// The properties, in the order of the file.
  package let properties: [Property]
  /// How the file writes the properties; nil for a notation that can only be changed in the text of the file.
  let notation: Notation?

  /// Whether properties can be set and removed, apart from the text of the file.
  package var isEditable: Bool { notation != nil }

  /// Finds the app that `entry` of the map of apps declares.
  init(_ entry: YAMLNode.Entry, in file: TextLines) {
    (name, line) = (entry.key, entry.place.line)
    let scan = ValueScan(bytes: file.bytes)
    var entries: [YAMLNode.Entry] = []
    if case .mapping(let found) = entry.value.content { entries = found }
    let notation = Self.notation(of: entry, entries, scan, in: file)
    var places: [(range: Range<Int>, value: Range<Int>)?] = []
    switch notation {
    case .braces: places = entries.map { Self.place(inBraces: $0, scan, in: file) }
    case .lines(let column): places = entries.map { Self.place(at: column, of: $0, scan, in: file) }
    case .nothing, nil: places = entries.map { _ in nil }
    }
    self.notation = places.contains { $0 == nil } ? nil : notation
    properties = zip(entries, places).map { entry, place in
      let written = place.map { String(decoding: file.bytes[$0.value], as: UTF8.self) } ?? ""
      let isWhole = !written.isEmpty && !written.contains(where: \.isNewline)
      let isInLine = isWhole && entry.value.place.line == entry.place.line
      return Property(
        name: entry.key, text: isInLine ? written : entry.value.flow, range: place?.range ?? 0..<0,
        value: place?.value ?? 0..<0)
    }
  }

  private static func notation(
    of entry: YAMLNode.Entry, _ entries: [YAMLNode.Entry], _ scan: ValueScan, in file: TextLines
  ) -> Notation? {
    guard let key = file.offset(of: entry.place), let colon = scan.colonEnd(from: key) else {
      return nil
    }
    if entry.value.isNull {
      guard case .scalar(let text, _) = entry.value.content else { return nil }
      if text.isEmpty { return .nothing(colon..<colon) }
      guard let start = file.offset(of: entry.value.place), start >= colon else { return nil }
      return .nothing(start..<(start + text.utf8.count))
    }
    // The value of an alias is elsewhere.
    guard case .mapping = entry.value.content, let start = file.offset(of: entry.value.place),
      start >= colon
    else { return nil }
    if file.bytes[start] == UInt8(ascii: "{") { return .braces(start) }
    // With an anchor, the map does not begin with its first key.
    guard entries.first?.place == entry.value.place else { return nil }
    return .lines(column: entry.value.place.column - 1)
  }

  private static func place(
    inBraces entry: YAMLNode.Entry, _ scan: ValueScan, in file: TextLines
  ) -> (range: Range<Int>, value: Range<Int>)? {
    guard let key = file.offset(of: entry.place), let end = scan.entryEnd(from: key) else {
      return nil
    }
    guard let value = file.offset(of: entry.value.place), value > key, value < end else {
      // An empty value, or an alias.
      guard let colon = scan.colonEnd(from: key), colon <= end else { return nil }
      return (key..<end, colon..<end)
    }
    return (key..<end, value..<end)
  }

  private static func place(
    at column: Int, of entry: YAMLNode.Entry, _ scan: ValueScan, in file: TextLines
  ) -> (range: Range<Int>, value: Range<Int>)? {
    let first = entry.place.line - 1
    guard let key = file.offset(of: entry.place), entry.place.column == column + 1,
      file.bytes[file.lines[first].lowerBound..<key].allSatisfy({ $0 == UInt8(ascii: " ") }),
      let colon = scan.colonEnd(from: key)
    else { return nil }
    var last = first
    for index in file.lines.indices.dropFirst(first + 1) {
      guard let indent = file.indent(index) else { continue }
      // A list may be in the same column as its key.
      let isItem = indent == column && file.text(index).dropFirst(indent).hasPrefix("-")
      if indent <= column && !isItem { break }
      last = index
    }
    let all = key..<file.lines[last].upperBound
    guard let value = file.offset(of: entry.value.place), value >= colon,
      entry.value.place.line == first + 1, !entry.value.isNull
    else { return (all, colon..<all.upperBound) }
    let end = scan.valueEnd(from: value) ?? all.upperBound
    let endsHere = last == first || file.bytes[value..<end].contains(where: ValueScan.isBreak)
    return (all, value..<(endsHere ? end : all.upperBound))
  }
}

extension YAMLNode {
  /// The value on one line, in the notation of YAML.
  var flow: String {
    switch content {
    case .scalar(let text, isQuoted: false): text
    case .scalar(let text, isQuoted: true):
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    case .sequence(let items): "[" + items.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let entries):
      entries.isEmpty
        ? "{}" : "{ " + entries.map { "\($0.key): \($0.value.flow)" }.joined(separator: ", ") + " }"
    }
  }

  /// Returns whether `other` has the same content, at whatever place.
  func isEqual(to other: YAMLNode) -> Bool {
    guard tag == other.tag else { return false }
    switch (content, other.content) {
    case (.scalar, .scalar): return content == other.content
    case (.sequence(let ours), .sequence(let theirs)):
      return ours.count == theirs.count && zip(ours, theirs).allSatisfy { $0.isEqual(to: $1) }
    case (.mapping(let ours), .mapping(let theirs)): return ours.isEqual(to: theirs)
    default: return false
    }
  }
}

extension [YAMLNode.Entry] {
  /// Returns whether `others` have the same keys and values in the same order, at whatever places.
  func isEqual(to others: [YAMLNode.Entry]) -> Bool {
    count == others.count
      && zip(self, others).allSatisfy { $0.key == $1.key && $0.value.isEqual(to: $1.value) }
  }
}
