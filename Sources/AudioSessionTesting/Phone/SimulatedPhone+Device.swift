public import AudioSession
internal import PhoneRuntime

/// Ports, switches, volumes and the media services.
extension SimulatedPhone {
  /// A port is connected, and playback continues there.
  ///
  /// - Parameters:
  ///   - port: the port. Each kind can be connected once; built-in ports cannot be connected.
  ///   - name: the name that the user sees; nil for a default name.
  /// - Throws: `RejectedEvent` if the port cannot be connected.
  public func connect(_ port: Port, named name: String? = nil) throws(RejectedEvent) {
    // The name must be set before the route change, which reports it.
    let former = name.map { notifications.name(port, $0) }
    do throws(RejectedEvent) {
      try handle(.phone(.portConnected(port)))
    } catch {
      if let former { notifications.name(port, former) }
      throw error
    }
  }

  /// A device with its own name is connected, or a connected device gets further ports.
  ///
  /// Earphones and a car may both be connected with the same Bluetooth profiles; the device that was connected last is
  /// used.
  ///
  /// - Parameters:
  ///   - device: the name of the device, which the user also sees.
  ///   - ports: its ports, such as `[.bluetoothA2DP, .bluetoothHFP]`; built-in ports are not allowed.
  /// - Throws: `RejectedEvent` if the device does not add a new port, or too many devices are connected.
  public func connect(device: String, _ ports: PortSet) throws(RejectedEvent) {
    try handle(.phone(.deviceConnected(ConnectedDevice(device, ports: ports))))
  }

  /// The device with this name is disconnected with all of its ports.
  ///
  /// System players that were playing on that device pause; other players continue on the remaining outputs.
  ///
  /// - Parameters:
  ///   - device: the name of the device.
  ///   - announced: false for a Bluetooth device that is switched off without notice.
  /// - Throws: `RejectedEvent` if no device with this name is connected.
  public func disconnect(device: String, announced: Bool = true) throws(RejectedEvent) {
    try handle(.phone(.deviceDisconnected(device, announced: announced)))
  }

  /// A port is disconnected.
  ///
  /// System players that were playing through that port pause; other players continue on the remaining outputs.
  ///
  /// - Parameters:
  ///   - port: the port.
  ///   - announced: false for a Bluetooth device that is switched off without notice.
  /// - Throws: `RejectedEvent` if the port is not connected.
  public func disconnect(_ port: Port, announced: Bool = true) throws(RejectedEvent) {
    try handle(.phone(.portDisconnected(port, announced: announced)))
  }

  /// Whether the ring/silent switch is set to silent.
  public var isSilentModeOn: Bool { snapshot.state.device.isSilent }

  /// The ring/silent switch is moved.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func setSilentMode(_ isOn: Bool) throws(RejectedEvent) {
    try handle(.phone(.silentModeSet(isOn)))
  }

  /// The user's settings for sounds and haptics.
  public var settings: UserSettings { snapshot.state.device.settings }

  /// The user changes the settings for sounds and haptics.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func setSettings(_ settings: UserSettings) throws(RejectedEvent) {
    try handle(.phone(.settingsChanged(settings)))
  }

  /// Sets the lengths of system sounds in seconds, keyed by the paths of their files.
  ///
  /// Other sounds last one second.
  public func setSoundSeconds(_ seconds: [String: Double]) { runtime.setSoundSeconds(seconds) }

  /// The indicators in the status bar.
  public var statusIndicators: Set<StatusIndicator> { snapshot.statusIndicators }

  /// The screen is locked: apps in the foreground go to the background, where only apps that may play there continue to
  /// play.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func lock() throws(RejectedEvent) { try handle(.phone(.locked)) }

  /// The screen is unlocked.
  ///
  /// The apps that the lock sent to the background return to the foreground. They must activate their sessions
  /// themselves.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func unlock() throws(RejectedEvent) { try handle(.phone(.unlocked)) }

  /// The user sets a volume.
  ///
  /// - Parameters:
  ///   - volume: 0...1.
  ///   - kind: the volume to set.
  /// - Throws: `RejectedEvent` if the volume is not in 0...1.
  public func setVolume(_ volume: Double, of kind: VolumeKind = .media) throws(RejectedEvent) {
    try handle(.phone(.volumeSet(kind, volume)))
  }

  /// The user presses a volume button.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func press(_ button: VolumeButton) throws(RejectedEvent) {
    try handle(.phone(.volumeButtonPressed(button)))
  }

  /// The user presses the side button.
  ///
  /// The first press silences a ringing call, and the second declines it. If no call is ringing, the phone is locked.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func pressSideButton() throws(RejectedEvent) { try handle(.phone(.sideButtonPressed)) }

  /// Whether the user has silenced the ringing call.
  public var isRingSilenced: Bool {
    snapshot.state.device.calls.call(in: .ringing)?.isSilenced ?? false
  }

  /// An alert sound that ducks playback ends; see the policy option `alertSounds`.
  ///
  /// - Throws: `RejectedEvent` if no such sound is playing.
  public func endAlertSound() throws(RejectedEvent) { try handle(.phone(.alertSoundEnded)) }

  /// A headset, the lock screen or an accessory sends a command to the playing app.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func send(_ command: RemoteCommand) throws(RejectedEvent) {
    try handle(.phone(.remoteCommandSent(command)))
  }

  /// A headset, the lock screen or an accessory sends a command to the playing app, with a value.
  ///
  /// The value is an interval or a position in seconds, a rate, a rating, or the raw value of a seek event type, a
  /// shuffle type or a repeat type. For a language option, it is the option's index among all options that the app
  /// offers. For a like, a dislike or a bookmark, 1 takes the feedback back.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func send(_ command: RemoteCommand, value: Double) throws(RejectedEvent) {
    try runtime.send(command, value: value)
  }

  /// The microphone is muted in hardware.
  ///
  /// - Throws: `RejectedEvent` if the microphone is already muted.
  public func muteMicrophone() throws(RejectedEvent) { try handle(.phone(.microphoneMuted)) }

  /// The microphone is unmuted.
  ///
  /// - Throws: `RejectedEvent` if the microphone is not muted.
  public func unmuteMicrophone() throws(RejectedEvent) { try handle(.phone(.microphoneUnmuted)) }

  /// The media services are lost: every session is unusable until they are reset.
  ///
  /// - Throws: `RejectedEvent` if the media services are already lost.
  public func loseMediaServices() throws(RejectedEvent) { try handle(.phone(.mediaServicesLost)) }

  /// The media services are reset, and every session returns to its initial state.
  ///
  /// - Throws: `RejectedEvent` if the media services are not lost.
  public func resetMediaServices() throws(RejectedEvent) { try handle(.phone(.mediaServicesReset)) }

  /// The phone wakes from sleep, which may have changed the route.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func wakeFromSleep() throws(RejectedEvent) { try handle(.phone(.wokeFromSleep)) }
}
