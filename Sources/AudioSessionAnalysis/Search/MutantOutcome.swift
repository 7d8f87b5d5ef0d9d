internal import AudioSession

/// The result of an event, which a mutant may corrupt.
struct MutantOutcome {
  let before: Phone
  let event: SessionEvent
  var after: Phone
  var effects: [SessionEffect]

  var apps: AppIDs { after.apps }

  /// The apps that are interrupted both before and after the event.
  var interruptedThroughout: [AppID] {
    apps.filter { before.isInterrupted($0) && after.isInterrupted($0) }
  }

  /// The app whose call has activated its session, or nil.
  var winner: AppID? {
    guard let caller = event.caller, !before.isActive(caller) else { return nil }
    return after.isActive(caller) ? caller : nil
  }

  /// The apps that were interrupted by another app.
  var losers: [AppID] {
    apps.filter {
      before.isActive($0) && after.isInterrupted($0)
        && after.state[$0].interruptedBy.isSubset(of: .allApps)
    }
  }

  /// Applies further transitions of the rules after the event.
  mutating func doMore(_ more: (inout Transition) -> Void) {
    var work = Transition(from: after)
    more(&work)
    after.state = work.state
    effects = work.effects.effects + effects
  }

  /// Reverts the changes to an app's session.
  mutating func spare(_ app: AppID) {
    after.state[app].activity = before.state[app].activity
    after.state.mailbox.removeAll { $0.app == app }
    effects.removeAll {
      switch $0 {
      case .ioStopped(app, _, _), .notified(app, _), .queued(app, _): true
      default: false
      }
    }
  }

  /// Replaces the notifications that apps receive.
  mutating func replaceNotifications(_ change: (AppID, SessionNotification) -> SessionNotification)
  {
    effects = effects.map {
      switch $0 {
      case .notified(let app, let notification): .notified(app, change(app, notification))
      case .queued(let app, let notification): .queued(app, change(app, notification))
      default: $0
      }
    }
  }
}

// MARK: Faults

/// The corruptions of results by the mutants that do not hide anything from the rules.
extension MutantOutcome {
  /// Keeps a property of the device after the port is disconnected.
  mutating func keepAfterDisconnecting<Value>(_ path: WritableKeyPath<DeviceState, Value>) {
    guard case .phone(.portDisconnected) = event else { return }
    after.state.device[keyPath: path] = before.state.device[keyPath: path]
  }

  mutating func sendCommandToAnybody() {
    guard case .phone(.remoteCommandSent(let command, _)) = event,
      effects == [.remoteIgnored(command, .nobodyPlays)]
    else { return }
    effects = [.remoteCommand(AppID(0), command)]
  }

  mutating func sendHeadsetToPlayer() {
    guard case .phone(.remoteCommandSent(let command, .headset)) = event,
      let player = before.remoteTarget
    else { return }
    after = before
    effects = [.remoteCommand(player, command)]
  }

  mutating func spareHostFromAlarm() {
    guard event == .phone(.alarmFired) else { return }
    for app in apps where before.hostsActiveCall(app) { spare(app) }
  }

  mutating func lockWithoutLeavingFront() {
    guard event == .phone(.locked) else { return }
    after.state = before.state
    after.state.device.isLocked = true
    effects = []
  }

  mutating func forgetResumption() {
    for app in apps {
      guard case .inactive(let hasClaim, _) = after.state[app].activity else { continue }
      after.state[app].activity = .inactive(hasClaim: hasClaim)
    }
  }

  mutating func keepInterruption() {
    guard let app = winner, before.isInterrupted(app) else { return }
    after.state[app].activity = before.state[app].activity
  }

  mutating func keepSuspendedActive() {
    for app in apps where before.isActive(app) && after.isSuspended(app) {
      after.state[app].activity = .active([])
    }
  }

  mutating func recommendNoResumption() {
    replaceNotifications { _, notification in
      guard case .resumptionRecommendation = notification else { return notification }
      return .resumptionRecommendation(ResumptionContext(recommendation: .shouldNotResume))
    }
  }

  mutating func keepInactiveInOrder() {
    for app in before.state.startOrder.filter({ !after.isActive($0) }) {
      after.state.startOrder.bringToFront(app)
    }
  }

  mutating func refuseSecondActivation() {
    guard case .app(let app, .activate) = event, before.isActive(app) else { return }
    effects = [.callResult(app, .cannotInterruptOthers)]
  }

  mutating func leaveHeldCall() {
    guard case .phone(.callEnded) = event else { return }
    after.state.device.calls.change(.active, to: .held)
  }

