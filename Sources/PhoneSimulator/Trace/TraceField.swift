internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime
internal import TextFormats
internal import YAMLText

/// A key in a line of a trace, with the functions that read and write its value.
struct TraceField<Value: Sendable>: Sendable {
  let name: String
  let value: ScenarioValue<Value>
  /// The value for lines without the key; nil if the key is required.
  let absent: Value?
  /// Returns the value as JSON, given the names of the apps; nil to omit the key.
  let write: @Sendable (Value, AppNames) -> JSONValue?

  init(
    _ name: String, _ value: ScenarioValue<Value>, absent: Value? = nil,
    write: @escaping @Sendable (Value, AppNames) -> JSONValue?
  ) {
    self.name = name
    self.value = value
    self.absent = absent
    self.write = write
  }

  /// A choice among `words`.
  static func word(_ name: String, _ words: [(String, Value)]) -> TraceField
  where Value: Equatable {
    TraceField(name, .choice(name, words)) { value, _ in
      words.first { $0.1 == value }.map { .text($0.0) }
    }
  }

  /// A choice among the raw values of all cases.
  static func word(_ name: String) -> TraceField
  where Value: CaseIterable & RawRepresentable<String> & Equatable {
    word(name, Value.allCases.map { ($0.rawValue, $0) })
  }
}

extension TraceField<String> {
  static func text(_ name: String) -> TraceField {
    TraceField(name, .text) { value, _ in .text(value) }
  }
}

extension TraceField<Bool> {
  static func truth(_ name: String) -> TraceField {
    TraceField(name, .truth) { value, _ in .boolean(value) }
  }
}

extension TraceField<Double> {
  static func number(_ name: String) -> TraceField {
    TraceField(name, .number()) { value, _ in .number(value) }
  }
}

extension TraceField<Double?> {
  static func number(ifAny name: String) -> TraceField {
    TraceField(
      name, ScenarioValue<Double>.number(in: 0...ScenarioReader.longest).then { $0 },
      absent: .some(nil)
    ) { value, _ in value.map { .number($0) } }
  }
}

extension TraceField<Int64> {
  static func frame(_ name: String) -> TraceField {
    TraceField(name, ScenarioValue<Double>.number(in: 0...1e15).then { Int64($0) }) { value, _ in
      .number(Double(value))
    }
  }
}

extension TraceField<[String]> {
  static func words(_ name: String) -> TraceField {
    TraceField(name, ScenarioValue<String>.text.list()) { value, _ in
      .array(value.map { .text($0) })
    }
  }
}

extension TraceField<AppNotice> {
  /// The event that an app receives, as written in scenarios.
  static let notice = TraceField(
    "notice",
    ScenarioValue<String>.text.checked { reader, node, line in
      if let notice = AppNotice(line: line) { return notice }
      reader.reportUnknown(
        line, node.place, .unknownWord, "notice", among: AppNotice.all.map(\.line))
      return nil
    }
  ) { notice, _ in .text(notice.line) }
}

extension TraceField<PlayVerdict> {
  static let verdict = TraceField.word(
    "verdict",
    [("played", .played)] + SuppressionReason.allCases.map { ($0.rawValue, .suppressed($0)) })
}

extension TraceField<SessionErrorCode?> {
  /// The four characters of a call's error.
  static let error = TraceField(
    "error",
    ScenarioValue(shape: .word(Vocabulary.errors)) { reader, node, _ in
      reader.error(node).map(Optional.some)
    }, absent: .some(nil)
  ) { error, _ in error.map { .text($0.fourCharacters) } }
}

extension TraceField<ScenarioStep.Content> {
  /// The actor's action, as written in a step of a scenario.
  static let step = TraceField(
    "do", ScenarioValue(shape: .any) { reader, node, _ in reader.tracedStep(node) }
  ) { content, names in
    let words =
      if case .app(_, let action, _) = content {
        AppVerbs.wording(of: action, names)
      } else {
        SystemActor.wording(of: content, names)?.words
      }
    return words.flatMap { YAMLDocuments(Array($0.step.utf8)).roots.first.map(JSONValue.init) }
  }
}

extension JSONValue {
  /// Converts a YAML node.
  fileprivate init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let text, isQuoted: true): self = .text(text)
    case .scalar("true", _): self = true
    case .scalar("false", _): self = false
    case .scalar(let text, _):
      self = Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? .text(text)
    case .sequence(let items): self = .array(items.map { JSONValue($0) })
    case .mapping(let entries):
      self = .object(
        Dictionary(entries.map { ($0.key, JSONValue($0.value)) }, uniquingKeysWith: { $1 }))
    }
  }
}

/// A kind of line in a trace, with its keys.
///
/// The row is the only source for the reader, the writer and the schema.
struct TraceRow: Sendable {
  /// The value of the key `what`.
  let name: String
  /// The description in the schema.
  let summary: String
  /// The keys of a line and their shapes.
  let keys: [(name: String, shape: DocumentShape, isRequired: Bool)]
  /// Reads an entry of this kind from a line.
  ///
  /// If keys are missing or wrong, reports problems and returns nil.
  let read: @Sendable (inout ScenarioReader, YAMLNode) -> TraceEntry.What?
  /// Returns the keys and values of an entry; nil if the entry is of another kind.
  let write: @Sendable (TraceEntry.What, AppNames) -> [(String, JSONValue)]?

  init<each Value: Sendable>(
    _ name: String, _ summary: String, _ fields: repeat TraceField<each Value>,
    is make: @escaping @Sendable (repeat each Value) -> TraceEntry.What,
    from take: @escaping @Sendable (TraceEntry.What) -> (repeat each Value)?
  ) {
    self.name = name
    self.summary = summary
    var keys: [(name: String, shape: DocumentShape, isRequired: Bool)] = []
    for field in repeat each fields {
      keys.append((field.name, field.value.shape, field.absent == nil))
    }
    self.keys = keys
    read = { reader, node in
      func read<Field>(_ field: TraceField<Field>) throws -> Field {
        guard let value = reader.value(of: field, in: node) else { throw Unreadable() }
        return value
      }
      return try? make(repeat read(each fields))
    }
    write = { what, names in
      guard let values = take(what) else { return nil }
      var written: [(String, JSONValue)] = []
      for (field, value) in repeat (each fields, each values) {
        if let json = field.write(value, names) { written.append((field.name, json)) }
      }
      return written
    }
  }

  private struct Unreadable: Error {}
}

extension ScenarioReader {
  fileprivate mutating func value<Value>(of field: TraceField<Value>, in node: YAMLNode) -> Value? {
    guard case .mapping(let entries) = node.content,
      let entry = entries.first(where: { $0.key == field.name })
    else {
      if field.absent == nil { report(node.place, .missing, "missing key '\(field.name)'") }
      return field.absent
    }
    return field.value.read(&self, entry.value, field.name)
  }
}
