public import AudioSession
internal import TextFormats

/// Runs a scenario on a virtual clock.
///
/// A value without a clock, a thread or chance: the same scenario gives the same report. Not for a
/// render thread.
public struct ScenarioRun: Sendable {
  /// What is run.
  public let scenario: Scenario
  /// What is looked at on the way.
  public let checks: ScenarioChecks
  /// The phone as it is.
  public internal(set) var phone: Phone
  /// The time, in seconds.
  public internal(set) var time = 0.0
  /// What happened so far.
  public internal(set) var trace: [TraceLine] = []
  /// What was not as it should be.
  public internal(set) var failures: [ScenarioFailure] = []
  /// How many facts were expected.
  public internal(set) var expectations = 0
  /// How many steps were taken.
  public private(set) var taken = 0

  /// What does no harm to the scenario and is against the guidelines.
  public internal(set) var advice: [ScenarioFailure] = []

  var apps: [SimulatedApp]
  /// What notifications were about so far.
  var subjects: Set<String> = []
  /// What apps that behave as the guidelines ask have noticed and not yet acted upon.
  var noticed: [(app: AppID, signal: GuidelinesSignal)] = []

  /// How many things apps may do by themselves in one step before they are taken to go in circles.
  ///
  /// Our choice: each app of a full phone could act some fifty times.
  static let mostReactions = 1_000

  /// A run of `scenario`, at its beginning.
  ///
  /// - Throws: `SetupError` if its phone cannot be set up; a scenario that was read can.
  public init(
    _ scenario: Scenario, checks: ScenarioChecks = .expectations
  ) throws(SetupError) {
    self.scenario = scenario
    self.checks = checks
    phone = try Phone(scenario.setup)
    apps = zip(scenario.apps, scenario.setup.apps).map { SimulatedApp($0, $1.state) }
  }

  /// What came of it so far.
  public var report: ScenarioReport {
    ScenarioReport(
      trace: trace, failures: failures, advice: advice, expectations: expectations)
  }

  /// Takes all steps.
  public mutating func run() {
    for step in scenario.steps { take(step) }
  }

  /// Takes the steps up to `time`, in seconds, and lets the time pass until then.
  public mutating func run(until time: Double) {
    for step in scenario.steps where step.time <= time { take(step) }
    pass(until: time, scenario.place)
  }

  /// Lets the time pass until the step's, and takes it.
  public mutating func take(_ step: ScenarioStep) {
    taken += 1
    pass(until: step.time, step.place)
    switch step.content {
    case .pass: break
    case .app(let app, let action, let fails): call(app, action, fails: fails, step)
    case .event(let event): happen([event], step)
    case .notification(let app, let hasSound, let about):
      happen([notification(from: app, hasSound, about)], step)
    case .hapticsEnabled(let isEnabled):
      var settings = phone.state.device.settings
      if isEnabled { settings.insert(.haptics) } else { settings.remove(.haptics) }
      happen([.settingsChanged(settings)], step)
    case .volumes(let volumes):
      let events = volumes.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { SessionEvent.volumeSet($0.key, $0.value) }
      happen(events, step)
    case .expect(let expectation):
      if checks.contains(.expectations) { check(expectation, step) }
    }
  }

  // MARK: Time

  /// Lets the time pass, and every sound end that ends until then.
  private mutating func pass(until target: Double, _ place: SourceLocation) {
    while let (app, end) = nextEnd(), end <= target {
      time = max(time, end)
      note(app, .state, "has played to the end")
      apps[app.index].clock.end = nil
      handle(.stopOutput(app), place)
      apps[app.index].clock.rewind(at: time)
      notice(app, .finished)
      react(place)
    }
    time = max(time, target)
  }

  /// The next sound to end, and when.
  private func nextEnd() -> (AppID, Double)? {
    var next: (AppID, Double)?
    for app in phone.apps {
      if let end = apps[app.index].clock.endTime, end < next?.1 ?? .infinity { next = (app, end) }
    }
    return next
  }

