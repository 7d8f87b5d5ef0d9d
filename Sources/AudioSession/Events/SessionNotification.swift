/// A notification that an app receives.
///
/// How it looks in a notification's dictionary is in `payload`.
public enum SessionNotification: Hashable, Sendable {
  /// Somebody took over: the session is inactive.
  case interruptionBegan(InterruptionReason)
  /// Nobody holds the interruption any more.
  case interruptionEnded(InterruptionOptions)
  /// The route changed.
  case routeChange(RouteChangeReason, previous: Route)
  /// Another app's primary audio started or stopped.
  case silenceSecondaryAudioHint(SecondaryAudioHintType)
  /// The media services are gone.
  case mediaServicesWereLost
  /// The media services are back, and the session is as new.
  case mediaServicesWereReset
  /// The app muted or unmuted its output (26).
  case outputMuteStateChange(muted: Bool)
  /// The app's input is muted or unmuted, by the app or by a gesture (17).
  case inputMuteStateChange(muted: Bool)
  /// The user has changed that accessibility setting.
  case accessibilityChange(AccessibilitySettings)
  /// The user seems to want to hear the app, which is muted (26).
  case userIntentToUnmuteOutput
  /// Inputs came or went (26).
  case availableInputsChange
  /// The app's audio engine has stopped, as its hardware has another format.
  case audioEngineConfigurationChange
  /// The session is active (27).
  case didBecomeActive
  /// The session is inactive (27).
  case didBecomeInactive(DeactivationContext)
  /// Whether to go on playing (27).
  case resumptionRecommendation(ResumptionContext)
}

extension SessionNotification {
  /// Whether it reports the beginning of an interruption.
  package var isBeginning: Bool {
    switch self {
    case .interruptionBegan: true
    case .didBecomeInactive(let context): context.source == .system
    case .interruptionEnded, .routeChange, .silenceSecondaryAudioHint, .mediaServicesWereLost,
      .mediaServicesWereReset, .outputMuteStateChange, .inputMuteStateChange, .accessibilityChange,
      .userIntentToUnmuteOutput, .availableInputsChange, .audioEngineConfigurationChange,
      .didBecomeActive, .resumptionRecommendation:
      false
    }
  }

  /// Whether it reports the end of an interruption.
  package var isEnd: Bool {
    switch self {
    case .interruptionEnded, .resumptionRecommendation: true
    case .interruptionBegan, .routeChange, .silenceSecondaryAudioHint, .mediaServicesWereLost,
      .mediaServicesWereReset, .outputMuteStateChange, .inputMuteStateChange, .accessibilityChange,
      .userIntentToUnmuteOutput,
      .availableInputsChange, .audioEngineConfigurationChange, .didBecomeActive, .didBecomeInactive:
      false
    }
  }
}
