internal import AudioSession

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
      because("activation refuses \(clause(of: refusal))", .check(refusal.check)) {
        $0.explain(refusal)
      }
      return "\(subjectName) cannot be activated: \(refusal.error.fourCharacters)"
    }
    because("none of the checks refuses", .rule(.activation))
    if session.isActive {
      because(.isActive)
    } else {
      explainVictims()
    }
    return "\(subjectName) can be activated"
  }

  /// The apps that it would interrupt.
  private mutating func explainVictims() {
    for other in phone.apps where other != subject && state[other].isActive {
      guard phone.conflict(of: subject, with: other) != nil else { continue }
      because("it would interrupt \(name(of: other))", .rule(.arbitration))
    }
  }

  /// The clause of the check that refuses now, in words.
  private func clause(of refusal: Refusal) -> String {
    switch refusal.check {
    case .background: "in the background, \(backgroundClause(refusal.error))"
    case .foreignCall: "a category with input while \(callClause)"
    case .systemOwnsOutput: outputClause
    case .mediaServices, .expired, .ownCall, .callAudio, .siriRecording, .inputHardware,
      .recordPermission:
      refusal.check.statement(by: policy)
    }
  }

  private func backgroundClause(_ error: SessionErrorCode) -> String {
    if !session.hasBackgroundAudio { return "without the audio mode" }
    if !phone.row(category).runsInBackground { return "in a category that stops there" }
    if !phone.traits(of: subject).isMixable { return "not mixing and not Now Playing" }
    return error == .cannotStartRecording
      ? "starting to record while mixing"
      : "starting to play while mixing without a runtime assertion"
  }

  private var callClause: String {
    let isOwn = blockingCalls.allSatisfy { $0.host == .app(subject) }
    return blockingCalls.last.map { call in
      let whose = isOwn ? "a call of one's own" : "a call hosted by somebody else"
      return switch call.phase {
      case .ringing: "\(whose) rings"
      case .active: "\(whose) is active"
      case .held: "\(whose) is on hold"
      }
    } ?? "there is a call"
  }

  private var outputClause: String {
    let found = phone.holders(against: subject, phone.traits(of: subject)).system
    if found.contains(.emergency) { return "in an emergency" }
    let reasons = found.map { source in
      switch source {
      case .call: "it rings"
      case .alarm: "the alarm rings"
      case .timer: "the timer rings"
      case .siri: device.siri == .recording ? "Siri records" : "Siri is there, with input"
      case .emergency, .microphoneMute, .routeLoss, .suspension, .notification, .carRadio,
        .privateSession, .webView:
        "\(source.who) is there"
      }
    }
    return "a session that does not mix while \(reasons.joined(separator: " and "))"
  }

  private mutating func explain(_ refusal: Refusal) {
    switch refusal.check {
    case .mediaServices: because(.mediaServicesAreDown)
    case .expired: because(.sessionWasDestroyed)
    case .background: explainBackground(refusal.error)
    case .foreignCall:
      explainCategoryWithInput()
      explainCalls()
    case .ownCall:
      because(.ownCallIsActive)
      because(\.ownCallReactivation, is: "the error for that is \(refusal.error.fourCharacters)")
    case .callAudio: because(.callAudioIsClosing)
    case .siriRecording:
      explainCategoryWithInput()
      because(.system(.siri))
    case .systemOwnsOutput:
      explainSystem()
      if !device.isEmergency { because(.doesNotMix) }
      because(\.blockedOutputCode, is: "the error for that is \(refusal.error.fourCharacters)")
    case .inputHardware:
      explainCategoryWithInput()
      because(.hasNoInput)
    case .recordPermission: because(.mayNotRecord)
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
      because(.mixesAndWasInactive) { $0.explainMissingRight() }
    case .cannotStartPlaying:
      because(\.backgroundMixableStart, is: "a mixable session needs a runtime assertion to start")
    case .cannotInterruptOthers, .mediaServicesFailed, .isBusy, .incompatibleCategory,
      .missingEntitlement, .siriIsRecording, .badParam, .insufficientPriority,
      .resourceNotAvailable, .unspecified, .expiredSession, .sessionNotActive:
      because(.hasNoStandingInBackground) {
        $0.explainMissingRight()
      }
    }
  }

  /// Why a session that was not active has no right to begin in the background.
  private mutating func explainMissingRight() {
    if session.mayResume {
      let right = history?.wasLaunchedBySiri == true ? "that Siri has launched it" : "shouldResume"
      because(
        \.backgroundResumption, is: "\(right) does not count in the background")
    } else {
      because(.hasNoRightToResume)
    }
  }

  private mutating func explainCategoryWithInput() {
    because("\(category.name) has input", .category(category))
  }

  private var blockingCalls: [Call] {
    device.calls.calls.filter { phone.takesInput($0, from: subject) }
  }

  private mutating func explainCalls() {
    for call in blockingCalls { because(.call(call)) }
  }

  /// Everything of the system that would refuse by itself.
  private mutating func explainSystem() {
    let ringing = device.calls.call(in: .ringing).map { ExplainedFact.call($0) }
    for source in SystemSource.allCases {
      var alone = phone
      for other in SystemSource.allCases where other != source {
        other.leave(&alone.state.device)
      }
      guard alone.refusal(of: subject)?.check == .systemOwnsOutput,
        let fact = self.fact(of: source) ?? ringing
      else { continue }
      because(fact)
    }
  }
}

