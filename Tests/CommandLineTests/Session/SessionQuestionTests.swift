import Foundation
import Testing

/// `haptic session table`, `policy`, `check` and `explain`.
struct SessionQuestionTests {
  private func run(_ arguments: String..., in folder: ScratchFolder) throws -> Program.Outcome {
    try Program.run(["session"] + arguments, in: folder)
  }

  @Test func `the table of categories states what silences each category, with the source`()
    throws
  {
    let folder = try ScratchFolder()
    let outcome = try run("table", "categories", in: folder)
    #expect(outcome.status == 0)
    for category in ["ambient", "soloAmbient", "playback", "record", "playAndRecord"] {
      #expect(outcome.text.contains("  \(category)"))
    }
    try Snapshot.expect(outcome.text, is: "session-table-categories", in: folder)
  }

  @Test func `every cell of every table has a source, in JSON as well`() throws {
    let outcome = try run("table", "--json", in: ScratchFolder())
    let tables = try #require(try outcome.json() as? [[String: Any]])
    #expect(tables.count > 5)
    for table in tables {
      let rows = try #require(table["rows"] as? [[String: Any]])
      #expect(!rows.isEmpty)
      for cell in rows.flatMap({ $0["cells"] as? [[String: Any]] ?? [] }) {
        let sources = try #require(cell["sources"] as? [String])
        #expect(!sources.isEmpty, "\(table["name"] ?? ""): \(cell)")
      }
    }
  }

  @Test func `an unknown table is a usage error that lists the known tables`() throws {
    let outcome = try run("table", "categorys", in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.words.contains("categories"))
  }

  @Test func `a table is also found by its former name`() throws {
    let folder = try ScratchFolder()
    let table = try run("table", "policy-options", in: folder)
    #expect(table.status == 0)
    #expect(table.text.hasPrefix("policy-options: "))
    #expect(try run("table", "knobs", in: folder).text == table.text)
  }

  @Test func `every problem of an invalid scenario is reported with its location`() throws {
    let folder = try ScratchFolder()
    try folder.write("scenario: a\nos: 5\nsteps: [{ x: play }]\n", to: "a.yaml")
    let outcome = try run("explain", "a.yaml", "--at", "1", "--app", "x", in: folder)
    #expect(outcome.status == 65)
    let places = outcome.words.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(places == ["a.yaml:2:5:", "a.yaml:3:11:"])
  }

  @Test func `every open question has a default, a choice and a reason`() throws {
    let outcome = try run("policy", "--json", in: ScratchFolder())
    let options = try #require(try outcome.json() as? [[String: Any]])
    #expect(options.count > 40)
    for option in options {
      #expect((option["sources"] as? [String])?.isEmpty == false)
      #expect((option["default"] as? String)?.isEmpty == false)
    }
  }

  @Test func `a single question can be shown, and a misspelled name gets a suggestion`() throws {
    let folder = try ScratchFolder()
    let outcome = try run("policy", "duckGain", in: folder)
    #expect(outcome.text.hasPrefix("duckGain: "))
    #expect(outcome.text.contains("default:  0.2"))
    let misspelt = try run("policy", "duckgain", in: folder)
    #expect(misspelt.status == 64)
    #expect(misspelt.words.contains("did you mean 'duckGain'?"))
  }

  @Test func `a small world is searched completely`() throws {
    let folder = try ScratchFolder()
    let outcome = try run(
      "check", "--configurations", "playback,ambient", "--scope", "calls", "--json", in: folder)
    #expect(outcome.status == 0, "\(outcome.text)")
    let found = try #require(try outcome.json() as? [String: Any])
    #expect(found["isComplete"] as? Bool == true)
    #expect((found["states"] as? Int ?? 0) > 50)
    #expect((found["violations"] as? [Any])?.isEmpty == true)
    #expect(found["scope"] as? [String] == ["calls"])
    #expect(found["configurations"] as? [String] == ["soloAmbient", "playback", "ambient"])
  }

  @Test func `a search states its extent and its omissions`() throws {
    let folder = try ScratchFolder()
    let outcome = try run(
      "check", "--apps", "2", "--configurations", "playback/spokenAudio,record", "--scope", "none",
      in: folder)
    #expect(outcome.status == 0, "\(outcome.text)")
    let coverage = outcome.text.split(separator: "\n").drop { !$0.hasPrefix("searched:") }
    try Snapshot.expect(
      coverage.joined(separator: "\n") + "\n", is: "session-check-coverage", in: folder)
  }

