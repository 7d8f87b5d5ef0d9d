internal import AudioSession

extension Explainer {
  /// Explains whether the app's session could be activated now.
  mutating func explainActivation() -> String {
    guard session.lifecycle.isRunning else {
      becauseOfLifecycle(of: subject) {
        $0.because("only a running app can activate its session", .rule(.activation))
      }
      return "\(subjectName) cannot be activated"
    }
    if let refusal = phone.refusal(of: subject) {
      because("activation refuses \(clause(of: refusal))", .check(refusal.check)) {
        $0.explain(refusal)
      }
      return "\(subjectName) cannot be activated: \(refusal.error.label)"
    }
    because("no check refuses the activation", .rule(.activation))
    if session.isActive {
      because(.isActive)
    } else {
      explainVictims()
    }
    return "\(subjectName) can be activated"
  }

  /// Adds the apps that the activation would interrupt.
  private mutating func explainVictims() {
    for other in phone.apps where other != subject && state[other].isActive {
      guard phone.conflict(of: subject, with: other) != nil else { continue }
      because("it would interrupt \(name(of: other))", .rule(.arbitration))
    }
  }

  /// Returns a clause for the check that refuses now.
  func clause(of refusal: Refusal) -> String {
    switch refusal.check {
    case .background: "an app in the background \(backgroundClause(refusal.error))"
    case .foreignCall: "a category with input while \(callClause)"
    case .systemOwnsOutput: outputClause
    case .mediaServices, .expired, .ownCall, .callAudio, .siriRecording, .inputHardware,
      .recordPermission:
      refusal.check.statement(by: policy)
    }
  }

  private func backgroundClause(_ error: SessionErrorCode) -> String {
    if !session.hasBackgroundAudio { return "without the audio background mode" }
    if !phone.row(category).runsInBackground {
      return "whose category does not allow background audio"
    }
    if !phone.traits(of: subject).isMixable { return "that neither mixes nor is Now Playing" }
    return error == .cannotStartRecording
      ? "that mixes and starts recording"
      : "that mixes and starts playing without a runtime assertion"
  }

  private var callClause: String {
    let isOwn = blockingCalls.allSatisfy { $0.host == .app(subject) }
    return blockingCalls.last.map { call in
      let whose = isOwn ? "the app's own call" : "a call that is not the app's own"
      return switch call.phase {
      case .ringing: "\(whose) is ringing"
      case .active: "\(whose) is active"
      case .held: "\(whose) is on hold"
      }
    } ?? "there is a call"
  }

