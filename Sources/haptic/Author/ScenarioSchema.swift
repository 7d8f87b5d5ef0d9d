import PhoneSimulator
import TextFormats

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
      "What happens to a phone and its apps; haptic session run knows names, files and times besides."
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
    case .whole(let range):
      return [
        "type": "integer", "minimum": .number(Double(range.lowerBound)),
        "maximum": .number(Double(range.upperBound)),
      ]
    case .list(let items, let least):
      var list: [String: JSONValue] = ["type": "array", "items": value(of: items)]
      if least > 0 { list["minItems"] = .number(Double(least)) }
      return .object(list)
    case .map(let keys, let others, let required, let least, let most):
      var map: [String: JSONValue] = [
        "type": "object", "properties": .object(keys.mapValues(value)),
        "additionalProperties": others.map(value) ?? false,
      ]
      if least > 0 { map["minProperties"] = .number(Double(least)) }
      if let most { map["maxProperties"] = .number(Double(most)) }
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
