/// What 27 posts instead of beginnings and ends of interruptions.
///
/// Apple's contexts are classes without public initialisers, so that an app's tests cannot make
/// them there. These can be made: post one to your code, or compare with what it was given.
extension AVAudioSession {
  /// The interruption that made a session inactive (27).
  public final class InterruptionContext: Hashable, Sendable {
    /// The reason for the interruption.
    public let reason: InterruptionReason

    /// A context with the reason of an interruption.
    public init(reason: InterruptionReason = .default) { self.reason = reason }

    /// Equal if they say the same.
    public static func == (left: InterruptionContext, right: InterruptionContext) -> Bool {
      left.reason == right.reason
    }

    /// Hashes what it says.
    public func hash(into hasher: inout Hasher) { hasher.combine(reason) }
  }

  /// What *did become inactive* carries under `deactivationContextKey` (27).
  public final class DeactivationContext: Hashable, Sendable {
    /// The one who deactivated the session.
    public let source: DeactivationSource
    /// The interruption, or nil if it was none.
    public let interruptionContext: InterruptionContext?

    /// A context with a source and an interruption.
    public init(source: DeactivationSource, interruptionContext: InterruptionContext? = nil) {
      self.source = source
      self.interruptionContext = interruptionContext
    }

    /// Equal if they say the same.
    public static func == (left: DeactivationContext, right: DeactivationContext) -> Bool {
      left.source == right.source && left.interruptionContext == right.interruptionContext
    }

    /// Hashes what it says.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(source)
      hasher.combine(interruptionContext)
    }
  }

  /// What the recommendation carries under `resumptionContextKey` (27).
  public final class ResumptionContext: Hashable, Sendable {
    /// What is recommended.
    public let recommendation: ResumptionRecommendation

    /// A context that recommends this.
    public init(recommendation: ResumptionRecommendation) { self.recommendation = recommendation }

    /// Equal if they say the same.
    public static func == (left: ResumptionContext, right: ResumptionContext) -> Bool {
      left.recommendation == right.recommendation
    }

    /// Hashes what it says.
    public func hash(into hasher: inout Hasher) { hasher.combine(recommendation) }
  }
}
