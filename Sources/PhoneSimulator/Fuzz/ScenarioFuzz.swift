public import AudioSession
internal import AudioSessionAnalysis
internal import PhoneRuntime
internal import Realtime

/// Puts random steps between those of a scenario, and looks whether the policy's invariants hold.
///
/// The same scenario and seed give the same steps. What a scenario expects is not looked at: the
/// random steps change it.
public struct ScenarioFuzz {
  /// The most random steps of a run.
  ///
  /// Our choice: minutes of work.
  public static let mostSteps = 1_000_000

  /// How many runs are spent on finding which steps are to blame.
  private static let mostTrials = 400

  private let scenario: Scenario
  private let mutant: Mutant?
  private let inserted: [(before: Int, step: ScenarioStep)]

  /// A scenario with `steps` random steps, clamped to 0...`mostSteps`.
  public init(_ scenario: Scenario, steps count: Int, seed: UInt64) {
    self.init(scenario, steps: count, seed: seed, mutant: nil)
  }

  /// The same with a fault on purpose, which has to be noticed.
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

  /// Runs it to the end, or to the first invariant that is broken.
  ///
  /// - Returns: the trace, and one failure if an invariant was broken, which names the fewest steps
  ///   that were found to break it.
  /// - Throws: `SetupError` if the phone cannot be set up; that of a scenario that was read can.
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

  /// The scenario's own steps and the random ones, in order; each random one at the time of the step
  /// before it.
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

  /// Takes the steps up to the first one that breaks something.
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

  /// Leaves out what can be left out without the failure going away: first halves, then less.
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
