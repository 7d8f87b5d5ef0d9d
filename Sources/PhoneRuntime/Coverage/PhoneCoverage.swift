internal import AudioSession

/// The parts of the simulated phone that runs exercise: rules, table cells, policy options, interruptors and
/// notifications.
///
/// A run is a scenario, or a phone in a test. `merge` combines the coverages of several runs. Rules and notifications
/// are found in the steps of a run. A cell or an option is exercised if another value in its place would change the
/// outcome of at least one step. Coverage is not recorded while the phone runs: the phone's steps are decided again
/// afterwards. `CoverageKind` defines "exercised" for each kind.
///
/// Not thread-safe, like any value.
public struct PhoneCoverage: Hashable, Sendable {
  /// The number of runs in the coverage.
  public private(set) var runs = 0
  private var exercised: Set<CoverageEntry> = []
  /// The decisions that were already varied.
  ///
  /// Scenarios in one suite share many decisions.
  private var varied: Set<CoverageDecision> = [] {
    didSet { if varied.count > Self.mostVaried { varied = [] } }
  }

  /// The maximum number of decisions that are remembered.
  ///
  /// Our choice: they occupy a few megabytes. A forgotten decision is varied again, which does not affect the result.
  private static let mostVaried = 10_000

  /// Creates a coverage without runs.
  public init() {}

  /// Creates a coverage from a number of runs and their known entries.
  init(runs: Int, exercised: Set<CoverageEntry>) {
    self.runs = runs
    self.exercised = exercised
  }

  /// Adds the coverage of a log's phones, each as one run.
  package mutating func add(_ log: CoverageLog) {
    let logged = log.logged
    runs += logged.phones
    exercised.formUnion(logged.notifications)
    merge(logged.coverage)
    add(logged.steps)
  }

  /// Adds the coverage of steps, which are grouped by the setups of their phones.
  mutating func add(_ steps: [PhoneSetup: [SettledEvent]]) {
    for (setup, steps) in steps {
      noteRules(of: steps)
      noteVariations(of: steps, setup)
    }
  }

  /// Adds another coverage, including its runs.
  public mutating func merge(_ other: PhoneCoverage) {
    runs += other.runs
    exercised.formUnion(other.exercised)
    varied.formUnion(other.varied)
  }

  /// Returns whether at least one run has exercised the entry.
  public func isExercised(_ entry: CoverageEntry) -> Bool { exercised.contains(entry) }

  /// The entries of a kind that were exercised, in the order of `CoverageKind.entries`.
  public func exercised(of kind: CoverageKind) -> [CoverageEntry] {
    kind.entries.filter(isExercised)
  }

  /// The entries of a kind that were not exercised, in the order of `CoverageKind.entries`.
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

  /// Varies the entries that no run has exercised yet, for decisions that did not occur in any run before.
  ///
  /// For a decision that occurred in an earlier run, at least the entries that are still not exercised were varied
  /// then.
  private mutating func noteVariations(of steps: [SettledEvent], _ setup: PhoneSetup) {
    guard let base = try? Phone(setup) else { return }
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

extension PhoneCoverage {
  /// Returns whether both coverages have the same number of runs and the same exercised entries.
  public static func == (left: PhoneCoverage, right: PhoneCoverage) -> Bool {
    left.runs == right.runs && left.exercised == right.exercised
  }

  /// Hashes the compared properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(runs)
    hasher.combine(exercised)
  }
}
