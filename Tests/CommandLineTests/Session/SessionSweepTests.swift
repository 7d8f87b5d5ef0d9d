import AudioSession
import Foundation
import Testing

/// The output and the exit statuses of `haptic session sweep`.
struct SessionSweepTests {
  private static let prompt = """
    scenario: A prompt lowers the music
    policy: { volumeStep: 0.1 }
    apps:
      music: { category: playback }
      navigation: { category: playback, options: [duckOthers] }
    steps:
      - music: play
      - at: 5
        navigation: play
      - expect: { music: { gain: 0.1 } }

    """

  private static let spoken = """
    scenario: A podcast is spoken
    apps: { podcast: { category: playback } }
    steps:
      - podcast: { setCategory: { category: playback, mode: spokenAudio } }

    """

  private static let heard = """
    scenario: Music is heard
    apps: { music: { category: playback } }
    steps: [{ music: play }, { expect: { music: { audible: true } } }]

    """

  private func run(
    _ text: String, _ arguments: String..., in folder: ScratchFolder
  ) throws -> Program.Outcome {
    try folder.write(text, to: "scenario.yaml")
    return try Program.run(["session", "sweep"] + arguments + ["scenario.yaml"], in: folder)
  }

  private func text(_ file: String, in folder: ScratchFolder) throws -> String {
    String(decoding: try folder.read(file), as: UTF8.self)
  }

  @Test func `dependencies are printed with their evidence and first consequences`() throws {
    let folder = try ScratchFolder()
    let text = [Self.prompt, Self.spoken, Self.heard].joined(separator: "---\n")
    let outcome = try run(text, in: folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.words
        == "3 scenarios, 2 depending on answers or versions, 1 pinned setting was not varied\n")
    try Snapshot.expect(outcome.text, is: "session-sweep", in: folder)
  }

  @Test func `a scenario that holds exits with status 0, and with --quiet prints nothing`() throws {
    let folder = try ScratchFolder()
    let outcome = try run(Self.heard, in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("holds under all "))
    #expect(outcome.words == "1 scenario, no dependencies\n")
    let quiet = try run(Self.heard, "--quiet", in: folder)
    #expect(quiet.status == 0)
    #expect(quiet.text.isEmpty)
  }

