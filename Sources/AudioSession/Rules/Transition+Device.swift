/// Ports, volumes and remote commands.
extension Transition {
  /// Something is connected: what plays goes on, there.
  mutating func connect(_ port: Port) throws(RejectedEvent) {
    guard state.device.ports.connect(port) else { throw .cannotConnect(port) }
    routeReason = .newDeviceAvailable
    clearOverrides()
    if port.row.isInput { tellAvailableInputs() }
  }

  /// Something is disconnected: what played there pauses.
  ///
  /// Source: Human Interface Guidelines, Playing audio; AVPlayer pauses by itself. Some Bluetooth
  /// devices go unannounced: chime 242.
  mutating func disconnect(_ port: Port, announced: Bool) throws(RejectedEvent) {
    guard state.device.ports.disconnect(port) else { throw .notConnected(port) }
    routeReason = announced ? .oldDeviceUnavailable : .unknown
    clearOverrides()
    forgetPreferred(port)
    if port.row.isInput { tellAvailableInputs() }
    if announced, before.currentRoute.outputs.contains(port) { loseOutput() }
  }

  private mutating func loseOutput() {
    let pauses = policy[.unplugPauses] == .yes
    for app in state.ids where pauses && pausesWhenUnplugged(app) {
      stopIO(of: app, .output, .outputUnplugged)
    }
    guard profile.routeLossInterrupts else { return }
    start(.routeLoss)
  }

  /// Who also records goes on talking, and long-form players go on by their policy.
  ///
  /// Source: subwave PR 1003 for long-form; that conversations go on is our choice.
  private func pausesWhenUnplugged(_ app: AppID) -> Bool {
    !state[app].isInputRunning && !state[app].configuration.policy.isLongForm
  }

  private mutating func forgetPreferred(_ port: Port) {
    guard policy[.preferredInputReset] == .cleared else { return }
    for app in state.ids where state[app].preferredInput == port {
      state[app].preferredInput = nil
    }
  }

  private mutating func tellAvailableInputs() {
    guard profile.hasOutputMute else { return }
    for app in state.ids where state[app].isActive && phone.takesInput(app) {
      tell(app, .availableInputsChange, .routeChanged)
    }
  }

  /// An override lasts until the route changes.
  mutating func clearOverrides() {
    for app in state.ids where state[app].overridesToSpeaker {
      state[app].overridesToSpeaker = false
    }
  }

  /// The device wakes: everyone is told that the route may be another one.
  mutating func wake() {
    routeReason = .wakeFromSleep
    postsRouteAnyway = true
  }

  /// A volume is set.
  mutating func setVolume(_ kind: VolumeKind, _ volume: Double) throws(RejectedEvent) {
    guard volume >= 0, volume <= 1 else { throw .volumeOutOfRange(volume) }
    if phone.usesExternalVolumes {
      state.device.externalVolumes[kind] = volume
    } else {
      state.device.volumes[kind] = volume
    }
  }

  /// A button is pressed: it moves the volume of what is heard.
  mutating func press(_ button: VolumeButton) {
    let kind = phone.buttonVolume
    let step = policy[.volumeStep]
    let volume = phone.volumes[kind] + (button == .up ? step : -step)
    let clamped = min(max(volume, 0), 1)
    if phone.usesExternalVolumes {
      state.device.externalVolumes[kind] = clamped
    } else {
      state.device.volumes[kind] = clamped
    }
    guard button == .up, profile.hasOutputMute else { return }
    for app in state.ids where phone.isPlaying(app) && state[app].isOutputMuted {
      tell(app, .userIntentToUnmuteOutput, .volume)
    }
  }

  /// A remote command goes to the app that plays or played last, if that handles it.
  ///
  /// It waits for a call or Siri to be over, but not for what may never end: another app, or
  /// headphones that were pulled. There the user's command is the way out.
  mutating func send(_ command: RemoteCommand) {
    guard let app = phone.remoteTarget else {
      effects.add(.remoteIgnored(command, .nobodyPlays), .played)
      return
    }
    guard let meant = phone.meaning(of: command, for: app) else {
      effects.add(.remoteIgnored(command, .notHandled), .played)
      return
    }
    let waits = !state[app].interruptedBy.isDisjoint(with: .passing)
    if waits, policy[.remoteDuringInterruption] == .deferred {
      state[app].activity.deferCommand(meant)
      effects.add(.remoteDeferred(app, meant), .played)
      return
    }
    deliver(meant, to: app, .played)
  }

  /// A remote command reaches its app, which runs for it.
  mutating func deliver(_ command: RemoteCommand, to app: AppID, _ phase: EffectPhase) {
    wake(app)
    effects.add(.remoteCommand(app, command), phase)
  }
}

extension Phone {
  /// Whether the app's category has input.
  func takesInput(_ app: AppID) -> Bool { CategoryRow[state[app].configuration.category].hasInput }

  /// The app that a remote command would go to now, or nil.
  ///
  /// Source: Human Interface Guidelines: an app may respond while it plays, in an audio context, or
  /// connected to AirPlay; otherwise it must not halt another app's audio. Which one is meant
  /// among several that only AirPlay admits is our choice: the first.
  public var remoteTarget: AppID? {
    if let app = state.device.nowPlaying { return app }
    guard currentRoute.outputs.contains(.airPlay) else { return nil }
    return state.ids.first { state[$0].lifecycle == .foreground && isNowPlayingCandidate($0) }
  }

  /// What the command means for the app, or nil if it does not handle it.
  ///
  /// The one button of a headset is play or pause for an app that handles only those.
  func meaning(of command: RemoteCommand, for app: AppID) -> RemoteCommand? {
    let handled = state[app].remoteCommands
    if handled.handles(command) { return command }
    guard command == .togglePlayPause else { return nil }
    let meant: RemoteCommand = isPlaying(app) ? .pause : .play
    return handled.handles(meant) ? meant : nil
  }
}
