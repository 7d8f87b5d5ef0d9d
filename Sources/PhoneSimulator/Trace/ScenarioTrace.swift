internal import AudioSession
internal import AudioSessionAnalysis
internal import HapticEngine
internal import PhoneRuntime
internal import Realtime
internal import TextFormats

/// Writes down what happens on a phone, line by line, and what must not happen.
final class ScenarioTrace: PhoneSink {
  private let state: Guarded<ScenarioLog>

  init(_ log: ScenarioLog) { state = Guarded(log) }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    state.withLock { $0.receive(report, at: time) }
  }

  /// Reads something that was written down.
  func read<Value: Sendable>(_ body: (ScenarioLog) -> Value) -> Value {
    state.withLock { body($0) }
  }

  /// Writes something down that the phone does not report.
  func change<Value: Sendable>(_ body: (inout ScenarioLog) -> Value) -> Value {
    state.withLock { body(&$0) }
  }
}

/// What was written down.
struct ScenarioLog: Sendable {
  /// What is looked at on the way.
  let checks: ScenarioChecks
  /// The names of the apps.
  let names: [String]
  /// The factor by which each app multiplies its own sound, 0...1.
  private let layerVolumes: [Double]
  /// The captions of the patterns that have some, by the names that apps ask with.
  private let captions: [String: [PatternCaption]]
  /// The haptic that each app is asking for.
  private var asking: [AppID: String] = [:]
  /// The time, in seconds, as the scenario says it.
  var time = 0.0
  /// The step that is being taken.
  var place: SourceLocation
  var lines: [TraceLine] = []
  var failures: [ScenarioFailure] = []
  var advice: [ScenarioFailure] = []
  /// The events that each app received and that no expectation of `events` has removed.
  var received: [ReceivedEvents]
  /// What became of the haptic, the sound and the vibration that each app last asked for.
  private(set) var asked: [Asked]
  /// The same of the system itself.
  private(set) var askedBySystem = Asked()
  private var hasAdvisedFront = false
  /// What has happened to the sessions, for explanations.
  private(set) var history: SessionHistory?
  /// The categories that each app has had, each time it changed.
  private var categories: [[SessionCategory]]

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

  /// Advises against several apps in front of a phone that shows one at a time, once.
  ///
  /// Source: Human Interface Guidelines, "Multitasking": on iPhone one app has the screen.
  mutating func noteFront(of phone: Phone) {
    guard checks.contains(.expectations), !hasAdvisedFront, !phone.platform.showsSeveralApps else {
      return
    }
    let front = phone.apps.filter { phone.state[$0].lifecycle == .foreground }
    guard front.count > 1 else { return }
    hasAdvisedFront = true
    let words = front.map { names[$0.index] }.joined(separator: " and ")
    advice.append(
      ScenarioFailure(
        place: place, time: time, reason: .severalInFront(front),
        message: "\(words) are in front together, which an iPhone does not do; let one be in the "
          + "background, or write device: { model: iPad }"))
  }

  // MARK: Reports

  mutating func receive(_ report: PhoneReport, at time: PhoneTime) {
    // A scenario says its times with more digits than there are frames.
    if time > PhoneTime(seconds: self.time) { self.time = time.seconds }
    switch report {
    case .called(let app, let action, let isByItself, let error):
      var words = AppVerbs.wording(of: action).narration + (isByItself ? ", by itself" : "")
      if let error { words += ": fails with \(error.fourCharacters)" }
      note(app, .call, words)
    case .effect(let effect): note(effect)
    case .notificationDistorted(let app, let notification, let fate):
      note(app, notification, fate, at: time)
    case .hapticRequested(let app, let request): note(app, request)
    case .feedbackExpired(let app, let family):
      note(app, .state, "its \(family.rawValue) feedback generator is no longer prepared")
    case .composite(let app, let name, let outcome): note(app, name, outcome)
    case .control(let app, let name, let effect, let state): note(app, name, effect, state)
    case .haptic(let app, .sounded(let name, let requested, let first)):
      note(
        app, .state,
        "the haptic \(name) begins at frame \(first.frames), asked for at frame "
          + "\(requested.frames)", about: .hapticDetail)
    case .haptic(let app, .suppressed(let name, let reason)):
      asked[app.index].haptic = .suppressed(reason)
      asked[app.index].hapticCount -= 1
      note(
        app, .state, "the haptic \(name) is suppressed before it begins: \(reason.rawValue)",
        about: .hapticDetail)
    case .haptic(let app, .failed(let name, let error)):
      note(app, .state, "its haptic engine does not play \(name): \(error)")
    case .vibration(let app, .sounded(_, let requested, let first)):
      note(
        actor(app), .state,
        "the vibration begins at frame \(first.frames), asked for at frame \(requested.frames)",
        about: .hapticDetail)
    // What the system vibrates for is not held back once it was begun.
    case .vibration(_, .suppressed): break
    case .vibration(let app, .failed(_, let error)):
      note(actor(app), .state, "the vibration is not played: \(error)", about: .hapticDetail)
    case .soundEnded(let sound):
      note(
        sound.app, .state,
        sound.isCut
          ? "the sound \(sound.name) is cut off by the next one" : "the sound \(sound.name) is over"
      )
    case .engineStopped(let app, let reason): receive(app, "engine stopped \(reason)")
    case .engineReset(let app): receive(app, "engine reset")
    case .settled(let event): settle(event)
    case .rejected(let error):
      let words = "that cannot happen: \(describe(error))"
      if checks.contains(.expectations) {
        fail(place, .impossible(error), words)
      } else {
        note("time", .state, words)
      }
    case .moved: break
    case .finishedPlaying(let app): note(app, .state, "has played to the end")
    case .reactedWithoutEnd:
      fail(place, .endlessReactions, "the apps react to each other without end")
    }
  }

