internal import AudioSession

/// Checks the invariants of a single state.
struct StateCheck {
  let phone: Phone
  private(set) var broken: [Invariant] = []

  private var state: PhoneState { phone.state }
  private var host: AppID? {
    guard case .app(let app) = state.device.calls.call(in: .active)?.host else { return nil }
    return app
  }

  init(_ phone: Phone) {
    self.phone = phone
    checkActivity()
    for app in state.ids {
      checkSession(app)
      checkSources(app)
      checkSystem(app)
      checkHint(app)
    }
    checkNowPlaying()
    checkOrder()
    checkPick()
  }

  private mutating func require(_ holds: Bool, _ invariant: Invariant) {
    if !holds, !broken.contains(invariant) { broken.append(invariant) }
  }

  private mutating func checkActivity() {
    let active = state.ids.filter { state[$0].isActive }
    let exclusive = active.filter {
      let traits = phone.traits(of: $0)
      let yields = traits.yieldsWhileMuted && state[$0].isOutputMuted
      return !traits.isMixable && !yields && $0 != host
    }
    require(exclusive.count <= 1, .oneExclusiveSession)
    guard active.isEmpty, !state.device[.webView], !phone.isSystemCallActive else { return }
    let isQuiet = state.ids.allSatisfy {
      !phone.isDucked($0) && !phone.secondaryAudioShouldBeSilenced(for: $0)
    }
    require(isQuiet, .quietWhileNobodyIsActive)
  }

  private mutating func checkSession(_ app: AppID) {
    let session = state[app]
    if session.lifecycle == .suspended, phone.profile.suspensionDeactivates {
      require(!session.isActive, .suspendedIsInactive)
    }
    if session.lifecycle == .background, session.isActive {
      let row = phone.categoryRow(of: app)
      let hasTask = phone.policy.taskKeepsSession == .yes && session.hasRuntimeAssertion
      // An app that has just left the foreground keeps its session until it is suspended, but is silent.
      let keepsSession =
        phone.policy.deferredSuspend == .silenced
        || phone.policy.deferredSuspend == .yes && phone.system < .iOS16
      let isLeaving = keepsSession && !session.isInputRunning && !phone.isAudible(app)
      require(
        row.runsInBackground && session.hasBackgroundAudio || app == host || hasTask || isLeaving,
        .backgroundIsAllowed)
    }
    require(!state.device.isLocked || session.lifecycle != .foreground, .lockHidesApps)
  }

  private mutating func checkSources(_ app: AppID) {
    let session = state[app]
    let device = state.device
    var present: InterruptionSources = [.routeLoss]
    present.formUnion(phone.systemHolding)
    if device.isMicrophoneMuted { present.insert(.microphoneMute) }
    present.formUnion(device.alerts)
    if session.lifecycle == .suspended { present.insert(.suspension) }
    require(
      session.interruptedBy.subtracting(.allApps).isSubset(of: present), .systemHoldersArePresent)
    for holder in state.ids where session.interruptedBy.contains(.app(holder)) {
      let other = state[holder]
      require(other.isActive || other.isInterrupted || other.hasClaim, .appHoldersHaveReason)
    }
  }

  private mutating func checkSystem(_ app: AppID) {
    let session = state[app]
    let isFrozen = session.lifecycle == .suspended && !phone.profile.suspensionDeactivates
    guard session.isActive, !isFrozen else { return }
    let hold = SystemHold(on: phone, against: app)
    require(app == host || !hold.callTakesInput, .noInputDuringOthersCall)
    require(app == host ? !hold.isEmergency : !hold.forbidsActivity, .noneActiveWhileSystemHolds)
  }

  private mutating func checkHint(_ app: AppID) {
    guard phone.secondaryAudioShouldBeSilenced(for: app) else { return }
    require(phone.isOtherAudioPlaying(for: app), .hintImpliesOtherAudio)
    let traits = phone.traits(of: app)
    let yields = traits.yieldsWhileMuted && state[app].isOutputMuted
    let isExclusive = state[app].isActive && !traits.isMixable && !yields
    let isInCall = state.device.calls.call(in: .active) != nil
    require(!isExclusive || isInCall, .noHintForExclusive)
  }

  private mutating func checkOrder() {
    let active = state.ids.filter { state[$0].isActive }
    require(state.startOrder.sorted() == active, .startOrderIsOfActive)
    guard state.apps.contains(where: \.isInputRunning) else { return }
    require(!phone.currentRoute.inputs.isEmpty, .recordingHasInput)
  }

  private mutating func checkPick() {
    let device = state.device
    if device.isHandsFreeOpening {
      let route = phone.currentRoute
      let isUsed =
        route.inputs.contains(.bluetoothHFP) || route.outputs.contains(.bluetoothHFP)
      let isThere = device.connected.ports.contains(.bluetoothHFP)
      require(isThere && !isUsed, .routeWaitsForHandsFree)
    }
    require(device.pickedForCall == nil || device.calls.first != nil, .pickedOutputIsThere)
    for pick in [device.pickedOutput, device.pickedForCall] {
      if let pick { check(pick, device) }
    }
  }

