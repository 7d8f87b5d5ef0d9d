extension Phone {
  /// The state after an event, and what follows from it.
  func transition(
    on event: SessionEvent
  ) throws(RejectedEvent) -> (PhoneState, [SessionEffect]) {
    (state, [])
  }

  var legality: LegalityCheck { LegalityCheck() }
}

struct LegalityCheck {
  func verdict(on configuration: SessionConfiguration) -> LegalityVerdict {
    LegalityVerdict(error: nil, accepted: configuration, reason: "")
  }
}
