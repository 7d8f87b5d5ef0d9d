public import AudioSession
public import AudioSessionAnalysis
public import PhoneAudio
public import PhoneRuntime
internal import TextFormats

/// Runs the steps of a scenario on a virtual clock and produces a trace.
///
/// A `PhoneRuntime` carries out the steps, as in tests of apps. The run passes events to the runtime and advances its
/// time. A run does not use threads or randomness, so that the same scenario always gives the same report.
///
/// Source: `Documentation/Scenarios.md`, Running.
///
/// - Thread: one at a time.        Realtime-safe: no.
public final class ScenarioRun {
  /// The scenario to run.
  public let scenario: Scenario
  /// The checks to make during the run.
  public let checks: ScenarioChecks
  /// The phone and its apps, to which sinks and haptic engines can be added.
  public let runtime: PhoneRuntime
  /// The mixer of the phone's audio and haptics, with the haptic engines of its apps.
  public let mixer: PhoneMixer
  /// The number of facts that were checked.
  public private(set) var expectations = 0
  /// The number of steps taken so far.
  public private(set) var taken = 0

  private let log: ScenarioTrace

  /// Creates a run at the beginning of `scenario`.
  ///
  /// - Parameters:
  ///   - scenario: the scenario to run.
  ///   - checks: the checks to make during the run.
  ///   - delivery: when apps are notified within a step, and in which order.
  ///   - audio: the audio configuration, to which the patterns and layer volumes of the scenario are added. By
  ///     default only haptics are rendered, and they are not output.
  /// - Throws: `SetupError` if the phone cannot be set up, or if a step names an app that does not exist. This
  ///   does not happen for a scenario that was read.
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

  /// Creates a second mixer for the phone, which an output pulls at the rate of its own clock.
  ///
  /// The output plays the second mixer. The trace is written by the first mixer, so that the trace depends only on the
  /// steps.
  ///
  /// - Parameter audio: the audio configuration, to which the sounds of the scenario are added.
  /// - Returns: a mixer whose drive is `live`.
  public func makeLiveMixer(_ audio: PhoneAudioConfiguration) -> PhoneMixer {
    var audio = scenario.completing(audio)
    audio.drive = .live
    audio.reportsHaptics = false
    return PhoneMixer(runtime, audio)
  }

  /// The current state of the phone.
  public var phone: Phone { runtime.phone }

  /// The history of the sessions so far, for `Phone.explain`.
  public var history: SessionHistory {
    let phone = runtime.phone
    return log.read { $0.history ?? SessionHistory(phone) }
  }

  /// Answers a question about an app, taking into account the app's layer volume and its history so far.
  ///
  /// - Parameters:
  ///   - question: the question to answer.
  ///   - app: one of the scenario's apps.
  /// - Returns: the answer with its reasons.
  /// - Precondition: `app` is one of the scenario's apps.
  public func explain(_ question: ExplainedQuestion, for app: AppID) -> Explanation {
    phone.explain(
      question, for: app, layerVolume: scenario.apps[app.index].layerVolume, after: history)
  }

  /// The time, in seconds.
  public var time: Double { log.read { $0.time } }

  /// The lines of the trace so far.
  public var trace: [TraceEntry] { log.read { $0.lines } }

  /// The failures so far.
  public var failures: [ScenarioFailure] { log.read { $0.failures } }

  /// The warnings so far, which do not fail the scenario.
  public var advice: [ScenarioFailure] { log.read { $0.advice } }

  /// Whether there are failures.
  public var hasFailed: Bool { log.read { !$0.failures.isEmpty } }

  /// The result so far.
  public var report: ScenarioReport {
    ScenarioReport(trace: trace, failures: failures, advice: advice, expectations: expectations)
  }

  /// Takes all remaining steps.
  ///
  /// Haptics that the last step requests still begin.
  public func run() {
    for step in scenario.steps.dropFirst(taken) { take(step) }
    finish()
  }

  /// Lets `MixerTimes.tailSeconds` pass after the last step, so that the sounds that it started can be heard or end.
  public func passTail() {
    pass(until: runtime.now.seconds + MixerTimes.tailSeconds, scenario.place)
  }

  /// Renders the haptics that the last step requested, so that the trace states the frames at which they begin.
  public func finish() {
    mixer.finish()
    runtime.settle()
  }

  /// Takes the remaining steps up to `time`, in seconds, and advances the time to it.
  public func run(until time: Double) {
    for step in scenario.steps.dropFirst(taken) where step.time <= time { take(step) }
    pass(until: time, scenario.place)
  }

  /// Advances the time to that of the step, and takes it.
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

  /// Advances the time, and ends all sounds whose end has been reached.
  private func pass(until target: Double, _ place: SourceLocation) {
    log.change { $0.place = place }
    runtime.advance(to: PhoneTime(seconds: target), settles: true)
    log.change { $0.time = max($0.time, target) }
  }

  /// Applies an event that is not caused by an app.
  private func happen(_ step: ScenarioStep) {
    let names = AppNames(all: scenario.apps.map(\.name))
    let wording = SystemActor.wording(of: step.content, names)
    let actor = wording?.actor ?? .device
    let words = step.narration ?? wording?.words.narration ?? step.words
    log.change { $0.note(actor.rawValue, .happened(step.content), text: words) }
    // Impossible events are recorded in the log, and the others still happen.
    runtime.perform(events(of: step.content).map { .phone($0) })
    runtime.settle()
  }

  /// Returns the events of a step that is not an app's action, in order.
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

  /// Performs the action of an app.
  private func call(
    _ app: AppID, _ action: AppAction, fails: SessionErrorCode?, _ step: ScenarioStep
  ) {
    defer { runtime.settle() }
    guard let error = try? Optional(runtime.perform(action, by: app)) else { return }
    guard error != fails, checks.contains(.expectations) else { return }
    let wanted = fails.map { "should fail with \($0.label)" } ?? "should succeed"
    let found = error.map { "failed with \($0.label)" } ?? "succeeded"
    log.change {
      $0.fail(
        step.place, .call(expected: fails, found: error),
        "'\(step.words)' \(wanted), but \(found)")
    }
  }

  /// Returns the current state of an app, in which `includes` counts the app's events from `since` on.
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

  /// The current state of the phone.
  var deviceView: DeviceView {
    DeviceView(
      phone: phone, asked: log.read { $0.askedBySystem }, sampleRate: runtime.hardwareSampleRate,
      ioBufferDuration: runtime.hardwareBufferDuration, buttonVolume: runtime.buttonVolume)
  }

  /// Checks an expectation.
  private func check(_ expectation: Expectation, _ step: ScenarioStep) {
    let phone = phone
    var verdict = ExpectationCheck()
    for expected in expectation.apps {
      let view = view(of: expected.app, since: expected.since)
      for fact in expected.facts { verdict.check(fact, of: view) }
      log.change { $0.noteExpectation(expected) }
    }
    for fact in expectation.device { verdict.check(fact, of: deviceView) }
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
  /// Returns `audio` with the patterns, system sounds and layer volumes of the scenario.
  fileprivate func completing(_ audio: PhoneAudioConfiguration) -> PhoneAudioConfiguration {
    var audio = audio
    audio.patterns = patterns
    audio.systemSounds = systemSounds
    audio.layerVolumes = apps.map(\.layerVolume)
    return audio
  }
}
