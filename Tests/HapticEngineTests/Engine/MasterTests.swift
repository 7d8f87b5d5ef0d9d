import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of the master intensity and sharpness of a player, in addition to its pattern's own controls.
@Suite struct MasterTests {
  @Test(arguments: Profile.builtIn.map(\.name))
  func `a master intensity scales the haptic bus including curves, but not sounds`(
    name: String
  ) throws {
    let profile = try #require(Profile.builtIn.first { $0.name == name })
    let rig = try EngineRig(configuration: EngineConfiguration(profile: profile))
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    player.masterIntensity = 0.25
    try player.start()
    let live = rig.output.pull(30_000)
    let expected = try RenderedSignal(
      pattern, sampleRate: 48_000, profile: profile, frameCount: 30_000)
    #expect(
      largestDifference(live.haptic, expected.haptic.map { $0 * 0.25 }, 0..<30_000) < 1e-6)
    #expect(largestDifference(live.left, expected.left, 0..<30_000) < 1e-6)
  }

  @Test(arguments: 5_000..<5_020 as Range<UInt64>)
  func `a lower master intensity is never louder, whatever the pattern`(seed: UInt64) throws {
    var generator = PatternGenerator(seed: seed, sampleRate: 8_000, length: 0.5, extras: .tones)
    let pattern = try generator.pattern()
    func energy(_ intensity: Double) throws -> Double {
      let signal = try RenderedSignal(
        pattern, sampleRate: 8_000, frameCount: 8_000,
        playback: Playback(masterIntensity: intensity))
      return signal.haptic.reduce(0) { $0 + Double($1 * $1) }
    }
    let levels = try [0, 0.1, 0.5, 0.9, 1].map(energy)
    #expect(levels == levels.sorted(), "seed \(seed)")
    #expect(levels[0] == 0)
  }

  @Test func `the live and the offline signal are the same under both masters`() throws {
    let pattern = try variedPattern()
    for (intensity, sharpness) in [(0.5, 0.3), (1, -0.4), (0.8, 1)] {
      let rig = try EngineRig()
      let player = try rig.player(pattern)
      player.masterIntensity = intensity
      player.masterSharpness = sharpness
      try player.start()
      let live = rig.output.pull(30_000, blocks: [64, 777, 1])
      let expected = try RenderedSignal(
        pattern, sampleRate: 48_000, frameCount: 30_000,
        playback: Playback(masterIntensity: intensity, masterSharpness: sharpness))
      #expect(largestDifference(live.haptic, expected.haptic, 0..<30_000) == 0)
      #expect(largestDifference(live.left, expected.left, 0..<30_000) < 1e-6)
    }
  }

  @Test func `masters apply in every repetition of a loop`() throws {
    let pattern = try variedPattern()
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    player.isLoopEnabled = true
    try player.start()
    rig.output.pull(1_000)
    player.masterIntensity = 0.5
    player.masterSharpness = 0.3
    let frames = 4 * Int(pattern.duration * 48_000)
    let live = rig.output.pull(frames, blocks: [512])
    let expected = try RenderedSignal(
      pattern, sampleRate: 48_000, frameCount: 1_000 + frames,
      playback: Playback(loopCount: 6, masterIntensity: 0.5, masterSharpness: 0.3))
    // After the voices that were playing when the masters changed are over.
    let second = Int(pattern.duration * 48_000)
    let later = Array(expected.haptic.dropFirst(1_000))
    #expect(player.position().repetition >= 3)
    #expect(largestDifference(live.haptic, later, second..<frames) < 1e-6)
  }

  @Test func `a master sharpness is added to that of taps and of continuous events`() throws {
    let pattern = try HapticPattern {
      Transient(at: 0, intensity: 1, sharpness: 0.2)
      Continuous(at: 0.1, duration: 0.2, intensity: 0.7, sharpness: 0.4)
    }
    let sharper = try HapticPattern {
      Transient(at: 0, intensity: 1, sharpness: 0.5)
      Continuous(at: 0.1, duration: 0.2, intensity: 0.7, sharpness: 0.7)
    }
    let shifted = try RenderedSignal(
      pattern, sampleRate: 48_000, frameCount: 20_000, playback: Playback(masterSharpness: 0.3))
    let expected = try RenderedSignal(sharper, sampleRate: 48_000, frameCount: 20_000)
    #expect(largestDifference(shifted.haptic, expected.haptic, 0..<20_000) < 1e-5)
  }

  @Test func `masters that change while playing do not click`() throws {
    let rig = try EngineRig()
    let player = try rig.player(
      HapticPattern { Continuous(at: 0, duration: 10, intensity: 1, sharpness: 0.5) })
    try player.start()
    rig.output.pull(9_600)
    var last: Float = 0
    for step in 0..<40 {
      player.masterIntensity = step % 2 == 0 ? 0.2 : 1
      player.masterSharpness = step % 3 == 0 ? 0.4 : -0.3
      let live = rig.output.pull(600).haptic
      // The tone's own largest step, and that of the ramp.
      let steps = zip(live, live.dropFirst()).map { ($1 - $0).magnitude }
      if step > 0 { #expect((live[0] - last).magnitude < 0.03) }
      #expect((steps.max() ?? 0) < 0.03)
      last = live[live.count - 1]
    }
  }

  /// Returns the haptic bus of `pattern` on an engine, with masters that are set before it starts.
  private func played(
    _ pattern: HapticPattern, intensity: Double, sharpness: Double, profile: Profile
  ) throws -> [Float] {
    let rig = try EngineRig(
      sampleRate: 8_000, configuration: EngineConfiguration(profile: profile))
    let player = try rig.player(pattern)
    player.masterIntensity = intensity
    player.masterSharpness = sharpness
    try player.start()
    return rig.output.pull(8_000, blocks: [64, 777, 1]).haptic
  }

  /// Returns `pattern` with the masters applied to its values: each event's intensity times `intensity`, and its
  /// sharpness plus `sharpness`, which is not clamped yet.
  private func rewritten(
    _ pattern: HapticPattern, intensity: Double, sharpness: Double
  ) throws -> HapticPattern {
    try HapticPattern(
      entries: pattern.entries.map { entry in
        guard case .event(var event) = entry,
          event.type == .hapticTransient || event.type == .hapticContinuous
        else { return entry }
        func value(_ id: EventParameter.ID) -> Double {
          event.value(of: id).map(id.range.clamped) ?? id.defaultValue
        }
        let new = [
          EventParameter(.hapticIntensity, value(.hapticIntensity) * intensity),
          EventParameter(.hapticSharpness, value(.hapticSharpness) + sharpness),
        ]
        event.parameters.removeAll { $0.id == .hapticIntensity || $0.id == .hapticSharpness }
        event.parameters += new
        return .event(event)
      })
  }

  /// Returns a random pattern whose events all stay within 0...1 when `sharpness` is added.
  private func randomPattern(_ seed: UInt64, sharpness: Double) throws -> HapticPattern {
    var generator = PatternGenerator(seed: seed, sampleRate: 8_000, length: 0.5, extras: .tones)
    return try HapticPattern(
      entries: generator.pattern().entries.filter { entry in
        guard case .event(let event) = entry else { return true }
        let own = event.value(of: .hapticSharpness).map(
          EventParameter.ID.hapticSharpness.range.clamped)
        let sum = (own ?? EventParameter.ID.hapticSharpness.defaultValue) + sharpness
        return (0...1).contains(sum)
      })
  }

  @Test(arguments: 5_100..<5_130 as Range<UInt64>)
  func `masters are combined with a pattern's own controls and never replace them`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let intensity = random.number(in: 0.1...1)
    let sharpness = random.number(in: -0.4...0.4)
    let pattern = try randomPattern(seed, sharpness: sharpness)
    let live = try played(
      pattern, intensity: intensity, sharpness: sharpness, profile: .wideband)
    let expected = try played(
      rewritten(pattern, intensity: intensity, sharpness: sharpness), intensity: 1, sharpness: 0,
      profile: .wideband)
    let loudest = expected.reduce(0) { max($0, $1.magnitude) }
    #expect(largestDifference(live, expected, 0..<8_000) <= 1e-4 * max(1, loudest), "seed \(seed)")
  }

  @Test(arguments: 5_200..<5_220 as Range<UInt64>)
  func
    `a lower master intensity never makes a sample louder, whatever the controls and the profile`(
      seed: UInt64
    ) throws
  {
    var random = SplitMix64(seed: seed)
    var generator = PatternGenerator(seed: seed, sampleRate: 8_000, length: 0.5, extras: .tones)
    let pattern = try generator.pattern()
    let profile = random.choice(of: Profile.builtIn)
    let sharpness = random.number(in: -1...1)
    let levels = [1, random.number(in: 0.5...1), random.number(in: 0.01...0.5), 0]
    let signals = try levels.map {
      try played(pattern, intensity: $0, sharpness: sharpness, profile: profile)
    }
    for (louder, quieter) in zip(signals, signals.dropFirst()) {
      #expect(
        zip(louder, quieter).allSatisfy { $1.magnitude <= $0.magnitude + 1e-6 }, "seed \(seed)")
    }
    #expect(signals[3].allSatisfy { $0 == 0 }, "seed \(seed)")
  }

  @Test func `values out of range are ignored live and rejected offline`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    for value in [-0.1, 1.1, .nan, .infinity] {
      player.masterIntensity = value
      #expect(player.masterIntensity == 1)
      #expect(throws: RenderError.self) {
        _ = try OfflineRenderer(.tap, playback: Playback(masterIntensity: value))
      }
    }
    for value in [-1.1, 1.1, .nan, -.infinity] {
      player.masterSharpness = value
      #expect(player.masterSharpness == 0)
      #expect(throws: RenderError.self) {
        _ = try OfflineRenderer(.tap, playback: Playback(masterSharpness: value))
      }
    }
  }
}
