import Foundation
import Testing

/// Patterns on one line, on the command line.
struct NotationCommandTests {
  private let notation = "2x(tap 1/0.4, rest 120ms), buzz 300ms 0.6..0/0.2 ease-out"

  @Test func `a notation becomes a file, and the file that notation again`() throws {
    let folder = try ScratchFolder()
    #expect(try Program.run("new", "knock.ahap", "--notation", notation, in: folder).status == 0)
    let again = try Program.run("inspect", "--notation", "knock.ahap", in: folder)
    #expect(again.status == 0)
    #expect(again.text == notation + "\n")
    #expect(try Program.run("validate", "knock.ahap", in: folder).status == 0)
  }

  @Test func `what the page on inputs shows runs`() throws {
    let page = try String(
      contentsOfFile: "\(Program.package)/Documentation/Inputs.md", encoding: .utf8)
    let block = try #require(page.components(separatedBy: "```sh\n").dropFirst().first)
    let commands = try #require(block.components(separatedBy: "```").first)
    let outcome = try Program.bash(
      #"PATH="$(dirname "$haptic"):$PATH"; set -e; "# + commands, in: ScratchFolder())
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.text.contains("input height     0 to 5 m"))
  }

  @Test func `an input changes what is rendered, and one that is not there is refused`() throws {
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

  @Test func `a notation is rendered, drawn and linted like the file that it would be`() throws {
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

  @Test(arguments: [
    ["lint", "--fix", "--notation", "tap"], ["chart"], ["render", "-o", "x.wav"], ["lint"],
    ["render", "-o", "x.wav", "--notation", "tap", "--notation", "tap"],
  ])
  func `what cannot be done with notations is a usage error`(arguments: [String]) throws {
    let outcome = try Program.run(arguments, in: ScratchFolder())
    #expect(outcome.status == 64, "\(outcome.words)")
  }

  @Test(arguments: ["tap, rest 100ms, tap", "tap 0.8/0.5"])
  func `a notation in place of a name is answered with the option to write`(text: String) throws {
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

  @Test func `warnings of a notation are listed, since no file can be validated`() throws {
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

  @Test func `every problem of a notation is printed with its column, and nothing is written`()
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

  @Test func `a notation of several lines comes from a file, or from standard input`() throws {
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

  @Test func `comments and a byte order mark of a file are ignored`() throws {
    let folder = try ScratchFolder()
    try folder.write("\u{FEFF}# a knock\ntap 1 # hard\nrest 5ms\ntap\n", to: "knock.txt")
    try #require(Program.run("new", "x.ahap", "--notation", "@knock.txt", in: folder).status == 0)
    let again = try Program.run("inspect", "--notation", "x.ahap", in: folder)
    #expect(again.text == "tap 1, rest 5ms, tap\n")
    try folder.write("\u{FEFF}tpa 1 # x\n", to: "wrong.txt")
    let wrong = try Program.run("play", "--notation", "@wrong.txt", in: folder)
    #expect(wrong.words.hasPrefix("wrong.txt:1:1: error: unknown word 'tpa'"), "\(wrong.words)")
    #expect(wrong.words.contains("\n  tpa 1 # x\n  ^\n"), "\(wrong.words)")
  }

  @Test func `a negative tempo is a problem of the notation, and not the name of a file`() throws {
    let outcome = try Program.run(
      "play", "--output", "null", "--notation", "@-60..120bpm tap", in: ScratchFolder())
    #expect(outcome.status == 65)
    #expect(
      outcome.words.hasPrefix(
        "notation:1:2: error: '-60bpm' is out of range; allowed: 1bpm to 10000bpm\n"),
      "\(outcome.words)")
  }

  @Test func `a notation with an input becomes a file that follows it, and that notation again`()
    throws
  {
    let folder = try ScratchFolder()
    let notation =
      "input draw 0..1=0.5 \"cm\" intensity rising 0:0.2 0.5:1 1:1.5, buzz 400ms 0.5/0.3"
    try #require(Program.run("new", "bow.ahap", "--notation", notation, in: folder).status == 0)
    let again = try Program.run("inspect", "--notation", "bow.ahap", in: folder)
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
        notation:2:3: error: at the default 0.5 the factor is 0.6; it must be 1, so that the pattern is as it is written
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
    let written = try Program.run("inspect", "--notation", "one.ahap", in: folder).text
    #expect(try rain("four.ahap", written) == one)
  }

  @Test(arguments: [
    ["new", "x.ahap"], ["new", "x.ahap", "--notation", "tap", "--template", "tap"], ["play"],
    ["inspect", "hit", "--notation", "--json"], ["play", "-", "--notation", "-"],
  ])
  func `one pattern is asked for, and one form of it`(line: [String]) throws {
    #expect(try Program.run(line, in: ScratchFolder()).status == 64)
  }

  @Test func `what a notation cannot hold is said, and the rest is printed`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"Version": 1, "Metadata": {"Project": "x"}, "Pattern": [{"Event": {"Time": 0.25, "EventType": "HapticTransient", "EventParameters": []}}]}"#,
      to: "x.ahap")
    let outcome = try Program.run("inspect", "--notation", "x.ahap", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.text == "rest 250ms, tap\n")
    #expect(outcome.words == "x: the metadata is left out; a notation has only its inputs\n")
  }
}
