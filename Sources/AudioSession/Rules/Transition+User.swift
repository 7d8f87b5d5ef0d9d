/// The user's actions outside the apps: muting an input, picking an output, changing accessibility settings, using
/// VoiceOver.
extension Transition {
  // MARK: Input mute

  /// `AVAudioApplication.setInputMuted`.
  ///
  /// The mute is stored, and applied while a session that can record is active.
  mutating func setInputMuted(_ app: AppID, _ muted: Bool) throws(RejectedEvent) {
    try checkAudioApplication()
    state[app].isInputMuted = muted
    returns(app)
  }

  func checkAudioApplication() throws(RejectedEvent) {
    guard phone.has(SystemRelease(17)) else {
      throw .notAvailable("AVAudioApplication", since: "17")
    }
  }

  /// Mutes or unmutes the active call on its screen.
  ///
  /// The app that hosts the call performs the action.
  ///
  /// Source: `CXSetMutedCallAction`: sent to the provider's delegate when the user or the system mutes a call.
  /// twilio/voice-quickstart-ios 187 shows that the app has to mute its input itself.
  mutating func muteCall(_ muted: Bool) throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: .active) else { throw .noCall(.active) }
    if perform(muted ? .muteCall : .unmuteCall, by: call.host) { state.device.calls.mute(muted) }
  }

  /// Applies a stored mute to each app whose active session can record: immediately, or when such a session becomes
  /// active.
  ///
  /// Source: header of `AVAudioApplicationInputMuteStateChangeNotification`: the mute is stored without an active
  /// record session, and is applied and reported when such a session becomes active.
  mutating func settleInputMutes() {
    for app in state.ids where state[app].isInputMuted != state[app].hasAppliedInputMute {
      guard state[app].isActive, phone.takesInput(app) else { continue }
      state[app].hasAppliedInputMute = state[app].isInputMuted
      notify(app, .inputMuteStateChange(muted: state[app].isInputMuted), .volume)
    }
  }

  // MARK: Outputs

  /// Picks an output for the user.
  ///
  /// Playback moves to that output without pausing.
  mutating func pickOutput(_ pick: OutputPick) throws(RejectedEvent) {
    guard pick.isThere(among: state.device.connected.newestFirst) else {
      throw .deviceNotConnected(pick.name)
    }
    let hasChoice = !state.device.connected.isEmpty
    let choice = pick == .phone && !hasChoice ? nil : pick
    let isInCall = state.device.calls.call(in: .active) != nil
    if isInCall { state.device.pickedForCall = choice }
    if !isInCall || choice == nil { state.device.pickedOutput = choice }
    routeReason = .override
    isPicked = true
    clearOverrides()
  }

  /// Picks an input for the user in a picker that the app shows.
  ///
  /// The app prefers this input from now on.
  ///
  /// Source: page of `AVInputPickerInteraction` (iOS 26 or later): the picker lists the available inputs, and does not
  /// list any for a session that cannot record. Our choice: the picked input becomes the preferred input, and the app
  /// is notified of the route change as after an override.
  mutating func pickInput(_ input: PreferredInput, for app: AppID) throws(RejectedEvent) {
    guard phone.has(SystemRelease(26)) else {
      throw .notAvailable("AVInputPickerInteraction", since: "26")
    }
    guard state[app].lifecycle == .foreground else {
      throw .notThere("input picker of an app that is not in the foreground")
    }
    guard phone.takesInput(app), phone.offers(input, to: app) else {
      throw .notThere("input \(input.name) in the picker")
    }
    state[app].preferredInput = input
    causer = app
    routeReason = .override
  }

  /// Clears a pick when the picked output is gone.
  ///
  /// If no device remains, only a pick of the speaker is kept.
  mutating func forgetPickedOutput() {
    let devices = state.device.connected.newestFirst
    func isLeft(_ pick: OutputPick) -> Bool {
      (pick == .speaker || !devices.isEmpty) && pick.isThere(among: devices)
    }
    if let pick = state.device.pickedOutput, !isLeft(pick) { state.device.pickedOutput = nil }
    if let pick = state.device.pickedForCall, !isLeft(pick) { state.device.pickedForCall = nil }
  }

  /// Clears picks that have ended.
  ///
  /// If nothing is connected, the speaker pick lasts until the conversation ends. A pick during a call always lasts
  /// until all calls have ended.
  ///
  /// Source: our choice, because the speaker button is off when the screen of a new call appears.
  mutating func settlePick() {
    if state.device.pickedForCall != nil, !state.device.calls.isUp {
      state.device.pickedForCall = nil
    }
    guard state.device.pickedOutput == .speaker, state.device.connected.isEmpty else { return }
    let talks = state.ids.contains { app in
      state[app].isActive && state[app].configuration.category == .playAndRecord
    }
    if !talks, !state.device.calls.isUp { state.device.pickedOutput = nil }
  }

  /// Opens a Bluetooth device's hands-free profile in two steps, if the policy says so (option `bluetoothSwitch`).
  ///
  /// Stereo ends immediately, and the hands-free profile becomes available some time later.
  mutating func settleHandsFree() {
    guard policy.bluetoothSwitch == .inSteps, !hasOpenedHandsFree else { return }
    var opened = phone
    opened.state.device.isHandsFreeOpening = false
    let wants = opened.currentRoute.usesHandsFree
    if state.device.isHandsFreeOpening {
      if !wants { state.device.isHandsFreeOpening = false }
    } else if wants, !before.currentRoute.usesHandsFree {
      state.device.isHandsFreeOpening = true
    }
  }

  /// Finishes opening the hands-free profile.
  mutating func openHandsFree() throws(RejectedEvent) {
    guard state.device.isHandsFreeOpening else {
      throw .notThere("hands-free profile that is being opened")
    }
    state.device.isHandsFreeOpening = false
    hasOpenedHandsFree = true
    routeReason = .routeConfigurationChange
  }

  /// Begins an alert that acts like a nonmixable session: a car's radio while an app plays through the car, a private
  /// session, or a web view.
  ///
  /// A later private session or web view replaces the earlier one.
  mutating func begin(likeAnApp alert: SystemAlert) throws(RejectedEvent) {
    if alert == .carRadio {
      guard state.device.connected.ports.contains(.carAudio) else {
        throw .notThere("connected car")
      }
      if !before.currentRoute.outputs.contains(.carAudio) { return }
    }
    if alert.isPrivateSession, phone.systemHasOutput {
      throw .notThere("output for a private session while the system holds it")
    }
    startInterruption(by: alert.interruptor)
    guard alert.isPrivateSession else { return }
    for other in SystemAlert.privateSessions where other != alert { end(likeAnApp: other) }
  }

  /// Ends an alert that acts like an app, because another session replaces it or the car is gone.
  mutating func end(likeAnApp alert: SystemAlert) {
    guard state.device[alert] else { return }
    state.device[alert] = false
    let release = Release(isResumable: false, notifies: true)
    endInterruption(by: InterruptionSources(alert.source), release)
  }

  /// Ends alerts that act like an app, if the app that becomes active does not mix.
  mutating func takeOver(by app: AppID) {
    if state.device.alerts.isDisjoint(with: .likeAnApp) || phone.traits(of: app).isMixable {
      return
    }
    for alert in SystemAlert.allCases where alert.isLikeAnApp { end(likeAnApp: alert) }
  }

  // MARK: Accessibility

  /// Changes accessibility settings.
  ///
  /// Every app is notified of each change.
  mutating func setAccessibility(_ settings: AccessibilitySettings) {
    let changed = settings.symmetricDifference(state.device.accessibility)
    state.device.accessibility = settings
    if !settings.contains(.voiceOver) { state.device.isVoiceOverSpeaking = false }
    for (_, setting) in AccessibilitySettings.named where changed.contains(setting) {
      for app in state.ids { notify(app, .accessibilityChange(setting), .volume) }
    }
  }

  /// Makes VoiceOver start or stop speaking.
  mutating func setVoiceOverSpeaking(_ speaks: Bool) throws(RejectedEvent) {
    guard state.device.accessibility.contains(.voiceOver) else {
      throw .notThere("speech by VoiceOver while VoiceOver is turned off")
    }
    state.device.isVoiceOverSpeaking = speaks
  }
}

extension Route {
  /// Whether the route uses a hands-free port.
  var usesHandsFree: Bool { inputs.contains(.bluetoothHFP) || outputs.contains(.bluetoothHFP) }
}
