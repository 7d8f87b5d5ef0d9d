import AudioSession
import Foundation
import HapticEngine
import PhoneAudio
import PhoneSimulator
import TestSupport
import Testing

/// Composites as they are heard: in full, in one frame, or not at all.
struct CompositeTests {
  private static let library = ScenarioFolder(libraries: [
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Patterns").path
  ])

  private static func heard(
    _ steps: String, device: String = "{}", blockFrames: Int = 4_096
  ) throws -> HeardScenario {
    let text = """
      scenario: a composite
      device: \(device)
      apps: { shop: { category: playback } }
      steps:
        - shop: activate
        - shop: { loadComposite: { payment-confirmed: 0.25 } }
        - shop: { loadComposite: { ar-contact: 0.25 } }
        - shop: { loadComposite: { live-photo: 0.25 } }
      \(steps)
      """
    let scenario = try #require(try ScenarioReader.read(text, in: library).first)
    return try HeardScenario(scenario, blockFrames: blockFrames)
  }

  /// The first frames that are not silent.
  private static func firsts(_ scenario: HeardScenario) -> (haptic: Int?, sound: Int?) {
    (
      scenario.heard.haptic.firstSound,
      [scenario.heard.left.firstSound, scenario.heard.right.firstSound].compactMap(\.self).min()
    )
  }

  @Test(
    arguments: [1, 7, 64, 256, 441, 1_024, 4_096],
    ["payment-confirmed", "ar-contact", "live-photo"])
  func `sound and haptic start in the same frame, for any block size and time`(
    blockFrames: Int, name: String
  ) throws {
    var random = SplitMix64(seed: UInt64(blockFrames))
    for _ in 0..<(blockFrames < 64 ? 1 : 4) {
      let frame = Int.random(in: 14_400...24_000, using: &random)
      let time = Double(frame) / 48_000
      let scenario = try Self.heard(
        "  - at: \(time)\n    shop: { playComposite: \(name) }\n  - at: 0.6",
        blockFrames: blockFrames)
      let (haptic, sound) = Self.firsts(scenario)
      // A sine begins at 0, so the first audible sample is the next one.
      #expect(haptic == frame + 1)
      #expect(sound == haptic)
    }
  }

  @Test func `with an engine on the shared session, a composite is heard and felt, or neither`()
    throws
  {
    func heard(_ apps: String, _ steps: String) throws -> HeardScenario {
      let text = """
        scenario: shared
        apps: { shop: { category: playback, hapticEngine: shared }\(apps) }
        steps:
          - shop: { loadComposite: { ar-contact: 0.25 } }
          - at: 0.5
        \(steps)
          - shop: { playComposite: ar-contact }
          - at: 1
        """
      return try HeardScenario(
        try #require(try ScenarioReader.read(text, in: Self.library).first))
    }
    let active = Self.firsts(try heard("", ""))
    #expect(active.haptic == 24_001 && active.sound == 24_001)
    // If the session cannot be activated, neither part plays.
    let refused = try heard("", "  - mediaServices: crash")
    #expect(Self.firsts(refused) == (nil, nil))
  }

  @Test func `while only the sound of a pattern is heard, the volume buttons are for media`() throws
  {
    let seconds = 2.0
    let scenario = try Self.heard(
      """
        - at: 1
        - expect: { device: { buttonVolume: ringer } }
        - shop: { playComposite: payment-confirmed }
        - expect: { device: { buttonVolume: media } }
        - device: volumeUp
        - expect: { device: { volume: { media: 0.5625, ringer: 0.5 } } }
        - at: \(1 + seconds)
          expect: { device: { buttonVolume: ringer } }
        - device: volumeUp
        - expect: { device: { volume: { media: 0.5625, ringer: 0.5625 } } }
        - shop: { playHaptic: payment-confirmed }
        - phone: ring
        - phone: decline
        - device: volumeDown
        - expect: { device: { volume: { media: 0.5625, ringer: 0.5 } } }
        - device: { silentMode: true }
        - shop: { playHaptic: impact.heavy }
        - expect: { device: { buttonVolume: ringer } }
        - shop: { playHaptic: payment-confirmed }
        - expect: { device: { buttonVolume: media } }
        - shop: { setCategory: ambient }
        - expect: { device: { buttonVolume: ringer } }
      """)
    #expect(scenario.report.failures.isEmpty, "\(scenario.report.failures)")
  }

  @Test func `a composite that is not loaded plays neither of its parts`() throws {
    let scenario = try Self.heard("  - shop: { playComposite: ar-contact }\n  - at: 1")
    #expect(Self.firsts(scenario) == (nil, nil))
    #expect(
      scenario.lines(of: "shop").contains(
        "ar-contact is not loaded: its still image is shown, without sound or haptic"))
  }

  @Test func `a reset of the media services unloads composites`()
    throws
  {
    let reset = """
        - at: 0.5
          mediaServices: crash
        - expect: { shop: { composites: [] } }
        - at: 0.6
          mediaServices: recover
        - shop: activate
        - at: 0.7
          shop: { playComposite: ar-contact }
        - expect: { shop: { composite: still } }
      """
    let without = try Self.heard(reset + "\n  - at: 1.5")
    #expect(without.report.failures.isEmpty, "\(without.report.failures)")
    #expect(Self.firsts(without) == (nil, nil))
    #expect(
      without.lines(of: "shop").contains(
        "ar-contact is lost with the media services and must be loaded again"))
    let again = try Self.heard(
      reset + """

          - shop: { loadComposite: { ar-contact: 0.1 } }
          - at: 1
            shop: { playComposite: ar-contact }
          - expect: { shop: { composite: played, composites: [ar-contact ready] } }
          - at: 1.5
        """)
    #expect(again.report.failures.isEmpty, "\(again.report.failures)")
    #expect(Self.firsts(again) == (48_001, 48_001))
  }

  @Test func `a composite that is loading when the media services fail is not loaded later`() throws
  {
    let scenario = try Self.heard(
      """
        - at: 0.1
          mediaServices: crash
        - shop: { loadComposite: { live-photo: 0.1 } }
        - at: 1
        - expect: { shop: { composites: [] } }
      """)
    #expect(scenario.report.failures.isEmpty, "\(scenario.report.failures)")
    #expect(!scenario.lines(of: "shop").contains { $0.contains("is loaded") })
  }

  @Test func `if the user has turned haptics off, the sound is the same`() throws {
    let steps = "  - at: 0.5\n    shop: { playComposite: payment-confirmed }\n  - at: 1.5"
    let whole = try Self.heard(steps)
    let silent = try Self.heard(steps, device: "{ hapticsEnabled: false }")
    #expect(Self.firsts(silent).haptic == nil && Self.firsts(silent).sound == 24_001)
    #expect(whole.heard.left == silent.heard.left && whole.heard.right == silent.heard.right)
  }

  @Test(arguments: [
    ("impact.heavy", "does not have a sound"), ("heartbeat", "does not have a sound"),
    ("laser", "does not have a sound"),
  ])
  func `a pattern that is not a composite is an error at its location`(
    name: String, words: String
  ) throws {
    let text = """
      scenario: a
      apps: { shop: }
      steps:
        - shop: { playComposite: \(name) }
      """
    let error = #expect(throws: ScenarioErrors.self) {
      try ScenarioReader.read(text, in: Self.library)
    }
    #expect(error?.problems.first?.description.contains("4:28") == true)
    #expect(error?.problems.first?.description.contains(words) == true)
  }
}
