/// How one kind of value is read from a document, and its shape.
package struct DocumentValue<Reader: DocumentReader, Value>: Sendable {
  /// The shape of the value in schemas.
  package let shape: DocumentShape
  /// Reads the value, which is called `what` in problems.
  ///
  /// If the document has another kind of value, reports a problem and returns nil.
  package let read: @Sendable (_ reader: inout Reader, _ node: YAMLNode, _ what: String) -> Value?

  package init(
    shape: DocumentShape,
    read: @escaping @Sendable (inout Reader, YAMLNode, String) -> Value?
  ) {
    self.shape = shape
    self.read = read
  }
}

/// A key of a map: its value, and its effect.
///
/// A field contains everything that is known about its key. Readers and schemas are derived from the fields.
package struct DocumentField<Reader: DocumentReader, Root>: Sendable {
  /// The key.
  package let name: String
  /// The shape of its value in schemas.
  package let shape: DocumentShape
  /// Whether the map must have the key.
  package let isRequired: Bool
  fileprivate let read: @Sendable (inout Root, inout Reader, YAMLNode) -> Void

  /// Creates a key with a value.
  ///
  /// - Parameters:
  ///   - name: the key.
  ///   - value: how its value is read.
  ///   - summary: the description in schemas; one sentence.
  ///   - isRequired: whether the map must have the key.
  ///   - set: applies the value.
  package init<Value>(
    _ name: String, _ value: DocumentValue<Reader, Value>, _ summary: String? = nil,
    isRequired: Bool = false, set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.name = name
    shape = summary.map { .described(value.shape, $0) } ?? value.shape
    self.isRequired = isRequired
    let read = value.read
    self.read = { root, reader, node in
      if let value = read(&reader, node, name) { set(&root, value) }
    }
  }

  /// Creates a key whose value is empty, or a map of `fields` that change the same root.
  package init(_ name: String, _ fields: [Self], _ summary: String? = nil) {
    let map = DocumentShape.optional(DocumentShape(fields))
    self.name = name
    shape = summary.map { .described(map, $0) } ?? map
    isRequired = false
    read = { root, reader, node in
      if !node.isNull { reader.read(node, name, fields, into: &root) }
    }
  }
}

extension DocumentShape {
  /// Creates the shape of a map of these fields.
  package init<Reader, Root>(_ fields: [DocumentField<Reader, Root>], least: Int = 0) {
    self = .map(
      Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.shape) }),
      required: fields.filter(\.isRequired).map(\.name), least: least)
  }
}

extension DocumentReader {
  /// Reads a map, in the order of `fields`.
  ///
  /// Missing required keys are reported, unless a key in the map seems to be a misspelling.
  package mutating func read<Root>(
    _ node: YAMLNode, _ what: String, _ fields: [DocumentField<Self, Root>], into root: inout Root,
    least: Int = 0
  ) {
    let keys = fields.map(\.name)
    guard case .mapping(let all) = node.content else {
      let required = fields.filter(\.isRequired).map(\.name).joined(separator: " and ")
      return refuse(node, what, required.isEmpty ? "a map" : "a map with \(required)")
    }
    let found =
      least > 0 ? someEntries(node, what, keys: keys) : entries(node, what, keys: keys)
    guard let entries = found else { return }
    for field in fields {
      if let entry = entries.first(where: { $0.key == field.name }) {
        field.read(&root, &self, entry.value)
      } else if field.isRequired,
        !all.contains(where: { NearestWord.find($0.key, in: keys) == field.name })
      {
        report(node.place, .missing, "missing key '\(field.name)'")
      }
    }
  }
}

extension DocumentValue {
  /// One of several words; the value is called `what` in problems.
  package static func choice(_ what: String, _ choices: [(String, Value)]) -> Self
  where Value: Sendable {
    Self(shape: .word(choices.map(\.0))) { reader, node, _ in reader.choice(node, what, choices) }
  }

  /// A map of `fields`, which change `start`; nil if a part of the map is invalid.
  package static func map(
    _ start: Value, _ fields: [DocumentField<Reader, Value>], least: Int = 0
  ) -> Self where Value: Sendable {
    Self(shape: DocumentShape(fields, least: least)) { reader, node, what in
      let known = reader.problemCount
      var value = start
      reader.read(node, what, fields, into: &value, least: least)
      return reader.problemCount == known ? value : nil
    }
  }

  /// One of several forms: the first form that fits the node.
  package static func either(_ forms: Self...) -> Self {
    let shapes = forms.flatMap(\.shape.alternatives)
    let needed = shapes.compactMap(\.required?.first).map { "'\($0)'" }
    return Self(shape: .either(shapes)) { reader, node, what in
      if let form = forms.first(where: { $0.shape.fits(node) }) {
        return form.read(&reader, node, what)
      }
      guard case .mapping(let entries) = node.content, !needed.isEmpty else {
        return forms[0].read(&reader, node, what)
      }
      let keys = shapes.flatMap(\.keys)
      if let entry = entries.first(where: { !keys.contains($0.key) }) {
        reader.reportUnknown(entry.key, entry.place, .unknownKey, "key", among: keys)
      } else {
        reader.report(
          node.place, .missing, "missing key \(needed.joined(separator: " or "))")
      }
      return nil
    }
  }

