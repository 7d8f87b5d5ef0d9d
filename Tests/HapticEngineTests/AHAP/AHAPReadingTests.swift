import HapticEngine
import Realtime
import Testing

@Suite struct AHAPReadingTests {
  static let tap = #"{"Event": {"EventType": "HapticTransient", "Time": 0}}"#

  @Test(arguments: [
    "{\"Version\": 1, \"Pattern\": [\(tap)]}",
    "{\"Pattern\": [\(tap)], \"Version\": 1.0}",
    "{\"Pattern\": [\(tap),],}",
    "\u{FEFF}{\"Pattern\": [\(tap)]}\r\n",
    "\t{\"Pattern\"\n:[\(tap) , ] , }  ",
    #"{"Patt\u0065rn": [{"Event": {"Time": -0.0E+3, "EventType": "Haptic\u0054ransient"}}]}"#,
    "{\"Version\":1e0,\"Pattern\":[\(tap)]}",
  ])
  func `texts that Core Haptics accepts are read without diagnostics`(text: String) throws {
    let reading = AHAP.read(text: text)
    #expect(reading.diagnostics == [])
    #expect(reading.pattern == (try HapticPattern(events: [HapticEvent(.hapticTransient)])))
  }

  @Test func `all values of entries are kept, in the order of the file`() throws {
    let reading = AHAP.read(
      text: #"""
        {"Metadata": {"Name": "x", "Tempo": 120, "Tags": [ "a", {"b": null , } ]}, "Pattern": [
          {"ParameterCurve": {"ParameterCurveControlPoints": [
            {"ParameterValue": 0.5, "Time": 0}, {"Time": 1, "ParameterValue": 1}],
            "Time": 3, "ParameterID": "AudioVolumeControl"}},
          {"Event": {"EventParameters": [{"ParameterValue": true, "ParameterID": "Sustained"}],
            "EventDuration": 1.5, "EventType": "HapticContinuous", "Time": 2}},
          {"Parameter": {"ParameterValue": 0.25, "Time": 1, "ParameterID": "AudioPitchControl"}},
          {"Event": {"EventWaveformLoopEnabled": true, "EventWaveformUseVolumeEnvelope": false,
            "EventWaveformPath": "s/a.wav", "EventType": "AudioCustom", "Time": 0}}]}
        """#)
    #expect(
      reading.pattern
        == (try HapticPattern(
          entries: [
            .curve(
              ParameterCurve(
                .audioVolumeControl, at: 3, controlPoints: [.init(at: 0, 0.5), .init(at: 1, 1)])),
            .event(
              HapticEvent(
                .hapticContinuous, at: 2, duration: 1.5,
                parameters: [EventParameter(.sustained, 1)])),
            .parameter(DynamicParameter(.audioPitchControl, 0.25, at: 1)),
            .event(
              HapticEvent(
                .audioCustom,
                waveform: .init(path: "s/a.wav", usesVolumeEnvelope: false, loops: true))),
          ],
          metadata: ["Name": "x", "Tempo": .number(120), "Tags": .json(#"["a",{"b":null}]"#)])))
  }

  @Test func `if a key is repeated, the last one counts`() {
    let reading = AHAP.read(
      text: #"""
        {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 1}}],
         "Pattern": [{"Event": {"EventType": "HapticContinuous", "EventType": "HapticTransient",
           "Time": 2, "Time": 3}}]}
        """#)
    #expect(reading.pattern?.events == [HapticEvent(.hapticTransient, at: 3)])
    #expect(reading.diagnostics.map(\.code) == [.duplicateKey, .duplicateKey, .duplicateKey])
  }

  @Test func `curves that follow each other do not overlap`() {
    let curve = { (time: Double) in
      """
      {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": \(time),
        "ParameterCurveControlPoints":
        [{"Time": 0, "ParameterValue": 1}, {"Time": 0.1, "ParameterValue": 0}]}}
      """
    }
    let times = (0..<50).map { Double($0) * 0.1 }
    let curves = times.reversed().map(curve).joined(separator: ",")
    let last = #"{"Event": {"EventType": "HapticTransient", "Time": 5}}"#
    let reading = AHAP.read(text: "{\"Pattern\": [\(last), \(curves)]}")
    #expect(reading.diagnostics == [])
  }

  @Test(arguments: [
    "EventWaveformPath", "EventWaveformLoopEnabled", "EventWaveformUseVolumeEnvelope",
  ])
  func `null is an error if its key applies, and otherwise a warning`(key: String) {
    let event = { (type: String, path: String) in
      #"{"Pattern": [{"Event": {"EventType": "\#(type)", "Time": 0, "EventDuration": 1"#
        + "\(path), \"\(key)\": null}}]}"
    }
    let haptic = AHAP.read(text: event("HapticContinuous", ""))
    #expect(haptic.diagnostics.map(\.code) == [.keyNotApplicable])
    let audio = AHAP.read(
      text: event(
        "AudioCustom", key == "EventWaveformPath" ? "" : #", "EventWaveformPath": "a.wav""#))
    #expect(audio.diagnostics.map(\.code) == [.wrongType])
    #expect(audio.pattern == nil)
  }

  @Test(arguments: [(0.01, 1.0, false), (0.5, 1.0, false), (1, 1.5, true), (15, 15.5, true)])
  func `control points are reported as absolute only if the curve would continue past the end`(
    time: Double, first: Double, isNotified: Bool
  ) {
    let reading = AHAP.read(
      text: """
        {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 2}},
          {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": \(time),
          "ParameterCurveControlPoints": [{"Time": \(first), "ParameterValue": 1}]}}]}
        """)
    #expect(reading.diagnostics.contains { $0.code == .absoluteControlPointTimes } == isNotified)
  }

  @Test func `if one curve counts from the start of the pattern, so do similar ones`() {
    let curves = [0.5, 1.2].map {
      """
      {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": \($0),
        "ParameterCurveControlPoints": [{"Time": \($0), "ParameterValue": 1}]}}
      """
    }
    let event =
      #"{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 2}}"#
    for (count, expected) in [(1, 0), (2, 2)] {
      let entries = ([event] + curves.prefix(count)).joined(separator: ", ")
      let reading = AHAP.read(text: "{\"Pattern\": [\(entries)]}")
      #expect(reading.diagnostics.count { $0.code == .absoluteControlPointTimes } == expected)
    }
  }

  @Test func `the key for the schema is accepted without a warning`() {
    let reading = AHAP.read(
      text: """
        {"$schema": "ahap.schema.json", "Pattern": [
          {"Event": {"EventType": "HapticTransient", "Time": 0}}]}
        """)
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func `a sound that is missing or too large is reported at its first mention`() {
    let sound = { (path: String) in
      "{\"Event\": {\"EventType\": \"AudioCustom\", \"Time\": 0, \"EventWaveformPath\": \"\(path)\"}}"
    }
    let paths = ["a.wav", "b.wav", "a.wav", "c.wav", "../d.wav", "c.wav"]
    let reading = AHAP.read(
      text: "{\"Pattern\": [\n\(paths.map(sound).joined(separator: ",\n"))]}")
    var asked: [String] = []
    let checked = reading.checkingWaveforms { path throws(SoundLibrary.Problem) in
      asked.append(path)
      if let size = ["a.wav": 8 << 20, "c.wav": 4][path] { return size }
      throw SoundLibrary.Problem(
        SoundDecodingError(.unreadable, path: path, detail: "No sound."), path: path)
    }
    #expect(asked == ["a.wav", "b.wav", "c.wav"])
    #expect(
      checked.diagnostics.map { "\($0.line):\($0.column) \($0.path) \($0.code.rawValue)" } == [
        "3:72 Pattern[1].Event.EventWaveformPath waveform-not-found",
        "5:72 Pattern[3].Event.EventWaveformPath too-much-audio",
        "6:72 Pattern[4].Event.EventWaveformPath escaping-waveform-path",
      ])
    #expect(
      checked.diagnostics.map(\.message).prefix(2) == [
        "the sound file \"b.wav\": No sound",
        "with \"c.wav\", the decoded sounds occupy 8388612 bytes; a device loads at most 8388608",
      ])
    #expect(checked.warningCount == 3)
    #expect(checked.pattern == reading.pattern)
  }

  @Test(arguments: [
    ("a.wav", WaveformPlace.inside), ("a/../b.wav", .inside), ("./a", .inside), ("a..b", .inside),
    ("..", .outside), ("a/../../b/c", .outside), ("./../a", .outside), ("/a", .absolute),
    ("a//..//../x", .outside), ("...", .inside),
  ])
  func `the text of a path decides whether the path leaves the folder`(
    path: String, place: WaveformPlace
  ) {
    #expect(WaveformPlace(path) == place)
  }
}
