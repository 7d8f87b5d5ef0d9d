public import AudioSession
public import AudioSessionAnalysis
public import PhoneAudio
public import PhoneRuntime
internal import TextFormats

/// Runs a scenario: steps and a virtual clock in, a trace out.
///
/// What happens is carried out by a `PhoneRuntime`, as it is in tests of apps; the run gives it
/// events and lets the time pass. There is no thread and no chance in it: the same scenario gives
/// the same report.
///
/// Source: `Documentation/Scenarios.md`, Running.
///
/// - Thread: one at a time.        Realtime-safe: no.
public final class ScenarioRun {
  /// What is run.
  public let scenario: Scenario
  /// What is looked at on the way.
  public let checks: ScenarioChecks
  /// The phone and its apps, to which sinks and haptic engines can be added.
  public let runtime: PhoneRuntime
  /// What the phone sounds like, and the haptic engines of its apps.
  public let mixer: PhoneMixer
  /// How many facts were expected.
  public private(set) var expectations = 0
  /// How many steps were taken.
  public private(set) var taken = 0

  private let log: ScenarioTrace

  /// A run of `scenario`, at its beginning.
  ///
  /// - Parameters:
  ///   - scenario: what is run.
  ///   - checks: what is looked at on the way.
  ///   - delivery: when, and in which order, apps are notified within a step.
  ///   - audio: how it sounds, besides the patterns and layer volumes of the scenario; by default only
  ///     haptics are rendered, and nobody listens.
  /// - Throws: `SetupError` if its phone cannot be set up, or a step names an app that does not exist; a
  ///   scenario that was read can be run.
  public init(
    _ scenario: Scenario, checks: ScenarioChecks = .expectations,
    delivery: DeliveryOrder = .immediate, audio: PhoneAudioConfiguration = .init()
  ) throws(SetupError) {
    try scenario.checkApps()
    self.scenario = scenario
    self.checks = checks
    runtime = try PhoneRuntime(
      scenario.setup, behaviors: scenario.apps.map(\.behavior), delivery: delivery)
    for (place, app) in scenario.apps.enumerated() {
      runtime.setControls(app.controls, of: AppID(place))
      runtime.setDecorativeHaptics(app.decorativeHaptics, of: AppID(place))
    }
    log = ScenarioTrace(ScenarioLog(scenario, checks))
    runtime.add(log)
    let phone = runtime.phone
    log.change { $0.noteFront(of: phone, appPlaces: scenario.appPlaces) }
    runtime.setPatternSeconds(scenario.patternSeconds)
    runtime.setSoundSeconds(scenario.systemSounds.mapValues(\.seconds))
    mixer = PhoneMixer(runtime, scenario.completing(audio))
  }

  /// Makes a second mixer of the phone, which an output pulls by a clock of its own: it is heard, and the
  /// trace is written by the first one, so that it depends on the steps alone.
  ///
  /// - Parameter audio: how it sounds, besides what the scenario has.
  /// - Returns: a mixer whose drive is `live`.
  public func makeLiveMixer(_ audio: PhoneAudioConfiguration) -> PhoneMixer {
    var audio = scenario.completing(audio)
    audio.drive = .live
    audio.reportsHaptics = false
    return PhoneMixer(runtime, audio)
  }

  /// The phone as it is.
  public var phone: Phone { runtime.phone }

  /// What has happened to the sessions so far, for `Phone.explain`.
  public var history: SessionHistory {
    let phone = runtime.phone
    return log.read { $0.history ?? SessionHistory(phone) }
  }

  /// Explains something about an app, with the layer volume that the scenario gives it and what has happened to
  /// it so far.
  ///
  /// - Parameters:
  ///   - question: what is asked.
  ///   - app: about which of the scenario's apps.
  /// - Returns: what is so, and why.
  /// - Precondition: `app` is one of the scenario's.
  public func explain(_ question: ExplainedQuestion, for app: AppID) -> Explanation {
    phone.explain(
      question, for: app, layerVolume: scenario.apps[app.index].layerVolume, after: history)
  }

  /// The time, in seconds.
  public var time: Double { log.read { $0.time } }

  /// What happened so far.
  public var trace: [TraceEntry] { log.read { $0.lines } }

  /// What was not as it should be.
  public var failures: [ScenarioFailure] { log.read { $0.failures } }

  /// What does no harm to the scenario and is against the guidelines.
  public var advice: [ScenarioFailure] { log.read { $0.advice } }

  /// Whether something was not as it should be.
  public var hasFailed: Bool { log.read { !$0.failures.isEmpty } }

  /// What came of it so far.
  public var report: ScenarioReport {
    ScenarioReport(trace: trace, failures: failures, advice: advice, expectations: expectations)
  }

  /// Takes all steps that were not taken; haptics of the last one begin all the same.
  public func run() {
    for step in scenario.steps.dropFirst(taken) { take(step) }
    finish()
  }

  /// Lets `MixerTimes.tailSeconds` pass after the last step, in which it is heard what that has begun, and what
  /// ends by itself does.
  public func passTail() {
    pass(until: runtime.now.seconds + MixerTimes.tailSeconds, scenario.place)
  }

  /// Renders what the last step taken asked for, so that the trace has where it begins.
  public func finish() {
    mixer.finish()
    runtime.settle()
  }

