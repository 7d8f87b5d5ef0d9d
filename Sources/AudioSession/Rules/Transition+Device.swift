/// Ports, volumes and remote commands.
extension Transition {
  /// Something is connected: what plays goes on, there.
  mutating func connect(_ port: Port) throws(RejectedEvent) {
    guard state.device.ports.connect(port) else { throw .cannotConnect(port) }
    routeReason = .newDeviceAvailable
    clearOverrides()
    if phone.rules.ports.inputs.contains(port) { notifyAvailableInputs() }
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
    if phone.rules.ports.inputs.contains(port) { notifyAvailableInputs() }
    if announced, before.currentRoute.outputs.contains(port) { loseOutput() }
  }

  private mutating func loseOutput() {
    let pauses = policy.unplugPauses == .yes
    for app in state.ids where pauses && pausesWhenUnplugged(app) {
      stopIO(of: app, .output, .outputUnplugged)
    }
    guard profile.routeLossInterrupts else { return }
    startInterruption(by: .routeLoss)
  }

  /// Who also records goes on talking, and long-form players go on by their policy.
  ///
  /// Source: subwave PR 1003 for long-form; that conversations go on is our choice.
  private func pausesWhenUnplugged(_ app: AppID) -> Bool {
    !state[app].isInputRunning && !state[app].configuration.policy.isLongForm
  }

  private mutating func forgetPreferred(_ port: Port) {
    guard policy.preferredInputReset == .cleared else { return }
    for app in state.ids where state[app].preferredInput == port {
      state[app].preferredInput = nil
    }
  }

  private mutating func notifyAvailableInputs() {
    guard profile.hasOutputMute else { return }
    for app in state.ids where state[app].isActive && phone.takesInput(app) {
      notify(app, .availableInputsChange, .routeChanged)
    }
  }

  /// An override lasts until the route changes.
  mutating func clearOverrides() {
    for app in state.ids where state[app].overridesToSpeaker {
      state[app].overridesToSpeaker = false
    }
  }

  /// The device wakes: everyone is told that the route may be another one.
  mutating func wakeDevice() {
    routeReason = .wakeFromSleep
    postsRouteAnyway = true
  }

  /// A volume is set.
  mutating func setVolume(_ kind: VolumeKind, _ volume: Double) throws(RejectedEvent) {
    guard volume >= 0, volume <= 1 else { throw .volumeOutOfRange(volume) }
    setPresentVolume(kind, volume)
  }

  private mutating func setPresentVolume(_ kind: VolumeKind, _ volume: Double) {
    if phone.usesExternalVolumes {
      state.device.externalVolumes[kind] = volume
    } else {
      state.device.volumes[kind] = volume
    }
  }

  /// A button is pressed: it moves the volume of what is heard.
  mutating func pressVolumeButton(_ button: VolumeButton) {
    let kind = phone.buttonVolume
    let step = policy.volumeStep
    let volume = phone.volumes[kind] + (button == .up ? step : -step)
    setPresentVolume(kind, min(max(volume, 0), 1))
    guard button == .up, profile.hasOutputMute else { return }
    for app in state.ids where phone.isPlaying(app) && state[app].isOutputMuted {
      notify(app, .userIntentToUnmuteOutput, .volume)
    }
  }

  /// A remote command goes to the app that plays or played last, if that handles it.
  ///
  /// It waits for a call or Siri to be over, but not for what may never end: another app, or
  /// headphones that were pulled. There the user's command is the way out.
  mutating func sendRemoteCommand(_ command: RemoteCommand) {
    guard let app = phone.remoteTarget else {
      effects.add(.remoteIgnored(command, .nobodyPlays), .played)
      return
    }
    guard let meant = phone.meaning(of: command, for: app) else {
      effects.add(.remoteIgnored(command, .notHandled), .played)
      return
    }
    let waits = !state[app].interruptedBy.isDisjoint(with: .passing)
    if waits, policy.remoteDuringInterruption == .deferred {
      state[app].activity.deferCommand(meant)
      effects.add(.remoteDeferred(app, meant), .played)
      return
    }
    deliverRemoteCommand(meant, to: app, .played)
  }

  /// A remote command reaches its app, which runs for it.
  mutating func deliverRemoteCommand(_ command: RemoteCommand, to app: AppID, _ phase: EffectPhase)
  {
    resumeSuspended(app)
    effects.add(.remoteCommand(app, command), phase)
  }
}

