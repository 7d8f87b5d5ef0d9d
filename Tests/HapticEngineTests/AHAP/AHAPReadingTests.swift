import HapticEngine
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
  func `what Core Haptics reads is read without a word`(text: String) throws {
    let reading = AHAP.read(text: text)
    #expect(reading.diagnostics == [])
    #expect(reading.pattern == (try HapticPattern(events: [HapticEvent(.hapticTransient)])))
  }

  @Test func `everything that an entry can say is kept, in order of the file`() throws {
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

  @Test func `of a key that is there twice the last one counts`() {
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
    let reading = AHAP.read(text: "{\"Pattern\": [\(Self.tap), \(curves)]}")
    #expect(reading.diagnostics == [])
  }

  @Test func `a sound that is missing or too large is told where it is first named`() {
    let sound = { (path: String) in
      "{\"Event\": {\"EventType\": \"AudioCustom\", \"Time\": 0, \"EventWaveformPath\": \"\(path)\"}}"
    }
    let paths = ["a.wav", "b.wav", "a.wav", "c.wav", "../d.wav", "c.wav"]
    let reading = AHAP.read(
      text: "{\"Pattern\": [\n\(paths.map(sound).joined(separator: ",\n"))]}")
    var asked: [String] = []
    let checked = reading.checkingWaveforms(inFolder: "/sounds") { path in
      asked.append(path)
      return ["/sounds/a.wav": 8 << 20, "/sounds/c.wav": 4][path]
    }
    #expect(asked == ["/sounds/a.wav", "/sounds/b.wav", "/sounds/c.wav"])
    #expect(
      checked.diagnostics.map { "\($0.line):\($0.column) \($0.path) \($0.code.rawValue)" } == [
        "3:72 Pattern[1].Event.EventWaveformPath waveform-not-found",
        "5:72 Pattern[3].Event.EventWaveformPath too-much-audio",
        "6:72 Pattern[4].Event.EventWaveformPath escaping-waveform-path",
      ])
    #expect(
      checked.diagnostics.map(\.message).prefix(2) == [
        "there is no sound file \"b.wav\" in the folder of sounds",
        "with \"c.wav\" the sounds take 8388612 bytes when decoded; a device loads 8388608",
      ])
    #expect(checked.warningCount == 3)
    #expect(checked.pattern == reading.pattern)
  }

  @Test(arguments: [
    ("a.wav", WaveformPlace.inside), ("a/../b.wav", .inside), ("./a", .inside), ("a..b", .inside),
    ("..", .outside), ("a/../../b/c", .outside), ("./../a", .outside), ("/a", .absolute),
    ("a//..//../x", .outside), ("...", .inside),
  ])
  func `a path is judged by its letters`(path: String, place: WaveformPlace) {
    #expect(WaveformPlace(path) == place)
  }
}