  private mutating func check(_ pick: OutputPick, _ device: DeviceState) {
    switch pick {
    case .phone: require(!device.connected.isEmpty, .pickedOutputIsThere)
    case .speaker:
      let isTalking = state.apps.contains {
        $0.isActive && $0.configuration.category == .playAndRecord
      }
      let isNeeded = isTalking || device.calls.first != nil || !device.connected.isEmpty
      require(isNeeded, .pickedOutputIsThere)
    case .device(let name):
      require(device.connected.newestFirst.contains { $0.name == name }, .pickedOutputIsThere)
    case .port(let port): require(device.connected.ports.contains(port), .pickedOutputIsThere)
    }
  }

  private mutating func checkNowPlaying() {
    guard let app = state.device.nowPlaying else { return }
    let mixes = phone.traits(of: app).isMixable
    require(!mixes && !state[app].remoteCommands.isEmpty, .nowPlayingHandlesCommands)
  }
}

/// The system's claims on the device that restrict one app.
struct SystemHold {
  /// Whether an emergency alert, which interrupts every app, is active.
  private(set) var isEmergency = false
  /// Whether another host's call must have interrupted the app's session, which has input.
  private(set) var callTakesInput = false
  /// Whether another host's call prevents the activation of the app's session, which has input.
  ///
  /// This can be true even if the call does not interrupt the session.
  private(set) var callRefusesInput = false
  /// Whether the app's session must be inactive, unless the app hosts the active call.
  private(set) var forbidsActivity = false
  /// Whether activating the app's session must fail, unless the app hosts the active call.
  private(set) var forbidsActivation = false

  init(on phone: Phone, against app: AppID) {
    let device = phone.state.device
    let session = phone.state[app]
    let mixes = Reevaluation.mixes(session)
    let hasInput = Reevaluation.takesInput(session)
    let prefersNone =
      session.preferences.noInterruptionsFromSystemAlerts && phone.system >= .iOS14_5
    let isLeftAlone = mixes && phone.policy.systemInterruptsMixable == .no
    isEmergency = device.isEmergency
    for call in [device.calls.first, device.calls.second] {
      guard let call else { continue }
      let isSpared = call.phase == .ringing && prefersNone && device.callStyle == .banner
      if call.host != .app(app), hasInput { callRefusesInput = true }
      if call.host != .app(app), hasInput, !isSpared, !isLeftAlone { callTakesInput = true }
      if call.phase == .ringing, !isSpared, !mixes { forbidsActivity = true }
    }
    let sparesClock = prefersNone && phone.policy.noInterruptionsCover == .callsAndClock
    if device.isAlarmRinging || device.isTimerRinging, !mixes, !sparesClock {
      forbidsActivity = true
    }
    let others = device.alerts.subtracting(.clock).subtracting(.likeAnApp)
    if !others.isEmpty, !mixes { forbidsActivity = true }
    if device.siri != .off, !mixes, hasInput { forbidsActivity = true }
    if isEmergency { forbidsActivity = true }
    // Output that started during Siri continues when Siri starts recording.
    forbidsActivation = forbidsActivity || device.siri == .recording && !mixes
  }
}

/// Checks the derived values in both positions of the ring/silent switch.
///
/// The volume is only a factor, so one value is enough.
struct DerivedCheck {
  private(set) var broken: [Invariant] = []

  init(_ phone: Phone) {
    var varied = phone
    varied.state.device.volumes.media = 0.25
    check(&varied)
  }

  private mutating func check(_ phone: inout Phone) {
    phone.state.device.isSilent = false
    let loud = phone.state.ids.map { phone.gain(of: $0) }
    require(Reevaluation.disagreements(with: phone).isEmpty, .derivedFromStateOnly)
    phone.state.device.isSilent = true
    require(Reevaluation.disagreements(with: phone).isEmpty, .derivedFromStateOnly)
    for app in phone.state.ids {
      let session = phone.state[app]
      switch session.configuration.category {
      case .playback, .record, .playAndRecord, .multiRoute, .audioProcessing:
        require(phone.gain(of: app) == loud[app.index], .switchSparesPlayback)
      case .ambient, .soloAmbient:
        let isHidden = session.lifecycle != .foreground
        let hostsCall = phone.state.device.calls.call(in: .active)?.host == .app(app)
        let hasTask = phone.policy.taskKeepsSession == .yes && session.hasRuntimeAssertion
        require(
          !isHidden || hostsCall || hasTask || loud[app.index] == 0, .ambientIsSilentWhenHidden)
      }
    }
  }

  private mutating func require(_ holds: Bool, _ invariant: Invariant) {
    if !holds, !broken.contains(invariant) { broken.append(invariant) }
  }
}
