public import AudioSession

/// What becomes of a notification that is not delivered as it should be.
///
/// Apps meet all three: AVAudioStreaming 45 and others have an end that never came; a route change is
/// posted several times for one change (dictus-ios 353); ryanheise/audio_session 7 has one late.
public enum NotificationFault: Hashable, Sendable {
  /// The notification is not delivered.
  case missing
  /// The notification is delivered twice.
  case twice
  /// The notification is delivered so many seconds later, behind what comes meanwhile.
  case late(seconds: Double)
}

/// A kind of notification of a session, by the words that the trace of a scenario begins it with.
public enum NotificationKind: String, Hashable, Sendable, CaseIterable {
  /// An interruption began.
  case interruptionBegan = "interruption began"
  /// An interruption ended.
  case interruptionEnded = "interruption ended"
  /// The route changed.
  case routeChange
  /// Another app's primary audio started or stopped.
  case hint
  /// The media services were lost or reset.
  case mediaServices
  /// The session became active (27).
  case active
  /// The session became inactive (27).
  case inactive
  /// Whether to go on playing (27).
  case resumption
  /// The app's audio engine has stopped.
  case audioEngine
  /// The input was muted or unmuted.
  case inputMute
  /// The output was muted or unmuted.
  case outputMute
  /// The user seems to want to hear the app, which is muted (26).
  case unmuteIntent
  /// Inputs came or went.
  case availableInputs
  /// The user has changed an accessibility setting.
  case accessibility
}

extension SessionNotification {
  /// What kind of notification it is.
  public var kind: NotificationKind {
    switch self {
    case .interruptionBegan: .interruptionBegan
    case .interruptionEnded: .interruptionEnded
    case .routeChange: .routeChange
    case .silenceSecondaryAudioHint: .hint
    case .mediaServicesWereLost, .mediaServicesWereReset: .mediaServices
    case .outputMuteStateChange: .outputMute
    case .userIntentToUnmuteOutput: .unmuteIntent
    case .inputMuteStateChange: .inputMute
    case .accessibilityChange: .accessibility
    case .availableInputsChange: .availableInputs
    case .audioEngineConfigurationChange: .audioEngine
    case .didBecomeActive: .active
    case .didBecomeInactive: .inactive
    case .resumptionRecommendation: .resumption
    }
  }
}

/// Which notifications of an app's session are not delivered as they should be, and how.
///
/// Which of several it is that is met is said by when the fault is set: there is no counting.
public struct NotificationDistortion: Hashable, Sendable {
  /// What becomes of those that it meets.
  public var fault: NotificationFault
  /// The kind that it meets; nil for all.
  public var kind: NotificationKind?
  /// Whether each of them is met, and not the next one alone.
  public var isLasting: Bool

  /// A distortion of the next notification, or of each from now on with `isLasting`.
  public init(
    _ fault: NotificationFault, of kind: NotificationKind? = nil, isLasting: Bool = false
  ) {
    self.fault = fault
    self.kind = kind
    self.isLasting = isLasting
  }

  /// The next notification is not delivered.
  public static let missing = NotificationDistortion(.missing)
  /// The next notification is delivered twice.
  public static let twice = NotificationDistortion(.twice)
  /// The next notification is delivered so many seconds later.
  public static func late(seconds: Double) -> NotificationDistortion {
    NotificationDistortion(.late(seconds: seconds))
  }

  /// Whether it meets that notification.
  func meets(_ notification: SessionNotification) -> Bool {
    kind.map { $0 == notification.kind } ?? true
  }
}

/// What became of a notification that was not delivered as it should be.
public enum NotificationFate: Hashable, Sendable {
  /// The notification never arrives.
  case lost
  /// The notification arrives a second time at once.
  case repeated
  /// The notification arrives at that time, or when the app runs again after it.
  case delayed(until: PhoneTime)
  /// The notification was late, and arrives now.
  case arrived
}
