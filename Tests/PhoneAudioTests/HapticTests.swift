import AudioSession
import Foundation
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import Testing

/// The haptic engines of a phone's apps: when they play, and when they do not.
struct HapticTests {
  @Test func `a haptic begins at the frame of its request, and the trace records it`()
    throws
  {
    let scenario = try HeardScenario(
      """
      scenario: a tap
      apps: { game: { category: ambient } }
      steps:
        - at: 0.5
          game: { playHaptic: impact.heavy }
        - at: 1
      """)
    #expect(scenario.heard.haptic[..<24_000].allSatisfy { $0 == 0 })
    // A sine begins at 0, so the first audible sample is the next one.
    #expect(scenario.heard.haptic[24_001] != 0)
    #expect(
      scenario.lines(of: "game") == [
        "asks for the haptic impact.heavy", "a haptic is played",
        "the haptic impact.heavy begins",
      ])
    #expect(
      scenario.beginnings == [.hapticBegan("impact.heavy", requested: 24_000, first: 24_001)])
  }

  @Test func `a tap is suppressed while a microphone records, unless its app allows it`() throws {
    let scenario = try HeardScenario(
      """
      scenario: recording
      apps: { notes: { category: playAndRecord } }
      steps:
        - notes: record
        - at: 0.5
          notes: { playHaptic: impact.heavy }
        - at: 1
          notes: { setPrefers: { hapticsAndSystemSoundsDuringRecording: true } }
        - notes: { playHaptic: impact.heavy }
        - at: 1.5
      """)
    #expect(scenario.haptic(0, 1).isSilent)
    #expect(!scenario.haptic(1, 1.5).isSilent)
    #expect(scenario.lines(of: "notes").contains("a haptic is suppressed: recording"))
    #expect(scenario.beginnings.count == 1)
  }

  /// A second of vibration, and a tone of the same length.
  private static func rumble(_ scenario: inout Scenario) {
    let events = [
      HapticEvent(.hapticContinuous, at: 0, duration: 1),
      HapticEvent(.audioContinuous, at: 0, duration: 1),
    ]
    guard let pattern = try? HapticPattern(events: events) else { return }
    scenario.patterns["impact.heavy"] = pattern
  }

  @Test func `starting a recording silences a playing haptic, but not its sound`() throws {
    let scenario = try HeardScenario(
      """
      scenario: recording begins
      apps:
        game: { category: playback, options: [mixWithOthers] }
        notes: { category: playAndRecord, options: [mixWithOthers] }
      steps:
        - game: { playHaptic: impact.heavy }
        - at: 0.5
          notes: record
        - at: 1
      """, change: Self.rumble)
    #expect(!scenario.haptic(0.4, 0.5).isSilent)
    #expect(scenario.haptic(0.505, 1).isSilent)
    #expect(!scenario.left(0.6, 0.9).isSilent)
  }

  @Test func `a call stops the engine, which does not restart automatically or during the call`()
    throws
  {
    let scenario = try HeardScenario(
      """
      scenario: a call
      device: { settings: { vibratesWithSound: false } }
      apps: { game: { category: playback } }
      steps:
        - game: activate
        - game: { playHaptic: impact.heavy }
        - at: 0.5
          phone: ring
        - at: 0.6
          game: { playHaptic: impact.heavy }
        - at: 1
          phone: decline
        - expect: { game: { events: [interruption began default, engine stopped audioSessionInterrupt, interruption ended shouldResume] } }
        - at: 2
          game: { playHaptic: impact.heavy }
        - at: 2.5
      """, change: Self.rumble)
    #expect(scenario.report.failures.isEmpty)
    #expect(!scenario.haptic(0.4, 0.5).isSilent)
    // A stopped engine fades like everything else.
    #expect(!scenario.haptic(0.5, 0.502).isSilent)
    #expect(scenario.haptic(0.505, 2).isSilent)
    #expect(!scenario.haptic(2, 2.5).isSilent)
    let refusal = scenario.lines(of: "game").first { $0.contains("does not play") }
    #expect(refusal?.contains("operationNotPermitted, -4806") == true)
  }

  @Test func `an engine created by an app obeys the same session`() throws {
    let text = """
      scenario: a call
      apps: { game: { category: playback, state: foreground } }
      steps:
        - game: activate
        - phone: ring
        - phone: decline
        - mediaServices: crash
        - mediaServices: recover
      """
    let scenario = try #require(try ScenarioReader.read(text).first)
    let run = try ScenarioRun(scenario, checks: .all)
    let engine = run.mixer.makeEngine(for: 0)
    try engine.start()
    run.take(scenario.steps[0])
    run.take(scenario.steps[1])
    #expect(!engine.isRunning)
    #expect(throws: EngineError.self) { try engine.start() }
    run.take(scenario.steps[2])
    #expect(!engine.isRunning)
    try engine.start()
    let player = try engine.makePlayer(with: HapticPreset.impactHeavy.pattern)
    run.take(scenario.steps[3])
    engine.stop()
    #expect(throws: EngineError.self) { try engine.start() }
    run.take(scenario.steps[4])
    try engine.start()
    let error = #expect(throws: EngineError.self) { try player.start() }
    #expect(error?.code == .invalidPatternPlayer)
  }

  private static func settings(_ device: String) -> String {
    """
    scenario: haptics or none
    device: \(device)
    apps:
      game: { category: playback, options: [mixWithOthers] }
      prompt: { category: playback, mode: voicePrompt, options: [duckOthers] }
    steps:
      - game: play
      - at: 0.2
        game: { playHaptic: impact.heavy }
      - at: 0.4
        prompt: { play: { duration: 0.3 } }
      - at: 0.8
        prompt: { deactivate: notifyOthers }
      - at: 1
        phone: ring
      - at: 1.2
        phone: decline
      - expect: { game: { includes: [engine stopped audioSessionInterrupt] } }
      - at: 1.5
    """
  }

  @Test(arguments: ["{ hapticsEnabled: false }", "{ supportsHaptics: false }"])
  func `with or without haptics, everything else is identical to the sample`(
    device: String
  ) throws {
    var states: [[Phone]] = []
    var heard: [HeardScenario] = []
    for device in ["{}", device] {
      let watcher = PhoneStates()
      heard.append(
        try HeardScenario(Self.settings(device), change: Self.rumble) { $0.runtime.add(watcher) })
      states.append(watcher.apps)
    }
    #expect(!heard[0].haptic(0.2, 0.5).isSilent)
    #expect(heard[1].haptic(0, 1.5).isSilent)
    #expect(heard[0].heard.left == heard[1].heard.left)
    #expect(heard[0].report.failures.isEmpty && heard[1].report.failures.isEmpty)
    #expect(states[0].count == states[1].count)
    for (one, other) in zip(states[0], states[1]) {
      for app in one.apps {
        #expect(one.gain(of: app) == other.gain(of: app))
        #expect(one.isPlaying(app) == other.isPlaying(app))
        #expect(one.isInterrupted(app) == other.isInterrupted(app))
      }
    }
    let events = heard.map { heard in heard.report.trace.filter { $0.kind == .event } }
    #expect(events[0] == events[1])
  }

  @Test func `haptics continue in silent mode, and the sounds of a pattern do not`() throws {
    let scenario = try HeardScenario(
      """
      scenario: silent mode
      device: { silentMode: true }
      apps: { game: { category: ambient } }
      steps:
        - game: { playHaptic: impact.heavy }
        - at: 1
      """, change: Self.rumble)
    #expect(!scenario.haptic(0, 1).isSilent)
    #expect(scenario.left(0, 1).isSilent)
    let answered = try HeardScenario(
      """
      scenario: silent mode
      policy: { hapticsInSilentMode: false }
      device: { silentMode: true }
      apps: { game: { category: ambient } }
      steps:
        - game: { playHaptic: impact.heavy }
        - at: 1
        - expect: { game: { haptics: { suppressed: silentMode } } }
      """, change: Self.rumble)
    #expect(answered.haptic(0, 1).isSilent)
    #expect(answered.report.failures.isEmpty)
  }

  @Test func `an app can weaken decorative haptics while the user reduces motion`()
    throws
  {
    func peaks(_ app: String) throws -> (peaks: [Float], lines: [String]) {
      let scenario = try HeardScenario(
        """
        scenario: motion
        apps: { game: { category: ambient, \(app) } }
        steps:
          - game: { playHaptic: impact.heavy }
          - at: 1
            device: { accessibility: { reduceMotion: true } }
          - game: { playHaptic: impact.heavy }
          - at: 2
            game: { playHaptic: impact.medium }
          - at: 3
            game: { feedback: impact.heavy }
          - at: 4
        """)
      let peaks = (0..<4).map { second in
        scenario.haptic(Double(second), Double(second) + 1).reduce(0) { max($0, abs($1)) }
      }
      return (peaks, scenario.lines(of: "game").filter { $0.contains("weakens") })
    }
    let (usual, none) = try peaks("state: foreground")
    #expect(
      usual[0] == usual[1] && usual[1] == usual[3] && none.isEmpty,
      "the system itself does not weaken any")
    let (weaker, lines) = try peaks("decorativeHaptics: [impact.heavy]")
    #expect(weaker[0] == usual[0] && weaker[2] == usual[2])
    #expect(weaker[1] > 0 && weaker[1] < usual[1] * 0.7 && weaker[3] == weaker[1])
    #expect(lines.count == 2)
  }

  @Test func `on a full phone, every app has its engine and its feedback, and the system sounds`()
    throws
  {
    let names = (0..<AppID.limit).map { "app\($0)" }
    let apps = names.map { "  \($0): { category: ambient }" }.joined(separator: "\n")
    let asks = names.map {
      "  - \($0): { playHaptic: impact.heavy }\n  - \($0): { feedback: impact.heavy }"
    }
    let text =
      "scenario: sixteen apps\napps:\n\(apps)\nsteps:\n\(asks.joined(separator: "\n"))\n"
      + "  - at: 0.5\n    app3: { playSystemSound: bell }\n  - at: 1\n"
    var own: [HapticEngine] = []
    var refusals: [String] = []
    let scenario = try HeardScenario(
      text,
      prepare: { run in
        // The maximum number of engines that an app can create in addition to those for haptics by
        // name.
        for _ in 0..<40 {
          let engine = run.mixer.makeEngine(for: 0)
          do throws(EngineError) {
            try engine.start()
            own.append(engine)
          } catch {
            refusals.append("\(error)")
          }
        }
        for engine in own.dropFirst(31) { engine.stop() }
      })
    #expect(refusals.isEmpty && own.count == 40)
    let felt = names.map { name in
      scenario.lines(of: name).count { $0.contains("impact.heavy begins") }
    }
    #expect(felt == Array(repeating: 2, count: AppID.limit))
    #expect(!scenario.left(0.5, 0.6).isSilent)
  }

  @Test func `too many engines cause a readable error, and stopping one makes room`() throws {
    let text =
      "scenario: a\napps: { game: { category: ambient } }\nsteps:\n  - game: { feedback: selection }"
    let scenario = try #require(try ScenarioReader.read(text).first)
    let run = try ScenarioRun(
      scenario, checks: .all, audio: PhoneAudioConfiguration(drive: .pulled))
    var engines: [HapticEngine] = []
    let error = #expect(throws: EngineError.self) {
      while engines.count < 100 {
        let engine = run.mixer.makeEngine(for: 0)
        try engine.start()
        engines.append(engine)
      }
    }
    #expect(engines.count == 47)
    #expect("\(try #require(error))".contains("All 47 engines that apps can run are in use"))
    // The system's engines do not count.
    run.take(scenario.steps[0])
    #expect(run.failures.isEmpty)
    #expect(!run.trace.contains { $0.text.contains("does not play") })
    engines[7].stop()
    try run.mixer.makeEngine(for: 0).start()
  }

  /// The number of random events: `HAPTIC_RANDOM_EVENTS` in the environment, for a long run.
  private static let randomEvents =
    ProcessInfo.processInfo.environment["HAPTIC_RANDOM_EVENTS"].flatMap(Int.init) ?? 10_000

  @Test func `ten thousand random events over four apps keep every invariant with engines running`()
    throws
  {
    let text = """
      scenario: four apps
      apps:
        music: { category: playback, backgroundAudio: true, behavior: guidelines }
        game: { category: ambient, behavior: guidelines }
        prompt: { category: playback, mode: voicePrompt, options: [duckOthers] }
        notes: { category: playAndRecord, behavior: guidelines, controls: { wifi: switch } }
      steps:

      """
    // Time passes between the random events, so that engines are rendered.
    let steps = (0..<400).map { number in
      "  - at: \(Double(number) / 10)\n    game: { playHaptic: impact.heavy }\n"
        + "  - game: foreground\n  - game: activate\n"
        + "  - game: { playComposite: payment-confirmed }\n"
        + "  - game: { loadComposite: { payment-confirmed: 0.05 } }\n"
    }
    let patterns = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Patterns").standardized.path
    let scenario = try #require(
      try ScenarioReader.read(
        text + steps.joined(), in: ScenarioFolder(libraries: [patterns])
      ).first)
    let report = try ScenarioFuzz(scenario, steps: Self.randomEvents, seed: 3).run()
    #expect(report.failures.isEmpty, "\(report.failures.first.map(\.description) ?? "")")
    #expect(report.trace.contains { $0.text.contains("impact.heavy begins") })
    #expect(report.trace.contains { $0.text.contains("engine stopped") })
    #expect(report.trace.contains { $0.text.contains("payment-confirmed begins") })
    #expect(report.trace.contains { $0.text.contains("its still image is shown") })
  }
}

/// Records the phone after each event.
private final class PhoneStates: PhoneSink {
  private let all = Guarded<[Phone]>([])
  var apps: [Phone] { all.withLock { $0 } }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    if case .settled(let event) = report { all.withLock { $0.append(event.after) } }
  }
}
