public import AudioSession
internal import PhoneRuntime

/// Ports, switches, volumes and the media services.
extension SimulatedPhone {
  /// Something is connected: what plays goes on, there.
  ///
  /// - Parameters:
  ///   - port: what; each kind at most once, and none that is built in.
  ///   - name: what the user is shown; nil for a name of ours.
  /// - Throws: `RejectedEvent` if it cannot be connected.
  public func connect(_ port: Port, named name: String? = nil) throws(RejectedEvent) {
    // The name is there before the route change that it is part of.
    let former = name.map { notifications.name(port, $0) }
    do throws(RejectedEvent) {
      try handle(.phone(.portConnected(port)))
    } catch {
      if let former { notifications.name(port, former) }
      throw error
    }
  }

  /// A device with a name of its own is connected, or further ports of one that is there: earphones
  /// and a car may both be there with the same Bluetooth profiles, and the last that came is used.
  ///
  /// - Parameters:
  ///   - device: its name, which the user is shown as well.
  ///   - ports: its ports, such as `[.bluetoothA2DP, .bluetoothHFP]`; none that is built in.
  /// - Throws: `RejectedEvent` if it brings nothing new, or is one too many.
  public func connect(device: String, _ ports: PortSet) throws(RejectedEvent) {
    try handle(.phone(.deviceConnected(ConnectedDevice(device, ports: ports))))
  }

  /// The device of that name is disconnected with all of its ports: the system's players that played
  /// there pause, others go on from what is left.
  ///
  /// - Parameters:
  ///   - device: its name.
  ///   - announced: false for a Bluetooth device that is switched off without a word.
  /// - Throws: `RejectedEvent` if none of that name is connected.
  public func disconnect(device: String, announced: Bool = true) throws(RejectedEvent) {
    try handle(.phone(.deviceDisconnected(device, announced: announced)))
  }

  /// A port is gone: the system's players that played there pause, others go on from what is left.
  ///
  /// - Parameters:
  ///   - port: what.
  ///   - announced: false for a Bluetooth device that is switched off without a word.
  /// - Throws: `RejectedEvent` if it is not connected.
  public func disconnect(_ port: Port, announced: Bool = true) throws(RejectedEvent) {
    try handle(.phone(.portDisconnected(port, announced: announced)))
  }

  /// Whether the ring/silent switch is on silent.
  public var isSilentModeOn: Bool { snapshot.state.device.isSilent }

  /// The ring/silent switch is moved.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func setSilentMode(_ isOn: Bool) throws(RejectedEvent) {
    try handle(.phone(.silentModeSet(isOn)))
  }

  /// What the user has set for sounds and haptics.
  public var settings: UserSettings { snapshot.state.device.settings }

  /// The user changes the settings for sounds and haptics.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func setSettings(_ settings: UserSettings) throws(RejectedEvent) {
    try handle(.phone(.settingsChanged(settings)))
  }

  /// Lets the phone know how long system sounds are, in seconds, by the paths of their files; others
  /// last a second.
  public func setSoundSeconds(_ seconds: [String: Double]) { runtime.setSoundSeconds(seconds) }

  /// What the status bar shows.
  public var statusIndicators: Set<StatusIndicator> { snapshot.statusIndicators }

  /// The screen is locked: apps in the foreground go to the background, where only those play on
  /// that may.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func lock() throws(RejectedEvent) { try handle(.phone(.locked)) }

  /// The screen is unlocked: the apps that the lock took from the foreground come back, and activate
  /// their sessions themselves.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func unlock() throws(RejectedEvent) { try handle(.phone(.unlocked)) }

  /// The user sets a volume.
  ///
  /// - Parameters:
  ///   - volume: 0...1.
  ///   - kind: which of the volumes.
  /// - Throws: `RejectedEvent` if it is not in 0...1.
  public func setVolume(_ volume: Double, of kind: VolumeKind = .media) throws(RejectedEvent) {
    try handle(.phone(.volumeSet(kind, volume)))
  }

  /// The user presses a volume button.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func press(_ button: VolumeButton) throws(RejectedEvent) {
    try handle(.phone(.volumeButtonPressed(button)))
  }

  /// The user presses the side button: a call that rings is silenced, then declined; else the phone locks.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func pressSideButton() throws(RejectedEvent) { try handle(.phone(.sideButtonPressed)) }

  /// Whether the user has silenced the call that rings.
  public var isRingSilenced: Bool {
    snapshot.state.device.calls.call(in: .ringing)?.isSilenced ?? false
  }

  /// The sound of an alert that lowers what plays is over, by the option `alertSounds`.
  ///
  /// - Throws: `RejectedEvent` if none does.
  public func endAlertSound() throws(RejectedEvent) { try handle(.phone(.alertSoundEnded)) }

  /// A headset, the lock screen or an accessory asks the app that plays.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func send(_ command: RemoteCommand) throws(RejectedEvent) {
    try handle(.phone(.remoteCommandSent(command)))
  }

  /// A headset, the lock screen or an accessory asks the app that plays, with a value: an interval or a
  /// position in seconds, a rate, or the raw value of a seek event's, a shuffle or a repeat type.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func send(_ command: RemoteCommand, value: Double) throws(RejectedEvent) {
    try runtime.send(command, value: value)
  }

  /// The microphone is muted in hardware.
  ///
  /// - Throws: `RejectedEvent` if it is already.
  public func muteMicrophone() throws(RejectedEvent) { try handle(.phone(.microphoneMuted)) }

  /// The microphone is unmuted.
  ///
  /// - Throws: `RejectedEvent` if it is not muted.
  public func unmuteMicrophone() throws(RejectedEvent) { try handle(.phone(.microphoneUnmuted)) }

  /// The media services die: every session is dead until they are back.
  ///
  /// - Throws: `RejectedEvent` if they are down already.
  public func loseMediaServices() throws(RejectedEvent) { try handle(.phone(.mediaServicesLost)) }

  /// The media services are back, and every session as new.
  ///
  /// - Throws: `RejectedEvent` if they are not down.
  public func resetMediaServices() throws(RejectedEvent) { try handle(.phone(.mediaServicesReset)) }

  /// The phone wakes from sleep, which may have changed the route.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func wakeFromSleep() throws(RejectedEvent) { try handle(.phone(.wokeFromSleep)) }
}
