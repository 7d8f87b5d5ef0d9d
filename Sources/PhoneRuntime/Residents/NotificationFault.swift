public import AudioSession

/// A fault in the delivery of a notification.
///
/// Apps encounter all three kinds of fault. AVAudioStreaming (45) and others report that the end of an interruption was
/// never posted. In dictus-ios (353), one route change is posted several times. ryanheise/audio_session (7) reports a
/// late notification.
public enum NotificationFault: Hashable, Sendable {
  /// The notification is not delivered.
  case missing
  /// The notification is delivered twice.
  case twice
  /// The notification is delivered this many seconds late, after any notifications that are posted in the meantime.
  case late(seconds: Double)
}

/// A kind of session notification, named by the first words of its line in a scenario's trace.
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
  /// The session became active (iOS 27 or later).
  case active
  /// The session became inactive (iOS 27 or later).
  case inactive
  /// The system recommends whether to resume (iOS 27 or later).
  case resumption
  /// The app's audio engine has stopped.
  case audioEngine
  /// The input was muted or unmuted.
  case inputMute
  /// The output was muted or unmuted.
  case outputMute
  /// The user apparently wants to hear the app, which is muted (iOS 26 or later).
  case unmuteIntent
  /// Inputs were connected or disconnected.
  case availableInputs
  /// The user has changed an accessibility setting.
  case accessibility
}

extension SessionNotification {
  /// The kind of the notification.
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

/// A delivery fault, and the notifications of an app's session that it affects.
///
/// A fault cannot be set for the n-th notification. To affect a particular notification, set the fault at the right
/// time.
public struct NotificationDistortion: Hashable, Sendable {
  /// The fault of the affected notifications.
  public var fault: NotificationFault
  /// The affected kind of notification; nil for all kinds.
  public var kind: NotificationKind?
  /// Whether all further notifications are affected, instead of only the next one.
  public var isLasting: Bool

  /// Creates a distortion of the next notification or, with `isLasting`, of all further notifications.
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
  /// The next notification is delivered this many seconds late.
  public static func late(seconds: Double) -> NotificationDistortion {
    NotificationDistortion(.late(seconds: seconds))
  }

  /// Returns whether the distortion affects this notification.
  func meets(_ notification: SessionNotification) -> Bool {
    kind.map { $0 == notification.kind } ?? true
  }
}

/// The outcome of a faulty delivery of a notification.
public enum NotificationFate: Hashable, Sendable {
  /// The notification never arrives.
  case lost
  /// The notification arrives a second time immediately.
  case repeated
  /// The notification arrives at this time, or when the app next runs after this time.
  case delayed(until: PhoneTime)
  /// The notification was late and arrives now.
  case arrived
}
