/// Calls: ringing, answered, declined, held, of the Phone app or of one of the apps.
extension Transition {
  /// A call comes in.
  ///
  /// Source: "Responding to VoIP Notifications from PushKit": an app that does not run is launched, in the
  /// background, to report the call.
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

  /// A call goes out; an active one goes on hold.
  ///
  /// Source: forum thread 758386, after Apple's sample "VoIP calling with CallKit": the app performs
  /// `CXStartCallAction`, and `provider(_:didActivate:)` follows, as for one that was answered. That a call has
  /// the device from the moment at which it is dialled is our choice.
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

  /// The call that rings is accepted; an active one goes on hold.
  ///
  /// Source: forum thread 794277, a log of Apple's sample "VoIP calling with CallKit" with several calls: the
  /// provider is asked to hold the one call before it is asked to answer the other.
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

  /// The host of the active call, if there is one, puts it on hold for another call.
  ///
  /// Returns false if it fails to. Our choice: then neither call changes, as if both actions were one.
  private mutating func performHold(of active: Call?) -> Bool {
    guard let active else { return true }
    return perform(.holdCall, by: active.host)
  }

  /// The active call, if there is one, is on hold from now on, for another call that becomes active.
  private mutating func hold(_ active: Call?, for next: Call) {
    guard let active else { return }
    state.device.calls.change(.active, to: .held)
    leave(active, for: next)
  }

  /// A call that was active gives way to one that is about to become active.
  ///
  /// Of two calls of one app the session goes on: it is neither deactivated nor activated between them.
  ///
  /// Source: github.com/VoIPGRID/VialerSIPLib/pull/113, after which a swap of an app's own two calls brings
  /// no activation that the app could wait for; Apple does not say. That a headset's mute stays with
  /// its call is our choice.
  mutating func leave(_ call: Call, for next: Call?) {
    guard let next, next.host == call.host else { return deactivateHost(call.host) }
    guard case .app(let app) = call.host else { return }
    if call.hasMutedInput { state[app].isInputMuted = false }
    if next.hasMutedInput { state[app].isInputMuted = true }
  }

