extension Phone {
  /// The invariants that do not hold in the present state; none if all is well.
  ///
  /// What is derived is checked under every position of switch and lock.
  public var brokenInvariants: [Invariant] {
    StateCheck(self).broken + DerivedCheck(self).broken
  }

  /// The invariants that do not hold on the step that led here; none if all is well.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - before: the phone before the event.
  ///   - effects: what `handle` gave for it.
  /// - Returns: what is broken, of those that are about steps.
  public func brokenInvariants(
    after event: SessionEvent, from before: Phone, _ effects: [SessionEffect]
  ) -> [Invariant] {
    // Every third step of a search is a call that is refused; if it changed nothing, all is well.
    if effects.count == 1, case .callResult(let app, .some(let error)) = effects[0],
      state == before.state, event != .app(app, .activate) || error != .insufficientPriority
    {
      return []
    }
    // So is every third a call that succeeds and changes nothing: that it has taken effect is all.
    if effects.count == 1, case .callResult(_, nil) = effects[0], state == before.state,
      case .app(let caller, let call) = event
    {
      return StepCheck.hasTakenEffect(call, state[caller]) ? [] : [.callsTakeEffect]
    }
    return StepCheck(from: before, on: event, to: self, effects).broken
  }
}
