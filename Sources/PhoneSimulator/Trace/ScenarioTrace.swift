internal import AudioSession
internal import AudioSessionAnalysis
internal import HapticEngine
internal import PhoneRuntime
internal import Realtime
internal import TextFormats

/// Records the events and failures of a phone, line by line.
final class ScenarioTrace: PhoneSink {
  private let state: Guarded<ScenarioLog>

  init(_ log: ScenarioLog) { state = Guarded(log) }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    state.withLock { $0.receive(report, at: time) }
  }

  /// Reads from the log.
  func read<Value: Sendable>(_ body: (ScenarioLog) -> Value) -> Value {
    state.withLock { body($0) }
  }

  /// Adds something to the log that the phone does not report.
  func change<Value: Sendable>(_ body: (inout ScenarioLog) -> Value) -> Value {
    state.withLock { body(&$0) }
  }
}

/// The recorded lines, and the state needed to record more.
struct ScenarioLog: Sendable {
  /// The checks to make during the run.
  let checks: ScenarioChecks
  let names: [String]
  /// The factor by which each app multiplies its own sound, 0...1.
  private let layerVolumes: [Double]
  /// The captions of patterns, by the names with which apps request them.
  ///
  /// Patterns without captions are omitted.
  private let captions: [String: [PatternCaption]]
  /// The haptic that each app is requesting.
  private var asking: [AppID: String] = [:]
  /// The time, in seconds, as written in the scenario.
  var time = 0.0
  /// The place of the current step.
  var place: SourceLocation
  var lines: [TraceEntry] = []
  var failures: [ScenarioFailure] = []
  var advice: [ScenarioFailure] = []
  /// The events that each app has received, except those removed by an expectation of `events`.
  var received: [ReceivedEvents]
  /// The outcome of the haptic, the sound and the vibration that each app last requested.
  private(set) var asked: [Asked]
  /// The outcomes of the sound and the vibration that the system itself last requested.
  private(set) var askedBySystem = Asked()
  var hasAdvisedFront = false
  /// The history of the sessions, for explanations.
  private(set) var history: SessionHistory?
  /// The successive categories of each app.
  var categories: [[SessionCategory]]

  init(_ scenario: Scenario, _ checks: ScenarioChecks) {
    self.checks = checks
    names = scenario.setup.apps.map(\.name)
    layerVolumes = scenario.apps.map(\.layerVolume)
    captions = scenario.patterns.mapValues(\.captions).filter { !$0.value.isEmpty }
    place = scenario.place
    received = names.map { _ in ReceivedEvents() }
    asked = names.map { _ in Asked() }
    categories = scenario.setup.apps.map { [$0.state.configuration.category] }
  }

  // MARK: Reports

  mutating func receive(_ report: PhoneReport, at time: PhoneTime) {
    // Times in a scenario are more precise than whole frames.
    if time > PhoneTime(seconds: self.time) { self.time = time.seconds }
    if let received = report.received { return receive(received.app, received.notice) }
    switch report {
    case .called(let app, let action, let isByItself, let error):
      note(app, .did(action, byItself: isByItself, error: error))
    case .effect(let effect): note(effect)
    case .notificationDistorted(let app, let notification, let fate):
      note(app, notification, fate, at: time)
    case .hapticRequested(let app, let request): note(app, request)
    case .feedbackExpired(let app, let family): note(app, .feedbackExpired(family))
    case .composite(let app, let name, let outcome): note(app, name, outcome)
    case .control(_, _, .haptic, _): break
    case .control(let app, let name, let effect, let state):
      note(app, .control(name, effect, state: state))
    case .haptic(let app, let outcome): note(app, outcome)
    case .vibration(let app, let outcome): noteVibration(of: app, outcome)
    case .soundEnded(let sound): note(sound.app, .soundEnded(sound.name, isCut: sound.isCut))
    case .settled(let event): settle(event)
    case .rejected(let error):
      let what = TraceEntry.What.impossible(why: error.words { names[$0.index] })
      if checks.contains(.expectations) {
        fail(place, .impossible(error), what.words)
      } else {
        note("time", what)
      }
    case .engineStopped, .engineReset, .moved: break
    case .finishedPlaying(let app): note(app, .finished)
    case .reactedWithoutEnd:
      fail(place, .endlessReactions, "the apps react to each other endlessly")
    }
  }

