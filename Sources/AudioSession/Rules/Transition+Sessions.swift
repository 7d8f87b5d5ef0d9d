/// R1 and R2: activation and arbitration among apps.
extension Transition {
  /// `setActive(true)`.
  mutating func activate(_ app: AppID) {
    let error = activateIfAllowed(app)
    returns(app, error)
  }

  /// Activates the session if every check passes.
  ///
  /// An error changes only the record of sources that refused activation.
  ///
  /// An active session stays active.
  mutating func activateIfAllowed(_ app: AppID) -> SessionErrorCode? {
    if let refusal = phone.refusal(of: app) {
      if profile.hasLifecycleNotifications { state[app].refusedBy = phone.systemHolding }
      return refusal.error
    }
    if !state[app].isActive { becomeActive(app) }
    return nil
  }

  /// R1 after the checks: the session becomes active, and its interruption sources no longer hold it.
  ///
  /// R2 follows.
  mutating func becomeActive(_ app: AppID, arbitrates: Bool = true) {
    state[app].activity.activate()
    state[app].refusedBy = []
    takeOver(by: app)
    if profile.hasLifecycleNotifications { notify(app, .didBecomeActive, .began) }
    if arbitrates { arbitrate(for: app) }
  }

  /// R2: interrupts the sessions that cannot play alongside the app.
  mutating func arbitrate(for app: AppID) {
    for other in state.ids where other != app && state[other].isActive {
      guard let conflict = phone.conflict(of: app, with: other) else { continue }
      interrupt(other, by: .app(app), phone.row(conflict))
    }
  }
}

/// R5 and R6: an app deactivates its session.
extension Transition {
  /// `setActive(false)`.
  mutating func deactivate(
    _ app: AppID, _ options: SetActiveOptions, _ noNotifyEffect: NoNotifyEffect?
  ) {
    if state.device.isMediaServerDown {
      returns(app, .mediaServicesFailed)
      return
    }
    let runs = !state[app].running.isEmpty
    let behavior = phone.deactivationBehavior
    if runs, behavior == .refused {
      returns(app, .isBusy)
      return
    }
    if state[app].isActive { notifyInactive(app, by: .app) }
    becomeInactive(app, .deactivated)
    releaseHolds(of: app, notifies: options.contains(.notifyOthersOnDeactivation), noNotifyEffect)
    returns(app, runs && behavior == .doneWithError ? .isBusy : nil)
  }

  /// Stops the session and makes it inactive.
  ///
  /// The caller must release the sessions that this session held.
  mutating func becomeInactive(_ app: AppID, _ reason: IOStopReason) {
    stopIO(of: app, reason)
    state[app].activity.giveUp()
    state[app].overridesToSpeaker = false
    state[app].refusedBy = []
  }

  /// Releases the sessions that the app had interrupted.
  mutating func releaseHolds(
    of app: AppID, notifies: Bool, _ noNotifyEffect: NoNotifyEffect? = nil
  ) {
    if notifies {
      endInterruption(by: .app(app), .resumable)
      return
    }
    let isNotified = (noNotifyEffect ?? policy.noNotifyEffect) == .endedWithoutOption
    endInterruption(by: .app(app), Release(isResumable: false, notifies: isNotified))
  }
}

/// R9: category, mode and the other setters of a session.
extension Transition {
  /// `setCategory`.
  mutating func setCategory(
    _ app: AppID, _ category: SessionCategory, _ mode: SessionMode?, _ policy: RouteSharingPolicy,
    _ options: CategoryOptions
  ) {
    var wanted = SessionConfiguration(
      category, mode: mode ?? state[app].configuration.mode, policy: policy, options: options)
    // The current mode is kept only if the new category accepts it. Options are never kept.
    if mode == nil, phone.legality.verdict(on: wanted).error != nil { wanted.mode = .default }
    returns(app, configure(app, wanted, setsCategory: true))
  }

  /// `setMode`.
  mutating func setMode(_ app: AppID, _ mode: SessionMode) {
    var wanted = state[app].configuration
    wanted.mode = mode
    returns(app, configure(app, wanted, setsCategory: false))
  }

