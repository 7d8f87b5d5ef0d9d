import AudioSession
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Testing

/// Suppressed haptics are never felt, and the trace is right about each haptic.
struct SuppressionTests {
  private typealias Change = @Sendable (inout Scenario) -> Void

  /// Replaces presets by patterns of these events.
  private static func patterns(_ patterns: [String: [HapticEvent]]) -> Change {
    { scenario in
      for (name, events) in patterns {
        if let pattern = try? HapticPattern(events: events) { scenario.patterns[name] = pattern }
      }
    }
  }

  /// Four seconds of vibration and of a tone.
  private static let long = patterns([
    "impact.heavy": [
      HapticEvent(.hapticContinuous, at: 0, duration: 4),
      HapticEvent(.audioContinuous, at: 0, duration: 4),
    ]
  ])

  @Test(arguments: [
    ("app: record", "app: stopRecording"),
    ("device: { settings: { haptics: false } }", "device: { settings: { haptics: true } }"),
    ("app: { setCaptures: [camera] }", "app: { setCaptures: [] }"),
  ])
  func `a suppressed haptic is not felt after the suppression ends, but its sound is heard`(
    begin: String, end: String
  ) throws {
    let scenario = try HeardScenario(
      """
      scenario: a
      policy: { captureGuard: suppress }
      apps: { app: { category: playAndRecord, options: [defaultToSpeaker] } }
      steps:
        - app: activate
        - at: 1
          \(begin)
        - app: { playHaptic: impact.heavy }
        - at: 2
          \(end)
        - at: 3
      """, change: Self.long)
    #expect(scenario.heard.haptic[...].isSilent)
    #expect(!scenario.left(1.5, 3).isSilent)
    #expect(scenario.beginnings.isEmpty)
  }

  @Test func `a playing haptic is silent while it is suppressed, and felt again afterwards`()
    throws
  {
    let scenario = try HeardScenario(
      """
      scenario: a
      apps: { app: { category: playAndRecord } }
      steps:
        - app: { playHaptic: impact.heavy }
        - at: 1
          app: record
        - at: 2
          app: stopRecording
        - at: 3
      """, change: Self.long)
    #expect(!scenario.haptic(0.5, 1).isSilent)
    #expect(scenario.haptic(1.01, 2).isSilent)
    #expect(!scenario.haptic(2.1, 3).isSilent)
  }

  @Test func `a tap is complete at the beginning, and if requested as a suppression ends`()
    throws
  {
    let scenario = try HeardScenario(
      """
      scenario: a
      apps: { app: { category: playAndRecord } }
      steps:
        - app: { playHaptic: impact.heavy }
        - at: 1
          app: { playHaptic: impact.heavy }
        - at: 2
          app: record
        - at: 3
          app: stopRecording
        - app: { playHaptic: impact.heavy }
        - at: 4
      """)
    let tap = Array(scenario.heard.haptic[48_000..<96_000])
    #expect(Array(scenario.heard.haptic[..<48_000]) == tap)
    #expect(Array(scenario.heard.haptic[144_000..<192_000]) == tap)
  }

  @Test func `a tap is complete while the sound of a suppressed pattern continues`() throws {
    func tap(_ device: String) throws -> [Float] {
      let scenario = try HeardScenario(
        """
        scenario: a
        device: { settings: { haptics: \(device) } }
        apps: { app: { category: playback } }
        steps:
          - app: { playHaptic: impact.heavy }
          - at: 1
            device: { settings: { haptics: true } }
          - app: { playHaptic: impact.rigid }
          - at: 2
        """,
        change: Self.patterns([
          "impact.heavy": [
            HapticEvent(.hapticTransient, at: 0), HapticEvent(.audioContinuous, at: 0, duration: 4),
          ]
        ]))
      return Array(scenario.haptic(1, 2))
    }
    #expect(try tap("false") == tap("true"))
  }

  // MARK: The first frame

