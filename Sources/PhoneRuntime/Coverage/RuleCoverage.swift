internal import AudioSession

extension SessionRule {
  /// Returns whether the rule applies to a step.
  ///
  /// Each condition expresses the rule's statement in terms of the effects and of the phone before and after the step.
  // lint: table
  func decides(_ step: SettledEvent) -> Bool {
    let (before, after) = (step.before, step.after)
    return switch self {
    case .activation:
      step.isCall { if case .activate = $0 { true } else { false } }
        || step.contains { !before.isActive($0) && after.isActive($0) }
    case .arbitration:
      step.contains { !step.newHolders(of: $0).apps.isEmpty } || step.interrupts(by: .arbitration)
    case .systemInterruption: step.interrupts(by: .systemInterruption) || step.isTone
    case .interruptionEnd: step.contains { step.endsInterruption(of: $0) }
    case .deactivation:
      step.isCall { if case .deactivate = $0 { true } else { false } }
        && step.contains { $0 == step.event.caller && before.isActive($0) && !after.isActive($0) }
    case .abandoning:
      step.contains { app in
        step.isAbout(app) && before.isInterrupted(app) && !after.isActive(app)
          && step.contains { step.releases($0, from: app) }
      }
    case .claim:
      step.contains { app in
        before.isActive(app) && after.isInterrupted(app)
          && step.contains { after.state[$0].interruptedBy.contains(.app(app)) }
      }
    case .suspension:
      step.contains {
        before.isActive($0) && !after.isActive($0) && before.state[$0].lifecycle != .suspended
          && after.state[$0].lifecycle == .suspended
      }
    case .categoryChange:
      step.contains {
        before.isActive($0) && before.state[$0].configuration != after.state[$0].configuration
      }
    case .ducking:
      step.hasDucker && step.contains { before.isDucked($0) != after.isDucked($0) }
    case .hint: step.posts(.hint)
    case .route: before.currentRoute != after.currentRoute
    case .order: Set(step.effects.compactMap(\.stage)).count > 1
    case .mailbox: step.effects.contains { if case .queued = $0 { true } else { false } }
    case .commandsDuringInterruption: step.commandsInterruptedApp
    case .lifecycleStream: step.posts(.stream)
    case .mediaServices:
      step.event == .phone(.mediaServicesLost) || step.event == .phone(.mediaServicesReset)
    }
  }
}

extension SettledEvent {
  fileprivate func contains(_ holds: (AppID) -> Bool) -> Bool { after.apps.contains(where: holds) }

  /// Returns whether the event is a call by an app that `isMeant` accepts.
  fileprivate func isCall(_ isMeant: (AppEvent) -> Bool) -> Bool {
    if case .app(_, let event) = event { isMeant(event) } else { false }
  }

  fileprivate func isAbout(_ app: AppID) -> Bool {
    if case .app(app, _) = event { true } else { false }
  }

  /// Returns the sources that start to interrupt the app's session in this step.
  fileprivate func newHolders(of app: AppID) -> InterruptionSources {
    after.state[app].interruptedBy.subtracting(before.state[app].interruptedBy)
  }

  fileprivate func releases(_ app: AppID, from holder: AppID) -> Bool {
    before.state[app].interruptedBy.contains(.app(holder))
      && !after.state[app].interruptedBy.contains(.app(holder))
  }

  /// Returns whether a system source to which this rule applies starts to interrupt a session.
  fileprivate func interrupts(by rule: SessionRule) -> Bool {
    contains { app in
      newHolders(of: app).system.contains { $0.interruptor(on: after.state.device).rule == rule }
    }
  }

  /// Whether a notification's tone interrupts.
  ///
  /// The tone has ended when the step ends.
  fileprivate var isTone: Bool {
    if case .phone(.notificationDelivered) = event { posts(.began) } else { false }
  }

  /// Returns whether the last source releases the app's session.
  ///
  /// Interruptions that end through the app's own calls, the app's termination or the loss of the media services are
  /// ignored.
  fileprivate func endsInterruption(of app: AppID) -> Bool {
    before.isInterrupted(app) && !after.isInterrupted(app) && !isAbout(app)
      && !after.state.device.isMediaServerDown
  }

  fileprivate var hasDucker: Bool {
    [before, after].contains { phone in
      phone.apps.contains { phone.isActive($0) && phone.traits(of: $0).ducksOthers }
    }
  }

  fileprivate var commandsInterruptedApp: Bool {
    effects.contains { effect in
      switch effect {
      case .remoteDeferred: true
      case .remoteCommand(let app, _): before.isInterrupted(app)
      case .ioStopped, .ioStarted, .observed, .notified, .queued, .remoteIgnored, .callKit,
        .arSession, .haptic, .sound, .notificationPlaced, .vibration, .lifecycleChanged,
        .gainChanged, .callResult:
        false
      }
    }
  }

  fileprivate func posts(_ subject: NoticeSubject) -> Bool {
    effects.contains { $0.subject == subject }
  }
}

/// The subject of a notification, in the categories that the rules distinguish.
private enum NoticeSubject {
  case began, routeChange, hint, ended, stream
}

extension SessionEffect {
  fileprivate var subject: NoticeSubject? {
    switch self {
    case .notified(_, let notification), .queued(_, let notification): notification.subject
    case .ioStopped, .ioStarted, .observed, .remoteCommand, .remoteIgnored, .remoteDeferred,
      .callKit, .arSession, .haptic, .sound, .notificationPlaced, .vibration, .lifecycleChanged,
      .gainChanged, .callResult:
      nil
    }
  }

  /// The position of the effect in the order of R13; nil for effects that the rule does not order.
  fileprivate var stage: Int? {
    switch self {
    case .ioStopped: 0
    case .notified, .queued:
      switch subject {
      case .began: 1
      case .routeChange: 2
      case .hint: 3
      case .ended: 4
      case .stream, nil: nil
      }
    case .observed(_, .outputVolume): 5
    case .observed(_, .isInputAvailable), .observed(_, .promptStyle): nil
    case .ioStarted, .remoteCommand, .remoteIgnored, .remoteDeferred, .callKit, .arSession,
      .haptic, .sound, .notificationPlaced, .vibration, .lifecycleChanged, .gainChanged,
      .callResult:
      nil
    }
  }
}

extension SessionNotification {
  fileprivate var subject: NoticeSubject? {
    switch self {
    case .interruptionBegan: .began
    case .interruptionEnded: .ended
    case .routeChange: .routeChange
    case .silenceSecondaryAudioHint: .hint
    case .didBecomeActive, .didBecomeInactive, .resumptionRecommendation: .stream
    case .mediaServicesWereLost, .mediaServicesWereReset, .outputMuteStateChange,
      .inputMuteStateChange, .accessibilityChange, .userIntentToUnmuteOutput,
      .availableInputsChange, .audioEngineConfigurationChange:
      nil
    }
  }
}
