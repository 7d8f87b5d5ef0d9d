public import AudioSession
public import AudioSessionAnalysis
public import TextFormats

/// Something that was not as it should be, or that is advised against, in a run of a scenario.
public struct ScenarioFailure: Hashable, Sendable, CustomStringConvertible {
  /// What kind of thing is wrong, with what it is about.
  public enum Reason: Hashable, Sendable {
    /// A fact about an app, or about the `device`, is not what was expected.
    case fact(String, of: String, found: FactValue, expected: FactValue)
    /// A call ended with another error than was expected; nil is success.
    case call(expected: SessionErrorCode?, found: SessionErrorCode?)
    /// Something cannot happen in this state.
    case impossible(RejectedEvent)
    /// The apps react to each other without end.
    case endlessReactions
    /// An invariant of the policy is broken.
    case invariant(Invariant)
    /// The policy and its plain evaluation disagree.
    case disagreement
    /// Advice: several apps are in front of a phone that shows one at a time.
    case severalInFront([AppID])
    /// Advice: an app changes its category time and again.
    case manyCategories(AppID)
    /// Advice: an `includes` counts an event that an earlier expectation of the app's events could see.
    case includesOldEvents(AppID)
    /// Advice: a microphone is muted in hardware on a device that is not known to do that.
    case microphoneMutedOnPhone
  }

  /// The place in the file at which the failed expectation is written.
  public let place: SourceLocation
  /// When, in seconds.
  public let time: Double
  /// The reason, by which programs and tests tell failures apart.
  public let reason: Reason
  /// What was found, and what was expected, in words.
  public let message: String
  /// The likely cause and its remedy, a sentence without a full stop; nil if none is known.
  public private(set) var hint: String?

  init(
    place: SourceLocation, time: Double, reason: Reason, message: String, hint: String? = nil
  ) {
    (self.place, self.time, self.reason) = (place, time, reason)
    (self.message, self.hint) = (message, hint)
  }

  /// Such as `12:7: at 5 s: ...`; the file's name goes before it.
  public var description: String { "\(place): at \(time.shortest) s: \(message)" }

  /// The same as a warning.
  public var advice: String { "\(place): warning: at \(time.shortest) s: \(message)" }
}

/// What came of a run.
public struct ScenarioReport: Hashable, Sendable {
  /// What happened, in order.
  public let trace: [TraceEntry]
  /// What was not as it should be.
  public let failures: [ScenarioFailure]
  /// What does no harm here, and is against the guidelines.
  public let advice: [ScenarioFailure]
  /// How many facts were expected.
  public let expectations: Int
}
