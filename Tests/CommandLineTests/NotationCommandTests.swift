import Foundation
import Testing

/// Notations on the command line.
struct NotationCommandTests {
  private let notation = "2x(tap 1/0.4, rest 120ms), buzz 300ms 0.6..0/0.2 ease-out"

  @Test func `a notation becomes a file, and the file becomes the same notation`() throws {
    let folder = try ScratchFolder()
    #expect(try Program.run("new", "knock.ahap", "--notation", notation, in: folder).status == 0)
    let again = try Program.run("convert", "knock.ahap", "-", "--to", "notation", in: folder)
    #expect(again.status == 0)
    #expect(again.text == notation + "\n")
    #expect(try Program.run("validate", "knock.ahap", in: folder).status == 0)
  }

  @Test func `the commands of the page on inputs run`() throws {
    let page = try String(
      contentsOfFile: "\(Program.package)/Documentation/Inputs.md", encoding: .utf8)
    let block = try #require(page.components(separatedBy: "```sh\n").dropFirst().first)
    let commands = try #require(block.components(separatedBy: "```").first)
    let outcome = try Program.bash(
      #"PATH="$(dirname "$haptic"):$PATH"; set -e; "# + commands, in: ScratchFolder())
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.text.contains("input height     0 to 5 m"))
  }

