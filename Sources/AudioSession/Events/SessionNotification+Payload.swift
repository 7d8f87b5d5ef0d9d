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
        NotificationName.interruption, Self.began(reason, on: profile))
    case .interruptionEnded(let options):
      NotificationPayload(
        NotificationName.interruption,
        [
          (NotificationKey.interruptionType, .unsigned(InterruptionType.ended.rawValue)),
          (NotificationKey.interruptionOption, .unsigned(options.rawValue)),
        ])
    case .routeChange(let reason, let previous):
      NotificationPayload(
        NotificationName.routeChange,
        [
          (NotificationKey.routeChangeReason, .unsigned(reason.rawValue)),
          (NotificationKey.routeChangePreviousRoute, .route(previous)),
        ], queue: .secondary)
    case .silenceSecondaryAudioHint(let type):
      NotificationPayload(
        NotificationName.silenceSecondaryAudioHint,
        [(NotificationKey.silenceSecondaryAudioHintType, .unsigned(type.rawValue))])
    case .mediaServicesWereLost:
      NotificationPayload(NotificationName.mediaServicesWereLost)
    case .mediaServicesWereReset:
      NotificationPayload(NotificationName.mediaServicesWereReset)
    case .outputMuteStateChange(let muted):
      NotificationPayload(
        NotificationName.outputMuteStateChange,
        [(NotificationKey.muteState, .boolean(muted))])
    case .inputMuteStateChange(let muted):
      NotificationPayload(
        NotificationName.inputMuteStateChange,
        [(NotificationKey.inputMuteState, .boolean(muted))])
    case .accessibilityChange(let setting):
      NotificationPayload(NotificationName.accessibilityChange(setting))
    case .userIntentToUnmuteOutput:
      NotificationPayload(NotificationName.userIntentToUnmuteOutput)
    case .availableInputsChange:
      NotificationPayload(NotificationName.availableInputsChange)
    case .audioEngineConfigurationChange:
      NotificationPayload(NotificationName.audioEngineConfigurationChange, queue: .secondary)
    case .didBecomeActive:
      NotificationPayload(NotificationName.didBecomeActive)
    case .didBecomeInactive(let context):
      NotificationPayload(
        NotificationName.didBecomeInactive,
        [(NotificationKey.deactivationContext, .deactivation(context))])
    case .resumptionRecommendation(let context):
      NotificationPayload(
        NotificationName.resumptionRecommendation,
        [(NotificationKey.resumptionContext, .resumption(context))])
    }
  }

  /// The reason from 14.5 on; before, suspension has a key of its own.
  private static func began(
    _ reason: InterruptionReason, on profile: BehaviorProfile
  ) -> [(String, PayloadValue)] {
    let type = (
      NotificationKey.interruptionType, PayloadValue.unsigned(InterruptionType.began.rawValue)
    )
    if profile.tellsReason {
      return [type, (NotificationKey.interruptionReason, .unsigned(reason.rawValue))]
    }
    guard reason == .appWasSuspended else { return [type] }
    return [type, (NotificationKey.interruptionWasSuspended, .boolean(true))]
  }
}
