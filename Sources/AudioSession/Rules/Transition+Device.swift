/// Ports, volumes and remote commands.
extension Transition {
  /// Connects a port without a device name.
  mutating func connect(_ port: Port) throws(RejectedEvent) {
    let device = ConnectedDevice(nil, ports: [port])
    guard state.device.connected.connect(device) else { throw .cannotConnect(port) }
    settleArrival(of: device)
  }

  /// Connects a device.
  mutating func connect(_ device: ConnectedDevice) throws(RejectedEvent) {
    guard state.device.connected.connect(device) else {
      throw .cannotConnectDevice(device.name ?? "the device")
    }
    settleArrival(of: device)
  }

  /// Updates routes and output picks after a device has been connected.
  ///
  /// Playback continues on that device.
  private mutating func settleArrival(of device: ConnectedDevice) {
    wearAnew(device)
    routeReason = .newDeviceAvailable
    if hasOtherRouteBeneath {
      clearOverrides()
      state.device.pickedOutput = nil
      state.device.pickedForCall = nil
    }
    notifyAvailableInputs(changed: device.ports, in: phone)
  }

  /// Removes a port from the most recently connected device that has it.
  mutating func disconnect(_ port: Port, announced: Bool) throws(RejectedEvent) {
    guard let gone = state.device.connected.disconnect(port) else { throw .notConnected(port) }
    settleDeparture(of: gone, announced)
  }

  /// Disconnects a device with all its ports.
  mutating func disconnect(named name: String, announced: Bool) throws(RejectedEvent) {
    // Earphones that are out of the ears are unused, but can still be disconnected.
    if case .outOfEars(let device) = state.device.earphones, device.name == name {
      state.device.earphones = .inBothEars
      return
    }
    guard let gone = state.device.connected.disconnect(named: name) else {
      throw .deviceNotConnected(name)
    }
    settleDeparture(of: gone, announced)
  }

  /// Updates routes and output picks after a device has been disconnected.
  ///
  /// System players that were playing on that device pause.
  ///
  /// Source: "Responding to audio session route changes" for AVPlayer. Some Bluetooth devices disappear without an
  /// announcement (chime 242).
  mutating func settleDeparture(of gone: ConnectedDevice, _ announced: Bool) {
    if before.state.device.connected.lastBluetooth?.isSame(as: gone) == true { wearAnew(gone) }
    routeReason = announced ? .oldDeviceUnavailable : .unknown
    if hasOtherRouteBeneath { clearOverrides() }
    forgetPreferred()
    forgetPickedOutput()
    if !state.device.connected.ports.contains(.carAudio) { end(likeAnApp: .carRadio) }
    notifyAvailableInputs(changed: gone.ports, in: before)
    if announced, before.currentRoute.plays(on: gone) { loseOutput() }
  }

  private mutating func loseOutput() {
    let pauses = policy.unplugPauses == .yes
    for app in state.ids where pauses && phone.pausesWhenUnplugged(app) {
      stopIO(of: app, .output, .outputUnplugged)
    }
    guard profile.routeLossInterrupts else { return }
    startInterruption(by: .routeLoss)
  }

  private mutating func forgetPreferred() {
    guard policy.preferredInputReset == .cleared else { return }
    let devices = state.device.connected.newestFirst
    for app in state.ids {
      guard let input = state[app].preferredInput, !input.isThere(among: devices) else { continue }
      state[app].preferredInput = nil
    }
  }

  /// Notifies the apps whose sessions could use one of the inputs that appeared or disappeared.
  ///
  /// Source: `availableInputsChangeNotification` (iOS 26 or later) reports changes of the session's `availableInputs`,
  /// which depend on its category and options.
  private mutating func notifyAvailableInputs(changed ports: PortSet, in phone: Phone) {
    guard profile.hasOutputMute else { return }
    for app in state.ids where state[app].isActive {
      if PortSet(phone.availableInputs(for: app)).intersects(ports) {
        notify(app, .availableInputsChange, .routeChanged)
      }
    }
  }

