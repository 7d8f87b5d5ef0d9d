internal import AudioSession

extension Explainer {
  /// Explains why the app is interrupted or not.
  mutating func explainInterruption() -> String {
    if phone.isInterrupted(subject) {
      explainInterrupters(of: subject)
      return "\(subjectName) is interrupted"
    }
    because(.isNotInterrupted) { explainer in
      if let end = explainer.history?.lastEnd { explainer.explain(end) }
      guard explainer.session.isActive else { return }
      explainer.explainSparing()
      explainer.explainPeace()
    }
    if !session.isActive { explainInactivity() }
    return "\(subjectName) is not interrupted"
  }

  /// Explains why the other active sessions do not interrupt the app.
  private mutating func explainPeace() {
    for other in phone.apps where other != subject && state[other].isActive {
      guard phone.conflict(of: other, with: subject) == nil else { continue }
      if phone.traits(of: other).isMixable {
        because(.isActiveAndMixes(other)) { $0.becauseMixingIsSpared() }
      } else if phone.traits(of: subject).isMixable {
        because(.mixesBeside(other)) { $0.becauseMixingIsSpared() }
      }
    }
  }

  private mutating func becauseMixingIsSpared() {
    because(
      "a session that mixes does not interrupt others and is not interrupted by them, except for spoken audio",
      .rule(.arbitration))
  }

  /// Adds every source that interrupts an app's session, and why.
  mutating func explainInterrupters(of app: AppID) {
    let sources = state[app].interruptedBy
    for interrupter in sources.apps { explain(interrupter, interrupting: app) }
    for source in sources.system { explain(source, interrupting: app) }
    if sources.apps.count + sources.systemNames.count > 1 { because(.interruptionEnd) }
    if app == subject { explainBeginning() }
  }

  private mutating func explain(_ interrupter: AppID, interrupting app: AppID) {
    let conflict = phone.conflict(of: interrupter, with: app)
    let words = Phone.words(name(of: app), interruptedBy: name(of: interrupter), conflict)
    switch conflict {
    case .spokenInterrupter:
      because(words, .interruptor(.spokenInterrupter)) { $0.explainSpoken(app, interrupter) }
    case .some(let conflict):
      because(words, .interruptor(conflict)) { $0.explainExclusive(app, interrupter) }
    case nil:
      because(words, .rule(.interruptionEnd)) { $0.explainClaim(of: interrupter) }
    }
  }

  private mutating func explainSpoken(_ app: AppID, _ interrupter: AppID) {
    because(.mode(app, state[app].configuration.mode))
    because(.interruptsSpokenAudio(interrupter)) {
      $0.because("that option interrupts sessions in mode spokenAudio", .rule(.arbitration))
    }
    explainClaim(of: interrupter)
  }

  private mutating func explainExclusive(_ app: AppID, _ interrupter: AppID) {
    let category = state[interrupter].configuration.category
    because(
      "\(name(of: interrupter)) uses \(category.name) without mixWithOthers", .category(category)
    ) { explainer in
      explainer.because(
        "a session that does not mix interrupts other sessions that do not mix", .rule(.arbitration)
      )
      if explainer.phone.traits(of: app).isMixable {
        explainer.because(\.recordAndMixablePeers, is: "recording interrupts sessions that mix")
      }
    }
    explainClaim(of: interrupter)
  }

  /// Explains that an inactive app still interrupts others through its claim.
  private mutating func explainClaim(of interrupter: AppID) {
    guard !state[interrupter].isActive else { return }
    because(.wasInterruptedSince(interrupter)) { explainer in
      explainer.because(.claim)
      let name = explainer.name(of: interrupter)
      explainer.because(
        \.claimRelease,
        is:
          "sessions that \(name) interrupted stay interrupted until \(name) is activated again or gives up its session"
      )
      explainer.explainInterrupters(of: interrupter)
    }
  }
}

