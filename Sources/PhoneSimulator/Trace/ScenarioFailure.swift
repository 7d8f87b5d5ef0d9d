public import AudioSession
public import AudioSessionAnalysis
public import TextFormats

/// A failure of a scenario's run, or advice about it.
public struct ScenarioFailure: Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure, with its subject.
  public enum Reason: Hashable, Sendable {
    /// A fact about an app, or about the `device`, differs from the expectation.
    case fact(String, of: String, found: FactValue, expected: FactValue)
    /// A call ended with a different error than expected. A nil error means that the call succeeds.
    case call(expected: SessionErrorCode?, found: SessionErrorCode?)
    /// An event is not possible in this state.
    case impossible(RejectedEvent)
    /// The apps react to each other endlessly.
    case endlessReactions
    /// An invariant of the policy is broken.
    case invariant(Invariant)
    /// The policy and its independent evaluation disagree.
    case disagreement
    /// Advice: several apps are in the foreground of a phone that shows one at a time.
    case severalInFront([AppID])
    /// Advice: an app repeatedly changes its category.
    case manyCategories(AppID)
    /// Advice: an `includes` expectation counts an event that an earlier expectation of the app could already see.
    case includesOldEvents(AppID)
    /// Advice: a microphone is muted in hardware, on a device that is not known to support this.
    case microphoneMutedOnPhone
  }

  /// The place in the file at which the failed expectation is written.
  public let place: SourceLocation
  /// The time, in seconds.
  public let time: Double
  /// The reason, by which programs and tests distinguish failures.
  public let reason: Reason
  /// The problem in words, for example the values found and expected.
  public let message: String
  /// The likely cause and its remedy, as a sentence without a period; nil if the cause is not known.
  public private(set) var hint: String?

  init(
    place: SourceLocation, time: Double, reason: Reason, message: String, hint: String? = nil
  ) {
    (self.place, self.time, self.reason) = (place, time, reason)
    (self.message, self.hint) = (message, hint)
  }

  /// The failure in one line, such as `12:7: at 5 s: ...`.
  ///
  /// Put the file's name before it.
  public var description: String { "\(place): at \(time.shortest) s: \(message)" }

  /// The same line, marked as a warning.
  public var advice: String { "\(place): warning: at \(time.shortest) s: \(message)" }
}

/// The result of a run.
public struct ScenarioReport: Hashable, Sendable {
  /// The lines of the trace, in order.
  public let trace: [TraceEntry]
  /// The failed expectations, broken invariants and impossible steps.
  public let failures: [ScenarioFailure]
  /// Warnings about behavior that contradicts the guidelines, although the scenario passes.
  public let advice: [ScenarioFailure]
  /// The number of expected facts that were checked.
  public let expectations: Int
}
