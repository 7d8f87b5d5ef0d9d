public import AudioSession
public import TextFormats

/// What must be true at a moment.
public struct Expectation: Hashable, Sendable {
  /// What is expected of apps.
  public var apps: [AppExpectation] = []
  /// What is expected of the phone.
  public var device: [ExpectedFact] = []
  /// All of it as it is written, in one line.
  public var words = ""

  /// Nothing.
  public init() {}
}

/// What is expected of one app.
public struct AppExpectation: Hashable, Sendable {
  /// The app.
  public let app: AppID
  /// The facts that are expected of the app.
  public var facts: [ExpectedFact]
  /// The event from which on `includes` counts; nil for all that `events` has not removed.
  public var since: EventStart?
}

/// The moment from which on an expectation counts the events of an app.
public enum EventStart: Hashable, Sendable {
  /// The time from the beginning of the scenario, in seconds; events at that time count.
  case time(Double)
  /// The last expectation of the app's events, by `events` or `includes`.
  case lastExpect

  /// The word for `lastExpect` in a scenario.
  static let lastExpectWord = "lastExpect"
}

/// A fact that is expected, and where that is written.
public struct ExpectedFact: Hashable, Sendable {
  /// The key, such as `audible`; the language's page lists them.
  public let name: String
  /// The value that the fact must have.
  public let value: FactValue
  /// The place in the file at which the fact is expected.
  public let place: SourceLocation
  /// The fact as it is written, in one line, such as `haptics: played`.
  let words: String
}

/// What a fact is, or must be.
public enum FactValue: Hashable, Sendable {
  /// Whether something is so.
  case truth(Bool)
  /// A number; two match to within 0.001.
  case number(Double)
  /// One word.
  case word(String)
  /// Words in any order.
  case words([String])
  /// Lines in their order.
  case lines([String])
  /// Numbers by name, of which those that are expected are compared.
  case numbers([String: Double])
  /// Truths by name, of which those that are expected are compared.
  case truths([String: Bool])
}
