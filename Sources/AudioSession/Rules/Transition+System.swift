/// Alerts, Siri, haptics, sounds, the microphone's hardware mute and the media services.
extension Transition {
  /// Begins an alert.
  mutating func begin(_ alert: SystemAlert) throws(RejectedEvent) {
    guard !state.device[alert] else { throw .alreadySo(alert.rawValue) }
    state.device[alert] = true
    guard !alert.isLikeAnApp else { return try begin(likeAnApp: alert) }
    startInterruption(by: alert.interruptor)
  }

  /// Ends an alert.
  mutating func end(_ alert: SystemAlert, _ end: InterruptionEnd) throws(RejectedEvent) {
    if alert == .alarm, !state.device[.alarm], state.device.alarmSnooze != nil {
      // A snoozed alarm is turned off before it fires again.
      state.device.alarmSnooze = nil
      return
    }
    guard state.device[alert] else { throw .notThere(alert.rawValue) }
    state.device[alert] = false
    endInterruption(by: phone.row(alert.interruptor).source, end.release)
  }

  /// Shows Siri.
  mutating func beginSiri() throws(RejectedEvent) {
    guard state.device.siri == .off else { throw .alreadySo("Siri is shown") }
    state.device.siri = .listening
    startInterruption(by: .siri)
  }

  /// Makes Siri record.
  ///
  /// Sessions that were activated alongside Siri continue.
  ///
  /// Our choice: nothing is published about a session that is playing when Siri starts recording again.
  mutating func recordSiri() throws(RejectedEvent) {
    guard state.device.siri == .listening else { throw .notThere("Siri session that is listening") }
    state.device.siri = .recording
  }

  /// Makes Siri speak its answer.
  ///
  /// This may interrupt sessions that were activated alongside Siri (policy option `siriAnswer`).
  mutating func answerBySiri() throws(RejectedEvent) {
    guard state.device.siri != .off else { throw .notThere("Siri on the screen") }
    state.device.siri = .listening
    if policy.siriAnswer == .interrupts { startInterruption(by: .siri) }
  }

  /// Dismisses Siri, possibly after it has started playback.
  mutating func endSiri(_ end: InterruptionEnd, _ player: AppID?) throws(RejectedEvent) {
    guard state.device.siri != .off else { throw .notThere("Siri on the screen") }
    state.device.siri = .off
    guard let player, startPlayback(in: player) else {
      endInterruption(by: .siri, end.release)
      return
    }
    if policy.siriHandover == .staysInterrupted, state[player].isActive { handOver(to: player) }
    endInterruption(by: .siri, Release(isResumable: false, notifies: end != .lost))
  }

  /// Starts playback in an app at Siri's request, in any lifecycle state.
  ///
  /// Returns false while a call or an alarm, for example, holds the device.
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

  /// Launches an app in the background for playback.
  ///
  /// The app sets its category there, and may activate its session.
  ///
  /// Source: `INPlayMediaIntentResponseCode.handleInApp`: "The system should launch the app in the background to play
  /// the media". Our choice: the app may activate its session there, because otherwise it could not play as requested.
  private mutating func launchForPlayback(_ app: AppID) -> Bool {
    guard phone.systemHolding.isEmpty, !state.device.isMediaServerDown else { return false }
    start(app, in: .background)
    state[app].activity = .inactive(hasClaim: false, mayResume: true)
    return true
  }

  /// Makes the player hold the interrupted sessions that could not play alongside it.
  private mutating func handOver(to player: AppID) {
    for app in state.ids where app != player && state[app].interruptedBy.contains(.siri) {
      guard phone.conflict(of: player, with: app) != nil else { continue }
      state[app].activity.join(.app(player))
    }
  }

  /// Plays a haptic.
  ///
  /// If the system does not support the haptic, an app's request throws an error, and controls do not vibrate.
  mutating func playHaptic(by app: AppID, _ origin: HapticOrigin) throws(RejectedEvent) {
    if origin != .control, let missing = phone.missing(origin) { throw missing }
    effects.add(.haptic(app, phone.hapticVerdict(for: app, from: origin)), .played)
  }

  /// Plays a system sound.
  mutating func playSound(_ sound: SoundClass, by app: AppID) {
    let verdict = phone.soundVerdict(for: sound, by: app)
    effects.add(.sound(app, sound, verdict), .played)
    guard sound == .alert else { return }
    vibrate(for: app, phone.alertVibrationVerdict(for: app))
    if verdict == .played, policy.alertSounds == .duck {
      state.device.isAlertDucking = true
    }
  }

  /// Ends the sound of an alert that ducked other audio.
  mutating func endAlertSound() throws(RejectedEvent) {
    guard state.device.isAlertDucking else { throw .notThere("alert sound that ducks other audio") }
    state.device.isAlertDucking = false
  }

  /// Mutes the microphone in hardware.
  ///
  /// Apps that record from it are interrupted.
  mutating func muteMicrophone() throws(RejectedEvent) {
    guard !state.device.isMicrophoneMuted else { throw .alreadySo("the microphone is muted") }
    state.device.isMicrophoneMuted = true
    if profile.muteInterrupts { startInterruption(by: .microphoneMute) }
  }

  /// Unmutes the microphone.
  mutating func unmuteMicrophone() throws(RejectedEvent) {
    guard state.device.isMicrophoneMuted else { throw .notThere("muted microphone") }
    state.device.isMicrophoneMuted = false
    endInterruption(
      by: .microphoneMute, Release(isResumable: policy.unmuteResumes == .yes, notifies: true))
  }

  /// R17: the media services fail, which makes every session inactive.
  mutating func loseMediaServices() throws(RejectedEvent) {
    guard !state.device.isMediaServerDown else { throw .alreadySo("the media services are down") }
    state.device.isMediaServerDown = true
    for app in state.ids {
      becomeInactive(app, .mediaServicesLost)
      state[app].activity = .inactive(hasClaim: false)
      notify(app, .mediaServicesWereLost, .began)
    }
  }

  /// R17: resets the media services.
  ///
  /// Every session starts anew, and apps do not resume automatically.
  mutating func resetMediaServices() throws(RejectedEvent) {
    guard state.device.isMediaServerDown else { throw .notThere("failure of the media services") }
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
  /// Returns whether the app's category may play in the app's current lifecycle state.
  func soundsWherever(_ app: AppID) -> Bool {
    state[app].lifecycle == .foreground || goesOnBehind(app)
  }

  /// Returns whether the app's category and audio background mode let its session continue in the background.
  package func goesOnBehind(_ app: AppID) -> Bool {
    state[app].hasBackgroundAudio && categoryRow(of: app).runsInBackground
  }

  /// Returns whether something else lets the app's session continue in the background: the app's own active call, or a
  /// background task (policy option `taskKeepsSession`).
  package func isKeptBehind(_ app: AppID) -> Bool {
    hostsActiveCall(app)
      || policy.taskKeepsSession == .yes && state[app].hasRuntimeAssertion
  }
}