  /// Sets a configuration.
  ///
  /// Setting the current configuration is accepted and has no effect.
  private mutating func configure(
    _ app: AppID, _ wanted: SessionConfiguration, setsCategory: Bool
  ) -> SessionErrorCode? {
    if let mediaError { return mediaError }
    // The current configuration has already been accepted.
    if wanted == state[app].configuration {
      if setsCategory { endOverrideAgain(of: app) }
      return nil
    }
    let verdict = phone.legality.verdict(on: wanted)
    if let error = verdict.error { return error }
    if verdict.accepted == state[app].configuration {
      if setsCategory { endOverrideAgain(of: app) }
      return nil
    }
    if setsCategory, let error = errorDuringCall(app, verdict.accepted) { return error }
    if state[app].isActive, let refusal = phone.refusal(of: app, with: verdict.accepted) {
      return refusal.error
    }
    apply(verdict.accepted, to: app)
    return nil
  }

  /// Ends the override to the speaker when an app sets its current category again, depending on the policy.
  ///
  /// Source: option `overrideWithSameCategory`.
  private mutating func endOverrideAgain(of app: AppID) {
    guard state[app].overridesToSpeaker, policy.overrideWithSameCategory == .ends else { return }
    state[app].overridesToSpeaker = false
    setsCategory = state[app].isActive
  }

  private func errorDuringCall(
    _ app: AppID, _ wanted: SessionConfiguration
  ) -> SessionErrorCode? {
    guard state.device.calls.isUp, policy.setCategoryDuringCall == .insufficientPriority,
      phone.row(wanted.category).hasInput, !phone.hostsActiveCall(app)
    else { return nil }
    let isForeign = state.device.calls.calls.contains { $0.host != .app(app) }
    return isForeign ? .insufficientPriority : nil
  }

  /// Applies a configuration.
  ///
  /// Input and output continue if the new category has them, and the category's rules apply to other sessions.
  private mutating func apply(_ accepted: SessionConfiguration, to app: AppID) {
    let previous = state[app].configuration
    state[app].configuration = accepted
    let row = phone.row(accepted.category)
    if !row.hasInput { stopIO(of: app, .input, .categoryChanged) }
    if !row.hasOutput { stopIO(of: app, .output, .categoryChanged) }
    let endsOverride = state[app].isActive && policy.overrideWithNewOptions == .ends
    if previous.category != accepted.category || endsOverride {
      state[app].overridesToSpeaker = false
    }
    endImpossiblePictureInPicture(of: app)
    let staysMuted = accepted.category != .playAndRecord || accepted.mode == .default
    if !staysMuted, state[app].isOutputMuted { setMuted(app, false) }
    if state.device.nowPlaying == app, !phone.isNowPlayingCandidate(app) {
      state.device.nowPlaying = nil
    }
    if state[app].isActive {
      takeOver(by: app)
      arbitrate(for: app)
      setsCategory = true
      postsRouteAnyway = policy.categoryChangePosts == .always
      takeNowPlaying(app)
    }
  }

  /// Makes the app the Now Playing app if it plays, handles commands and does not mix, unless another Now Playing app
  /// is playing.
  ///
  /// Source: WWDC 2022, session 110338, for the conditions under which an app is eligible. Our choice: the system
  /// checks them when the category changes.
  private mutating func takeNowPlaying(_ app: AppID) {
    guard phone.isPlaying(app), phone.isNowPlayingCandidate(app) else { return }
    if let other = state.device.nowPlaying, phone.isPlaying(other) { return }
    state.device.nowPlaying = app
  }

  /// R17: while the media services are down, every method call fails.
  private var mediaError: SessionErrorCode? {
    state.device.isMediaServerDown ? .mediaServicesFailed : nil
  }

  /// `overrideOutputAudioPort`.
  mutating func overrideOutput(_ app: AppID, _ port: PortOverride) {
    if let mediaError {
      returns(app, mediaError)
      return
    }
    let isWrong =
      port == .speaker
      && phone.legality.refusal(of: .speakerOverride, in: state[app].configuration) != nil
    if isWrong {
      let error: SessionErrorCode =
        switch policy.overrideWithOtherCategory {
        case .badParam: .badParam
        case .incompatibleCategory: .incompatibleCategory
        }
      returns(app, error)
      return
    }
    state[app].overridesToSpeaker = port == .speaker
    routeReason = .override
    returns(app)
  }

  /// `setPreferredInput`.
  mutating func setPreferredInput(_ app: AppID, _ input: PreferredInput?) {
    if let error = inputSetterError(app) {
      returns(app, error)
      return
    }
    if let input, !phone.offers(input, to: app) {
      returns(app, .badParam)
      return
    }
    state[app].preferredInput = input
    routeReason = .override
    returns(app)
  }

  /// Handles a setter that requires a category with input.
  mutating func setInputProperty(_ app: AppID) {
    returns(app, inputSetterError(app))
  }

