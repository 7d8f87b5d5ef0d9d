/// A value of a JSON file, with its location.
package struct JSONNode: Sendable {
  package enum Value: Sendable {
    case object([(key: String, value: JSONNode)])
    case array([JSONNode])
    case text(String)
    case number(Double)
    case boolean(Bool)
    case null
  }

  package let offset: Int
  package let value: Value

  /// The member `key` of an object; if the key occurs more than once, the last such member.
  package subscript(key: String) -> JSONNode? {
    if case .object(let members) = value { members.last { $0.key == key }?.value } else { nil }
  }

  /// Whether the value is `null`.
  package var isNull: Bool { if case .null = value { true } else { false } }
  /// The number, or nil.
  package var number: Double? { if case .number(let number) = value { number } else { nil } }
  /// The text, or nil.
  package var text: String? { if case .text(let text) = value { text } else { nil } }
  /// The elements of an array; nil for anything else.
  package var elements: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }
  /// The members of an object; nil for anything else.
  package var members: [(key: String, value: JSONNode)]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// The type of the value, for messages.
  package var noun: String {
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

/// Builds a tree from the reader's values.
package struct JSONTreeBuilder {
  /// The maximum nesting depth of objects and arrays.
  ///
  /// Our choice: the deepest format, HJIF, needs twelve.
  package static let maximumNesting = 32
  /// The maximum number of values in a file.
  ///
  /// Our choice: a value occupies 64 bytes, and the largest file seen has 20 000 values.
  package static let maximumValues = 2_000_000

  package var json: JSONReader
  package private(set) var isTooLarge = false
  private var count = 0

  /// Creates a builder of the tree of `bytes` that keeps at most `maximumFaults` faults.
  package init(_ bytes: [UInt8], maximumFaults: Int) {
    json = JSONReader(
      bytes, maximumNesting: Self.maximumNesting, maximumFaults: maximumFaults)
  }

  /// The tree of `bytes`, as far as they could be read.
  package static func tree(of bytes: [UInt8]) -> JSONNode {
    var builder = JSONTreeBuilder(bytes, maximumFaults: 1)
    return builder.node()
  }

  /// The next value.
  ///
  /// The function is recursive, but only as deep as the reader permits.
  package mutating func node() -> JSONNode {
    let value = json.beginValue()
    let offset = json.valueStart
    count += 1
    if count > Self.maximumValues && !isTooLarge {
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
