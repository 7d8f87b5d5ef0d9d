/// R3, R4 and R7: how interruptions begin, nest and end.
extension Transition {
  /// How a source releases the sessions that it has held.
  struct Release {
    /// Whether the sessions may resume.
    var isResumable: Bool
    /// Whether the apps are notified.
    var notifies: Bool

    static let resumable = Release(isResumable: true, notifies: true)
  }

  /// Interrupts one active session.
  package mutating func interrupt(
    _ app: AppID, by source: InterruptionSources, _ row: InterruptorRow
  ) {
    // Unplugging the output may already have paused playback.
    let wasPlaying = before.state[app].isOutputRunning
    stopIO(of: app, .interrupted)
    state[app].activity.interrupt(by: source, wasPlaying: wasPlaying)
    state[app].overridesToSpeaker = false
    notifyBegan(app, row.reason)
  }

  /// R3: a system source interrupts its victims, and joins the sources of sessions that are already interrupted.
  mutating func startInterruption(by interruptor: Interruptor) {
    let row = phone.row(interruptor)
    for app in state.ids where !phone.isSpared(app, by: row) {
      if state[app].isActive {
        if isVictim(app, of: row) { interrupt(app, by: row.source, row) }
      } else if row.nests {
        state[app].activity.join(row.source)
      }
    }
    endPrivateSessions(for: row.source)
  }

  /// Interrupts sessions that a ringing call, an alarm or a timer had spared, if the reason for sparing them is gone.
  ///
  /// The reason may be a preference, or the style in which calls appear.
  ///
  /// Our choice: a change of the preference or the style takes effect immediately.
  mutating func reconsiderAlerts() {
    var present: [(Interruptor, (Phone, AppID) -> Bool)] = []
    if state.device.calls.call(in: .ringing) != nil {
      present.append((.incomingCall, { $0.isExemptFromBanner($1) }))
    }
    for alert in [SystemAlert.alarm, .timer] where state.device[alert] {
      present.append((alert.interruptor, { $0.isExemptFromClock($1) }))
    }
    for (interruptor, isExempt) in present {
      let row = phone.row(interruptor)
      for app in state.ids where state[app].isActive && isExempt(before, app) {
        if isExempt(phone, app) || phone.isSpared(app, by: row) || !isVictim(app, of: row) {
          continue
        }
        interrupt(app, by: row.source, row)
      }
    }
  }

  /// Interrupts a session that starts recording from a muted built-in microphone because its route or options changed,
  /// as if the microphone had been muted at that moment.
  ///
  /// Source: header of `overrideMutedMicrophoneInterruption`: "The default behavior is to interrupt the session using
  /// the built-in microphone when that microphone is muted in hardware."
  mutating func settleMutedMicrophone() {
    guard state.device.isMicrophoneMuted, before.state.device.isMicrophoneMuted,
      profile.muteInterrupts
    else { return }
    let row = phone.row(.microphoneMute)
    for app in state.ids
    where state[app].isInputRunning && isMuted(app) && !phone.isSpared(app, by: row) {
      interrupt(app, by: .microphoneMute, row)
    }
  }

  /// Ends private sessions when a source takes hold of the device.
  ///
  /// A private session does not restart automatically.
  ///
  /// Source: `AVCaptureSession.InterruptionReason.audioDeviceInUseByAnotherClient`, "for example, for a phone call or
  /// alarm". Our choice: Siri and emergencies do the same, and the app has to start the private session again.
  private mutating func endPrivateSessions(for source: InterruptionSources) {
    guard phone.systemHolding.isSuperset(of: source), !source.isEmpty
    else { return }
    for alert in SystemAlert.privateSessions where state.device[alert] {
      state.device[alert] = false
      endInterruption(by: InterruptionSources(alert.source), .resumable)
    }
  }

  private func isVictim(_ app: AppID, of row: InterruptorRow) -> Bool {
    switch row.victims {
    case .allActive, .itself: true
    case .allButThoseThatPreferNot: !phone.isExemptFromBanner(app)
    case .nonMixable: !phone.traits(of: app).isMixable
    case .spoken: phone.traits(of: app).isSpoken
    case .recordingFromBuiltInMicrophone: recordsFromBuiltInMicrophone(app)
    case .nowPlaying: losesWithRoute(app)
    }
  }