  // MARK: What happens

  /// Lets something happen that no app does.
  private mutating func happen(_ events: [SessionEvent], _ step: ScenarioStep) {
    let (actor, words) = Narration.words(for: step)
    trace.append(TraceLine(time: time, actor: actor, kind: .call, text: words))
    for event in events { handle(event, step.place) }
    react(step.place)
  }

  /// Lets an app do what a step says.
  private mutating func call(
    _ app: AppID, _ action: AppAction, fails: SessionErrorCode?, _ step: ScenarioStep
  ) {
    let outcome = perform(action, by: app, step.place, byItself: false)
    switch outcome {
    case .rejected: break
    case .returned(let error):
      if error != fails, checks.contains(.expectations) {
        let wanted = fails.map { "was to fail with \($0.fourCharacters)" } ?? "was to succeed"
        let found = error.map { "failed with \($0.fourCharacters)" } ?? "succeeded"
        fail(step.place, "\(step.words): it \(wanted) and \(found)")
      }
      if error == nil { noticeUser(app, action) }
    }
    react(step.place)
  }

  private mutating func noticeUser(_ app: AppID, _ action: AppAction) {
    switch action {
    case .play: notice(app, .userPlayed)
    case .pause: notice(app, .userPaused)
    case .stop: notice(app, .userStopped)
    case .foreground: notice(app, .cameToForeground)
    case .activate, .deactivate, .setCategory, .setMode, .record, .stopRecording, .background,
      .suspend, .terminate, .launch, .overrideOutput, .preferInput, .setPrefers, .setOutputMuted,
      .playHaptic, .playSound:
      break
    }
  }

  /// Lets the apps act that behave as the guidelines ask, until none has anything to do.
  private mutating func react(_ place: SourceLocation) {
    var reactions = 0
    while !noticed.isEmpty {
      let (app, signal) = noticed.removeFirst()
      let view = GuidelinesView(
        isPlaying: phone.isPlaying(app), configuration: apps[app.index].configuration)
      for action in apps[app.index].guidelines.notice(signal, view) {
        reactions += 1
        if reactions > Self.mostReactions {
          fail(place, "the apps react to each other without end")
          noticed = []
          return
        }
        guard phone.state[app].lifecycle.isRunning else { break }
        let outcome = perform(action, by: app, place, byItself: true)
        if case .returned(let error?) = outcome {
          if error != .isBusy { notice(app, .refused) }
          break
        }
      }
    }
  }

  /// Notes a signal for an app that behaves as the guidelines ask.
  mutating func notice(_ app: AppID, _ signal: GuidelinesSignal) {
    guard apps[app.index].behavior == .guidelines else { return }
    noticed.append((app, signal))
  }

  // MARK: Notes

  mutating func note(_ app: AppID, _ kind: TraceLine.Kind, _ text: String) {
    trace.append(TraceLine(time: time, actor: phone.name(of: app), kind: kind, text: text))
  }

  mutating func fail(_ place: SourceLocation, _ message: String) {
    failures.append(ScenarioFailure(place: place, time: time, message: message))
    trace.append(TraceLine(time: time, actor: "expect", kind: .expect, text: "FAILED: \(message)"))
  }
}

/// What a run remembers of an app beyond its session.
struct SimulatedApp: Sendable {
  let behavior: AppBehavior
  var guidelines = GuidelinesApp()
  var clock = PlayClock()
  /// What it was told since its events were last expected.
  var told: [String] = []
  /// What became of the haptic it last asked for.
  var haptic: PlayVerdict?
  /// Whether its haptic engine runs.
  var isEngineRunning = false
  /// The category it last set, which it sets again when the media services are back.
  var configuration: SessionConfiguration
  /// The categories it has had, each time it changed.
  var categories: [SessionCategory]

  init(_ app: ScenarioApp, _ state: AppState) {
    behavior = app.behavior
    configuration = state.configuration
    categories = [state.configuration.category]
  }
}
