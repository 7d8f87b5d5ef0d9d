public import AudioSession

/// Apple's names of the audio session, where Apple's own are not: on Linux.
///
/// Code that is written for Apple's platforms reads the same here:
///
///     #if canImport(AVFAudio)
///       import AVFAudio
///     #else
///       import AudioSessionTesting
///     #endif
///
/// It is a namespace and not a session: there is no shared instance, since the session of a test is
/// that of a simulated app. Code under test is given an `AudioSessionProtocol`.
///
/// Declared is what a simulated phone has and posts, with Apple's raw values, which are the policy's:
/// most of the types are too. What it does not have, such as spatial audio, is not declared either:
/// code that waits for it does not compile, instead of waiting in vain.
///
/// Source: the headers and reference pages of `AVAudioSession`.
public enum AVAudioSession {
  /// What a category is modified by.
  public typealias CategoryOptions = AudioSession.CategoryOptions
  /// With which apps a session shares its route.
  public typealias RouteSharingPolicy = AudioSession.RouteSharingPolicy
  /// How a session is activated or deactivated.
  public typealias SetActiveOptions = AudioSession.SetActiveOptions
  /// Where the output of play-and-record is forced to.
  public typealias PortOverride = AudioSession.PortOverride
  /// Whether the user lets the app record.
  public typealias RecordPermission = AudioSession.RecordPermission
  /// Whether an interruption begins or ends; mind that *began* is 1.
  public typealias InterruptionType = AudioSession.InterruptionType
  /// What the end of an interruption says.
  public typealias InterruptionOptions = AudioSession.InterruptionOptions
  /// Why an interruption began (14.5).
  public typealias InterruptionReason = AudioSession.InterruptionReason
  /// Why the route changed.
  public typealias RouteChangeReason = AudioSession.RouteChangeReason
  /// An edge of the hint that secondary audio should be silent.
  public typealias SilenceSecondaryAudioHintType = AudioSession.SecondaryAudioHintType
  /// Who made a session inactive (27).
  public typealias DeactivationSource = AudioSession.DeactivationSource
  /// Whether an app should go on playing (27).
  public typealias ResumptionRecommendation = AudioSession.ResumptionRecommendation
}