  @Test func `an input changes the rendered sound, and an unknown input is rejected`() throws {
    let folder = try ScratchFolder()
    let peak = { (value: String) throws -> String in
      let outcome = try Program.run(
        "inspect", "jump-from-ground", "--input", "height=\(value)", in: folder)
      #expect(outcome.status == 0, "\(outcome.words)")
      return try #require(
        outcome.text.split(separator: "\n").first { $0.contains("peak") }.map(String.init))
    }
    #expect(try peak("0.5") != peak("3.2"))
    for (input, status) in [("heigt=1", 64), ("height=9", 64), ("height", 64), ("=1", 64)] {
      let outcome = try Program.run("play", "jump-from-ground", "--input", input, in: folder)
      #expect(outcome.status == Int32(status), "\(input)")
    }
  }

  @Test func `a notation is rendered, drawn and linted like its file`() throws {
    let folder = try ScratchFolder()
    #expect(try Program.run("new", "knock.ahap", "--notation", notation, in: folder).status == 0)
    for (name, source) in [("a.wav", ["knock.ahap"]), ("b.wav", ["--notation", notation])] {
      let outcome = try Program.run(["render"] + source + ["-o", name], in: folder)
      #expect(outcome.status == 0, "\(outcome.words)")
    }
    #expect(try folder.read("a.wav") == folder.read("b.wav"))
    let file = try Program.run("chart", "knock.ahap", in: folder)
    let typed = try Program.run("chart", "--notation", notation, in: folder)
    #expect(typed.status == 0 && typed.text.hasPrefix("notation"), "\(typed.text)")
    #expect(
      typed.text.split(separator: "\n").dropFirst() == file.text.split(separator: "\n").dropFirst())
    let two = try Program.run(
      "lint", "--brief", "--notation", "tap 2", "--notation", "tap 3", in: folder)
    #expect(two.status == 1)
    #expect(two.text.contains("[L-16") && two.text.contains("notation:"), "\(two.text)")
    #expect(two.text.contains("notation 2:") && two.words.contains("2 files:"), "\(two.words)")
  }

  /// The places are those of the items that the findings concern.
  @Test func `findings of lint have the line and column of the notation item`() throws {
    let folder = try ScratchFolder()
    let text = "tap 1, rest 300ms,\n  tap 2,  rest 300ms, 2x(rest 1s, tap 0.01)\n"
    try folder.write(text, to: "mine.txt")
    for (source, name) in [(text, "notation"), ("@mine.txt", "mine.txt")] {
      let outcome = try Program.run("lint", "--brief", "--notation", source, in: folder)
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.count == 2, "\(outcome.text)")
      #expect(
        lines.first?.hasPrefix("\(name):2:3: warning: ") == true, "\(outcome.text)")
      #expect(lines.first?.contains("2.0 is clamped to 1.0") == true, "\(outcome.text)")
      #expect(
        lines.last?.hasPrefix("\(name):2:35: info: the transient at 1.6 s") == true,
        "\(outcome.text)")
      let annotations = try Program.run(
        "lint", "--annotations", "--notation", source, in: folder)
      #expect(
        annotations.text.contains("file=\(name),line=2,col=35,"), "\(annotations.text)")
    }
  }

  @Test func `a notation in a file is linted with the sounds of the current folder`() throws {
    let folder = try ScratchFolder()
    try folder.write("sound \"missing.wav\", tap", to: "sub/mine.txt")
    let direct = try Program.run(
      "lint", "--brief", "--notation", "sound \"missing.wav\", tap", in: folder)
    let file = try Program.run("lint", "--brief", "--notation", "@sub/mine.txt", in: folder)
    #expect(file.status == direct.status)
    #expect(file.text == direct.text.replacing("notation:", with: "sub/mine.txt:"))
  }

  @Test func `a notation is inspected like its file`() throws {
    let folder = try ScratchFolder()
    try folder.write(notation, to: "knock.txt")
    try #require(Program.run("new", "knock.ahap", "--notation", notation, in: folder).status == 0)
    for flags in [[], ["--describe"], ["--json"]] {
      let file = try Program.run(["inspect", "knock.ahap"] + flags, in: folder).text
      for source in [notation, "@knock.txt"] {
        let typed = try Program.run(["inspect", "--notation", source] + flags, in: folder)
        #expect(typed.status == 0 && typed.words.isEmpty, "\(typed.words)")
        let expected = file.replacing("knock.ahap", with: "notation")
          .replacing("knock", with: "notation")
        #expect(typed.text == expected, "\(flags)")
      }
    }
    let input = "input draw 0..1=1 intensity 0:0.1 1:1, tap 1"
    let weak = try Program.run(
      "inspect", "--notation", input, "--input", "draw=0", in: folder)
    #expect(weak.text.contains("HapticIntensity  0.1\n"), "\(weak.text)")
    let clamped = try Program.run("inspect", "--notation", "tap 2", in: folder)
    #expect(clamped.words.hasPrefix("notation:1:1: warning: "), "\(clamped.words)")
    #expect(!clamped.text.contains("validate"), "\(clamped.text)")
  }

  /// `inspect --notation` used to be a flag that printed a pattern as a notation.
  @Test(
    arguments: [
      (["--notation", "heartbeat"], 65), (["--notation", "--json", "heartbeat"], 64),
      (["heartbeat", "--notation", "--describe"], 64),
    ] as [([String], Int32)])
  func `a pattern name given as a notation is answered with the command that prints one`(
    arguments: [String], status: Int32
  ) throws {
    let outcome = try Program.run(["inspect"] + arguments, in: ScratchFolder())
    #expect(outcome.status == status && outcome.text.isEmpty)
    #expect(
      outcome.words.contains("`haptic convert heartbeat - --to notation`"), "\(outcome.words)")
  }

  @Test func `a missing notation is answered with the command that prints one`() throws {
    let outcome = try Program.run("inspect", "heartbeat", "--notation", in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(
      outcome.words.contains("`haptic convert PATTERN - --to notation`"), "\(outcome.words)")
  }

  @Test(
    arguments: [
      ("impact.heavy", "impact.heavy is a pattern, not a notation; give it without --notation"),
      ("knock.txt", "knock.txt is a file; write --notation @knock.txt"), ("hartbeat", nil),
    ] as [(String, String?)])
  func `only a notation that is the name of a pattern or a file gets advice`(
    text: String, advice: String?
  ) throws {
    let folder = try ScratchFolder()
    try folder.write("tap", to: "knock.txt")
    let outcome = try Program.run("play", "--notation", text, in: folder)
    #expect(outcome.status == 65)
    #expect(outcome.words.contains(advice ?? "error: "), "\(outcome.words)")
    #expect(outcome.words.contains("haptic: ") == (advice != nil), "\(outcome.words)")
  }

  @Test func `a file becomes a notation in a file, which becomes the same file`() throws {
    let folder = try ScratchFolder()
    let rain = "seed 7, 20x(tap 0.1~0.4/0.5~0.9, rest 20~140ms), buzz 300ms 0.6..0/0.2 ease-out"
    try #require(Program.run("new", "rain.ahap", "--notation", rain, in: folder).status == 0)
    let to = ["convert", "rain.ahap", "rain.txt", "--to", "notation", "--strict"]
    let from = ["convert", "rain.txt", "again.ahap", "--from", "notation", "--strict"]
    for line in [to, from] {
      let outcome = try Program.run(line, in: folder)
      #expect(outcome.status == 0 && outcome.words.isEmpty, "\(outcome.words)")
    }
    #expect(try folder.read("again.ahap") == folder.read("rain.ahap"))
    try folder.write("tap\nrest 5\n", to: "wrong.txt")
    let wrong = try Program.run("convert", "wrong.txt", "x.ahap", "--from", "notation", in: folder)
    #expect(wrong.status == 65)
    #expect(wrong.words.contains("wrong.txt:2:6: error: '5' has no unit"), "\(wrong.words)")
  }

  @Test(arguments: [
    ["lint", "--fix", "--notation", "tap"], ["chart"], ["render", "-o", "x.wav"], ["lint"],
    ["render", "-o", "x.wav", "--notation", "tap", "--notation", "tap"],
  ])
  func `impossible requests with notations are usage errors`(arguments: [String]) throws {
    let outcome = try Program.run(arguments, in: ScratchFolder())
    #expect(outcome.status == 64, "\(outcome.words)")
  }

  @Test(arguments: ["tap, rest 100ms, tap", "tap 0.8/0.5"])
  func `a notation given as a name is answered with the right option`(text: String) throws {
    let outcome = try Program.run("inspect", "--describe", text, in: ScratchFolder())
    #expect(outcome.status == 66)
    #expect(outcome.words.contains("--notation '\(text)'"), "\(outcome.words)")
    #expect(
      try !Program.run("inspect", "hartbeat", in: ScratchFolder()).words.contains("--notation"))
  }

  @Test func `patterns and notations play one after another`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run(
      "play", "selection", "--notation", "tap", "--notation", "rest 10ms, tap", "--output", "null",
      in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.words.contains("selection: played"))
    #expect(outcome.words.split(separator: "\n").count { $0.hasPrefix("notation: played") } == 2)
  }

  @Test func `warnings of a notation are listed, because it cannot be validated`() throws {
    let outcome = try Program.run(
      "play", "--output", "null", "--notation", "tap 2, buzz 20ms 5", in: ScratchFolder())
    #expect(outcome.status == 0)
    let warning = "warning: HapticIntensity ranges from 0.0 to 1.0;"
    #expect(
      outcome.words.contains(
        """
        notation:1:1: \(warning) 2.0 is clamped to 1.0
          tap 2, buzz 20ms 5
          ^
        notation:1:8: \(warning) 5.0 is clamped to 1.0
          tap 2, buzz 20ms 5
                 ^

        """), "\(outcome.words)")
    #expect(!outcome.words.contains("validate"))
  }

  @Test func `every problem of a notation is printed with its column, without writing a file`()
    throws
  {
    let folder = try ScratchFolder()
    let outcome = try Program.run("new", "x.ahap", "--notation", "tpa 1, rest 5", in: folder)
    #expect(outcome.status == 65)
    #expect(
      outcome.words == """
        notation:1:1: error: unknown word 'tpa'; did you mean 'tap'?
          tpa 1, rest 5
          ^
        notation:1:13: error: '5' has no unit; write it as in '5ms'
          tpa 1, rest 5
                      ^

        """)
    #expect(try folder.names.isEmpty)
  }

  @Test func `a notation of several lines is read from a file or from standard input`() throws {
    let folder = try ScratchFolder()
    let notation = """
      crank = (tap 1
        rest 50ms)
      3x crank
      buzz 300ms 0.2..1
        /0.3 ease-out

      """
    try folder.write(notation, to: "crank.txt")
    try folder.write("tap\nrset 5ms\n", to: "wrong.txt")
    try #require(
      Program.run(
        "new", "line.ahap", "--notation",
        "crank = (tap 1, rest 50ms), 3x crank, buzz 300ms 0.2..1/0.3 ease-out", in: folder
      ).status == 0)
    let whole = try folder.read("line.ahap")
    for command in ["@crank.txt", "- <crank.txt", "@./crank.txt", "\"$(cat crank.txt)\""] {
      let outcome = try Program.bash(
        "\"$haptic\" new file.ahap --force --notation \(command)", in: folder)
      #expect(outcome.status == 0, "\(outcome.words)")
      #expect(try folder.read("file.ahap") == whole, "\(command)")
    }
    let wrong = try Program.run("play", "--notation", "@wrong.txt", in: folder)
    #expect(
      wrong.words.hasPrefix(
        "wrong.txt:2:1: error: unknown word 'rset'; did you mean 'rest'?\n  rset 5ms\n  ^\n"))
    #expect(try Program.run("play", "--notation", "@none.txt", in: folder).status == 66)
  }

  @Test func `comments and a byte order mark in a file are ignored`() throws {
    let folder = try ScratchFolder()
    try folder.write("\u{FEFF}# a knock\ntap 1 # hard\nrest 5ms\ntap\n", to: "knock.txt")
    try #require(Program.run("new", "x.ahap", "--notation", "@knock.txt", in: folder).status == 0)
    let again = try Program.run("convert", "x.ahap", "-", "--to", "notation", in: folder)
    #expect(again.text == "tap 1, rest 5ms, tap\n")
    try folder.write("\u{FEFF}tpa 1 # x\n", to: "wrong.txt")
    let wrong = try Program.run("play", "--notation", "@wrong.txt", in: folder)
    #expect(wrong.words.hasPrefix("wrong.txt:1:1: error: unknown word 'tpa'"), "\(wrong.words)")
    #expect(wrong.words.contains("\n  tpa 1 # x\n  ^\n"), "\(wrong.words)")
  }

  @Test func `a negative tempo is a problem of the notation, not a file name`() throws {
    let outcome = try Program.run(
      "play", "--output", "null", "--notation", "@-60..120bpm tap", in: ScratchFolder())
    #expect(outcome.status == 65)
    #expect(
      outcome.words.hasPrefix(
        "notation:1:2: error: '-60bpm' is out of range; allowed: 1bpm to 10000bpm\n"),
      "\(outcome.words)")
  }

  @Test func `a notation with an input becomes a file with it, and the same notation again`()
    throws
  {
    let folder = try ScratchFolder()
    let notation =
      "input draw 0..1=0.5 \"cm\" intensity rising 0:0.2 0.5:1 1:1.5, buzz 400ms 0.5/0.3"
    try #require(Program.run("new", "bow.ahap", "--notation", notation, in: folder).status == 0)
    let again = try Program.run("convert", "bow.ahap", "-", "--to", "notation", in: folder)
    #expect(again.text == notation + "\n" && again.words.isEmpty, "\(again.words)")
    let report = try Program.run("inspect", "bow.ahap", "--input", "draw=0", in: folder)
    #expect(report.status == 0, "\(report.words)")
    let play = { (value: String) in
      try Program.run(
        "play", "--output", "null", "--notation", notation, "--input", "draw=\(value)", in: folder)
    }
    #expect(try play("0.2").status == 0)
    #expect(try play("2").status == 64)
    let wrong = try Program.run(
      "new", "wrong.ahap", "--notation", "input draw 0..1=0.5\n  intensity 0:0.2 1:1, tap",
      in: folder)
    #expect(wrong.status == 65)
    #expect(
      wrong.words == """
        notation:2:3: error: at the default 0.5 the factor is 0.6; it must be 1, so that the pattern plays as written
            intensity 0:0.2 1:1, tap
            ^

        """)
    #expect(try folder.names == ["bow.ahap"])
  }

  @Test func `the same random notation gives the same file`() throws {
    let folder = try ScratchFolder()
    let rain = { (name: String, notation: String) in
      try #require(Program.run("new", name, "--notation", notation, in: folder).status == 0)
      return try folder.read(name)
    }
    let one = try rain("one.ahap", "20x(tap 0.2~0.4/0.3~0.6, rest 50~150ms)")
    #expect(try rain("two.ahap", "seed 1, 20x(tap 0.2~0.4/0.3~0.6, rest 50~150ms)") == one)
    #expect(try rain("three.ahap", "seed 2, 20x(tap 0.2~0.4/0.3~0.6, rest 50~150ms)") != one)
    let written = try Program.run("convert", "one.ahap", "-", "--to", "notation", in: folder).text
    #expect(try rain("four.ahap", written) == one)
  }

  @Test(arguments: [
    ["new", "x.ahap"], ["new", "x.ahap", "--notation", "tap", "--template", "tap"], ["play"],
    ["inspect", "hit", "--notation", "tap"], ["play", "-", "--notation", "-"],
    ["inspect"], ["inspect", "-", "--notation", "-"],
  ])
  func `exactly one pattern in one form is required`(line: [String]) throws {
    #expect(try Program.run(line, in: ScratchFolder()).status == 64)
  }

  @Test func `parts that a notation cannot express are reported, and the rest is printed`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"Version": 1, "Metadata": {"Project": "x"}, "Pattern": [{"Event": {"Time": 0.25, "EventType": "HapticTransient", "EventParameters": []}}]}"#,
      to: "x.ahap")
    let outcome = try Program.run("convert", "x.ahap", "-", "--to", "notation", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.text == "rest 250ms, tap\n")
    #expect(
      outcome.words
        == "x.ahap: lost: Metadata.Project: the format cannot hold this [metadata]\n")
  }
}