  @Test func `the trace has each haptic's own first frame, whatever else is felt`() throws {
    let scenario = try HeardScenario(
      """
      scenario: a
      apps: { app: { category: ambient } }
      steps:
        - at: 1
          app: { playHaptic: impact.light }
        - app: { playHaptic: impact.heavy }
        - app: { playHaptic: selection }
        - at: 2
          app: { feedback: notification.error }
        - at: 3
      """,
      change: Self.patterns([
        "impact.heavy": [HapticEvent(.hapticContinuous, at: 0, duration: 1)],
        "impact.light": [HapticEvent(.hapticTransient, at: 0.5)],
        "selection": [
          HapticEvent(
            .hapticContinuous, at: 0, duration: 1, parameters: [EventParameter(.hapticIntensity, 0)]
          )
        ],
      ]))
    #expect(
      scenario.beginnings == [
        .hapticBegan("impact.heavy", requested: 48_000, first: 48_001),
        .hapticBegan("impact.light", requested: 48_000, first: 72_001),
        .hapticBegan("notification.failure", requested: 96_000, first: 97_441),
      ])
    #expect(
      scenario.lines(of: "app").filter { ($0 + " ").contains(" begins ") } == [
        "the haptic impact.heavy begins",
        "the haptic impact.light begins 500 ms after the request",
        "the haptic notification.failure begins 30 ms after the request",
      ])
  }

  // MARK: The sound of a pattern

  @Test func `the sound of a pattern is also ducked and turned down by ramps`() throws {
    let scenario = try HeardScenario(
      """
      scenario: a
      apps:
        app: { category: ambient }
        prompt: { category: playback, mode: voicePrompt, options: [duckOthers], layerVolume: 0 }
      steps:
        - app: activate
        - app: { playHaptic: impact.heavy }
        - at: 1
          prompt: activate
        - at: 2
          device: { volume: { media: 0.25 } }
        - at: 3
      """, change: Self.long)
    func peak(_ start: Double) -> Float {
      scenario.left(start, start + 0.01).reduce(0) { max($0, $1.magnitude) }
    }
    let (before, after) = (peak(0.9), peak(1.5))
    #expect(after < before * 0.25 && after > before * 0.15)
    #expect(peak(1.1) < before * 0.8 && peak(1.1) > after * 1.5, "the ramp is in progress")
    // The step from one sample to the next is no larger than the tone's own step.
    let samples = scenario.heard.left
    func step(_ range: Range<Int>) -> Float {
      zip(samples[range], samples[range].dropFirst()).map { ($0 - $1).magnitude }.max() ?? 0
    }
    #expect(step(95_900..<96_100) <= step(90_000..<95_000) * 1.01)
  }

  @Test func `the sound of a pattern is cut, not faded, when its output is unplugged`() throws {
    let scenario = try HeardScenario(
      """
      scenario: a
      device: { ports: [headphones] }
      apps: { app: { category: playback, remoteCommands: [play], layerVolume: 1 } }
      steps:
        - app: play
        - app: { playHaptic: impact.heavy }
        - at: 1
          device: { disconnect: headphones }
        - at: 2
      """, change: Self.long)
    #expect(scenario.lines(of: "app").contains { $0.contains("routeDisconnected") })
    #expect(!scenario.left(0.99, 1).isSilent)
    #expect(scenario.left(1, 2).isSilent)
  }

  @Test func `if only the player pauses, the sound of a pattern continues at the next output`()
    throws
  {
    // Without remote commands, the app is not interrupted, so the engine next to the player continues.
    let scenario = try HeardScenario(
      """
      scenario: a
      device: { ports: [headphones] }
      apps: { app: { category: playback } }
      steps:
        - app: play
        - app: { playHaptic: impact.heavy }
        - at: 1
          device: { disconnect: headphones }
        - at: 2
      """, sound: HeardScenario.noise, change: Self.long)
    let pattern = try HeardScenario(
      """
      scenario: a
      apps: { app: { category: playback } }
      steps:
        - app: activate
        - app: { playHaptic: impact.heavy }
        - at: 2
      """, sound: HeardScenario.noise, change: Self.long)
    #expect(scenario.lines(of: "app").contains { $0.hasPrefix("has stopped playing") })
    #expect(!scenario.left(1.5, 2).isSilent)
    #expect(Array(scenario.left(1.01, 2)) == Array(pattern.left(1.01, 2)))
  }

  @Test func `the sound of a pattern is ducked even while its app's session is inactive`() throws {
    func peak(_ first: String, _ start: Double) throws -> Float {
      let scenario = try HeardScenario(
        """
        scenario: a
        apps:
          app: { category: ambient }
          prompt: { category: playback, mode: voicePrompt, options: [duckOthers], layerVolume: 0 }
        steps:
          \(first)
          - app: { playHaptic: impact.heavy }
          - at: 1
            prompt: activate
          - at: 2
        """, change: Self.long)
      return scenario.left(start, start + 0.1).reduce(0) { max($0, $1.magnitude) }
    }
    let inactive = try (peak("", 0.8), peak("", 1.8))
    #expect(inactive == (try peak("- app: activate", 0.8), try peak("- app: activate", 1.8)))
    #expect(inactive.1 < inactive.0 * 0.25 && inactive.1 > 0)
  }

  // MARK: Haptics and everything else

  @Test func `a sound that starts ducked does so regardless of haptics`() throws {
    func heard(_ haptic: String) throws -> HeardScenario {
      try HeardScenario(
        """
        scenario: a
        apps:
          game: { category: ambient }
          nav: { category: playback, options: [duckOthers] }
        steps:
          \(haptic)
          - at: 1
            nav: activate
          - at: 2
            game: play
          - at: 3
        """, sound: HeardScenario.noise,
        change: Self.patterns(["impact.heavy": [HapticEvent(.hapticContinuous, at: 0, duration: 4)]]
        ))
    }
    let alone = try heard("")
    for haptic in ["- game: { playHaptic: impact.heavy }", "- game: { feedback: selection }"] {
      let beside = try heard(haptic)
      #expect(!beside.heard.haptic[...].isSilent)
      #expect(beside.heard.left == alone.heard.left, "\(haptic)")
    }
  }

  @Test(arguments: [
    ("toggleSwitch: wifi", "haptics: true"), ("feedback: impact.heavy", "haptics: true"),
    ("toggleSwitch: wifi", "haptics: false"), ("feedback: impact.heavy", "haptics: false"),
  ])
  func
    `haptics that the system plays for an app do not start the app's engine, and the app is not notified`(
      action: String, settings: String
    ) throws
  {
    let scenario = try HeardScenario(
      """
      scenario: a
      device: { settings: { \(settings), vibratesWithSound: false } }
      apps: { app: { category: playback, controls: { wifi: switch } } }
      steps:
        - app: { playHaptic: impact.heavy }
        - expect: { app: { hapticEngineRunning: true } }
        - at: 1
          phone: ring
        - at: 2
          phone: decline
        - expect: { app: { hapticEngineRunning: false, events: [engine stopped audioSessionInterrupt] } }
        - at: 3
          app: { \(action) }
        - expect: { app: { hapticEngineRunning: false } }
        - at: 3.01
          phone: ring
        - expect: { app: { events: [] } }
        - at: 4
          phone: decline
        - app: { \(action) }
        - at: 5
      """)
    #expect(scenario.report.failures.isEmpty, "\(scenario.report.failures)")
    let isOn = settings == "haptics: true"
    #expect(scenario.haptic(3.02, 4).isSilent, "the call ends it")
    #expect(scenario.haptic(4, 5).isSilent == !isOn)
  }

  @Test(arguments: [
    ("app: record", "recording"), ("app: background", "background"),
    ("device: { settings: { haptics: false } }", "hapticsOff"), ("phone: ring", "interrupted"),
  ])
  func `feedback that is suppressed while it waits for its generator is reported`(
    step: String, reason: String
  ) throws {
    let scenario = try HeardScenario(
      """
      scenario: a
      device: { settings: { vibratesWithSound: false } }
      apps: { app: { category: playAndRecord } }
      steps:
        - app: { feedback: impact.heavy }
        - at: 0.01
          \(step)
        - at: 1
        - expect: { app: { haptics: { suppressed: \(reason) }, hapticsPlayed: 0 } }
      """)
    #expect(scenario.heard.haptic[...].isSilent)
    #expect(scenario.report.failures.isEmpty, "\(scenario.report.failures)")
    let line = "the haptic impact.heavy is suppressed before it begins: \(reason)"
    #expect(scenario.lines(of: "app").count { $0 == line } == 1, "\(scenario.lines(of: "app"))")
  }

  // MARK: Positions and the media services

  @Test func `the sound is at the position that the trace and the facts report`() throws {
    let scenario = try HeardScenario(
      """
      scenario: a
      apps: { app: { category: playback } }
      steps:
        - app: { playFrom: 0.25 }
        - at: 1
          app: pause
        - at: 2
          app: play
        - at: 3
          app: { playFrom: 5 }
        - at: 3.5
          expect: { app: { position: 5.5 } }
        - at: 4
      """, sound: HeardScenario.noise)
    #expect(scenario.report.failures.isEmpty)
    func expect(_ frames: Range<Int>, isAt position: Int) {
      let place = frames.lowerBound - position
      let sound = HeardScenario.halved[(frames.lowerBound - place)..<(frames.upperBound - place)]
      #expect(Array(scenario.heard.left[frames]) == Array(sound))
    }
    expect(300..<48_000, isAt: 12_300)
    expect(96_300..<144_000, isAt: 60_300)
    expect(144_300..<190_000, isAt: 240_300)
  }

  @Test func `the media services cut their sounds in one frame, and return them later`()
    throws
  {
    let scenario = try HeardScenario(
      """
      scenario: a
      apps: { app: { category: ambient } }
      steps:
        - app: play
        - app: { playHaptic: impact.heavy }
        - at: 1
          mediaServices: crash
        - expect: { app: { hapticEngineRunning: false } }
        - at: 1.5
          app: { playHaptic: impact.heavy }
        - at: 2
          mediaServices: recover
        - expect: { app: { includes: [engine reset] } }
        - at: 2.5
          app: { playHaptic: impact.heavy }
        - at: 3
      """, change: Self.long)
    #expect(scenario.report.failures.isEmpty, "\(scenario.report.failures)")
    #expect(!scenario.haptic(0.99, 1).isSilent && !scenario.left(0.99, 1).isSilent)
    #expect(scenario.haptic(1, 2.5).isSilent && scenario.left(1, 2.5).isSilent)
    #expect(!scenario.haptic(2.6, 3).isSilent)
    let refusal = scenario.lines(of: "app").first { $0.contains("does not play") }
    #expect(refusal?.contains("operationNotPermitted, -4806") == true)
  }
}
