public import AudioSession
internal import AudioSessionAnalysis
internal import PhoneRuntime
internal import Realtime

/// Inserts random steps into a scenario, and checks that the policy's invariants hold.
///
/// The same scenario and seed give the same steps. The scenario's expectations are not checked, because random steps
/// change the results.
public struct ScenarioFuzz {
  /// The maximum number of random steps in a run.
  ///
  /// Our choice: a run of a few minutes.
  public static let mostSteps = 1_000_000

  /// The maximum number of runs for finding the steps that cause a failure.
  private static let mostTrials = 400

  private let scenario: Scenario
  private let mutant: Mutant?
  private let inserted: [(before: Int, step: ScenarioStep)]

  /// Creates a run of a scenario with `steps` random steps, clamped to 0...`mostSteps`.
  public init(_ scenario: Scenario, steps count: Int, seed: UInt64) {
    self.init(scenario, steps: count, seed: seed, mutant: nil)
  }

  /// Creates the same run with a deliberate fault that must be detected.
  init(_ scenario: Scenario, steps count: Int, seed: UInt64, mutant: Mutant?) {
    self.scenario = scenario
    self.mutant = mutant
    let count = min(max(count, 0), Self.mostSteps)
    var random = SplitMix64(seed: seed)
    let vocabulary = StepVocabulary(apps: scenario.apps.map(\.name))
    var places: [Int] = []
    places.reserveCapacity(count)
    for _ in 0..<count { places.append(Int.random(in: 0...scenario.steps.count, using: &random)) }
    inserted = places.sorted().compactMap { place in
      vocabulary.randomStep(&random).map { (place, $0) }
    }
  }

  /// Runs the scenario to the end, or to the first broken invariant.
  ///
  /// - Returns: the trace, and one failure if an invariant was broken. The failure names the shortest list of steps
  ///   that was found to break the invariant.
  /// - Throws: `SetupError` if the phone cannot be set up. This does not happen for a scenario that was read.
  public func run() throws(SetupError) -> ScenarioReport {
    let all = merged(inserted.indices.map { $0 })
    let run = try run(all)
    guard let failure = run.report.failures.first else { return run.report }
    let fewest = try shrunk(Array(all.prefix(run.taken)))
    let report = run.report
    let steps = fewest.map { "\n  - \($0.words)" }.joined()
    let shortened = ScenarioFailure(
      place: failure.place, time: failure.time, reason: failure.reason,
      message: "\(failure.message), after these steps:\(steps)")
    return ScenarioReport(
      trace: report.trace, failures: [shortened], advice: report.advice,
      expectations: report.expectations)
  }

  /// Returns the scenario's own steps and the random steps, in order.
  ///
  /// A random step has the time of the step before it.
  private func merged(_ chosen: [Int]) -> [ScenarioStep] {
    var steps: [ScenarioStep] = []
    var next = chosen[...]
    var time = 0.0
    for place in 0...scenario.steps.count {
      while let index = next.first, inserted[index].before == place {
        var step = inserted[index].step
        step.time = time
        step.place = scenario.place
        steps.append(step)
        next.removeFirst()
      }
      guard place < scenario.steps.count else { break }
      time = scenario.steps[place].time
      if case .expect = scenario.steps[place].content { continue }
      steps.append(scenario.steps[place])
    }
    return steps
  }

  /// Takes the steps until an invariant is broken.
  private func run(_ steps: [ScenarioStep]) throws(SetupError) -> ScenarioRun {
    let run = try ScenarioRun(scenario, checks: .invariants)
    let mutant = mutant
    run.runtime.judge { phone, event throws(RejectedEvent) in
      try phone.handle(event, with: mutant)
    }
    for step in steps {
      run.take(step)
      if run.hasFailed { break }
    }
    return run
  }

  /// Removes steps that are not needed for the failure: first halves, then smaller parts.
  private func shrunk(_ steps: [ScenarioStep]) throws(SetupError) -> [ScenarioStep] {
    var steps = steps
    var trials = 0
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      while start < steps.count, trials < Self.mostTrials {
        trials += 1
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        let run = try run(fewer)
        if !run.hasFailed { start += size } else { steps = Array(fewer.prefix(run.taken)) }
      }
      size /= 2
    }
    return steps
  }
}