  /// Sets a hardware preference of the app.
  ///
  /// The preference may change the current microphone or its direction.
  ///
  /// Source: header of `RouteChangeReason.routeConfigurationChange`: "the set of input and/or output ports has not
  /// changed, but some aspect of their configuration has changed. For example, a port's selected data source has
  /// changed." Our choice: a polar pattern is such an aspect.
  mutating func requestHardware(_ app: AppID, _ request: HardwareRequest) {
    if request.needsInput {
      let error = inputSetterError(app)
      returns(app, error)
      if error != nil { return }
    }
    let before = phone.microphoneInUse
    state[app].hardware = state[app].hardware.after(request)
    guard phone.microphoneInUse != before else { return }
    routeReason = .routeConfigurationChange
    postsRouteAnyway = true
  }

  private func inputSetterError(_ app: AppID) -> SessionErrorCode? {
    mediaError ?? phone.legality.refusal(of: .inputSetter, in: state[app].configuration)
  }

  /// Sets a preference, if the system version supports it.
  mutating func setPreference(
    _ app: AppID, _ preference: SessionPreference, _ value: Bool?
  ) throws(RejectedEvent) {
    guard phone.has(preference.since) else {
      throw .notAvailable(preference.name, since: preference.since.description)
    }
    if mediaError == nil { state[app].preferences[preference] = value }
    reconsiderAlerts()
    returns(app, mediaError)
  }

  /// `setOutputMuted`.
  ///
  /// With play-and-record, muting is allowed only in the default mode.
  mutating func setOutputMuted(_ app: AppID, _ muted: Bool) throws(RejectedEvent) {
    guard profile.hasOutputMute else { throw .notAvailable("setOutputMuted", since: "26") }
    let configuration = state[app].configuration
    let isWrong =
      muted && configuration.category == .playAndRecord && configuration.mode != .default
    if let error = mediaError ?? (isWrong ? .badParam : nil) {
      returns(app, error)
      return
    }
    if state[app].isOutputMuted != muted { setMuted(app, muted) }
    returns(app)
  }

  /// Mutes or unmutes the output.
  ///
  /// A session that yielded while muted interrupts others when it becomes audible.
  mutating func setMuted(_ app: AppID, _ muted: Bool) {
    state[app].isOutputMuted = muted
    notify(app, .outputMuteStateChange(muted: muted), .volume)
    if !muted, state[app].isActive, phone.traits(of: app).yieldsWhileMuted {
      takeOver(by: app)
      arbitrate(for: app)
    }
  }

  /// Sets the handlers in the remote command center.
  mutating func setRemoteCommands(_ app: AppID, _ commands: RemoteCommands) {
    state[app].remoteCommands = commands
    if state.device.nowPlaying == app, commands.isEmpty { state.device.nowPlaying = nil }
    if state.device.nowPlaying == nil, phone.isPlaying(app), phone.isNowPlayingCandidate(app) {
      state.device.nowPlaying = app
    }
  }
}

extension Phone {
  /// The reason why the app's session would interrupt the other session, or nil if both may play.
  ///
  /// The host of an active call takes precedence over apps. Source: R2. A policy option decides how recording affects
  /// sessions that mix.
  package func conflict(of app: AppID, with other: AppID) -> Interruptor? {
    if hostsActiveCall(other) { return nil }
    let winner = traits(of: app)
    let loser = traits(of: other)
    if winner.interruptsSpoken, loser.isSpoken { return .spokenInterrupter }
    let yields = winner.yieldsWhileMuted && state[app].isOutputMuted
    if winner.isMixable || yields { return nil }
    if !loser.isMixable { return .nonMixableApp }
    let overruns = winner.base.silencesOthers && policy.recordAndMixablePeers == .interrupt
    return overruns ? .nonMixableApp : nil
  }

  /// The effect of deactivating a session while its input or output is running.
  public var deactivationBehavior: DeactivationBehavior {
    switch policy.deactivateWithRunningIO {
    case .byVersion: profile.deactivateWithRunningIO
    case .refused: .refused
    case .doneWithError: .doneWithError
    case .done: .done
    }
  }
}

extension SessionPreference {
  /// The first release that supports the preference.
  ///
  /// Source: `AVAudioSession.h`, the availability of each setter.
  public var since: SystemRelease {
    switch self {
    case .noInterruptionsFromSystemAlerts: SystemRelease(14, 5)
    case .hapticsAndSystemSoundsDuringRecording: SystemRelease(13)
    case .interruptionOnRouteDisconnect: SystemRelease(17)
    }
  }
}
