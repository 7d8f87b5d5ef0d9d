import Foundation
import Testing

/// The output and the exit statuses of `haptic session run`.
struct SessionRunTests {
  static let call = """
    scenario: A phone call pauses the music, which resumes after the call
    apps:
      music: { category: playback, behavior: guidelines }
    steps:
      - music: activate
      - music: play
      - at: 5
        phone: ring
      - expect:
          music: { active: false, position: 5, events: [interruption began default] }
      - at: 9
        phone: decline
      - expect:
          music: { audible: true, gain: 0.5, events: [interruption ended shouldResume] }

    """

  private func run(
    _ text: String, _ arguments: String..., in folder: ScratchFolder
  ) throws -> Program.Outcome {
    try folder.write(text, to: "scenario.yaml")
    return try Program.run(["session", "run"] + arguments + ["scenario.yaml"], in: folder)
  }

  @Test func `the trace of a scenario goes to standard output`() throws {
    let folder = try ScratchFolder()
    let outcome = try run(Self.call, in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.words == "1 scenario, 6 expectations, all as expected\n")
    try Snapshot.expect(outcome.text, is: "session-run", in: folder)
  }

  @Test func `a failed expectation exits with status 1 and reports location and found value`()
    throws
  {
    let folder = try ScratchFolder()
    let text = Self.call.replacingOccurrences(of: "position: 5", with: "position: 6")
    let outcome = try run(text, "--quiet", in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.text == "scenario.yaml:10:31: at 5 s: music: position is 5, expected 6\n")
    #expect(outcome.words == "1 scenario, 6 expectations, 1 scenario failed\n")
  }

