/// What the user does outside the apps: mutes an input, picks an output, changes accessibility
/// settings, listens to VoiceOver.
extension Transition {
  // MARK: Input mute

  /// `AVAudioApplication.setInputMuted`: it is stored, and takes effect with a session that records.
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

  /// The user mutes or unmutes the active call on its screen; the app that hosts it performs that.
  ///
  /// Source: `CXSetMutedCallAction`: sent to the provider's delegate when the user or the system
  /// mutes a call. That the app has to mute its input itself is seen in twilio/voice-quickstart-ios 187.
  mutating func muteCall(_ muted: Bool) throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: .active) else { throw .noCall(.active) }
    if perform(muted ? .muteCall : .unmuteCall, by: call.host) { state.device.calls.mute(muted) }
  }

  /// A mute reaches the app with a session that records: at once, or when one becomes active.
  ///
  /// Source: header of `AVAudioApplicationInputMuteStateChangeNotification`: stored without an active
  /// record session, applied and dispatched when one becomes active.
  mutating func settleInputMutes() {
    for app in state.ids where state[app].isInputMuted != state[app].hasAppliedInputMute {
      guard state[app].isActive, phone.takesInput(app) else { continue }
      state[app].hasAppliedInputMute = state[app].isInputMuted
      notify(app, .inputMuteStateChange(muted: state[app].isInputMuted), .volume)
    }
  }

  // MARK: Outputs

  /// The user picks an output, to which what plays moves without a pause.
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

  /// The user picks an input in a picker that the app shows, which is what the app prefers from now on.
  ///
  /// Source: page of `AVInputPickerInteraction` (26): it lists the inputs that are available, none for a
  /// session that does not record. Our choice: the pick is the preferred input, and its app is notified
  /// of the route as of an override.
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

  /// What was picked is forgotten when it has gone, or nothing is left to pick from but for the speaker.
  mutating func forgetPickedOutput() {
    let devices = state.device.connected.newestFirst
    func isLeft(_ pick: OutputPick) -> Bool {
      (pick == .speaker || !devices.isEmpty) && pick.isThere(among: devices)
    }
    if let pick = state.device.pickedOutput, !isLeft(pick) { state.device.pickedOutput = nil }
    if let pick = state.device.pickedForCall, !isLeft(pick) { state.device.pickedForCall = nil }
  }

  /// With nothing connected the speaker is picked for a conversation, and forgotten with it; what is picked
  /// in a call is, whatever is connected.
  ///
  /// Source: our choice; the button of a call's screen is a new one for each call.
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

  /// A Bluetooth device opens its hands-free profile in two steps, by the policy: its stereo ends at
  /// once, and the other profile is there some time later.
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

  /// The hands-free profile is there.
  mutating func openHandsFree() throws(RejectedEvent) {
    guard state.device.isHandsFreeOpening else {
      throw .notThere("hands-free profile that is being opened")
    }
    state.device.isHandsFreeOpening = false
    hasOpenedHandsFree = true
    routeReason = .routeConfigurationChange
  }

  /// What is like a session that does not mix begins: the radio of a car, where something plays in the
  /// car, a private session, or a web view, of which the later takes the place of the other.
  mutating func begin(likeAnApp alert: SystemAlert) throws(RejectedEvent) {
    if alert == .carRadio {
      guard state.device.connected.ports.contains(.carAudio) else { throw .notThere("car") }
      if !before.currentRoute.outputs.contains(.carAudio) { return }
    }
    if alert.isPrivateSession, phone.systemHasOutput {
      throw .notThere("place for it while the system has the sound")
    }
    startInterruption(by: alert.interruptor)
    guard alert.isPrivateSession else { return }
    for other in SystemAlert.privateSessions where other != alert { end(likeAnApp: other) }
  }

  /// Another session takes its place, or it goes with its car.
  mutating func end(likeAnApp alert: SystemAlert) {
    guard state.device[alert] else { return }
    state.device[alert] = false
    let release = Release(isResumable: false, notifies: true)
    endInterruption(by: InterruptionSources(alert.source), release)
  }

  /// Who does not mix takes the place of what is like an app.
  mutating func takeOver(by app: AppID) {
    if state.device.alerts.isDisjoint(with: .likeAnApp) || phone.traits(of: app).isMixable {
      return
    }
    for alert in SystemAlert.allCases where alert.isLikeAnApp { end(likeAnApp: alert) }
  }

  // MARK: Accessibility

  /// The user changes accessibility settings, of which every app is notified.
  mutating func setAccessibility(_ settings: AccessibilitySettings) {
    let changed = settings.symmetricDifference(state.device.accessibility)
    state.device.accessibility = settings
    if !settings.contains(.voiceOver) { state.device.isVoiceOverSpeaking = false }
    for (_, setting) in AccessibilitySettings.named where changed.contains(setting) {
      for app in state.ids { notify(app, .accessibilityChange(setting), .volume) }
    }
  }

  /// VoiceOver begins or ends to speak.
  mutating func setVoiceOverSpeaking(_ speaks: Bool) throws(RejectedEvent) {
    guard state.device.accessibility.contains(.voiceOver) else { throw .notThere("VoiceOver") }
    state.device.isVoiceOverSpeaking = speaks
  }
}

extension Route {
  /// Whether hands-free is part of it.
  var usesHandsFree: Bool { inputs.contains(.bluetoothHFP) || outputs.contains(.bluetoothHFP) }
}
