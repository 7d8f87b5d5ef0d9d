public import Foundation

/// The names of the notifications. Their raw values are the names of Apple's constants.
extension AVAudioSession {
  /// An interruption has begun or ended; deprecated in 27.
  public static let interruptionNotification = NSNotification.Name(
    "AVAudioSessionInterruptionNotification")
  /// The route has changed.
  public static let routeChangeNotification = NSNotification.Name(
    "AVAudioSessionRouteChangeNotification")
  /// The media services are gone.
  public static let mediaServicesWereLostNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereLostNotification")
  /// The media services are back, and the session is as new.
  public static let mediaServicesWereResetNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereResetNotification")
  /// Another app's primary audio has started or stopped.
  public static let silenceSecondaryAudioHintNotification = NSNotification.Name(
    "AVAudioSessionSilenceSecondaryAudioHintNotification")
  /// The app muted or unmuted its output (26).
  public static let outputMuteStateChangeNotification = NSNotification.Name(
    "AVAudioSessionOutputMuteStateChangeNotification")
  /// The user seems to want to hear the app, which is muted (26).
  public static let userIntentToUnmuteOutputNotification = NSNotification.Name(
    "AVAudioSessionUserIntentToUnmuteOutputNotification")
  /// Inputs came or went (26).
  public static let availableInputsChangeNotification = NSNotification.Name(
    "AVAudioSessionAvailableInputsChangeNotification")
  /// The session is active (27).
  public static let didBecomeActiveNotification = NSNotification.Name(
    "AVAudioSessionDidBecomeActiveNotification")
  /// The session is inactive (27).
  public static let didBecomeInactiveNotification = NSNotification.Name(
    "AVAudioSessionDidBecomeInactiveNotification")
  /// Whether to go on playing (27).
  public static let resumptionRecommendationNotification = NSNotification.Name(
    "AVAudioSessionResumptionRecommendationNotification")

  /// 1 if the output is muted, else 0 (26).
  public static let muteStateKey = "AVAudioSessionMuteStateKey"
  /// A `DeactivationContext` (27).
  public static let deactivationContextKey = "AVAudioSessionDeactivationContextKey"
  /// A `ResumptionContext` (27).
  public static let resumptionContextKey = "AVAudioSessionResumptionContextKey"
}

/// An `AVAudioSession.InterruptionType` as a number.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// An `AVAudioSession.InterruptionOptions` as a number, only when it ended.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// An `AVAudioSession.InterruptionReason` as a number, only when it began (14.5).
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// True if the app had been suspended (10.3 until 14.5).
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// An `AVAudioSession.RouteChangeReason` as a number.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The `AVAudioSessionRouteDescription` before the change.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// An `AVAudioSession.SilenceSecondaryAudioHintType` as a number.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
  "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

extension NSNotification.Name {
  /// The audio engine has stopped, as the sample rate or the number of channels of its hardware has
  /// changed; the object is the player whose kind is `engine`.
  public static let AVAudioEngineConfigurationChange = NSNotification.Name(
    "AVAudioEngineConfigurationChangeNotification")
}
