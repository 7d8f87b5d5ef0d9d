/// R8: foreground, background, suspension and termination.
extension Transition {
  /// Moves the app to the foreground or the background.
  mutating func moveToLifecycle(_ app: AppID, _ lifecycle: Lifecycle) throws(RejectedEvent) {
    let present = state[app].lifecycle
    guard present != .terminated, present != lifecycle else {
      throw .lifecycle(app, from: present, to: lifecycle)
    }
    if lifecycle == .foreground, state.device.isLocked { throw .deviceLocked(app) }
    setLifecycle(of: app, to: lifecycle)
    if lifecycle == .background { enterBackground(app, from: present) }
  }

  /// Locks the phone, which sends foreground apps to the background.
  ///
  /// Source: `UIApplicationDelegate.applicationDidEnterBackground`: locking counts as leaving the app.
  mutating func lock() {
    guard !state.device.isLocked else { return }
    state.device.isLocked = true
    for app in state.ids where state[app].lifecycle == .foreground {
      state[app].returnsAtUnlock = true
      setLifecycle(of: app, to: .background)
      enterBackground(app, from: .foreground)
    }
    pausePictureInPicture()
  }

  /// Unlocks the phone.
  ///
  /// Apps that locking sent to the background return to the foreground. Sessions do not change.
  mutating func unlock() {
    state.device.isLocked = false
    for app in state.ids where state[app].returnsAtUnlock {
      state[app].returnsAtUnlock = false
      setLifecycle(of: app, to: .foreground)
    }
  }

  /// Sets whether something keeps the app running in the background.
  mutating func setRuntimeAssertion(_ app: AppID, _ holds: Bool) {
    state[app].hasRuntimeAssertion = holds
    if !holds, state[app].lifecycle == .background { enterBackground(app, from: .foreground) }
  }

  /// Moves the app to a lifecycle state in which it runs.
  ///
  /// A suspended app receives its pending notifications.
  private mutating func setLifecycle(of app: AppID, to lifecycle: Lifecycle) {
    let wasSuspended = state[app].lifecycle == .suspended
    state[app].lifecycle = lifecycle
    effects.add(.lifecycleChanged(app, lifecycle), .ioStopped)
    if wasSuspended { _ = state[app].activity.release(.suspension) }
    openMailbox(of: app)
  }

  /// Expires the app's background task.
  ///
  /// If the app's expiration handler ends the task, the app is suspended, unless something else keeps it running. An
  /// app that does not end the task is terminated.
  ///
  /// Source: page of `beginBackgroundTask(expirationHandler:)`: "Failure to end the task explicitly will result in the
  /// termination of the app"; forum thread 85066.
  mutating func expireBackgroundTime(of app: AppID, endsTask: Bool) throws(RejectedEvent) {
    guard state[app].lifecycle == .background, state[app].hasRuntimeAssertion else {
      throw .notThere("background task of an app in the background")
    }
    guard endsTask else {
      try terminate(app)
      return
    }
    state[app].hasRuntimeAssertion = false
    if phone.isKeptWithoutTask(app) { return }
    becomeSuspended(app, .suspended)
  }

  /// Silences an app that is not allowed to play in the background.
  ///
  /// Policy option `deferredSuspend` decides whether the app loses its session immediately or when it is suspended. An
  /// app with a background task loses its session immediately; see option `taskKeepsSession`.
  private mutating func enterBackground(_ app: AppID, from present: Lifecycle) {
    guard state[app].isActive else { return }
    if present == .foreground, phone.pausesBehind(app) { stopIO(of: app, .output, .backgrounded) }
    if phone.goesOnBehind(app) || phone.isKeptBehind(app) { return }
    if present == .foreground, !state[app].hasRuntimeAssertion {
      switch policy.deferredSuspend {
      case .silenced: return stopIO(of: app, .input, .backgrounded)
      case .no: return becomeSuspended(app, .backgrounded)
      case .yes where profile.reportsSuspension || !profile.suspensionDeactivates:
        return stopIO(of: app, .backgrounded)
      case .yes: break
      }
    }
    notifyInactive(app, by: .system)
    becomeInactive(app, .backgrounded)
    releaseHolds(of: app, notifies: false)
  }

