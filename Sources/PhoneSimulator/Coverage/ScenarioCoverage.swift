public import AudioSession
internal import PhoneRuntime
internal import Realtime

/// What scenarios exercise of the simulated phone: its rules, table cells, policy options, interruptors and
/// notifications.
///
///     var coverage = ScenarioCoverage()
///     for scenario in try ScenarioReader.read(text) { try coverage.run(scenario) }
///     print(coverage.missing(of: .options).map(\.name))
///
/// Coverages of several runs are merged by `merge`. Rules and notifications are found in the steps and in the
/// trace of a run. A cell or an option is exercised if at least one step of the run is decided differently by
/// another value in that place; nothing is counted while the phone runs, which therefore is as fast as ever.
/// `CoverageKind` says what exercised means for each kind.
///
/// Not thread-safe by itself, as any value.
public struct ScenarioCoverage: Hashable, Sendable {
  /// The number of runs that the coverage is of.
  public private(set) var scenarios = 0
  private var exercised: Set<CoverageEntry> = []

  /// A coverage of no scenario.
  public init() {}

  /// Runs a scenario and adds what it exercises.
  ///
  /// - Parameters:
  ///   - scenario: the scenario to run, from its beginning to its end.
  ///   - checks: what is checked on the way; the coverage does not depend on it.
  /// - Returns: the report of the run.
  /// - Throws: `SetupError` if the phone of the scenario cannot be set up, or a step names an app that does not
  ///   exist; a scenario that was read can be run. Nothing is added then.
  @discardableResult
  public mutating func run(
    _ scenario: Scenario, checks: ScenarioChecks = .all
  ) throws(SetupError) -> ScenarioReport {
    let base = try Phone(scenario.setup)
    let run = try ScenarioRun(scenario, checks: checks)
    let log = StepLog()
    run.runtime.add(log)
    run.run()
    scenarios += 1
    let course = CoverageCourse(scenario.setup, base, steps: log.steps)
    noteRules(of: course)
    noteVariations(of: course)
    for case .received(let notice) in run.trace.map(\.what) {
      exercised.insert(CoverageEntry(notice))
    }
    return run.report
  }

  /// Adds what another coverage has exercised, and its runs.
  public mutating func merge(_ other: ScenarioCoverage) {
    scenarios += other.scenarios
    exercised.formUnion(other.exercised)
  }

  /// Returns whether at least one run has exercised the entry.
  public func isExercised(_ entry: CoverageEntry) -> Bool { exercised.contains(entry) }

  /// The entries of a kind that were exercised, in the order of the kind.
  public func exercised(of kind: CoverageKind) -> [CoverageEntry] {
    kind.entries.filter(isExercised)
  }

  /// The entries of a kind that were not exercised, in the order of the kind.
  public func missing(of kind: CoverageKind) -> [CoverageEntry] {
    kind.entries.filter { !isExercised($0) }
  }

  /// The share of the entries of a kind that were exercised, in percent: 0...100.
  public func percent(of kind: CoverageKind) -> Double {
    100 * Double(exercised(of: kind).count) / Double(kind.entries.count)
  }

  private mutating func noteRules(of course: CoverageCourse) {
    for rule in SessionRule.allCases where !isExercised(CoverageEntry(rule)) {
      if course.steps.contains(where: rule.decides) { exercised.insert(CoverageEntry(rule)) }
    }
  }

  /// Only what no run has exercised yet is varied, so that a suite takes less time the more it covers.
  private mutating func noteVariations(of course: CoverageCourse) {
    for place in CoveragePlace.all where !isExercised(place.entry) {
      guard place.isDecisive(in: course) else { continue }
      exercised.insert(place.entry)
      if let interruptor = place.interruptor { exercised.insert(CoverageEntry(interruptor)) }
    }
  }
}

/// Keeps the steps of a run.
private final class StepLog: PhoneSink {
  private let taken = Guarded<[SettledEvent]>([])

  var steps: [SettledEvent] { taken.withLock { $0 } }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    if case .settled(let step) = report { taken.withLock { $0.append(step) } }
  }
}
