/// R1 and R2: activation and arbitration among apps.
extension Transition {
  /// `setActive(true)`.
  mutating func activate(_ app: AppID) {
    let error = activateIfAllowed(app)
    returns(app, .activate, error)
  }

  /// Activates the session if every check lets it; an error changes nothing but who refused.
  ///
  /// A session that is active stays so.
  mutating func activateIfAllowed(_ app: AppID) -> SessionErrorCode? {
    if let refusal = phone.refusal(of: app) {
      if profile.hasLifecycleNotifications { state[app].refusedBy = phone.systemHolding }
      return refusal.error
    }
    if !state[app].isActive { becomeActive(app) }
    return nil
  }

  /// R1 after the checks: the session is active and free of what held it, then R2.
  mutating func becomeActive(_ app: AppID, arbitrates: Bool = true) {
    state[app].activity.activate()
    state[app].refusedBy = []
    if profile.hasLifecycleNotifications { tell(app, .didBecomeActive, .began) }
    if arbitrates { arbitrate(for: app) }
  }

  /// R2: those that cannot sound beside the app lose.
  mutating func arbitrate(for app: AppID) {
    for other in state.ids where other != app && state[other].isActive {
      guard let row = phone.conflict(of: app, with: other) else { continue }
      interrupt(other, by: .app(app), row.row)
    }
  }
}

extension Phone {
  /// Why the app's session would take another one's activity, or nil if both may sound.
  ///
  /// The host of an active call is above apps. Source: R2; what recording does to sessions that
  /// mix is a knob.
  func conflict(of app: AppID, with other: AppID) -> Interruptor? {
    if hostsActiveCall(other) { return nil }
    let winner = state[app].configuration.traits
    let loser = state[other].configuration.traits
    if winner.interruptsSpoken, loser.isSpoken { return .spokenInterrupter }
    let yields = winner.yieldsWhileMuted && state[app].isOutputMuted
    if winner.isMixable || yields { return nil }
    if !loser.isMixable { return .nonMixableApp }
    let overruns = winner.base.silencesOthers && policy[.recordAndMixablePeers] == .interrupt
    return overruns ? .nonMixableApp : nil
  }
}