/// R11, R12 and R13: what follows from any event for routes, hints, observers and gains.
extension Transition {
  /// Compares the phone after the event with the one before it.
  mutating func settle() {
    let isSame =
      phone.state.apps == before.state.apps && phone.state.device == before.state.device
    if isSame, !postsRouteAnyway { return }
    settleRoute()
    settleHints()
    settleObserved()
    settleGains()
  }

  /// R12: an override ends with the route it was made for.
  private mutating func settleRoute() {
    if state.device.isMediaServerDown { return }
    let previous = before.currentRoute
    var route = phone.currentRoute
    if route != previous, routeReason != .override {
      clearOverrides()
      route = phone.currentRoute
    }
    let isSilent = routeReason == .unknown
    guard route != previous || postsRouteAnyway, !isSilent else { return }
    let isNone = route.outputs.isEmpty && route.inputs.isEmpty
    for app in state.ids where isNotifiedOfRoute(app, isNew: route != previous) {
      let reason = isNone ? .noSuitableRouteForCategory : reason(for: app)
      notify(app, .routeChange(reason, previous: previous), routePhase)
    }
  }

  /// Whoever caused the change is told why; for others somebody reconfigured the route.
  private func reason(for app: AppID) -> RouteChangeReason {
    switch routeReason {
    case .categoryChange, .override:
      app == causer ? routeReason : .routeConfigurationChange
    case .unknown, .newDeviceAvailable, .oldDeviceUnavailable, .wakeFromSleep,
      .noSuitableRouteForCategory, .routeConfigurationChange:
      routeReason
    }
  }

  /// An app knows what its own activation brings: it asks for the route then.
  private func isNotifiedOfRoute(_ app: AppID, isNew: Bool) -> Bool {
    switch routeReason {
    case .categoryChange where app == causer:
      setsCategory || policy.activationPostsRouteChange == .yes
    case .override where app == causer: true
    case .categoryChange, .override:
      isNew && (state[app].isActive || policy.routeChangeAudience == .all)
    case .unknown, .newDeviceAvailable, .oldDeviceUnavailable, .wakeFromSleep,
      .noSuitableRouteForCategory, .routeConfigurationChange:
      true
    }
  }

  private var routePhase: EffectPhase {
    switch policy.routeQueue {
    case .interleaved: .routeChanged
    case .before: .routeChangedBefore
    case .after: .routeChangedAfter
    }
  }

  /// R11: edges reach only who is in the foreground and active, before and after.
  private mutating func settleHints() {
    for app in state.ids where receivesHint(app, in: before) && receivesHint(app, in: phone) {
      let was = before.secondaryAudioShouldBeSilenced(for: app)
      let isNow = phone.secondaryAudioShouldBeSilenced(for: app)
      if was != isNow { notify(app, .silenceSecondaryAudioHint(isNow ? .begin : .end), .hint) }
    }
  }

  private func receivesHint(_ app: AppID, in phone: Phone) -> Bool {
    phone.state[app].lifecycle == .foreground && phone.state[app].isActive
  }

  /// Observers are told of apps that are active before and after.
  private mutating func settleObserved() {
    for app in state.ids where before.state[app].isActive && state[app].isActive {
      guard state[app].lifecycle.isRunning else { continue }
      let volume = (before.outputVolume(for: app), phone.outputVolume(for: app))
      if volume.0 != volume.1 {
        effects.add(.observed(app, .outputVolume(from: volume.0, to: volume.1)), .volume)
      }
      let available = (before.isInputAvailable, phone.isInputAvailable)
      if available.0 != available.1 {
        let change = ObservedChange.isInputAvailable(from: available.0, to: available.1)
        effects.add(.observed(app, change), .observed)
      }
    }
  }

  private mutating func settleGains() {
    for app in state.ids where before.state[app].isActive || state[app].isActive {
      let gain = (before.gain(of: app), phone.gain(of: app))
      if gain.0 != gain.1 { effects.add(.gainChanged(app, from: gain.0, to: gain.1), .gain) }
    }
  }
}

extension Phone {
  /// Whether the app's category has input.
  func takesInput(_ app: AppID) -> Bool { categoryRow(of: app).hasInput }

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