  /// The system suspends the app.
  mutating func suspend(_ app: AppID) throws(RejectedEvent) {
    let present = state[app].lifecycle
    guard present.isRunning else { throw .lifecycle(app, from: present, to: .suspended) }
    becomeSuspended(app, .suspended)
  }

  /// Suspends the app.
  ///
  /// From iOS 10 on, suspension deactivates the session. Up to iOS 15, the app is notified when it runs again.
  ///
  /// Source: header of `InterruptionReason.appWasSuspended`. Our choice: *became inactive* (iOS 27 or later) is not
  /// posted either.
  private mutating func becomeSuspended(_ app: AppID, _ reason: IOStopReason) {
    state[app].lifecycle = .suspended
    effects.add(.lifecycleChanged(app, .suspended), .ioStopped)
    stopIO(of: app, reason)
    guard profile.suspensionDeactivates else { return }
    if state[app].isActive, profile.reportsSuspension {
      let wasPlaying = before.state[app].isOutputRunning
      state[app].activity.interrupt(by: .suspension, wasPlaying: wasPlaying)
      notifyBegan(app, phone.row(.suspension).reason)
    }
    becomeInactive(app, reason)
    releaseHolds(of: app, notifies: false)
  }

  /// Stores the user's answer to the question whether the app may record.
  ///
  /// Changing an answer in Settings ends the app's process.
  ///
  /// Source: openradar 17945133, "Changing the privacy settings of an app kills it"; delba/Permission 30: "in response
  /// to privacy settings change".
  mutating func setRecordPermission(
    of app: AppID, _ permission: RecordPermission
  ) throws(RejectedEvent) {
    let former = state[app].recordPermission
    state[app].recordPermission = permission
    guard former != .undetermined, former != permission, policy.permissionChangeEnds == .yes,
      state[app].lifecycle != .terminated
    else { return }
    try terminate(app)
  }

  /// Terminates the app, which ends its session and its calls.
  mutating func terminate(_ app: AppID) throws(RejectedEvent) {
    let present = state[app].lifecycle
    guard present != .terminated else {
      throw .lifecycle(app, from: present, to: .terminated)
    }
    effects.add(.lifecycleChanged(app, .terminated), .ioStopped)
    stopIO(of: app, .terminated)
    var dead = AppState()
    dead.lifecycle = .terminated
    dead.hasBackgroundAudio = state[app].hasBackgroundAudio
    dead.recordPermission = state[app].recordPermission
    dead.player = state[app].player
    dead.notifications = state[app].notifications
    dead.shownNotification = state[app].shownNotification
    dead.hapticEngine = state[app].hapticEngine
    state[app] = dead
    state.mailbox.removeAll { $0.app == app }
    if state.device.nowPlaying == app { state.device.nowPlaying = nil }
    releaseHolds(of: app, notifies: false)
    for call in state.device.calls.calls where call.host == .app(app) {
      state.device.calls.change(call.phase, to: nil)
    }
    releaseCallIfOver(.resumable)
  }

  /// Launches the app.
  mutating func launch(_ app: AppID) throws(RejectedEvent) {
    let present = state[app].lifecycle
    guard present == .terminated else {
      throw .lifecycle(app, from: present, to: .foreground)
    }
    if state.device.isLocked { throw .deviceLocked(app) }
    start(app, in: .foreground)
  }

  /// Starts the app's process.
  mutating func start(_ app: AppID, in lifecycle: Lifecycle) {
    state[app].lifecycle = lifecycle
    effects.add(.lifecycleChanged(app, lifecycle), .ioStopped)
  }

  /// Wakes a suspended app in the background, for a call or a remote command.
  ///
  /// Before iOS 10, the app's session may still be active. The session continues only if the app may play in the
  /// background.
  mutating func resumeSuspended(_ app: AppID) {
    guard state[app].lifecycle == .suspended else { return }
    setLifecycle(of: app, to: .background)
    enterBackground(app, from: .suspended)
  }
}

