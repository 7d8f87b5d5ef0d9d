public import AudioSession
public import TextFormats

/// The facts that must be true at one moment of a scenario.
public struct Expectation: Hashable, Sendable {
  /// The facts that are expected of apps.
  public var apps: [AppExpectation] = []
  /// The facts that are expected of the phone.
  public var device: [ExpectedFact] = []
  /// The whole expectation as written, on one line.
  public var words = ""

  /// Creates an empty expectation.
  public init() {}
}

/// The facts that are expected of one app.
public struct AppExpectation: Hashable, Sendable {
  /// The app.
  public let app: AppID
  /// The facts that are expected of the app.
  public var facts: [ExpectedFact]
  /// The moment from which `includes` counts events; nil to count all events since `events` were last expected.
  public var since: EventStart?
}

/// The moment from which an expectation counts the events of an app.
public enum EventStart: Hashable, Sendable {
  /// A time from the beginning of the scenario, in seconds. Events at exactly this time are counted.
  case time(Double)
  /// The last step that expected the app's events, with `events` or `includes`.
  case lastExpect

  /// The word for `lastExpect` in a scenario.
  static let lastExpectWord = "lastExpect"
}

/// An expected fact, and its place in the file.
public struct ExpectedFact: Hashable, Sendable {
  /// The key, such as `audible`; the language's page lists them.
  public let name: String
  /// The value that the fact must have.
  public let value: FactValue
  /// The place in the file at which the fact is expected.
  public let place: SourceLocation
  /// The fact as written, on one line, such as `haptics: played`.
  let words: String
}

/// The actual or expected value of a fact.
public enum FactValue: Hashable, Sendable {
  /// True or false.
  case truth(Bool)
  /// A number. Two numbers match if they differ by at most 0.001, or by the tolerance of the fact.
  case number(Double)
  /// One word.
  case word(String)
  /// Words, whose order does not matter.
  case words([String])
  /// Lines, whose order matters.
  case lines([String])
  /// Numbers by name. Only the expected numbers are compared.
  case numbers([String: Double])
  /// Boolean values by name. Only the expected values are compared.
  case truths([String: Bool])
}
