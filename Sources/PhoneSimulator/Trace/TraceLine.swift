public import AudioSession
public import TextFormats

/// One line of what happened.
public struct TraceLine: Hashable, Sendable {
  /// What kind of line it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Somebody did something.
    case call
    /// An app was notified.
    case event
    /// Something about an app or the phone changed.
    case state
    /// Something was expected.
    case expect
  }

  /// What a line is about, where that matters to a comparison of two runs.
  public enum Subject: Hashable, Sendable {
    /// Anything else.
    case general
    /// Whether a haptic is played.
    case haptic(PlayVerdict)
    /// When a haptic begins, or how strong it is.
    case hapticDetail
    /// A change of the user's settings, System Haptics among them.
    case settings
  }

  /// When, in seconds.
  public let time: Double
  /// Who: an app, or another actor.
  public let actor: String
  /// What kind of line it is.
  public let kind: Kind
  /// What happened, in words.
  public let text: String
  /// The subject, by which lines about haptics are found.
  public let subject: Subject
}

/// An expectation that was not met, or a step that could not be taken.
public struct ScenarioFailure: Hashable, Sendable, CustomStringConvertible {
  /// The place in the file at which the failed expectation is written.
  public let place: SourceLocation
  /// When, in seconds.
  public let time: Double
  /// What was found, and what was expected.
  public let message: String

  /// Such as `12:7: at 5 s: ...`; the file's name goes before it.
  public var description: String { "\(place): at \(time.shortest) s: \(message)" }

  /// The same as a warning.
  public var advice: String { "\(place): warning: at \(time.shortest) s: \(message)" }
}

/// What came of a run.
public struct ScenarioReport: Hashable, Sendable {
  /// What happened, in order.
  public let trace: [TraceLine]
  /// What was not as it should be.
  public let failures: [ScenarioFailure]
  /// What does no harm here, and is against the guidelines.
  public let advice: [ScenarioFailure]
  /// How many facts were expected.
  public let expectations: Int
}

extension Double {
  /// The number with at most six decimals: times to the microsecond.
  var shortest: String { rounded(to: 6) }
}