  @Test func `a failure is followed by its hint`() throws {
    let text = Self.call.replacingOccurrences(of: ", behavior: guidelines", with: "")
    let outcome = try run(text, "--quiet", in: ScratchFolder())
    #expect(outcome.status == 1)
    #expect(
      outcome.text.contains(
        "audible is false, expected true\n  hint: music does not resume automatically; add "
          + "'behavior: guidelines' to the app in line 3, or the step 'music: play'\n"))
  }

  @Test func `with --json every line is an object`() throws {
    struct Line: Decodable {
      let t: Double
      let app: String
      let kind: String
      let text: String
      let scenario: String
    }
    let outcome = try run(Self.call, "--json", in: ScratchFolder())
    let lines = try outcome.text.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(Set(lines.map(\.kind)) == ["call", "event", "state", "expect"])
    let events = lines.filter { $0.kind == "event" }
    #expect(
      events.map(\.text) == ["interruption began default", "interruption ended shouldResume"])
    #expect(events.map(\.t) == [5, 9])
    #expect(events.allSatisfy { $0.app == "music" && $0.scenario.hasPrefix("A phone call") })
  }

  @Test func `with --json and --quiet only failed expectations are printed`() throws {
    let folder = try ScratchFolder()
    let text = Self.call.replacingOccurrences(of: "position: 5", with: "position: 6")
    let lines = try run(text, "--json", in: folder).text.split(separator: "\n")
    let outcome = try run(text, "--json", "--quiet", in: folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.text.split(separator: "\n") == lines.filter { $0.contains(#""what":"failed""#) })
    #expect(outcome.text.contains("position is 5, expected 6"))
  }

  @Test func `names cannot control the terminal, and each entry is one line`() throws {
    let text = #"""
      scenario: "red \e[31m\nand \u202E"
      apps: { "a\nb": { category: playback } }
      steps: [{ "a\nb": activate }, { "a\nb": { playHaptic: "\e[2J.ahap" } }]
      """#
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "\u{1B}[2J.ahap")
    let outcome = try run(text, in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix(#"red \u{1B}[31m\nand \u{202E}"#))
    #expect(outcome.text.contains(#"a\nb  activates its session"#))
    #expect(outcome.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }

  @Test func `an invalid scenario exits with status 65 and reports every problem`() throws {
    let folder = try ScratchFolder()
    let outcome = try run(
      "scenario: a\napps: { music: { category: playbak } }\nsteps:\n  - musik: play\n", in: folder)
    #expect(outcome.status == 65)
    #expect(outcome.text.isEmpty)
    #expect(
      outcome.words == """
        scenario.yaml:2:28: error: unknown category 'playbak'; did you mean 'playback'? [unknown-word]
        scenario.yaml:4:5: error: unknown actor 'musik'; did you mean 'music'? [unknown-actor]
        no scenario was run, 1 file not valid

        """)
  }

  @Test func `a missing file with the name of an example is told where the example is`() throws {
    let outcome = try Program.run("session", "run", "call-over-music.yaml", in: ScratchFolder())
    #expect(outcome.status == 66)
    let path = try #require(outcome.words.split(separator: "; the example of this name is ").last)
    let example = path.split(separator: "\n")[0]
    #expect(example.hasSuffix("/Examples/Scenarios/call-over-music.yaml"))
    #expect(FileManager.default.fileExists(atPath: String(example)))
  }

  @Test func `a missing file exits with status 66, and the other files are run`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.call, to: "one.yaml")
    let outcome = try Program.run("session", "run", "-q", "none.yaml", "one.yaml", in: folder)
    #expect(outcome.status == 66)
    #expect(outcome.words.contains("none.yaml: no such file"))
    #expect(
      outcome.words.contains("1 scenario, 6 expectations, all as expected, 1 file not readable"))
  }

  @Test(arguments: [["one.yaml", "two.yaml"], ["two.yaml", "one.yaml"]])
  func `a file that an option does not fit is reported, and the other files are run`(
    files: [String]
  ) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.call + "\n---\n" + Self.call, to: "two.yaml")
    try folder.write(Self.call, to: "one.yaml")
    let outcome = try Program.run(
      ["session", "run", "-q"] + files + ["none.yaml", "--scenario", "2"], in: folder)
    #expect(outcome.status == 64)
    #expect(
      outcome.words == """
        --scenario 2: one.yaml has 1 scenario
        none.yaml: no such file
        1 scenario, 6 expectations, all as expected, 1 file not readable, 1 file not run

        """)
    let swept = try Program.run(
      ["session", "sweep", "-q"] + files + ["--scenario", "2"], in: folder)
    #expect(swept.status == 64)
    #expect(swept.words.contains("--scenario 2: one.yaml has 1 scenario\n"))
    #expect(swept.words.contains(", 1 file not run\n"), "\(swept.words)")
  }

  @Test func `an option that does not fit the only file is a usage error`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.call, to: "one.yaml")
    let outcome = try Program.run(
      "session", "run", "one.yaml", "--scenario", "2", in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.words == "haptic: --scenario 2: one.yaml has 1 scenario\n")
  }

  /// The commands that take folders of scenarios.
  private static let searching = [
    ["session", "run"], ["session", "fuzz", "--steps", "10"], ["session", "sweep"],
    ["session", "coverage"], ["test"],
  ]

  @Test(arguments: searching)
  func `a folder stands for the same scenarios in every command`(_ command: [String]) throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("suite/more"), withIntermediateDirectories: true)
    try folder.write(Self.call, to: "suite/a.yaml")
    try folder.write(Self.call, to: "suite/more/B.YML")
    try folder.write("rules: {}\n", to: "suite/haptic-lint.yaml")
    try folder.write(Self.call, to: "suite/scenario.txt")
    let outcome = try Program.run(command + ["suite"], in: folder)
    #expect(outcome.words.split(separator: "\n").last?.hasPrefix("2 ") == true, "\(outcome.words)")
    #expect(!outcome.words.contains("not readable"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("suite/gone.yaml"), withDestinationPath: "nowhere")
    let incomplete = try Program.run(command + ["suite"], in: folder)
    #expect(incomplete.status == 66)
    #expect((incomplete.text + incomplete.words).contains("suite/gone.yaml: no such file"))
    #expect(incomplete.words.contains(", 1 file not readable\n"))
  }

  @Test(arguments: ["steps:\n  - { at: 0, music: play }\n", "steps:\n- expect: { music: {} }\n"])
  func `a scenario without its other keys is reported, but not the steps of another program`(
    _ text: String
  ) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.call, to: "one.yaml")
    try folder.write("steps:\n  - uses: actions/checkout\n", to: "build.yaml")
    try folder.write(text, to: "two.yaml")
    let outcome = try Program.run("test", ".", in: folder)
    #expect(outcome.status == 65)
    let messages = outcome.text + outcome.words
    #expect(messages.contains("two.yaml:") && !messages.contains("build.yaml"), "\(messages)")
  }

  @Test(arguments: searching)
  func `a folder without a scenario is an error`(_ command: [String]) throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("empty"), withIntermediateDirectories: false)
    let outcome = try Program.run(command + ["empty"], in: folder)
    #expect(outcome.status == 66 && outcome.text.isEmpty)
    #expect(outcome.words.contains("empty: the folder contains no scenario"))
  }

  @Test func `a snapshot of a folder is refused`() throws {
    let outcome = try Program.run(
      "session", "run", ".", "--until", "1", "--snapshot", "stopped.yaml", in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.words.contains("--snapshot takes a single scenario"))
  }

  @Test func `quiet and verbose cannot be combined`() throws {
    let outcome = try run(Self.call, "--quiet", "--verbose", in: ScratchFolder())
    #expect(outcome.status == 64 && outcome.text.isEmpty)
    #expect(outcome.words.contains("--quiet cannot be combined with --verbose"))
  }

  @Test func `a scenario can come from standard input`() throws {
    let outcome = try Program.run(
      "session", "run", "-", input: Data(Self.call.utf8), in: ScratchFolder())
    #expect(outcome.status == 0)
  }

  @Test func `random steps are the same for a seed and do not break an invariant`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.call, to: "scenario.yaml")
    let outcomes = try ["4", "4", "5"].map {
      try Program.run(
        "session", "fuzz", "scenario.yaml", "--steps", "300", "--seed", $0, in: folder)
    }
    #expect(outcomes[0].status == 0)
    #expect(outcomes[0].text == outcomes[1].text)
    #expect(outcomes[0].text != outcomes[2].text)
  }

  @Test(arguments: ["0", "-3", "many", "1000000000"])
  func `an invalid number of random steps is a usage error`(number: String) throws {
    let outcome = try Program.run(
      "session", "fuzz", "x.yaml", "--steps=\(number)", in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.words.contains("--steps"))
  }
}
