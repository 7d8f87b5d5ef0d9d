/// When haptic engines of an app run.
///
/// An engine has a session, the app's or one of its own, which lasts as long as it runs, whether or not the
/// app has activated its own. Source: header of `CHHapticEngine`: `init(audioSession:)`, engines that
/// share a session share its interruptions.
extension Phone {
  /// Whether a haptic engine of the app's may start now.
  ///
  /// What silences haptics alone, such as the user's setting or a recording, does not keep an engine
  /// from starting.
  ///
  /// Source: header of `CHHapticEngine`: an interruption of the audio session stops engines, and so does
  /// "the app going into the background". Our choice: an app that is not in the
  /// foreground may not start one, as practitioners report (-4805 after backgrounding). While it rings an
  /// engine is stopped, and may be started again where the app's session could be activated, as one that
  /// mixes can: page of `setActive(_:options:)`; for engines nothing is published.
  public func mayStartHapticEngine(_ app: AppID) -> Bool {
    has(HapticOrigin.engine.since) && state[app].lifecycle == .foreground
      && hasSessionForHaptics(app)
  }

  /// Whether starting a haptic engine of the app's now activates the app's session.
  ///
  /// Source: see `HapticEngineSession.shared`.
  public func hapticEngineActivates(_ app: AppID) -> Bool {
    state[app].hapticEngine == .shared && !state[app].isActive && mayStartHapticEngine(app)
  }

  /// Whether the session of an engine may be active: that of the app is not interrupted, and nothing of
  /// the system would keep it from being activated.
  package func hasSessionForHaptics(_ app: AppID) -> Bool {
    let session = state[app]
    if session.isInterrupted || state.device.isMediaServerDown { return false }
    return session.isActive || holders(against: app, traits(of: app)).isEmpty
  }

  /// Whether feedback and controls of the app are felt, as far as its place and its session go.
  package func letsFeedbackBeFelt(by app: AppID) -> Bool {
    state[app].lifecycle == .foreground && hasSessionForHaptics(app)
  }

  /// Whether something of the system has begun since `before` that interrupts the session of the app's haptic
  /// engines, also where the app's own is not active and nobody is notified.
  ///
  /// Source: header of `CHHapticEngineStoppedReasonAudioSessionInterrupt`: the session "bound to this
  /// engine has been interrupted". Our choice: who is no more
  /// than another app interrupts only sessions that are active.
  public func interruptsHapticEngine(of app: AppID, since before: Phone) -> Bool {
    begun(since: before).contains { interruptor in
      let row = row(interruptor)
      if row.victims == .allButThoseThatPreferNot, isExemptFromBanner(app) { return false }
      return !isSpared(app, by: row)
    }
  }

  /// What of the system has begun to interrupt all sessions since `before`.
  private func begun(since before: Phone) -> [Interruptor] {
    let (was, now) = (before.state.device, state.device)
    var found = SystemAlert.allCases.filter { now[$0] && !was[$0] && !$0.isLikeAnApp }
      .map(\.interruptor)
    if now.siri != .off, was.siri == .off { found.append(.siri) }
    if now.calls.call(in: .ringing) != nil, was.calls.call(in: .ringing) == nil {
      found.append(.incomingCall)
    }
    let active = now.calls.call(in: .active)
    if active != nil, active?.host != was.calls.call(in: .active)?.host {
      found.append(.answeredCall)
    }
    return found
  }
}
