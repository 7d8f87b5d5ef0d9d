import AudioSession
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import TestSupport
import Testing

/// The sound of a phone: gains, fades, positions.
struct MixerTests {
  private static let fade = 240

  private static let ducking = """
    scenario: a prompt lowers the music
    apps:
      music: { category: playback, options: [mixWithOthers] }
      prompt: { category: playback, mode: voicePrompt, options: [duckOthers], layerVolume: 0 }
    steps:
      - music: play
      - at: 1
        prompt: activate
      - at: 2
        prompt: { deactivate: notifyOthers }
      - at: 3
        expect: { music: { gain: 0.5 } }
    """

  @Test func `ducking is a straight line down to its depth, and back to exactly the former gain`()
    throws
  {
    let heard = try HeardScenario(Self.ducking, sound: HeardScenario.level).heard.left
    #expect(heard[..<48_000].allSatisfy { $0 == 0.5 })
    let down = Int(MixerTimes.duckSeconds * 48_000)
    for frame in stride(from: 0, through: down, by: 500) {
      let expected = 0.5 * (1 - 0.8 * Float(frame) / Float(down))
      #expect((heard[48_000 + frame] - expected).magnitude < 1e-3)
    }
    #expect(heard[(48_000 + down)..<96_000].allSatisfy { $0 == 0.5 * 0.2 })
    let back = Int(MixerTimes.unduckSeconds * 48_000)
    for frame in stride(from: 0, through: back, by: 500) {
      let expected = 0.5 * (0.2 + 0.8 * Float(frame) / Float(back))
      #expect((heard[96_000 + frame] - expected).magnitude < 1e-3)
    }
    #expect(heard[(96_000 + back)...].allSatisfy { $0 == 0.5 })
  }

  private static let paused = """
    scenario: music is paused and resumed
    apps: { music: { category: playback } }
    steps:
      - music: play
      - at: 1
        music: pause
      - at: 1.5
        music: play
      - at: 3
        expect: { music: { position: 2.5 } }
    """