  private mutating func note(_ effect: SessionEffect) {
    switch effect {
    case .notified(let app, let notification):
      receive(app, EventLine.line(notification))
    case .queued(let app, let notification):
      note(
        app, .state, "will be notified when it runs again: \(EventLine.line(notification))")
    case .observed(let app, .outputVolume(_, let volume)):
      receive(app, "outputVolume \(volume.shortest)")
    case .observed(let app, .promptStyle(_, let style)):
      receive(app, "promptStyle \(style.name)")
    case .remoteCommand(let app, let command): receive(app, "remote \(command.name)")
    case .remoteIgnored(let command, let reason):
      note("device", .state, "\(command.name) reaches nobody: \(Narration.words(for: reason))")
    case .remoteDeferred(let app, let command):
      note(app, .state, "will receive \(command.name) when its interruption has ended")
    case .callKit(let app, let message):
      receive(app, "callKit \(message.rawValue)")
    case .arSession(let app, let message): receive(app, "arSession \(message.rawValue)")
    case .haptic(let app, let verdict):
      asked[app.index].haptic = verdict
      if verdict == .played { asked[app.index].hapticCount += 1 }
      note(app, .state, "a haptic \(Narration.words(for: verdict))", about: .haptic(verdict))
    case .sound(let app, let sound, let verdict):
      noteAsked(app, sound, verdict)
      note(
        actor(app), .state, "\(Narration.words(for: sound)) \(Narration.words(for: verdict))",
        about: sound == .vibration ? .hapticDetail : .general)
    case .notificationPlaced(let app, let place): note(app, .state, Narration.words(for: place))
    case .vibration(let app, let verdict):
      if let app { asked[app.index].vibration = verdict } else { askedBySystem.vibration = verdict }
      note(
        actor(app), .state, "a vibration \(Narration.words(for: verdict))", about: .hapticDetail)
    case .ioStopped, .ioStarted, .observed, .lifecycleChanged, .gainChanged, .callResult: break
    }
  }

  /// A notification is not delivered as it should be.
  private mutating func note(
    _ app: AppID, _ notification: SessionNotification, _ fate: NotificationFate, at time: PhoneTime
  ) {
    let line = EventLine.line(notification)
    switch fate {
    case .lost:
      history?.note(.lost, of: notification, to: app)
      note(app, .state, "does not receive: \(line)")
    case .repeated:
      history?.note(.repeated, of: notification, to: app)
      note(app, .state, "receives twice: \(line)")
    case .delayed(let due):
      history?.note(.late(due: due.seconds), of: notification, to: app)
      note(app, .state, "will receive at \(due.seconds.shortest) s: \(line)")
    case .arrived:
      history?.note(.arrived(seconds: time.seconds), of: notification, to: app)
    }
  }

  /// A haptic is wanted.
  private mutating func note(_ app: AppID, _ request: HapticRequest) {
    asking[app] = request.name
    if request.isReduced {
      note(
        app, .state,
        "it weakens \(request.name), which only decorates: the user reduces motion",
        about: .hapticDetail)
    }
    switch request.cause {
    case .app: break
    case .generator:
      guard request.delay > .zero else { return }
      note(
        app, .state,
        "its feedback generator is not prepared: it starts \(request.delay.seconds.shortest) s later"
      )
    case .control(let name): note(app, .state, "\(name) asks for the haptic \(request.name)")
    }
  }

