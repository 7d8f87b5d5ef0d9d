public import AudioSession
internal import TextFormats

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

  /// The number in as many digits as it takes to read the same number again.
  var exact: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