  /// Whether the route differs from the route before the event, disregarding overrides and the user's pick.
  ///
  /// Source: QA1754: an override lasts until the route changes. The route changes only if a session can use the device.
  private var hasOtherRouteBeneath: Bool {
    before.withoutOverrides.currentRoute != phone.withoutOverrides.currentRoute
  }

  /// Ends all overrides, because they last only until the route changes.
  mutating func clearOverrides() {
    for app in state.ids where state[app].overridesToSpeaker {
      state[app].overridesToSpeaker = false
    }
  }

  /// Wakes the device.
  ///
  /// Every app is notified that the route may have changed.
  mutating func wakeDevice() {
    routeReason = .wakeFromSleep
    postsRouteAnyway = true
  }

  /// Sets a volume.
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

  /// Presses a volume button, which silences a ringing call or changes the volume of the current audio.
  ///
  /// Source: iPhone User Guide, "Answer or decline incoming calls"; support.apple.com TA38605: "Press the Sleep/Wake
  /// button once, or either of the volume buttons". Our choice: pressing a volume button again has no effect while the
  /// call rings.
  ///
  /// Raising the volume also notifies apps that have muted their output and whose sessions are active, whether or not
  /// they are playing. Source: page of `userIntentToUnmuteOutputNotification` (iOS 26 or later), "when the
  /// application's output is muted and user hints to unmute"; Hydra's VolumeButtonDetectorModule.swift relies on this
  /// notification without playing. An app that is playing in the short-form video mode is also unmuted (policy
  /// option `shortFormUnmutes`).
  mutating func pressVolumeButton(_ button: VolumeButton, hearing app: AppID?) {
    let calls = state.device.calls
    if calls.call(in: .ringing) != nil, calls.call(in: .active) == nil {
      return state.device.calls.silence()
    }
    if let kind = phone.buttonVolume(hearing: app) {
      let step = policy.volumeStep
      let volume = phone.volumes[kind] + (button == .up ? step : -step)
      setPresentVolume(kind, min(max(volume, 0), 1))
    }
    guard button == .up, profile.hasOutputMute else { return }
    for app in state.ids where state[app].isActive && state[app].isOutputMuted {
      notify(app, .userIntentToUnmuteOutput, .volume)
      if policy.shortFormUnmutes == .yes, phone.isPlaying(app),
        phone.traits(of: app).yieldsWhileMuted
      {
        setMuted(app, false)
      }
    }
  }

  /// Presses the side button.
  ///
  /// The first press silences a ringing call, and the second press declines it. If no call is ringing, the button locks
  /// the phone.
  ///
  /// Source: support.apple.com TA38605: once to silence, twice to decline. Our choice: on a locked phone, the button
  /// only lights up the screen. The button's effect on an active call, which is a user setting, is not simulated.
  mutating func pressSideButton() throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: .ringing) else { return lock() }
    if call.isSilenced { return try endCall(.ringing, .resumable) }
    state.device.calls.silence()
  }

  /// Sends a remote command to the app that is playing or has played last, if the app handles the command.
  ///
  /// During a call, commands from a headset control the call.
  ///
  /// If policy option `remoteDuringInterruption` defers commands, the command waits until an interruption such as a
  /// call or Siri has ended. The command does not wait for the end of interruptions by another app or by unplugged
  /// headphones, because they may never end. In those cases, the user's command is the way to resume.
  mutating func sendRemoteCommand(
    _ command: RemoteCommand, from source: RemoteSource
  ) throws(RejectedEvent) {
    guard source.isThere(on: state.device) else { throw .notThere(source.missing) }
    if source == .headset, state.device.calls.isUp { return try pressForCall(command) }
    guard let app = phone.remoteTarget else {
      effects.add(.remoteIgnored(command, .nobodyPlays), .played)
      return
    }
    guard let meant = phone.meaning(of: command, for: app) else {
      effects.add(.remoteIgnored(command, .notHandled), .played)
      return
    }
    let waits = !state[app].interruptedBy.isDisjoint(with: .endingByThemselves)
    if waits, policy.remoteDuringInterruption == .deferred {
      state[app].activity.deferCommand(meant)
      effects.add(.remoteDeferred(app, meant), .played)
      return
    }
    deliverRemoteCommand(meant, to: app, .played)
  }

  /// Delivers a remote command to its app.
  ///
  /// A suspended app is woken for the command.
  mutating func deliverRemoteCommand(_ command: RemoteCommand, to app: AppID, _ phase: EffectPhase)
  {
    if policy.wakingCommand == .beforeNews { lettersPhase = .result }
    resumeSuspended(app)
    effects.add(.remoteCommand(app, command), phase)
  }
}

