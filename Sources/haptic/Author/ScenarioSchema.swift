import PhoneSimulator

/// The JSON Schema of a scenario, for editors that know YAML.
enum ScenarioSchema {
  /// The schema.
  ///
  /// Source: JSON Schema, draft 2020-12.
  static let schema: JSONValue = {
    guard case .object(var schema) = value(of: .scenario) else { return [:] }
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "Scenario"
    schema["description"] =
      "What happens to a phone and its apps, for haptic session run. Arguments of verbs are checked there."
    return .object(schema)
  }()

  private static func value(of shape: ScenarioShape) -> JSONValue {
    switch shape {
    case .any: return [:]
    case .truth: return ["type": "boolean"]
    case .number(let range):
      return [
        "type": "number", "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ]
    case .text: return ["type": ["string", "number", "boolean"]]
    case .word(let words):
      // What is written without quotes may be a number or a truth value to an editor.
      return ["enum": .array(words.flatMap(Self.spellings))]
    case .list(let items): return ["type": "array", "items": value(of: items)]
    case .map(let keys, let others, let required):
      var map: [String: JSONValue] = [
        "type": "object", "properties": .object(keys.mapValues(value)),
        "additionalProperties": others.map(value) ?? false,
      ]
      if !required.isEmpty { map["required"] = .array(required.map { .text($0) }) }
      return .object(map)
    case .either(let shapes): return ["anyOf": .array(shapes.map(value))]
    case .nothing: return ["type": "null"]
    }
  }

  private static func spellings(of word: String) -> [JSONValue] {
    if let number = Double(word) { return [.text(word), .number(number)] }
    // Source: YAML 1.1, bool: yes, no, on and off are truth values to some editors.
    switch word {
    case "true", "yes", "on": return [.text(word), true]
    case "false", "no", "off": return [.text(word), false]
    default: return [.text(word)]
    }
  }
}
