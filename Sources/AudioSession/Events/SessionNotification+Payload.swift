extension SessionNotification {
  /// Returns the notification as that version posts it.
  ///
  /// *Began* does not have an option key, and *ended* does not have a reason key. Source: `AVAudioSession` header,
  /// "only present in end interruption events" and "only present in begin interruption events".
  public func payload(on system: OSVersion) -> NotificationPayload {
    payload(by: system.profile)
  }

  private typealias Key = NotificationKey
  private typealias Name = NotificationName
  private typealias Payload = NotificationPayload

  /// Returns the notification as a version with that profile posts it.
  func payload(by profile: BehaviorProfile) -> NotificationPayload {
    switch self {
    case .interruptionBegan(let reason):
      Payload(Name.interruption, Self.began(reason, on: profile))
    case .interruptionEnded(let options):
      Payload(
        Name.interruption,
        [
          (Key.interruptionType, .unsigned(InterruptionType.ended.rawValue)),
          (Key.interruptionOption, .unsigned(options.rawValue)),
        ])
    case .routeChange(let reason, let previous):
      Payload(
        Name.routeChange,
        [
          (Key.routeChangeReason, .unsigned(reason.rawValue)),
          (Key.routeChangePreviousRoute, .route(previous)),
        ], queue: .secondary)
    case .silenceSecondaryAudioHint(let type):
      Payload(
        Name.silenceSecondaryAudioHint,
        [(Key.silenceSecondaryAudioHintType, .unsigned(type.rawValue))])
    case .mediaServicesWereLost: Payload(Name.mediaServicesWereLost)
    case .mediaServicesWereReset: Payload(Name.mediaServicesWereReset)
    case .outputMuteStateChange(let muted):
      Payload(Name.outputMuteStateChange, [(Key.muteState, .boolean(muted))])
    case .inputMuteStateChange(let muted):
      Payload(Name.inputMuteStateChange, [(Key.inputMuteState, .boolean(muted))])
    case .accessibilityChange(let setting): Payload(Name.accessibilityChange(setting))
    case .userIntentToUnmuteOutput: Payload(Name.userIntentToUnmuteOutput)
    case .availableInputsChange: Payload(Name.availableInputsChange)
    case .audioEngineConfigurationChange:
      Payload(Name.audioEngineConfigurationChange, queue: .secondary)
    case .didBecomeActive: Payload(Name.didBecomeActive)
    case .didBecomeInactive(let context):
      Payload(Name.didBecomeInactive, [(Key.deactivationContext, .deactivation(context))])
    case .resumptionRecommendation(let context):
      Payload(Name.resumptionRecommendation, [(Key.resumptionContext, .resumption(context))])
    }
  }

  /// Returns the entries of *began*.
  ///
  /// From iOS 14.5 on, they include the reason. Earlier versions have a separate key for suspension.
  private static func began(
    _ reason: InterruptionReason, on profile: BehaviorProfile
  ) -> [(String, PayloadValue)] {
    let type = (Key.interruptionType, PayloadValue.unsigned(InterruptionType.began.rawValue))
    if profile.tellsReason {
      return [type, (Key.interruptionReason, .unsigned(reason.rawValue))]
    }
    guard reason == .appWasSuspended else { return [type] }
    return [type, (Key.interruptionWasSuspended, .boolean(true))]
  }
}
