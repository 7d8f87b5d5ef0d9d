import AudioSession
import AudioSessionAnalysis
import PhoneSimulator
import Testing

/// Tests of scenarios' dependencies on open questions and versions of iOS.
struct ScenarioSweepTests {
  private func sweep(_ text: String, pairs: Bool = false) throws -> ScenarioSweep {
    let scenarios = try ScenarioReader.read("scenario: a\n" + text)
    return try ScenarioSweep(#require(scenarios.first), pairs: pairs)
  }

  /// The changes under which a scenario fails, with the places.
  private func findings(_ sweep: ScenarioSweep) -> [String] {
    sweep.sweep.findings.map { finding in
      let changes = finding.changes.map(\.description).joined(separator: ", ")
      return "\(changes) at \(finding.failure.failure.place)"
    }
  }

  /// A scenario that depends on one question alone.
  struct Planted: Sendable, CustomTestStringConvertible {
    let question: String
    let answers: [String]
    /// The place of the expectation that fails.
    let place: String
    let text: String

    var testDescription: String { question }

    init(_ question: String, _ answers: String..., at place: String, _ text: String) {
      self.question = question
      self.answers = answers
      self.place = place
      self.text = "os: 26\n" + text
    }
  }

  static let planted = [
    Planted(
      "duckGain", "0.1", "0.4", at: "9:24",
      """
      apps:
        music: { category: playback }
        navigation: { category: playback, options: [duckOthers] }
      steps:
        - music: play
        - navigation: play
        - expect: { music: { gain: 0.1 } }
      """),
    Planted(
      "ambientDuck", "reject", at: "6:5",
      """
      apps:
        game: { category: soloAmbient }
      steps:
        - game: { setCategory: { category: ambient, options: [duckOthers] } }
        - expect: { game: { category: ambient } }
      """),
    Planted(
      "switchAffectsHeadphones", "true", at: "8:23",
      """
      device: { ports: [headphones], silentMode: true }
      apps:
        game: { category: ambient }
      steps:
        - game: play
        - expect: { game: { audible: true } }
      """),
    Planted(
      "claimRelease", "ownEnd", at: "11:24",
      """
      apps:
        music: { category: playback }
        video: { category: playback }
      steps:
        - music: play
        - video: play
        - phone: ring
        - phone: decline
        - expect: { music: { interrupted: true } }
      """),
    Planted(
      "noNotifyEffect", "endedWithoutOption", at: "11:24",
      """
      apps:
        music: { category: playback }
        video: { category: playback }
      steps:
        - music: play
        - video: play
        - video: stop
        - video: deactivate
        - expect: { music: { events: [interruption began default] } }
      """),
    Planted(
      "blockedOutputCode", "cannotInterruptOthers", "missingEntitlement", at: "7:5",
      """
      apps:
        music: { category: playback }
      steps:
        - phone: ring
        - music: activate
          fails: "!pri"
      """),
    Planted(
      "unplugPauses", "false", at: "9:24",
      """
      device: { ports: [headphones] }
      apps:
        music: { category: playback, player: system }
      steps:
        - music: play
        - device: { disconnect: headphones }
        - expect: { music: { playing: false } }
      """),
    Planted(
      "buttonsWhenIdle", "media", at: "7:25",
      """
      apps:
        music: { category: playback }
      steps:
        - device: volumeUp
        - expect: { device: { volume: { media: 0.5 } } }
      """),
    Planted(
      "hapticsInSilentMode", "false", at: "8:23",
      """
      device: { silentMode: true }
      apps:
        game: { category: ambient }
      steps:
        - game: { playHaptic: impact.light }
        - expect: { game: { haptics: played } }
      """),
    Planted(
      "permissionDenied", "resourceNotAvailable", at: "6:5",
      """
      apps:
        recorder: { category: record, recordPermission: denied }
      steps:
        - recorder: record
        - expect: { recorder: { recording: true } }
      """),
    Planted(
      "systemInterruptsMixable", "false", at: "8:23",
      """
      apps:
        game: { category: ambient }
      steps:
        - game: play
        - phone: ring
        - expect: { game: { interrupted: true } }
      """),
    Planted(
      "overrideWithOtherCategory", "incompatibleCategory", at: "6:5",
      """
      apps:
        music: { category: playback }
      steps:
        - music: { overrideOutput: speaker }
          fails: "-50"
      """),
  ]

  @Test(arguments: planted)
  func `a scenario that depends on one question names only this question`(planted: Planted) throws {
    let sweep = try sweep(planted.text)
    #expect(!sweep.holds)
    #expect(
      findings(sweep)
        == planted.answers.map { "\(planted.question): \($0) at \(planted.place)" })
  }