extension Phone {
  /// The phone without overrides to the speaker and output picks.
  fileprivate var withoutOverrides: Phone {
    var plain = self
    for app in state.ids { plain.state[app].overridesToSpeaker = false }
    plain.state.device.pickedOutput = nil
    plain.state.device.pickedForCall = nil
    return plain
  }

  /// Returns the kind of player that the app uses: the kind that was set, or otherwise the kind that the app's category
  /// suggests.
  ///
  /// Source: our choice if no kind was set. A nonmixable app with `playback` is treated as an app that plays music or
  /// movies through `AVPlayer`. Games, recorders, chats and apps that prompt have their own players.
  public func playerKind(of app: AppID) -> PlayerKind {
    if let kind = state[app].player { return kind }
    let isAlone = state[app].configuration.category == .playback && !traits(of: app).isMixable
    return isAlone ? .system : .own
  }

  /// Returns whether the app's output stops automatically when its output device is unplugged.
  ///
  /// An app that is also recording continues, and so does an app with a long-form route-sharing policy. Source: subwave
  /// PR 1003 for long-form; our choice for conversations.
  package func pausesWhenUnplugged(_ app: AppID) -> Bool {
    playerKind(of: app).isOfSystem && !state[app].isInputRunning
      && !state[app].configuration.policy.isLongForm
  }

  /// Whether the app's category has input.
  func takesInput(_ app: AppID) -> Bool { categoryRow(of: app).hasInput }

  /// The app that a remote command would reach now, or nil.
  ///
  /// Source: Human Interface Guidelines: an app may respond while it is playing, in an audio context, or connected to
  /// AirPlay; otherwise it must not halt another app's audio. Our choice: if several apps qualify only because of
  /// AirPlay, the app that started input or output last is the target, or nil if none of them has started any.
  public var remoteTarget: AppID? {
    guard let app = remoteCandidate, mayAnswerRemoteCommands(app) else { return nil }
    return app
  }

  private var remoteCandidate: AppID? {
    if policy.mixingTakesButton == .yes, let app = state.startOrder.first(where: runsMixing) {
      return app
    }
    if let app = state.device.nowPlaying { return app }
    guard currentRoute.outputs.contains(.airPlay) else { return nil }
    let candidates = state.ids.filter {
      state[$0].lifecycle == .foreground && isNowPlayingCandidate($0)
    }
    return state.startOrder.first(where: candidates.contains)
      ?? (candidates.count == 1 ? candidates.first : nil)
  }

  /// Returns whether the app has input or output running in play-and-record while mixing.
  private func runsMixing(_ app: AppID) -> Bool {
    !state[app].running.isEmpty && state[app].configuration.category == .playAndRecord
      && traits(of: app).isMixable
  }

  /// Returns the command that the app handles in place of this command, or nil.
  ///
  /// If an app handles only play and pause, a headset's single button sends one of these commands.
  func meaning(of command: RemoteCommand, for app: AppID) -> RemoteCommand? {
    let handled = state[app].remoteCommands
    if handled.handles(command) { return command }
    guard command == .togglePlayPause else { return nil }
    let meant: RemoteCommand = isPlaying(app) ? .pause : .play
    return handled.handles(meant) ? meant : nil
  }
}
