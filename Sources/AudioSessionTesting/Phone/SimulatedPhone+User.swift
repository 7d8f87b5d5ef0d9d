public import AudioSession

/// Actions that the user, a car or a headset takes outside the apps.
extension SimulatedPhone {
  /// The user picks an output in Control Center or a volume view, and playback moves there.
  ///
  /// - Throws: `RejectedEvent` if the output is not connected.
  public func pickOutput(_ pick: OutputPick) throws(RejectedEvent) {
    try handle(.phone(.outputPicked(pick)))
  }

  /// A headset's main button is held for two seconds: Siri appears, or a ringing call is declined.
  ///
  /// - Throws: `RejectedEvent` if no headset is connected.
  public func holdHeadsetButton() throws(RejectedEvent) { try handle(.phone(.headsetButtonHeld)) }

  /// The user takes Bluetooth earphones out of an ear, or puts them in.
  ///
  /// Taking one earphone out asks the playing app to pause. If both are taken out, sound comes from the phone itself.
  ///
  /// - Throws: `RejectedEvent` if no earphones are connected, or they are already worn this way.
  public func wearEarphones(_ worn: WornEarphones) throws(RejectedEvent) {
    try handle(.phone(.earphonesWorn(worn)))
  }

  /// The stem of a headset is pressed.
  ///
  /// This mutes or unmutes the call, or the app that records from the headset (iOS 17 or later).
  ///
  /// - Throws: `RejectedEvent` if neither a call nor an app uses a hands-free device.
  public func pressHeadsetMute() throws(RejectedEvent) { try handle(.phone(.headsetMutePressed)) }

  /// The user mutes or unmutes the active call on the call screen, and the call's host must perform the action.
  ///
  /// - Throws: `RejectedEvent` if no call is active.
  public func muteCall(_ isMuted: Bool) throws(RejectedEvent) {
    try handle(.phone(.callMuted(isMuted)))
  }

  /// Siri speaks its answer.
  ///
  /// - Throws: `RejectedEvent` if Siri has not appeared.
  public func letSiriAnswer() throws(RejectedEvent) { try handle(.phone(.siriAnswered)) }

  /// The hands-free profile that the route waits for is open; see the option `bluetoothSwitch`.
  ///
  /// - Throws: `RejectedEvent` if the route is not waiting for a hands-free profile.
  public func openHandsFree() throws(RejectedEvent) { try handle(.phone(.handsFreeOpened)) }

  /// A car plays its own radio, which takes the car's output from the phone.
  ///
  /// - Throws: `RejectedEvent` if no car is connected, or its radio is already on.
  public func turnCarRadioOn() throws(RejectedEvent) { try handle(.phone(.alertBegan(.carRadio))) }

  /// The car's radio is turned off, and the phone may use the car's output again.
  ///
  /// - Parameter end: how the interrupted sessions are notified.
  /// - Throws: `RejectedEvent` if the car's radio is off.
  public func turnCarRadioOff(_ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.alertEnded(.carRadio, end)))
  }

  /// A private session begins in addition to the apps' sessions: the audio session of a capture session that does not
  /// use the app's session.
  ///
  /// - Throws: `RejectedEvent` if a private session already exists.
  public func beginPrivateSession() throws(RejectedEvent) {
    try handle(.phone(.alertBegan(.privateSession)))
  }

  /// The private session ends.
  ///
  /// - Parameter end: how the interrupted sessions are notified.
  /// - Throws: `RejectedEvent` if no private session exists.
  public func endPrivateSession(_ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.alertEnded(.privateSession, end)))
  }

  /// The enabled accessibility settings.
  public var accessibility: AccessibilitySettings { snapshot.state.device.accessibility }

  /// The user changes accessibility settings, and apps are notified.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func setAccessibility(_ settings: AccessibilitySettings) throws(RejectedEvent) {
    try handle(.phone(.accessibilityChanged(settings)))
  }

  /// VoiceOver starts or stops speaking.
  ///
  /// - Throws: `RejectedEvent` if VoiceOver is not running.
  public func setVoiceOverSpeaking(_ speaks: Bool) throws(RejectedEvent) {
    try handle(.phone(.voiceOverSpoke(speaks)))
  }

  /// A headset, the lock screen or an accessory sends a command to the playing app; a headset sends it to the
  /// call instead, if there is a call.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - source: the sender.
  /// - Throws: `RejectedEvent` if the source is not available.
  public func send(_ command: RemoteCommand, from source: RemoteSource) throws(RejectedEvent) {
    try handle(.phone(.remoteCommandSent(command, from: source)))
  }
}
