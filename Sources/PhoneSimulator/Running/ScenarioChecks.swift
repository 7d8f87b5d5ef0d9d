/// The checks to make while a scenario runs.
public struct ScenarioChecks: OptionSet, Hashable, Sendable {
  /// The bits, one for each kind of check.
  public let rawValue: UInt8

  /// Creates the checks with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The expectations of the scenario: the facts, the errors of calls, and that each step is possible.
  public static let expectations = ScenarioChecks(rawValue: 1)
  /// The policy's invariants after every event, and the policy's agreement with an independent evaluation from scratch.
  public static let invariants = ScenarioChecks(rawValue: 1 << 1)
  /// All checks.
  public static let all: ScenarioChecks = [.expectations, .invariants]
}
