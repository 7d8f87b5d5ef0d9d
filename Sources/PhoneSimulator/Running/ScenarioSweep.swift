public import AudioSession
public import AudioSessionAnalysis
public import TextFormats

/// The results of running a scenario under every other answer to every open question and under every version of iOS.
///
/// The options and the version that the scenario sets itself count as decided and are not changed. If the
/// scenario fails under its own settings, nothing else is tried.
///
/// A sweep takes as long as a few hundred runs of the scenario. With pairs, there are up to `mostPairs` more runs.
///
/// Source: `Documentation/Scenarios.md`, Sweeping.
public struct ScenarioSweep: Sendable {
  /// The name of the scenario.
  public let scenario: String
  /// The place in the file at which the scenario begins.
  public let place: SourceLocation
  /// The result under the scenario's own settings.
  public let report: ScenarioReport
  /// Whether the scenario sets the version of iOS, so that no other version is tried.
  public let decidesVersion: Bool
  /// The changes that were tried, and the dependencies that were found.
  public private(set) var sweep: PolicySweep<ScenarioDependency>

  /// The maximum number of pairs of changes to try.
  ///
  /// Our choice: a second or two of work. The pairs that are most likely to matter are tried first.
  public static let mostPairs = 2_000

  /// Runs a scenario under its own settings, and under every change of these settings.
  ///
  /// - Parameters:
  ///   - scenario: the scenario to run.
  ///   - pairs: whether two changes at a time are tried as well, up to `mostPairs`.
  /// - Throws: `SetupError` if the phone cannot be set up as the scenario says. This does not happen for a scenario
  ///   that was read.
  public init(_ scenario: Scenario, pairs: Bool = false) throws(SetupError) {
    let own = try Self.report(scenario)
    self.scenario = scenario.name
    place = scenario.place
    report = own
    decidesVersion =
      scenario.decidesVersion || scenario.setup.release != OSVersion.standard.release
    sweep = PolicySweep(
      policy: scenario.setup.policy, decided: scenario.decidedOptions,
      system: decidesVersion ? nil : scenario.setup.system,
      mostPairs: pairs ? Self.mostPairs : 0)
    guard own.failures.isEmpty else { return }
    sweep.tryAll { changes in Self.outcome(of: changes, to: scenario, own.trace) }
  }

  /// Whether the scenario passes and does not depend on any of the changes.
  public var holds: Bool { report.failures.isEmpty && sweep.findings.isEmpty }

  private static func report(_ scenario: Scenario) throws(SetupError) -> ScenarioReport {
    let run = try ScenarioRun(scenario)
    run.run()
    return run.report
  }

  private static func outcome(
    of changes: [PolicyVariation], to scenario: Scenario, _ own: [TraceEntry]
  ) -> SweepOutcome<ScenarioDependency> {
    var scenario = scenario
    for change in changes { change.apply(to: &scenario.setup) }
    // A changed policy or version may refuse the configuration of an app.
    guard let other = try? report(scenario) else { return .notApplicable }
    let difference = TraceDifference(own, other.trace)
    guard let failure = other.failures.first else {
      return difference == nil ? .unchanged : .changed
    }
    return .failed(ScenarioDependency(failure: failure, difference: difference))
  }
}

/// The first consequences of changed settings for a scenario.
public struct ScenarioDependency: Hashable, Sendable {
  /// The first expectation that fails.
  public let failure: ScenarioFailure
  /// The first difference from the trace under the scenario's own settings; nil if only expectations differ.
  public let difference: TraceDifference?
}

/// The first lines in which two traces of one scenario differ, ignoring expectations.
public struct TraceDifference: Hashable, Sendable {
  /// The line of the trace under the scenario's own settings; nil if that trace has ended.
  public let own: TraceEntry?
  /// The line of the trace under the changed settings; nil if that trace has ended.
  public let other: TraceEntry?
  /// The time of the earlier of the two lines, in seconds.
  public let time: Double

  /// Compares two traces; nil if they do not differ.
  ///
  /// - Parameters:
  ///   - own: the trace under the scenario's own settings.
  ///   - other: the trace under the changed settings.
  init?(_ own: [TraceEntry], _ other: [TraceEntry]) {
    var own = own.lazy.filter { $0.kind != .expect }.makeIterator()
    var other = other.lazy.filter { $0.kind != .expect }.makeIterator()
    while true {
      let (first, second) = (own.next(), other.next())
      guard first != second else {
        if first == nil { return nil }
        continue
      }
      self.own = first
      self.other = second
      time = min(first?.time ?? .infinity, second?.time ?? .infinity)
      return
    }
  }
}
