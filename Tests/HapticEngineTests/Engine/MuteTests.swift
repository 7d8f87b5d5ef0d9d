import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of mutes, during which time advances.
@Suite struct MuteTests {
  @Test func `a player that is muted before it starts is never heard`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    player.isMuted = true
    try player.start()
    #expect(rig.output.pull(9_000).isSilent(0..<9_000))
    let later = try rig.player(variedPattern())
    rig.output.pull(100)
    later.isMuted = true
    rig.output.pull(100)
    try later.start()
    #expect(rig.output.pull(9_000).isSilent(0..<9_000))
  }

  @Test func `a mute ramps within 5 ms, and does not affect the signal after it`()
    throws
  {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let expected = try offline(pattern, 20_000)
    let player = try rig.player(pattern)
    try player.start()
    rig.output.pull(2_000)
    player.isMuted = true
    let muted = rig.output.pull(3_000)
    player.isMuted = false
    let heard = rig.output.pull(15_000)
    #expect(muted.isSilent(241..<3_000))
    #expect(heard.difference(to: expected, shiftedBy: -5_000, 241..<15_000) == 0)
    for frame in 0..<240 where expected.haptic[2_000 + frame].magnitude > 0.01 {
      let gain = muted.haptic[frame] / expected.haptic[2_000 + frame]
      #expect((gain - (1 - Float(frame) / 240)).magnitude < 0.01, "down along a straight line")
    }
    for frame in 0..<240 where expected.haptic[5_000 + frame].magnitude > 0.01 {
      let gain = heard.haptic[frame] / expected.haptic[5_000 + frame]
      #expect((gain - Float(frame) / 240).magnitude < 0.01, "up along a straight line")
    }
  }

  @Test func `mutes of several players do not depend on block sizes`() throws {
    func live(_ blocks: [Int]) throws -> PulledOutput.Buses {
      let rig = try EngineRig()
      let players = try (0..<3).map { _ in try rig.player(variedPattern()) }
      for (index, player) in players.enumerated() { try player.start(at: rig.time(37 * index)) }
      var all = rig.output.pull(2_000, blocks: blocks)
      players[1].isMuted = true
      rig.engine.isMutedForAudio = true
      append(rig.output.pull(1_000, blocks: blocks), to: &all)
      players[1].isMuted = false
      rig.engine.isMutedForAudio = false
      append(rig.output.pull(100, blocks: blocks), to: &all)
      players[1].isMuted = true
      append(rig.output.pull(3_000, blocks: blocks), to: &all)
      return all
    }
    let whole = try live([4_096])
    for blocks in [[1], [64], [7, 333], [240]] {
      #expect(try live(blocks).isIdentical(to: whole), "blocks of \(blocks)")
    }
  }

  @Test func `the engine's mutes silence one bus each, within 5 ms`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let expected = try offline(pattern, 9_000)
    let player = try rig.engine.makePlayer(with: pattern)
    try player.start()
    rig.engine.isMutedForHaptics = true
    let live = rig.output.pull(9_000)
    #expect(live.haptic[241...].allSatisfy { $0 == 0 })
    #expect(largestDifference(live.left, expected.left, 0..<9_000) == 0)
    rig.engine.isMutedForHaptics = false
    rig.engine.isMutedForAudio = true
    let later = rig.output.pull(3_000)
    #expect(later.left[241...].allSatisfy { $0 == 0 })
    #expect(later.right[241...].allSatisfy { $0 == 0 })
    #expect(!later.haptic[241...].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [true, false])
  func `playing only haptics or audio takes effect when the engine starts, from the first frame`(
    haptics: Bool
  ) throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let expected = try offline(pattern, 9_000)
    let player = try rig.player(pattern)
    if haptics { rig.engine.playsHapticsOnly = true } else { rig.engine.playsAudioOnly = true }
    // Another setting that takes effect immediately must not apply this one, too.
    rig.engine.isMutedForHaptics = false
    try player.start()
    #expect(rig.output.pull(9_000).difference(to: expected, 0..<9_000) == 0)
    rig.engine.stop()
    try rig.engine.start()
    try player.start()
    let live = rig.output.pull(9_000)
    #expect(live.left.allSatisfy { $0 == 0 } == haptics)
    #expect(live.haptic.allSatisfy { $0 == 0 } == !haptics)
    let bus = haptics ? (live.haptic, expected.haptic) : (live.left, expected.left)
    #expect(largestDifference(bus.0, bus.1, 0..<9_000) == 0)
  }

  @Test func `an engine that is muted before it starts is silent from its first frame`() throws {
    let rig = try EngineRig(starts: false)
    rig.engine.isMutedForHaptics = true
    try rig.engine.start()
    let player = try rig.engine.makePlayer(with: HapticPattern { Transient(at: 0) })
    try player.start()
    #expect(rig.output.pull(3_000).isSilent(0..<3_000))
  }

  private func append(_ more: PulledOutput.Buses, to all: inout PulledOutput.Buses) {
    all.haptic += more.haptic
    all.left += more.left
    all.right += more.right
  }
}
