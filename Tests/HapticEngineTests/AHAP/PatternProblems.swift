import HapticEngine

extension ProblemCase {
  private static let dictionary = " (Core Haptics: invalidPatternDictionary, -4814)"
  private static let event = " (Core Haptics: badEventEntry, -4830)"
  private static let parameter = " (Core Haptics: badParameterEntry, -4831)"

  /// Files that are JSON, but no pattern.
  static let pattern: [ProblemCase] = [
    ProblemCase(
      .rootNotObject, "", "the outermost value must be an object in { }, not an array\(dictionary)",
      "▸[]"),
    ProblemCase(.missingKey, "Pattern", "Pattern is missing\(dictionary)", "▸{\"Version\": 1}"),
    ProblemCase(
      .missingKey, "Patern",
      "Pattern is missing, and \"Patern\" is an unknown key; did you mean 'Pattern'?\(dictionary)",
      "{▸\"Patern\": []}"),
    ProblemCase(
      .missingKey, "Pattern[0].Event.EventType", "EventType is missing\(event)",
      #"{"Pattern": [{"Event": ▸{"Time": 0}}]}"#),
    ProblemCase(
      .missingKey, "Pattern[0].Event.Time", "Time is missing\(event)",
      #"{"Pattern": [{"Event": ▸{"EventType": "HapticTransient"}}]}"#),
    ProblemCase(
      .missingKey, "Pattern[0].Event.EventParameters[1].Value",
      "ParameterValue is missing, and \"Value\" is an unknown key; did you mean 'ParameterValue'?\(event)",
      """
      {"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": 1},
        {"ParameterID": "HapticSharpness", ▸"Value": 1}]}}]}
      """),
    ProblemCase(
      .missingKey, "Pattern[0].Parameter.Time", "Time is missing\(parameter)",
      """
      {"Pattern": [{"Parameter": ▸{"ParameterID": "HapticSharpnessControl", "ParameterValue": 1}}]}
      """),
    ProblemCase(
      .missingKey, "Pattern[0].ParameterCurve.ParameterCurveControlPoints",
      "ParameterCurveControlPoints is missing\(parameter)",
      #"{"Pattern": [{"ParameterCurve": ▸{"ParameterID": "HapticSharpnessControl", "Time": 0}}]}"#),
    ProblemCase(
      .wrongType, "Pattern",
      "Pattern must be an array of entries in [ ], not an object\(dictionary)",
      #"{"Pattern": ▸{"Event": {}}}"#),
    ProblemCase(
      .wrongType, "Pattern[0]",
      "an entry must be an object with an Event, Parameter or ParameterCurve, not null\(dictionary)",
      #"{"Pattern": [▸null]}"#),
    ProblemCase(
      .wrongType, "Pattern[0].Event", "an Event must be an object, not an array\(event)",
      #"{"Pattern": [{"Event": ▸[]}]}"#),
    ProblemCase(
      .wrongType, "Pattern[0].Event.Time",
      "Time must be a number, not a text; leave out the quotes\(event)",
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": ▸"0.5"}}]}"#),
    ProblemCase(
      .wrongType, "Pattern[0].Event.EventType", "EventType must be a text, not a number\(event)",
      #"{"Pattern": [{"Event": {"EventType": ▸1, "Time": 0}}]}"#),
    ProblemCase(
      .wrongType, "Pattern[0].Event.EventParameters",
      "EventParameters must be an array in [ ], not an object\(event)",
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0,
        "EventParameters": ▸{"HapticIntensity": 1}}}]}
      """),
    ProblemCase(
      .wrongType, "Pattern[0].Event.EventParameters[0].ParameterValue",
      "ParameterValue must be a number, not null\(event)",
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0, "EventParameters":
        [{"ParameterID": "HapticIntensity", "ParameterValue": ▸null}]}}]}
      """),
    ProblemCase(
      .wrongType, "Pattern[0].Event.EventWaveformLoopEnabled",
      "EventWaveformLoopEnabled must be true or false, not a text\(event)",
      """
      {"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0, "EventWaveformPath": "a.wav",
        "EventWaveformLoopEnabled": ▸"yes"}}]}
      """),
    ProblemCase(
      .wrongType, "Pattern[0].ParameterCurve.ParameterCurveControlPoints[1]",
      "a control point must be an object, not a number\(parameter)",
      """
      {"Pattern": [{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0,
        "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 1}, ▸0.5]}}]}
      """),
    ProblemCase(
      .unknownEntry, "Pattern[0].ParameterCurves",
      "\"ParameterCurves\" is none of Event, Parameter and ParameterCurve; did you mean "
        + "'ParameterCurve'?\(dictionary)",
      #"{"Pattern": [{▸"ParameterCurves": {}}]}"#),
    ProblemCase(
      .unknownEntry, "Pattern[0]",
      "an entry must have an Event, a Parameter or a ParameterCurve\(dictionary)",
      #"{"Pattern": [▸{}]}"#),
    ProblemCase(
      .ambiguousEntry, "Pattern[0]",
      "an entry is one of Event, Parameter and ParameterCurve; this one is more\(dictionary)",
      """
      {"Pattern": [▸{"Event": {"EventType": "HapticTransient", "Time": 0}, "Parameter":
        {"ParameterID": "HapticSharpnessControl", "ParameterValue": 0, "Time": 0}}]}
      """),
    ProblemCase(
      .unknownEventType, "Pattern[0].Event.EventType",
      "\"hapticTransient\" is not a type of event; did you mean 'HapticTransient'? (Core Haptics: "
        + "invalidEventType, -4821)",
      #"{"Pattern": [{"Event": {"Time": 0, "EventType": ▸"hapticTransient"}}]}"#),
    ProblemCase(
      .unknownParameter, "Pattern[0].Event.EventParameters[0].ParameterID",
      "\"HapticAttackTime\" is not a parameter of an event; did you mean 'AttackTime'? (Core Haptics: "
        + "invalidParameterType, -4820)",
      """
      {"Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 1,
        "EventParameters": [{"ParameterValue": 1, "ParameterID": ▸"HapticAttackTime"}]}}]}
      """),
    ProblemCase(
      .unknownParameter, "Pattern[0].Parameter.ParameterID",
      "\"HapticIntensity\" is not a parameter that can be controlled; did you mean "
        + "'HapticIntensityControl'? (Core Haptics: invalidParameterType, -4820)",
      """
      {"Pattern": [{"Parameter": {"Time": 0, "ParameterID": ▸"HapticIntensity",
        "ParameterValue": 1}}]}
      """),
    ProblemCase(
      .invalidTime, "Pattern[0].Event.Time",
      "Time is -0.1: it cannot be negative (Core Haptics: invalidEventTime, -4822)",
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": ▸-0.1}}]}"#),
    ProblemCase(
      .invalidTime, "Pattern[0].ParameterCurve.ParameterCurveControlPoints[0].Time",
      "Time is 1e+308 seconds, more than the 1000000000.0 that a pattern can last (Core Haptics: "
        + "invalidEventTime, -4822)",
      """
      {"Pattern": [{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0,
        "ParameterCurveControlPoints": [{"Time": ▸1e308, "ParameterValue": 1}]}}]}
      """),
    ProblemCase(
      .invalidDuration, "Pattern[0].Event.EventDuration",
      "EventDuration is -1.0: it cannot be negative (Core Haptics: invalidEventDuration, -4823)",
      """
      {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": ▸-1}}]}
      """),
    ProblemCase(
      .noControlPoints, "Pattern[0].ParameterCurve.ParameterCurveControlPoints",
      "a parameter curve needs at least one control point\(parameter)",
      """
      {"Pattern": [{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0,
        "ParameterCurveControlPoints": ▸[]}}]}
      """),
    ProblemCase(
      .missingWaveform, "Pattern[0].Event.EventWaveformPath",
      "an AudioCustom event needs an EventWaveformPath, the path of its sound file (Core Haptics: "
        + "invalidAudioResource, -4824)",
      #"{"Pattern": [{"Event": ▸{"EventType": "AudioCustom", "Time": 0}}]}"#),
    ProblemCase(
      .missingWaveform, "Pattern[0].Event.EventWaveformPath",
      "EventWaveformPath is empty; it must be the path of a sound file (Core Haptics: "
        + "invalidAudioResource, -4824)",
      #"{"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0, "EventWaveformPath": ▸""}}]}"#
    ),
  ]
}