  private func recordsFromBuiltInMicrophone(_ app: AppID) -> Bool {
    let session = state[app]
    return session.isInputRunning
      && before.choice(for: .app(app)).route.inputs.contains(.builtInMic)
      && !session.configuration.options.contains(.overrideMutedMicrophoneInterruption)
  }

  /// R12: returns whether unplugging the output interrupts the app: by default only the Now Playing app, unless it has
  /// opted out.
  ///
  /// Source: the page of `setPrefersInterruptionOnRouteDisconnect`: false opts out, and true resets to the default,
  /// which interrupts only Now Playing sessions.
  func losesWithRoute(_ app: AppID) -> Bool {
    guard state[app].preferences.interruptionOnRouteDisconnect else { return false }
    return state.device.nowPlaying == app
      || policy.interruptionOnRouteDisconnect == .documentation
  }

  /// R4: a source releases every session that it holds.
  ///
  /// When the last source releases a session, a later system source may still keep that session from using the device.
  /// In that case, the later source holds the session from now on, because an end is not posted while another source
  /// still blocks the session.
  mutating func endInterruption(by source: InterruptionSources, _ release: Release) {
    for app in state.ids {
      let held = state[app].interruptedBy
      if held.isSuperset(of: source), held.subtracting(source).isEmpty {
        state[app].activity.join(phone.holders(against: app, phone.traits(of: app)))
      }
      let ended = state[app].activity.release(source, isResumable: release.isResumable)
      if let ended { finish(ended, of: app, notifies: release.notifies) }
    }
    settleRefusals(without: source)
  }

  /// Finishes the app's interruption: notifies the app, and performs deferred actions.
  private mutating func finish(_ interruption: AppState.Interruption, of app: AppID, notifies: Bool)
  {
    if notifies {
      let resumes = interruption.isResumable && phone.othersAllow(app)
      notifyEnded(app, resumes ? .shouldResume : [])
      if resumes { state[app].activity.grantResumption() }
      state[app].refusedBy = []
    }
    if let command = interruption.deferredCommand { deliverRemoteCommand(command, to: app, .ended) }
    if policy.claimRelease == .ownEnd, interruption.hasClaim {
      state[app].activity.dropClaim()
      endInterruption(by: .app(app), .resumable)
    }
  }

  /// R16: notifies each app whose activation was refused, once every reason for the refusal is gone.
  private mutating func settleRefusals(without source: InterruptionSources) {
    for app in state.ids where !state[app].refusedBy.isEmpty {
      state[app].refusedBy.subtract(source)
      guard state[app].refusedBy.isEmpty, !state[app].isInterrupted else { continue }
      recommend(app, resumes: phone.couldActivate(app))
    }
  }
}

/// R14 and R16: which apps are notified, when, and in which stream (the deprecated notifications, or those of iOS 27).
extension Transition {
  /// Notifies an app: immediately if it is running, later if it is suspended, and never if it is terminated.
  package mutating func notify(
    _ app: AppID, _ notification: SessionNotification, _ phase: EffectPhase
  ) {
    let lifecycle = state[app].lifecycle
    if lifecycle.isRunning && !waits(notification, lifecycle) {
      effects.add(.notified(app, notification), phase)
    } else if lifecycle != .terminated {
      guard policy.mailbox != .drop || lifecycle == .background else { return }
      state.mailbox.append(Letter(app, notification))
      effects.add(.queued(app, notification), phase)
    }
  }

  /// Whether an app in the background is notified of an interruption's end only when it comes to the foreground.
  private func waits(_ notification: SessionNotification, _ lifecycle: Lifecycle) -> Bool {
    lifecycle == .background && policy.endedInBackground == .onForeground && notification.isEnd
  }

  /// Reports the beginning of an interruption through every notification that this iOS version has for it.
  package mutating func notifyBegan(_ app: AppID, _ reason: InterruptionReason) {
    if notifiesLegacy { notify(app, .interruptionBegan(reason), .began) }
    notifyInactive(app, by: .system, reason)
  }

  /// Reports that a session has become inactive, if this iOS version has a notification for it (iOS 27 or later).
  mutating func notifyInactive(
    _ app: AppID, by source: DeactivationSource, _ reason: InterruptionReason? = nil
  ) {
    guard profile.hasLifecycleNotifications else { return }
    let context = DeactivationContext(source: source, interruptionReason: reason)
    notify(app, .didBecomeInactive(context), .began)
  }

