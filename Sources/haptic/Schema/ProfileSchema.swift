import HapticEngine

/// The JSON Schema of profile files.
enum ProfileSchema {
  /// The schema.
  ///
  /// Source: JSON Schema, draft 2020-12.
  static let schema: JSONValue = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Haptic profile",
    "description": "What turns intensity and sharpness into a signal.",
    "type": "object",
    "required": ["lowHertz", "highHertz", "gainContinuous", "gainTransient"],
    "additionalProperties": false,
    "properties": [
      "name": ["description": "By default that of the file.", "type": "string"],
      "summary": ["description": "What it is for, in a few words.", "type": "string"],
      "lowHertz": number("lowHertz", "The frequency of sharpness 0."),
      "highHertz": number("highHertz", "The frequency of sharpness 1, not below lowHertz."),
      "gainContinuous": number(
        "gainContinuous", "Amplitude of a continuous event at intensity 1, linear."),
      "gainTransient": number("gainTransient", "Amplitude of a transient at intensity 1, linear."),
      "intensityExponent": number(
        "intensityExponent", "Amplitude is intensity to this power; 1 where left out."),
      "gain": number("gain", "Gain of the whole haptic bus, linear; 1 where left out."),
      "actuator": [
        "description": "The resonance the haptic bus is played through; null for none.",
        "type": ["object", "null"],
        "required": ["resonanceHertz", "q"],
        "additionalProperties": false,
        "properties": [
          "resonanceHertz": number("actuator.resonanceHertz", "Resonance frequency."),
          "q": number("actuator.q", "Quality factor."),
        ],
      ],
    ],
  ]

  private static func number(_ path: String, _ description: String) -> JSONValue {
    var schema: [String: JSONValue] = ["type": "number", "description": .text(description)]
    if let range = Profile.ranges[path] {
      schema["minimum"] = .number(range.lowerBound)
      schema["maximum"] = .number(range.upperBound)
    }
    return .object(schema)
  }
}