  @Test func `pausing and resuming gives uninterrupted playback without the gap`()
    throws
  {
    let whole = try HeardScenario(
      "scenario: a\napps: { music: { category: playback } }\nsteps:\n  - music: play\n  - at: 3",
      sound: HeardScenario.noise
    ).heard.left
    let heard = try HeardScenario(Self.paused, sound: HeardScenario.noise).heard.left
    #expect(heard[..<48_000] == whole[..<48_000])
    #expect(heard[(48_000 + Self.fade)..<72_000].isSilent)
    #expect(
      Array(heard[(72_000 + Self.fade)..<144_000]) == Array(whole[(48_000 + Self.fade)..<120_000]))
    // The fades are linear, too.
    for frame in 1..<Self.fade {
      let part = Float(frame) / Float(Self.fade)
      let (out, back) = (heard[48_000 + frame], heard[72_000 + frame])
      #expect((out - whole[48_000 + frame] * (1 - part)).magnitude < 1e-4)
      #expect((back - whole[48_000 + frame] * part).magnitude < 1e-4)
    }
  }

  @Test func `a call is silence, and after it the music continues where it was`() throws {
    let scenario = try HeardScenario(
      """
      scenario: a call
      device: { silentMode: true }
      apps: { music: { category: playback, behavior: guidelines } }
      steps:
        - music: play
        - at: 1
          phone: ring
        - at: 2
          phone: decline
        - at: 3
      """, sound: HeardScenario.noise)
    let heard = scenario.heard.left
    #expect(heard[(48_000 + Self.fade)..<96_000].isSilent)
    let whole = try HeardScenario(Self.paused, sound: HeardScenario.noise).heard.left
    #expect(heard[..<48_000] == whole[..<48_000])
    // `whole` continued from the same position half a second earlier.
    #expect(
      Array(heard[(96_000 + Self.fade)..<140_000]) == Array(whole[(72_000 + Self.fade)..<116_000]))
  }

  @Test(arguments: ["playFrom: 3", "playFrom: 0", "pause"], [0.5, 1.5, 4.9])
  func `repeated pauses and moves within a fade do not click or get louder`(
    act: String, milliseconds: Double
  ) throws {
    let acts = (0..<60).map { number in
      let act = act == "pause" && number % 2 == 1 ? "music: play" : "music: { \(act) }"
      let step = act == "music: { pause }" ? "music: pause" : act
      return "  - at: \(1 + Double(number) * milliseconds / 1_000)\n    \(step)\n"
    }
    let heard = try HeardScenario(
      "scenario: a\napps: { music: { category: playback } }\nsteps:\n  - music: play\n"
        + acts.joined() + "  - at: 2\n", sound: HeardScenario.level
    ).heard.left
    // Each fade changes by a 240th of the level per frame, and at most two independent fades overlap.
    let steps = zip(heard.dropFirst(1_000), heard.dropFirst(1_001)).map { ($0 - $1).magnitude }
    #expect(try #require(steps.max()) < 0.5 / 240 * 2.01)
    #expect(try #require(heard.max()) <= 0.5001)
  }

  private static func unplugging(_ app: String, os: String = "26") -> String {
    """
    scenario: headphones are pulled
    os: \(os)
    device: { ports: [headphones] }
    apps:
      music: \(app)
    steps:
      - music: play
      - at: 1
        device: { disconnect: headphones }
      - at: 2
    """
  }

  @Test(arguments: [
    ("{ category: playback }", "26"), ("{ category: playback, player: system }", "16"),
    ("{ category: playback, player: own, behavior: guidelines }", "16"),
  ])
  func `an app that pauses automatically does not leak a sample to the speaker`(
    app: String, os: String
  ) throws {
    let scenario = try HeardScenario(Self.unplugging(app, os: os), sound: HeardScenario.level)
    #expect(scenario.heard.left[..<48_000].allSatisfy { $0 == 0.5 })
    #expect(scenario.heard.left[48_000...].isSilent)
    #expect(!scenario.phone.isPlaying(0))
  }

  /// A phone on headphones.
  ///
  /// In the six milliseconds before they are pulled, or in the same frame, the app begins something that fades;
  /// `pulled` is the frame.
  private static func fading(_ random: inout SplitMix64, pulled: Int) -> String {
    let acts = [
      "music: pause", "music: play", "music: { playFrom: 7 }", "music: stop", "music: deactivate",
      "music: activate", "music: { playHaptic: impact.heavy }", "device: { silentMode: true }",
      "device: { silentMode: false }", "device: { volume: { media: 0.25 } }", "phone: ring",
      "phone: decline", "music: background", "music: foreground", "prompt: activate",
      "prompt: deactivate", "siri: begin", "siri: end", "music: terminate",
    ]
    let count = Int.random(in: 0...5, using: &random)
    let frames = (0..<count).map { _ in
      Bool.random(using: &random) ? pulled : pulled - Int.random(in: 0...288, using: &random)
    }
    var steps = frames.sorted().map { frame in
      "  - at: \(Double(frame) / 48_000)\n    \(acts.randomElement(using: &random) ?? "")"
    }
    let place = Int.random(in: frames.count { $0 < pulled }...count, using: &random)
    let category = ["playback", "ambient", "soloAmbient"].randomElement(using: &random) ?? ""
    let player = ["system", "own"].randomElement(using: &random) ?? ""
    let behavior = ["manual", "guidelines"].randomElement(using: &random) ?? ""
    steps.insert(
      "  - at: \(Double(pulled) / 48_000)\n    device: { disconnect: headphones }", at: place)
    return """
      scenario: headphones are pulled while something fades
      os: \(["16", "26"].randomElement(using: &random) ?? "")
      device: { ports: [headphones] }
      apps:
        music: { category: \(category), player: \(player), behavior: \(behavior) }
        prompt: { category: playback, mode: voicePrompt, options: [duckOthers], layerVolume: 0 }
      steps:
        - music: play
        - music: { playHaptic: impact.heavy }
      \(steps.joined(separator: "\n"))
        - at: 2
      """
  }

  @Test(arguments: seeds(0..<60))
  func
    `no fade is heard from the speaker once the headphones are pulled`(
      seed: UInt64
    ) throws
  {
    var random = SplitMix64(seed: seed)
    let pulled = 48_000 + Int.random(in: 0..<4_096, using: &random)
    let text = Self.fading(&random, pulled: pulled)
    let heardOn = HeardOn(after: pulled)
    let scenario = try HeardScenario(
      text, sound: HeardScenario.level, hasStems: true,
      change: { scenario in
        let events = [
          HapticEvent(.hapticContinuous, at: 0, duration: 4),
          HapticEvent(.audioContinuous, at: 0, duration: 4),
        ]
        scenario.patterns["impact.heavy"] = try? HapticPattern(events: events)
      },
      prepare: { run in
        heardOn.runtime = run.runtime
        run.runtime.add(heardOn)
      })
    if heardOn.isHeard { return }
    #expect(scenario.stems[0].left[pulled...].isSilent, "\(text)")
  }

  @Test func `an app that continues is heard from the speaker without a gap`() throws {
    let app = "{ category: playback, player: own, options: [mixWithOthers] }"
    let scenario = try HeardScenario(Self.unplugging(app, os: "16"), sound: HeardScenario.level)
    #expect(scenario.heard.left.allSatisfy { $0 == 0.5 })
  }

  @Test func `plugging headphones in does not leave a gap`() throws {
    let scenario = try HeardScenario(
      """
      scenario: headphones are plugged in
      apps: { music: { category: playback } }
      steps:
        - music: play
        - at: 1
          device: { connect: headphones }
        - at: 2
      """, sound: HeardScenario.noise)
    let whole = try HeardScenario(Self.paused, sound: HeardScenario.noise).heard.left
    #expect(scenario.heard.left[..<48_000] == whole[..<48_000])
    #expect(
      Array(scenario.heard.left[48_000..<90_000]) == Array(HeardScenario.halved[48_000..<90_000]))
  }

  @Test func `the silent switch mutes within the fade, and the sound continues inaudibly`() throws {
    let scenario = try HeardScenario(
      """
      scenario: the switch
      apps: { game: { category: ambient } }
      steps:
        - game: play
        - at: 1
          device: { silentMode: true }
        - at: 2
          device: { silentMode: false }
        - at: 3
      """, sound: HeardScenario.noise)
    #expect(scenario.left(1.01, 2).isSilent)
    #expect(
      Array(scenario.heard.left[(96_000 + Self.fade)..<144_000])
        == Array(HeardScenario.halved[(96_000 + Self.fade)..<144_000]))
  }

  @Test func `volumes and layer volumes multiply`() throws {
    let scenario = try HeardScenario(
      """
      scenario: volumes
      device: { volume: { media: 0.8 } }
      apps:
        loud: { category: playback, options: [mixWithOthers] }
        soft: { category: playback, options: [mixWithOthers], layerVolume: 0.25 }
      steps:
        - loud: play
        - soft: play
        - at: 1
          device: { volume: { media: 0.4 } }
        - at: 2
      """, sound: HeardScenario.level, hasStems: true)
    #expect(scenario.left(0.1, 1).allSatisfy { ($0 - 1).magnitude < 1e-6 })
    #expect(scenario.left(1.01, 2).allSatisfy { ($0 - 0.5).magnitude < 1e-6 })
    #expect(scenario.stems[0].left[1_000] == 0.8)
    #expect(scenario.stems[1].left[1_000] == 0.2)
    let sum = zip(scenario.stems[0].left, scenario.stems[1].left).map { $0 + $1 }
    #expect(sum == scenario.heard.left)
  }

  private static let busy = """
    scenario: a busy phone
    apps:
      music: { category: playback, options: [mixWithOthers] }
      game: { category: ambient }
      prompt: { category: playback, mode: voicePrompt, options: [duckOthers] }
    steps:
      - music: play
      - at: 0.1
        game: play
      - game: { playHaptic: notification.success }
      - at: 0.15
        prompt: { play: { duration: 0.123 } }
      - at: 0.2
        game: { playHaptic: impact.heavy }
      - at: 0.2003
        game: { playHaptic: impact.light }
      - at: 0.3
        prompt: deactivate
      - at: 0.31
        music: pause
      - at: 0.3125
        music: play
      - at: 0.4
        phone: ring
      - at: 0.6
        phone: decline
      - game: activate
      - game: play
      - at: 0.65
        device: { volume: { media: 0.7 } }
      - at: 0.7
    """

  @Test(arguments: [64, 777, 1_024, 65_536])
  func `the sound does not depend on the block size`(frames: Int) throws {
    let reference = try HeardScenario(Self.busy, blockFrames: 1_000)
    let other = try HeardScenario(Self.busy, blockFrames: frames)
    #expect(other.heard == reference.heard)
    #expect(other.report == reference.report)
    #expect(reference.heard.haptic.contains { $0 != 0 })
    #expect(reference.heard.left.contains { $0 != 0 })
  }

  @Test func `rendering the sound of a scenario does not change its trace`() throws {
    let scenario = try #require(try ScenarioReader.read(Self.busy).first)
    let run = try ScenarioRun(scenario, checks: .all)
    run.run()
    let heard = try HeardScenario(scenario)
    #expect(heard.report.trace == run.report.trace)
  }

  @Test func `the four voices have different samples and the same peak`() {
    var tables: [[Float]] = []
    for voice in SyntheticVoice.allCases {
      let table = voice.table(sampleRate: 48_000)
      #expect(table.frameCount == 96_000)
      tables.append(table.samples)
      #expect(voice.table(variant: 1, sampleRate: 48_000).samples != table.samples)
    }
    for samples in tables {
      let peak = samples.reduce(Float(0)) { max($0, $1.magnitude) }
      #expect((peak - SyntheticVoice.peak).magnitude < 1e-6)
    }
    #expect(Set(tables).count == SyntheticVoice.allCases.count)
  }
}

