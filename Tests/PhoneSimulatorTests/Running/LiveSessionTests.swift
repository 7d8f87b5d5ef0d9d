import AudioSession
import PhoneRuntime
import Realtime
import Testing

@testable import PhoneSimulator

/// Tests of interactive phones and their recorded scenarios.
struct LiveSessionTests {
  private static let apps = """
    scenario: "Four apps: a 'name' that needs quotes"
    os: 17
    policy: { duckGain: 0.3, captureGuard: allow }
    device:
      silentMode: true
      volume: { media: 0.7 }
      ports: [headphones, { device: "my car", ports: [bluetoothA2DP, bluetoothHFP] }]
      settings: { keyboardClicks: false }
      callStyle: fullScreen
    apps:
      music: { category: playback, backgroundAudio: true, remoteCommands: [play, pause] }
      "the: prompt":
        { category: playback, mode: voicePrompt, options: [duckOthers], state: background,
          backgroundAudio: true, behavior: guidelines, layerVolume: 0.5, sound: effect }
      yes: { category: ambient, prefers: { interruptionOnRouteDisconnect: false } }
      notes:
        { category: playAndRecord, captures: [camera], inputView: true, player: engine, hapticEngine: hapticsOnly,
          recordPermission: denied, backgroundTask: true, state: background }
    steps: []

    """

  @Test(arguments: ScenarioFilesTests.files)
  func `a written scenario reads as the same phone, apps and steps`(file: String) throws {
    for scenario in try ScenarioReader.read(
      ScenarioFilesTests.text(file), in: ScenarioFilesTests.folder)
    {
      try expectRoundTrip(of: scenario)
    }
  }

  @Test func `the complete setup is written`() throws {
    try expectRoundTrip(of: ScenarioReader.read(Self.apps)[0])
  }

  @Test func `numbers are written with all digits, and words of YAML in quotes`()
    throws
  {
    let text = """
      scenario: "no"
      apps: { "true": { category: ambient, hapticEngine: own }, game: { category: ambient } }
      steps:
        - at: 0.1234567890123
          "true": { feedback: { preset: impact.heavy, intensity: 0.123456789 } }
        - at: 0.3333333333333333
          game: { play: { duration: 12.3456789 } }

      """
    let scenario = try #require(try ScenarioReader.read(text).first)
    try expectRoundTrip(of: scenario)
    #expect(scenario.text.contains("scenario: \"no\""))
    #expect(scenario.text.contains("\"true\": "))
    #expect(!scenario.text.contains(" true: {"))
  }

  @Test func `a step of the scenario happens at the same frame in a live session`() throws {
    // Halfway between two frames, and a little later.
    let time = 1.0000104167
    let text = """
      scenario: a
      apps: { game: { category: ambient } }
      steps: [{ at: \(time), game: activate }]
      """
    let live = try LiveSession(try #require(try ScenarioReader.read(text).first))
    live.advance(to: PhoneTime(seconds: 2))
    let step = try #require(live.steps.first)
    #expect(PhoneTime(seconds: step.time) == PhoneTime(seconds: time))
    #expect(PhoneTime(seconds: time).frames == 48_001)
  }

  private func expectRoundTrip(of scenario: Scenario) throws {
    let again = try #require(
      try ScenarioReader.read(scenario.text, in: ScenarioFilesTests.folder).first)
    #expect(again.name == scenario.name)
    #expect(again.setup == scenario.setup)
    #expect(again.apps == scenario.apps)
    try #require(again.steps.count == scenario.steps.count)
    for (found, wanted) in zip(again.steps, scenario.steps) {
      #expect(found.time == wanted.time)
      switch (found.content, wanted.content) {
      // The time that passes is the time of the step.
      case (_, .pass): continue
      case (.expect(let found), .expect(let wanted)):
        #expect(Self.contents(of: found) == Self.contents(of: wanted))
      default: #expect(found.content == wanted.content)
      }
    }
  }

  /// The facts that are expected, without their places in the file.
  private static func contents(of expectation: PhoneSimulator.Expectation) -> [String: FactValue] {
    let apps = expectation.apps.flatMap { app in
      app.facts.map { ("\(app.app) since \(String(describing: app.since)) \($0.name)", $0.value) }
    }
    return Dictionary(uniqueKeysWithValues: apps + expectation.device.map { ($0.name, $0.value) })
  }