  /// The captions of the sounds that the app's haptic brings with it, for those who do not hear them: also
  /// where the phone lets none out, but not where no engine plays.
  private mutating func noteCaptions(of app: AppID, _ phone: Phone) {
    guard let name = asking.removeValue(forKey: app), phone.mayStartHapticEngine(app) else {
      return
    }
    for caption in captions[name] ?? [] {
      let later = caption.time > 0 ? ", \(caption.time.brief) s later" : ""
      note(app, .state, "caption of \(name)\(later): \(caption.text)")
    }
  }

  /// A composite was loaded, played, or not.
  private mutating func note(_ app: AppID, _ name: String, _ outcome: CompositeOutcome) {
    switch outcome {
    case .loaded: note(app, .state, "\(name) is loaded, its sound and its haptic")
    case .played: asked[app.index].composite = outcome
    case .still:
      asked[app.index].composite = outcome
      note(app, .state, "\(name) is not loaded: its still is shown, and neither part is played")
    case .lost:
      note(app, .state, "\(name) is lost with the media services: it has to be loaded again")
    }
  }

  /// A control has changed.
  private mutating func note(
    _ app: AppID, _ name: String, _ effect: ControlEffect, _ state: String
  ) {
    switch effect {
    case .changed: note(app, .state, "\(name) is \(state)")
    case .coalesced: note(app, .state, "\(name) joins a tick with the one that waits")
    case .chosen: note(app, .state, "\(name) has \(state) chosen")
    case .turnsOff(let others):
      note(app, .state, "\(name) turns off \(others.joined(separator: ", "))")
    case .haptic: break
    }
  }

  /// Everything that follows from an event was reported: what has changed, and what must not have.
  private mutating func settle(_ event: SettledEvent) {
    for app in event.after.apps {
      let position = event.positions[app.index].seconds
      let layerVolume = layerVolumes[app.index]
      let now = AppSnapshot(app, of: event.after, layerVolume: layerVolume)
      let before = AppSnapshot(app, of: event.before, layerVolume: layerVolume)
      for words in now.changes(since: before, position: position) {
        note(app, .state, words)
      }
    }
    noteEndOfPrivateSessions(event)
    let (ringing, before) = (event.after.ringing, event.before.ringing)
    for words in Narration.words(for: ringing, after: before) { note("device", .state, words) }
    if let words = Narration.vibration(of: ringing, after: before) {
      note("device", .state, words, about: .hapticDetail)
    }
    if checks.contains(.invariants) { checkInvariants(event) }
    noteFront(of: event.after)
    if history == nil { history = SessionHistory(event.before) }
    history?.note(event.event, from: event.before, to: event.after, event.effects)
    switch event.event {
    case .phone(.handsFreeOpened): note("device", .state, "the hands-free profile is open")
    case .phone(.callAudioClosed): note("device", .state, "the audio of the call is closed")
    case .app(let app, .setCategory), .app(let app, .setMode): noteCategory(of: app, event.after)
    case .phone(.microphoneMuted): noteMute(event.after)
    case .app(let app, .playHaptic):
      noteCaptions(of: app, event.after)
      let gain = event.after.hapticGain(for: app)
      guard gain > 0, gain < 1 else { return }
      let sensors = event.after.state[app].captures.names.joined(separator: ", ")
      note(
        app, .state, "a haptic is attenuated to \(gain.shortest): capture with \(sensors)",
        about: .hapticDetail)
    default: break
    }
  }

  /// A session that is no app's ends when something else takes the device.
  private mutating func noteEndOfPrivateSessions(_ event: SettledEvent) {
    for alert in [SystemAlert.privateSession, .webView] {
      guard event.before.state.device[alert], !event.after.state.device[alert] else { continue }
      if case .phone(.alertEnded(alert, _)) = event.event { continue }
      note("device", .state, "\(alert.source.who) has lost the device")
    }
  }