  @Test func `an independent scenario holds under every question and version`() throws {
    let sweep = try sweep(
      """
      apps: { music: { category: playback } }
      steps: [{ music: play }, { expect: { music: { audible: true, gain: 0.5 } } }]
      """)
    #expect(sweep.holds)
    #expect(findings(sweep) == [])
    #expect(sweep.sweep.questionCount == PolicyOption.all.count)
    #expect(sweep.sweep.versionCount == OSVersion.allCases.count)
    // The app of iOS 27 is notified that it has become active.
    #expect(sweep.sweep.harmless.map(\.description) == ["os: 27"])
    #expect(sweep.sweep.decided.isEmpty && !sweep.decidesVersion)
  }

  /// A mode of iOS 9, which iOS 7 and 8 do not have.
  private static let spoken = """
    apps: { podcast: { category: playback } }
    steps:
      - podcast: { setCategory: { category: playback, mode: spokenAudio } }
    """

  @Test func `a scenario that needs a later iOS depends on earlier versions`() throws {
    let sweep = try sweep(Self.spoken)
    #expect(findings(sweep) == ["os: 7 at 4:5", "os: 8 at 4:5"])
  }

  @Test(arguments: ["os: 17", "os: 26", "os: 17.4"])
  func `a version that the scenario sets is not swept`(line: String) throws {
    let sweep = try sweep(line + "\n" + Self.spoken)
    #expect(sweep.holds && sweep.decidesVersion)
    #expect(sweep.sweep.versionCount == 1)
  }

  @Test(arguments: ["0.2", "0.3"])
  func `an option that the scenario sets is not swept, even if it is set to its default`(
    gain: String
  ) throws {
    let sweep = try sweep(
      """
      os: 26
      policy: { duckGain: \(gain) }
      apps:
        music: { category: playback }
        navigation: { category: playback, options: [duckOthers] }
      steps:
        - music: play
        - navigation: play
        - expect: { music: { ducked: true } }
      """)
    #expect(sweep.holds)
    #expect(sweep.sweep.decided.map(\.key) == ["duckGain"])
    #expect(sweep.sweep.questionCount == PolicyOption.all.count - 1)
    #expect(!sweep.sweep.harmless.contains { $0.key == "duckGain" })
  }

  @Test func `an answer that refuses the setup of an app is not applicable`() throws {
    let sweep = try sweep(
      """
      os: 26
      apps: { game: { category: ambient, options: [duckOthers] } }
      steps: [{ game: play }, { expect: { game: { audible: true } } }]
      """)
    #expect(sweep.holds)
    #expect(sweep.sweep.notApplicable.map(\.description) == ["ambientDuck: reject"])
    #expect(sweep.sweep.questionCount == PolicyOption.all.count - 1)
  }

  @Test func `the first difference of the traces is the cause of the failure`() throws {
    let planted = try #require(Self.planted.first { $0.question == "unplugPauses" })
    let sweep = try sweep(planted.text.replacing("- device:", with: "- at: 2\n    device:"))
    let finding = try #require(sweep.sweep.findings.first)
    let difference = try #require(finding.failure.difference)
    #expect(difference.time == 2)
    #expect(difference.own != difference.other)
    #expect(
      finding.failure.failure.reason
        == .fact("playing", of: "music", found: .truth(true), expected: .truth(false)))
    // Here another answer changes what the app is notified of.
    let harmless = sweep.sweep.harmless.map(\.description)
    #expect(harmless == ["interruptionOnRouteDisconnect: documentation"])
  }

  @Test func `a scenario that fails under its own settings is not swept`() throws {
    let sweep = try sweep(
      """
      apps: { music: { category: playback } }
      steps: [{ expect: { music: { playing: true } } }]
      """)
    #expect(!sweep.holds)
    #expect(sweep.report.failures.count == 1)
    #expect(sweep.sweep.findings.isEmpty && sweep.sweep.harmless.isEmpty)
  }

  @Test func `two changes that only fail together are found as a pair`() throws {
    // iOS 27 may or may not still post the old notifications.
    let text = """
      apps: { music: { category: playback } }
      steps:
        - music: play
        - phone: ring
        - expect: { music: { includes: [interruption began default] } }
      """
    #expect(try sweep(text).holds)
    let sweep = try sweep(text, pairs: true)
    #expect(sweep.sweep.findings.count == 1)
    let changes = try #require(sweep.sweep.findings.first).changes
    #expect(Set(changes.map(\.description)) == ["legacyOn27: false", "os: 27"])
    #expect(sweep.sweep.triedPairs == ScenarioSweep.mostPairs)
    #expect(sweep.sweep.omittedPairs > 0)
  }

  @Test func `the same scenario gives the same sweep`() throws {
    let scenario = try #require(
      try ScenarioReader.read("scenario: a\n" + Self.planted[3].text).first)
    let sweeps = try (0..<2).map { _ in try ScenarioSweep(scenario) }
    #expect(findings(sweeps[0]) == findings(sweeps[1]))
    #expect(sweeps[0].sweep.harmless == sweeps[1].sweep.harmless)
  }
}
