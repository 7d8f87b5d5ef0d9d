internal import AudioSession
internal import TextFormats

/// What came of something an app did.
enum CallOutcome: Hashable, Sendable {
  /// It returned, or threw that error.
  case returned(SessionErrorCode?)
  /// It makes no sense in the present state.
  case rejected
}

extension ScenarioRun {
  /// Lets an app do something; `byItself` if the app decided it, and not the scenario.
  mutating func perform(
    _ action: AppAction, by app: AppID, _ place: SourceLocation, byItself: Bool
  ) -> CallOutcome {
    let line = trace.count
    note(app, .call, Narration.words(for: action) + (byItself ? ", by itself" : ""))
    var outcome = CallOutcome.returned(nil)
    for event in events(of: action, by: app) {
      outcome = handle(event, place)
      guard outcome == .returned(nil) else { break }
    }
    if case .returned(let error?) = outcome {
      trace[line].text += ": fails with \(error.fourCharacters)"
    }
    if outcome == .returned(nil) { finish(action, by: app, place) }
    return outcome
  }

  private func events(of action: AppAction, by app: AppID) -> [SessionEvent] {
    switch action {
    case .activate: [.activate(app)]
    case .deactivate(let options): [.deactivate(app, options)]
    case .setCategory(let wanted, let setsMode):
      [
        .setCategory(
          app, wanted.category, mode: setsMode ? wanted.mode : nil, policy: wanted.policy,
          options: wanted.options)
      ]
    case .setMode(let mode): [.setMode(app, mode)]
    case .play: [.startOutput(app)]
    case .pause, .stop: [.stopOutput(app)]
    case .record: [.startInput(app)]
    case .stopRecording: [.stopInput(app)]
    case .foreground: [.enterForeground(app)]
    case .background: [.enterBackground(app)]
    case .suspend: [.suspend(app)]
    case .terminate: [.terminate(app)]
    case .launch: [.launch(app)]
    case .overrideOutput(let port): [.overrideOutput(app, port)]
    case .preferInput(let port): [.setPreferredInput(app, port)]
    case .setPrefers(let wishes):
      wishes.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { .setPreference(app, $0.key, $0.value) }
    case .setOutputMuted(let isMuted): [.setOutputMuted(app, isMuted)]
    case .playHaptic: [.playHaptic(app)]
    case .playSound(let sound, _): [.playSound(app, sound)]
    }
  }

  /// What an action means for what only the run knows.
  private mutating func finish(_ action: AppAction, by app: AppID, _ place: SourceLocation) {
    switch action {
    case .play(let seconds): apps[app.index].clock.limit(to: seconds, at: time)
    case .stop, .launch, .terminate:
      apps[app.index].clock.rewind(at: time)
      if action != .stop { apps[app.index].isEngineRunning = false }
    case .setCategory, .setMode:
      apps[app.index].configuration = phone.state[app].configuration
      noteCategory(of: app, place)
    case .activate, .deactivate, .pause, .record, .stopRecording, .foreground, .background,
      .suspend, .overrideOutput, .preferInput, .setPrefers, .setOutputMuted, .playHaptic,
      .playSound:
      break
    }
  }

  /// Gives an event to the phone, and takes in what follows.
  @discardableResult
  mutating func handle(_ event: SessionEvent, _ place: SourceLocation) -> CallOutcome {
    let before = phone
    let snapshots = phone.apps.map { AppSnapshot($0, of: phone) }
    let effects: [SessionEffect]
    do {
      effects = try phone.handle(event)
    } catch {
      let words = "that cannot happen: \(describe(error))"
      if checks.contains(.expectations) { fail(place, words) } else { note("time", words) }
      return .rejected
    }
    var error: SessionErrorCode?
    for effect in effects {
      if case .callResult(_, _, let code) = effect { error = code }
      takeIn(effect)
    }
    for app in phone.apps {
      apps[app.index].clock.run(phone.isPlaying(app), at: time)
      let position = apps[app.index].clock.position(at: time)
      let now = AppSnapshot(app, of: phone)
      for words in now.changes(since: snapshots[app.index], position: position) {
        note(app, .state, words)
      }
    }
    if checks.contains(.invariants) { checkInvariants(before, event, effects, place) }
    return .returned(error)
  }

