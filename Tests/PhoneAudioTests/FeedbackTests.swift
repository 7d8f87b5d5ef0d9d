import AudioSession
import HapticEngine
import PhoneAudio
import PhoneSimulator
import Testing

/// Feedback generators and controls as they are felt: when they begin, and how strong.
struct FeedbackTests {
  /// The first audible frame of the haptics of `steps`.
  private static func firstFrame(_ steps: String) throws -> Int? {
    let scenario = try HeardScenario(
      """
      scenario: feedback
      apps: { game: { category: ambient, controls: { wifi: switch } } }
      steps:
      \(steps)
        - at: 5
      """)
    return scenario.heard.haptic.firstIndex { $0 != 0 }
  }

  @Test func `a prepared generator starts immediately, and any other after the startup delay`()
    throws
  {
    let tap = "{ feedback: impact.heavy }"
    // A sine begins at 0, so the first audible sample is the next one.
    #expect(try Self.firstFrame("  - at: 1\n    game: \(tap)") == 48_000 + 1_440 + 1)
    let prepared = "  - game: { prepareFeedback: impact }\n"
    #expect(try Self.firstFrame(prepared + "  - at: 1\n    game: \(tap)") == 48_001)
    // Preparing right before the feedback gains nothing; preparing a third of the time earlier gains a
    // third.
    #expect(try Self.firstFrame(prepared + "  - game: \(tap)") == 1_441)
    #expect(try Self.firstFrame(prepared + "  - at: 0.01\n    game: \(tap)") == 1_441)
    #expect(try Self.firstFrame(prepared + "  - at: 2\n    game: \(tap)") == 96_000 + 1_441)
    let other = "  - game: { prepareFeedback: selection }\n"
    #expect(try Self.firstFrame(other + "  - at: 1\n    game: \(tap)") == 48_000 + 1_441)
  }

  @Test func `a control vibrates at the frame at which it is touched`() throws {
    #expect(try Self.firstFrame("  - at: 1\n    game: { toggleSwitch: wifi }") == 48_001)
  }

  private static func peak(_ feedback: String, _ setup: String = "") throws -> Float {
    let scenario = try HeardScenario(
      """
      scenario: feedback
      \(setup)
      steps:
        - game: { feedback: \(feedback) }
        - at: 1
      """)
    return scenario.heard.haptic.map(\.magnitude).max() ?? 0
  }

  private static let front = "apps: { game: { category: ambient } }"

  @Test func `an impact is as strong as its intensity`() throws {
    let full = try Self.peak("impact.heavy", Self.front)
    let half = try Self.peak("{ preset: impact.heavy, intensity: 0.5 }", Self.front)
    let weak = try Self.peak("{ preset: impact.heavy, intensity: 0.1 }", Self.front)
    #expect(full > half && half > weak && weak > 0)
    #expect(try Self.peak("{ preset: impact.heavy, intensity: 0 }", Self.front) == 0)
    #expect(try Self.peak("{ preset: impact.heavy, intensity: 1 }", Self.front) == full)
  }

  @Test(arguments: CaptureContexts.named.map(\.name))
  func `while a sensor is in use, haptics are unchanged, silent, or a quarter as strong`(
    sensor: String
  ) throws {
    let apps = "apps: { game: { category: ambient, captures: [\(sensor)] } }"
    let full = try Self.peak("impact.heavy", Self.front)
    let silent = try Self.peak("impact.heavy", "policy: { captureGuard: suppress }\n" + apps)
    let weak = try Self.peak("impact.heavy", "policy: { captureGuard: attenuate }\n" + apps)
    #expect(try Self.peak("impact.heavy", apps) == full)
    #expect(silent == 0)
    #expect(weak == full / 4)
  }

  @Test func `a haptic is attenuated while its app captures, and unchanged afterwards`()
    throws
  {
    let scenario = try HeardScenario(
      """
      scenario: a rumble
      policy: { captureGuard: attenuate }
      apps: { game: { category: ambient } }
      steps:
        - game: { playHaptic: impact.heavy }
        - at: 1
          game: { setCaptures: [gyroscope] }
        - at: 2
          game: { setCaptures: [] }
        - at: 3
      """
    ) { scenario in
      let event = HapticEvent(.hapticContinuous, at: 0, duration: 3)
      scenario.patterns["impact.heavy"] = try? HapticPattern(events: [event])
    }
    let peaks = [(0.1, 0.9), (1.1, 1.9), (2.1, 2.9)].map { start, end in
      scenario.haptic(start, end).map(\.magnitude).max() ?? 0
    }
    #expect(abs(peaks[1] - peaks[0] / 4) < 1e-4 && abs(peaks[2] - peaks[0]) < 1e-4)
  }

  @Test func `the trace explains why feedback is late or not played`() throws {
    let scenario = try HeardScenario(
      """
      scenario: feedback
      policy: { captureGuard: suppress }
      apps: { game: { category: ambient } }
      steps:
        - game: { prepareFeedback: selection }
        - at: 3
          game: { feedback: selection }
        - game: { setCaptures: [camera] }
        - game: { feedback: { preset: impact.soft, intensity: 0.5 } }
        - at: 4
      """)
    #expect(
      scenario.lines(of: "game") == [
        "prepares its selection feedback generator",
        "its selection feedback generator is no longer prepared",
        "triggers the feedback selection",
        "its feedback generator is not prepared, so the haptic starts 0.03 s later",
        "a haptic is played",
        "captures with camera",
        "triggers the feedback impact.soft at intensity 0.5",
        "its feedback generator is not prepared, so the haptic starts 0.03 s later",
        "a haptic is suppressed: capture",
        // The first feedback, which was still waiting.
        "the haptic selection is suppressed before it begins: capture",
      ])
  }
}