extension Explainer {
  /// Why the app's session is not active.
  ///
  /// The state holds no history: what is not known is said to be one of several.
  mutating func explainInactivity() {
    if let interruption = session.interruption {
      explainInterrupters(of: subject)
      if !interruption.wasPlaying {
        because(.wasNotPlaying)
      }
    } else if device.isMediaServerDown {
      because(.mediaServicesAreDown) { $0.because(.mediaServices) }
    } else if !session.lifecycle.isRunning {
      explainBehind()
    } else if let history, history.wasLaunchedBySiri {
      because(.wasLaunchedBySiri) {
        $0.explainRefusalNow()
        $0.because(.activation)
      }
    } else if history == nil, !session.hasClaim, session.mayResume {
      because(.mayBegin) {
        $0.explainRefusalNow()
        $0.because(.interruptionEnd)
      }
    } else if session.hasClaim || session.mayResume {
      because(.hasNotActivatedSinceEnd) {
        $0.explainEnd()
      }
    } else if let end = history?.end, state[subject].interruption == nil {
      because(.hasNotActivatedSinceEnd) { $0.explain(end) }
      explainOwnCall()
    } else if let loss = history?.loss {
      explain(loss: loss)
      explainOwnCall()
    } else {
      explainOwnCall()
      explainIdleness()
    }
  }

  /// What the end of the interruption was like, as far as that is known, and what it leads to.
  private mutating func explainEnd() {
    let waits = state.mailbox.contains { $0.app == subject && $0.notification.isEnd }
    if waits {
      because(.endWaitsForForeground)
    } else if let end = history?.end {
      explain(end)
    } else if session.mayResume {
      because(.wasNotifiedWithShouldResume)
    } else {
      explainPossibleEnds()
    }
    explainRefusalNow()
    because(.interruptionEnd)
  }

  private mutating func explainRefusalNow() {
    guard let refusal = phone.refusal(of: subject) else { return }
    because(
      "activating it would be refused now: \(refusal.error.fourCharacters)",
      .check(refusal.check))
  }

  private mutating func explainPossibleEnds() {
    because(.endIsNotKnown) { explainer in
      guard explainer.phone.apps.count > 1 else { return }
      let isUnnotified = explainer.policy.noNotifyEffect == .nothing
      explainer.because(
        \.noNotifyEffect,
        is: "an app that leaves without notifying ends interruptions "
          + (isUnnotified ? "without notice" : "without shouldResume"))
      guard explainer.policy.siriHandover == .endedWithoutOption else { return }
      explainer.because(
        \.siriHandover, is: "playback that Siri starts ends interruptions without shouldResume")
    }
  }

  /// A call of its own that has left the session without activity.
  private mutating func explainOwnCall() {
    let own = device.calls.calls.filter { $0.host == .app(subject) }
    // Of two of its own the active one says more than the one on hold.
    guard let call = own.first(where: { $0.phase == .active }) ?? own.first else { return }
    switch call.phase {
    case .ringing: break
    case .active:
      guard !session.isActive, policy.unholdReactivates != .always else { return }
      because(
        \.unholdReactivates,
        is: policy.unholdReactivates == .never
          ? "taking a call of its own off hold does not activate its session"
          : "taking a call of its own off hold does not activate its session where the other end "
            + "hung up the call it was put on hold for")
    case .held:
      because(.call(call)) {
        $0.because(
          "a call that goes on hold takes the session of its app along",
          .rule(.systemInterruption), Evidence(.thread("749202")))
      }
    }
  }

  private mutating func explainIdleness() {
    if let history, !history.wasActive {
      because(.wasNeverActivated) {
        $0.because(.activation)
      }
      return
    }
    because(.isInactiveForSomeReason) { $0.because(.activation) }
  }

  /// What may have kept the output of an active session from running.
  mutating func explainPause() {
    if let history {
      explainPause(history)
      return
    }
    let commands = session.remoteCommands
    let byCommand = [.pause, .stop, .togglePlayPause].contains { commands.handles($0) }
    because(.mayHaveStopped(byRemoteCommand: byCommand))
    if phone.playerKind(of: subject) == .engine {
      because(
        "another sample rate or number of channels would stop its engine as well", .rule(.route),
        Evidence(.page("AVAudioEngineConfigurationChange")))
    }
    guard policy.unplugPauses == .yes, phone.pausesWhenUnplugged(subject) else { return }
    because(\.unplugPauses, is: "unplugging what it plays on would pause it as well")
  }

  /// The same where it is known.
  private mutating func explainPause(_ history: SessionHistory.App) {
    switch history.stop {
    case nil where history.stoppedItself: because(.hasStoppedItself)
    case nil where !history.hasPlayed: because(.hasNeverStarted)
    case nil: because(.hasNotStartedSince)
    case .outputUnplugged:
      because(\.unplugPauses, is: "what it played on was unplugged, which paused it")
    case .configurationChanged:
      because(
        "its hardware got another sample rate or number of channels, which stopped its engine",
        .rule(.route), Evidence(.page("AVAudioEngineConfigurationChange")))
    case .categoryChanged:
      because("its category was changed to one without output", .rule(.categoryChange))
    case .interrupted: because(.wasStoppedByInterruption)
    case .suspended, .backgrounded: because(.wasStoppedInBackground)
    case .deactivated: because(.hasDeactivatedSince)
    case .mediaServicesLost: because(.wasStoppedByMediaServices)
    case .inputUnplugged, .terminated: because(.hasNotStartedSince)
    }
  }
}