  private var outputClause: String {
    let found = phone.holders(against: subject, phone.traits(of: subject)).system
    if found.contains(.emergency) { return "any session during an emergency alert" }
    let reasons = found.map { source in
      switch source {
      case .call: "a call is ringing"
      case .alarm: "the alarm is ringing"
      case .timer: "the timer is ringing"
      case .siri:
        device.siri == .recording ? "Siri is recording" : "Siri is shown and the session has input"
      case .emergency, .microphoneMute, .routeLoss, .suspension, .notification, .carRadio,
        .privateSession, .webView:
        "\(source.who) is active"
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
      because(
        \.ownCallReactivation, is: "the error in that case is \(refusal.error.label)")
    case .callAudio: because(.callAudioIsClosing)
    case .siriRecording:
      explainCategoryWithInput()
      because(.system(.siri))
    case .systemOwnsOutput:
      explainSystem()
      if !device.isEmergency { because(.doesNotMix) }
      because(\.blockedOutputCode, is: "the error in that case is \(refusal.error.label)")
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

  /// Explains why an inactive session lacks the right to start in the background.
  private mutating func explainMissingRight() {
    if session.mayResume {
      let right = history?.wasLaunchedBySiri == true ? "a launch by Siri" : "shouldResume"
      because(
        \.backgroundResumption, is: "\(right) does not give the right to start in the background")
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

  /// Adds every system source that alone would refuse the activation.
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
  /// Explains why the app's session is not active.
  ///
  /// The state does not hold a history. If the cause is not known, the explanation lists the possible causes.
  mutating func explainInactivity() {
    explainReasonOfInactivity()
    explainAttempt()
  }

  /// Adds the app's last attempt to activate its session, if it failed.
  mutating func explainAttempt() {
    guard let attempt = history?.attempt else { return }
    because(.attemptFailed(attempt.call, attempt.error, at: attempt.seconds)) {
      $0.because(attempt.why, attempt.reference)
    }
  }

  private mutating func explainReasonOfInactivity() {
    if let interruption = session.interruption {
      explainInterrupters(of: subject)
      if direction == .output, !interruption.wasPlaying { because(.wasNotPlaying) }
    } else if device.isMediaServerDown {
      because(.mediaServicesAreDown) { $0.because(.mediaServices) }
    } else if !session.lifecycle.isRunning {
      explainEarlierSilence()
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

  /// Adds why the app was already silent when it was suspended or its process ended, if known.
  ///
  /// Without this cause, the explanation would suggest that the app was heard until it was suspended.
  mutating func explainEarlierSilence() {
    guard let history else { return }
    if let end = history.end {
      // An app that stops running before a late end arrives cannot resume.
      if case .late = end.delivery { return }
      guard end.couldResume else { return }
      because(.hasNotActivatedSinceEnd) {
        $0.explain(end)
        $0.because(.interruptionEnd)
      }
      return
    }
    switch history[direction].stop {
    case nil where history[direction].stoppedItself: because(.hasStoppedItself)
    case .interrupted, .outputUnplugged, .configurationChanged, .categoryChanged:
      explainPause(history)
    case nil, .deactivated, .inputUnplugged, .suspended, .backgrounded, .terminated,
      .mediaServicesLost:
      break
    }
  }

  /// Explains how the interruption ended, if known, and the consequence.
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
      "activating it would be refused now: \(refusal.error.label)",
      .check(refusal.check))
  }

  private mutating func explainPossibleEnds() {
    because(.endIsNotKnown) { explainer in
      guard explainer.phone.apps.count > 1 else { return }
      let isUnnotified = explainer.policy.noNotifyEffect == .nothing
      explainer.because(
        \.noNotifyEffect,
        is: "an app that leaves without notifying ends interruptions "
          + (isUnnotified ? "without a notification" : "without shouldResume"))
      guard explainer.policy.siriHandover == .endedWithoutOption else { return }
      explainer.because(
        \.siriHandover, is: "playback that Siri starts ends interruptions without shouldResume")
    }
  }

  /// Explains that one of the app's calls has left the session inactive.
  private mutating func explainOwnCall() {
    let own = device.calls.calls.filter { $0.host == .app(subject) }
    // If the app has two calls, the active call is more informative than the call on hold.
    guard let call = own.first(where: { $0.phase == .active }) ?? own.first else { return }
    switch call.phase {
    case .ringing: break
    case .active:
      guard !session.isActive, policy.unholdReactivates != .always else { return }
      because(
        \.unholdReactivates,
        is: policy.unholdReactivates == .never
          ? "taking its own call off hold does not activate its session"
          : "taking its own call off hold does not activate its session if the call was on hold for another call "
            + "that the other party hung up")
    case .held:
      because(.call(call)) {
        $0.because(
          "putting a call on hold deactivates the session of the app that hosts it",
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

  /// Adds the possible reasons why an active session's input or output is not running.
  mutating func explainPause() {
    if let history {
      explainPause(history)
      return
    }
    let commands = session.remoteCommands
    let byCommand = [.pause, .stop, .togglePlayPause].contains { commands.handles($0) }
    because(.mayHaveStopped(byRemoteCommand: direction == .output && byCommand))
    if phone.playerKind(of: subject) == .engine {
      because(
        "a change of the sample rate or the number of channels would also stop its engine",
        .rule(.route),
        Evidence(.page("AVAudioEngineConfigurationChange")))
    }
    guard direction == .output, policy.unplugPauses == .yes, phone.pausesWhenUnplugged(subject)
    else { return }
    because(\.unplugPauses, is: "unplugging its output would also pause it")
  }

  /// Adds the reason why an active session's input or output is not running, according to its history.
  private mutating func explainPause(_ history: SessionHistory.App) {
    let stream = history[direction]
    if history.attempt?.call == (direction == .input ? .startInput : .startOutput) {
      return explainAttempt()
    }
    switch stream.stop {
    case nil where stream.stoppedItself: because(.hasStoppedItself)
    case nil where !stream.hasRun: because(.hasNeverStarted)
    case nil: because(.hasNotStartedSince)
    case .outputUnplugged:
      because(\.unplugPauses, is: "its output was unplugged, which paused it")
    case .configurationChanged:
      because(
        "its hardware's sample rate or number of channels changed, which stopped its engine",
        .rule(.route), Evidence(.page("AVAudioEngineConfigurationChange")))
    case .categoryChanged:
      because(
        "its category was changed to one without \(direction.name)", .rule(.categoryChange))
    case .interrupted: because(.wasStoppedByInterruption)
    case .suspended, .backgrounded: because(.wasStoppedInBackground)
    case .deactivated: because(.hasDeactivatedSince)
    case .mediaServicesLost: because(.wasStoppedByMediaServices)
    case .inputUnplugged:
      because("no input remained to record from", .rule(.route), Self.disconnectedInput)
    case .terminated: because(.hasNotStartedSince)
    }
  }
}
