/// Calls: ringing, answered, declined, held, of the Phone app or of one of the apps.
extension Transition {
  /// A call comes in.
  mutating func ring(_ host: CallHost) throws(RejectedEvent) {
    if state.device.calls.call(in: .ringing) != nil { throw .alreadyRinging }
    if state.device.calls.second != nil { throw .tooManyCalls }
    if case .app(let app) = host {
      guard state[app].lifecycle != .terminated else {
        throw .callerNotRunning(app, .terminated)
      }
      if state.device.calls.calls.contains(where: { $0.host == host }) { throw .tooManyCalls }
      wake(app)
    }
    let call = Call(.ringing, host: host)
    if state.device.calls.first == nil {
      state.device.calls.first = call
    } else {
      state.device.calls.second = call
    }
    start(.incomingCall)
  }

  /// The call that rings is accepted; an active one goes on hold.
  mutating func answer() throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: .ringing) else { throw .noCall(.ringing) }
    if let active = state.device.calls.call(in: .active) {
      state.device.calls.change(.active, to: .held)
      silence(active.host)
    }
    state.device.calls.change(.ringing, to: .active)
    takeUp(call.host)
    start(.answeredCall)
  }

  /// The call in that phase is over.
  mutating func endCall(_ phase: CallPhase, _ end: InterruptionEnd) throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: phase) else { throw .noCall(phase) }
    state.device.calls.change(phase, to: nil)
    if phase == .active { silence(call.host) }
    releaseCallIfOver(end.release)
  }

  /// The active call ends, or else the one on hold.
  mutating func hangUp(_ end: InterruptionEnd) throws(RejectedEvent) {
    let isHeld = state.device.calls.call(in: .active) == nil
    let hasHeld = state.device.calls.call(in: .held) != nil
    try endCall(isHeld && hasHeld ? .held : .active, end)
  }

  /// The active call goes on hold.
  mutating func hold() throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: .active) else { throw .noCall(.active) }
    if state.device.calls.call(in: .held) != nil { throw .tooManyCalls }
    state.device.calls.change(.active, to: .held)
    silence(call.host)
  }

  /// The call on hold is taken up; the system does not activate the app's session by itself.
  mutating func unhold() throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: .held) else { throw .noCall(.held) }
    if state.device.calls.call(in: .active) != nil { throw .tooManyCalls }
    state.device.calls.change(.held, to: .active)
    if policy[.unholdReactivates] == .yes { takeUp(call.host) }
  }

  /// The system activates the session of the app that hosts the call, above all others.
  ///
  /// Source: forum threads 749202 and 783870: the app must not do it itself.
  private mutating func takeUp(_ host: CallHost) {
    guard case .app(let app) = host, !state.device.isMediaServerDown,
      !state[app].isActive, !state.device.isEmergency
    else { return }
    wake(app)
    becomeActive(app, arbitrates: false)
    effects.add(.callKit(app, .didActivate), .ended)
  }

  /// The system deactivates the session of the app that hosted the call.
  ///
  /// One that is interrupted already was spared by all that has a lower priority; no more.
  private mutating func silence(_ host: CallHost) {
    guard case .app(let app) = host else { return }
    joinHolders(of: app)
    guard state[app].isActive else { return }
    becomeInactive(app, .interrupted)
    if profile.hasLifecycleNotifications {
      let context = DeactivationContext(source: .system, interruptionReason: nil)
      tell(app, .didBecomeInactive(context), .began)
    }
    effects.add(.callKit(app, .didDeactivate), .began)
    release(.app(app), .resumable)
  }

  /// Whatever of the system is there holds the app's session as well, if that is interrupted.
  private mutating func joinHolders(of app: AppID) {
    if policy[.systemInterruptsMixable] == .no, state[app].configuration.traits.isMixable { return }
    var holding = phone.systemHolding
    if state.device.calls.calls.allSatisfy({ $0.host == .app(app) }) { holding.remove(.call) }
    state[app].activity.join(holding)
  }

  /// With the last call its interruption ends.
  mutating func releaseCallIfOver(_ end: Release) {
    if !state.device.calls.isUp { release(.call, end) }
  }
}
