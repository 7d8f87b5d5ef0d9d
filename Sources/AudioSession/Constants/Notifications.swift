/// The names of a session's notifications, which are those of Apple's constants.
///
/// Source: header and reference pages of `AVAudioSession`.
package enum NotificationName {
  /// An interruption has begun or ended; deprecated in 27.
  package static let interruption = "AVAudioSessionInterruptionNotification"
  /// The route has changed.
  package static let routeChange = "AVAudioSessionRouteChangeNotification"
  /// The media services have failed.
  package static let mediaServicesWereLost = "AVAudioSessionMediaServicesWereLostNotification"
  /// The media services are available again, and the session is new.
  package static let mediaServicesWereReset = "AVAudioSessionMediaServicesWereResetNotification"
  /// Another app's primary audio has started or stopped.
  package static let silenceSecondaryAudioHint =
    "AVAudioSessionSilenceSecondaryAudioHintNotification"
  /// The app muted or unmuted its output (26).
  package static let outputMuteStateChange = "AVAudioSessionOutputMuteStateChangeNotification"
  /// The app's input is muted or unmuted (17).
  package static let inputMuteStateChange = "AVAudioApplicationInputMuteStateChangeNotification"
  /// The user has changed an accessibility setting.
  package static func accessibilityChange(_ setting: AccessibilitySettings) -> String {
    AccessibilitySettings.rows.first { $0.setting == setting }?.notification ?? ""
  }
  /// The user probably wants to hear the app, which is muted (26).
  package static let userIntentToUnmuteOutput = "AVAudioSessionUserIntentToUnmuteOutputNotification"
  /// Inputs appeared or disappeared (26).
  package static let availableInputsChange = "AVAudioSessionAvailableInputsChangeNotification"
  /// The audio engine has stopped, because the hardware format has changed.
  package static let audioEngineConfigurationChange = "AVAudioEngineConfigurationChangeNotification"
  /// The session is active (27).
  package static let didBecomeActive = "AVAudioSessionDidBecomeActiveNotification"
  /// The session is inactive (27).
  package static let didBecomeInactive = "AVAudioSessionDidBecomeInactiveNotification"
  /// A recommendation whether to resume playback (27).
  package static let resumptionRecommendation = "AVAudioSessionResumptionRecommendationNotification"
}

/// The keys of the notifications' dictionaries, which are the names of Apple's constants.
///
/// Source: header and reference pages of `AVAudioSession`.
package enum NotificationKey {
  /// An `InterruptionType` as a number.
  package static let interruptionType = "AVAudioSessionInterruptionTypeKey"
  /// An `InterruptionOptions` as a number, only in *ended*.
  package static let interruptionOption = "AVAudioSessionInterruptionOptionKey"
  /// An `InterruptionReason` as a number, only in *began* (14.5).
  package static let interruptionReason = "AVAudioSessionInterruptionReasonKey"
  /// True if the app had been suspended (10.3 until 14.5).
  package static let interruptionWasSuspended = "AVAudioSessionInterruptionWasSuspendedKey"
  /// A `RouteChangeReason` as a number.
  package static let routeChangeReason = "AVAudioSessionRouteChangeReasonKey"
  /// The route before the change.
  package static let routeChangePreviousRoute = "AVAudioSessionRouteChangePreviousRouteKey"
  /// A `SecondaryAudioHintType` as a number.
  package static let silenceSecondaryAudioHintType =
    "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
  /// 1 if the output is muted, otherwise 0 (26).
  package static let muteState = "AVAudioSessionMuteStateKey"
  /// 1 if the input is muted, otherwise 0 (17).
  package static let inputMuteState = "AVAudioApplicationMuteStateKey"
  /// A `DeactivationContext` (27).
  package static let deactivationContext = "AVAudioSessionDeactivationContextKey"
  /// A `ResumptionContext` (27).
  package static let resumptionContext = "AVAudioSessionResumptionContextKey"
}