  @Test func `settings of the scenario are not counted among its swept questions`() throws {
    let text = Self.heard.replacing("apps:", with: "os: 26\npolicy: { volumeStep: 0.1 }\napps:")
    let outcome = try run(text, in: ScratchFolder())
    #expect(outcome.status == 0)
    let questions = PolicyOption.all.count
    #expect(
      outcome.text == """
        scenario.yaml: Music is heard
          holds under every answer to the \(questions - 1) questions that were tried; 1 question is pinned
          2 settings not swept, because the scenario sets them: volumeStep, os

        """)
    #expect(
      outcome.words == "1 scenario, no dependencies, 2 pinned settings were not varied\n")
  }

  // Source: AVAudioSession.Mode.spokenAudio is available from iOS 9 on. Versions 7 and 8 are the only older ones.
  @Test func `versions that are not applicable are named`() throws {
    let text = Self.heard.replacing(
      "{ category: playback }", with: "{ category: playback, mode: spokenAudio }")
    let outcome = try run(text, in: ScratchFolder())
    #expect(outcome.status == 0)
    #expect(
      outcome.text.contains("2 versions (iOS 7, 8) are not applicable to the scenario's settings"))
  }

  @Test func `a scenario that decides every setting is not reported as independent`() throws {
    let answers = PolicyOption.all.map { "\($0.key): \($0.standard)" }.joined(separator: ", ")
    let text = Self.heard.replacing("apps:", with: "os: 26\npolicy: { \(answers) }\napps:")
    let outcome = try run(text, in: ScratchFolder())
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("scenario.yaml: Music is heard\n  nothing was varied\n"))
    let count = PolicyOption.all.count + 1
    #expect(
      outcome.words == "1 scenario, nothing varied, \(count) pinned settings were not varied\n")
  }

  // Source: `Documentation/Scenarios.md`, Sweeping: a call with `fails` must fail with that error under every answer.
  @Test func `the error that a call must have is an expectation of the sweep`() throws {
    let text = """
      scenario: An alarm refuses music
      apps: { music: { category: playback } }
      steps: [{ alarm: fire }, { music: activate, fails: "!pri" }]

      """
    let outcome = try run(text, in: ScratchFolder())
    #expect(outcome.status == 1)
    #expect(
      outcome.text.contains(
        "should fail with insufficientPriority (!pri), but failed with cannotInterruptOthers (!int)"
      ))
    let pinned = text.replacing(
      "apps:", with: "policy: { blockedOutputCode: insufficientPriority }\napps:")
    #expect(try run(pinned, in: ScratchFolder()).status == 0)
  }

  @Test func `a scenario that fails under its own settings is reported but not swept`() throws {
    let text = Self.prompt.replacingOccurrences(of: "gain: 0.1", with: "gain: 0.2")
    let outcome = try run(text, in: ScratchFolder())
    #expect(outcome.status == 1)
    #expect(
      outcome.text == """
        scenario.yaml: A prompt lowers the music
          fails under its own settings, so nothing else was tried; to sweep it, first make it pass
            scenario.yaml:10:24: at 5 s: music: gain is 0.1, expected 0.2

        """)
    #expect(outcome.words == "1 scenario, 1 failing under its own settings\n")
  }

  @Test func `with --json every scenario is an object`() throws {
    struct Object: Decodable {
      struct Change: Decodable {
        let setting: String
        let answer: String
        let `default`: String?
        let defaultGrade: String?
        let otherGrade: String?
      }
      struct Failure: Decodable {
        let line: Int
        let column: Int
        let time: Double
        let found: Double
        let expected: Double
      }
      struct Difference: Decodable {
        let time: Double
        let own: String
        let other: String
      }
      struct Finding: Decodable {
        let changes: [Change]
        let failure: Failure
        let difference: Difference
      }
      struct Pairs: Decodable {
        let tried: Int
        let omitted: Int
      }
      let file: String
      let scenario: String
      let line: Int
      let holds: Bool
      let versions: Int
      let decided: [String]
      let findings: [Finding]
      let harmless: [Change]
      let pairs: Pairs
    }
    let outcome = try run(
      Self.prompt + "---\n" + Self.heard, "--json", "--pairs", in: ScratchFolder())
    let objects = try outcome.text.split(separator: "\n").map {
      try JSONDecoder().decode(Object.self, from: Data($0.utf8))
    }
    #expect(objects.map(\.scenario) == ["A prompt lowers the music", "Music is heard"])
    #expect(objects.map(\.holds) == [false, true])
    #expect(objects.map(\.line) == [1, 12])
    #expect(objects.map(\.decided) == [["volumeStep"], []])
    #expect(objects.allSatisfy { $0.file == "scenario.yaml" && $0.versions == 10 })
    #expect(objects[0].harmless.map(\.setting) == ["os"])
    #expect(objects.allSatisfy { $0.pairs.tried == 2_000 && $0.pairs.omitted > 0 })
    let finding = try #require(objects[0].findings.first)
    #expect(finding.changes.map(\.setting) == ["duckGain"])
    #expect(finding.changes[0].answer == "0.1" && finding.changes[0].default == "0.2")
    #expect(finding.changes[0].defaultGrade == "our assumption")
    #expect(finding.changes[0].otherGrade == nil)
    #expect(finding.failure.line == 10 && finding.failure.column == 24 && finding.failure.time == 5)
    #expect(finding.failure.found == 0.05 && finding.failure.expected == 0.1)
    #expect(finding.difference.time == 5)
    #expect(finding.difference.other == "5 s  music  is ducked and heard at gain 0.05")
  }

  @Test
  func `build servers get a test for each scenario, and Git hosts get a line for each finding`()
    throws
  {
    let folder = try ScratchFolder()
    let outcome = try run(
      Self.prompt + "---\n" + Self.heard, "--quiet", "--annotations", "--junit", "out.xml",
      in: folder)
    #expect(outcome.status == 1)
    let notes = outcome.text.split(separator: "\n").filter { $0.hasPrefix("::") }
    #expect(
      notes == [
        "::error file=scenario.yaml,line=10,col=24,title=haptic session sweep::depends on duckGain: 0.1: "
          + "at 5 s: music: gain is 0.05, expected 0.1",
        "::error file=scenario.yaml,line=10,col=24,title=haptic session sweep::depends on duckGain: 0.4: "
          + "at 5 s: music: gain is 0.2, expected 0.1",
      ])
    #expect(
      try self.text("out.xml", in: folder) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="2" failures="1" errors="0">
          <testsuite name="scenario.yaml" tests="2" failures="1" errors="0">
            <testcase classname="scenario.yaml" name="A prompt lowers the music" file="scenario.yaml" line="10">
              <failure message="depends on duckGain: 0.1: at 5 s: music: gain is 0.05, expected 0.1">scenario.yaml:10:24: depends on duckGain: 0.1: at 5 s: music: gain is 0.05, expected 0.1
        scenario.yaml:10:24: depends on duckGain: 0.4: at 5 s: music: gain is 0.2, expected 0.1</failure>
            </testcase>
            <testcase classname="scenario.yaml" name="Music is heard" file="scenario.yaml" line="12"/>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func `a missing file is an error in the report, and the other files are swept`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.heard, to: "one.yaml")
    let outcome = try Program.run(
      "session", "sweep", "none.yaml", "one.yaml", "--junit", "out.xml", in: folder)
    #expect(outcome.status == 66)
    #expect(outcome.words.contains("none.yaml: no such file"))
    #expect(outcome.words.hasSuffix("1 scenario, no dependencies, 1 file not readable\n"))
    let report = try text("out.xml", in: folder)
    #expect(report.contains("<testsuites tests=\"2\" failures=\"0\" errors=\"1\">"))
    #expect(report.contains("<error message=\"none.yaml: no such file"))
  }

  @Test func `an invalid file is an error in the report, with its location`() throws {
    let folder = try ScratchFolder()
    let outcome = try run(
      "scenario: a\nos: 5\nsteps: []\n", "--annotations", "--junit", "out.xml", in: folder)
    #expect(outcome.status == 65)
    #expect(outcome.text.hasPrefix("::error file=scenario.yaml,line=2,col=5,"))
    let report = try text("out.xml", in: folder)
    #expect(report.contains("<testsuites tests=\"1\" failures=\"0\" errors=\"1\">"))
    #expect(report.contains(">scenario.yaml:2:5: error: "))
  }

  @Test func `the report does not overwrite a scenario`() throws {
    let folder = try ScratchFolder()
    let outcome = try run(Self.heard, "--junit", "scenario.yaml", in: folder)
    #expect(outcome.status == 64)
    #expect(try text("scenario.yaml", in: folder) == Self.heard)
  }
}
