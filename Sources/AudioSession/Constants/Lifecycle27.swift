/// Who made a session inactive.
///
/// Source: `AVAudioSession.DeactivationSource` (27).
public enum DeactivationSource: UInt, Hashable, Sendable, CaseIterable {
  /// The app itself.
  case app = 1
  /// The system.
  case system = 2
}

/// Whether an app should go on playing.
///
/// Source: `AVAudioSession.ResumptionRecommendation` (27).
public enum ResumptionRecommendation: UInt, Hashable, Sendable, CaseIterable {
  /// Better not.
  case shouldNotResume = 0
  /// Yes.
  case shouldResume = 1
}

/// What *did become inactive* carries.
///
/// Source: `AVAudioSession.DeactivationContext` (27); Apple's class has no public initialiser.
public struct DeactivationContext: Hashable, Sendable {
  /// Who did it.
  public var source: DeactivationSource
  /// The reason of the interruption, or nil if it was none.
  public var interruptionReason: InterruptionReason?

  /// A context.
  public init(source: DeactivationSource, interruptionReason: InterruptionReason?) {
    self.source = source
    self.interruptionReason = interruptionReason
  }
}

/// What the recommendation to resume carries.
///
/// Source: `AVAudioSession.ResumptionContext` (27); Apple's class has no public initialiser.
public struct ResumptionContext: Hashable, Sendable {
  /// What is recommended.
  public var recommendation: ResumptionRecommendation

  /// A context.
  public init(recommendation: ResumptionRecommendation) { self.recommendation = recommendation }
}
