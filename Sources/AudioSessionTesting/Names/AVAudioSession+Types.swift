public import AudioSession

/// Apple's names for types of the policy. The types and their raw values are those of the policy.
///
/// Features that a simulated phone does not have, such as spatial audio, are not declared. Code that uses them
/// does not compile, instead of waiting in vain at run time.
///
/// Source: the headers and reference pages of `AVAudioSession`.
extension AVAudioSession {
  /// The options of a category.
  public typealias CategoryOptions = AudioSession.CategoryOptions
  /// How a session shares its route with other apps.
  public typealias RouteSharingPolicy = AudioSession.RouteSharingPolicy
  /// How a session is activated or deactivated.
  public typealias SetActiveOptions = AudioSession.SetActiveOptions
  /// The port to which the output of playAndRecord is forced.
  public typealias PortOverride = AudioSession.PortOverride
  /// Whether the user has allowed the app to record.
  public typealias RecordPermission = AudioSession.RecordPermission
  /// Whether an interruption begins or ends; note that *began* is 1.
  public typealias InterruptionType = AudioSession.InterruptionType
  /// The options of an interruption's end.
  public typealias InterruptionOptions = AudioSession.InterruptionOptions
  /// The reason why an interruption began (iOS 14.5 or later).
  public typealias InterruptionReason = AudioSession.InterruptionReason
  /// The reason why the route changed.
  public typealias RouteChangeReason = AudioSession.RouteChangeReason
  /// A change of the hint that secondary audio should be silent.
  public typealias SilenceSecondaryAudioHintType = AudioSession.SecondaryAudioHintType
  /// How prompts should be spoken.
  public typealias PromptStyle = AudioSession.PromptStyle
  /// Whether the app or the system deactivated a session (iOS 27 or later).
  public typealias DeactivationSource = AudioSession.DeactivationSource
  /// Whether an app should resume playback (iOS 27 or later).
  public typealias ResumptionRecommendation = AudioSession.ResumptionRecommendation

  /// The options of `activate(options:)`.
  ///
  /// No option is known yet.
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
