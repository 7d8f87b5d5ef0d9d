/// The contexts that iOS 27 posts instead of the beginnings and ends of interruptions.
///
/// Apple's contexts are classes without public initializers, so an app's tests cannot create them. Tests can create
/// these contexts, to post one to the code under test or to compare one with the context that the code received.
extension AVAudioSession {
  /// The interruption that made a session inactive (iOS 27 or later).
  public final class InterruptionContext: Hashable, Sendable {
    /// The reason for the interruption.
    public let reason: InterruptionReason

    /// Creates a context with the reason of an interruption.
    public init(reason: InterruptionReason = .default) { self.reason = reason }

    /// Returns whether the contents are equal.
    public static func == (left: InterruptionContext, right: InterruptionContext) -> Bool {
      left.reason == right.reason
    }

    /// Hashes the contents.
    public func hash(into hasher: inout Hasher) { hasher.combine(reason) }
  }

  /// The object under `deactivationContextKey` of *did become inactive* (iOS 27 or later).
  public final class DeactivationContext: Hashable, Sendable {
    /// The cause of the deactivation.
    public let source: DeactivationSource
    /// The interruption, or nil if the session was not interrupted.
    public let interruptionContext: InterruptionContext?

    /// Creates a context with a source and an interruption.
    public init(source: DeactivationSource, interruptionContext: InterruptionContext? = nil) {
      self.source = source
      self.interruptionContext = interruptionContext
    }

    /// Returns whether the contents are equal.
    public static func == (left: DeactivationContext, right: DeactivationContext) -> Bool {
      left.source == right.source && left.interruptionContext == right.interruptionContext
    }

    /// Hashes the contents.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(source)
      hasher.combine(interruptionContext)
    }
  }

  /// The object under `resumptionContextKey` of the recommendation (iOS 27 or later).
  public final class ResumptionContext: Hashable, Sendable {
    /// The recommendation.
    public let recommendation: ResumptionRecommendation

    /// Creates a context with a recommendation.
    public init(recommendation: ResumptionRecommendation) { self.recommendation = recommendation }

    /// Returns whether the contents are equal.
    public static func == (left: ResumptionContext, right: ResumptionContext) -> Bool {
      left.recommendation == right.recommendation
    }

    /// Hashes the contents.
    public func hash(into hasher: inout Hasher) { hasher.combine(recommendation) }
  }
}
