/// R14 and R16: who is told, in which of the two streams, and when.
extension Transition {
  /// Tells an app: at once if it runs, later if it is suspended, never if it is not there.
  mutating func tell(_ app: AppID, _ notification: SessionNotification, _ phase: EffectPhase) {
    let lifecycle = state[app].lifecycle
    if lifecycle.isRunning && !waits(notification, lifecycle) {
      effects.add(.notified(app, notification), phase)
    } else if lifecycle != .terminated {
      guard policy[.mailbox] != .drop || lifecycle == .background else { return }
      state.mailbox.append(Letter(app, notification))
      effects.add(.queued(app, notification), phase)
    }
  }

  /// Whether an app in the background learns of the end only when it comes to the foreground.
  private func waits(_ notification: SessionNotification, _ lifecycle: Lifecycle) -> Bool {
    lifecycle == .background && policy[.endedInBackground] == .onForeground && notification.isEnd
  }

  /// An interruption has begun, in the streams that the version has.
  mutating func tellBegan(_ app: AppID, _ reason: InterruptionReason) {
    if tellsLegacy { tell(app, .interruptionBegan(reason), .began) }
    if profile.hasLifecycleNotifications {
      let context = DeactivationContext(source: .system, interruptionReason: reason)
      tell(app, .didBecomeInactive(context), .began)
    }
  }

  /// An interruption has ended, in the streams that the version has.
  mutating func tellEnded(_ app: AppID, _ options: InterruptionOptions) {
    if tellsLegacy { tell(app, .interruptionEnded(options), .ended) }
    if profile.hasLifecycleNotifications {
      let recommendation: ResumptionRecommendation =
        options.contains(.shouldResume) ? .shouldResume : .shouldNotResume
      tell(
        app, .resumptionRecommendation(ResumptionContext(recommendation: recommendation)), .ended)
    }
  }

  private var tellsLegacy: Bool {
    !profile.hasLifecycleNotifications || policy[.legacyOn27] == .yes
  }

  /// An app that runs again is told what it has missed, by the knob.
  mutating func openMailbox(of app: AppID) {
    guard !state.mailbox.isEmpty else { return }
    let lifecycle = state[app].lifecycle
    var letters = state.mailbox.filter {
      $0.app == app && !waits($0.notification, lifecycle)
    }
    state.mailbox.removeAll { letters.contains($0) }
    if policy[.mailbox] == .coalesce {
      letters = letters.enumerated().filter { index, letter in
        !letters[(index + 1)...].contains { $0.notification.name == letter.notification.name }
      }.map(\.element)
    }
    for letter in letters {
      effects.add(.notified(app, revised(letter.notification, for: app)), .began)
    }
  }

  /// What is left of a letter that promises more than is possible now.
  private func revised(
    _ notification: SessionNotification, for app: AppID
  ) -> SessionNotification {
    guard !phone.mayResume(app) else { return notification }
    switch notification {
    case .interruptionEnded: return .interruptionEnded([])
    case .resumptionRecommendation:
      return .resumptionRecommendation(ResumptionContext(recommendation: .shouldNotResume))
    case .interruptionBegan, .routeChange, .silenceSecondaryAudioHint, .mediaServicesWereLost,
      .mediaServicesWereReset, .outputMuteStateChange, .userIntentToUnmuteOutput,
      .availableInputsChange, .didBecomeActive, .didBecomeInactive:
      return notification
    }
  }
}

extension SessionNotification {
  /// What kind it is, whatever it carries.
  var name: String { payload(on: .iOS27).name }
}
