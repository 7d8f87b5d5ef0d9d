/// Calls of the Phone app or of simulated apps: ringing, answering, declining and holding.
extension Transition {
  /// Rings an incoming call.
  ///
  /// Source: "Responding to VoIP Notifications from PushKit": an app that is not running is launched in the background
  /// to report the call.
  mutating func ringCall(_ host: CallHost) throws(RejectedEvent) {
    try checkRoomForCall(of: host)
    if case .app(let app) = host {
      if state[app].lifecycle == .terminated { start(app, in: .background) }
      resumeSuspended(app)
    }
    add(Call(.ringing, host: host))
    startInterruption(by: .incomingCall)
  }

  private func checkRoomForCall(of host: CallHost) throws(RejectedEvent) {
    let calls = state.device.calls
    if !host.isOfSystem, !phone.has(SystemRelease(10)) {
      throw .notAvailable("CallKit", since: "10")
    }
    if calls.call(in: .ringing) != nil { throw .alreadyRinging }
    if calls.second != nil { throw .tooManyCalls }
  }

  private mutating func add(_ call: Call) {
    state.device.isCallAudioClosing = false
    if state.device.calls.first == nil {
      state.device.calls.first = call
    } else {
      state.device.calls.second = call
    }
  }

  /// Starts an outgoing call.
  ///
  /// An active call is put on hold.
  ///
  /// Source: forum thread 758386, after Apple's sample "VoIP calling with CallKit": the app performs
  /// `CXStartCallAction`, and `provider(_:didActivate:)` follows, as for an answered call. Our choice: a call holds the
  /// device from the moment of dialing.
  mutating func startCall(_ host: CallHost) throws(RejectedEvent) {
    try checkRoomForCall(of: host)
    if case .app(let app) = host, !state[app].lifecycle.isRunning {
      throw .callerNotRunning(app, state[app].lifecycle)
    }
    let active = state.device.calls.call(in: .active)
    guard performHold(of: active), perform(.startCall, by: host) else { return }
    hold(active, for: Call(.active, host: host))
    add(Call(.active, host: host))
    activateHost(host)
    startInterruption(by: .answeredCall)
  }