  /// The same value, or `absent` for a key without a value.
  package func or(_ absent: Value) -> Self where Value: Sendable {
    let read = read
    return Self(shape: .optional(shape)) { reader, node, what in
      node.isNull ? absent : read(&reader, node, what)
    }
  }

  /// The same value as the only entry of a map.
  package func under(_ key: String) -> Self where Value: Sendable {
    DocumentValue<Reader, Value?>.map(
      nil, [DocumentField(key, self, isRequired: true) { $0 = $1 }]
    ).checked { _, _, value in value }
  }

  /// The value, converted by `make`, which also receives the node; nil after `make` has reported a problem.
  package func checked<Other>(
    _ make: @escaping @Sendable (inout Reader, YAMLNode, Value) -> Other?
  ) -> DocumentValue<Reader, Other> {
    let read = read
    return DocumentValue<Reader, Other>(shape: shape) { reader, node, what in
      guard let value = read(&reader, node, what) else { return nil }
      return make(&reader, node, value)
    }
  }

  /// The value, converted by `make`.
  package func then<Other>(
    _ make: @escaping @Sendable (Value) -> Other
  ) -> DocumentValue<Reader, Other> {
    checked { _, _, value in make(value) }
  }

  /// A list of such values; nil if any value is invalid.
  package func list(least: Int = 0) -> DocumentValue<Reader, [Value]> {
    let read = read
    return DocumentValue<Reader, [Value]>(shape: .list(shape, least: least)) { reader, node, what in
      guard let items = reader.list(node, what) else { return nil }
      if items.count < least {
        reader.report(
          node.place, .missing, "\(what) needs \(least) or more items, not \(items.count)")
      }
      let values = items.compactMap { read(&reader, $0, what) }
      return values.count == max(items.count, least) ? values : nil
    }
  }

  /// A list of such values.
  ///
  /// A single value becomes a list of one, and a missing value an empty list.
  package var listOrOne: DocumentValue<Reader, [Value]> {
    let read = read
    return DocumentValue<Reader, [Value]>(shape: .listOrOne(shape)) { reader, node, what in
      if node.isNull { return [] }
      guard case .sequence(let items) = node.content else {
        return read(&reader, node, what).map { [$0] }
      }
      return items.compactMap { read(&reader, $0, what) }
    }
  }

  /// A map from names to such values: any names, or only those in `names`.
  package func named(
    _ names: [String]? = nil
  ) -> DocumentValue<Reader, [(name: String, value: Value, place: SourceLocation)]> {
    let (read, shape) = (read, shape)
    let map =
      names.map { DocumentShape.map(Dictionary(uniqueKeysWithValues: $0.map { ($0, shape) })) }
      ?? .map([:], others: shape)
    return .init(shape: map) { reader, node, what in
      guard case .mapping(let all) = node.content else {
        reader.refuse(node, what, "a map")
        return nil
      }
      let entries = names.map { reader.entries(node, what, keys: $0) ?? [] } ?? all
      return entries.compactMap { entry in
        read(&reader, entry.value, entry.key).map { (entry.key, $0, entry.place) }
      }
    }
  }
}

extension DocumentValue where Value == Bool {
  /// True or false.
  package static var truth: Self {
    Self(shape: .truth) { reader, node, what in reader.truth(node, what) }
  }
}

extension DocumentValue where Value == Double {
  /// A number, in a range if one is given.
  package static func number(in range: ClosedRange<Double>? = nil) -> Self {
    Self(shape: .number(range)) { reader, node, what in reader.number(node, what, in: range) }
  }
}

extension DocumentValue where Value == Int {
  /// A whole number in a range.
  package static func whole(in range: ClosedRange<Int>) -> Self {
    Self(shape: .whole(range)) { reader, node, what in reader.whole(node, what, in: range) }
  }
}

extension DocumentValue where Value == String {
  /// Any word.
  package static var text: Self {
    Self(shape: .text()) { reader, node, what in reader.word(node, what) }
  }

  /// A string of JSON.
  package static var string: Self {
    Self(shape: .string) { reader, node, what in
      if case .scalar(let text, isQuoted: true) = node.content { return text }
      reader.refuse(node, what, "a string")
      return nil
    }
  }

  /// A word of at least one character.
  package static var name: Self {
    Self(shape: .text(least: 1)) { reader, node, what in
      guard let text = reader.word(node, what) else { return nil }
      if !text.isEmpty { return text }
      reader.report(node.place, .missing, "\(what) must not be empty")
      return nil
    }
  }
}

extension DocumentValue
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of the cases of an enumeration, by raw value.
  package static var word: Self {
    Self(shape: .word(Value.allCases.map(\.rawValue))) { reader, node, what in
      reader.choice(node, what, Value.allCases.map { ($0.rawValue, $0) })
    }
  }
}
