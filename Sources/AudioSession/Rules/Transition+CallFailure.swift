/// Call actions that fail after they have taken effect.
extension Transition {
  /// Handles a report from an app's call provider that an action could not be performed.
  ///
  /// A call that could not be started or answered ends. A call that could not be held, taken off hold or muted returns
  /// to its former state, without another action.
  ///
  /// Source: page of `CXAction.fail()`: the failure may be reported asynchronously; page of
  /// `provider(_:timedOutPerforming:)`: "Depending on the action, a timeout may also force the call to end". Our
  /// choice: which actions end the call, and that all other actions are undone. A call that has ended stays ended.
  mutating func failCallAction(
    _ action: CallKitMessage, of app: AppID
  ) throws(RejectedEvent) {
    let host = CallHost.app(app)
    let calls = state.device.calls
    switch action {
    case .startCall, .answerCall:
      _ = try call(in: .active, of: host)
      try endCall(.active, .resumable, byOtherEnd: true)
    case .holdCall:
      _ = try call(in: .held, of: host)
      if calls.call(in: .active) != nil { throw .alreadySo("a call is active") }
      state.device.calls.change(.held, to: .active)
      activateHost(host)
    case .unholdCall:
      let active = try call(in: .active, of: host)
      if let held = calls.call(in: .held) {
        state.device.calls.swap()
        leave(active, for: held)
        reactivateHost(of: held)
      } else {
        state.device.calls.change(.active, to: .held)
        deactivateHost(host)
      }
    case .muteCall, .unmuteCall:
      _ = try call(in: .active, of: host)
      state.device.calls.mute(action == .unmuteCall)
    case .endCall: throw .noCall(.active)
    case .didActivate, .didDeactivate: throw .notThere("action \(action.rawValue)")
    }
  }

  private func call(in phase: CallPhase, of host: CallHost) throws(RejectedEvent) -> Call {
    guard let call = state.device.calls.call(in: phase), call.host == host else {
      throw .noCall(phase)
    }
    return call
  }
}
