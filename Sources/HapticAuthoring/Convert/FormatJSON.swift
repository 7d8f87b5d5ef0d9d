internal import HapticEngine
internal import TextFormats

/// A value of a JSON file, with its place.
struct JSONNode: Sendable {
  enum Value: Sendable {
    case object([(key: String, value: JSONNode)])
    case array([JSONNode])
    case text(String)
    case number(Double)
    case boolean(Bool)
    case null
  }

  let offset: Int
  let value: Value

  /// The member `key` of an object; of two with one key the last.
  subscript(key: String) -> JSONNode? {
    if case .object(let members) = value { members.last { $0.key == key }?.value } else { nil }
  }

  /// Whether it is `null`.
  var isNull: Bool { if case .null = value { true } else { false } }
  /// The number, or nil.
  var number: Double? { if case .number(let number) = value { number } else { nil } }
  /// The text, or nil.
  var text: String? { if case .text(let text) = value { text } else { nil } }
  /// The elements of an array; nil for anything else.
  var elements: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }
  /// The members of an object; nil for anything else.
  var members: [(key: String, value: JSONNode)]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// What it is, for a message.
  var noun: String {
    switch value {
    case .object: "an object"
    case .array: "an array"
    case .text: "a string"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    }
  }
}

/// Reads a JSON file of another format into a tree, and collects what is wrong with it.
///
/// A tree, because these files are small and refer back and forth; a limit on its nodes bounds its
/// memory. A reader that visits a part more than once, as for a reference, counts that itself.
struct FormatJSON {
  /// Objects and arrays may be nested this deep.
  ///
  /// Our choice: the deepest format, HJIF, needs twelve.
  static let maximumNesting = 32
  /// A file may have this many values.
  ///
  /// Our choice: 64 bytes each; the largest file seen has 20 000.
  static let maximumValues = 2_000_000

  let bytes: [UInt8]
  private let format: String
  private(set) var root: JSONNode
  var problems = FormatProblems()

  /// Reads `bytes`.
  ///
  /// - Throws: `ConversionError` if they are not JSON.
  init(_ bytes: [UInt8], format: String) throws(ConversionError) {
    self.bytes = bytes
    self.format = format
    var builder = JSONTreeBuilder(bytes)
    root = builder.node()
    builder.json.finish()
    for fault in builder.json.faults.inOrder() {
      problems.add(at: fault.offset, fault.element.words)
    }
    if builder.isTooLarge {
      problems.add(
        at: builder.json.position, "the file has more than \(Self.maximumValues) values")
    }
    try check()
  }

  /// Throws what was found so far.
  func check() throws(ConversionError) {
    if !problems.isEmpty { throw problems.error(format: format, in: bytes) }
  }

  /// The member `key` of `node`; a problem where there is none.
  mutating func member(_ key: String, of node: JSONNode) -> JSONNode? {
    guard node.members != nil else {
      problems.add(at: node.offset, "this must be an object with \"\(key)\", not \(node.noun)")
      return nil
    }
    if let member = node[key] { return member }
    problems.add(at: node.offset, "missing key \"\(key)\"")
    return nil
  }

  /// The elements of the array `key` of `node`; none, and a problem, where there is no such array.
  mutating func elements(_ key: String, of node: JSONNode) -> [JSONNode] {
    guard let member = member(key, of: node) else { return [] }
    return elements(member, named: key)
  }

  /// The elements of `node`, which must be an array.
  mutating func elements(_ node: JSONNode, named name: String) -> [JSONNode] {
    if let elements = node.elements { return elements }
    problems.add(at: node.offset, "\"\(name)\" must be an array, not \(node.noun)")
    return []
  }

  /// The number `key` of `node`, which must be in `range`; nil, and a problem, where it is not.
  mutating func number(
    _ key: String, of node: JSONNode, in range: ClosedRange<Double>
  ) -> Double? {
    guard let member = member(key, of: node) else { return nil }
    return number(member, named: key, in: range)
  }

