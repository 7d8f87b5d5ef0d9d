/// A notification that an app receives.
///
/// `payload(on:)` returns the notification's dictionary.
public enum SessionNotification: Hashable, Sendable {
  /// The session was interrupted and is inactive.
  case interruptionBegan(InterruptionReason)
  /// The interruption has ended: no source holds the session any longer.
  case interruptionEnded(InterruptionOptions)
  /// The route changed.
  case routeChange(RouteChangeReason, previous: Route)
  /// Another app's primary audio started or stopped.
  case silenceSecondaryAudioHint(SecondaryAudioHintType)
  /// The media services have failed.
  case mediaServicesWereLost
  /// The media services are available again, and the session starts anew.
  case mediaServicesWereReset
  /// The app has muted or unmuted its output (iOS 26 or later).
  case outputMuteStateChange(muted: Bool)
  /// The app's input has been muted or unmuted, by the app or by a gesture (iOS 17 or later).
  case inputMuteStateChange(muted: Bool)
  /// The user has changed that accessibility setting.
  case accessibilityChange(AccessibilitySettings)
  /// The app is muted, but the user probably wants to hear it (iOS 26 or later).
  case userIntentToUnmuteOutput
  /// Inputs have appeared or disappeared (iOS 26 or later).
  case availableInputsChange
  /// The app's audio engine has stopped, because the hardware format or the route has changed.
  case audioEngineConfigurationChange
  /// The session has become active (iOS 27 or later).
  case didBecomeActive
  /// The session has become inactive (iOS 27 or later).
  case didBecomeInactive(DeactivationContext)
  /// A recommendation on whether to resume playback (iOS 27 or later).
  case resumptionRecommendation(ResumptionContext)
}

extension SessionNotification {
  /// Whether the notification reports the beginning of an interruption.
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

  /// Whether the notification reports the end of an interruption.
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