  /// The reason in words, with the app's name.
  private func describe(_ error: RejectedEvent) -> String {
    switch error {
    case .callerNotRunning(let app, let lifecycle):
      "\(phone.name(of: app)) is \(lifecycle.name) and cannot call"
    case .lifecycle(let app, let from, let to):
      "\(phone.name(of: app)) is \(from.name) and cannot become \(to.name)"
    case .unknownApp, .alreadyRinging, .tooManyCalls, .noCall, .alreadySo, .notThere,
      .cannotConnect, .notConnected, .volumeOutOfRange, .notAvailable:
      error.description
    }
  }

  private mutating func takeIn(_ effect: SessionEffect) {
    switch effect {
    case .notified(let app, let notification): tell(app, notification)
    case .queued(let app, let notification):
      if let line = EventLine.line(notification) {
        note(app, .state, "will be told when it runs again: \(line)")
      }
    case .observed(let app, .outputVolume(_, let volume)):
      tell(app, "outputVolume \(volume.shortest)")
    case .remoteCommand(let app, let command):
      tell(app, "remote \(command.name)")
      notice(app, .command(command))
    case .remoteIgnored(let command, let reason):
      note("device", "\(command.name) reaches nobody: \(Narration.words(for: reason))")
    case .remoteDeferred(let app, let command):
      note(app, .state, "will receive \(command.name) when its interruption has ended")
    case .callKit(let app, let message):
      note(
        app, .state,
        "is told by CallKit: \(message == .didActivate ? "did activate" : "did deactivate")")
    case .haptic(let app, let verdict): takeIn(verdict, ofHapticBy: app)
    case .sound(let app, let sound, let verdict):
      note(
        app.map { phone.name(of: $0) } ?? "device",
        "\(Narration.words(for: sound)) \(Narration.words(for: verdict))")
    case .vibration(let app, let verdict):
      note(
        app.map { phone.name(of: $0) } ?? "device", "a vibration \(Narration.words(for: verdict))")
    case .ioStopped(let app, .output, let reason):
      notice(app, .outputStopped(reason))
      if reason == .suspended { stopEngine(of: app, .applicationSuspended) }
    case .lifecycleChanged(let app, .suspended): stopEngine(of: app, .applicationSuspended)
    case .ioStopped, .ioStarted, .observed, .lifecycleChanged, .gainChanged, .callResult: break
    }
  }

  private mutating func takeIn(_ verdict: PlayVerdict, ofHapticBy app: AppID) {
    apps[app.index].haptic = verdict
    if verdict == .played { apps[app.index].isEngineRunning = true }
    note(app, .state, "a haptic \(Narration.words(for: verdict))")
  }

  private mutating func tell(_ app: AppID, _ notification: SessionNotification) {
    if let line = EventLine.line(notification) { tell(app, line) }
    switch notification {
    case .interruptionBegan: stopEngine(of: app, .audioSessionInterrupt)
    case .mediaServicesWereReset:
      if apps[app.index].isEngineRunning { tell(app, "engine reset") }
      apps[app.index].isEngineRunning = false
    case .interruptionEnded, .routeChange, .silenceSecondaryAudioHint, .mediaServicesWereLost,
      .outputMuteStateChange, .userIntentToUnmuteOutput, .availableInputsChange, .didBecomeActive,
      .didBecomeInactive, .resumptionRecommendation:
      break
    }
    notice(app, .told(notification))
  }

  private mutating func tell(_ app: AppID, _ line: String) {
    apps[app.index].told.append(line)
    note(app, .event, line)
  }

  /// A haptic engine stops with its app's session; it has to be started again.
  private mutating func stopEngine(of app: AppID, _ reason: EngineStop) {
    guard apps[app.index].isEngineRunning else { return }
    apps[app.index].isEngineRunning = false
    tell(app, "engine stopped \(reason.rawValue)")
  }

  private mutating func note(_ actor: String, _ text: String) {
    trace.append(TraceLine(time: time, actor: actor, kind: .state, text: text))
  }

  private mutating func checkInvariants(
    _ before: Phone, _ event: SessionEvent, _ effects: [SessionEffect], _ place: SourceLocation
  ) {
    let broken =
      phone.brokenInvariants + phone.brokenInvariants(after: event, from: before, effects)
    for invariant in broken {
      let event = EventWords(names: phone.names).words(for: event)
      fail(
        place,
        "invariant \(invariant.rawValue) is broken by '\(event)': \(invariant.statement)")
    }
    guard broken.contains(.I18) else { return }
    for words in Reevaluation.disagreements(with: phone) {
      fail(place, "the policy and its plain evaluation disagree: \(words)")
    }
  }
}
