import HapticAuthoring
import TextFormats

/// The JSON Schema of an app's manifest, for editors that know YAML.
enum ManifestSchema {
  /// The schema.
  ///
  /// Source: JSON Schema, draft 2020-12.
  static let schema: JSONValue = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Manifest of haptics and sound",
    "description": "What an app says about its haptics and its sound, for haptic lint.",
    "type": "object",
    "additionalProperties": false,
    "properties": [
      "app": object(AppManifest.appKeys),
      "audio": object(AppManifest.audioKeys),
      "remote": [
        "description": "What each remote command does; its own name, or ignored.",
        "type": mapTypes, "propertyNames": ["enum": texts(RemoteCommands.names)],
        "additionalProperties": scalar,
      ],
      "bindings": list(of: binding), "sounds": list(of: sound),
      "notices": scalars("What people are notified of; each event once."),
    ],
  ]

  /// The keys that are maps, by their names.
  private static let maps: [String: JSONValue] = [
    "voiceChat": [
      "description": "Voice chat: whether it can be switched off, and whether it starts by itself.",
      "type": mapTypes, "additionalProperties": false,
      "properties": ["toggle": ["type": "boolean"], "startsByItself": ["type": "boolean"]],
    ],
    "composites": [
      "description": "Assets of picture and sound: whether each is played in parts.",
      "type": "object", "additionalProperties": ["type": "boolean"],
    ],
  ]

  private static func object(_ keys: [AppManifest.Key]) -> JSONValue {
    let members = keys.map { key in
      (key.name, maps[key.name] ?? value(key.kind, key.summary))
    }
    return [
      "type": mapTypes, "additionalProperties": false,
      "properties": .object(Dictionary(uniqueKeysWithValues: members)),
    ]
  }

  private static func value(_ kind: AppManifest.ManifestValue, _ summary: String) -> JSONValue {
    let summary = JSONValue.text(summary)
    return switch kind {
    case .text: ["description": summary, "type": scalarTypes]
    case .boolean: ["description": summary, "type": "boolean"]
    case .texts: scalars(summary)
    case .word(let words): ["description": summary, "enum": texts(words)]
    case .map: ["description": summary, "type": "object"]
    }
  }

  /// What a text may be in YAML: a word that looks like a number is one, and is read as its text.
  private static let scalarTypes: JSONValue = ["string", "number", "boolean"]
  private static let scalar: JSONValue = ["type": scalarTypes]
  private static let name: JSONValue = ["type": scalarTypes, "minLength": 1]

  /// What a map may be in YAML: a key with nothing after it is a map of nothing.
  private static let mapTypes: JSONValue = ["object", "null"]

  /// A list of maps; one alone is a list of one, and nothing is a list of none.
  private static func list(of map: JSONValue) -> JSONValue {
    ["type": ["array", "object", "null"], "items": map, "if": ["type": "object"], "then": map]
  }

  /// A list of texts; one alone is a list of one, and nothing is a list of none.
  private static func scalars(_ description: JSONValue) -> JSONValue {
    [
      "description": description, "type": ["array", "string", "number", "boolean", "null"],
      "items": scalar,
    ]
  }

  private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.text)) }

  private static func words<Word: RawRepresentable & CaseIterable>(_: Word.Type) -> JSONValue
  where Word.RawValue == String {
    ["enum": texts(Word.allCases.map(\.rawValue))]
  }

  /// How often, and how many.
  private static let rate: JSONValue = ["type": "number", "minimum": 0, "maximum": 1_000_000]
  private static let count: JSONValue = ["type": "integer", "minimum": 0, "maximum": 1_000_000]

  private static var binding: JSONValue {
    let situation = words(AppManifest.Situation.self)
    let situations: JSONValue = [
      "type": ["array", "string", "null"], "items": situation, "if": ["type": "string"],
      "then": situation,
    ]
    return [
      "description":
        "A haptic and what it belongs to; without a pattern, an interaction that has none.",
      "type": "object", "required": ["id"], "additionalProperties": false,
      "properties": [
        "id": name, "cause": words(AppManifest.Cause.self),
        "event": ["description": "What happens, in words.", "type": scalarTypes],
        "control": ["description": "The control, such as switch.", "type": scalarTypes],
        "meaning": words(AppManifest.Meaning.self), "polarity": words(Polarity.self),
        "importance": [
          "description": "1 least, 3 most.", "type": "integer", "minimum": 1, "maximum": 3,
        ],
        "pattern": [
          "description": "A preset, a file, or a name of the library.", "type": scalarTypes,
        ],
        "delay": [
          "description": "Seconds after the cause.", "type": "number", "minimum": 0,
          "maximum": 3600,
        ],
        "overrides": scalars("What it changes of its preset."),
        "companions": list(of: companion),
        "situations": situations, "guarded": situations,
        "ratePerMinute": rate,
        "tested": [
          "type": mapTypes, "additionalProperties": false,
          "properties": ["people": count, "strengths": count],
        ],
        "magnitude": ["description": "How large the event is.", "type": "number"],
        "loops": ["type": "boolean"], "stops": ["type": "boolean"],
      ],
    ]
  }

  private static var companion: JSONValue {
    [
      "type": "object", "additionalProperties": false,
      "properties": [
        "channel": words(AppManifest.Companion.Channel.self), "kind": scalar,
        "offset": ["description": "Seconds after the haptic.", "type": "number"],
        "duration": ["description": "Seconds.", "type": "number"],
        "file": ["description": "The sound file of an audible one.", "type": scalarTypes],
      ],
    ]
  }

  private static var sound: JSONValue {
    [
      "type": "object", "required": ["file"], "additionalProperties": false,
      "properties": [
        "file": name, "use": words(AppManifest.Sound.Use.self),
        "caption": scalar, "visual": ["type": "boolean"],
        "explicit": ["description": "Heard although the device is silenced.", "type": "boolean"],
        "cause": words(AppManifest.Cause.self),
      ],
    ]
  }
}
