import AudioSession
import AudioSessionAnalysis
import PhoneSimulator
import Testing

/// Tests of explanations for an app that multiplies its own sound.
struct ExplainedVolumeTests {
  private func run(layerVolume: Double) throws -> ScenarioRun {
    let text = """
      scenario: a layer
      apps: { m: { category: playback, layerVolume: \(layerVolume) } }
      steps: [{ m: play }]
      """
    let run = try ScenarioRun(try #require(try ScenarioReader.read(text).first))
    run.run()
    return run
  }

  @Test func `an app at layer volume 0 is explained as silent`() throws {
    let run = try run(layerVolume: 0)
    for (question, verdict) in [
      (ExplainedQuestion.audible, "m is silent"), (.gain, "m's gain is 0"),
    ] {
      let explanation = run.explain(question, for: 0)
      #expect(explanation.verdict == verdict)
      #expect(explanation.causes.map(\.fact) == [.layerVolume(0)])
    }
  }

  @Test func `the reported gain of an app includes its layer volume`() throws {
    let explanation = try run(layerVolume: 0.5).explain(.gain, for: 0)
    #expect(explanation.verdict == "m's gain is 0.25")
    #expect(explanation.causes.map(\.fact) == [.volume(.media), .layerVolume(0.5)])
    #expect(try run(layerVolume: 0.5).explain(.audible, for: 0).verdict == "m is heard")
  }
}
