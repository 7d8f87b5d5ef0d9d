import HapticEngine

extension ProblemCase {
  private static let points = "Pattern[0].ParameterCurve.ParameterCurveControlPoints"

  /// Files that are patterns, but not played as they are written.
  ///
  /// Most have a second event that is heard, where the first alone would be silent.
  static let warnings: [ProblemCase] = [
    ProblemCase(
      .duplicateKey, "Version", "Version is there twice; the last one counts",
      "{\"Version\": 1.0, ▸\"Version\": 1, \"Pattern\": [\(tap)]}".marked),
    ProblemCase(
      .duplicateKey, "Metadata.Name", "\"Name\" is there twice; the last one counts",
      "{\"Metadata\": {\"Name\": \"a\", ▸\"Name\": \"b\"}, \"Pattern\": [\(tap)]}".marked),
    ProblemCase(
      .unknownKey, "Pattern[0].Event.Duration",
      "unknown key \"Duration\", which is ignored; did you mean 'EventDuration'?",
      """
      {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, ▸"Duration": 1}}]}
      """),
    ProblemCase(
      .unknownKey, "[\"my key\"]", "unknown key \"my key\", which is ignored",
      "{▸\"my key\": {\"Time\": []}, \"Pattern\": [\(tap)]}".marked),
    ProblemCase(
      .keyNotApplicable, "Pattern[0].Event.EventWaveformPath",
      "EventWaveformPath is for AudioCustom events; a HapticTransient event ignores it",
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0,
        "EventWaveformPath": ▸"a.wav"}}]}
      """),
    ProblemCase(
      .parameterNotApplicable, "Pattern[0].Event.EventParameters[1]",
      "a HapticTransient event does not respond to AttackTime",
      event(
        "HapticTransient",
        """
        {"ParameterID": "HapticIntensity", "ParameterValue": 1},
        ▸{"ParameterID": "AttackTime", "ParameterValue": 0.5}
        """)),
    ProblemCase(
      .duplicateParameter, "Pattern[0].Event.EventParameters[1]",
      "the event has HapticIntensity twice; the last one counts",
      event(
        "HapticTransient",
        """
        {"ParameterID": "HapticIntensity", "ParameterValue": 0},
        ▸{"ParameterID": "HapticIntensity", "ParameterValue": 1}
        """)),
    ProblemCase(
      .valueOutOfRange, "Pattern[0].Event.EventParameters[0].ParameterValue",
      "HapticSharpness goes from 0.0 to 1.0; -1.0 is clamped to 0.0",
      event("HapticTransient", #"{"ParameterID": "HapticSharpness", "ParameterValue": ▸-1.0}"#)),
    ProblemCase(
      .valueOutOfRange, "\(points)[1].ParameterValue",
      "HapticIntensityControl goes from 0.0 to 1.0; -0.25 is clamped to 0.0",
      curve(
        0,
        """
        {"Time": 0, "ParameterValue": 1}, {"Time": 1, "ParameterValue": ▸-0.25}
        """)),
    ProblemCase(
      .booleanForNumber, "Pattern[0].Event.EventParameters[0].ParameterValue",
      "ParameterValue is a number; false counts as 0",
      event(
        "HapticContinuous", #"{"ParameterID": "Sustained", "ParameterValue": ▸false}"#, duration: 1)
    ),
    ProblemCase(
      .partlySustained, "Pattern[0].Event.EventParameters[0]",
      "Sustained is 0 or 1; 0.5 counts as 1",
      event(
        "HapticContinuous", #"▸{"ParameterID": "Sustained", "ParameterValue": 0.5}"#, duration: 1)),
    ProblemCase(
      .keyNotApplicable, "Pattern[0].Event.EventWaveformPath",
      "EventWaveformPath is for AudioCustom events; a HapticContinuous event ignores it",
      """
      {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 1,
        "EventWaveformPath": ▸null}}]}
      """),
    ProblemCase(
      .lateCurve, "Pattern[1].ParameterCurve",
      "HapticIntensityControl begins at 2.0, after the last event has ended, at 0.5; it changes "
        + "nothing but the length of the pattern",
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0.5}},
        {"ParameterCurve": ▸{"ParameterID": "HapticIntensityControl", "Time": 2,
        "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 1}]}}]}
      """),
    ProblemCase(
      .controlNotApplicable, "Pattern[1].ParameterCurve",
      "AudioVolumeControl changes nothing: the pattern has no audio events",
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0.5}},
        {"ParameterCurve": ▸{"ParameterID": "AudioVolumeControl", "Time": 0,
        "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 1}]}}]}
      """),
    ProblemCase(
      .implausibleTime, "Pattern",
      "the pattern lasts 100000000.0 seconds, more than a day; times are in seconds, not in milliseconds",
      #"{"Pattern": ▸[{"Event": {"EventType": "HapticTransient", "Time": 1e8}}]}"#),
    ProblemCase(
      .numberForBoolean, "Pattern[0].Event.EventWaveformLoopEnabled",
      "EventWaveformLoopEnabled is true or false; 1.0 counts as true",
      """
      {"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0, "EventWaveformPath": "a.wav",
        "EventWaveformLoopEnabled": ▸1}}]}
      """),
    ProblemCase(
      .unknownVersion, "Version", "the version of the format is 1, not 2.0",
      "{\"Version\": ▸2, \"Pattern\": [\(tap)]}".marked),
    ProblemCase(
      .unknownVersion, "Version", "Version is the number 1, not a text",
      "{\"Version\": ▸\"1.0\", \"Pattern\": [\(tap)]}".marked),
    ProblemCase(
      .ignoredMetadata, "Metadata",
      "Metadata is an object of names and texts, not a text; it is not kept",
      "{\"Metadata\": ▸\"a tap\", \"Pattern\": [\(tap)]}".marked),
    ProblemCase(
      .missingDuration, "Pattern[0].Event.EventDuration",
      "without an EventDuration the event plays until it is faded out after 30.0 seconds",
      #"{"Pattern": [{"Event": ▸{"EventType": "AudioContinuous", "Time": 0}}]}"#),
    ProblemCase(
      .zeroDuration, "Pattern[0].Event.EventDuration",
      "to a device an EventDuration of 0 is the same as none: the event has no fixed end",
      """
      {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": ▸0}}]}
      """),
    ProblemCase(
      .longEvent, "Pattern[0].Event.EventDuration",
      "a continuous event is faded out after 30.0 seconds",
      """
      {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0,
        "EventDuration": ▸30.001}}]}
      """),
    ProblemCase(
      .transientDuration, "Pattern[0].Event.EventDuration",
      "an EventDuration does not make a transient longer; it only moves the end of the pattern",
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0, "EventDuration": ▸1}}]}
      """),
    ProblemCase(
      .manyControlPoints, points,
      "17 control points; a device takes 16 in a curve, more need another curve",
      curve(
        0, (0..<17).map { "{\"Time\": \($0), \"ParameterValue\": 1}" }.joined(separator: ", "),
        beforePoints: "▸")),
    ProblemCase(
      .unorderedControlPoints, "\(points)[2]",
      "this control point is before the one above it; they are taken in order of time",
      curve(
        0,
        """
        {"Time": 0, "ParameterValue": 1}, {"Time": 2, "ParameterValue": 1},
        ▸{"Time": 1, "ParameterValue": 0}
        """)),
    ProblemCase(
      .equalControlPointTimes, "\(points)[1]",
      "two control points are at 0.5; they make a step, to the later one's value",
      curve(
        0,
        """
        {"Time": 0.5, "ParameterValue": 1}, ▸{"Time": 0.5, "ParameterValue": 0}
        """)),
    ProblemCase(
      .absoluteControlPointTimes, points,
      "control points count from the start of the curve, at 15.0; the first is at 15.0, as if it "
        + "counted from the start of the pattern",
      curve(
        15,
        """
        {"Time": 15, "ParameterValue": 1}, {"Time": 16, "ParameterValue": 0}
        """, beforePoints: "▸")),
    ProblemCase(
      .overlappingCurves, "Pattern[2].ParameterCurve",
      "this curve of HapticIntensityControl begins at 1.5, before the one in Pattern[0] ends, at "
        + "2.0; the later one governs",
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
      "\"/etc/passwd\" is an absolute path; sounds are found from the folder of sounds only, so this "
        + "one is not played",
      """
      {"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0,
        "EventWaveformPath": ▸"/etc/passwd"}}]}
      """),
    ProblemCase(
      .escapingWaveformPath, "Pattern[0].Event.EventWaveformPath",
      "\"a/../../b.wav\" leads out of the folder of sounds, so it is not played",
      """
      {"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0,
        "EventWaveformPath": ▸"a/../../b.wav"}}]}
      """),
    ProblemCase(
      .emptyPattern, "Pattern", "the pattern has no entries", #"{"Pattern": ▸[]}"#),
    ProblemCase(
      .silentPattern, "Pattern", "the pattern has no events, so nothing ever plays",
      """
      {"Pattern": ▸[{"Parameter": {"ParameterID": "HapticSharpnessControl", "ParameterValue": 0,
        "Time": 0}}]}
      """),
    ProblemCase(
      .silentPattern, "Pattern", "nothing ever plays: every event, or the control over it, is at 0",
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
