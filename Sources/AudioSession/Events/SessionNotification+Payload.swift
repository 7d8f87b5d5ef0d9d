extension SessionNotification {
  /// The notification as that version posts it.
  ///
  /// *Began* has no option key and *ended* no reason key. Source: `AVAudioSession` header, "only
  /// present in end interruption events" and "only present in begin interruption events".
  public func payload(on system: OSVersion) -> NotificationPayload {
    payload(by: system.profile)
  }

  /// The notification as a version posts it that does what the profile says.
  func payload(by profile: BehaviorProfile) -> NotificationPayload {
    switch self {
    case .interruptionBegan(let reason):
      NotificationPayload(
        "AVAudioSessionInterruptionNotification", Self.began(reason, on: profile))
    case .interruptionEnded(let options):
      NotificationPayload(
        "AVAudioSessionInterruptionNotification",
        [
          (Self.interruptionType, .unsigned(InterruptionType.ended.rawValue)),
          ("AVAudioSessionInterruptionOptionKey", .unsigned(options.rawValue)),
        ])
    case .routeChange(let reason, let previous):
      NotificationPayload(
        "AVAudioSessionRouteChangeNotification",
        [
          ("AVAudioSessionRouteChangeReasonKey", .unsigned(reason.rawValue)),
          ("AVAudioSessionRouteChangePreviousRouteKey", .route(previous)),
        ], queue: .secondary)
    case .silenceSecondaryAudioHint(let type):
      NotificationPayload(
        "AVAudioSessionSilenceSecondaryAudioHintNotification",
        [("AVAudioSessionSilenceSecondaryAudioHintTypeKey", .unsigned(type.rawValue))])
    case .mediaServicesWereLost:
      NotificationPayload("AVAudioSessionMediaServicesWereLostNotification")
    case .mediaServicesWereReset:
      NotificationPayload("AVAudioSessionMediaServicesWereResetNotification")
    case .outputMuteStateChange(let muted):
      NotificationPayload(
        "AVAudioSessionOutputMuteStateChangeNotification",
        [("AVAudioSessionMuteStateKey", .boolean(muted))])
    case .userIntentToUnmuteOutput:
      NotificationPayload("AVAudioSessionUserIntentToUnmuteOutputNotification")
    case .availableInputsChange:
      NotificationPayload("AVAudioSessionAvailableInputsChangeNotification")
    case .audioEngineConfigurationChange:
      NotificationPayload("AVAudioEngineConfigurationChangeNotification", queue: .secondary)
    case .didBecomeActive:
      NotificationPayload("AVAudioSessionDidBecomeActiveNotification")
    case .didBecomeInactive(let context):
      NotificationPayload(
        "AVAudioSessionDidBecomeInactiveNotification",
        [("AVAudioSessionDeactivationContextKey", .deactivation(context))])
    case .resumptionRecommendation(let context):
      NotificationPayload(
        "AVAudioSessionResumptionRecommendationNotification",
        [("AVAudioSessionResumptionContextKey", .resumption(context))])
    }
  }

  private static let interruptionType = "AVAudioSessionInterruptionTypeKey"

  /// The reason from 14.5 on; before, suspension has a key of its own.
  private static func began(
    _ reason: InterruptionReason, on profile: BehaviorProfile
  ) -> [(String, PayloadValue)] {
    let type = (interruptionType, PayloadValue.unsigned(InterruptionType.began.rawValue))
    if profile.tellsReason {
      return [type, ("AVAudioSessionInterruptionReasonKey", .unsigned(reason.rawValue))]
    }
    guard reason == .appWasSuspended else { return [type] }
    return [type, ("AVAudioSessionInterruptionWasSuspendedKey", .boolean(true))]
  }
}
