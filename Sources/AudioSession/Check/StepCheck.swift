/// Checks a step from one state to the next.
struct StepCheck {
  let before: Phone
  let after: Phone
  let event: SessionEvent
  let effects: [SessionEffect]
  private(set) var broken: [Invariant] = []

  init(from before: Phone, on event: SessionEvent, to after: Phone, _ effects: [SessionEffect]) {
    self.before = before
    self.after = after
    self.event = event
    self.effects = effects
    for app in before.state.ids {
      checkKnowledge(of: app)
      checkRunning(app)
    }
    checkOverride()
    checkUnplugged()
    checkEngines()
    checkResult()
    if let caller = event.caller, !before.state[caller].isActive, after.state[caller].isActive {
      checkLosers(to: caller)
    }
    for app in before.state.ids { checkTold(app) }
  }

  private mutating func require(_ holds: Bool, _ invariant: Invariant) {
    if !holds, !broken.contains(invariant) { broken.append(invariant) }
  }

  private mutating func checkOverride() {
    if case .overrideOutput = event { return }
    if case .setPreferredInput = event { return }
    // The cheap question first: hardly any state has an override.
    guard after.state.apps.contains(where: \.overridesToSpeaker) else { return }
    require(
      before.currentRoute == after.currentRoute || after.state.device.isMediaServerDown,
      .overrideEndsWithRoute)
  }

  /// Whose players pause themselves, read from the causes alone.
  private mutating func checkUnplugged() {
    for case .ioStopped(let app, .output, .outputUnplugged) in effects {
      let session = before.state[app]
      let suggested = session.configuration.category == .playback && !Reevaluation.mixes(session)
      require(session.player.map { $0 == .system } ?? suggested, .unpluggingSparesOwnPlayers)
    }
  }

  /// In the searched routes only hands-free has a format of its own.
  private mutating func checkEngines() {
    guard after.state.apps.contains(where: { $0.player == .engine }) else { return }
    let (was, now) = (before.currentRoute, after.currentRoute)
    let changes = [was, now].map { route in
      route.outputs.contains(.bluetoothHFP) || route.inputs.contains(.bluetoothHFP)
    }
    guard changes[0] != changes[1] else { return }
    for app in after.state.ids where after.state[app].player == .engine {
      let started = effects.contains {
        if case .ioStarted(app, _) = $0 { true } else { false }
      }
      let ran = before.state[app].running
      let runs = after.state[app].running
      let plays = ran.contains(.output) && runs.contains(.output)
      let records = ran.contains(.input) && runs.contains(.input)
      let hasOutputs = !was.outputs.isEmpty && !now.outputs.isEmpty
      let hasInputs = !was.inputs.isEmpty && !now.inputs.isEmpty
      let goesOn = plays && hasOutputs || records && hasInputs
      require(started || !goesOn, .enginesStopAtNewFormat)
    }
  }

  private mutating func checkResult() {
    var hasReturned = false
    for effect in effects {
      if case .callResult(_, let call, let error) = effect {
        hasReturned = true
        if let error { checkFailure(call, error) } else { checkSuccess(call) }
      } else if case .notified(_, .interruptionBegan) = effect {
        require(!hasReturned, .losersLoseFirst)
      }
    }
  }

  /// R2 in plain words: whoever was active and cannot sound beside the winner has lost to it.
  private mutating func checkLosers(to winner: AppID) {
    for app in before.state.ids where app != winner && before.state[app].isActive {
      let lost = after.state[app].interruptedBy.contains(.app(winner))
      require(lost == loses(app, to: winner), .losersLoseFirst)
    }
  }

  private func loses(_ app: AppID, to winner: AppID) -> Bool {
    if before.state.device.calls.call(in: .active)?.host == .app(app) { return false }
    let one = before.state[winner]
    let other = before.state[app]
    let bits = one.configuration.options.rawValue
    if bits & 0x11 == 0x11, other.configuration.mode == .spokenAudio { return true }
    let isQuiet = one.configuration.mode == .shortFormVideo && one.isOutputMuted
    if Reevaluation.mixes(one) || isQuiet { return false }
    let overruns =
      one.configuration.category == .record && after.policy.recordAndMixablePeers == .interrupt
    return overruns || !Reevaluation.mixes(other)
  }

  /// Whoever is interrupted after the step knows, or has a letter, or is dropped by the policy.
  private mutating func checkKnowledge(of app: AppID) {
    guard after.state[app].isInterrupted else { return }
    if after.policy.mailbox == .drop, !after.state[app].lifecycle.isRunning { return }
    var isOutstanding = before.state[app].isInterrupted
    for effect in effects {
      guard let (notification, _) = effect.told(to: app) else { continue }
      switch notification {
      case .interruptionBegan: isOutstanding = true
      case .interruptionEnded: isOutstanding = false
      case .didBecomeInactive(let context):
        if context.interruptionReason != nil { isOutstanding = true }
      case .routeChange, .silenceSecondaryAudioHint, .mediaServicesWereLost,
        .mediaServicesWereReset, .outputMuteStateChange, .userIntentToUnmuteOutput,
        .availableInputsChange, .audioEngineConfigurationChange, .didBecomeActive,
        .resumptionRecommendation:
        break
      }
    }
    require(isOutstanding, .interruptedAppsKnow)
  }

