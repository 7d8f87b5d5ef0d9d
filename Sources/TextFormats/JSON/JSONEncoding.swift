/// Writes values as JSON, with the keys of objects in alphabetical order.
///
/// We do not use Foundation's encoder because it pulls all of FoundationEssentials into a program.
package enum JSONEncoding {
  /// Encodes `value` as JSON, without a line break at the end.
  ///
  /// - Parameters:
  ///   - value: the value to encode.
  ///   - isOneLine: whether to omit all white space, instead of writing one item per line.
  /// - Returns: the text; the program writes it as UTF-8.
  /// - Throws: `EncodingError` for a number that is not finite, and errors of `value`.
  package static func text(_ value: some Encodable, isOneLine: Bool = false) throws -> String {
    let root = Slot()
    try root.put(value)
    var output: [UInt8] = []
    root.write(to: &output, indent: isOneLine ? nil : 0)
    return String(decoding: output, as: UTF8.self)
  }
}

/// A value that is being encoded.
private final class Slot {
  enum Content {
    case literal(String)
    case text(String)
    case array([Slot])
    case object([String: Slot])
  }

  var content = Content.object([:])

  func put(_ value: some Encodable) throws {
    switch value {
    case let text as String: content = .text(text)
    case let truth as Bool: content = .literal(truth ? "true" : "false")
    case let number as Double: try put(number)
    case let number as Float: try put(number)
    case let number as any FixedWidthInteger: content = .literal("\(number)")
    default: try value.encode(to: SlotEncoder(slot: self))
    }
  }

  private func put(_ number: some BinaryFloatingPoint & LosslessStringConvertible) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, .init(codingPath: [], debugDescription: "JSON does not have \(number)"))
    }
    content = .literal(number.exactText)
  }

  /// Returns the slot of a member; the content of this slot must be an object.
  func member(_ key: String) -> Slot {
    let slot = Slot()
    if case .object(var members) = content {
      content = .object([:])
      members[key] = slot
      content = .object(members)
    }
    return slot
  }

  /// Returns the slot of another element; the content of this slot must be an array.
  func element() -> Slot {
    let slot = Slot()
    if case .array(var elements) = content {
      content = .array([])
      elements.append(slot)
      content = .array(elements)
    }
    return slot
  }

  var count: Int { if case .array(let elements) = content { elements.count } else { 0 } }

  /// Appends the value; `indent` is nil for one line, otherwise the number of spaces before it.
  func write(to output: inout [UInt8], indent: Int?) {
    switch content {
    case .literal(let text): output += text.utf8
    case .text(let text): Self.append(text, to: &output)
    case .array(let elements):
      Self.write(elements, "[", "]", to: &output, indent) { element, output, indent in
        element.write(to: &output, indent: indent)
      }
    case .object(let members):
      let sorted = members.sorted { $0.key < $1.key }
      Self.write(sorted, "{", "}", to: &output, indent) { member, output, indent in
        Self.append(member.key, to: &output)
        output += (indent == nil ? ":" : " : ").utf8
        member.value.write(to: &output, indent: indent)
      }
    }
  }

  /// Appends `text` as a JSON string that is safe to show on a terminal.
  ///
  /// Control characters are escaped, which does not change the value. JSON cannot represent bytes that
  /// are not UTF-8, so they appear as `\xFF` in the value.
  private static func append(_ text: String, to output: inout [UInt8]) {
    func isShown(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x7F || !(scalar.isControlling || SystemPath.byte(of: scalar) != nil)
    }
    guard !text.unicodeScalars.allSatisfy(isShown) else {
      return JSONText.append(text, to: &output)
    }
    var escaped: [UInt8] = []
    JSONText.append(text, to: &escaped)
    for scalar in String(decoding: escaped, as: UTF8.self).unicodeScalars {
      if isShown(scalar) {
        output += String(scalar).utf8
      } else if let byte = SystemPath.byte(of: scalar) {
        output += "\\\\x\(String(byte, radix: 16))".utf8
      } else {
        let digits = String(scalar.value, radix: 16)
        output += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], _ opening: String, _ closing: String, to output: inout [UInt8],
    _ indent: Int?, _ body: (Item, inout [UInt8], Int?) -> Void
  ) {
    let inner = indent.map { $0 + 2 }
    output += opening.utf8
    for (index, item) in items.enumerated() {
      if index > 0 { output += ",".utf8 }
      breakLine(&output, inner)
      body(item, &output, inner)
    }
    if items.isEmpty && indent != nil { output += "\n".utf8 }
    breakLine(&output, indent)
    output += closing.utf8
  }

  private static func breakLine(_ output: inout [UInt8], _ indent: Int?) {
    guard let indent else { return }
    output += "\n".utf8
    output += repeatElement(UInt8(ascii: " "), count: indent)
  }
}

/// Encodes into a slot.
private struct SlotEncoder: Encoder, SingleValueEncodingContainer {
  let slot: Slot
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = slot.content {} else { slot.content = .object([:]) }
    return KeyedEncodingContainer(Members<Key>(slot: slot))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.content = .array([])
    return Elements(slot: slot)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { slot.content = .literal("null") }

  func encode(_ value: some Encodable) throws { try slot.put(value) }

  struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: Slot
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { slot.member(key.stringValue).content = .literal("null") }

    func encode(_ value: some Encodable, forKey key: Key) throws {
      try slot.member(key.stringValue).put(value)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      SlotEncoder(slot: slot.member(key.stringValue)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      SlotEncoder(slot: slot.member(key.stringValue)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { SlotEncoder(slot: slot.member("super")) }

    func superEncoder(forKey key: Key) -> any Encoder {
      SlotEncoder(slot: slot.member(key.stringValue))
    }
  }

  struct Elements: UnkeyedEncodingContainer {
    let slot: Slot
    var codingPath: [any CodingKey] { [] }
    var count: Int { slot.count }

    func encodeNil() { slot.element().content = .literal("null") }

    func encode(_ value: some Encodable) throws { try slot.element().put(value) }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      SlotEncoder(slot: slot.element()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      SlotEncoder(slot: slot.element()).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { SlotEncoder(slot: slot.element()) }
  }
}
