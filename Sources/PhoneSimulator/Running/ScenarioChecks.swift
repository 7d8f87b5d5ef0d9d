/// What is looked at while a scenario runs.
public struct ScenarioChecks: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: UInt8

  /// The kinds with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What the scenario expects: facts, errors of calls, and that its steps are possible.
  public static let expectations = ScenarioChecks(rawValue: 1)
  /// What must hold after every event, whatever the scenario: the policy's invariants, and that a
  /// plain evaluation from scratch agrees.
  public static let invariants = ScenarioChecks(rawValue: 1 << 1)
  /// Everything.
  public static let all: ScenarioChecks = [.expectations, .invariants]
}
