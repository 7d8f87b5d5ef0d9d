import AudioSession
import PhoneRuntime
import PhoneSimulator
import Testing
import TextFormats

/// Every scenario with several apps once more, with the interrupted apps in the background.
///
/// What an interruption promises does not depend on where the app is: see R4.
struct InterruptedBehindTests {
  /// The scenarios in which it does, each with the reason.
  static let exceptions: [String: String] = [
    "A successful activation ends the state of being interrupted":
      "the interrupted app activates itself, which is refused behind (!int), and interrupts nobody",
    "An app that activates again is no longer interrupted":
      "the interrupted app activates itself, which is refused behind (!int), and interrupts nobody",
  ]

  /// The scenarios in which no app that is interrupted can be moved, each with the reason.
  static let unmoved: [String: String] = [
    "An app in the background that gave up cannot take the sound back after a call":
      "it is in the background already",
    "T35, with the switch on silent nothing is heard that nobody asked for":
      "its category does not go on there",
    "What a web view plays is other audio, and of two sessions that are no app's the later has the device":
      "its category does not go on there",
    "While it rings what mixes may sound, and nobody records": "its category does not go on there",
  ]

  @Test(arguments: ScenarioFilesTests.files)
  func `an interruption in the background behaves as in front`(file: String) throws {
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

  @Test func `every scenario with an interrupted app is run again or listed as an exception`() throws {
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
  /// For each app what began and ended before it acted itself.
  private(set) var received: [[String]]
  /// The apps that can be in the background when the first one begins.
  private(set) var moved: [AppID] = []
  /// The invariants that did not hold.
  private(set) var broken: [String]
  private let scenario: Scenario
  /// For each app the step that interrupts it first.
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

  /// Whether the app, which is in the foreground, could go on in the background as it is.
  private static func mayMove(_ app: AppID, _ phone: Phone) -> Bool {
    let session = phone.state[app]
    return session.lifecycle == .foreground && session.isActive
      && session.configuration.category.row.runsInBackground
  }

  /// The scenario with those in the background, or nil if there are none.
  var behind: Scenario? {
    guard !moved.isEmpty else { return nil }
    var changed = scenario
    for app in moved {
      changed.setup.apps[app.index].state.hasBackgroundAudio = true
      // Who has stopped playing there would be suspended before the end.
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
