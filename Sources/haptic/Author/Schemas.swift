import HapticEngine
import TextFormats

/// The JSON Schema of AHAP, for editors.
///
/// It accepts exactly the files that have none of the problems a schema can express.
///
/// The schema is stricter than a device. A device ignores unknown keys and clamps values, but an editor should mark
/// both.
enum AHAPSchema {
  /// The schema.
  ///
  /// Source: JSON Schema, draft 2020-12.
  static let schema: JSONValue = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "AHAP",
    "description": "A haptic pattern of Core Haptics.",
    "type": "object",
    "required": ["Pattern"],
    "additionalProperties": false,
    "properties": [
      "$schema": ["description": "The location of this schema, for editors."],
      "Version": ["description": "The version of the format.", "const": 1],
      "Metadata": ["description": "Information about the file; not played.", "type": "object"],
      "Pattern": [
        "type": "array", "minItems": 1,
        "items": [
          "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
          "properties": [
            "Event": ["$ref": "#/$defs/event"], "Parameter": ["$ref": "#/$defs/parameter"],
            "ParameterCurve": ["$ref": "#/$defs/curve"],
          ],
        ],
      ],
    ],
    "$defs": [
      "time": ["description": "Seconds.", "type": "number", "minimum": 0, "maximum": latest],
      "event": event, "parameter": parameter, "curve": curve,
    ],
  ]

  private static let latest = JSONValue.number(PatternLimits.maximumTime)
  private static let time: JSONValue = ["$ref": "#/$defs/time"]

  private static var event: JSONValue {
    [
      "type": "object",
      "required": ["EventType", "Time"],
      "additionalProperties": false,
      "properties": [
        "EventType": ["enum": words(EventType.allCases)],
        "Time": time,
        "EventDuration": time,
        "EventWaveformPath": ["type": "string", "minLength": 1, "pattern": "^[^/]"],
        "EventWaveformUseVolumeEnvelope": ["type": "boolean"],
        "EventWaveformLoopEnabled": ["type": "boolean"],
        "EventParameters": [
          "type": "array",
          "items": ["allOf": [value(EventParameter.ID.allCases) { $0.range }, sustained]],
        ],
      ],
      "allOf": .array(EventType.allCases.map { rules(of: $0) }),
    ]
  }

  /// Returns the keys that an event of this type has, and the keys that it ignores.
  private static func rules(of type: EventType) -> JSONValue {
    let parameters = EventParameter.ID.allCases.filter { $0.applies(to: type) }
    var then: [String: JSONValue] = [:]
    var properties: [String: JSONValue] = [
      "EventParameters": ["items": ["properties": ["ParameterID": ["enum": words(parameters)]]]]
    ]
    switch type {
    case .audioCustom: then["required"] = ["EventWaveformPath"]
    case .hapticTransient: properties["EventDuration"] = ["maximum": 0]
    case .hapticContinuous, .audioContinuous:
      then["required"] = ["EventDuration"]
      properties["EventDuration"] = [
        "exclusiveMinimum": 0, "maximum": .number(PatternLimits.maximumContinuousDuration),
      ]
    }
    if type != .audioCustom {
      for key in [
        "EventWaveformPath", "EventWaveformUseVolumeEnvelope", "EventWaveformLoopEnabled",
      ] { properties[key] = false }
    }
    then["properties"] = .object(properties)
    return [
      "if": [
        "properties": ["EventType": ["const": .text(type.rawValue)]], "required": ["EventType"],
      ],
      "then": .object(then),
    ]
  }

  /// The parameter that acts as a switch.
  private static let sustained: JSONValue = [
    "if": [
      "properties": ["ParameterID": ["const": .text(EventParameter.ID.sustained.rawValue)]],
      "required": ["ParameterID"],
    ],
    "then": ["properties": ["ParameterValue": ["enum": [0, 1]]]],
  ]

  private static var parameter: JSONValue {
    value(DynamicParameter.ID.allCases, and: ["Time": time]) { $0.range }
  }

  private static var curve: JSONValue {
    let point: JSONValue = [
      "type": "object", "required": ["Time", "ParameterValue"], "additionalProperties": false,
      "properties": ["Time": time, "ParameterValue": ["type": "number"]],
    ]
    return [
      "type": "object",
      "required": ["ParameterID", "Time", "ParameterCurveControlPoints"],
      "additionalProperties": false,
      "properties": [
        "ParameterID": ["enum": words(DynamicParameter.ID.allCases)],
        "Time": time,
        "ParameterCurveControlPoints": [
          "type": "array", "minItems": 1,
          "maxItems": .number(Double(PatternLimits.maximumControlPoints)), "items": point,
        ],
      ],
      "allOf": ranges(DynamicParameter.ID.allCases, { $0.range }) { range in
        [
          "ParameterCurveControlPoints": [
            "items": ["properties": ["ParameterValue": number(range)]]
          ]
        ]
      },
    ]
  }

  /// Returns an object with a parameter, its value, and `others`.
  private static func value<ID: RawRepresentable>(
    _ ids: [ID], and others: [String: JSONValue] = [:], _ range: (ID) -> ClosedRange<Double>
  ) -> JSONValue where ID.RawValue == String {
    let own: [String: JSONValue] = [
      "ParameterID": ["enum": words(ids)], "ParameterValue": ["type": "number"],
    ]
    return [
      "type": "object",
      "required": .array((["ParameterID", "ParameterValue"] + others.keys).map(JSONValue.text)),
      "additionalProperties": false,
      "properties": .object(own.merging(others) { own, _ in own }),
      "allOf": ranges(ids, range) { ["ParameterValue": number($0)] },
    ]
  }

  /// Returns the value ranges, each with the condition that selects the parameters with this range.
  ///
  /// With conditions, an editor marks the value instead of the parameter.
  private static func ranges<ID: RawRepresentable>(
    _ ids: [ID], _ range: (ID) -> ClosedRange<Double>,
    _ properties: (ClosedRange<Double>) -> JSONValue
  ) -> JSONValue where ID.RawValue == String {
    .array(
      byRange(ids, range).map { ids, range in
        [
          "if": [
            "properties": ["ParameterID": ["enum": words(ids)]], "required": ["ParameterID"],
          ],
          "then": ["properties": properties(range)],
        ]
      })
  }

  /// Returns the parameters grouped by range, in the order of each group's first parameter.
  private static func byRange<ID>(
    _ ids: [ID], _ range: (ID) -> ClosedRange<Double>
  ) -> [([ID], ClosedRange<Double>)] {
    var groups: [([ID], ClosedRange<Double>)] = []
    for id in ids {
      if let index = groups.firstIndex(where: { $0.1 == range(id) }) {
        groups[index].0.append(id)
      } else {
        groups.append(([id], range(id)))
      }
    }
    return groups
  }

  private static func words<Word: RawRepresentable>(_ words: [Word]) -> JSONValue
  where Word.RawValue == String {
    .array(words.map { .text($0.rawValue) })
  }

  private static func number(_ range: ClosedRange<Double>) -> JSONValue {
    [
      "type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
    ]
  }
}
