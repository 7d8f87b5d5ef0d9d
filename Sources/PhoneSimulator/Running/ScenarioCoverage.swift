public import AudioSession
public import PhoneRuntime

extension PhoneCoverage {
  /// Runs a scenario and adds its coverage.
  ///
  ///     var coverage = PhoneCoverage()
  ///     for scenario in try ScenarioReader.read(text) { try coverage.run(scenario) }
  ///     print(coverage.missing(of: .options).map(\.name))
  ///
  /// - Parameters:
  ///   - scenario: the scenario to run, from its beginning to its end.
  ///   - checks: the checks of the run; the coverage does not depend on them.
  /// - Returns: the report of the run.
  /// - Throws: `SetupError` if the phone of the scenario cannot be set up, or a step names an app that does not
  ///   exist; this does not happen for a scenario that was read. If an error is thrown,
  ///   nothing is added.
  @discardableResult
  public mutating func run(
    _ scenario: Scenario, checks: ScenarioChecks = .all
  ) throws(SetupError) -> ScenarioReport {
    let run = try ScenarioRun(scenario, checks: checks)
    let log = CoverageLog()
    log.watch(run.runtime)
    run.run()
    add(log)
    return run.report
  }
}