  /// The number `key` of `node`, or `absent` where there is none.
  mutating func number(
    _ key: String, of node: JSONNode, in range: ClosedRange<Double>, absent: Double
  ) -> Double {
    guard let member = node[key] else { return absent }
    return number(member, named: key, in: range) ?? absent
  }

  /// The number that `node` is.
  mutating func number(
    _ node: JSONNode, named name: String, in range: ClosedRange<Double>
  ) -> Double? {
    guard let number = node.number else {
      problems.add(at: node.offset, "\"\(name)\" must be a number, not \(node.noun)")
      return nil
    }
    guard range.contains(number) else {
      let bounds = "from \(range.lowerBound.brief) to \(range.upperBound.brief)"
      problems.add(at: node.offset, "\"\(name)\" must be \(bounds), not \(number.brief)")
      return nil
    }
    return number
  }

  /// The whole number that `node` is.
  mutating func wholeNumber(
    _ node: JSONNode, named name: String, in range: ClosedRange<Double>
  ) -> Int? {
    guard let number = number(node, named: name, in: range) else { return nil }
    if let whole = Int(exactly: number) { return whole }
    problems.add(at: node.offset, "\"\(name)\" must be a whole number, not \(number.brief)")
    return nil
  }

  /// The text `key` of `node`.
  mutating func text(_ key: String, of node: JSONNode) -> String? {
    guard let member = member(key, of: node) else { return nil }
    if let text = member.text { return text }
    problems.add(at: member.offset, "\"\(key)\" must be a string, not \(member.noun)")
    return nil
  }
}

/// Makes a tree of what the reader gives.
struct JSONTreeBuilder {
  var json: JSONReader
  private(set) var isTooLarge = false
  private var count = 0

  init(_ bytes: [UInt8]) {
    json = JSONReader(
      bytes, maximumNesting: FormatJSON.maximumNesting,
      maximumFaults: FormatProblems.maximumListed)
  }

  /// The tree of `bytes`, of which as much is there as could be read.
  static func tree(of bytes: [UInt8]) -> JSONNode {
    var builder = JSONTreeBuilder(bytes)
    return builder.node()
  }

  /// The next value.
  ///
  /// It recurses, but not deeper than the reader lets it.
  mutating func node() -> JSONNode {
    let value = json.beginValue()
    let offset = json.valueStart
    count += 1
    if count > FormatJSON.maximumValues && !isTooLarge {
      isTooLarge = true
      json.stop()
    }
    switch value {
    case .object:
      var members: [(key: String, value: JSONNode)] = []
      while let key = json.nextKey() {
        members.append((JSONText.text(key, in: json.bytes), node()))
      }
      return JSONNode(offset: offset, value: .object(members))
    case .array:
      var elements: [JSONNode] = []
      while json.nextElement() { elements.append(node()) }
      return JSONNode(offset: offset, value: .array(elements))
    case .string(let string):
      return JSONNode(offset: offset, value: .text(JSONText.text(string, in: json.bytes)))
    case .number(let number): return JSONNode(offset: offset, value: .number(number))
    case .boolean(let boolean): return JSONNode(offset: offset, value: .boolean(boolean))
    case .null, .damaged: return JSONNode(offset: offset, value: .null)
    }
  }
}

extension HapticPattern {
  /// What the metadata says in `Description`, as a text of JSON; an empty one without that.
  var descriptionInJSON: String {
    guard case .text(let text) = metadata["Description"] else { return "\"\"" }
    var output: [UInt8] = []
    JSONText.append(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}

extension JSONNode {
  /// The text `key` of an object as metadata `word`; nil without one, and a loss where it is no text.
  func metadata(
    _ key: String, as word: String, losses: inout ConversionLosses
  ) -> PatternMetadata {
    switch self[key]?.value {
    case nil, .null?: return [:]
    case .text(let text)?: return text.isEmpty ? [:] : [word: .text(text)]
    case .object?, .array?, .number?, .boolean?:
      losses.add(.metadata, key, because: "this is not a string, and is left out")
      return [:]
    }
  }
}
