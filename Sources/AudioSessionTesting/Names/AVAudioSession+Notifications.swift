import AudioSession
public import Foundation

/// The names of the notifications. Their raw values are the names of Apple's constants.
extension AVAudioSession {
  /// An interruption has begun or ended; deprecated in iOS 27.
  public static let interruptionNotification = NSNotification.Name(
    NotificationName.interruption)
  /// The route has changed.
  public static let routeChangeNotification = NSNotification.Name(
    NotificationName.routeChange)
  /// The media services were lost.
  public static let mediaServicesWereLostNotification = NSNotification.Name(
    NotificationName.mediaServicesWereLost)
  /// The media services were reset, and the session has returned to its initial state.
  public static let mediaServicesWereResetNotification = NSNotification.Name(
    NotificationName.mediaServicesWereReset)
  /// Another app's primary audio has started or stopped.
  public static let silenceSecondaryAudioHintNotification = NSNotification.Name(
    NotificationName.silenceSecondaryAudioHint)
  /// The app muted or unmuted its output (iOS 26 or later).
  public static let outputMuteStateChangeNotification = NSNotification.Name(
    NotificationName.outputMuteStateChange)
  /// The user seems to want to hear the muted app (iOS 26 or later).
  public static let userIntentToUnmuteOutputNotification = NSNotification.Name(
    NotificationName.userIntentToUnmuteOutput)
  /// An input became available or unavailable (iOS 26 or later).
  public static let availableInputsChangeNotification = NSNotification.Name(
    NotificationName.availableInputsChange)
  /// The session became active (iOS 27 or later).
  public static let didBecomeActiveNotification = NSNotification.Name(
    NotificationName.didBecomeActive)
  /// The session became inactive (iOS 27 or later).
  public static let didBecomeInactiveNotification = NSNotification.Name(
    NotificationName.didBecomeInactive)
  /// A recommendation on whether to resume playback (iOS 27 or later).
  public static let resumptionRecommendationNotification = NSNotification.Name(
    NotificationName.resumptionRecommendation)

  /// 1 if the output is muted, otherwise 0 (iOS 26 or later).
  public static let muteStateKey = NotificationKey.muteState
  /// A `DeactivationContext` (iOS 27 or later).
  public static let deactivationContextKey = NotificationKey.deactivationContext
  /// A `ResumptionContext` (iOS 27 or later).
  public static let resumptionContextKey = NotificationKey.resumptionContext
}

/// An `AVAudioSession.InterruptionType` as a number.
public let AVAudioSessionInterruptionTypeKey = NotificationKey.interruptionType
/// An `AVAudioSession.InterruptionOptions` as a number, only for the end of an interruption.
public let AVAudioSessionInterruptionOptionKey = NotificationKey.interruptionOption
/// An `AVAudioSession.InterruptionReason` as a number, only for the beginning of an interruption (iOS 14.5 or later).
public let AVAudioSessionInterruptionReasonKey = NotificationKey.interruptionReason
/// True if the app had been suspended (iOS 10.3 until iOS 14.5).
public let AVAudioSessionInterruptionWasSuspendedKey = NotificationKey.interruptionWasSuspended
/// An `AVAudioSession.RouteChangeReason` as a number.
public let AVAudioSessionRouteChangeReasonKey = NotificationKey.routeChangeReason
/// The `AVAudioSessionRouteDescription` before the change.
public let AVAudioSessionRouteChangePreviousRouteKey = NotificationKey.routeChangePreviousRoute
/// An `AVAudioSession.SilenceSecondaryAudioHintType` as a number.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = NotificationKey
  .silenceSecondaryAudioHintType

extension NSNotification.Name {
  /// The audio engine has stopped because the hardware's sample rate or number of channels has changed.
  ///
  /// The notification's object is the player whose kind is `engine`.
  public static let AVAudioEngineConfigurationChange = NSNotification.Name(
    NotificationName.audioEngineConfigurationChange)
}
