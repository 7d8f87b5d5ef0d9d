public import Foundation

/// The contexts that iOS 27 posts instead of the beginnings and ends of interruptions.
///
/// Apple's contexts are classes without public initializers, so an app's tests cannot create them. Tests can create
/// these contexts, to post one to the code under test or to compare one with the context that the code received.
extension AVAudioSession {
  /// The interruption that made a session inactive (iOS 27 or later).
  public final class InterruptionContext: NSObject, Sendable {
    /// The reason for the interruption.
    public let reason: InterruptionReason

    /// Creates a context with the reason of an interruption.
    public init(reason: InterruptionReason = .default) { self.reason = reason }

    /// Returns whether the contents are equal.
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? InterruptionContext else { return false }
      return reason == other.reason
    }

    /// The hash of the contents.
    public override var hash: Int {
      var hasher = Hasher()
      hasher.combine(reason)
      return hasher.finalize()
    }
  }

  /// The object under `deactivationContextKey` of *did become inactive* (iOS 27 or later).
  public final class DeactivationContext: NSObject, Sendable {
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
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? DeactivationContext else { return false }
      return source == other.source && interruptionContext == other.interruptionContext
    }

    /// The hash of the contents.
    public override var hash: Int {
      var hasher = Hasher()
      hasher.combine(source)
      hasher.combine(interruptionContext)
      return hasher.finalize()
    }
  }

  /// The object under `resumptionContextKey` of the recommendation (iOS 27 or later).
  public final class ResumptionContext: NSObject, Sendable {
    /// The recommendation.
    public let recommendation: ResumptionRecommendation

    /// Creates a context with a recommendation.
    public init(recommendation: ResumptionRecommendation) { self.recommendation = recommendation }

    /// Returns whether the contents are equal.
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? ResumptionContext else { return false }
      return recommendation == other.recommendation
    }

    /// The hash of the contents.
    public override var hash: Int {
      var hasher = Hasher()
      hasher.combine(recommendation)
      return hasher.finalize()
    }
  }
}