  @Test func `a search that stops at its limit reports this and fails`() throws {
    let outcome = try run("check", "--scope", "calls", "--limit", "20", in: ScratchFolder())
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("stopped at its limit"))
  }

  @Test(arguments: [
    ["check", "--apps", "4"], ["check", "--configurations", "playbak"],
    ["check", "--configurations", ""], ["check", "--configurations", "playback/"],
    ["check", "--scope", "cals"], ["check", "--policy", "duckGain"],
    ["check", "--policy", "duckGain=9"], ["check", "--os", "6"],
    ["explain", "none.yaml", "--at", "-1", "--app", "music"],
    ["explain", "none.yaml", "--at", "1e308", "--app", "music"],
    ["explain", "none.yaml", "--at", "nan", "--app", "music"],
  ])
  func `invalid arguments are usage errors`(arguments: [String]) throws {
    let outcome = try Program.run(["session"] + arguments, in: ScratchFolder())
    #expect(outcome.status == 64, "\(outcome.words)")
  }

  @Test func `an explanation of a silent app includes the rule and its source`() throws {
    let folder = try ScratchFolder()
    try folder.write(SessionRunTests.call, to: "call.yaml")
    let outcome = try run("explain", "call.yaml", "--at", "6", "--app", "music", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("call"))
    #expect(outcome.text.contains("rule R"))
    try Snapshot.expect(outcome.text, is: "session-explain", in: folder)
  }

  // Source: `Documentation/Scenarios.md`, Setup: the key `backgroundAudio`, and the port's name in `route`.
  @Test func `an explanation uses the words of scenarios`() throws {
    let folder = try ScratchFolder()
    let text = """
      scenario: a
      apps: { podcast: { category: playback } }
      steps:
        - podcast: play
        - expect: { device: { route: [builtInSpeaker] } }
        - { at: 5, podcast: background }

      """
    try folder.write(text, to: "a.yaml")
    let heard = try Program.run("session", "explain", "a.yaml", "--at", "0", in: folder)
    #expect(heard.text.contains("its sound goes to builtInSpeaker"), "\(heard.text)")
    let silent = try Program.run("session", "explain", "a.yaml", in: folder)
    #expect(silent.text.contains("background mode (in a scenario, 'backgroundAudio: true')\n"))
    #expect(try Program.run("session", "run", "a.yaml", in: folder).status == 0)
  }

  @Test func `the explanation states that the unplugged app was Now Playing, not idle`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      scenario: The headphones are pulled
      device: { ports: [headphones] }
      apps:
        music: { category: playback, remoteCommands: [play, pause] }
      steps:
        - music: play
        - at: 5
          device: { disconnect: headphones }

      """, to: "pulled.yaml")
    let outcome = try run("explain", "pulled.yaml", "--at", "6", "--app", "music", in: folder)
    #expect(outcome.text.contains("because it is Now Playing"))
    #expect(outcome.text.contains("rule R12"))
    #expect(!outcome.text.contains("was not playing"))
  }

  @Test func `a single app does not require a name, nor the last step a time`() throws {
    let folder = try ScratchFolder()
    try folder.write(SessionRunTests.call, to: "call.yaml")
    let short = try run("explain", "call.yaml", in: folder)
    #expect(short.status == 0)
    #expect(short.text.hasPrefix("at 9 s\n"))
    #expect(short.text.contains("  5 s  a call rang: it is interrupted\n"))
    #expect(
      short.text
        == (try run("explain", "call.yaml", "--at", "9", "--app", "music", in: folder).text))
    let sources = try run("explain", "call.yaml", "--at", "6", "--sources", in: folder)
    #expect(sources.text.contains("Audio Session Programming Guide"))
    let plain = try run("explain", "call.yaml", "--at", "6", in: folder)
    #expect(!plain.text.contains("Audio Session Programming Guide"))
  }

  @Test func `without a name, several apps are explained briefly`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      scenario: A game leaves without notifying
      apps:
        music: { category: playback }
        game: { category: soloAmbient }
      steps:
        - music: play
        - game: activate
        - at: 3
          game: deactivate

      """, to: "game.yaml")
    let outcome = try run("explain", "game.yaml", in: folder)
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.first == "at 3 s")
    #expect(lines.contains("music is silent") && lines.contains("game is not ducked"))
    #expect(lines.dropFirst().dropLast().allSatisfy { !$0.hasPrefix("    ") })
    #expect(lines.last == "For the full explanation of one app, use --app NAME.")
  }

  @Test func `a time after the last step is explained as such`() throws {
    let folder = try ScratchFolder()
    try folder.write(SessionRunTests.call, to: "call.yaml")
    let outcome = try run("explain", "call.yaml", "--at", "100", in: folder)
    #expect(outcome.text.hasPrefix("at 100 s, after the last step at 9 s\n"), "\(outcome.text)")
  }

  @Test func `a recording is explained, with the step that starts it again`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      scenario: a
      apps: { memo: { category: playAndRecord, behavior: guidelines } }
      steps:
        - memo: record
        - { at: 5, phone: ring }
        - { at: 6, phone: decline }

      """, to: "a.yaml")
    let recording = try run("explain", "a.yaml", "--at", "1", in: folder).text
    #expect(recording.contains("memo is silent and recording\n"), "\(recording)")
    #expect(recording.contains("memo is recording\n  because its session is active"))
    let ended = try run("explain", "a.yaml", "--question", "recording", in: folder).text
    #expect(
      ended.contains(
        "(in a scenario, the step 'record'; 'behavior: guidelines' resumes only playback)"),
      "\(ended)")
  }

  @Test func `an unknown app or scenario is a usage error`() throws {
    let folder = try ScratchFolder()
    try folder.write(SessionRunTests.call, to: "call.yaml")
    let app = try run("explain", "call.yaml", "--at", "6", "--app", "musik", in: folder)
    #expect(app.status == 64)
    #expect(app.words.contains("did you mean 'music'?"))
    let second = try run(
      "explain", "call.yaml", "--at", "6", "--app", "music", "--scenario", "2", in: folder)
    #expect(second.status == 64)
  }

  @Test(arguments: [["explain", "two.yaml", "--at", "1", "--app", "x"], ["live", "two.yaml"]])
  func `one of several scenarios in a file must be chosen`(arguments: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write("scenario: one\nsteps: []\n---\nscenario: two\nsteps: []\n", to: "two.yaml")
    let outcome = try Program.run(["session"] + arguments, in: folder)
    #expect(outcome.status == 64)
    #expect(
      outcome.words == "haptic: two.yaml has 2 scenarios; choose one with --scenario\n")
    let wrong = try Program.run(["session"] + arguments + ["--scenario", "3"], in: folder)
    #expect(wrong.status == 64)
    #expect(wrong.words == "haptic: --scenario 3: two.yaml has 2 scenarios\n")
  }

  @Test func `a JSON explanation contains its question, and only rules have a grade`() throws {
    let folder = try ScratchFolder()
    try folder.write(SessionRunTests.call, to: "call.yaml")
    let outcome = try run(
      "explain", "call.yaml", "--at", "6", "--app", "music", "--json", in: folder)
    let explanations = try #require(try outcome.json() as? [[String: Any]])
    #expect(
      explanations.map { $0["question"] as? String } == ["audible", "ducked", "interrupted"])
    let causes = explanations.flatMap { $0["causes"] as? [[String: Any]] ?? [] }
    #expect(!causes.isEmpty)
    for cause in causes {
      let isFact = cause["rule"] as? String == "a fact"
      #expect(
        Set(cause.keys)
          == Set(["depth", "statement", "rule", "sources", "note"] + (isFact ? [] : ["grade"])))
    }
    #expect(
      causes.contains { $0["statement"] as? String == "a call is ringing" && $0["grade"] == nil })
    #expect(causes.contains { $0["grade"] as? String == "published by Apple" })
  }

  @Test func `a category is recommended with its call and its reasons`() throws {
    let folder = try ScratchFolder()
    let outcome = try run("recommend", "prompt", "--background", in: folder)
    #expect(outcome.status == 0)
    try Snapshot.expect(outcome.text, is: "session-recommend", in: folder)
    let found = try #require(
      try run("recommend", "music", "--records", "--json", in: folder).json() as? [String: Any])
    #expect(found["category"] as? String == "playAndRecord")
    #expect(
      found["options"] as? [String] == ["defaultToSpeaker", "allowBluetoothA2DP", "allowAirPlay"])
    #expect(
      ((found["reasons"] as? [[String: Any]])?.first?["sources"] as? [String])?.isEmpty == false)
    let music = try run("recommend", "meditation", in: folder).text
    #expect(music.contains("interrupts other apps' audio") && music.contains("--others mix"))
    let mixing = try run("recommend", "meditation", "--others", "mix", in: folder).text
    #expect(!mixing.contains("--others mix"))
    #expect(try run("recommend", "musik", in: folder).status == 64)
  }

  @Test func `without a role, the roles are listed with their meanings`() throws {
    let outcome = try run("recommend", in: ScratchFolder())
    #expect(outcome.status == 64 && outcome.text.isEmpty)
    let lines = outcome.words.split(separator: "\n")
    #expect(lines.first == "haptic: Name the purpose of the sound:")
    for role in ["music", "prompt", "accompaniment"] {
      #expect(lines.contains { $0.hasPrefix("  \(role) ") }, "\(outcome.words)")
    }
  }

  @Test func `evidence is counted for every feature, and the weakest is listed for a named one`()
    throws
  {
    let folder = try ScratchFolder()
    let outcome = try run("evidence", in: folder)
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(
      lines.first?.split(separator: " ").joined(separator: " ")
        == "feature published SDK header several logs one log our choice")
    let one = try run("evidence", "ducking", in: folder)
    // The gain is not published anywhere, so Android's is used.
    #expect(one.text.contains("\nducking, statements with the evidence 'our choice':\n"))
    #expect(one.text.contains("\n  policy option duckGain\n"))
    let features = try #require(
      try run("evidence", "--json", in: folder).json() as? [[String: Any]])
    #expect(features.count == lines.count - 1)
    #expect(features.allSatisfy { ($0["statements"] as? [Any])?.isEmpty == false })
    let misspelt = try run("evidence", "duckin", in: folder)
    #expect(misspelt.status == 64 && misspelt.words.contains("did you mean 'ducking'?"))
  }
}
