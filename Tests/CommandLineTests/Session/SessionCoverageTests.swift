import Foundation
import Testing

/// `haptic session coverage`.
struct SessionCoverageTests {
  private static let alarm = """
    scenario: An alarm
    apps: { music: { category: playback } }
    steps: [{ music: play }, { at: 1, alarm: fire }, { at: 2, alarm: dismiss }]

    """

  private func run(_ arguments: String..., in folder: ScratchFolder) throws -> Program.Outcome {
    try Program.run(["session", "coverage"] + arguments, in: folder)
  }

  @Test func `a summary of the kinds is followed by the names that were not exercised`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.alarm, to: "alarm.yaml")
    let outcome = try run("alarm.yaml", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.words == "1 scenario, 0 expectations, all as expected\n")
    let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
    let kinds = lines.prefix { !$0.isEmpty }.map { $0.split(separator: " ").first.map(String.init) }
    #expect(kinds == ["kind", "rules", "cells", "options", "interruptors", "notifications"])
    let rules = lines.first { $0.hasPrefix("rules ") }
    #expect(rules?.split(separator: " ") == ["rules", "4", "17", "23.5", "%"])
    #expect(outcome.text.contains("\nrules not exercised:\n  R2, R5, R6, R7, R8, R9,"))
    #expect(outcome.text.contains("\n  interruptors alarm: priority, joins others\n"))
    #expect(!outcome.text.contains("  interruption: began default,"))
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `with --json the names are printed as JSON`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.alarm, to: "alarm.yaml")
    let outcome = try run("--json", "alarm.yaml", in: folder)
    let object = try #require(try outcome.json() as? [String: Any])
    #expect(object["scenarios"] as? Int == 1)
    let kinds = try #require(object["kinds"] as? [[String: Any]])
    for kind in kinds {
      let exercised = try #require(kind["exercised"] as? [String])
      let missing = try #require(kind["missing"] as? [String])
      #expect(Set(exercised).isDisjoint(with: missing))
      #expect(kind["total"] as? Int == exercised.count + missing.count)
    }
    let interruptors = kinds.first { $0["kind"] as? String == "interruptors" }
    #expect(interruptors?["exercised"] as? [String] == ["alarm"])
    try Snapshot.expect(outcome.text, is: "session-coverage-json", in: folder)
  }

  @Test func `a folder stands for every scenario in it and its subfolders, but not for other YAML`()
    throws
  {
    let folder = try ScratchFolder()
    for name in ["suite/a.yaml", "suite/more/b.yml"] {
      try FileManager.default.createDirectory(
        atPath: folder.path("suite/more"), withIntermediateDirectories: true)
      try folder.write(Self.alarm, to: name)
    }
    try folder.write("rules: {}\n", to: "suite/haptic-lint.yaml")
    let outcome = try run("suite", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.words == "2 scenarios, 0 expectations, all as expected\n")
  }

  @Test func `files of test runs are combined with scenarios, and a folder stands for both`() throws
  {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("runs"), withIntermediateDirectories: true)
    try folder.write(Self.alarm, to: "alarm.yaml")
    let alone = try run("--json", "alarm.yaml", in: folder)
    try folder.write(alone.text, to: "runs/a.coverage.json")
    let read = try run("--json", "runs", in: folder)
    #expect(read.status == 0)
    #expect(read.text == alone.text)
    #expect(read.words == "1 file of test runs, 1 phone\n")

    let call = Self.alarm.replacing("alarm: fire", with: "phone: ring")
      .replacing("alarm: dismiss", with: "phone: decline")
    try folder.write(call, to: "runs/call.yaml")
    let both = try run("--json", "runs", in: folder)
    #expect(both.status == 0)
    let object = try #require(try both.json() as? [String: Any])
    #expect(object["scenarios"] as? Int == 2)
    let kinds = try #require(object["kinds"] as? [[String: Any]])
    let interruptors = kinds.first { $0["kind"] as? String == "interruptors" }
    #expect(interruptors?["exercised"] as? [String] == ["incomingCall", "alarm"])
  }

  @Test(arguments: [
    ("{", "not a coverage"), ("{\"scenarios\": -1, \"kinds\": []}", "not a coverage"),
    (
      "{\"scenarios\": 1, \"kinds\": [{\"kind\": \"rules\", \"exercised\": [\"R99\"]}]}",
      "does not have the part 'rules: R99'"
    ),
  ])
  func `a damaged test run file is refused by name`(text: String, words: String) throws {
    let folder = try ScratchFolder()
    try folder.write(text, to: "a.coverage.json")
    let outcome = try run("a.coverage.json", in: folder)
    #expect(outcome.status == 65)
    #expect(outcome.text.isEmpty)
    #expect(outcome.words.hasPrefix("haptic: a.coverage.json: ") && outcome.words.contains(words))
  }

  @Test func `a folder without a scenario is an error that names the folder`() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("empty"), withIntermediateDirectories: true)
    let outcome = try run("empty", in: folder)
    #expect(outcome.status == 66)
    #expect(outcome.text.isEmpty)
    #expect(outcome.words.contains("empty: the folder contains no scenario"))
  }

  @Test func `the coverage is printed even if an expectation fails`() throws {
    let folder = try ScratchFolder()
    let steps = "[{ music: play }, { expect: { music: { playing: false } } }]"
    try folder.write(
      "scenario: a\napps: { music: { category: playback } }\nsteps: \(steps)\n", to: "a.yaml")
    let outcome = try run("a.yaml", in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.text.hasPrefix("kind "))
    #expect(outcome.words.contains("1 scenario failed"))
  }

  @Test func `a tracefile is written but does not overwrite a scenario`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.alarm, to: "alarm.yaml")
    #expect(try run("alarm.yaml", "--lcov", "coverage.info", in: folder).status == 0)
    let text = String(decoding: try folder.read("coverage.info"), as: UTF8.self)
    #expect(text.hasPrefix("TN:\nSF:rules\nFN:1,R1\n"))
    #expect(text.contains("\nLF:17\nLH:4\nend_of_record\nTN:\nSF:cells\n"))
    #expect(try run("alarm.yaml", "--lcov", "alarm.yaml", in: folder).status == 64)
    #expect(String(decoding: try folder.read("alarm.yaml"), as: UTF8.self) == Self.alarm)
    #expect(try run("alarm.yaml", "--lcov", "-", in: folder).status == 64)
  }

  /// With `HAPTIC_RECORD=1` in the environment, makes it so.
  @Test func `the guidelines page states the coverage of our own scenarios`() throws {
    let page = URL(filePath: "\(Program.package)/Documentation/Guidelines.md")
    let folder = try ScratchFolder()
    for name in ["Examples", "Tests"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: "\(Program.package)/\(name)")
    }
    var text = try String(contentsOf: page, encoding: .utf8)
    let stated = text.matches(of: /`haptic (session coverage [^`]+)`:\n\n```\n([^`]*)```/)
    #expect(stated.count == 2)
    for match in stated.reversed() {
      let outcome = try Program.run(match.1.split(separator: " ").map(String.init), in: folder)
      #expect(outcome.status == 0, "\(outcome.words)")
      let table = outcome.text.prefix(
        upTo: outcome.text.range(of: "\n\n")?.lowerBound ?? outcome.text.endIndex)
      let found = table.split(separator: "\n").map { $0 + "\n" }.joined()
      if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] == "1" {
        text.replaceSubrange(match.2.startIndex..<match.2.endIndex, with: found)
      } else {
        #expect(String(match.2) == found, "scripts/test with HAPTIC_RECORD=1 rewrites it")
      }
    }
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] == "1" {
      try text.write(to: page, atomically: true, encoding: .utf8)
    }
  }
}
