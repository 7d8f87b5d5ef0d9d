import Foundation
import Testing

@testable import haptic

/// `haptic validate`.
struct ValidateTests {
  @Test func `every problem has its location, for people and for programs`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.broken, to: "broken.ahap")
    try folder.write(TestPattern.clamped, to: "clamped.ahap")
    let outcome = try Program.run("validate", "broken.ahap", "clamped.ahap", in: folder)
    #expect(outcome.status == 65)
    try Snapshot.expect(outcome.text + outcome.words, is: "validate", in: folder)
    let json = try Program.run("validate", "--json", "broken.ahap", "clamped.ahap", in: folder)
    #expect(json.status == 65)
    try Snapshot.expect(json.text, is: "validate-json", in: folder)
  }

  @Test func `a broken input declaration is a warning at its location, also from lint`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.write(
      """
      {"Metadata": {
        "Inputs": {"height": {"Range": "x"}}},
       "Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0}}]}
      """, to: "x.ahap")
    let outcome = try Program.run("validate", "x.ahap", in: folder)
    #expect(outcome.status == 0)
    #expect(
      outcome.text.hasPrefix(
        "x.ahap:2:3: warning: Inputs: height: Range: this must be two rising numbers"))
    #expect(outcome.words == "1 file: 0 errors, 1 warning\n")
    let lint = try Program.run("lint", "x.ahap", in: folder)
    #expect(lint.text.contains("x.ahap:2:3: warning: Inputs: height: Range"))
    #expect(lint.text.contains("[L-16 well-formed]") && !lint.text.contains("L-17"))
  }

  @Test func `the items of JSON match the lines`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.broken, to: "broken.ahap")
    let lines = try Program.run("validate", "broken.ahap", in: folder).text
    let json = try Program.run("validate", "--json", "broken.ahap", in: folder).json()
    let items = try #require(json as? [[String: Any]])
    let made = try items.map { item in
      #expect(
        item.keys.sorted() == [
          "code", "column", "file", "line", "message", "path", "severity",
        ])
      let place = "\(try #require(item["file"])):\(try #require(item["line"]))"
      let words = "\(try #require(item["severity"])): \(try #require(item["message"]))"
      return "\(place):\(try #require(item["column"])): \(words) [\(try #require(item["code"]))]\n"
    }
    #expect(made.joined() == lines)
    #expect(made.count == 2)
  }

  @Test func `a folder that cannot be read is reported`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "u/good.ahap")
    try folder.write(TestPattern.broken, to: "u/in/bad.ahap")
    let locked = folder.path("u/in")
    _ = unsafe chmod(locked, 0)
    defer { _ = unsafe chmod(locked, 0o700) }
    // The administrator can read every folder.
    if geteuid() == 0 {
      #expect(PatternFiles.below(folder.path("u/none")) == [folder.path("u/none")])
      return
    }
    let outcome = try Program.run("validate", "u", in: folder)
    #expect(outcome.status == 66)
    #expect(outcome.words.contains("u/in: the folder cannot be read"))
  }

  @Test func `warnings fail only with --strict`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.clamped, to: "clamped.ahap")
    #expect(try Program.run("validate", "clamped.ahap", in: folder).status == 0)
    #expect(try Program.run("validate", "--strict", "clamped.ahap", in: folder).status == 65)
  }

  @Test func `a file without problems does not print lines`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mixed.ahap")
    let outcome = try Program.run("validate", "--strict", "mixed.ahap", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    let json = try Program.run("validate", "--json", "mixed.ahap", in: folder)
    #expect((try json.json() as? [Any])?.isEmpty == true)
  }

  @Test func `standard input is a file called -`() throws {
    let outcome = try Program.run(
      "validate", "-", input: Data(TestPattern.clamped.utf8), in: ScratchFolder())
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("-:2:"))
  }

  @Test func `a missing file is reported, and the others are checked`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.clamped, to: "clamped.ahap")
    let outcome = try Program.bash(
      #"mkfifo pipe; mkdir folder; "$haptic" validate pipe folder missing clamped.ahap"#, in: folder
    )
    #expect(outcome.status == 66)
    #expect(outcome.text.hasPrefix("clamped.ahap:2:"))
    try Snapshot.expect(outcome.words, is: "validate-no-files", in: folder)
    let json = try Program.run("validate", "--json", "missing", in: folder)
    #expect(json.status == 66)
    let items = try #require(try json.json() as? [[String: Any]])
    #expect(items.first?["code"] as? String == "unreadable-file")
  }

  @Test func `a folder stands for every pattern below it, in order`() throws {
    let folder = try ScratchFolder()
    for name in ["b.ahap", "a/2.ahap", "a/1.ahap", "a/c/d.ahap", "a/notes.txt"] {
      try folder.write(TestPattern.clamped, to: "all/\(name)")
    }
    for index in 0..<70 { try folder.write(TestPattern.clamped, to: "all/z/\(1_000 + index).ahap") }
    _ = try Program.bash("ln -s .. all/a/loop; mkdir empty", in: folder)
    let outcome = try Program.run("validate", "all/", "all/b.ahap", in: folder)
    #expect(outcome.status == 0)
    let files = outcome.text.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    let expected =
      ["all/a/1.ahap", "all/a/2.ahap", "all/a/c/d.ahap", "all/b.ahap"]
      + (0..<70).map { "all/z/\(1_000 + $0).ahap" } + ["all/b.ahap"]
    #expect(files.map(String.init) == expected)
    #expect(try Program.run("validate", "empty", in: folder).status == 66)
  }

  @Test func `unlisted problems are counted, for programs too`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "{\"Pattern\": [" + String(repeating: "{\"Evnt\": {}},\n", count: 1_500) + "]}",
      to: "many.ahap")
    let outcome = try Program.run("validate", "--json", "many.ahap", in: folder)
    let items = try #require(try outcome.json() as? [[String: Any]])
    #expect(items.last?["code"] as? String == "more-problems")
    #expect(items.last?["message"] as? String == "500 more problems, not listed")
    #expect(outcome.words.contains("many.ahap: 500 more problems\n"))
  }

  @Test func `a file that is too large is rejected by every command`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.bash(
      #"truncate -s 5G x.ahap; "$haptic" validate x.ahap; echo $?; "$haptic" inspect x.ahap; echo $?"#,
      in: folder)
    #expect(outcome.text == "65\n65\n")
  }

  @Test func `a sound that cannot be read is reported with the reason`() throws {
    let folder = try ScratchFolder()
    _ = try Program.run("render", "selection", "-o", "tone.wav", in: folder)
    try folder.write("no sound", to: "noise.wav")
    try folder.write("", to: "sub/.keep")
    let events = ["noise.wav", "sub", "sub/../tone.wav", "gone.wav"].map {
      #"{"Event": {"EventType": "AudioCustom", "Time": 0, "EventWaveformPath": "\#($0)"}}"#
    }
    try folder.write("{\"Pattern\": [\n\(events.joined(separator: ",\n"))\n]}", to: "x.ahap")
    let lines = try Program.run("validate", "x.ahap", in: folder).text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].contains("noise.wav") && lines[0].contains("ormat"))
    #expect(lines[1].contains("a folder"))
    #expect(lines[2].contains("no such file"))
    let rendered = try Program.run("render", "x.ahap", "-o", "x.wav", in: folder)
    #expect(!rendered.words.contains("sub/../tone.wav"))
  }

  /// Invalid pattern files, by their contents.
  private static let hostile = [
    "empty": "",
    "a byte order mark": "\u{FEFF}",
    "cut": "[",
    "binary": "{\"Pattern\": \u{0}",
    "deep": String(repeating: "[", count: 100_000),
    "drawing": "{\"Pattern\": [{\"Event\": {\"EventType\": \"\u{1B}[2J\", \"Time\": 1e999}}]}",
  ]

  @Test(arguments: hostile.keys.sorted())
  func `hostile files are errors with a location`(kind: String) throws {
    let text = try #require(Self.hostile[kind])
    let folder = try ScratchFolder()
    try folder.write(text, to: "x.ahap")
    let outcome = try Program.run("validate", "x.ahap", in: folder)
    #expect(outcome.status == 65)
    #expect(outcome.text.hasPrefix("x.ahap:1:"))
    #expect(!outcome.text.contains("\u{1B}"))
  }

  @Test func `missing or oversized sounds are warnings`() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "sounds/.keep")
    _ = try Program.run("render", "selection", "-o", "sounds/here.wav", in: folder)
    _ = try Program.run(
      "render", "selection", "-o", "sounds/large.wav", "--loop", "4000", "--format", "s16",
      in: folder)
    let events = ["here.wav", "gone.wav", "large.wav"].map {
      #"{"Event": {"EventType": "AudioCustom", "Time": 0, "EventWaveformPath": "\#($0)"}}"#
    }
    try folder.write("{\"Pattern\": [\n\(events.joined(separator: ",\n"))\n]}", to: "x.ahap")
    let outcome = try Program.run("validate", "x.ahap", "--resources", "sounds", in: folder)
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("x.ahap:3:") == true)
    #expect(lines.first?.hasSuffix("[waveform-not-found]") == true)
    #expect(lines.last?.hasPrefix("x.ahap:4:") == true)
    #expect(lines.last?.hasSuffix("[too-much-audio]") == true)
  }

  @Test func `only terminals get color, and only if the user allows it`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.clamped, to: "x.ahap")
    let piped = try Program.run("validate", "x.ahap", in: folder)
    #expect(!piped.text.contains("\u{1B}"))
    // script(1) runs a program on a separate terminal.
    let script = #"command -v script >/dev/null || exit 99; "#
    let shown = try Program.bash(
      script + #"script -qec "$haptic validate x.ahap" /dev/null"#, in: folder)
    if shown.status == 99 { return }
    #expect(shown.text.contains("\u{1B}[1;35mwarning:\u{1B}[0m"))
    let plain = try Program.bash(
      script + #"NO_COLOR=1 script -qec "$haptic validate x.ahap" /dev/null"#, in: folder)
    #expect(!plain.text.contains("\u{1B}"))
  }

  @Test func `a pattern of more than a day is valid, and the warning is true of other commands`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 1e8}}]}"#, to: "late.ahap")
    let validated = try Program.run("validate", "late.ahap", in: folder)
    #expect(validated.status == 0)
    #expect(
      (validated.text + validated.words).contains(
        "`haptic play` and other commands refuse this pattern"))
    for command in [
      ["play", "late.ahap", "--output", "null"], ["render", "late.ahap", "-o", "x.wav"],
      ["inspect", "late.ahap"], ["chart", "late.ahap"], ["lint", "late.ahap"],
      ["convert", "late.ahap", "-", "--to", "hjif"],
    ] {
      #expect(try Program.run(command, in: folder).status == 65, "\(command)")
    }
    // The commands that the page on AHAP names.
    for command in [
      ["edit", "late.ahap", "reverse", "--dry-run"], ["diff", "late.ahap", "late.ahap"],
      ["new", "x.ahap", "--from", "late.ahap"], ["convert", "late.ahap", "-", "--to", "ahap"],
    ] {
      #expect(try Program.run(command, in: folder).status == 0, "\(command)")
    }
  }
}
