/// What `setActive` is told.
///
/// Source: `AVAudioSession.SetActiveOptions`.
public struct SetActiveOptions: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt

  /// The options with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// On deactivation, those that were interrupted are told that they may go on.
  public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
}

/// What `deactivate` is told.
///
/// Source: `AVAudioSession.DeactivationOptions` (27).
public struct DeactivationOptions: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt

  /// The options with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Those that were interrupted are told that they may go on.
  public static let notifyOthersOnDeactivation = DeactivationOptions(rawValue: 1)
}
