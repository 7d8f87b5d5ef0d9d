public import AudioSession

/// Apple's names for types of the policy; the types and their raw values are the policy's.
///
/// Features that a simulated phone does not have, such as spatial audio, are not declared. Code that waits for them
/// does not compile, instead of waiting in vain.
///
/// Source: the headers and reference pages of `AVAudioSession`.
extension AVAudioSession {
  /// The options of a category.
  public typealias CategoryOptions = AudioSession.CategoryOptions
  /// The apps that a session shares its route with.
  public typealias RouteSharingPolicy = AudioSession.RouteSharingPolicy
  /// How a session is activated or deactivated.
  public typealias SetActiveOptions = AudioSession.SetActiveOptions
  /// The port that the output of play-and-record is forced to.
  public typealias PortOverride = AudioSession.PortOverride
  /// Whether the user lets the app record.
  public typealias RecordPermission = AudioSession.RecordPermission
  /// Whether an interruption begins or ends; note that *began* is 1.
  public typealias InterruptionType = AudioSession.InterruptionType
  /// The options of the end of an interruption.
  public typealias InterruptionOptions = AudioSession.InterruptionOptions
  /// The reason why an interruption began (iOS 14.5 or later).
  public typealias InterruptionReason = AudioSession.InterruptionReason
  /// The reason why the route changed.
  public typealias RouteChangeReason = AudioSession.RouteChangeReason
  /// A change of the hint that secondary audio should be silent.
  public typealias SilenceSecondaryAudioHintType = AudioSession.SecondaryAudioHintType
  /// How prompts should be spoken.
  public typealias PromptStyle = AudioSession.PromptStyle
  /// The cause that made a session inactive (iOS 27 or later).
  public typealias DeactivationSource = AudioSession.DeactivationSource
  /// Whether an app should resume playback (iOS 27 or later).
  public typealias ResumptionRecommendation = AudioSession.ResumptionRecommendation

  /// The options of `activate(options:)`; no option is known.
  public struct ActivationOptions: OptionSet, Hashable, Sendable {
    /// One bit for each option.
    public let rawValue: UInt

    /// The options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  /// The options of `deactivate(options:)` (iOS 27 or later).
  public struct DeactivationOptions: OptionSet, Hashable, Sendable {
    /// One bit for each option.
    public let rawValue: UInt

    /// The options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Notifies the interrupted apps that they may resume.
    public static let notifyOthersOnDeactivation = DeactivationOptions(rawValue: 1)
  }
}
