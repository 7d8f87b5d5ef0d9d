import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of pausing, and of commands to a player while it is paused.
@Suite struct PauseTests {
  @Test(arguments: [(2_000, 9_000), (3, 4_000), (7_777, 7_778 + 240), (14_000, 48_000)])
  func
    `after a pause and its fade-in, the signal continues bit for bit as without the pause`(
      pause: Int, resume: Int
    ) throws
  {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    try player.start()
    try player.pause(at: rig.time(pause))
    try player.resume(at: rig.time(resume))
    let live = rig.output.pull(resume + 20_000)
    let expected = try offline(pattern, resume + 20_000)
    #expect(live.difference(to: expected, 0..<pause) == 0)
    #expect(live.isSilent(min(pause + 240, resume)..<resume))
    #expect(
      live.difference(to: expected, shiftedBy: resume - pause, resume + 240..<resume + 20_000) == 0)
  }

  @Test(arguments: 4_000..<4_030 as Range<UInt64>)
  func `any pattern is the same after a pause`(seed: UInt64) throws {
    var generator = PatternGenerator(seed: seed, sampleRate: 8_000, length: 0.5, extras: .tones)
    let pattern = try generator.pattern()
    let rig = try EngineRig(sampleRate: 8_000)
    let player = try rig.player(pattern)
    try player.start()
    let pause = Int(seed * 37 % 4_000)
    try player.pause(at: rig.time(pause))
    try player.resume(at: rig.time(pause + 100))
    let live = rig.output.pull(12_000, blocks: [64, 1, 777])
    let expected = try offline(pattern, 12_000, sampleRate: 8_000)
    #expect(
      live.difference(to: expected, shiftedBy: 100, pause + 140..<12_000) == 0, "seed \(seed)")
  }

  @Test func `a paused player counts as playing and does not finish`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    try player.start()
    rig.output.pull(1_000)
    try player.pause()
    rig.output.pull(480_000)
    rig.settle()
    #expect(rig.log.all == [])
    try player.resume()
    rig.output.pull(100_000)
    rig.settle()
    #expect(rig.log.all == ["done"])
  }

  @Test func `pausing twice, or resuming a playing player, does not have an effect`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    try player.start()
    try player.resume(at: rig.time(500))
    try player.pause(at: rig.time(1_000))
    try player.pause(at: rig.time(1_500))
    try player.resume(at: rig.time(3_000))
    try player.resume(at: rig.time(3_500))
    let live = rig.output.pull(20_000)
    let expected = try offline(pattern, 20_000)
    #expect(live.difference(to: expected, 0..<1_000) == 0)
    #expect(live.difference(to: expected, shiftedBy: 2_000, 3_240..<20_000) == 0)
  }

  @Test func `pausing and resuming faster than a fade does not lose voices`() throws {
    let pattern = try HapticPattern {
      for index in 0..<40 {
        Continuous(at: 0, duration: 0.2, intensity: 0.02, sharpness: Double(index) / 40)
      }
    }
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    try player.start()
    for index in 0..<12 {
      try player.pause(at: rig.time(1_000 + 20 * index))
      try player.resume(at: rig.time(1_010 + 20 * index))
    }
    let live = rig.output.pull(12_000)
    #expect(rig.engine.lostVoices == 0)
    let expected = try offline(pattern, 12_000)
    #expect(live.difference(to: expected, shiftedBy: 120, 1_230 + 240..<12_000) == 0)
  }

  @Test func `a rate that is set during a pause applies from the player's position`() throws {
    let pattern = try HapticPattern {
      Transient(at: 0.05)
      Continuous(at: 0.06, duration: 0.2)
      Transient(at: 0.4)
    }
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    try player.start()
    rig.output.pull(4_800)  // 0.1 s
    try player.pause()
    rig.output.pull(24_000)
    player.playbackRate = 2
    rig.output.pull(24_000)
    try player.resume()
    let live = rig.output.pull(24_000)
    // The rest of the continuous event, 0.16 s, takes 0.08; the tap is 0.15 s later.
    let faster = try HapticPattern {
      Transient(at: 0.05)
      Continuous(at: 0.06, duration: 0.04 + 0.08)
      Transient(at: 0.1 + 0.15)
    }
    let expected = try offline(faster, 28_800)
    #expect(live.difference(to: expected, shiftedBy: -4_800, 240..<24_000) < 1e-5)
  }

  @Test func `a control that is sent during a pause applies from the player's position`() throws {
    let pattern = try HapticPattern(entries: [
      .event(HapticEvent(.hapticContinuous, at: 0, duration: 0.5)),
      .parameter(DynamicParameter(.hapticIntensityControl, 0.9, at: 0.3)),
    ])
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    try player.start()
    rig.output.pull(4_800)
    try player.pause()
    rig.output.pull(40_000)
    try player.sendParameters([DynamicParameter(.hapticIntensityControl, 0.3)])
    rig.output.pull(40_000)
    try player.resume()
    let live = rig.output.pull(24_000)
    let changed = try HapticPattern(
      entries: pattern.entries + [
        .parameter(DynamicParameter(.hapticIntensityControl, 0.3, at: 0.1))
      ])
    let expected = try offline(changed, 28_800)
    #expect(live.difference(to: expected, shiftedBy: -4_800, 240..<24_000) < 1e-5)
  }

  @Test(arguments: [BegunEvents.leftOut, .continued])
  func `a seek during a pause sets where the player resumes`(
    begun: BegunEvents
  ) throws {
    let pattern = try variedPattern()
    let place = 9_600
    func live(pausedFor frames: Int) throws -> PulledOutput.Buses {
      let rig = try EngineRig()
      let player = try rig.player(pattern)
      try player.start()
      rig.output.pull(4_000)
      try player.pause()
      rig.output.pull(100)  // It still fades.
      try player.seek(to: rig.time(place), begun: begun)
      let paused = rig.output.pull(frames)
      #expect(paused.isSilent(140..<frames))
      #expect(!paused.isSilent(0..<140), "fading voices continue to fade")
      try player.resume()
      return rig.output.pull(16_000)
    }
    let expected = try offline(pattern, 40_000)
    let after = try live(pausedFor: 1_000)
    #expect(after.isIdentical(to: try live(pausedFor: 30_000)))
    if begun == .continued {
      #expect(after.difference(to: expected, shiftedBy: -place, 240..<16_000) < 1e-5)
    } else {
      // The next event is the one at 0.35 s.
      #expect(after.haptic[..<(16_800 - place)].allSatisfy { $0 == 0 })
      #expect(after.difference(to: expected, shiftedBy: -place, 16_800 - place..<16_000) < 1e-5)
    }
  }
}