  /// Reports the end of an interruption in the streams that the system version has.
  package mutating func notifyEnded(_ app: AppID, _ options: InterruptionOptions) {
    if notifiesLegacy { notify(app, .interruptionEnded(options), .ended) }
    if profile.hasLifecycleNotifications {
      recommend(app, resumes: options.contains(.shouldResume))
    }
  }

  /// R16: recommends whether to resume playback.
  private mutating func recommend(_ app: AppID, resumes: Bool) {
    let context = ResumptionContext(recommendation: resumes ? .shouldResume : .shouldNotResume)
    notify(app, .resumptionRecommendation(context), .ended)
  }

  private var notifiesLegacy: Bool {
    !profile.hasLifecycleNotifications || policy.legacyOn27 == .yes
  }

  /// Delivers the pending notifications of an app that runs again, as policy option `mailbox` decides.
  mutating func openMailbox(of app: AppID) {
    guard !state.mailbox.isEmpty else { return }
    let lifecycle = state[app].lifecycle
    var letters = state.mailbox.filter {
      $0.app == app && !waits($0.notification, lifecycle)
    }
    state.mailbox.removeAll { letters.contains($0) }
    if policy.mailbox == .coalesce {
      letters = letters.enumerated().filter { index, letter in
        !letters[(index + 1)...].contains { $0.notification.name == letter.notification.name }
      }.map(\.element)
    }
    for letter in letters {
      effects.add(.notified(app, revised(letter.notification, for: app)), lettersPhase)
    }
  }

  /// Removes the option or recommendation to resume from a pending notification if the app cannot resume now.
  private func revised(
    _ notification: SessionNotification, for app: AppID
  ) -> SessionNotification {
    guard !phone.othersAllow(app) else { return notification }
    switch notification {
    case .interruptionEnded: return .interruptionEnded([])
    case .resumptionRecommendation:
      return .resumptionRecommendation(ResumptionContext(recommendation: .shouldNotResume))
    case .interruptionBegan, .routeChange, .silenceSecondaryAudioHint, .mediaServicesWereLost,
      .mediaServicesWereReset, .outputMuteStateChange, .inputMuteStateChange, .accessibilityChange,
      .userIntentToUnmuteOutput, .availableInputsChange, .audioEngineConfigurationChange,
      .didBecomeActive, .didBecomeInactive:
      return notification
    }
  }
}

extension Phone {
  /// Returns whether the interruptor spares the app.
  ///
  /// The host of an active call takes precedence over all sources with a lower priority, except the alarm and the
  /// timer.
  ///
  /// Source: LiveKit 886 and 1011: an alarm interrupts the session of a CallKit call.
  package func isSpared(_ app: AppID, by row: InterruptorRow) -> Bool {
    let isClock = row.interruptor == .alarm || row.interruptor == .timer
    if hostsActiveCall(app) {
      if isClock { return policy.clockDuringOwnCall == .spares }
      return row.priority <= self.row(.answeredCall).priority
    }
    if isClock, isExemptFromClock(app) { return true }
    return traits(of: app).isMixable && sparesMixing(row)
  }

  /// Returns whether a system interruptor spares sessions that mix.
  package func sparesMixing(_ row: InterruptorRow) -> Bool {
    if row.victims == .nonMixable { return true }
    return policy.systemInterruptsMixable == .no && row.interruptor != .emergency
  }

  /// Whether an app whose activation was refused could activate its session when it is notified.
  ///
  /// An app that is not running is notified when it comes to the foreground.
  fileprivate func couldActivate(_ app: AppID) -> Bool {
    guard !state[app].lifecycle.isRunning else { return refusal(of: app) == nil }
    var later = self
    later.state[app].lifecycle = .foreground
    return later.refusal(of: app) == nil
  }
}

extension InterruptionEnd {
  /// How a system source, when it ends, releases the sessions that it holds.
  var release: Transition.Release {
    switch self {
    case .resumable: .resumable
    case .notResumable: Transition.Release(isResumable: false, notifies: true)
    case .lost: Transition.Release(isResumable: true, notifies: false)
    }
  }
}

extension SessionNotification {
  /// The kind of notification, regardless of its content.
  package var name: String { payload(on: .iOS27).name }
}
