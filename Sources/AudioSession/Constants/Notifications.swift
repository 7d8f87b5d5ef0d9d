/// The names of a session's notifications, which match Apple's constants.
///
/// Source: header and reference pages of `AVAudioSession`.
package enum NotificationName {
  /// An interruption has begun or ended; deprecated in iOS 27.
  package static let interruption = "AVAudioSessionInterruptionNotification"
  /// The route has changed.
  package static let routeChange = "AVAudioSessionRouteChangeNotification"
  /// The media services have failed.
  package static let mediaServicesWereLost = "AVAudioSessionMediaServicesWereLostNotification"
  /// The media services are available again, and the session starts anew.
  package static let mediaServicesWereReset = "AVAudioSessionMediaServicesWereResetNotification"
  /// Another app's primary audio has started or stopped.
  package static let silenceSecondaryAudioHint =
    "AVAudioSessionSilenceSecondaryAudioHintNotification"
  /// The app has muted or unmuted its output (iOS 26 or later).
  package static let outputMuteStateChange = "AVAudioSessionOutputMuteStateChangeNotification"
  /// The app's input has been muted or unmuted (iOS 17 or later).
  package static let inputMuteStateChange = "AVAudioApplicationInputMuteStateChangeNotification"
  /// The user has changed an accessibility setting.
  package static func accessibilityChange(_ setting: AccessibilitySettings) -> String {
    AccessibilitySettings.rows.first { $0.setting == setting }?.notification ?? ""
  }
  /// The app is muted, but the user probably wants to hear it (iOS 26 or later).
  package static let userIntentToUnmuteOutput = "AVAudioSessionUserIntentToUnmuteOutputNotification"
  /// Inputs have appeared or disappeared (iOS 26 or later).
  package static let availableInputsChange = "AVAudioSessionAvailableInputsChangeNotification"
  /// The audio engine has stopped, because the hardware format or the route has changed.
  package static let audioEngineConfigurationChange = "AVAudioEngineConfigurationChangeNotification"
  /// The session has become active (iOS 27 or later).
  package static let didBecomeActive = "AVAudioSessionDidBecomeActiveNotification"
  /// The session has become inactive (iOS 27 or later).
  package static let didBecomeInactive = "AVAudioSessionDidBecomeInactiveNotification"
  /// A recommendation on whether to resume playback (iOS 27 or later).
  package static let resumptionRecommendation = "AVAudioSessionResumptionRecommendationNotification"
}

/// The keys of the notifications' dictionaries, which match Apple's constants.
///
/// Source: header and reference pages of `AVAudioSession`.
package enum NotificationKey {
  /// An `InterruptionType` as a number.
  package static let interruptionType = "AVAudioSessionInterruptionTypeKey"
  /// An `InterruptionOptions` as a number, only in *ended*.
  package static let interruptionOption = "AVAudioSessionInterruptionOptionKey"
  /// An `InterruptionReason` as a number, only in *began* (iOS 14.5 or later).
  package static let interruptionReason = "AVAudioSessionInterruptionReasonKey"
  /// True if the app had been suspended (iOS 10.3 until iOS 14.5).
  package static let interruptionWasSuspended = "AVAudioSessionInterruptionWasSuspendedKey"
  /// A `RouteChangeReason` as a number.
  package static let routeChangeReason = "AVAudioSessionRouteChangeReasonKey"
  /// The route before the change.
  package static let routeChangePreviousRoute = "AVAudioSessionRouteChangePreviousRouteKey"
  /// A `SecondaryAudioHintType` as a number.
  package static let silenceSecondaryAudioHintType =
    "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
  /// 1 if the output is muted, otherwise 0 (iOS 26 or later).
  package static let muteState = "AVAudioSessionMuteStateKey"
  /// 1 if the input is muted, otherwise 0 (iOS 17 or later).
  package static let inputMuteState = "AVAudioApplicationMuteStateKey"
  /// A `DeactivationContext` (iOS 27 or later).
  package static let deactivationContext = "AVAudioSessionDeactivationContextKey"
  /// A `ResumptionContext` (iOS 27 or later).
  package static let resumptionContext = "AVAudioSessionResumptionContextKey"
}
