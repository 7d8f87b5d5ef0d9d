/// Alerts, Siri, haptics and sounds, the microphone's switch and the media services.
extension Transition {
  /// An alert begins.
  mutating func begin(_ alert: SystemAlert) throws(RejectedEvent) {
    guard !state.device[alert] else { throw .alreadySo(alert.rawValue) }
    state.device[alert] = true
    guard !alert.isLikeAnApp else { return try begin(likeAnApp: alert) }
    startInterruption(by: alert.interruptor)
  }

  /// An alert ends.
  mutating func end(_ alert: SystemAlert, _ end: InterruptionEnd) throws(RejectedEvent) {
    if alert == .alarm, !state.device[.alarm], state.device.alarmSnooze != nil {
      // One that is snoozed is turned off before it fires again.
      state.device.alarmSnooze = nil
      return
    }
    guard state.device[alert] else { throw .notThere(alert.rawValue) }
    state.device[alert] = false
    endInterruption(by: phone.row(alert.interruptor).source, end.release)
  }

  /// Siri appears.
  mutating func beginSiri() throws(RejectedEvent) {
    guard state.device.siri == .off else { throw .alreadySo("siri") }
    state.device.siri = .listening
    startInterruption(by: .siri)
  }

  /// Siri records; what was activated beside it goes on.
  ///
  /// Our choice: nothing is published of a session that plays when Siri begins to record again.
  mutating func recordSiri() throws(RejectedEvent) {
    guard state.device.siri == .listening else { throw .notThere("siri that listens") }
    state.device.siri = .recording
  }

  /// Siri speaks its answer; by the policy that interrupts what was activated beside it.
  mutating func answerBySiri() throws(RejectedEvent) {
    guard state.device.siri != .off else { throw .notThere("siri") }
    state.device.siri = .listening
    if policy.siriAnswer == .interrupts { startInterruption(by: .siri) }
  }

  /// Siri leaves, perhaps after it has started playback.
  mutating func endSiri(_ end: InterruptionEnd, _ player: AppID?) throws(RejectedEvent) {
    guard state.device.siri != .off else { throw .notThere("siri") }
    state.device.siri = .off
    guard let player, startPlayback(in: player) else {
      endInterruption(by: .siri, end.release)
      return
    }
    if policy.siriHandover == .staysInterrupted, state[player].isActive { handOver(to: player) }
    endInterruption(by: .siri, Release(isResumable: false, notifies: end != .lost))
  }

  /// Siri may start an app wherever it is, but not against a call or an alarm.
  private mutating func startPlayback(in app: AppID) -> Bool {
    if state[app].lifecycle == .terminated { return launchForPlayback(app) }
    resumeSuspended(app)
    guard phone.categoryRow(of: app).hasOutput, phone.systemHolding.isEmpty,
      !state.device.isMediaServerDown, !state[app].isExpired, phone.soundsWherever(app)
    else { return false }
    becomeActive(app)
    startIO(of: app, .output)
    return true
  }

  /// An app that does not run is launched in the background to play: it sets its category there, and may
  /// activate its session.
  ///
  /// Source: `INPlayMediaIntentResponseCode.handleInApp`: "The system should launch the app in the
  /// background to play the media". That it has the right to activate its session there is our choice:
  /// without, it could not do as it is asked.
  private mutating func launchForPlayback(_ app: AppID) -> Bool {
    guard phone.systemHolding.isEmpty, !state.device.isMediaServerDown else { return false }
    start(app, in: .background)
    state[app].activity = .inactive(hasClaim: false, mayResume: true)
    return true
  }

  /// Those that could not sound beside the player are held by it from now on.
  private mutating func handOver(to player: AppID) {
    for app in state.ids where app != player && state[app].interruptedBy.contains(.siri) {
      guard phone.conflict(of: player, with: app) != nil else { continue }
      state[app].activity.join(.app(player))
    }
  }

  /// A haptic is asked for, which code for an older system cannot do; a control there does not vibrate.
  mutating func playHaptic(by app: AppID, _ origin: HapticOrigin) throws(RejectedEvent) {
    if origin != .control, let missing = phone.missing(origin) { throw missing }
    effects.add(.haptic(app, phone.hapticVerdict(for: app, from: origin)), .played)
  }

  /// A system sound is asked for.
  mutating func playSound(_ sound: SoundClass, by app: AppID) {
    let verdict = phone.soundVerdict(for: sound, by: app)
    effects.add(.sound(app, sound, verdict), .played)
    guard sound == .alert else { return }
    vibrate(for: app, phone.alertVibrationVerdict(for: app))
    if verdict == .played, policy.alertSounds == .duck {
      state.device.isAlertDucking = true
    }
  }

  /// The sound of an alert is over, for which what is heard was lower.
  mutating func endAlertSound() throws(RejectedEvent) {
    guard state.device.isAlertDucking else { throw .notThere("alert sound that ducks") }
    state.device.isAlertDucking = false
  }

  /// The microphone is muted in hardware: apps that record from it are interrupted.
  mutating func muteMicrophone() throws(RejectedEvent) {
    guard !state.device.isMicrophoneMuted else { throw .alreadySo("muted") }
    state.device.isMicrophoneMuted = true
    if profile.muteInterrupts { startInterruption(by: .microphoneMute) }
  }

  /// It is unmuted.
  mutating func unmuteMicrophone() throws(RejectedEvent) {
    guard state.device.isMicrophoneMuted else { throw .notThere("mute of the microphone") }
    state.device.isMicrophoneMuted = false
    endInterruption(
      by: .microphoneMute, Release(isResumable: policy.unmuteResumes == .yes, notifies: true))
  }

  /// R17: everything is dead.
  mutating func loseMediaServices() throws(RejectedEvent) {
    guard !state.device.isMediaServerDown else { throw .alreadySo("media services down") }
    state.device.isMediaServerDown = true
    for app in state.ids {
      becomeInactive(app, .mediaServicesLost)
      state[app].activity = .inactive(hasClaim: false)
      notify(app, .mediaServicesWereLost, .began)
    }
  }

  /// R17: sessions are as new; nobody plays by itself.
  mutating func resetMediaServices() throws(RejectedEvent) {
    guard state.device.isMediaServerDown else { throw .notThere("loss of the media services") }
    state.device.isMediaServerDown = false
    for app in state.ids where state[app].lifecycle != .terminated {
      state[app].configuration = .processDefault
      state[app].preferences = SessionPreferences()
      state[app].preferredInput = nil
      state[app].hardware = HardwarePreferences()
      state[app].isOutputMuted = false
      notify(app, .mediaServicesWereReset, .ended)
    }
  }
}

extension Phone {
  /// Whether the app's category sounds where the app is.
  func soundsWherever(_ app: AppID) -> Bool {
    state[app].lifecycle == .foreground || goesOnBehind(app)
  }

  /// Whether the app's session goes on in the background by its category and the audio mode.
  package func goesOnBehind(_ app: AppID) -> Bool {
    state[app].hasBackgroundAudio && categoryRow(of: app).runsInBackground
  }

  /// Whether something else lets the app's session go on there: an active call of its own, or a
  /// background task by the policy.
  package func isKeptBehind(_ app: AppID) -> Bool {
    hostsActiveCall(app)
      || policy.taskKeepsSession == .yes && state[app].hasRuntimeAssertion
  }
}
