import Foundation
import Testing

/// `haptic convert`.
struct ConvertTests {
  static let clip = """
    {"version": {"major": 1, "minor": 0, "patch": 0}, "signals": {"continuous": {"envelopes":
      {"amplitude": [{"time": 0, "amplitude": 0.25}, {"time": 1, "amplitude": 0.25,
        "emphasis": {"amplitude": 0.81, "frequency": 0.3}}, {"time": 2, "amplitude": 0.25}],
       "frequency": [{"time": 0, "frequency": 0.25}]}}}}
    """

  @Test func `the extensions determine the formats, and losses are listed one by one`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.clip, to: "clip.haptic")
    let outcome = try Program.run("convert", "clip.haptic", "clip.ahap", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.text.isEmpty)
    try Snapshot.expect(outcome.words, is: "convert-losses", in: folder)
    #expect(try Program.run("validate", "clip.ahap", in: folder).status == 0)
    let back = try Program.run("convert", "clip.ahap", "back.haptic", in: folder)
    #expect(back.status == 0 && back.words.isEmpty)
  }

  @Test func `--strict prevents a conversion with losses`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.clip, to: "clip.haptic")
    let refused = try Program.run("convert", "clip.haptic", "a.ahap", "--strict", in: folder)
    #expect(refused.status == 1)
    #expect(refused.words.hasSuffix("clip.haptic: 1 loss; nothing written\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.ahap")))
    let apart = try Program.run(
      "convert", "clip.haptic", "a.ahap", "--strict", "--transients", "apart", in: folder)
    #expect(apart.status == 0, "\(apart.words)")
    for name in ["a_continuous.ahap", "a_transients.ahap"] {
      #expect(try Program.run("validate", name, in: folder).status == 0)
    }
  }

  @Test func `--transients apart requires a clip as input`() throws {
    let outcome = try Program.run(
      "convert", "heartbeat", "x.ahap", "--transients", "apart", in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(
      outcome.words.contains("--transients apart is for haptic, hjif, haps, android-xml, whose"))
  }

  @Test func `converting a clip to a clip keeps everything`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.clip, to: "clip.haptic")
    let outcome = try Program.run("convert", "clip.haptic", "same.haptic", "--strict", in: folder)
    #expect(outcome.status == 0 && outcome.words.isEmpty, "\(outcome.words)")
    let hjif = try Program.run("convert", "clip.haptic", "clip.hjif", in: folder)
    #expect(hjif.status == 0 && !hjif.words.contains("[transient"), "\(hjif.words)")
  }

  @Test func `losses are a JSON object for programs`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.clip, to: "clip.haptic")
    let outcome = try Program.run("convert", "clip.haptic", "clip.xml", "--json", in: folder)
    #expect(outcome.status == 0 && outcome.words.isEmpty)
    let report = try #require(try outcome.json() as? [String: Any])
    #expect(report["from"] as? String == "haptic")
    #expect(report["to"] as? String == "android-xml")
    #expect(report["files"] as? [String] == ["clip.xml"])
    let losses = try #require(report["losses"] as? [[String: Any]])
    #expect(losses.count == report["lossCount"] as? Int)
    #expect(losses.allSatisfy { $0["kind"] is String && $0["size"] is Double })
  }

  @Test func `losses beyond the first thousand are counted in text and in JSON`() throws {
    let folder = try ScratchFolder()
    let taps = (0..<1_200).map { index in
      """
      {"Event": {"Time": \(Double(index) / 10), "EventType": "HapticTransient", "EventParameters": [
        {"ParameterID": "HapticSharpness", "ParameterValue": 0.9}]}}
      """
    }
    let tone = #"{"Event": {"Time": 130, "EventType": "AudioContinuous", "EventDuration": 1}}"#
    try folder.write(
      "{\"Version\": 1, \"Pattern\": [\((taps + [tone]).joined(separator: ", "))]}", to: "a.ahap")
    let text = try Program.run("convert", "a.ahap", "a.haps", in: folder)
    #expect(text.status == 0)
    #expect(text.words.contains("a.ahap: lost: 1200 times ("))
    #expect(text.words.contains("audio events are not supported [sound]"))
    #expect(text.words.contains("1201 losses in all; --json lists only the first 1000 one by one"))
    let json = try Program.run("convert", "a.ahap", "b.haps", "--json", in: folder)
    let report = try #require(try json.json() as? [String: Any])
    #expect((report["losses"] as? [Any])?.count == 1_000)
    #expect(report["lossCount"] as? Int == 1_201)
    #expect(report["unlistedLossCount"] as? Int == 201)
    let groups = try #require(report["lossGroups"] as? [[String: Any]])
    #expect(groups.compactMap { $0["count"] as? Int }.sorted() == [1, 1_200])
    #expect(Set(groups.compactMap { $0["kind"] as? String }) == ["sharpness", "sound"])
  }

  @Test func `an exact copy of Android's XML passes --strict, with a note about devices`() throws {
    let folder = try ScratchFolder()
    // 30 points of 5 ms are more than every device plays.
    let points = (1...30).map { index in
      let level = index == 30 ? "0.0" : index.isMultiple(of: 2) ? "0.25" : "0.75"
      return "    <control-point intensity=\"\(level)\" sharpness=\"0.5\" durationMs=\"5\"/>\n"
    }
    let file =
      "<vibration-effect>\n  <basic-envelope-effect initialSharpness=\"0.5\">\n\(points.joined())"
      + "  </basic-envelope-effect>\n</vibration-effect>\n"
    try folder.write(file, to: "a.xml")
    let outcome = try Program.run("convert", "a.xml", "b.xml", "--strict", in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.words.hasPrefix("a.xml: note: "))
    #expect(try folder.read("b.xml") == Data(file.utf8))
    let json = try Program.run("convert", "a.xml", "c.xml", "--strict", "--json", in: folder)
    let report = try #require(try json.json() as? [String: Any])
    #expect((report["notes"] as? [String])?.count == 1 && report["lossCount"] as? Int == 0)
  }

  @Test(arguments: ["android-waveform", "android-xml-waveform"])
  func `an exact copy of adjacent steps passes --strict, because only AHAP has releases`(
    format: String
  ) throws {
    let folder = try ScratchFolder()
    let steps = [(30, 200), (20, 250), (10, 0), (3, 100), (2, 50)]
    let entries = steps.map {
      "    <waveform-entry durationMs=\"\($0.0)\" amplitude=\"\($0.1)\"/>\n"
    }
    let xml =
      "<vibration-effect>\n  <waveform-effect>\n\(entries.joined())  </waveform-effect>\n"
      + "</vibration-effect>\n"
    let json = """
      {
        "timings": [30, 20, 10, 3, 2],
        "amplitudes": [200, 250, 0, 100, 50],
        "repeat": -1
      }

      """
    let file = format == "android-waveform" ? json : xml
    let copy = try Program.run(
      "convert", "-", "-", "--strict", "--from", format, "--to", format, input: Data(file.utf8),
      in: folder)
    #expect(copy.status == 0 && copy.words.isEmpty, "\(copy.words)")
    #expect(copy.text == file)
    let pattern = try Program.run(
      "convert", "-", "-", "--strict", "--from", format, "--to", "ahap", input: Data(file.utf8),
      in: folder)
    #expect(pattern.status == 1 && pattern.words.contains("released in their last 5 ms"))
  }

  @Test func `presets, standard input and standard output are converted`() throws {
    let folder = try ScratchFolder()
    let tap = try Program.run(
      "convert", "impact.rigid", "-", "--to", "web-vibration", in: folder)
    #expect(tap.status == 0)
    #expect(tap.text == "[20]\n")
    let piped = try Program.run(
      "convert", "-", "-", "--from", "web-vibration", "--to", "android-waveform",
      input: Data("[10, 20, 30]".utf8), in: folder)
    #expect(piped.status == 0)
    #expect(piped.text.contains("\"timings\": [10, 20, 30]"))
  }

  @Test func `a pattern with inputs is converted at one value of each input`() throws {
    let folder = try ScratchFolder()
    #expect(
      try Program.run(
        "convert", "jump-from-ground", "high.ahap", "--input", "height=3.2", in: folder
      ).status == 0)
    // It matches the render at that value, and no longer declares inputs.
    for (arguments, name) in [
      (["jump-from-ground", "--input", "height=3.2"], "a.wav"), (["high.ahap"], "b.wav"),
    ] {
      #expect(try Program.run(["render"] + arguments + ["-o", name], in: folder).status == 0)
    }
    #expect(try folder.read("a.wav") == folder.read("b.wav"))
    #expect(try !String(decoding: folder.read("high.ahap"), as: UTF8.self).contains("Inputs"))
    let other = try Program.run(
      "convert", "high.ahap", "x.ahap", "--input", "height=1", in: folder)
    #expect(other.status == 64 && other.words.contains("height"), "\(other.words)")
    #expect(try !folder.names.contains("x.ahap"))
  }

  @Test func `the functions of two source files have different names`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.clip, to: "clip.haptic")
    let outcome = try Program.run(
      "convert", "clip.haptic", "switch.swift", "--transients", "apart", in: folder)
    #expect(outcome.status == 0)
    for part in ["continuous", "transients"] {
      let text = try String(
        contentsOfFile: folder.path("switch_\(part).swift"), encoding: .utf8)
      #expect(text.contains("func haptic_switch_\(part)()"))
    }
  }

  static let failures: [(arguments: [String], status: Int32)] = [
    (["convert", "a.txt", "b.ahap"], 64), (["convert", "impact.rigid", "b.txt"], 64),
    (["convert", "impact.rigid", "b.ahap", "--to", "hapitc"], 64),
    (["convert", "impact.rigid", "-", "--to", "ahap", "--json"], 64),
    (["convert", "a.swift", "b.ahap"], 64), (["convert", "missing.haptic", "b.ahap"], 66),
    (["convert", "broken.haptic", "b.ahap"], 65),
    (["convert", "impact.rigid", "no/where/b.haptic"], 73),
  ]

  @Test func `the input is never overwritten, by whatever name`() throws {
    let folder = try ScratchFolder()
    let bytes = Data(TestPattern.clamped.utf8)
    try folder.write(bytes, to: "x.ahap")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("y.haptic"),
      withDestinationURL: folder.url.appendingPathComponent("x.ahap"))
    for output in ["x.ahap", "./x.ahap", "y.haptic"] {
      let outcome = try Program.run("convert", "x.ahap", output, "--to", "haptic", in: folder)
      #expect(outcome.status == 64 && outcome.words.contains("would be overwritten"), "\(output)")
      #expect(try folder.read("x.ahap") == bytes)
    }
  }

  @Test(arguments: failures)
  func `an impossible conversion gives a reason and does not write a file`(
    arguments: [String], status: Int32
  ) throws {
    let folder = try ScratchFolder()
    try folder.write("x", to: "a.txt")
    try folder.write("{", to: "broken.haptic")
    let outcome = try Program.run(arguments, in: folder)
    #expect(outcome.status == status, "\(outcome.words)")
    #expect(!outcome.words.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path("b.ahap")))
  }

  @Test func `a broken clip is reported with line and column`() throws {
    let folder = try ScratchFolder()
    try folder.write("{\n  \"version\": {\"major\": 9}\n}", to: "broken.haptic")
    let outcome = try Program.run("convert", "broken.haptic", "b.ahap", in: folder)
    #expect(outcome.words.hasPrefix("broken.haptic:2:14: error: "))
  }

  @Test func `two files that belong together are written only if both can be`() throws {
    let folder = try ScratchFolder()
    let made = try Program.run(
      "new", "x.ahap", "--notation", "buzz 300ms 0.5/0.5, rest 100ms, tap 1", in: folder)
    #expect(made.status == 0)
    #expect(try Program.run("convert", "x.ahap", "x.haptic", in: folder).status == 0)
    try folder.write("", to: "y_transients.ahap/inside")
    let outcome = try Program.run(
      "convert", "x.haptic", "y.ahap", "--transients", "apart", in: folder)
    #expect(outcome.status == 73, "\(outcome.words)")
    #expect(try folder.names == ["x.ahap", "x.haptic", "y_transients.ahap"])
  }

  @Test(arguments: [
    (["convert", "heartbeat", "x.wav"], "haptic render"),
    (["convert", "x.wav", "x.ahap"], "haptic listen"),
  ])
  func `a conversion to or from a sound names the right command`(
    arguments: [String], command: String
  ) throws {
    let outcome = try Program.run(arguments, in: try ScratchFolder())
    #expect(outcome.status == 64 && outcome.words.contains(command), "\(outcome.words)")
  }

  @Test func `existing files are replaced only with --force, and two files only together`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.clip, to: "clip.haptic")
    try folder.write("tuned by hand", to: "a_transients.ahap")
    let line = ["convert", "clip.haptic", "a.ahap", "--transients", "apart"]
    let refused = try Program.run(line, in: folder)
    #expect(refused.status == 73)
    #expect(refused.words == "haptic: a_transients.ahap: the file exists; --force replaces it\n")
    #expect(try folder.names == ["a_transients.ahap", "clip.haptic"])
    #expect(try folder.read("a_transients.ahap") == Data("tuned by hand".utf8))
    #expect(try Program.run(line + ["--force"], in: folder).status == 0)
    #expect(try Program.run("validate", "a_transients.ahap", in: folder).status == 0)
  }

  @Test func `a message says 'format haptic' if it does not mean the program`() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"Pattern": []}"#, to: "x.ahap")
    let outcome = try Program.run("convert", "x.ahap", "x.haptic", in: folder)
    #expect(
      outcome.words
        == "haptic: x.ahap: cannot be written as format haptic: "
        + "the pattern does not contain a vibration or a transient\n")
  }

  @Test(arguments: ["android-waveform", "web-vibration", "hjif", "force-feedback"])
  func `a vibration that rounds to 0 ms is not called missing`(format: String) throws {
    let folder = try ScratchFolder()
    let made = try Program.run("new", "x.ahap", "--notation", "buzz 0.4ms 0.5/0.5", in: folder)
    #expect(made.status == 0)
    let outcome = try Program.run("convert", "x.ahap", "-", "--to", format, in: folder)
    #expect(outcome.status == 65 && outcome.text.isEmpty)
    #expect(
      outcome.words
        == "haptic: x.ahap: cannot be written as format \(format): every vibration of the pattern is "
        + "shorter than a millisecond, and the format has whole milliseconds\n")
  }
}