  /// Records the outcome of a haptic.
  private mutating func note(_ app: AppID, _ outcome: HapticOutcome) {
    switch outcome {
    case .sounded(let name, let requested, let first):
      note(app, .hapticBegan(name, requested: requested.frames, first: first.frames))
    case .suppressed(let name, let reason):
      asked[app.index].haptic = .suppressed(reason)
      asked[app.index].hapticCount -= 1
      note(app, .hapticSuppressed(name, reason))
    case .failed(let name, let error): note(app, .hapticFailed(name, why: "\(error)"))
    }
  }

  private mutating func noteVibration(of app: AppID?, _ outcome: HapticOutcome) {
    switch outcome {
    case .sounded(_, let requested, let first):
      note(actor(app), .vibrationBegan(requested: requested.frames, first: first.frames))
    // A vibration of the system is not suppressed after it has started.
    case .suppressed: break
    case .failed(_, let error): note(actor(app), .vibrationFailed(why: "\(error)"))
    }
  }

  private mutating func note(_ effect: SessionEffect) {
    switch effect {
    case .queued(let app, let notification): note(app, .queued(AppNotice(notification)))
    case .remoteIgnored(let command, let reason): note("device", .remoteIgnored(command, reason))
    case .remoteDeferred(let app, let command): note(app, .remoteDeferred(command))
    case .haptic(let app, let verdict):
      asked[app.index].haptic = verdict
      if verdict == .played { asked[app.index].hapticCount += 1 }
      note(app, .haptic(verdict))
    case .sound(let app, let sound, let verdict):
      noteAsked(app, sound, verdict)
      note(actor(app), .sound(sound, verdict))
    case .notificationPlaced(let app, let place): note(app, .notificationPlaced(place))
    case .vibration(let app, let verdict):
      if let app { asked[app.index].vibration = verdict } else { askedBySystem.vibration = verdict }
      note(actor(app), .vibration(verdict))
    case .lifecycleChanged(let app, let lifecycle): note(app, .lifecycle(lifecycle))
    case .ioStopped, .ioStarted, .observed, .notified, .remoteCommand, .callKit, .arSession,
      .gainChanged, .callResult:
      break
    }
  }

  /// Records a notification that is not delivered correctly.
  private mutating func note(
    _ app: AppID, _ notification: SessionNotification, _ fate: NotificationFate, at time: PhoneTime
  ) {
    switch fate {
    case .lost: history?.note(.lost, of: notification, to: app)
    case .repeated: history?.note(.repeated, of: notification, to: app)
    case .delayed(let due): history?.note(.late(due: due.seconds), of: notification, to: app)
    case .arrived:
      history?.note(.arrived(seconds: time.seconds), of: notification, to: app)
      return
    }
    note(app, .misdelivered(AppNotice(notification), fate))
  }

  /// Records the request for a haptic.
  private mutating func note(_ app: AppID, _ request: HapticRequest) {
    asking[app] = request.name
    if request.isReduced { note(app, .hapticReduced(request.name)) }
    switch request.cause {
    case .app: break
    case .generator:
      if request.delay > .zero { note(app, .hapticDelayed(seconds: request.delay.seconds)) }
    case .control(let name): note(app, .hapticOfControl(name, haptic: request.name))
    }
  }

  /// Records the captions of the sounds in the app's haptic, for people who cannot hear them.
  ///
  /// The captions are shown even if the phone is silent, but not if the haptic engine cannot start.
  private mutating func noteCaptions(of app: AppID, _ phone: Phone) {
    guard let name = asking.removeValue(forKey: app), phone.mayStartHapticEngine(app) else {
      return
    }
    for caption in captions[name] ?? [] {
      note(app, .caption(of: name, seconds: caption.time, caption.text))
    }
  }

  /// Records that a composite was loaded, lost or played, or that its still was shown.
  private mutating func note(_ app: AppID, _ name: String, _ outcome: CompositeOutcome) {
    switch outcome {
    case .played, .still: asked[app.index].composite = outcome
    case .loaded, .lost: break
    }
    if outcome != .played { note(app, .composite(name, outcome)) }
  }