  /// What became of a sound, or of a vibration that was asked for as one, which is no sound.
  private mutating func noteAsked(_ app: AppID?, _ sound: SoundClass, _ verdict: PlayVerdict) {
    var last = app.map { asked[$0.index] } ?? askedBySystem
    last.sound = sound == .vibration ? nil : verdict
    // Beside another sound the vibration follows, if there is one.
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
      fail(place, .disagreement, "the policy and its plain evaluation disagree: \(words)")
    }
  }

  /// Advises against muting the microphone of what is no iPad, once.
  ///
  /// Source: page of `overrideMutedMicrophoneInterruption`: "Some devices" do that, "such as when you close the
  /// Smart Folio cover of an iPad"; of a phone nothing is known.
  private mutating func noteMute(_ phone: Phone) {
    guard checks.contains(.expectations), phone.platform != .iPad,
      !advice.contains(where: { $0.reason == .microphoneMutedOnPhone })
    else { return }
    advice.append(
      ScenarioFailure(
        place: place, time: time, reason: .microphoneMutedOnPhone,
        message:
          "the microphone is muted in hardware, which the Smart Folio of an iPad does and nothing "
          + "on an iPhone; write device: { model: iPad }"))
  }

  /// How many changes of category are one too many.
  ///
  /// Source: Human Interface Guidelines, "Playing audio": avoid changing it while the app runs. Our
  /// choice of the number: once or twice is how an app finds its category.
  static let tooManyChanges = 3

  /// Takes note of an app's category, and advises against changing it time and again.
  ///
  /// Apps that record and play at different times are exempt, and so is what only looks for broken
  /// invariants: its steps are nobody's habit.
  private mutating func noteCategory(of app: AppID, _ phone: Phone) {
    guard checks.contains(.expectations) else { return }
    let category = phone.state[app].configuration.category
    guard category != categories[app.index].last else { return }
    categories[app.index].append(category)
    let used = categories[app.index]
    guard used.count - 1 == Self.tooManyChanges else { return }
    if Set(used).isSubset(of: [.playback, .record, .playAndRecord]) { return }
    let words = used.map(\.name).joined(separator: ", ")
    advice.append(
      ScenarioFailure(
        place: place, time: time, reason: .manyCategories(app),
        message: "\(names[app.index]) changes its category time and again (\(words)); choose "
          + "one, unless the app records and plays at different times"))
    note(app, .state, "changes its category time and again, which the guidelines advise against")
  }

  /// The reason in words, with the app's name.
  private func describe(_ error: RejectedEvent) -> String {
    switch error {
    case .callerNotRunning(let app, let lifecycle):
      "\(names[app.index]) is \(lifecycle.name) and cannot call"
    case .lifecycle(let app, let from, let to):
      "\(names[app.index]) is \(from.name) and cannot become \(to.name)"
    case .deviceLocked(let app):
      "the phone is locked, and \(names[app.index]) cannot come to the foreground; unlock it first"
    case .unknownApp, .alreadyRinging, .tooManyCalls, .noCall, .alreadySo,
      .notThere,
      .cannotConnect, .notConnected, .cannotConnectDevice, .deviceNotConnected, .volumeOutOfRange,
      .snoozeOutOfRange, .notAvailable:
      error.description
    }
  }

  /// An expectation of an app's events was checked: advises against one that old events meet.
  mutating func noteExpectation(_ expected: AppExpectation) {
    let wanted = expected.facts.first { $0.name == "includes" }
    let asksForAll = expected.facts.contains { $0.name == "events" }
    guard wanted != nil || asksForAll else { return }
    if let wanted, case .lines(let lines) = wanted.value, expected.since == nil, !asksForAll,
      let old = received[expected.app.index].seen(by: lines)
    {
      let message =
        "\(names[expected.app.index]): includes counts '\(old.line)' of \(old.seconds.shortest) s, "
        + "which was there when its events were last expected; say since when events count, "
        + "with since: lastExpect or a time"
      advice.append(
        ScenarioFailure(
          place: wanted.place, time: time, reason: .includesOldEvents(expected.app),
          message: message))
      note("expect", .expect, "old: \(message)")
    }
    received[expected.app.index].noteExpectation(ofAll: asksForAll)
  }

  // MARK: Lines

  /// The name of an app, or the device for nil.
  private func actor(_ app: AppID?) -> String { app.map { names[$0.index] } ?? "device" }

  /// A line of what became of an app, or of what it did.
  mutating func note(
    _ app: AppID, _ kind: TraceLine.Kind, _ text: String,
    about subject: TraceLine.Subject = .general
  ) {
    note(names[app.index], kind, text, about: subject)
  }

  /// A line of what `actor` did, or what became of it.
  ///
  /// What an app did is not said a second time as what became of it.
  mutating func note(
    _ actor: String, _ kind: TraceLine.Kind, _ text: String,
    about subject: TraceLine.Subject = .general
  ) {
    let line = TraceLine(time: time, actor: actor, kind: kind, text: text, subject: subject)
    // Whatever else became of it in between, which depends on the order of the apps.
    if kind == .state, let call = lines.last(where: { $0.kind == .call }), call.time == time,
      call.actor == actor, call.text == text
    {
      return
    }
    lines.append(line)
  }

  private mutating func receive(_ app: AppID, _ line: String) {
    received[app.index].add(line, at: time)
    note(app, .event, line)
  }

  /// Something is not as it should be.
  mutating func fail(
    _ place: SourceLocation, _ reason: ScenarioFailure.Reason, _ message: String
  ) {
    failures.append(ScenarioFailure(place: place, time: time, reason: reason, message: message))
    note("expect", .expect, "FAILED: \(message)")
  }
}
