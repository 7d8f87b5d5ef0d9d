public import AudioSession

/// What the user does outside the apps, and what a car and a headset do.
extension SimulatedPhone {
  /// The user picks an output in Control Center or a volume view, to which what plays moves.
  ///
  /// - Throws: `RejectedEvent` if it is not connected.
  public func pickOutput(_ pick: OutputPick) throws(RejectedEvent) {
    try handle(.phone(.outputPicked(pick)))
  }

  /// The main button of a headset is held for two seconds: Siri appears, or a call that rings is declined.
  ///
  /// - Throws: `RejectedEvent` if no headset is connected.
  public func holdHeadsetButton() throws(RejectedEvent) { try handle(.phone(.headsetButtonHeld)) }

  /// The user takes Bluetooth earphones out of an ear, or puts them in: one that is taken out asks the app
  /// that plays to pause; without both the phone plays itself.
  ///
  /// - Throws: `RejectedEvent` if none are connected, or they are worn so already.
  public func wearEarphones(_ worn: WornEarphones) throws(RejectedEvent) {
    try handle(.phone(.earphonesWorn(worn)))
  }

  /// The stem of a headset is pressed, which mutes or unmutes the call, or the app that records from it (17).
  ///
  /// - Throws: `RejectedEvent` if neither a call nor an app uses a hands-free device.
  public func pressHeadsetMute() throws(RejectedEvent) { try handle(.phone(.headsetMutePressed)) }

  /// The user mutes or unmutes the active call on its screen, which its host is to perform.
  ///
  /// - Throws: `RejectedEvent` if no call is active.
  public func muteCall(_ isMuted: Bool) throws(RejectedEvent) {
    try handle(.phone(.callMuted(isMuted)))
  }

  /// Siri speaks its answer.
  ///
  /// - Throws: `RejectedEvent` if Siri is not there.
  public func letSiriAnswer() throws(RejectedEvent) { try handle(.phone(.siriAnswered)) }

  /// The hands-free profile is open that the route waits for, by option `bluetoothSwitch`.
  ///
  /// - Throws: `RejectedEvent` if the route waits for none.
  public func openHandsFree() throws(RejectedEvent) { try handle(.phone(.handsFreeOpened)) }

  /// A car plays its own radio, which takes the car's output from the phone.
  ///
  /// - Throws: `RejectedEvent` if no car is connected, or its radio is on.
  public func turnCarRadioOn() throws(RejectedEvent) { try handle(.phone(.alertBegan(.carRadio))) }

  /// The car gives its output back.
  ///
  /// - Parameter end: what the interrupted learn of it.
  /// - Throws: `RejectedEvent` if its radio is off.
  public func turnCarRadioOff(_ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.alertEnded(.carRadio, end)))
  }

  /// A private session begins, next to those of the apps: of a capture session that does not use the app's.
  ///
  /// - Throws: `RejectedEvent` if there is one.
  public func beginPrivateSession() throws(RejectedEvent) {
    try handle(.phone(.alertBegan(.privateSession)))
  }

  /// The private session ends.
  ///
  /// - Parameter end: what the interrupted learn of it.
  /// - Throws: `RejectedEvent` if there is none.
  public func endPrivateSession(_ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.alertEnded(.privateSession, end)))
  }

  /// The accessibility settings that are on.
  public var accessibility: AccessibilitySettings { snapshot.state.device.accessibility }

  /// The user changes accessibility settings, of which apps are notified.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func setAccessibility(_ settings: AccessibilitySettings) throws(RejectedEvent) {
    try handle(.phone(.accessibilityChanged(settings)))
  }

  /// VoiceOver begins or ends to speak.
  ///
  /// - Throws: `RejectedEvent` if it does not run.
  public func setVoiceOverSpeaking(_ speaks: Bool) throws(RejectedEvent) {
    try handle(.phone(.voiceOverSpoke(speaks)))
  }

  /// A headset, the lock screen or an accessory asks the app that plays; a headset the call, if there is one.
  ///
  /// - Parameters:
  ///   - command: what.
  ///   - source: where it comes from.
  /// - Throws: `RejectedEvent` if that is not there.
  public func send(_ command: RemoteCommand, from source: RemoteSource) throws(RejectedEvent) {
    try handle(.phone(.remoteCommandSent(command, from: source)))
  }
}