extension HeardScenario {
  /// The noise at the initial volume of phones.
  static let halved: [Float] = noise.samples.map { $0 * 0.5 }
}

/// Whether the first app continues to be heard from a frame on, according to the policy, as time
/// passes.
private final class HeardOn: PhoneSink, @unchecked Sendable {
  // SAFETY (unchecked Sendable): used by the thread that drives the phone.
  weak var runtime: PhoneRuntime?
  private(set) var isHeard = false
  private let frame: Int64

  init(after frame: Int) { self.frame = Int64(frame) }

  /// A sound that is heard when the headphones are gone may fade at that frame because of the next
  /// events.
  func receive(_ report: PhoneReport, at time: PhoneTime) {
    if case .settled(let event) = report, time.frames == frame,
      !event.after.outputs.contains(.headphones)
    {
      look(at: event.after)
    }
  }

  func timePasses(to time: PhoneTime) {
    guard let runtime, runtime.now.frames >= frame, time > runtime.now else { return }
    look(at: runtime.phone)
  }

  private func look(at phone: Phone) {
    guard let runtime else { return }
    let hasPattern = runtime.isHapticEngineRunning(0) && phone.letsSoundOut(of: 0)
    if hasPattern || phone.isPlaying(0) && phone.isAudible(0) { isHeard = true }
  }
}