  /// Answers the ringing call.
  ///
  /// An active call is put on hold.
  ///
  /// Source: forum thread 794277, a log of Apple's sample "VoIP calling with CallKit" with several calls: the provider
  /// is asked to hold one call before it is asked to answer the other.
  mutating func answerCall() throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: .ringing) else { throw .noCall(.ringing) }
    let active = state.device.calls.call(in: .active)
    guard performHold(of: active) else { return }
    guard perform(.answerCall, by: call.host) else {
      return try endCall(.ringing, .resumable, byOtherEnd: true)
    }
    hold(active, for: call)
    state.device.calls.change(.ringing, to: .active)
    activateHost(call.host)
    startInterruption(by: .answeredCall)
  }

  /// Asks the host of the active call, if there is one, to put the call on hold for another call.
  ///
  /// Returns false if the host fails the action. Our choice: in that case, neither call changes, as if both actions
  /// were one.
  private mutating func performHold(of active: Call?) -> Bool {
    guard let active else { return true }
    return perform(.holdCall, by: active.host)
  }

  /// Puts the active call, if there is one, on hold for another call that becomes active.
  private mutating func hold(_ active: Call?, for next: Call) {
    guard let active else { return }
    state.device.calls.change(.active, to: .held)
    leave(active, for: next)
  }

  /// Ends the active state of a call in favor of a call that is about to become active.
  ///
  /// Between two calls of the same app the session continues: it is neither deactivated nor activated.
  ///
  /// Source: according to github.com/VoIPGRID/VialerSIPLib/pull/113, swapping an app's own two calls does not cause an
  /// activation that the app could wait for. Apple does not document this. Our choice: a mute set on the headset stays
  /// with its call.
  mutating func leave(_ call: Call, for next: Call?) {
    guard let next, next.host == call.host else { return deactivateHost(call.host) }
    guard case .app(let app) = call.host else { return }
    if call.hasMutedInput { state[app].isInputMuted = false }
    if next.hasMutedInput { state[app].isInputMuted = true }
  }

  /// Ends the call in that phase.
  ///
  /// Either the user or the remote party ends it. If it was the active call, `next` is the call that is about to become
  /// active.
  mutating func endCall(
    _ phase: CallPhase, _ end: InterruptionEnd, byOtherEnd: Bool = false, for next: Call? = nil
  ) throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: phase) else { throw .noCall(phase) }
    if !byOtherEnd, !perform(.endCall, by: call.host) { return }
    state.device.calls.change(phase, to: nil)
    // Our choice: a mute set on the headset belongs to the call and does not carry over to the next call.
    if call.hasMutedInput, case .app(let app) = call.host, !phone.hostsActiveCall(app) {
      state[app].isInputMuted = false
    }
    if phase == .active { leave(call, for: next) }
    if call.host == .phone, phase != .ringing, !state.device.calls.isUp {
      state.device.isCallAudioClosing = policy.refusalAfterCall != .none
    }
    releaseCallIfOver(end.release)
  }

  /// Closes the audio of a phone call that has ended.
  ///
  /// Sessions can then be activated again.
  ///
  /// Source: option `refusalAfterCall`. Our choice: such audio remains only after an answered call of the Phone app, if
  /// no other call remains. It is closed when the next call arrives.
  mutating func closeCallAudio() throws(RejectedEvent) {
    guard state.device.isCallAudioClosing else {
      throw .notThere("call audio that is being closed")
    }
    state.device.isCallAudioClosing = false
  }

  /// Ends the active call in favor of the other call, which is answered or taken off hold.
  ///
  /// Source: forum thread 794277: the provider is asked to end one call before it is asked to answer the other.
  mutating func endActiveCall(
    for next: Call, _ end: InterruptionEnd = .resumable
  ) throws(RejectedEvent) {
    guard let active = state.device.calls.call(in: .active) else { throw .noCall(.active) }
    try endCall(.active, end, for: next)
    // The host may have failed to end the call.
    if state.device.calls.call(in: .active) != nil { return }
    if next.phase == .ringing { try answerCall() } else { try unholdCall() }
    // The other host may also have failed to begin its call. Then no call is active.
    if state.device.calls.call(in: .active) == nil { deactivateHost(active.host) }
  }

  /// Hangs up for the user.
  ///
  /// The active call ends, and a call on hold is taken off hold. If no call is active, the call on hold ends.
  ///
  /// Source: flutter_callkit_incoming 869: "End the cellular call. CallKit unholds the VoIP call and reactivates its
  /// audio session"; livekit/client-sdk-swift 713; twilio-voice-ios 152: "If the callee ends the call, it works without
  /// any issues". Our choice: two calls of the Phone app behave the same.
  mutating func hangUp(
    _ end: InterruptionEnd, of phase: CallPhase? = nil
  ) throws(RejectedEvent) {
    if let phase { return try endCall(phase, end) }
    let calls = state.device.calls
    guard let held = calls.call(in: .held) else { return try endCall(.active, end) }
    if calls.call(in: .active) == nil { return try endCall(.held, end) }
    try endActiveCall(for: held, end)
  }

  /// Ends a call because the remote party hangs up: the active call, or otherwise the call on hold.
  ///
  /// If neither exists, the caller cancels the ringing call.
  ///
  /// If the active call ends, a call on hold stays on hold.
  ///
  /// Source: `CXCallEndedReason.remoteEnded` and `unanswered`, which a provider reports: the app is not asked for an
  /// action; twilio-voice-ios 89 and 152: "call is not getting unheld automatically after the caller of the cellular
  /// ends the call".
  mutating func hangUpByOtherEnd(
    _ end: InterruptionEnd, of phase: CallPhase?
  ) throws(RejectedEvent) {
    if let phase, phase != .active { return try endCall(phase, end, byOtherEnd: true) }
    let calls = state.device.calls
    if calls.call(in: .active) == nil, calls.call(in: .held) == nil, calls.call(in: .ringing) != nil
    {
      try endCall(.ringing, end, byOtherEnd: true)
      return
    }
    let ended: CallPhase = calls.call(in: .active) == nil ? .held : .active
    try endCall(calls.call(in: ended) == nil ? .active : ended, end, byOtherEnd: true)
    state.device.calls.noteRemoteHangUp()
  }

  /// Puts the active call on hold.
  mutating func holdCall() throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: .active) else { throw .noCall(.active) }
    if state.device.calls.call(in: .held) != nil { throw .alreadySo("a call is on hold") }
    guard perform(.holdCall, by: call.host) else { return }
    state.device.calls.change(.active, to: .held)
    deactivateHost(call.host)
  }

  /// Takes the call off hold, which activates the session of the hosting app.
  ///
  /// By default, the session is not activated if the call for which this call was put on hold ended because the remote
  /// party hung up.
  ///
  /// Source: flutter_callkit_incoming 869; forum threads 749202 and 804510.
  mutating func unholdCall() throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: .held) else { throw .noCall(.held) }
    if state.device.calls.call(in: .active) != nil { throw .alreadySo("a call is active") }
    guard perform(.unholdCall, by: call.host) else { return }
    state.device.calls.change(.held, to: .active)
    reactivateHost(of: call)
  }

  /// Swaps the active call and the call on hold.
  ///
  /// Source: `CXSetHeldCallAction`. Each host performs its own action, and a host of both calls performs two.
  mutating func swapCalls() throws(RejectedEvent) {
    guard let active = state.device.calls.call(in: .active) else { throw .noCall(.active) }
    guard let held = state.device.calls.call(in: .held) else { throw .noCall(.held) }
    guard perform(.holdCall, by: active.host), perform(.unholdCall, by: held.host) else { return }
    state.device.calls.swap()
    leave(active, for: held)
    reactivateHost(of: held)
  }

  /// Activates the session of a call that is taken off hold, depending on the policy.
  mutating func reactivateHost(of call: Call) {
    switch policy.unholdReactivates {
    case .unlessRemoteHangUp: if !call.followsRemoteHangUp { activateHost(call.host) }
    case .always: activateHost(call.host)
    case .never: break
    }
  }

  /// Asks the app that hosts a call to perform a user's action.
  ///
  /// A suspended app is woken to perform the action.
  ///
  /// Returns false if the app fails the action. The call then stays unchanged, except that an unanswered call ends.
  /// Source: `CXProviderDelegate`; see `failCallAction`. Our choice: a suspended app is woken.
  mutating func perform(_ action: CallKitMessage, by host: CallHost) -> Bool {
    guard case .app(let app) = host, state[app].lifecycle != .terminated else { return true }
    resumeSuspended(app)
    effects.add(.callKit(app, action), .callAction)
    return !state[app].failingCallActions.isSuperset(of: CallActions([action]))
  }

  /// Activates the session of the app that hosts the call, with precedence over all other sessions.
  ///
  /// Source: forum threads 749202 and 783870: the app must not activate the session itself.
  mutating func activateHost(_ host: CallHost) {
    guard case .app(let app) = host, !state.device.isMediaServerDown,
      !state[app].isActive, !state.device.isEmergency
    else { return }
    resumeSuspended(app)
    becomeActive(app, arbitrates: false)
    isCallKit = true
    effects.add(.callKit(app, .didActivate), .ended)
  }

  /// Deactivates the session of the app that hosted the call.
  ///
  /// While the call was active, sources with a lower priority did not hold an interrupted session. From now on, they
  /// do.
  mutating func deactivateHost(_ host: CallHost) {
    guard case .app(let app) = host else { return }
    joinHolders(of: app)
    guard state[app].isActive else { return }
    becomeInactive(app, .interrupted)
    isCallKit = true
    notifyInactive(app, by: .system)
    effects.add(.callKit(app, .didDeactivate), .began)
    endInterruption(by: .app(app), .resumable)
  }

  /// Makes all current system sources hold the app's session as well, if it is interrupted.
  private mutating func joinHolders(of app: AppID) {
    var holding = phone.systemHolding
    if policy.systemInterruptsMixable == .no, phone.traits(of: app).isMixable {
      holding.formIntersection(.emergency)
    }
    if state.device.calls.calls.allSatisfy({ $0.host == .app(app) }) { holding.remove(.call) }
    state[app].activity.join(holding)
  }

  /// Ends the interruption that calls cause, if no calls remain.
  mutating func releaseCallIfOver(_ end: Release) {
    if !state.device.calls.isUp { endInterruption(by: .call, end) }
  }
}