  /// Records the changes caused by an event after all its consequences were reported, and checks the invariants.
  private mutating func settle(_ event: SettledEvent) {
    for app in event.after.apps {
      let position = event.positions[app.index].seconds
      let layerVolume = layerVolumes[app.index]
      let now = AppSnapshot(app, of: event.after, layerVolume: layerVolume)
      let before = AppSnapshot(app, of: event.before, layerVolume: layerVolume)
      for change in now.changes(since: before, position: position) { note(app, change) }
    }
    noteEndOfPrivateSessions(event)
    noteRinging(event.after.ringing, after: event.before.ringing)
    if checks.contains(.invariants) { checkInvariants(event) }
    noteFront(of: event.after)
    if history == nil { history = SessionHistory(event.before) }
    history?.note(
      event.event, at: event.time.seconds, from: event.before, to: event.after, event.effects)
    switch event.event {
    case .phone(.handsFreeOpened): note("device", .handsFreeOpened)
    case .phone(.callAudioClosed): note("device", .callAudioClosed)
    case .app(let app, .setCategory), .app(let app, .setMode): noteCategory(of: app, event.after)
    case .phone(.microphoneMuted): noteMute(event.after)
    case .app(let app, .playHaptic):
      noteCaptions(of: app, event.after)
      let gain = event.after.hapticGain(for: app)
      guard gain > 0, gain < 1 else { return }
      let sensors = event.after.state[app].captures.names
      note(app, .hapticAttenuated(gain: gain, sensors: sensors))
    default: break
    }
  }

  /// Records the end of sessions that do not belong to an app.
  ///
  /// Such a session ends when another session takes over the device.
  private mutating func noteEndOfPrivateSessions(_ event: SettledEvent) {
    for alert in SystemAlert.privateSessions {
      guard event.before.state.device[alert], !event.after.state.device[alert] else { continue }
      if case .phone(.alertEnded(alert, _)) = event.event { continue }
      note("device", .lostDevice(alert))
    }
  }

  /// Records changes of the ringing sound and its vibration.
  private mutating func noteRinging(_ ringing: Ringing?, after before: Ringing?) {
    if let ringing, ringing.sound != before?.sound || ringing.gain != before?.gain {
      note("device", .ringing(ringing.sound, gain: ringing.gain))
    }
    if ringing == nil, before != nil { note("device", .ringing(nil, gain: 0)) }
    let vibrates = ringing?.vibrates ?? false
    if vibrates != before?.vibrates ?? false { note("device", .ringingVibrates(vibrates)) }
  }

  /// Stores the outcome of a sound.
  ///
  /// A vibration can be requested as a sound, but is not counted as a sound.
  private mutating func noteAsked(_ app: AppID?, _ sound: SoundClass, _ verdict: PlayVerdict) {
    var last = app.map { asked[$0.index] } ?? askedBySystem
    last.sound = sound == .vibration ? nil : verdict
    // The vibration of any other sound is reported separately, later.
    last.vibration = sound == .vibration ? verdict : nil
    if let app { asked[app.index] = last } else { askedBySystem = last }
  }

  private mutating func checkInvariants(_ event: SettledEvent) {
    let broken =
      event.after.brokenInvariants
      + event.after.brokenInvariants(after: event.event, from: event.before, event.effects)
    for invariant in broken {
      let words = EventWords(names: names).words(for: event.event)
      fail(
        place, .invariant(invariant),
        "invariant \(invariant.rawValue) is broken by '\(words)': \(invariant.statement)")
    }
    guard broken.contains(.derivedFromStateOnly) else { return }
    for words in Reevaluation.disagreements(with: event.after) {
      fail(place, .disagreement, "the policy and its independent evaluation disagree: \(words)")
    }
  }

  // MARK: Lines

  /// Returns the name of an app, or `device` for nil.
  private func actor(_ app: AppID?) -> String { app.map { names[$0.index] } ?? "device" }

  /// Adds a line about an app.
  mutating func note(_ app: AppID, _ what: TraceEntry.What) { note(names[app.index], what) }

  /// Adds a line about `actor`; `text` replaces the usual words.
  ///
  /// A change of state that only repeats the app's own action is not recorded.
  mutating func note(_ actor: String, _ what: TraceEntry.What, text: String? = nil) {
    let line = TraceEntry(time: time, actor: actor, what: what, text: text)
    // There can be other lines in between, depending on the order of the apps.
    if line.kind == .state, let call = lines.last(where: { $0.kind == .call }), call.time == time,
      call.actor == actor, what.repeats(call.what)
    {
      return
    }
    lines.append(line)
  }

  private mutating func receive(_ app: AppID, _ notice: AppNotice) {
    received[app.index].add(notice.line, at: time)
    note(app, .received(notice))
  }

  /// Records a failure.
  mutating func fail(
    _ place: SourceLocation, _ reason: ScenarioFailure.Reason, _ message: String,
    hint: String? = nil
  ) {
    failures.append(
      ScenarioFailure(place: place, time: time, reason: reason, message: message, hint: hint))
    note("expect", .failed(message))
  }
}
