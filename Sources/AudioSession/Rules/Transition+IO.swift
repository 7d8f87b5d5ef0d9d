/// Input and output: starting them activates.
extension Transition {
  /// Output begins.
  mutating func startOutput(_ app: AppID) {
    guard CategoryRow[state[app].configuration.category].hasOutput else {
      returns(app, .startOutput, .incompatibleCategory)
      return
    }
    let error = state.device.isMediaServerDown ? .mediaServicesFailed : activateUnlessActive(app)
    guard error == nil else {
      returns(app, .startOutput, error)
      return
    }
    run(app, .output)
    returns(app, .startOutput)
  }

  /// Output runs, and with handlers and without mixing the app is the one that plays.
  mutating func run(_ app: AppID, _ direction: IODirection) {
    let starts = state[app].activity.start(direction)
    if starts { effects.add(.ioStarted(app, direction), .played) }
    if direction == .output, phone.isNowPlayingCandidate(app) { state.device.nowPlaying = app }
  }

  /// Input begins.
  mutating func startInput(_ app: AppID) {
    var error = inputError(for: app)
    if error == nil { error = activateUnlessActive(app) }
    if error == nil { run(app, .input) }
    returns(app, .startInput, error)
  }

  /// What is active needs no check but that of a recording begun in the background.
  private mutating func activateUnlessActive(_ app: AppID) -> SessionErrorCode? {
    state[app].isActive ? nil : activateIfAllowed(app)
  }

  private func inputError(for app: AppID) -> SessionErrorCode? {
    let session = state[app]
    let traits = session.configuration.traits
    guard traits.base.hasInput else { return .incompatibleCategory }
    if session.isInputRunning { return nil }
    if session.isActive, let refusal = phone.refusal(of: app) { return refusal.error }
    if session.recordPermission == .denied, policy[.permissionDenied] == .resourceNotAvailable {
      return .resourceNotAvailable
    }
    return phone.refusal(of: app) == nil && isMuted(app) ? .resourceNotAvailable : nil
  }

  /// Whether the app's input would be the microphone that is muted in hardware.
  private func isMuted(_ app: AppID) -> Bool {
    guard state.device.isMicrophoneMuted, policy[.mutedMicrophoneStart] != .silence else {
      return false
    }
    let overrides = state[app].configuration.options.contains(.overrideMutedMicrophoneInterruption)
    return !overrides && phone.choice(for: .app(app)).route.inputs.contains(.builtInMic)
  }

  /// The app stops one direction itself.
  mutating func stop(_ app: AppID, _ direction: IODirection, _ call: SessionCall) {
    _ = state[app].activity.stop(direction)
    returns(app, call)
  }
}

extension Phone {
  /// Whether the app may be the one that remote commands go to: it has handlers and does not mix.
  ///
  /// Source: forum thread 44842; StreamingKit 400 and others lost their controls by mixing.
  public func isNowPlayingCandidate(_ app: AppID) -> Bool {
    !state[app].remoteCommands.isEmpty && !state[app].configuration.traits.isMixable
  }

  /// Whether what the app records is silence: no permission, or a muted microphone overridden.
  public func recordsSilence(_ app: AppID) -> Bool {
    guard isRecording(app) else { return false }
    let isMuted = state.device.isMicrophoneMuted && currentRoute.inputs.contains(.builtInMic)
    return state[app].recordPermission != .granted || isMuted
  }
}
