/// Alarms, Siri, notifications, the microphone's switch and the media services.
extension Transition {
  /// Something of the system starts that interrupts.
  mutating func fire(
    _ interruptor: Interruptor, _ path: WritableKeyPath<DeviceState, Bool>
  ) throws(RejectedEvent) {
    guard !state.device[keyPath: path] else { throw .alreadySo(interruptor.rawValue) }
    state.device[keyPath: path] = true
    start(interruptor)
  }

  /// It ends.
  mutating func dismiss(
    _ interruptor: Interruptor, _ path: WritableKeyPath<DeviceState, Bool>, _ end: InterruptionEnd
  ) throws(RejectedEvent) {
    guard state.device[keyPath: path] else { throw .notThere(interruptor.rawValue) }
    state.device[keyPath: path] = false
    release(interruptor.row.source, end.release)
  }

  /// Siri appears.
  mutating func beginSiri() throws(RejectedEvent) {
    guard state.device.siri == .off else { throw .alreadySo("siri") }
    state.device.siri = .listening
    start(.siri)
  }

  /// Siri records.
  mutating func recordSiri() throws(RejectedEvent) {
    guard state.device.siri == .listening else { throw .notThere("siri that listens") }
    state.device.siri = .recording
  }

  /// Siri leaves, perhaps after it has started playback.
  mutating func endSiri(_ end: InterruptionEnd, _ player: AppID?) throws(RejectedEvent) {
    guard state.device.siri != .off else { throw .notThere("siri") }
    if let player, state[player].lifecycle == .terminated {
      throw .callerNotRunning(player, .terminated)
    }
    state.device.siri = .off
    guard let player, startPlayback(in: player) else {
      release(.siri, end.release)
      return
    }
    if policy[.siriHandover] == .staysInterrupted { handOver(to: player) }
    release(.siri, Release(isResumable: false, isTold: end != .lost))
  }

  /// Siri may start an app wherever it is, but not against a call or an alarm.
  private mutating func startPlayback(in app: AppID) -> Bool {
    wake(app)
    guard CategoryRow[state[app].configuration.category].hasOutput, phone.systemHolding.isEmpty,
      !state.device.isMediaServerDown, !state[app].isExpired, phone.soundsWherever(app)
    else { return false }
    becomeActive(app)
    run(app, .output)
    return true
  }

  /// Those that could not sound beside the player are held by it from now on.
  private mutating func handOver(to player: AppID) {
    for app in state.ids where app != player && state[app].interruptedBy.contains(.siri) {
      guard phone.conflict(of: player, with: app) != nil else { continue }
      state[app].activity.join(.app(player))
    }
  }

  /// A notification arrives: its tone, its vibration, and by the knob an interruption.
  mutating func deliver(from app: AppID?, hasSound: Bool) {
    let tone = phone.soundVerdict(for: .messageTone, by: nil)
    guard hasSound else { return }
    effects.add(.sound(app, .messageTone, tone), .played)
    vibrate(for: app)
    guard tone == .played, policy[.notificationTone] != .mix else { return }
    start(.notificationTone)
    let resumes = policy[.notificationTone] == .interrupt
    release(.notification, Release(isResumable: resumes, isTold: true))
  }

  /// The vibration of an alert: the user's choice alone.
  private mutating func vibrate(for app: AppID?) {
    guard state.device.settings.contains(.vibratesWithSound) else { return }
    effects.add(.vibration(app, phone.soundVerdict(for: .vibration, by: nil)), .played)
  }

  /// A haptic is asked for.
  mutating func playHaptic(by app: AppID) {
    effects.add(.haptic(app, phone.hapticVerdict(for: app)), .played)
  }

  /// A system sound is asked for.
  mutating func playSound(_ sound: SoundClass, by app: AppID) {
    effects.add(.sound(app, sound, phone.soundVerdict(for: sound, by: app)), .played)
    if sound == .alert { vibrate(for: app) }
  }

  /// The microphone is muted in hardware: those who record from it are interrupted.
  mutating func muteMicrophone() throws(RejectedEvent) {
    guard !state.device.isMicrophoneMuted else { throw .alreadySo("muted") }
    state.device.isMicrophoneMuted = true
    if profile.muteInterrupts { start(.microphoneMute) }
  }

  /// It is unmuted.
  mutating func unmuteMicrophone() throws(RejectedEvent) {
    guard state.device.isMicrophoneMuted else { throw .notThere("mute of the microphone") }
    state.device.isMicrophoneMuted = false
    release(
      .microphoneMute, Release(isResumable: policy[.unmuteResumes] == .yes, isTold: true))
  }

  /// R17: everything is dead.
  mutating func loseMediaServices() throws(RejectedEvent) {
    guard !state.device.isMediaServerDown else { throw .alreadySo("media services down") }
    state.device.isMediaServerDown = true
    for app in state.ids {
      becomeInactive(app, .mediaServicesLost)
      state[app].activity = .inactive(hasClaim: false)
      tell(app, .mediaServicesWereLost, .began)
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
      state[app].isOutputMuted = false
      tell(app, .mediaServicesWereReset, .ended)
    }
  }
}

extension Phone {
  /// Whether the app's category sounds where the app is.
  func soundsWherever(_ app: AppID) -> Bool {
    state[app].lifecycle == .foreground
      || state[app].hasBackgroundAudio
        && CategoryRow[state[app].configuration.category].runsInBackground
  }
}
