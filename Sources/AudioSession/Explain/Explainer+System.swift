extension Explainer {
  /// A source of the system that holds a session.
  mutating func explain(_ source: SystemSource, holding app: AppID) {
    // Apps do not join those who hold a session already, so the system came after them.
    let statement =
      state[app].interruptedBy.apps.isEmpty
      ? "\(name(of: app)) was interrupted by \(source.who)"
      : "\(name(of: app)) is held by \(source.who) as well"
    let interruptor = source.interruptor(on: device)
    because(statement, .interruptor(interruptor)) { explainer in
      if let fact = explainer.fact(of: source) { explainer.becauseOfFact(fact) }
      explainer.explainGround(of: interruptor, holding: app)
    }
  }

  /// The rule by which it interrupted, with what that asks for.
  private mutating func explainGround(of interruptor: Interruptor, holding app: AppID) {
    guard let condition = interruptor.condition else {
      because(interruptor.rule)
      return
    }
    because(condition.statement, .rule(interruptor.rule), condition.evidence) {
      if interruptor == .routeLoss { $0.explainLoss(of: app) }
    }
  }

  private func fact(of source: SystemSource) -> String? {
    guard source == .call else { return source.fact(on: device) }
    return device.calls.calls.map { words(for: $0) }.joined(separator: " and ")
  }

  /// Why it was among those that lose with their output; what was so then may have changed.
  private mutating func explainLoss(of app: AppID) {
    let wish = state[app].preferences.interruptionOnRouteDisconnect
    if wish == true {
      becauseOfFact("\(name(of: app)) prefers to be interrupted by that")
    } else if wish == nil, device.nowPlaying == app {
      becauseOfFact("\(name(of: app)) is Now Playing")
    } else if wish == nil, policy.interruptionOnRouteDisconnect == .documentation {
      because(\.interruptionOnRouteDisconnect, is: "who has not said is interrupted")
    } else {
      becauseOfFact("\(name(of: app)) was Now Playing then, or preferred it")
    }
  }

  /// Why what the system does now lets the app be, whose session is active.
  mutating func explainSparing() {
    guard !phone.systemHolding.isEmpty else { return }
    if phone.hostsActiveCall(subject) {
      becauseOfFact("it hosts the call that is active")
      return
    }
    if policy.systemInterruptsMixable == .no, phone.traits(of: subject).isMixable {
      because(
        \.systemInterruptsMixable, is: "calls, alarms and Siri spare sessions that mix, as it does")
      return
    }
    if device.calls.call(in: .ringing) != nil, phone.isExemptFromBanner(subject) {
      because(
        "a call rings as a banner, which spares who prefers that", .interruptor(.incomingCall)
      ) { $0.becauseOfFact("it prefers no interruptions from system alerts") }
    }
    if device.calls.calls.contains(where: { $0.phase != .ringing }),
      !phone.row(category).hasInput
    {
      because("a session without input may be activated during a call", .check(.foreignCall))
    }
  }
}
