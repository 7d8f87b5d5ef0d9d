import HapticEngine

extension ProblemCase {

  /// Files that are JSON, but not patterns.
  static let pattern: [ProblemCase] = [
    ProblemCase(
      .rootNotObject, "",
      "▸[]"),
    ProblemCase(.missingKey, "Pattern", "▸{\"Version\": 1}"),
    ProblemCase(
      .missingKey, "Patern",
      "{▸\"Patern\": []}"),
    ProblemCase(
      .missingKey, "Pattern[0].Event.EventType",
      #"{"Pattern": [{"Event": ▸{"Time": 0}}]}"#),
    ProblemCase(
      .missingKey, "Pattern[0].Event.Time",
      #"{"Pattern": [{"Event": ▸{"EventType": "HapticTransient"}}]}"#),
    ProblemCase(
      .missingKey, "Pattern[0].Event.EventParameters[1].Value",
      """
      {"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": 1},
        {"ParameterID": "HapticSharpness", ▸"Value": 1}]}}]}
      """),
    ProblemCase(
      .missingKey, "Pattern[0].Parameter.Time",
      """
      {"Pattern": [{"Parameter": ▸{"ParameterID": "HapticSharpnessControl", "ParameterValue": 1}}]}
      """),
    ProblemCase(
      .missingKey, "Pattern[0].ParameterCurve.ParameterCurveControlPoints",
      #"{"Pattern": [{"ParameterCurve": ▸{"ParameterID": "HapticSharpnessControl", "Time": 0}}]}"#),
    ProblemCase(
      .wrongType, "Pattern",
      #"{"Pattern": ▸{"Event": {}}}"#),
    ProblemCase(
      .wrongType, "Pattern[0]",
      #"{"Pattern": [▸null]}"#),
    ProblemCase(
      .wrongType, "Pattern[0].Event",
      #"{"Pattern": [{"Event": ▸[]}]}"#),
    ProblemCase(
      .wrongType, "Pattern[0].Event.Time",
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": ▸"0.5"}}]}"#),
    ProblemCase(
      .wrongType, "Pattern[0].Event.EventType",
      #"{"Pattern": [{"Event": {"EventType": ▸1, "Time": 0}}]}"#),
    ProblemCase(
      .wrongType, "Pattern[0].Event.EventParameters",
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0,
        "EventParameters": ▸{"HapticIntensity": 1}}}]}
      """),
    ProblemCase(
      .wrongType, "Pattern[0].Event.EventParameters[0].ParameterValue",
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0, "EventParameters":
        [{"ParameterID": "HapticIntensity", "ParameterValue": ▸null}]}}]}
      """),
    ProblemCase(
      .wrongType, "Pattern[0].Event.EventWaveformLoopEnabled",
      """
      {"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0, "EventWaveformPath": "a.wav",
        "EventWaveformLoopEnabled": ▸"yes"}}]}
      """),
    ProblemCase(
      .wrongType, "Pattern[0].ParameterCurve.ParameterCurveControlPoints[1]",
      """
      {"Pattern": [{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0,
        "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 1}, ▸0.5]}}]}
      """),
    ProblemCase(
      .unknownEntry, "Pattern[0].ParameterCurves",
      #"{"Pattern": [{▸"ParameterCurves": {}}]}"#),
    ProblemCase(
      .unknownEntry, "Pattern[0]",
      #"{"Pattern": [▸{}]}"#),
    ProblemCase(
      .ambiguousEntry, "Pattern[0]",
      """
      {"Pattern": [▸{"Event": {"EventType": "HapticTransient", "Time": 0}, "Parameter":
        {"ParameterID": "HapticSharpnessControl", "ParameterValue": 0, "Time": 0}}]}
      """),
    ProblemCase(
      .unknownEventType, "Pattern[0].Event.EventType",
      #"{"Pattern": [{"Event": {"Time": 0, "EventType": ▸"hapticTransient"}}]}"#),
    ProblemCase(
      .unknownParameter, "Pattern[0].Event.EventParameters[0].ParameterID",
      """
      {"Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 1,
        "EventParameters": [{"ParameterValue": 1, "ParameterID": ▸"HapticAttackTime"}]}}]}
      """),
    ProblemCase(
      .unknownParameter, "Pattern[0].Parameter.ParameterID",
      """
      {"Pattern": [{"Parameter": {"Time": 0, "ParameterID": ▸"HapticIntensity",
        "ParameterValue": 1}}]}
      """),
    ProblemCase(
      .invalidTime, "Pattern[0].Event.Time",
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": ▸-0.1}}]}"#),
    ProblemCase(
      .invalidTime, "Pattern[0].ParameterCurve.ParameterCurveControlPoints[0].Time",
      """
      {"Pattern": [{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0,
        "ParameterCurveControlPoints": [{"Time": ▸1e308, "ParameterValue": 1}]}}]}
      """),
    ProblemCase(
      .invalidDuration, "Pattern[0].Event.EventDuration",
      """
      {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": ▸-1}}]}
      """),
    ProblemCase(
      .noControlPoints, "Pattern[0].ParameterCurve.ParameterCurveControlPoints",
      """
      {"Pattern": [{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0,
        "ParameterCurveControlPoints": ▸[]}}]}
      """),
    ProblemCase(
      .missingWaveform, "Pattern[0].Event.EventWaveformPath",
      #"{"Pattern": [{"Event": ▸{"EventType": "AudioCustom", "Time": 0}}]}"#),
    ProblemCase(
      .missingWaveform, "Pattern[0].Event.EventWaveformPath",
      #"{"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0, "EventWaveformPath": ▸""}}]}"#
    ),
  ]
}
