import HapticAuthoring

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
        "type": "object", "propertyNames": ["enum": texts(RemoteCommands.names)],
        "additionalProperties": ["type": "string"],
      ],
      "bindings": ["type": "array", "items": binding],
      "sounds": ["type": "array", "items": sound],
      "notices": [
        "description": "What people are notified of; each event once.", "type": "array",
        "items": ["type": "string"],
      ],
    ],
  ]

  private static func object(_ keys: [AppManifest.Key]) -> JSONValue {
    let members = keys.map { key in (key.name, value(key.kind, key.summary)) }
    return [
      "type": "object", "additionalProperties": false,
      "properties": .object(Dictionary(uniqueKeysWithValues: members)),
    ]
  }

  private static func value(_ kind: AppManifest.ManifestValue, _ summary: String) -> JSONValue {
    let summary = JSONValue.text(summary)
    return switch kind {
    case .text: ["description": summary, "type": "string"]
    case .number: ["description": summary, "type": "number"]
    case .boolean: ["description": summary, "type": "boolean"]
    case .texts: ["description": summary, "type": "array", "items": ["type": "string"]]
    case .word(let words): ["description": summary, "enum": texts(words)]
    case .map: ["description": summary, "type": "object"]
    }
  }

  private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.text)) }

  private static func words<Word: RawRepresentable & CaseIterable>(_: Word.Type) -> JSONValue
  where Word.RawValue == String {
    ["enum": texts(Word.allCases.map(\.rawValue))]
  }

  private static var binding: JSONValue {
    let situations: JSONValue = ["type": "array", "items": words(AppManifest.Situation.self)]
    return [
      "description":
        "A haptic and what it belongs to; without a pattern, an interaction that has none.",
      "type": "object", "required": ["id"], "additionalProperties": false,
      "properties": [
        "id": ["type": "string"], "cause": words(AppManifest.Cause.self),
        "event": ["description": "What happens, in words.", "type": "string"],
        "control": ["description": "The control, such as switch.", "type": "string"],
        "meaning": words(AppManifest.Meaning.self), "polarity": words(Polarity.self),
        "importance": ["description": "1 least, 3 most.", "type": "number"],
        "pattern": [
          "description": "A preset, a file, or a name of the library.", "type": "string",
        ],
        "delay": ["description": "Seconds after the cause.", "type": "number"],
        "overrides": ["type": "array", "items": ["type": "string"]],
        "companions": ["type": "array", "items": companion],
        "situations": situations, "guarded": situations,
        "ratePerMinute": ["type": "number"],
        "tested": [
          "type": "object", "additionalProperties": false,
          "properties": ["people": ["type": "number"], "strengths": ["type": "number"]],
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
        "channel": words(AppManifest.Companion.Channel.self), "kind": ["type": "string"],
        "offset": ["description": "Seconds after the haptic.", "type": "number"],
        "duration": ["description": "Seconds.", "type": "number"],
        "file": ["description": "The sound file of an audible one.", "type": "string"],
      ],
    ]
  }

  private static var sound: JSONValue {
    [
      "type": "object", "required": ["file"], "additionalProperties": false,
      "properties": [
        "file": ["type": "string"], "use": words(AppManifest.Sound.Use.self),
        "caption": ["type": "string"], "visual": ["type": "boolean"],
        "explicit": ["description": "Heard although the device is silenced.", "type": "boolean"],
        "cause": words(AppManifest.Cause.self),
      ],
    ]
  }
}
