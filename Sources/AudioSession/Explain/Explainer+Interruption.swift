extension Explainer {
  /// Why the app is interrupted or not.
  mutating func explainInterruption() -> String {
    if phone.isInterrupted(subject) {
      explainHolders(of: subject)
      return "\(subjectName) is interrupted"
    }
    becauseOfFact("nobody holds its session") { explainer in
      guard explainer.session.isActive else { return }
      explainer.explainSparing()
      explainer.explainPeace()
    }
    if !session.isActive { explainInactivity() }
    return "\(subjectName) is not interrupted"
  }

  /// Why those that are active as well let the app be.
  private mutating func explainPeace() {
    for other in phone.apps where other != subject && state[other].isActive {
      guard phone.conflict(of: other, with: subject) == nil else { continue }
      let otherName = phone.name(of: other)
      if phone.traits(of: other).isMixable {
        becauseOfFact("\(otherName) is active, and mixes") { $0.becauseMixingIsSpared() }
      } else if phone.traits(of: subject).isMixable {
        becauseOfFact("\(otherName) is active, but \(subjectName) itself mixes") {
          $0.becauseMixingIsSpared()
        }
      }
    }
  }

  private mutating func becauseMixingIsSpared() {
    because(
      "a session that mixes leaves others alone, and they it, but for spoken audio",
      .rule(.arbitration))
  }

  /// Everyone who holds the session of an app, and why.
  mutating func explainHolders(of app: AppID) {
    let sources = state[app].interruptedBy
    for holder in sources.apps { explain(holder, holding: app) }
    for source in sources.system { explain(source, holding: app) }
    if sources.apps.count + sources.systemNames.count > 1 { because(.interruptionEnd) }
  }

  private mutating func explain(_ holder: AppID, holding app: AppID) {
    let words = "\(name(of: app)) was interrupted by \(name(of: holder))"
    switch phone.conflict(of: holder, with: app) {
    case .spokenInterrupter:
      because("\(words), which interrupts spoken audio", .interruptor(.spokenInterrupter)) {
        $0.explainSpoken(app, holder)
      }
    case .some(let conflict):
      because("\(words), whose session does not mix", .interruptor(conflict)) {
        $0.explainExclusive(app, holder)
      }
    case nil:
      because("\(words), as the two were configured then", .rule(.interruptionEnd)) {
        $0.explainClaim(of: holder)
      }
    }
  }

  private mutating func explainSpoken(_ app: AppID, _ holder: AppID) {
    becauseOfFact("\(whose(app)) mode is \(state[app].configuration.mode.name)")
    becauseOfFact("\(name(of: holder)) has interruptSpokenAudioAndMixWithOthers") {
      $0.because("that option interrupts sessions in mode spokenAudio", .rule(.arbitration))
    }
    explainClaim(of: holder)
  }

  private mutating func explainExclusive(_ app: AppID, _ holder: AppID) {
    let category = state[holder].configuration.category
    because(
      "\(name(of: holder)) is \(category.name) without mixWithOthers", .category(category)
    ) { explainer in
      explainer.because(
        "a session that does not mix interrupts others that do not", .rule(.arbitration))
      if explainer.phone.traits(of: app).isMixable {
        explainer.because(\.recordAndMixablePeers, is: "recording interrupts sessions that mix")
      }
    }
    explainClaim(of: holder)
  }

  /// A holder that is not active any more holds by its claim.
  private mutating func explainClaim(of holder: AppID) {
    guard !state[holder].isActive else { return }
    becauseOfFact("\(whose(holder)) own session was interrupted since") { explainer in
      explainer.because(.claim)
      let name = explainer.name(of: holder)
      explainer.because(
        \.claimRelease, is: "\(name) lets go only when it is activated again or gives up")
      explainer.explainHolders(of: holder)
    }
  }
}
