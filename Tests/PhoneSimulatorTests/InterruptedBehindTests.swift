import AudioSession
import PhoneRuntime
import PhoneSimulator
import Testing
import TextFormats

/// Runs every scenario with several apps again, with the interrupted apps in the background.
///
/// The notifications of an interruption do not depend on whether the app is in the foreground: see R4.
struct InterruptedBehindTests {
  /// The scenarios in which the notifications do depend on it, with the reasons.
  static let exceptions: [String: String] = [
    "A successful activation ends the state of being interrupted":
      "the interrupted app activates itself, which is refused in the background (!int)",
    "An app that activates again is no longer interrupted":
      "the interrupted app activates itself, which is refused in the background (!int)",
  ]

  /// The scenarios in which the interrupted apps cannot be moved, with the reasons.
  static let unmoved: [String: String] = [
    "An app in the background that gave up cannot take the sound back after a call":
      "it is already in the background",
    "T35, with the switch on silent nothing is heard that nobody asked for":
      "its category does not continue in the background",
    "A web view counts as other audio, and of two sessions without an app, the later one has the device":
      "its category does not continue in the background",
    "While a call rings, apps that mix may play, but recording is not possible":
      "its category does not continue in the background",
  ]

  @Test(arguments: ScenarioFilesTests.files)
  func `an interruption in the background behaves as in the foreground`(file: String) throws {
    for scenario in try ScenarioReader.read(
      try ScenarioFilesTests.text(file), in: ScenarioFilesTests.folder)
    {
      let front = try Interruptions(of: scenario)
      guard let behind = front.behind else { continue }
      let again = try Interruptions(of: behind)
      #expect(again.broken == [], "\(scenario.name)")
      let differs = front.moved.contains { app in
        again.received[app.index] != front.received[app.index]
      }
      let words = front.moved.map { app in
        "\(scenario.apps[app.index].name): \(front.received[app.index]), \(again.received[app.index])"
      }
      #expect(
        differs == (Self.exceptions[scenario.name] != nil), "\(scenario.name): \(words)")
    }
  }

  @Test func `every scenario with an interrupted app is run again or listed as an exception`()
    throws
  {
    var moved = 0
    var ends: [String] = []
    for file in ScenarioFilesTests.files {
      for scenario in try ScenarioReader.read(
        try ScenarioFilesTests.text(file), in: ScenarioFilesTests.folder)
      {
        let front = try Interruptions(of: scenario)
        guard scenario.apps.count > 1, front.received.contains(where: { !$0.isEmpty }) else {
          continue
        }
        #expect(front.moved.isEmpty == (Self.unmoved[scenario.name] != nil), "\(scenario.name)")
        moved += front.moved.isEmpty ? 0 : 1
        for app in front.moved { ends += front.received[app.index].dropFirst() }
      }
    }
    #expect(moved >= 70)
    #expect(ends.count { $0 == "interruption ended shouldResume" } >= 20)
    #expect(ends.count { $0 == "interruption ended" } >= 3)
  }
}

/// The interruptions of each app of a scenario until it acts itself.
private struct Interruptions {
  /// The beginnings and ends that each app received before it acted itself.
  private(set) var received: [[String]]
  /// The apps that can be in the background when their first interruption begins.
  private(set) var moved: [AppID] = []
  /// The broken invariants.
  private(set) var broken: [String]
  private let scenario: Scenario
  /// The first step that interrupts each app.
  private var steps: [Int?]

  init(of scenario: Scenario) throws {
    self.scenario = scenario
    received = scenario.apps.map { _ in [] }
    steps = scenario.apps.map { _ in nil }
    let run = try ScenarioRun(scenario, checks: .invariants)
    var hasActed: Set<Int> = []
    for (place, step) in scenario.steps.enumerated() {
      let before = run.phone
      let known = run.trace.count
      run.take(step)
      for line in run.trace[known...] {
        guard let app = scenario.apps.firstIndex(where: { $0.name == line.actor }) else { continue }
        if line.kind == .call, !received[app].isEmpty { hasActed.insert(app) }
        guard line.kind == .event, line.text.hasPrefix("interruption "), !hasActed.contains(app)
        else { continue }
        if received[app].isEmpty, Self.mayMove(AppID(app), before) { steps[app] = place }
        received[app].append(line.text)
      }
    }
    broken = run.failures.filter { if case .invariant = $0.reason { true } else { false } }
      .map(\.message)
    guard scenario.apps.count > 1 else { return }
    moved = scenario.apps.indices.filter { steps[$0] != nil }.map { AppID($0) }
  }

  /// Whether the app is in the foreground and could continue in the background.
  private static func mayMove(_ app: AppID, _ phone: Phone) -> Bool {
    let session = phone.state[app]
    return session.lifecycle == .foreground && session.isActive
      && session.configuration.category.row.runsInBackground
  }

  /// The scenario with the movable apps in the background; nil if no app can be moved.
  var behind: Scenario? {
    guard !moved.isEmpty else { return nil }
    var changed = scenario
    for app in moved {
      changed.setup.apps[app.index].state.hasBackgroundAudio = true
      // Without it, an app that has stopped playing would be suspended before the end.
      changed.setup.apps[app.index].state.hasRuntimeAssertion = true
    }
    changed.setup.policy.backgroundTime = .unlimited
    changed.steps = scenario.steps.enumerated().flatMap { place, step in
      let leaving = moved.filter { steps[$0.index] == place }.map { app in
        ScenarioStep(
          time: step.time, .app(app, .session(.enterBackground), fails: nil), words: "background",
          place: step.place)
      }
      return leaving + [step]
    }
    return changed
  }
}
