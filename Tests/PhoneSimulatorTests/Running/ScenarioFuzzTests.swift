import AudioSession
import AudioSessionAnalysis
import PhoneRuntime
import Testing

@testable import PhoneSimulator

/// Tests that random steps are reproducible and find broken rules.
struct ScenarioFuzzTests {
  private func scenario() throws -> Scenario {
    let text = """
      scenario: a
      apps: { x: { category: playback }, "y'z": { category: ambient } }
      steps: [{ x: play }, { at: 5, phone: ring }, { at: 9, phone: decline }]
      """
    return try #require(try ScenarioReader.read(text).first)
  }

  @Test func `every step of the vocabulary is valid in scenarios`() throws {
    let vocabulary = StepVocabulary(apps: ["x", "y'z"])
    let steps = vocabulary.groups.flatMap(\.self)
    #expect(steps.count > 300)
    for step in steps {
      let text = "scenario: a\napps: { x: , \"y'z\": }\nsteps:\n  - \(step.words)\n"
      let read = try #require(try ScenarioReader.read(text).first?.steps.first)
      #expect(read.content == step.content, "\(step.words)")
    }
  }

  @Test func `the same seed gives the same steps, another seed gives others`() throws {
    func trace(_ seed: UInt64) throws -> [TraceEntry] {
      try ScenarioFuzz(try scenario(), steps: 200, seed: seed).run().trace
    }
    #expect(try trace(7) == trace(7))
    #expect(try trace(7) != trace(8))
  }

  @Test func `a negative number of steps is zero`() throws {
    func trace(_ steps: Int) throws -> [TraceEntry] {
      try ScenarioFuzz(try scenario(), steps: steps, seed: 7).run().trace
    }
    #expect(try trace(-5) == trace(0))
  }

  @Test func `random steps do not cause warnings about habits`() throws {
    let report = try ScenarioFuzz(try scenario(), steps: 1_000, seed: 7).run()
    let changes = report.trace.count { $0.kind == .call && $0.text.hasPrefix("sets its category") }
    #expect(changes > ScenarioLog.tooManyChanges)
    #expect(report.advice.isEmpty)
  }

  @Test(arguments: [
    (Mutant.noNesting, "T4"), (.nestedBegan, "T2"), (.noArbitration, "I1"),
    (.endedAtFirstSource, "I4"), (.alarmAllowsActivation, "I6"), (.notifiesSuspended, "T7"),
  ])
  func `a broken rule is found and reported with a short list of steps`(
    mutant: Mutant, invariant: String
  ) throws {
    let scenario = try scenario()
    // Random steps may need more than one seed.
    let failure = try #require(
      (3...40 as ClosedRange<UInt64>).lazy.compactMap { seed in
        let fuzz = ScenarioFuzz(scenario, steps: 3_000, seed: seed, mutant: mutant)
        return try? fuzz.run().failures.first
      }.first)
    #expect(failure.message.hasPrefix("invariant \(invariant) is broken"))
    let steps = failure.message.split(separator: "\n  - ").dropFirst()
    #expect((1...6).contains(steps.count), "\(failure.message)")
  }
}
