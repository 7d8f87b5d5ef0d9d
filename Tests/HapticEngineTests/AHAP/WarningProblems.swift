import HapticEngine

extension ProblemCase {
  private static let points = "Pattern[0].ParameterCurve.ParameterCurveControlPoints"

  /// Files that are patterns, but not played as written.
  ///
  /// Most have a second event, because the first alone would be silent.
  static let warnings: [ProblemCase] = [
    ProblemCase(
      .duplicateKey, "Version",
      "{\"Version\": 1.0, ▸\"Version\": 1, \"Pattern\": [\(tap)]}".marked),
    ProblemCase(
      .duplicateKey, "Metadata.Name",
      "{\"Metadata\": {\"Name\": \"a\", ▸\"Name\": \"b\"}, \"Pattern\": [\(tap)]}".marked),
    ProblemCase(
      .unknownKey, "Pattern[0].Event.Duration",
      """
      {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, ▸"Duration": 1}}]}
      """),
    ProblemCase(
      .unknownKey, "[\"my key\"]",
      "{▸\"my key\": {\"Time\": []}, \"Pattern\": [\(tap)]}".marked),
    ProblemCase(
      .keyNotApplicable, "Pattern[0].Event.EventWaveformPath",
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0,
        "EventWaveformPath": ▸"a.wav"}}]}
      """),
    ProblemCase(
      .parameterNotApplicable, "Pattern[0].Event.EventParameters[1]",
      event(
        "HapticTransient",
        """
        {"ParameterID": "HapticIntensity", "ParameterValue": 1},
        ▸{"ParameterID": "AttackTime", "ParameterValue": 0.5}
        """)),
    ProblemCase(
      .duplicateParameter, "Pattern[0].Event.EventParameters[1]",
      event(
        "HapticTransient",
        """
        {"ParameterID": "HapticIntensity", "ParameterValue": 0},
        ▸{"ParameterID": "HapticIntensity", "ParameterValue": 1}
        """)),
    ProblemCase(
      .valueOutOfRange, "Pattern[0].Event.EventParameters[0].ParameterValue",
      event("HapticTransient", #"{"ParameterID": "HapticSharpness", "ParameterValue": ▸-1.0}"#)),
    ProblemCase(
      .valueOutOfRange, "\(points)[1].ParameterValue",
      curve(
        0,
        """
        {"Time": 0, "ParameterValue": 1}, {"Time": 1, "ParameterValue": ▸-0.25}
        """)),
    ProblemCase(
      .booleanForNumber, "Pattern[0].Event.EventParameters[0].ParameterValue",
      event(
        "HapticContinuous", #"{"ParameterID": "Sustained", "ParameterValue": ▸false}"#, duration: 1)
    ),
    ProblemCase(
      .partlySustained, "Pattern[0].Event.EventParameters[0]",
      event(
        "HapticContinuous", #"▸{"ParameterID": "Sustained", "ParameterValue": 0.5}"#, duration: 1)),
    ProblemCase(
      .keyNotApplicable, "Pattern[0].Event.EventWaveformPath",
      """
      {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 1,
        "EventWaveformPath": ▸null}}]}
      """),
    ProblemCase(
      .lateCurve, "Pattern[1].ParameterCurve",
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0.5}},
        {"ParameterCurve": ▸{"ParameterID": "HapticIntensityControl", "Time": 2,
        "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 1}]}}]}
      """),
    ProblemCase(
      .controlNotApplicable, "Pattern[1].ParameterCurve",
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0.5}},
        {"ParameterCurve": ▸{"ParameterID": "AudioVolumeControl", "Time": 0,
        "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 1}]}}]}
      """),
    ProblemCase(
      .implausibleTime, "Pattern",
      #"{"Pattern": ▸[{"Event": {"EventType": "HapticTransient", "Time": 1e8}}]}"#),
    ProblemCase(
      .numberForBoolean, "Pattern[0].Event.EventWaveformLoopEnabled",
      """
      {"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0, "EventWaveformPath": "a.wav",
        "EventWaveformLoopEnabled": ▸1}}]}
      """),
    ProblemCase(
      .unknownVersion, "Version",
      "{\"Version\": ▸2, \"Pattern\": [\(tap)]}".marked),
    ProblemCase(
      .unknownVersion, "Version",
      "{\"Version\": ▸\"1.0\", \"Pattern\": [\(tap)]}".marked),
    ProblemCase(
      .ignoredMetadata, "Metadata",
      "{\"Metadata\": ▸\"a tap\", \"Pattern\": [\(tap)]}".marked),
    ProblemCase(
      .missingDuration, "Pattern[0].Event.EventDuration",
      #"{"Pattern": [{"Event": ▸{"EventType": "AudioContinuous", "Time": 0}}]}"#),
    ProblemCase(
      .zeroDuration, "Pattern[0].Event.EventDuration",
      """
      {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": ▸0}}]}
      """),
    ProblemCase(
      .longEvent, "Pattern[0].Event.EventDuration",
      """
      {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0,
        "EventDuration": ▸30.001}}]}
      """),
    ProblemCase(
      .transientDuration, "Pattern[0].Event.EventDuration",
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0, "EventDuration": ▸1}}]}
      """),
    ProblemCase(
      .manyControlPoints, points,
      curve(
        0, (0..<17).map { "{\"Time\": \($0), \"ParameterValue\": 1}" }.joined(separator: ", "),
        beforePoints: "▸")),
    ProblemCase(
      .unorderedControlPoints, "\(points)[2]",
      curve(
        0,
        """
        {"Time": 0, "ParameterValue": 1}, {"Time": 2, "ParameterValue": 1},
        ▸{"Time": 1, "ParameterValue": 0}
        """)),
    ProblemCase(
      .equalControlPointTimes, "\(points)[1]",
      curve(
        0,
        """
        {"Time": 0.5, "ParameterValue": 1}, ▸{"Time": 0.5, "ParameterValue": 0}
        """)),
    ProblemCase(
      .absoluteControlPointTimes, points,
      curve(
        15,
        """
        {"Time": 15, "ParameterValue": 1}, {"Time": 16, "ParameterValue": 0}
        """, beforePoints: "▸")),
    ProblemCase(
      .overlappingCurves, "Pattern[2].ParameterCurve",
      """
      {"Pattern": [{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 1,
        "ParameterCurveControlPoints":
        [{"Time": 0, "ParameterValue": 1}, {"Time": 1, "ParameterValue": 0}]}},
        {"Event": {"EventType": "HapticTransient", "Time": 2.5}},
        {"ParameterCurve": ▸{"ParameterID": "HapticIntensityControl", "Time": 1.25,
        "ParameterCurveControlPoints":
        [{"Time": 0.25, "ParameterValue": 1}, {"Time": 1, "ParameterValue": 0}]}}]}
      """),
    ProblemCase(
      .absoluteWaveformPath, "Pattern[0].Event.EventWaveformPath",
      """
      {"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0,
        "EventWaveformPath": ▸"/etc/passwd"}}]}
      """),
    ProblemCase(
      .escapingWaveformPath, "Pattern[0].Event.EventWaveformPath",
      """
      {"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0,
        "EventWaveformPath": ▸"a/../../b.wav"}}]}
      """),
    ProblemCase(
      .emptyPattern, "Pattern", #"{"Pattern": ▸[]}"#),
    ProblemCase(
      .silentPattern, "Pattern",
      """
      {"Pattern": ▸[{"Parameter": {"ParameterID": "HapticSharpnessControl", "ParameterValue": 0,
        "Time": 0}}]}
      """),
    ProblemCase(
      .silentPattern, "Pattern",
      """
      {"Pattern": ▸[{"Parameter": {"ParameterID": "HapticIntensityControl", "ParameterValue": 0,
        "Time": 0}}, {"Event": {"EventType": "HapticTransient", "Time": 0}}]}
      """),
  ]

  private static let tap = #"{"Event": {"EventType": "HapticTransient", "Time": 0}}"#

  private static func event(
    _ type: String, _ parameters: String, duration: Int? = nil
  ) -> MarkedText {
    let length = duration.map { "\"EventDuration\": \($0)," } ?? ""
    return """
      {"Pattern": [{"Event": {"EventType": "\(type)", "Time": 0, \(length) "EventParameters": [
      \(parameters)]}}]}
      """.marked
  }

  private static func curve(
    _ time: Int, _ points: String, beforePoints mark: String = ""
  ) -> MarkedText {
    """
    {"Pattern": [{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": \(time),
      "ParameterCurveControlPoints": \(mark)[
    \(points)]}}, \(tap)]}
    """.marked
  }
}

extension String {
  fileprivate var marked: MarkedText { MarkedText(stringLiteral: self) }
}
