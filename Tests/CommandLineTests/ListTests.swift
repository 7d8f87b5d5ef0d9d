import Foundation
import HapticEngine
import Testing

/// Lists, new files, and reports on patterns.
struct ListTests {
  @Test func `every preset and every file of the library is listed and usable`() throws {
    let folder = try ScratchFolder()
    let list = try #require(
      try Program.run("presets", "--json", in: folder).json() as? [[String: Any]])
    let names = list.compactMap { $0["name"] as? String }
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(Program.package)/Patterns")
      .filter { $0.hasSuffix(".ahap") }
    let expected = HapticPreset.allCases.map(\.name) + files.map { String($0.dropLast(5)) }
    #expect(names.sorted() == expected.sorted())
    #expect(list.allSatisfy { ($0["meaning"] as? String)?.isEmpty == false })
    #expect(try Program.run(["render"] + names + ["-o", "all/"], in: folder).status == 0)
    let text = try Program.run("presets", in: folder).text
    for name in names { #expect(text.contains("\n  \(name) ")) }
  }

  @Test func `the library can be in another folder`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "library/mine.ahap")
    let outcome = try Program.run(
      "inspect", "mine", in: folder, adding: ["HAPTIC_PATTERNS": folder.path("library")])
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("mine\n"))
  }

  @Test func `texts from untrusted files cannot control the terminal`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"Metadata": {"Description": "\u001b[31mred\nline"}, "Pattern": []}"#,
      to: "library/mine.ahap")
    try folder.write(
      try Program.run("profiles", "--json", in: folder).text, to: "profiles.json")
    try folder.write(
      #"{"Pattern": [{"Event": {"Time": 0, "EventType": "AudioCustom", "#
        + #""EventWaveformPath": "a\u001b[31m.wav"}}, "#
        + #"{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#, to: "sound.ahap")
    let wideband = try String(contentsOfFile: folder.path("profiles.json"), encoding: .utf8)
      .replacing("\"wideband\"", with: "\"wide\\u001b[31m\"")
    let all = try #require(
      try JSONSerialization.jsonObject(with: Data(wideband.utf8)) as? [[String: Any]])
    let profile = try #require(
      all.first { ($0["name"] as? String)?.hasPrefix("wide\u{1B}") == true })
    try folder.write(
      String(decoding: try JSONSerialization.data(withJSONObject: profile), as: UTF8.self),
      to: "p.json")
    for line in [
      ["presets"], ["inspect", "selection", "--profile", "p.json"],
      ["convert", "sound.ahap", "-", "--to", "notation"],
    ] {
      let outcome = try Program.run(
        line, in: folder, adding: ["HAPTIC_PATTERNS": folder.path("library")])
      #expect(outcome.status == 0, "\(line) \(outcome.words)")
      #expect(!outcome.text.contains("\u{1B}"), "\(line)")
    }
    #expect(
      try Program.run("presets", in: folder, adding: ["HAPTIC_PATTERNS": folder.path("library")])
        .text.contains(#"\u{1B}[31mred\nline"#))
  }

  @Test(arguments: [
    "new /dev/stdout --template tap", "new >(cat) --template tap",
    "convert selection /dev/stdout --to ahap",
    "convert selection >(cat) --to ahap",
  ])
  func `output can go into a pipe`(line: String) throws {
    let folder = try ScratchFolder()
    let outcome = try Program.bash(
      #"set -o pipefail; { "$haptic" \#(line); } | cat"#, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.text.hasPrefix("{") || outcome.text.hasPrefix("<"))
    #expect(try folder.names.isEmpty)
  }

  @Test func `devices are listed without messages from libasound`() throws {
    let outcome = try Program.run("devices", "--json", in: ScratchFolder())
    #expect(outcome.status == 0)
    let answer = try #require(try outcome.json() as? [String: Any])
    #expect(answer["devices"] is [Any] && answer["cards"] is [Any])
    // At most one line about cards, and no message from libasound or a plugin's library.
    #expect(outcome.words.split(separator: "\n").allSatisfy { $0.contains("card") })
  }

  @Test func `an unreadable ALSA configuration is an error, not an empty list`() throws {
    let folder = try ScratchFolder()
    try folder.write("pcm.{", to: "asound.conf")
    for flags in [[], ["--json"]] {
      let outcome = try Program.run(
        ["devices"] + flags, in: folder,
        adding: ["ALSA_CONFIG_PATH": folder.path("asound.conf")])
      #expect(outcome.status == 69)
      #expect(outcome.text.isEmpty)
      #expect(outcome.words.contains("ALSA: its configuration could not be read: "))
    }
  }

  @Test func `devices that do not open are listed only with --all, with the reason`() throws {
    let folder = try ScratchFolder()
    let devices = { (arguments: [String]) throws -> [[String: Any]] in
      let answer = try Program.run(arguments, in: folder).json() as? [String: Any]
      return try #require(answer?["devices"] as? [[String: Any]])
    }
    let some = try devices(["devices", "--json"])
    let all = try devices(["devices", "--all", "--json"])
    #expect(some.contains { $0["name"] as? String == "null" })
    #expect(some.allSatisfy { $0["opens"] as? Bool == true })
    #expect(all.count >= some.count)
    for device in all where device["opens"] as? Bool == false {
      #expect((device["problem"] as? String)?.isEmpty == false)
    }
  }

  @Test func `inspect reports the contents of a pattern`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mixed.ahap")
    let outcome = try Program.run("inspect", "mixed.ahap", in: folder)
    #expect(outcome.status == 0)
    try Snapshot.expect(outcome.text, is: "inspect", in: folder)
    let json = try #require(
      try Program.run("inspect", "--json", "mixed.ahap", in: folder).json() as? [String: Any])
    #expect(json["duration"] as? Double == 0.7)
    #expect(
      json["events"] as? [String: Int] == [
        "HapticTransient": 1, "HapticContinuous": 1, "AudioContinuous": 1, "AudioCustom": 0,
      ])
    #expect(json["parameters"] as? Int == 0)
    #expect(json["curves"] as? Int == 1)
    #expect(json["controlPoints"] as? Int == 2)
    #expect(json["clippedSamples"] as? Int == 0)
    #expect(json["diagnostics"] as? Int == 0)
  }

  @Test func `inspect describes how a pattern feels, and its level above the threshold`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mixed.ahap")
    let outcome = try Program.run("inspect", "--describe", "mixed.ahap", in: folder)
    #expect(outcome.status == 0)
    try Snapshot.expect(outcome.text, is: "inspect-describe", in: folder)
    let words = try #require(
      try Program.run("inspect", "--describe", "--json", "mixed.ahap", in: folder).json()
        as? [String: Any])
    #expect((words["lines"] as? [Any])?.count == 3)
    let json = try #require(
      try Program.run("inspect", "--json", "mixed.ahap", in: folder).json() as? [String: Any])
    let sensation = try #require(json["sensation"] as? [String: Double])
    #expect((15...25).contains(sensation["peakDecibels"] ?? 0))
  }

  @Test func `inspect and render agree on the peak and on clipping`() throws {
    let folder = try ScratchFolder()
    let taps = String(
      repeating: #"{"Event": {"EventType": "HapticTransient", "Time": 0.01}},"#, count: 4)
    try folder.write("{\"Pattern\": [\(taps)]}", to: "loud.ahap")
    let words = try Program.run("render", "loud.ahap", "-o", "x.wav", in: folder).words
    let json = try #require(
      try Program.run("inspect", "--json", "loud.ahap", in: folder).json() as? [String: Any])
    let peak = try #require(json["peak"] as? Double)
    let clipped = try #require(json["clippedSamples"] as? Int)
    #expect(peak > 1 && clipped > 0)
    let samples = try Samples.of("x.wav", in: folder)
    #expect(clipped == samples.joined().count { abs($0) == 1 })
    #expect(words.contains("peak \((peak * 1_000).rounded() / 1_000)"))
  }

  @Test(arguments: PatternTemplate.allCases)
  func `a new file from each template is valid`(template: PatternTemplate) throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run(
      "new", "x.ahap", "--template", template.rawValue, in: folder)
    #expect(outcome.status == 0)
    #expect(try Program.run("validate", "--strict", "x.ahap", in: folder).status == 0)
  }

  @Test func `a new file from a preset sounds like the preset`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run("new", "x.ahap", "--from", "notification.success", in: folder)
    #expect(outcome.status == 0)
    _ = try Program.run("render", "x.ahap", "-o", "file.wav", in: folder)
    _ = try Program.run("render", "notification.success", "-o", "preset.wav", in: folder)
    #expect(try folder.read("file.wav") == folder.read("preset.wav"))
  }

  @Test func `an existing file is replaced only with --force`() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "x.ahap")
    #expect(try Program.run("new", "x.ahap", "--template", "tap", in: folder).status == 73)
    #expect(try folder.read("x.ahap") == Data("mine".utf8))
    let forced = try Program.run("new", "x.ahap", "--template", "tap", "--force", in: folder)
    #expect(forced.status == 0)
    #expect(try folder.read("x.ahap") != Data("mine".utf8))
    #expect(try folder.names == ["x.ahap"])
  }
}