/// Input and output. Starting either activates the session.
extension Transition {
  /// Starts the output.
  mutating func startOutput(_ app: AppID) {
    guard phone.categoryRow(of: app).hasOutput else {
      returns(app, .incompatibleCategory)
      return
    }
    let error = state.device.isMediaServerDown ? .mediaServicesFailed : activateUnlessActive(app)
    guard error == nil else {
      returns(app, error)
      return
    }
    startIO(of: app, .output)
    returns(app)
  }

  /// Starts input or output.
  ///
  /// An app that starts output, has command handlers and does not mix becomes the Now Playing app.
  mutating func startIO(of app: AppID, _ direction: IODirection) {
    let starts = state[app].activity.start(direction)
    if starts { effects.add(.ioStarted(app, direction), .played) }
    if direction == .output, phone.isNowPlayingCandidate(app) { state.device.nowPlaying = app }
  }

  /// Starts the input.
  mutating func startInput(_ app: AppID) {
    var error = inputError(for: app)
    if error == nil { error = activateUnlessActive(app) }
    if error == nil { startIO(of: app, .input) }
    returns(app, error)
  }

  /// Activates the session unless it is active.
  private mutating func activateUnlessActive(_ app: AppID) -> SessionErrorCode? {
    state[app].isActive ? nil : activateIfAllowed(app)
  }

  private func inputError(for app: AppID) -> SessionErrorCode? {
    let session = state[app]
    let traits = phone.traits(of: app)
    guard traits.base.hasInput else { return .incompatibleCategory }
    if session.isInputRunning { return nil }
    let refusal = phone.refusalOfInput(app)
    if session.isActive, let refusal { return refusal.error }
    if session.recordPermission == .denied, policy.permissionDenied == .resourceNotAvailable {
      return .resourceNotAvailable
    }
    guard refusal == nil else { return nil }
    let hasInput = !phone.choice(for: .app(app)).route.inputs.isEmpty
    return hasInput && !isMuted(app) ? nil : .resourceNotAvailable
  }

  /// Returns whether the app's input would be the microphone that is muted in hardware.
  func isMuted(_ app: AppID) -> Bool {
    guard state.device.isMicrophoneMuted, policy.mutedMicrophoneStart != .silence else {
      return false
    }
    let overrides = state[app].configuration.options.contains(.overrideMutedMicrophoneInterruption)
    return !overrides && phone.choice(for: .app(app)).route.inputs.contains(.builtInMic)
  }

  /// Stops input or output at the app's request.
  mutating func stopOwnIO(of app: AppID, _ direction: IODirection) {
    _ = state[app].activity.stop(direction)
    returns(app)
  }

  /// Stops input and output at the system's request.
  mutating func stopIO(of app: AppID, _ reason: IOStopReason) {
    stopIO(of: app, .input, reason)
    stopIO(of: app, .output, reason)
  }

  /// Stops input or output at the system's request.
  package mutating func stopIO(
    of app: AppID, _ direction: IODirection, _ reason: IOStopReason
  ) {
    guard state[app].activity.stop(direction) else { return }
    effects.add(.ioStopped(app, direction, reason), .ioStopped)
  }
}

extension Phone {
  /// Returns whether the app may be the target of remote commands: it has command handlers and does not mix.
  ///
  /// Source: forum thread 44842; StreamingKit 400 and others report that mixing made their controls disappear.
  public func isNowPlayingCandidate(_ app: AppID) -> Bool {
    !state[app].remoteCommands.isEmpty && !traits(of: app).isMixable
  }

  /// Returns whether the app records silence.
  ///
  /// An app records silence if it lacks permission, records from a muted microphone, or has muted its input.
  ///
  /// Source: header of `setInputMuted(_:)`: inputs "will have their samples zeroed out".
  public func recordsSilence(_ app: AppID) -> Bool {
    guard isRecording(app) else { return false }
    let isMuted = state.device.isMicrophoneMuted && currentRoute.inputs.contains(.builtInMic)
    return state[app].recordPermission != .granted || isMuted || state[app].isInputMuted
  }
}
