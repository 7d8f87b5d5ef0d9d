internal import TextFormats

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

extension Double {
  /// The number with at most six decimals: times to the microsecond.
  var shortest: String { rounded(to: 6) }

  /// The number in as many digits as it takes to read the same number again.
  var exact: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