  /// Expects that the recording of `live`, which has ended, replays to its trace.
  private func expectReplay(_ live: LiveSession) throws {
    let text = live.recording(named: "replayed").text
    let scenario = try #require(
      try ScenarioReader.read(text, in: ScenarioFilesTests.folder).first)
    let replay = try ScenarioRun(scenario, checks: .all)
    replay.run()
    // Expectations are saved in another order of their facts.
    let (found, wanted) = (
      replay.trace.filter { $0.actor != "expect" }, live.run.trace.filter { $0.actor != "expect" }
    )
    let pairs = zip(found, wanted)
    let first = pairs.enumerated().first { $0.element.0 != $0.element.1 }
    let what = first.map { place in
      wanted.dropFirst(max(0, place.offset - 6)).prefix(10).map {
        "\($0.time) \($0.actor) \($0.text)"
      }.joined(separator: "\n") + "\nreplayed: \(place.element.0.time) \(place.element.0.text)"
    }
    #expect(what == nil && replay.trace.count == live.run.trace.count, "\(what ?? "")")
    #expect(replay.failures.map(\.message) == live.run.failures.map(\.message))
  }

  @Test(arguments: 1...6)
  func `all recorded actions replay to the same trace`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let scenario = try ScenarioReader.read(Self.apps)[0]
    let vocabulary = StepVocabulary(apps: scenario.apps.map(\.name))
    let live = try LiveSession(scenario)
    var frame: Int64 = 0
    for _ in 0..<150 {
      // The time passes in pieces, as with the blocks of an output.
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        frame += Int64.random(in: 1...9_000, using: &random)
        live.advance(to: PhoneTime(frames: frame))
      }
      guard let step = vocabulary.randomStep(&random) else { continue }
      live.perform(step.content)
    }
    live.finish()
    #expect(live.steps.count > 50)
    #expect(live.run.failures == [])
    try expectReplay(live)
  }

  @Test(arguments: ScenarioFilesTests.files)
  func `the steps of a scenario happen at their times`(file: String) throws {
    for scenario in try ScenarioReader.read(
      ScenarioFilesTests.text(file), in: ScenarioFilesTests.folder)
    {
      let live = try LiveSession(scenario)
      let end = PhoneTime(seconds: (scenario.steps.last?.time ?? 0) + 0.5)
      let piece = max(4_999, end.frames / 200)
      for frame in stride(from: piece, to: end.frames + piece, by: Int(piece)) {
        live.advance(to: PhoneTime(frames: min(Int64(frame), end.frames)))
      }
      live.finish()
      try expectReplay(live)
      // They are the same as in a run that is not live.
      var plain = scenario
      plain.steps = live.steps
      let run = try ScenarioRun(plain, checks: .all)
      run.run()
      #expect(run.trace == live.run.trace)
    }
  }

  @Test(arguments: [(false, 0), (true, 1)])
  func `a recording keeps the expectations of its scenario, whether or not they hold`(
    pauses: Bool, failures: Int
  ) throws {
    let text = """
      scenario: a
      apps: { music: { category: playback } }
      steps:
        - music: play
        - { at: 1, expect: { music: { playing: true, gain: 0.5 }, device: { silentMode: false } } }
        - { at: 9, expect: { music: { playing: true } } }

      """
    let live = try LiveSession(ScenarioReader.read(text)[0])
    live.advance(to: PhoneTime(seconds: 0.5))
    if pauses { live.perform(.app(0, .resident(.pause), fails: nil)) }
    live.advance(to: PhoneTime(seconds: 2))
    live.finish()
    #expect(live.expectedFacts == 4)
    #expect(live.run.expectations == 3)
    #expect(live.failedFacts == 2 * failures)
    let saved = live.recording(named: "kept").text
    let expect =
      "expect: { music: { playing: true, gain: 0.5 }, device: { silentMode: false } }"
    #expect(saved.contains("- at: 1\n    \(expect)\n"), "\(saved)")
    try expectReplay(live)
  }

  @Test func `an impossible action is neither applied nor recorded`() throws {
    let live = try LiveSession(ScenarioReader.read(Self.apps)[0])
    let before = live.run.phone
    let outcome = live.perform(.event(.callAnswered))
    #expect(outcome == .impossible("no call is ringing"))
    #expect(live.run.phone == before)
    #expect(live.steps.isEmpty && live.run.trace.isEmpty)
  }

  @Test func `an error of a call is recorded as the expected failure of its step`() throws {
    let live = try LiveSession(ScenarioReader.read(Self.apps)[0])
    live.perform(.app(AppID(0), .resident(.play(seconds: nil)), fails: nil))
    let outcome = live.perform(.app(AppID(0), .session(.deactivate([])), fails: nil))
    guard case .done(let error?) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    live.finish()
    #expect(live.run.failures == [])
    #expect(live.recording(named: "failed").text.contains("fails: \(error.name)"))
    try expectReplay(live)
  }
}
