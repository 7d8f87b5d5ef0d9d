/// A JSON document as a tree with locations, in the same form as a YAML tree.
///
/// Reading is recursive, but only as deep as the reader permits.
package struct JSONDocument {
  /// The value; if a key occurs more than once, the first such member is used.
  package private(set) var root = YAMLNode(place: .start, content: .mapping([]))
  /// The faults and duplicate keys.
  package private(set) var problems: [DocumentProblem] = []
  /// Whether the text is valid JSON, so that the tree is complete.
  package var isSound: Bool { json.isSound }

  private var json: JSONReader
  private var places: SourceLocations

  /// Reads `bytes`, and keeps at most `maximumFaults` faults.
  package init(_ bytes: [UInt8], maximumNesting: Int, maximumFaults: Int) {
    json = JSONReader(bytes, maximumNesting: maximumNesting, maximumFaults: maximumFaults)
    places = SourceLocations(bytes)
    root = node()
    json.finish()
    var places = SourceLocations(bytes)
    problems += json.faults.inOrder().map {
      DocumentProblem(place: places.place(of: $0.offset), message: $0.element.words)
    }
  }

  private mutating func node() -> YAMLNode {
    let value = json.beginValue()
    let place = places.place(of: json.valueStart)
    let text = json.bytes[json.valueStart..<max(json.position, json.valueStart)]
    switch value {
    case .object: return YAMLNode(place: place, content: .mapping(entries()))
    case .array:
      var items: [YAMLNode] = []
      while json.nextElement() { items.append(node()) }
      return YAMLNode(place: place, content: .sequence(items))
    case .string(let string):
      let text = JSONText.text(string, in: json.bytes)
      return YAMLNode(place: place, content: .scalar(text, isQuoted: true))
    case .number, .boolean, .null, .damaged:
      let text = String(decoding: text, as: UTF8.self)
      return YAMLNode(place: place, content: .scalar(text, isQuoted: false))
    }
  }

  private mutating func entries() -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    var keys: Set<String> = []
    while let key = json.nextKey() {
      let place = places.place(of: key.start)
      let text = JSONText.text(key, in: json.bytes)
      let value = node()
      if keys.insert(text).inserted {
        entries.append(YAMLNode.Entry(key: text, place: place, value: value))
      } else {
        problems.append(.init(place: place, message: "duplicate key '\(text.prefix(64))'"))
      }
    }
    return entries
  }
}

extension YAMLNode {
  /// The value of `key` in a map; nil if it is missing.
  package subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// The keys of nested maps that lead to the key or value at `location`; nil if it is not inside a
  /// map.
  package func path(to location: SourceLocation) -> [String]? {
    guard case .mapping(let entries) = content else { return nil }
    for entry in entries {
      if entry.place == location || entry.value.place == location { return [entry.key] }
      if let rest = entry.value.path(to: location) { return [entry.key] + rest }
    }
    return nil
  }
}
