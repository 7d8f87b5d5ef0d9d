/// A notification that an app receives.
///
/// `payload` returns its dictionary.
public enum SessionNotification: Hashable, Sendable {
  /// The session was interrupted and is inactive.
  case interruptionBegan(InterruptionReason)
  /// The interruption has ended: no source holds it any longer.
  case interruptionEnded(InterruptionOptions)
  /// The route changed.
  case routeChange(RouteChangeReason, previous: Route)
  /// Another app's primary audio started or stopped.
  case silenceSecondaryAudioHint(SecondaryAudioHintType)
  /// The media services have failed.
  case mediaServicesWereLost
  /// The media services are available again, and the session is new.
  case mediaServicesWereReset
  /// The app muted or unmuted its output (26).
  case outputMuteStateChange(muted: Bool)
  /// The app's input is muted or unmuted, by the app or by a gesture (17).
  case inputMuteStateChange(muted: Bool)
  /// The user has changed that accessibility setting.
  case accessibilityChange(AccessibilitySettings)
  /// The user probably wants to hear the app, which is muted (26).
  case userIntentToUnmuteOutput
  /// Inputs appeared or disappeared (26).
  case availableInputsChange
  /// The app's audio engine has stopped, because the hardware format has changed.
  case audioEngineConfigurationChange
  /// The session is active (27).
  case didBecomeActive
  /// The session is inactive (27).
  case didBecomeInactive(DeactivationContext)
  /// A recommendation whether to resume playback (27).
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
