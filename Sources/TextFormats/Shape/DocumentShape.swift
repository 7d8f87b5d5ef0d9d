/// The permitted values at one place of a document, for JSON Schemas.
///
/// Shapes are derived from the fields (`DocumentField`) with which documents are read.
package indirect enum DocumentShape: Hashable, Sendable {
  /// Any value; the reader is stricter.
  case any
  /// True or false.
  case truth
  /// A number, in a range if one is given.
  case number(ClosedRange<Double>?)
  /// A whole number.
  case whole(ClosedRange<Int>)
  /// A word with at least `least` characters. A number is also read as a word.
  case text(least: Int = 0)
  /// A string of JSON.
  case string
  /// One of several words.
  case word([String])
  /// A list with a minimum number of items.
  case list(DocumentShape, least: Int = 0)
  /// A list; a single item is a list of one, and a missing value is an empty list.
  case listOrOne(DocumentShape)
  /// A map of these keys. Other keys have the shape `others`, or are not permitted if `others` is nil. The map has at
  /// least `least` entries and, unless `most` is nil, at most `most` entries.
  case map(
    [String: DocumentShape], others: DocumentShape? = nil, required: [String] = [], least: Int = 0,
    most: Int? = nil)
  /// One of several shapes.
  case either([DocumentShape])
  /// The same shape or nothing, as for a key without a value.
  case optional(DocumentShape)
  /// The same shape with a description.
  case described(DocumentShape, String)
  /// No value.
  case nothing

  /// The keys of a map, in alphabetical order; empty for another shape.
  package var keys: [String] {
    if case .map(let shapes, _, _, _, _) = self { shapes.keys.sorted() } else { [] }
  }

  /// The required keys of a map; nil for another shape.
  var required: [String]? {
    if case .map(_, _, let required, _, _) = self { required } else { nil }
  }

  /// The shapes that the value may have: several shapes, or only this shape.
  var alternatives: [DocumentShape] {
    if case .either(let shapes) = self { shapes } else { [self] }
  }

  /// Whether a reader that expects one of several shapes should choose this one for `node`.
  func fits(_ node: YAMLNode) -> Bool {
    switch (self, node.content) {
    case (.either(let shapes), _): shapes.contains { $0.fits(node) }
    case (.described(let shape, _), _): shape.fits(node)
    case (.map(_, _, let required, _, _), .mapping(let entries)):
      required.allSatisfy { key in entries.contains { $0.key == key } }
    case (.list, .sequence), (.listOrOne, .sequence): true
    case (.nothing, .scalar), (.optional, .scalar): node.isNull
    case (.map, _), (.list, _), (_, .sequence), (_, .mapping): false
    case (_, .scalar): true
    }
  }
}

extension DocumentShape {
  /// The JSON Schema of a document of this shape.
  ///
  /// Source: JSON Schema, draft 2020-12.
  package func document(title: String, description: String) -> JSONValue {
    var members = members
    members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    members["title"] = .text(title)
    members["description"] = .text(description)
    return .object(members)
  }

  /// The JSON Schema of the shape.
  private var schema: JSONValue { .object(members) }

  private var members: [String: JSONValue] {
    switch self {
    case .any: return [:]
    case .number(nil): return ["type": "number"]
    case .number(let range?): return Self.range("number", range)
    case .whole(let range):
      return Self.range("integer", Double(range.lowerBound)...Double(range.upperBound))
    case .text(let least):
      return ["type": Self.type(types)].merging(Self.limit("minLength", least)) { $1 }
    case .word(let words): return ["enum": .array(words.flatMap(Self.spellings))]
    case .list(let item, let least):
      return ["type": "array", "items": item.schema].merging(Self.limit("minItems", least)) { $1 }
    case .listOrOne(let item):
      let one: [String: JSONValue] = [
        "if": ["type": Self.type(item.types)], "then": item.schema,
      ]
      return ["type": Self.type(types), "items": item.schema]
        .merging(item == .text() ? [:] : one) { $1 }
    case .map(let keys, let others, let required, let least, let most):
      let limits = Self.limit("minProperties", least).merging(
        Self.limit("maxProperties", most ?? 0)
      ) { $1 }
      let needed = required.isEmpty ? [:] : ["required": Self.texts(required)]
      return [
        "type": "object", "properties": .object(keys.mapValues(\.schema)),
        "additionalProperties": others?.schema ?? false,
      ].merging(limits) { $1 }.merging(needed) { $1 }
    case .either(let shapes): return ["anyOf": .array(shapes.map(\.schema))]
    case .optional(let shape):
      return shape.members.merging(["type": Self.type(types)]) { $1 }
    case .described(let shape, let words):
      return shape.members.merging(["description": .text(words)]) { $1 }
    case .truth, .string, .nothing: return ["type": Self.type(types)]
    }
  }

  /// The JSON types that the shape permits.
  private var types: [JSONValue] {
    switch self {
    case .any, .either: []
    case .truth: ["boolean"]
    case .number: ["number"]
    case .whole: ["integer"]
    // YAML words that look like numbers are parsed as numbers, and are read as their text.
    case .text: ["string", "number", "boolean"]
    case .string, .word: ["string"]
    case .list: ["array"]
    case .listOrOne(let item): ["array"] + item.types + ["null"]
    case .map: ["object"]
    case .optional(let shape): shape.types + ["null"]
    case .described(let shape, _): shape.types
    case .nothing: ["null"]
    }
  }

  private static func type(_ types: [JSONValue]) -> JSONValue {
    types.count == 1 ? types[0] : .array(types)
  }

  private static func range(_ type: JSONValue, _ range: ClosedRange<Double>) -> [String: JSONValue]
  {
    ["type": type, "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
  }

  private static func limit(_ key: String, _ count: Int) -> [String: JSONValue] {
    count > 0 ? [key: .number(Double(count))] : [:]
  }

  private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.text)) }

  /// The values that an editor may see for a word without quotes, which include numbers and truth
  /// values.
  private static func spellings(of word: String) -> [JSONValue] {
    if let number = Double(word) { return [.text(word), .number(number)] }
    // Source: YAML 1.1, bool: some editors treat yes, no, on and off as truth values.
    switch word {
    case "true", "yes", "on": return [.text(word), true]
    case "false", "no", "off": return [.text(word), false]
    default: return [.text(word)]
    }
  }
}