  /// Takes the steps up to `time`, in seconds, that were not taken, and lets the time pass until then.
  public func run(until time: Double) {
    for step in scenario.steps.dropFirst(taken) where step.time <= time { take(step) }
    pass(until: time, scenario.place)
  }

  /// Lets the time pass until the step's, and takes it.
  public func take(_ step: ScenarioStep) {
    taken += 1
    pass(until: step.time, step.place)
    switch step.content {
    case .pass: break
    case .app(let app, let action, let fails): call(app, action, fails: fails, step)
    case .event, .notification, .settings, .accessibility, .volumes: happen(step)
    case .expect(let expectation):
      if checks.contains(.expectations) { check(expectation, step) }
    }
  }

  /// Lets the time pass, and every sound end that ends until then.
  private func pass(until target: Double, _ place: SourceLocation) {
    log.change { $0.place = place }
    runtime.advance(to: PhoneTime(seconds: target), settles: true)
    log.change { $0.time = max($0.time, target) }
  }

  /// Applies an event that no app causes.
  private func happen(_ step: ScenarioStep) {
    let names = AppNames(all: scenario.apps.map(\.name))
    let wording = SystemActor.wording(of: step.content, names)
    let actor = wording?.actor ?? .device
    let words = step.narration ?? wording?.words.narration ?? step.words
    log.change { $0.note(actor.rawValue, .happened(step.content), text: words) }
    // What makes no sense is in the log, and the other events happen all the same.
    runtime.perform(events(of: step.content).map { .phone($0) })
    runtime.settle()
  }

  /// What a step that no app takes is to the policy, in order.
  func events(of content: ScenarioStep.Content) -> [PhoneEvent] {
    switch content {
    case .event(let event): return [event]
    case .notification(let app, let sound, let about):
      return [.notificationDelivered(app, hasSound: sound ?? true, about: about)]
    case .settings(let on, let off):
      return [.settingsChanged(phone.state.device.settings.union(on).subtracting(off))]
    case .accessibility(let on, let off):
      return [.accessibilityChanged(phone.state.device.accessibility.union(on).subtracting(off))]
    case .volumes(let volumes):
      return volumes.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { .volumeSet($0.key, $0.value) }
    case .app, .pass, .expect: return []
    }
  }

  /// Lets an app do what a step says.
  private func call(
    _ app: AppID, _ action: AppAction, fails: SessionErrorCode?, _ step: ScenarioStep
  ) {
    defer { runtime.settle() }
    guard let error = try? Optional(runtime.perform(action, by: app)) else { return }
    guard error != fails, checks.contains(.expectations) else { return }
    let wanted = fails.map { "was to fail with \($0.fourCharacters)" } ?? "was to succeed"
    let found = error.map { "failed with \($0.fourCharacters)" } ?? "succeeded"
    log.change {
      $0.fail(
        step.place, .call(expected: fails, found: error),
        "\(step.words): it \(wanted) and \(found)")
    }
  }

  /// What is known of an app now; `includes` counts its events from `since` on.
  func view(of app: AppID, since: EventStart? = nil) -> AppView {
    log.read { log in
      AppView(
        phone: phone, app: app, position: runtime.position(of: app).seconds,
        layerVolume: scenario.apps[app.index].layerVolume,
        asked: log.asked[app.index], received: log.received[app.index], since: since,
        runsHapticEngine: runtime.isHapticEngineRunning(app),
        prepared: runtime.preparedFeedback(of: app), composites: runtime.composites(of: app),
        controls: runtime.controls(of: app), hardware: runtime.hardwarePreferences(of: app),
        fault: runtime.notificationDistortion(of: app)?.fault)
    }
  }

  /// Looks whether everything is as expected.
  private func check(_ expectation: Expectation, _ step: ScenarioStep) {
    let phone = phone
    var verdict = ExpectationCheck()
    for expected in expectation.apps {
      let view = view(of: expected.app, since: expected.since)
      for fact in expected.facts { verdict.check(fact, of: view) }
      log.change { $0.noteExpectation(expected) }
    }
    let view = DeviceView(
      phone: phone, asked: log.read { $0.askedBySystem }, sampleRate: runtime.hardwareSampleRate,
      ioBufferDuration: runtime.hardwareBufferDuration, buttonVolume: runtime.buttonVolume)
    for fact in expectation.device { verdict.check(fact, of: view) }
    expectations += verdict.facts
    let failures = verdict.failures
    log.change { log in
      let lines = failures.isEmpty ? [] : log.lines
      for failure in failures {
        let hint = FailureHint.words(for: failure.reason, of: scenario, phone, lines)
        log.fail(failure.place, failure.reason, failure.message, hint: hint)
      }
      if failures.isEmpty {
        log.note("expect", .met(expectation.words))
      }
    }
  }
}

extension Scenario {
  /// `audio` with the patterns, the sounds of the system and the layer volumes of the scenario.
  fileprivate func completing(_ audio: PhoneAudioConfiguration) -> PhoneAudioConfiguration {
    var audio = audio
    audio.patterns = patterns
    audio.systemSounds = systemSounds
    audio.layerVolumes = apps.map(\.layerVolume)
    return audio
  }
}