  /// The call in that phase is over, by the user or by the other end; where it was the active one, `next`
  /// is about to become active.
  mutating func endCall(
    _ phase: CallPhase, _ end: InterruptionEnd, byOtherEnd: Bool = false, for next: Call? = nil
  ) throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: phase) else { throw .noCall(phase) }
    if !byOtherEnd, !perform(.endCall, by: call.host) { return }
    state.device.calls.change(phase, to: nil)
    // Our choice: a mute by the headset is of the call, and does not reach the next one.
    if call.hasMutedInput, case .app(let app) = call.host, !phone.hostsActiveCall(app) {
      state[app].isInputMuted = false
    }
    if phase == .active { leave(call, for: next) }
    if call.host == .phone, phase != .ringing, !state.device.calls.isUp {
      state.device.isCallAudioClosing = policy.refusalAfterCall != .none
    }
    releaseCallIfOver(end.release)
  }

  /// The audio of a phone call that has ended is closed, and sessions can be activated again.
  ///
  /// Source: option `refusalAfterCall`. Our choice: only an answered call of the Phone app that leaves no
  /// other call has such audio, and the next call takes its place.
  mutating func closeCallAudio() throws(RejectedEvent) {
    guard state.device.isCallAudioClosing else {
      throw .notThere("call audio that is being closed")
    }
    state.device.isCallAudioClosing = false
  }

  /// The active call ends for the other one, which is answered or taken off hold.
  ///
  /// Source: forum thread 794277: the provider is asked to end the one call before it is asked to answer
  /// the other.
  mutating func endActiveCall(
    for next: Call, _ end: InterruptionEnd = .resumable
  ) throws(RejectedEvent) {
    guard let active = state.device.calls.call(in: .active) else { throw .noCall(.active) }
    try endCall(.active, end, for: next)
    // Its host may have failed to end it.
    if state.device.calls.call(in: .active) != nil { return }
    if next.phase == .ringing { try answerCall() } else { try unholdCall() }
    // So may the other's have failed to begin: then nobody talks.
    if state.device.calls.call(in: .active) == nil { deactivateHost(active.host) }
  }

  /// The user hangs up: the active call ends and the one on hold is taken up, or else that one ends.
  ///
  /// Source: flutter_callkit_incoming 869: "End the cellular call. CallKit unholds the VoIP call and reactivates
  /// its audio session"; livekit/client-sdk-swift 713; twilio-voice-ios 152: "If the callee ends the call, it
  /// works without any issues". Our choice: the same for two calls of the Phone app.
  mutating func hangUp(
    _ end: InterruptionEnd, of phase: CallPhase? = nil
  ) throws(RejectedEvent) {
    if let phase { return try endCall(phase, end) }
    let calls = state.device.calls
    guard let held = calls.call(in: .held) else { return try endCall(.active, end) }
    if calls.call(in: .active) == nil { return try endCall(.held, end) }
    try endActiveCall(for: held, end)
  }

  /// The other end hangs up the active call, or else the one on hold; where neither is there, the caller
  /// gives up the one that rings.
  ///
  /// Beside an active call the one on hold stays there.
  ///
  /// Source: `CXCallEndedReason.remoteEnded` and `unanswered`, which a provider reports: no action is
  /// asked of the app; twilio-voice-ios 89 and 152: "call is not getting unheld automatically after the caller
  /// of the cellular ends the call".
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

  /// The active call goes on hold.
  mutating func holdCall() throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: .active) else { throw .noCall(.active) }
    if state.device.calls.call(in: .held) != nil { throw .alreadySo("a call is on hold") }
    guard perform(.holdCall, by: call.host) else { return }
    state.device.calls.change(.active, to: .held)
    deactivateHost(call.host)
  }

  /// The call on hold is taken up, which activates the session of the app that hosts it, but not
  /// after the other end hung up the call that it was put on hold for.
  ///
  /// Source: flutter_callkit_incoming 869; forum threads 749202 and 804510.
  mutating func unholdCall() throws(RejectedEvent) {
    guard let call = state.device.calls.call(in: .held) else { throw .noCall(.held) }
    if state.device.calls.call(in: .active) != nil { throw .alreadySo("a call is active") }
    guard perform(.unholdCall, by: call.host) else { return }
    state.device.calls.change(.held, to: .active)
    reactivateHost(of: call)
  }

  /// The active call goes on hold for the one that was on hold.
  ///
  /// Source: `CXSetHeldCallAction`, of which each host performs its own, and the host of both performs two.
  mutating func swapCalls() throws(RejectedEvent) {
    guard let active = state.device.calls.call(in: .active) else { throw .noCall(.active) }
    guard let held = state.device.calls.call(in: .held) else { throw .noCall(.held) }
    guard perform(.holdCall, by: active.host), perform(.unholdCall, by: held.host) else { return }
    state.device.calls.swap()
    leave(active, for: held)
    reactivateHost(of: held)
  }

  /// The system activates the session of a call that is taken off hold, as the policy has it.
  mutating func reactivateHost(of call: Call) {
    switch policy.unholdReactivates {
    case .unlessRemoteHangUp: if !call.followsRemoteHangUp { activateHost(call.host) }
    case .always: activateHost(call.host)
    case .never: break
    }
  }

  /// The app that hosts a call performs an action of the user's, for which it runs.
  ///
  /// Returns false if it fails to, upon which the call stays as it was, but for one that is not answered, which
  /// ends. Source: `CXProviderDelegate`; see `failCallAction`. That an app that was suspended is woken is our
  /// choice.
  mutating func perform(_ action: CallKitMessage, by host: CallHost) -> Bool {
    guard case .app(let app) = host, state[app].lifecycle != .terminated else { return true }
    resumeSuspended(app)
    effects.add(.callKit(app, action), .callAction)
    return !state[app].failingCallActions.isSuperset(of: CallActions([action]))
  }

  /// The system activates the session of the app that hosts the call, above all others.
  ///
  /// Source: forum threads 749202 and 783870: the app must not do it itself.
  mutating func activateHost(_ host: CallHost) {
    guard case .app(let app) = host, !state.device.isMediaServerDown,
      !state[app].isActive, !state.device.isEmergency
    else { return }
    resumeSuspended(app)
    becomeActive(app, arbitrates: false)
    isCallKit = true
    effects.add(.callKit(app, .didActivate), .ended)
  }

  /// The system deactivates the session of the app that hosted the call.
  ///
  /// One that is interrupted already was spared by all that has a lower priority; no more.
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

  /// Whatever of the system is there holds the app's session as well, if that is interrupted.
  private mutating func joinHolders(of app: AppID) {
    var holding = phone.systemHolding
    if policy.systemInterruptsMixable == .no, phone.traits(of: app).isMixable {
      holding.formIntersection(.emergency)
    }
    if state.device.calls.calls.allSatisfy({ $0.host == .app(app) }) { holding.remove(.call) }
    state[app].activity.join(holding)
  }

  /// With the last call its interruption ends.
  mutating func releaseCallIfOver(_ end: Release) {
    if !state.device.calls.isUp { endInterruption(by: .call, end) }
  }
}
