public import AudioSession
internal import PhoneRuntime
internal import Realtime

/// The parts of the simulated phone that scenarios exercise: rules, table cells, policy options, interruptors
/// and notifications.
///
///     var coverage = ScenarioCoverage()
///     for scenario in try ScenarioReader.read(text) { try coverage.run(scenario) }
///     print(coverage.missing(of: .options).map(\.name))
///
/// `merge` unites the coverages of several runs. Rules and notifications are found in the steps and in the trace of
/// a run. A cell or an option is exercised if another value in its place changes the outcome of at least one step.
/// The phone does not count while it runs: its steps are decided again afterwards. `CoverageKind` defines
/// "exercised" for each kind.
///
/// Not thread-safe, as any value.
public struct ScenarioCoverage: Hashable, Sendable {
  /// The number of runs that the coverage is of.
  public private(set) var scenarios = 0
  private var exercised: Set<CoverageEntry> = []
  /// The decisions that were varied: scenarios of one suite have many in common.
  private var varied: Set<CoverageDecision> = []

  /// A coverage of no scenario.
  public init() {}

  /// Runs a scenario and adds what it exercises.
  ///
  /// - Parameters:
  ///   - scenario: the scenario to run, from its beginning to its end.
  ///   - checks: the checks of the run; the coverage does not depend on them.
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
    noteRules(of: log.steps)
    noteVariations(of: log.steps, scenario.setup, base)
    for case .received(let notice) in run.trace.map(\.what) {
      exercised.insert(CoverageEntry(notice))
    }
    return run.report
  }

  /// Adds what another coverage has exercised, and its runs.
  public mutating func merge(_ other: ScenarioCoverage) {
    scenarios += other.scenarios
    exercised.formUnion(other.exercised)
    varied.formUnion(other.varied)
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

  private mutating func noteRules(of steps: [SettledEvent]) {
    for rule in SessionRule.allCases where !isExercised(CoverageEntry(rule)) {
      if steps.contains(where: rule.decides) { exercised.insert(CoverageEntry(rule)) }
    }
  }

  /// Varies what no run has exercised yet, in the decisions that no run had before.
  ///
  /// A decision that another run had was varied in at least the entries that are not exercised now.
  private mutating func noteVariations(
    of steps: [SettledEvent], _ setup: PhoneSetup, _ base: Phone
  ) {
    let isNewStart = varied.insert(CoverageDecision(base, nil)).inserted
    let fresh = steps.filter { varied.insert(CoverageDecision($0.before, $0.event)).inserted }
    let course = CoverageCourse(setup, base, comparesStart: isNewStart, steps: fresh)
    for place in CoveragePlace.all where !isExercised(place.entry) {
      guard place.isDecisive(in: course) else { continue }
      exercised.insert(place.entry)
      if let interruptor = place.interruptor { exercised.insert(CoverageEntry(interruptor)) }
    }
  }
}

extension ScenarioCoverage {
  /// Whether both are of as many runs and have the same entries exercised.
  public static func == (left: ScenarioCoverage, right: ScenarioCoverage) -> Bool {
    left.scenarios == right.scenarios && left.exercised == right.exercised
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scenarios)
    hasher.combine(exercised)
  }
}

/// Keeps the steps of a run.
final class StepLog: PhoneSink {
  private let taken = Guarded<[SettledEvent]>([])

  var steps: [SettledEvent] { taken.withLock { $0 } }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    if case .settled(let step) = report { taken.withLock { $0.append(step) } }
  }
}
