public import AudioSession

/// Apple's names for what the policy calls the same: types, and raw values, are the policy's.
///
/// What a simulated phone does not have, such as spatial audio, is not declared: code that waits for
/// it does not compile, instead of waiting in vain.
///
/// Source: the headers and reference pages of `AVAudioSession`.
extension AVAudioSession {
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
  /// How prompts should be spoken.
  public typealias PromptStyle = AudioSession.PromptStyle
  /// Who made a session inactive (27).
  public typealias DeactivationSource = AudioSession.DeactivationSource
  /// Whether an app should go on playing (27).
  public typealias ResumptionRecommendation = AudioSession.ResumptionRecommendation

  /// How `activate(options:)` activates; no option is known.
  public struct ActivationOptions: OptionSet, Hashable, Sendable {
    /// One bit for each option.
    public let rawValue: UInt

    /// The options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  /// How `deactivate(options:)` deactivates (27).
  public struct DeactivationOptions: OptionSet, Hashable, Sendable {
    /// One bit for each option.
    public let rawValue: UInt

    /// The options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Others that were interrupted learn that they may go on.
    public static let notifyOthersOnDeactivation = DeactivationOptions(rawValue: 1)
  }
}
