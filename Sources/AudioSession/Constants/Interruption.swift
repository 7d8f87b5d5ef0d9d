/// Whether an interruption begins or ends.
///
/// Note that *began* is 1. Source: `AVAudioSession.InterruptionType`, deprecated in iOS 27.
public enum InterruptionType: UInt, Hashable, Sendable, CaseIterable {
  /// The interruption has ended.
  case ended = 0
  /// The interruption has begun: the session is now inactive.
  case began = 1
}

/// The option that the end of an interruption carries.
///
/// Source: `AVAudioSession.InterruptionOptions`, deprecated in iOS 27.
public struct InterruptionOptions: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt

  /// The options with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The app may resume playback.
  public static let shouldResume = InterruptionOptions(rawValue: 1)
}

/// The reason why an interruption began.
///
/// Source: `AVAudioSession.InterruptionReason` (iOS 14.5 or later).
public enum InterruptionReason: UInt, Hashable, Sendable, CaseIterable {
  /// Another session or the system took over.
  case `default` = 0
  /// The app was suspended. This reason is posted from iOS 14.5 on, but no longer from iOS 16 on.
  case appWasSuspended = 1
  /// The microphone was muted in hardware.
  case builtInMicMuted = 2
  /// The scene went to the background (visionOS).
  case sceneWasBackgrounded = 3
  /// The current output was disconnected (iOS 17 or later).
  case routeDisconnected = 4
  /// The device was locked (visionOS).
  case deviceUnauthenticated = 5

  /// The name in Swift, such as `routeDisconnected`.
  public var name: String { self == .default ? "default" : "\(self)" }
}

/// The type that the C interface reported at the end of an interruption.
///
/// Source: `AudioSessionInterruptionType` of the C interface, deprecated since iOS 7.
public enum LegacyInterruptionType: UInt32, Hashable, Sendable, CaseIterable {
  /// The app should resume, for example after a declined call: `irsm`.
  case shouldResume = 1_769_108_333
  /// The app should not resume, for example because the music app took over: `!rsm`.
  case shouldNotResume = 561_148_781
}

/// The kind of change to the hint that secondary audio should be silent.
///
/// Source: `AVAudioSession.SilenceSecondaryAudioHintType`.
public enum SecondaryAudioHintType: UInt, Hashable, Sendable, CaseIterable {
  /// Another app's primary audio has stopped.
  case end = 0
  /// Another app's primary audio has started.
  case begin = 1
}

/// The options of `setActive`.
///
/// Source: `AVAudioSession.SetActiveOptions`.
public struct SetActiveOptions: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt

  /// The options with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// On deactivation, apps that this session had interrupted are notified that they may resume.
  public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
}

/// The options of `deactivate`.
///
/// Source: `AVAudioSession.DeactivationOptions` (iOS 27 or later).
public struct DeactivationOptions: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt

  /// The options with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Apps that this session had interrupted are notified that they may resume.
  public static let notifyOthersOnDeactivation = DeactivationOptions(rawValue: 1)
}

/// Whether the app or the system deactivated a session.
///
/// Source: `AVAudioSession.DeactivationSource` (iOS 27 or later).
public enum DeactivationSource: UInt, Hashable, Sendable, CaseIterable {
  /// The app itself.
  case app = 1
  /// The system.
  case system = 2
}

/// Whether an app should resume playback.
///
/// Source: `AVAudioSession.ResumptionRecommendation` (iOS 27 or later).
public enum ResumptionRecommendation: UInt, Hashable, Sendable, CaseIterable {
  /// The app should not resume.
  case shouldNotResume = 0
  /// The app should resume.
  case shouldResume = 1
}

/// The information that *did become inactive* carries.
///
/// Source: `AVAudioSession.DeactivationContext` (iOS 27 or later); Apple's class does not have a public initializer.
public struct DeactivationContext: Hashable, Sendable {
  /// The origin of the deactivation.
  public var source: DeactivationSource
  /// The reason for the interruption, or nil if the session was not interrupted.
  public var interruptionReason: InterruptionReason?

  /// A context with these two fields.
  public init(source: DeactivationSource, interruptionReason: InterruptionReason?) {
    self.source = source
    self.interruptionReason = interruptionReason
  }
}

/// The information that the recommendation to resume carries.
///
/// Source: `AVAudioSession.ResumptionContext` (iOS 27 or later); Apple's class does not have a public initializer.
public struct ResumptionContext: Hashable, Sendable {
  /// The recommendation.
  public var recommendation: ResumptionRecommendation

  /// A context with this recommendation.
  public init(recommendation: ResumptionRecommendation) { self.recommendation = recommendation }
}