  mutating func stopAfterPick() {
    guard case .phone(.outputPicked) = event else { return }
    for app in apps { doMore { $0.stopIO(of: app, .output, .interrupted) } }
  }

  mutating func interruptByPrivateSession() {
    guard event == .phone(.alertBegan(.privateSession)) else { return }
    for app in apps where after.isActive(app) {
      doMore { $0.interrupt(app, by: .privateSession, $0.phone.row(.privateSession)) }
    }
  }

  mutating func keepInput() {
    guard case .app(let app, .setCategory) = event, before.isRecording(app), after.isActive(app)
    else { return }
    after.state[app].activity = .active(after.state[app].running.union(.input))
    effects.removeAll { $0 == .ioStopped(app, .input, .categoryChanged) }
  }

  mutating func pauseAll() {
    guard case .phone(.portDisconnected) = event else { return }
    for app in apps where after.isPlaying(app) {
      doMore { $0.stopIO(of: app, .output, .outputUnplugged) }
    }
  }

  mutating func forgetNewHolders() {
    for app in interruptedThroughout {
      guard case .interrupted(var interruption) = after.state[app].activity else { continue }
      let known = interruption.sources.intersection(before.state[app].interruptedBy)
      guard !known.isEmpty else { continue }
      interruption.sources = known
      after.state[app].activity = .interrupted(interruption)
    }
  }

  mutating func tellNesting() {
    for app in interruptedThroughout {
      let holders = before.state[app].interruptedBy
      guard holders.isStrictSubset(of: after.state[app].interruptedBy) else { continue }
      doMore { $0.notifyBegan(app, .default) }
    }
  }

  mutating func tellFirstEnd() {
    for app in interruptedThroughout {
      let holders = after.state[app].interruptedBy
      guard holders.isStrictSubset(of: before.state[app].interruptedBy) else { continue }
      doMore { $0.notifyEnded(app, []) }
    }
  }

  mutating func interruptMixable() {
    guard let winner, !after.traits(of: winner).isMixable else { return }
    for app in apps where app != winner && after.isActive(app) {
      doMore { $0.interrupt(app, by: .app(winner), $0.phone.row(.nonMixableApp)) }
    }
  }

  mutating func spareSpoken() {
    guard let winner, after.traits(of: winner).isMixable else { return }
    for app in losers { spare(app) }
  }

  mutating func keepHeld() {
    for app in apps where app != event.caller && app != event.subject {
      let held = before.state[app].interruptedBy.intersection(.allApps)
      guard !held.isSubset(of: after.state[app].interruptedBy) else { continue }
      spare(app)
    }
  }

  mutating func promiseResumption() {
    let after = after
    replaceNotifications { app, notification in
      guard case .interruptionEnded([]) = notification, !after.othersAllow(app) else {
        return notification
      }
      return .interruptionEnded(.shouldResume)
    }
  }

  mutating func takeAnyCategory() {
    guard case .app(let app, .setCategory(let category, let mode, let policy, let options)) = event,
      before.isActive(app)
    else { return }
    let wanted = SessionConfiguration(
      category, mode: mode ?? .default, policy: policy, options: options)
    let verdict = before.verdict(on: wanted)
    guard verdict.error == nil else { return }
    after.state[app].configuration = verdict.accepted
    effects.removeAll { if case .callResult = $0 { true } else { false } }
    effects.append(.callResult(app, nil))
  }

  mutating func staySounding() {
    guard case .app(let app, .enterBackground) = event, before.isActive(app) else { return }
    after.state = before.state
    after.state[app].lifecycle = .background
    effects = [.lifecycleChanged(app, .background)]
  }

  mutating func deliverAtOnce() {
    after.state.mailbox = []
    effects = effects.map {
      if case .queued(let app, let notification) = $0 { .notified(app, notification) } else { $0 }
    }
  }

  mutating func hintToAll() {
    for app in apps where after.state[app].lifecycle == .background {
      let was = before.secondaryAudioShouldBeSilenced(for: app)
      let isNow = after.secondaryAudioShouldBeSilenced(for: app)
      guard was != isNow else { continue }
      doMore { $0.notify(app, .silenceSecondaryAudioHint(isNow ? .begin : .end), .hint) }
    }
  }

  mutating func keepOverrides() {
    if case .app(_, .overrideOutput) = event { return }
    for app in apps where after.isActive(app) {
      after.state[app].overridesToSpeaker = before.state[app].overridesToSpeaker
    }
  }

  mutating func takeControls() {
    for app in apps where effects.contains(.ioStarted(app, .output)) {
      guard !after.state[app].remoteCommands.isEmpty else { continue }
      after.state.device.nowPlaying = app
    }
  }
}
