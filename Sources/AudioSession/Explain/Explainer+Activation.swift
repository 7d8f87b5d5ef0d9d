extension Explainer {
  /// Whether the app's session could be activated now.
  mutating func explainActivation() -> String {
    guard session.lifecycle.isRunning else {
      becauseOfLifecycle(of: subject) {
        $0.because("only an app that runs can call", .rule(.activation))
      }
      return "\(subjectName) cannot be activated"
    }
    if let refusal = phone.refusal(of: subject) {
      because("activation refuses \(words(for: refusal.check))", .check(refusal.check)) {
        $0.explain(refusal)
      }
      return "\(subjectName) cannot be activated: \(refusal.error.fourCharacters)"
    }
    because("none of the checks refuses", .rule(.activation))
    if session.isActive {
      becauseOfFact("it is active already")
    } else {
      explainVictims()
    }
    return "\(subjectName) can be activated"
  }

  /// Whom it would interrupt.
  private mutating func explainVictims() {
    for other in phone.apps where other != subject && state[other].isActive {
      guard phone.conflict(of: subject, with: other) != nil else { continue }
      because("it would interrupt \(name(of: other))", .rule(.arbitration))
    }
  }

  /// When the check refuses, in words: what a held call of one's own does is told of that one.
  private func words(for check: ActivationCheck) -> String {
    let isOwn = check == .foreignCall && blockingCalls.allSatisfy { $0.host == .app(subject) }
    return isOwn
      ? "a category with input while a call of one's own is on hold"
      : check.statement(by: phone.policy)
  }

  private mutating func explain(_ refusal: Refusal) {
    switch refusal.check {
    case .mediaServices: becauseOfFact("the media services are down")
    case .expired: becauseOfFact("its session object was destroyed")
    case .background: explainBackground(refusal.error)
    case .foreignCall:
      explainCategoryWithInput()
      explainCalls()
    case .siriRecording:
      explainCategoryWithInput()
      becauseOfFact(device.siri.words)
    case .systemOwnsOutput:
      explainSystem()
      because(\.blockedOutputCode, is: "the error for that is \(refusal.error.fourCharacters)")
    case .inputHardware:
      explainCategoryWithInput()
      becauseOfFact("there is no input")
    case .recordPermission: becauseOfFact("it may not record")
    }
  }

  private mutating func explainBackground(_ error: SessionErrorCode) {
    becauseOfLifecycle(of: subject)
    explainMissingBackgroundMode()
    explainCategoryBehind()
    guard session.hasBackgroundAudio, phone.row(category).runsInBackground else { return }
    switch error {
    case .cannotStartRecording:
      explainCategoryWithInput()
      becauseOfFact("it mixes with others, and its input does not run")
    case .cannotStartPlaying:
      because(\.backgroundMixableStart, is: "a mixable session needs a runtime assertion to start")
    case .cannotInterruptOthers, .mediaServicesFailed, .isBusy, .incompatibleCategory,
      .missingEntitlement, .siriIsRecording, .badParam, .insufficientPriority,
      .resourceNotAvailable, .unspecified, .expiredSession, .sessionNotActive:
      becauseOfFact("it does not mix, and is neither Now Playing nor playing already")
    }
  }

  private mutating func explainCategoryWithInput() {
    because("\(category.name) has input", .category(category))
  }

  private var blockingCalls: [Call] {
    device.calls.calls.filter { phone.takesInput($0, from: subject) }
  }

  private mutating func explainCalls() {
    for call in blockingCalls { becauseOfFact(words(for: call)) }
  }

  /// Everything of the system that would refuse by itself.
  private mutating func explainSystem() {
    let ringing = device.calls.call(in: .ringing).map { words(for: $0) }
    for source in SystemSource.allCases {
      var alone = phone
      for other in SystemSource.allCases where other != source {
        other.leave(&alone.state.device)
      }
      guard alone.refusal(of: subject)?.check == .systemOwnsOutput,
        let fact = source.fact(on: device) ?? ringing
      else { continue }
      becauseOfFact(fact)
    }
  }
}

extension SiriState {
  /// What Siri does, in words.
  var words: String {
    switch self {
    case .off: "Siri is not there"
    case .listening: "Siri listens or speaks"
    case .recording: "Siri records"
    }
  }
}
