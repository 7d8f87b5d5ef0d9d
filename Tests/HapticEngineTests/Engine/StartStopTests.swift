import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of starting and stopping players and engines.
@Suite struct StartStopTests {
  @Test(arguments: [0, 1, 479, 1_000], [[1], [7, 1, 64], [512], [65_536]])
  func `a player starts at its frame and matches the offline signal bit for bit`(
    frame: Int, blocks: [Int]
  ) throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    try player.start(at: rig.time(frame))
    let live = rig.output.pull(frame + 24_000, blocks: blocks)
    let expected = try offline(pattern, 24_000)
    #expect(live.isSilent(0..<frame))
    for (bus, expectedBus) in zip(live.all, expected.all) {
      #expect(bus[frame...].map(\.bitPattern) == expectedBus.map(\.bitPattern))
    }
  }

  @Test func `a past time means as soon as possible`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    rig.output.pull(5_000)
    let player = try rig.player(pattern)
    try player.start(at: rig.time(17))
    let expected = try offline(pattern, 9_000)
    #expect(rig.output.pull(9_000).difference(to: expected, 0..<9_000) == 0)
  }

  @Test func `a start while playing starts over, and the old voices fade within 5 ms`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    try player.start()
    try player.start(at: rig.time(5_000))
    let live = rig.output.pull(12_000)
    let expected = try offline(pattern, 12_000)
    #expect(live.difference(to: expected, 0..<5_000) == 0)
    #expect(live.difference(to: expected, shiftedBy: 5_000, 5_240..<12_000) == 0)
    // In between, the old signal is still present: it is neither cut off nor sustained.
    let rest = (5_000..<5_240).map { live.haptic[$0] - expected.haptic[$0 - 5_000] }
    #expect((rest[0] - expected.haptic[5_000]).magnitude < 0.01)
    #expect(rest[200...].allSatisfy { $0.magnitude < 0.2 })
  }

  @Test(arguments: [3, 700, 1_500, 5_000, 14_000])
  func `a stopped player fades within 5 ms without a click and is silent after`(frame: Int) throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    try player.start()
    try player.stop(at: rig.time(frame))
    let live = rig.output.pull(frame + 6_000)
    let expected = try offline(pattern, frame + 6_000)
    #expect(live.difference(to: expected, 0..<frame) == 0)
    #expect(live.isSilent(frame + 240..<frame + 6_000))
    func steepest(_ samples: ArraySlice<Float>) -> Float {
      zip(samples, samples.dropFirst()).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
    }
    let fade = max(frame - 1, 0)..<frame + 241
    #expect(
      steepest(live.haptic[fade]) <= steepest(expected.haptic[fade]) + Float(2.0 / 240),
      "no step is steeper than the signal's own and the fade's together")
  }

  @Test func `a stop while the player is idle does not have an effect`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    try player.stop()
    try player.start(at: rig.time(100))
    try player.stop(at: rig.time(50))
    #expect(!rig.output.pull(2_000).isSilent(100..<2_000))
    rig.settle()
    #expect(rig.log.all == [])
  }

  @Test func `an engine and its players start again, even at another rate`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    try player.start()
    rig.output.pull(4_800)
    rig.engine.stop()
    #expect(!rig.isRunning)
    #expect(rig.engine.currentTime == 0.1)
    rig.output.sampleRate = 44_100
    try rig.engine.start()
    #expect(rig.engine.currentTime == 0.1)
    #expect(rig.output.pull(1_000).isSilent(0..<1_000), "players do not continue automatically")
    try player.start(at: 0.1 + 2_000.0 / 44_100)
    let live = rig.output.pull(20_000)
    let expected = try offline(pattern, 19_000, sampleRate: 44_100)
    #expect(live.isSilent(0..<1_000))
    #expect(live.difference(to: expected, shiftedBy: 1_000, 1_000..<20_000) == 0)
  }

  @Test func `engines are independent of each other`() throws {
    let pattern = try variedPattern()
    let rigs = [try EngineRig(), try EngineRig(sampleRate: 44_100), try EngineRig()]
    var players: [PatternPlayer] = []
    for (index, rig) in rigs.enumerated() {
      players.append(try rig.engine.makePlayer(with: pattern))
      try players[index].start(at: rig.time(index * 100))
    }
    for (index, rig) in rigs.enumerated() {
      let live = rig.output.pull(9_000)
      let expected = try offline(pattern, 9_000, sampleRate: rig.output.sampleRate)
      let start = index * 100
      #expect(live.isSilent(0..<start))
      #expect(live.difference(to: expected, shiftedBy: start, start..<9_000) == 0)
    }
    rigs[0].engine.stop()
    #expect(rigs[1].isRunning)
  }

  @Test func `players of one engine add up`() throws {
    let rig = try EngineRig()
    let first = try variedPattern()
    let second = try HapticPattern { Transient(at: 0.01, intensity: 0.4, sharpness: 0.7) }
    let players = [try rig.player(first), try rig.player(second), try rig.player(second)]
    try players[0].start()
    try players[1].start(at: rig.time(300))
    try players[2].start(at: rig.time(300))
    let live = withExtendedLifetime(players) { rig.output.pull(9_000) }
    let one = try offline(first, 9_000)
    let other = try offline(second, 9_000)
    for frame in 300..<9_000 {
      let sum = one.haptic[frame] + 2 * other.haptic[frame - 300]
      #expect((live.haptic[frame] - sum).magnitude < 1e-6)
    }
  }

  @Test func `starting a running engine does not have an effect`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    try player.start()
    let before = rig.output.pull(1_000)
    try rig.engine.start()
    let after = rig.output.pull(1_000)
    let expected = try offline(pattern, 2_000)
    #expect(before.haptic + after.haptic == expected.haptic)
    #expect(rig.output.starts == 1)
  }

  @Test func `an engine whose output is stopped externally stops, and can start again`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    try player.start()
    rig.output.pull(480)
    rig.output.stop()
    #expect(!rig.engine.isRunning)
    #expect(engineCode { try player.start() } == .engineNotRunning)
    rig.settle()
    #expect(rig.log.all == ["done"], "the stopped handler is not called for a requested stop")
    #expect(rig.engine.currentTime == 0.01)
    try rig.engine.start()
    #expect(rig.engine.isRunning)
    try player.start()
    let expected = try offline(variedPattern(), 480)
    #expect(rig.output.pull(480).isIdentical(to: expected))
    // Started again immediately, before the engine has processed the end.
    rig.output.stop()
    try rig.engine.start()
    #expect(rig.engine.isRunning)
    rig.settle()
    #expect(rig.engine.isRunning)
    #expect(rig.output.starts == 3)
  }

  @Test(arguments: [1, 100, 7_999, 192_001, .nan, .infinity] as [Double])
  func `an output with a rate that cannot be rendered does not start an engine`(rate: Double)
    throws
  {
    let rig = try EngineRig(sampleRate: rate, starts: false)
    _ = try rig.player(.tap)
    #expect(engineCode { try rig.engine.start() } == .serverInitFailed)
    #expect(!rig.engine.isRunning)
    #expect(!rig.isRunning)
    rig.output.sampleRate = 48_000
    try rig.engine.start()
    #expect(rig.engine.isRunning)
  }

  @Test func `starting and stopping with handlers calls each once, in order`() throws {
    let rig = try EngineRig(starts: false)
    let log = rig.log
    rig.output.failStarts(with: OutputError(.deviceBusy, subject: "test", detail: "Busy."))
    rig.engine.start { log.note("started: \($0?.code.name ?? "well")") }
    rig.engine.start { log.note("started: \($0?.code.name ?? "well")") }
    rig.settle()
    rig.output.failStarts(with: nil)
    rig.engine.start { log.note("started: \($0?.code.name ?? "well")") }
    rig.engine.stop { log.note("stopped: \($0?.code.name ?? "well")") }
    rig.settle()
    let failed = "started: \(CoreHapticsError.serverInitFailed.name)"
    #expect(log.all == [failed, failed, "started: well", "stopped: well"])
    #expect(!rig.isRunning)
  }
}
