/// Checks the invariants of a state as it is.
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
    guard active.isEmpty else { return }
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
      require(
        row.runsInBackground && session.hasBackgroundAudio || app == host, .backgroundIsAllowed)
    }
  }

  private mutating func checkSources(_ app: AppID) {
    let session = state[app]
    let device = state.device
    var present: InterruptionSources = [.routeLoss]
    present.formUnion(phone.systemHolding)
    if device.isMicrophoneMuted { present.insert(.microphoneMute) }
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
    guard session.isActive else { return }
    let call = state.device.calls.call(in: .active)
    let isForeign = call.map { $0.host != .app(app) } ?? false
    require(!isForeign || !phone.categoryRow(of: app).hasInput, .noInputDuringOthersCall)
    var holding = phone.systemHolding
    let rings = state.device.calls.call(in: .ringing) != nil
    if !rings || phone.isExemptFromBanner(app) { holding.remove(.call) }
    if app == host { holding.formIntersection(.emergency) }
    let isLeftAlone =
      phone.policy.systemInterruptsMixable == .no && phone.traits(of: app).isMixable
    let isFrozen =
      session.lifecycle == .suspended && !phone.profile.suspensionDeactivates
    require(holding.isEmpty || isLeftAlone || isFrozen, .noneActiveWhileSystemHolds)
  }

  private mutating func checkHint(_ app: AppID) {
    guard phone.secondaryAudioShouldBeSilenced(for: app) else { return }
    require(phone.isOtherAudioPlaying(for: app), .hintImpliesOtherAudio)
    let traits = phone.traits(of: app)
    let yields = traits.yieldsWhileMuted && state[app].isOutputMuted
    let isExclusive = state[app].isActive && !traits.isMixable && !yields
    require(!isExclusive || host != nil, .noHintForExclusive)
  }

  private mutating func checkOrder() {
    let active = state.ids.filter { state[$0].isActive }
    require(state.startOrder.sorted() == active, .startOrderIsOfActive)
    guard state.apps.contains(where: \.isInputRunning) else { return }
    require(!phone.currentRoute.inputs.isEmpty, .recordingHasInput)
  }

  private mutating func checkNowPlaying() {
    guard let app = state.device.nowPlaying else { return }
    let mixes = phone.traits(of: app).isMixable
    require(!mixes && !state[app].remoteCommands.isEmpty, .nowPlayingHandlesCommands)
  }
}

/// Checks what is derived, under every position of switch and lock.
///
/// The volume only multiplies, so that one value with each position of the lock will do.
struct DerivedCheck {
  private(set) var broken: [Invariant] = []

  init(_ phone: Phone) {
    var varied = phone
    for isLocked in [false, true] {
      varied.state.device.isLocked = isLocked
      varied.state.device.volumes.media = isLocked ? 1 : 0.25
      check(&varied)
    }
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
        let isHidden = phone.state.device.isLocked || session.lifecycle != .foreground
        let hostsCall = phone.state.device.calls.call(in: .active)?.host == .app(app)
        require(!isHidden || hostsCall || loud[app.index] == 0, .ambientIsSilentWhenHidden)
      }
    }
  }

  private mutating func require(_ holds: Bool, _ invariant: Invariant) {
    if !holds, !broken.contains(invariant) { broken.append(invariant) }
  }
}
