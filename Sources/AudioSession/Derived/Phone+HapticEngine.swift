/// When an app's haptic engines may run.
///
/// An engine uses either the app's session or a separate session. A separate session lasts as long as the engine runs,
/// whether or not the app has activated its own session. Source: header of `CHHapticEngine`: `init(audioSession:)`;
/// engines that share a session share its interruptions.
extension Phone {
  /// Returns whether a haptic engine of the app may start now.
  ///
  /// Causes that only silence haptics, such as the user's setting or a recording, do not prevent an engine from
  /// starting.
  ///
  /// Source: header of `CHHapticEngine`: an interruption of the audio session stops engines, and so does "the app going
  /// into the background". Our choice: only an app in the foreground may start an engine, as practitioners report
  /// (error -4805 after the app went to the background). When a call rings, running engines stop. An engine may be
  /// started again if the app's session could be activated, for example because it mixes: page of
  /// `setActive(_:options:)`. Nothing is published about engines in this case.
  public func mayStartHapticEngine(_ app: AppID) -> Bool {
    has(HapticOrigin.engine.since) && state[app].lifecycle == .foreground
      && hasSessionForHaptics(app)
  }

  /// Returns whether starting a haptic engine of the app now would activate the app's session.
  ///
  /// Source: see `HapticEngineSession.shared`.
  public func hapticEngineActivates(_ app: AppID) -> Bool {
    state[app].hapticEngine == .shared && !state[app].isActive && mayStartHapticEngine(app)
  }

  /// Returns whether an engine's session may be active: the app's session is not interrupted, and the system would
  /// allow its activation.
  package func hasSessionForHaptics(_ app: AppID) -> Bool {
    let session = state[app]
    if session.isInterrupted || state.device.isMediaServerDown { return false }
    return session.isActive || holders(against: app, traits(of: app)).isEmpty
  }

  /// Returns whether the app's feedback generators and controls may vibrate, given the app's lifecycle state and
  /// session.
  package func letsFeedbackBeFelt(by app: AppID) -> Bool {
    state[app].lifecycle == .foreground && hasSessionForHaptics(app)
  }

  /// Returns whether the system has begun, since `before`, to interrupt the session of the app's haptic engines.
  ///
  /// The result may be true even if the app's own session is inactive. In that case, the app is not notified of an
  /// interruption.
  ///
  /// Source: header of `CHHapticEngineStoppedReasonAudioSessionInterrupt`: the session "bound to this engine has been
  /// interrupted". Our choice: a source that acts like another app interrupts only active sessions.
  public func interruptsHapticEngine(of app: AppID, since before: Phone) -> Bool {
    begun(since: before).contains { interruptor in
      let row = row(interruptor)
      if row.victims == .allButThoseThatPreferNot, isExemptFromBanner(app) { return false }
      return !isSpared(app, by: row)
    }
  }

  /// The system interruptors that have begun since `before` and affect all sessions.
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
