import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import Testing
import TextFormats

/// Tests that compare a run with the same run with System Haptics off.
struct HapticsOffTests {
  private func side(_ steps: String) throws -> ScenarioSide {
    let text = """
      scenario: Taps
      apps:
        game: { category: ambient, controls: { wifi: switch } }
        music: { category: playback, options: [mixWithOthers] }
      steps:
        - game: {playHaptic: impact.light}
        - music: play
        - game: play
        - device: {hapticsEnabled: true}
        - at: 1
          game: {playHaptic: impact.heavy}
      \(steps)
      """
    let scenario = try ScenarioReader.read(text)[0]
    return try ScenarioSide(
      scenario, audio: PhoneAudioConfiguration(sounds: scenario.sounds(decodedBy: NoSounds())))
  }

  /// A decoder that does not decode files.
  private struct NoSounds: SoundDecoding {
    func decode(
      path: String, sampleRate: Double, byteLimit: Int
    ) throws(SoundDecodingError) -> DecodedSound {
      throw SoundDecodingError(.notFound, path: path, detail: "there are no files")
    }
  }

  @Test func `haptics are counted, and nothing else differs`() throws {
    let text = """
      scenario: Taps
      apps:
        game: { category: ambient, controls: { wifi: switch } }
      steps:
        - game: {playHaptic: impact.light}
        - device: {settings: {haptics: false}}
        - device: {hapticsEnabled: true}
        - game: play
        - game: {playHaptic: impact.heavy}
        - expect: { game: { haptics: played, playing: true, hapticsPlayed: 2 } }
        - game: {toggleSwitch: wifi}
        - game: {feedback: selection}
        - expect: { device: { settings: { haptics: true } }, game: { hapticGain: 1 } }
        - expect: { device: { settings: { haptics: true, keyboardClicks: true } } }
      """
    let scenario = try ScenarioReader.read(text)[0]
    let sides = try [scenario, scenario.withoutHaptics].map { try ScenarioSide($0) }
    for side in sides { #expect(side.report.failures == []) }
    let comparison = HapticsComparison(sides[0], sides[1])
    #expect(comparison.haptics == 4)
    #expect(comparison.isClean, "\(comparison)")
    #expect(sides[1].report.trace.count { $0.text == "a haptic is suppressed: hapticsOff" } == 4)
    // Two of the six facts are unrelated to haptics, except for a part of one.
    #expect(scenario.hapticExpectations == 4)
    #expect(sides.map(\.report.expectations) == [6, 2])
    // Expectations without facts are not reported as met.
    #expect(
      sides[1].report.trace.filter { $0.kind == .expect }.map(\.text)
        == ["ok: game: playing: true", "ok: device: settings: keyboardClicks: true"])
  }

  @Test func `a setting that changes together with haptics is not a difference`() throws {
    let text = """
      scenario: Settings
      apps: { game: { category: ambient } }
      steps:
        - device: {settings: {haptics: true, keyboardClicks: false}}
        - game: {playHaptic: impact.light}
        - device: {settings: {haptics: true, keyboardClicks: true}}
        - at: 3
          expect: { game: { haptics: played } }
      """
    let scenario = try ScenarioReader.read(text)[0]
    let comparison = try HapticsComparison(
      ScenarioSide(scenario), ScenarioSide(scenario.withoutHaptics))
    #expect(comparison.haptics == 1)
    #expect(comparison.isClean, "\(comparison)")
    // Steps without events still keep their times.
    #expect(scenario.withoutHaptics.steps.map(\.time) == scenario.steps.map(\.time))
  }

  @Test func `a sound that is expected together with a vibration stays expected`() throws {
    let text = """
      scenario: Vibration
      apps: { game: { category: ambient } }
      steps:
        - game: {playAlertSound: vibrate}
        - expect: { game: { sound: none, vibration: played } }
      """
    let scenario = try ScenarioReader.read(text)[0]
    let sides = try [scenario, scenario.withoutHaptics].map { try ScenarioSide($0) }
    for side in sides { #expect(side.report.failures == []) }
    #expect(sides.map(\.report.expectations) == [2, 1])
    let comparison = HapticsComparison(sides[0], sides[1])
    #expect(comparison.isClean, "\(comparison)")
  }

  @Test func `other differences are listed for each side`() throws {
    let comparison = try HapticsComparison(side("  - game: pause"), side("  - game: stop"))
    #expect(comparison.onlyFirst.map(\.text) == ["pauses"])
    #expect(comparison.onlySecond.map(\.text) == ["stops"])
    // One app keeps its position, the other does not.
    #expect(comparison.states == ["game"])
    #expect(comparison.sounds.isEmpty)
    #expect(!comparison.isClean)
  }

  @Test func `only an app that sounds different is named, with the time`() throws {
    let volume = "  - at: 2.05\n    music: { setOutputMuted: true }\n  - at: 3"
    let other = "  - at: 2.05\n    music: { setOutputMuted: false }\n  - at: 3"
    let comparison = try HapticsComparison(side(volume), side(other))
    #expect(comparison.sounds == ["music": 2])
    #expect(comparison.states == ["music"])
  }

  @Test func `a phone whose final state differs is named`() throws {
    let comparison = try HapticsComparison(
      side("  - device: { silentMode: true }\n  - device: { silentMode: false }\n  - at: 2"),
      side("  - at: 2\n    device: lock"))
    #expect(comparison.states.contains("device"))
  }
}
