import PhoneSimulator
import Testing

/// A run beside the same one with System Haptics off.
struct HapticsOffTests {
  private func trace(_ steps: String) throws -> [TraceLine] {
    let text = """
      scenario: Taps
      apps:
        game: { category: ambient }
      steps:
        - game: {playHaptic: impact.light}
        - game: play
        - device: {hapticsEnabled: true}
        - game: {playHaptic: impact.heavy}
      \(steps)
      """
    let run = try ScenarioRun(ScenarioReader.read(text)[0])
    run.run()
    return run.trace
  }

  @Test func `haptics are counted, and nothing else differs`() throws {
    let text = """
      scenario: Taps
      apps:
        game: { category: ambient }
      steps:
        - game: {playHaptic: impact.light}
        - device: {settings: {haptics: false}}
        - device: {hapticsEnabled: true}
        - game: {playHaptic: impact.heavy}
        - expect: { game: { haptics: played, playing: false } }
      """
    let scenario = try ScenarioReader.read(text)[0]
    let sides = try [scenario, scenario.withoutHaptics].map { scenario in
      let run = try ScenarioRun(scenario)
      run.run()
      #expect(run.failures == [])
      return run.trace
    }
    let comparison = HapticsComparison(sides[0], sides[1])
    #expect(comparison.haptics == 2)
    #expect(comparison.isClean)
    #expect(sides[1].count { $0.text == "a haptic is suppressed: hapticsOff" } == 2)
  }

  @Test func `whatever else differs is listed, on its side`() throws {
    let comparison = try HapticsComparison(trace("  - game: pause"), trace("  - game: stop"))
    #expect(comparison.onlyFirst.map(\.text) == ["pauses"])
    #expect(comparison.onlySecond.map(\.text) == ["stops"])
    #expect(!comparison.isClean)
  }
}
