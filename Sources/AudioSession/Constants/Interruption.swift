/// Whether an interruption begins or ends.
///
/// Mind that *began* is 1. Source: `AVAudioSession.InterruptionType`, deprecated in 27.
public enum InterruptionType: UInt, Hashable, Sendable, CaseIterable {
  /// It has ended.
  case ended = 0
  /// It has begun: the session is inactive now.
  case began = 1
}

/// What the end of an interruption says.
///
/// Source: `AVAudioSession.InterruptionOptions`, deprecated in 27.
public struct InterruptionOptions: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt

  /// The options with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// It is fitting to go on playing.
  public static let shouldResume = InterruptionOptions(rawValue: 1)
}

/// Why an interruption began.
///
/// Source: `AVAudioSession.InterruptionReason` (14.5).
public enum InterruptionReason: UInt, Hashable, Sendable, CaseIterable {
  /// Another session or the system took over.
  case `default` = 0
  /// The app was suspended; sent from 14.5 and no more from 16.
  case appWasSuspended = 1
  /// The microphone was muted in hardware.
  case builtInMicMuted = 2
  /// The scene went to the background (visionOS).
  case sceneWasBackgrounded = 3
  /// The output in use was disconnected (17).
  case routeDisconnected = 4
  /// The device was locked (visionOS).
  case deviceUnauthenticated = 5

  /// The name in Swift, such as `routeDisconnected`.
  public var name: String { self == .default ? "default" : "\(self)" }
}

/// What the C interface said at the end of an interruption.
///
/// Source: `AudioSessionInterruptionType` of the C interface, deprecated since 7.
public enum LegacyInterruptionType: UInt32, Hashable, Sendable, CaseIterable {
  /// `irsm`: for example a call that was declined.
  case shouldResume = 1_769_108_333
  /// `!rsm`: for example the music app that took over.
  case shouldNotResume = 561_148_781
}
