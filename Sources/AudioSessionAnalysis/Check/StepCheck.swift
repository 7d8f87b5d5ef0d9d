internal import AudioSession

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
    if case .phone(.alertBegan(let alert)) = event, !alert.isLikeAnApp { checkVictims(of: alert) }
    checkLikeAnApp()
    checkRemote()
    checkPick()
    checkNesting()
    checkHangUp()
    if let caller = event.caller, !before.state[caller].isActive, after.state[caller].isActive {
      checkLosers(to: caller)
      checkStartBehind(of: caller)
    }
    for app in before.state.ids { checkNotifications(of: app) }
  }

  mutating func require(_ holds: Bool, _ invariant: Invariant) {
    if !holds, !broken.contains(invariant) { broken.append(invariant) }
  }

  private mutating func checkOverride() {
    if case .app(_, .overrideOutput) = event { return }
    if case .app(_, .setPreferredInput) = event { return }
    // Check the cheap condition first, because few states have an override.
    guard after.state.apps.contains(where: \.overridesToSpeaker) else { return }
    require(
      before.currentRoute == after.currentRoute || after.state.device.isMediaServerDown,
      .overrideEndsWithRoute)
  }

  /// A car's radio interrupts exactly the sessions that play in the car and do not mix.
  ///
  /// A private session interrupts exactly the non-mixing sessions.
  private mutating func checkLikeAnApp() {
    guard case .phone(.alertBegan(let alert)) = event else { return }
    let reaches: Bool
    switch alert {
    case .alarm, .timer, .emergency: return
    case .privateSession, .webView: reaches = true
    case .carRadio: reaches = Reevaluation(before).route.outputs.contains(.carAudio)
    }
    for app in after.state.ids where before.state[app].isActive {
      let isHost = after.state.device.calls.call(in: .active)?.host == .app(app)
      let isTaken = reaches && !isHost && !Reevaluation.mixes(before.state[app])
      let isFrozen = before.state[app].lifecycle == .suspended
      require(isFrozen || isTaken == !after.state[app].isActive, .privateSessionsTakeTheirOwn)
    }
  }

  /// Checks that an app that receives a remote command is playing, is in an audio context, or is in the foreground
  /// during AirPlay.
  private mutating func checkRemote() {
    guard case .phone(.remoteCommandSent(_, let source)) = event else { return }
    let isOfCall = source == .headset && before.state.device.calls.first != nil
    for case .remoteCommand(let app, _) in effects {
      // A command that waited for the end of a call is delivered when the call ends.
      let hasWaited = after.policy.remoteDuringInterruption == .deferred
      require(!isOfCall || hasWaited, .callHasHeadsetButton)
      let session = before.state[app]
      let isInContext = before.state.device.nowPlaying == app || !session.running.isEmpty
      let isOnAirPlay =
        Reevaluation(before).route.outputs.contains(.airPlay) && session.lifecycle == .foreground
      require(isInContext || isOnAirPlay, .remoteReachesWhoMayAnswer)
    }
  }

  /// Checks that picking an output moves the sound there, and stops only engines, which cannot continue in another
  /// format.
  private mutating func checkPick() {
    guard case .phone(.outputPicked) = event else { return }
    for case .ioStopped(_, .output, let reason) in effects {
      require(reason == .configurationChanged, .pickedOutputIsKept)
    }
  }

  /// Checks, from the causes alone, which players pause themselves.
  private mutating func checkUnplugged() {
    for case .ioStopped(let app, .output, .outputUnplugged) in effects {
      let session = before.state[app]
      let suggested = session.configuration.category == .playback && !Reevaluation.mixes(session)
      require(
        session.player.map { $0 == .system || $0 == .video } ?? suggested,
        .unpluggingSparesOwnPlayers)
    }
  }

  /// Returns the number of output channels: one for hands-free, otherwise two or the number that the route
  /// owner requests.
  private func outputChannels(of phone: Phone, on route: Route) -> Int {
    if route.outputs.contains(.bluetoothHFP) { return 1 }
    guard case .app(let owner) = phone.routeOwner else { return 2 }
    return phone.state[owner].hardware.outputChannels == 1 ? 1 : 2
  }

  /// Checks that engines stop if the rate, the number of channels or the route changes.
  ///
  /// The rate is fixed for hands-free; otherwise the route owner's rate applies.
  private mutating func checkEngines() {
    guard after.state.apps.contains(where: { $0.player == .engine }) else { return }
    let (was, now) = (Reevaluation(before).route, Reevaluation(after).route)
    let rates = [(before, was), (after, now)].map { phone, route in
      let isHandsFree =
        route.outputs.contains(.bluetoothHFP) || route.inputs.contains(.bluetoothHFP)
      if isHandsFree { return 16_000.0 }
      guard case .app(let owner) = phone.routeOwner else { return 48_000 }
      let asked = phone.state[owner].hardware.sampleRate
      return asked == 0 ? 48_000 : max(8_000, min(48_000, asked))
    }
    let isEveryRoute = after.policy.engineStopsOn == .everyRouteChange
    let changesRate = rates[0] != rates[1]
    let changesOutput =
      changesRate || outputChannels(of: before, on: was) != outputChannels(of: after, on: now)
      || isEveryRoute
        && (was.outputs != now.outputs || was.outputDevice != now.outputDevice)
    let changesInput =
      changesRate
      || isEveryRoute
        && (was.inputs != now.inputs || was.inputDevice != now.inputDevice)
    guard changesOutput || changesInput else { return }
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
      let goesOn =
        changesOutput && plays && hasOutputs || changesInput && records && hasInputs
      require(started || !goesOn, .enginesStopAtNewFormat)
    }
  }

  private mutating func checkResult() {
    var hasReturned = false
    for effect in effects {
      if case .callResult(let caller, let error) = effect {
        hasReturned = true
        guard case .app(caller, let call) = event else { continue }
        if let error {
          checkFailure(of: call, by: caller, error)
        } else {
          require(Self.hasTakenEffect(call, after.state[caller]), .callsTakeEffect)
        }
      } else if case .notified(_, .interruptionBegan) = effect {
        require(!hasReturned, .losersLoseFirst)
      }
    }
  }

  /// Checks R2 directly: an app that was active and cannot mix with the winner has been interrupted by the winner.
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
    if one.configuration.options.isSuperset(of: .interruptSpokenAudioAndMixWithOthers),
      other.configuration.mode == .spokenAudio
    {
      return true
    }
    let isQuiet = one.configuration.mode == .shortFormVideo && one.isOutputMuted
    if Reevaluation.mixes(one) || isQuiet { return false }
    let overruns =
      one.configuration.category == .record && after.policy.recordAndMixablePeers == .interrupt
    return overruns || !Reevaluation.mixes(other)
  }

  /// Checks that the same input and output are running as before, unless the app stopped them or an effect reports the
  /// change.
  private mutating func checkRunning(_ app: AppID) {
    var running = before.state[app].running
    if case .app(app, .stopInput) = event { running.remove(.input) }
    if case .app(app, .stopOutput) = event { running.remove(.output) }
    for effect in effects {
      if case .ioStarted(app, let direction) = effect { running.insert(IODirections(direction)) }
      if case .ioStopped(app, let direction, _) = effect { running.remove(IODirections(direction)) }
    }
    require(running == after.state[app].running, .ioChangesAreReported)
  }

  /// Returns whether a successful call has taken effect.
  static func hasTakenEffect(_ call: AppEvent, _ session: AppState) -> Bool {
    switch call {
    case .activate: session.isActive
    case .deactivate: !session.isActive
    case .startOutput: session.isOutputRunning
    case .startInput: session.isInputRunning
    case .stopOutput: !session.isOutputRunning
    case .stopInput: !session.isInputRunning
    // `Reevaluation` compares the results of these calls.
    case .setCategory, .setMode, .overrideOutput, .setPreferredInput, .setInputProperty,
      .requestHardware, .setPreference, .setOutputMuted, .setInputMuted, .setRemoteCommands,
      .setCaptures, .setInputView, .setFrontPresentation, .setFailingCallActions,
      .callActionFailed, .runARSession, .resetARTracking, .pauseARSession, .setRuntimeAssertion,
      .setPictureInPicture, .playHaptic, .playSound, .enterForeground, .enterBackground, .suspend,
      .terminate, .launch, .setRecordPermission, .setNotificationSettings, .setPlayer,
      .backgroundTimeExpired, .placeRecognized, .relocalizationGivenUp, .expireSession,
      .inputPicked:
      true
    }
  }

  /// Checks that a failed call changes only the stored refusal, which iOS 27's recommendation reads.
  private mutating func checkFailure(
    of call: AppEvent, by caller: AppID, _ error: SessionErrorCode
  ) {
    if call == .activate { checkReason(of: error, for: caller) }
    if case .deactivate = call, error == .isBusy, after.deactivationBehavior == .doneWithError {
      return
    }
    var expected = before.state
    for app in expected.ids { expected[app].refusedBy = after.state[app].refusedBy }
    require(expected == after.state, .failureChangesNothing)
  }

  /// Checks that if an app is refused for its low priority, another session or source prevents its activation.
  private mutating func checkReason(of error: SessionErrorCode, for app: AppID) {
    guard error == .insufficientPriority, after.policy.blockedOutputCode == .insufficientPriority
    else { return }
    let hold = SystemHold(on: before, against: app)
    let calls = [before.state.device.calls.first, before.state.device.calls.second]
    let isOnHold = calls.contains { $0?.host == .app(app) && $0?.phase == .held }
    require(
      hold.forbidsActivation || hold.callRefusesInput
        || isOnHold && Reevaluation.takesInput(before.state[app]), .refusalHasReason)
  }

  /// The system source that begins in this step, or nil.
  private var beginning: InterruptionSources? {
    if case .phone(.alertBegan(let alert)) = event {
      return alert.isLikeAnApp ? nil : InterruptionSources(alert.source)
    }
    if case .phone(.callRang) = event { return .call }
    if case .phone(.callStarted) = event { return .call }
    return event == .phone(.siriBegan) ? .siri : nil
  }

  /// Checks that hanging up the active call resumes the call on hold, unless a host may have failed its action.
  private mutating func checkHangUp() {
    guard case .phone(.callEnded(_, of: nil)) = event else { return }
    let (was, now) = (before.state.device.calls, after.state.device.calls)
    guard let one = was.first, let other = was.second else { return }
    guard [one.phase, other.phase].allSatisfy({ $0 == .active || $0 == .held }) else { return }
    if before.state.apps.contains(where: { !$0.failingCallActions.isEmpty }) { return }
    let left = one.phase == .held ? one : other
    require(
      now.second == nil && now.first?.phase == .active && now.first?.host == left.host,
      .hangingUpTakesUpHeldCall)
  }

  /// Checks that a system source that begins also holds sessions that were already interrupted.
  private mutating func checkNesting() {
    guard let source = beginning else { return }
    for app in after.state.ids {
      let session = after.state[app]
      guard before.state[app].isInterrupted, session.isInterrupted else { continue }
      let isHost = after.state.device.calls.call(in: .active)?.host == .app(app)
      let isExempt = source.isSubset(of: .clock) && after.isExemptFromClock(app)
      let isLeftAlone =
        after.policy.systemInterruptsMixable == .no && source != .emergency
        && Reevaluation.mixes(session)
      require(
        isHost || isExempt || isLeftAlone || session.interruptedBy.isSuperset(of: source),
        .noEndWhileSystemHolds)
    }
  }

  /// Checks that an alert leaves only exempt sessions active.
  ///
  /// Under a policy option, the clock also interrupts the session of a call's host.
  private mutating func checkVictims(of alert: SystemAlert) {
    for app in after.state.ids where after.state[app].isActive {
      let session = after.state[app]
      let isFrozen = session.lifecycle == .suspended && !after.profile.suspensionDeactivates
      let isHost = after.state.device.calls.call(in: .active)?.host == .app(app)
      let isSpared =
        alert != .emergency && isHost && after.policy.clockDuringOwnCall == .spares
        || alert != .emergency && !isHost && after.isExemptFromClock(app)
        || alert != .emergency && !isHost && after.policy.systemInterruptsMixable == .no
          && Reevaluation.mixes(session)
      require(isFrozen || isSpared, .noneActiveWhileSystemHolds)
    }
  }

  /// Checks that an app that becomes active in the background mixes with others, is Now Playing, or was
  /// notified with `shouldResume`.
  private mutating func checkStartBehind(of app: AppID) {
    let session = before.state[app]
    guard session.lifecycle == .background else { return }
    if before.state.device.calls.call(in: .active)?.host == .app(app) { return }
    let resumes = after.policy.backgroundResumption == .accept && session.mayResume
    let mixes = Reevaluation.mixes(session)
    require(
      mixes || before.state.device.nowPlaying == app || resumes, .backgroundIsAllowed)
  }
}