extension Explainer {
  /// Explains why a system source interrupts a session.
  mutating func explain(_ source: SystemSource, interrupting app: AppID) {
    let statement = phone.words(name(of: app), app, interruptedBy: source)
    let interruptor = source.interruptor(on: device)
    because(statement, .interruptor(interruptor)) { explainer in
      if let fact = explainer.presence(of: source) { explainer.because(fact) }
      explainer.explainGround(of: interruptor, interrupting: app)
    }
  }

  /// Adds the rule by which the source interrupted, with the rule's condition.
  private mutating func explainGround(of interruptor: Interruptor, interrupting app: AppID) {
    guard let condition = interruptor.condition else {
      because(interruptor.rule)
      return
    }
    because(condition.statement, .rule(interruptor.rule), condition.evidence) {
      if interruptor == .routeLoss { $0.explainLoss(of: app) }
    }
  }

  /// The fact that a system source is present while it interrupts an app.
  private func presence(of source: SystemSource) -> ExplainedFact? {
    source == .call ? .calls : fact(of: source)
  }

  /// The fact that a system source other than a call is present.
  ///
  /// Each call is a separate fact.
  func fact(of source: SystemSource) -> ExplainedFact? {
    source.fact(on: device) == nil ? nil : .system(source)
  }

  /// Explains why the app was interrupted when its output was disconnected.
  ///
  /// The conditions may have changed since then.
  private mutating func explainLoss(of app: AppID) {
    let isOptedIn = state[app].preferences.interruptionOnRouteDisconnect
    if isOptedIn, device.nowPlaying == app {
      because(.isNowPlaying(app))
    } else if isOptedIn, policy.interruptionOnRouteDisconnect == .documentation {
      because(
        \.interruptionOnRouteDisconnect, is: "every session that has not opted out is interrupted")
    } else {
      because(.wasNowPlaying(app))
    }
  }

  /// Explains why the current system sources do not interrupt the app's active session, or would let an inactive
  /// session be activated.
  mutating func explainSparing() {
    guard !phone.systemHolding.isEmpty else { return }
    if phone.hostsActiveCall(subject) {
      because(.hostsActiveCall(subject))
      return
    }
    let known = causes.count
    explainSystemOutput()
    if policy.systemInterruptsMixable == .no, phone.traits(of: subject).isMixable {
      because(
        \.systemInterruptsMixable,
        is: "calls, alarms and Siri do not interrupt sessions that mix, and it mixes")
      return
    }
    explainExemptions()
    if causes.count == known, session.isActive {
      because(.wasLeftAlone)
    }
  }

  /// Explains why the app's session may be activated while the system holds the output.
  private mutating func explainSystemOutput() {
    let isBesideSystem = !phone.systemHolding.subtracting(.call).isEmpty
    if isBesideSystem || device.calls.call(in: .ringing) != nil, phone.traits(of: subject).isMixable
    {
      because(
        "a session that mixes may be activated while a call, an alarm or a timer is ringing, or while Siri is "
          + "shown",
        .check(.systemOwnsOutput))
    } else if device.siri != .off, !phone.row(category).hasInput {
      because(
        "output may be activated while Siri is shown but not recording", .check(.systemOwnsOutput))
    }
  }

  /// Explains why rings, calls, alarms and timers do not interrupt the app.
  private mutating func explainExemptions() {
    if device.calls.call(in: .ringing) != nil, phone.isExemptFromBanner(subject) {
      because(
        "a call is ringing as a banner, which does not interrupt apps that prefer no interruptions from system alerts",
        .interruptor(.incomingCall)
      ) { $0.because(.prefersNoInterruptions) }
    }
    if device.calls.calls.contains(where: { $0.phase != .ringing }),
      !phone.row(category).hasInput
    {
      because("a session without input may be activated during a call", .check(.foreignCall))
    }
    if !phone.systemHolding.isDisjoint(with: .clock), phone.isExemptFromClock(subject) {
      because(
        \.noInterruptionsCover,
        is:
          "the alarm and the timer do not interrupt apps that prefer no interruptions from system alerts"
      )
    }
  }
}