  /// What runs is what ran, but for the app's own stops and what the effects say.
  private mutating func checkRunning(_ app: AppID) {
    var running = before.state[app].running
    if case .stopInput(app) = event { running.remove(.input) }
    if case .stopOutput(app) = event { running.remove(.output) }
    for effect in effects {
      if case .ioStarted(app, let direction) = effect { running.insert(IODirections(direction)) }
      if case .ioStopped(app, let direction, _) = effect { running.remove(IODirections(direction)) }
    }
    require(running == after.state[app].running, .ioChangesAreReported)
  }

  private mutating func checkSuccess(_ call: SessionCall) {
    guard let caller = event.caller else { return }
    let session = after.state[caller]
    switch call {
    case .activate: require(session.isActive, .callsTakeEffect)
    case .deactivate: require(!session.isActive, .callsTakeEffect)
    case .startOutput: require(session.isOutputRunning, .callsTakeEffect)
    case .startInput: require(session.isInputRunning, .callsTakeEffect)
    case .stopOutput: require(!session.isOutputRunning, .callsTakeEffect)
    case .stopInput: require(!session.isInputRunning, .callsTakeEffect)
    case .setCategory, .setMode, .overrideOutput, .setPreferredInput, .setInputProperty,
      .setPreference, .setOutputMuted:
      break
    }
  }

  /// What refused is remembered, for the recommendation of 27; nothing else may change.
  private mutating func checkFailure(_ call: SessionCall, _ error: SessionErrorCode) {
    if call == .deactivate, error == .isBusy, after.deactivationBehavior == .doneWithError {
      return
    }
    var expected = before.state
    for app in expected.ids { expected[app].refusedBy = after.state[app].refusedBy }
    require(expected == after.state, .failureChangesNothing)
  }

  private mutating func checkTold(_ app: AppID) {
    var waiting = before.state.mailbox.filter { $0.app == app }.map(\.notification)
    var isOutstanding = before.state[app].isInterrupted
    var legacy: [Bool] = []
    var present: [Bool] = []
    for effect in effects {
      guard let (notification, isTold) = effect.told(to: app) else { continue }
      if isTold { checkReach(app) }
      // A letter may have lost the right to resume while it waited, so that its kind is compared.
      if isTold, let letter = waiting.firstIndex(where: { $0.name == notification.name }) {
        waiting.remove(at: letter)
        continue
      }
      switch notification {
      case .interruptionBegan:
        require(!isOutstanding, .oneBeganAtATime)
        isOutstanding = true
        legacy.append(true)
      case .interruptionEnded(let options):
        require(isOutstanding, .endedFollowsBegan)
        isOutstanding = false
        legacy.append(options.contains(.shouldResume))
        checkEnd(app, options)
      case .didBecomeInactive(let context):
        if context.interruptionReason != nil { present.append(true) }
      case .resumptionRecommendation(let context):
        if before.state[app].refusedBy.isEmpty || !legacy.isEmpty {
          present.append(context.recommendation == .shouldResume)
        }
      case .silenceSecondaryAudioHint(let type): checkHint(app, type)
      case .routeChange, .mediaServicesWereLost, .mediaServicesWereReset, .outputMuteStateChange,
        .userIntentToUnmuteOutput, .availableInputsChange, .audioEngineConfigurationChange,
        .didBecomeActive:
        break
      }
    }
    let hasBoth =
      after.profile.hasLifecycleNotifications && after.policy.legacyOn27 == .yes
    require(!hasBoth || legacy == present, .streamsAgree)
  }

  private mutating func checkReach(_ app: AppID) {
    let ran = before.state[app].lifecycle.isRunning
    let runs = after.state[app].lifecycle.isRunning
    require(runs || ran && event.subject == app, .onlyRunningAppsAreNotified)
  }

  private mutating func checkEnd(_ app: AppID, _ options: InterruptionOptions) {
    var holding = after.systemHolding
    if after.state.device.calls.call(in: .ringing) == nil || after.isExemptFromBanner(app) {
      holding.remove(.call)
    }
    let host = after.state.device.calls.call(in: .active)?.host == .app(app)
    if host { holding.formIntersection(.emergency) }
    let isLeftAlone =
      after.policy.systemInterruptsMixable == .no
      && after.traits(of: app).isMixable
    require(holding.isEmpty || isLeftAlone, .noEndWhileSystemHolds)
    if options.contains(.shouldResume) { checkResumption(app) }
  }

  private mutating func checkResumption(_ app: AppID) {
    var trial = after
    if trial.state[app].lifecycle != .foreground {
      trial.state[app].lifecycle = .foreground
      _ = trial.state[app].activity.release(.suspension)
    }
    let effects = (try? trial.handle(.activate(app))) ?? []
    require(effects.contains(.callResult(app, .activate, nil)), .resumptionSucceeds)
  }

  private mutating func checkHint(_ app: AppID, _ type: SecondaryAudioHintType) {
    let reaches = after.state[app].lifecycle == .foreground && after.state[app].isActive
    let was = before.secondaryAudioShouldBeSilenced(for: app)
    require(reaches && was == (type == .end), .hintsAlternate)
  }
}

extension SessionEffect {
  /// What the app is told by the effect, and whether at once; nil if nothing.
  fileprivate func told(to app: AppID) -> (SessionNotification, isTold: Bool)? {
    switch self {
    case .notified(app, let notification): (notification, true)
    case .queued(app, let notification): (notification, false)
    case .notified, .queued, .ioStopped, .ioStarted, .observed, .remoteCommand, .remoteIgnored,
      .remoteDeferred, .callKit, .haptic, .sound, .vibration, .lifecycleChanged, .gainChanged,
      .callResult:
      nil
    }
  }
}
