import Realtime
import Synchronization
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of the reports that players and the engine make to their owners: which reports, when, and how often.
@Suite struct CompletionTests {
  private let tap = HapticPattern.tap

  @Test func `each start is over once: played, stopped, replaced, dropped, or with the engine`()
    throws
  {
    let rig = try EngineRig()
    let player = try rig.player(tap)
    func expectDone(_ count: Int, _ what: Comment) {
      rig.output.pull(9_600)
      rig.settle()
      #expect(rig.log.count(of: "done") == count, what)
    }
    try player.start()
    expectDone(1, "played to its end")
    try player.start()
    try player.stop()
    expectDone(2, "stopped")
    try player.stop()
    expectDone(2, "stopped while idle")
    try player.start()
    try player.start(at: rig.engine.currentTime + 0.001)
    expectDone(4, "started again")
    try player.start(at: rig.engine.currentTime + 10)
    try player.start(at: rig.engine.currentTime + 20)
    try player.cancel()
    expectDone(6, "dropped")
    try player.start()
    try player.start(at: rig.engine.currentTime + 10)
    expectDone(7, "played to its end while another start is scheduled")
    rig.engine.stop()
    rig.settle()
    #expect(rig.log.count(of: "done") == 8, "with the engine")
    try rig.engine.start()
    expectDone(8, "a new run begins without pending commands")
  }

  @Test
  func `a released player plays everything it has started, and each start is over once`()
    throws
  {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    var player: AdvancedPatternPlayer? = try rig.player(pattern)
    try player?.start()
    try player?.start(at: rig.time(40_000))
    rig.output.pull(1_000)
    player = nil
    let rest = rig.output.pull(99_000)
    let expected = try offline(pattern, 30_000)
    #expect(rest.difference(to: expected, shiftedBy: -1_000, 0..<29_000) == 0)
    #expect(rest.difference(to: expected, shiftedBy: 39_000, 39_000..<69_000) == 0)
    rig.settle()
    #expect(rig.log.all == ["done", "done"])
    #expect(rig.lent == [0, 0])
    #expect(rig.playerCount == 0)
  }

  @Test(arguments: [[1], [64], [9_600]])
  func `two ends within one block are two completions`(blocks: [Int]) throws {
    let rig = try EngineRig()
    let player = try rig.player(tap)
    try player.start()
    try player.start(at: rig.time(4_000))
    rig.output.pull(9_600, blocks: blocks)
    rig.settle()
    #expect(rig.log.all == ["done", "done"])
  }

  @Test func `handlers are called in the order in which players finish`() throws {
    let rig = try EngineRig()
    let players = try (0..<10).map { try rig.player(tap, " \($0)") }
    for (index, player) in players.enumerated() {
      try player.start(at: rig.time((10 - index) * 4_000))
    }
    withExtendedLifetime(players) { _ = rig.output.pull(80_000) }
    rig.settle()
    #expect(rig.log.all == (0..<10).reversed().map { "done \($0)" })
  }

  @Test func `a handler may call anything`() throws {
    let rig = try EngineRig()
    let (engine, log) = (rig.engine, rig.log)
    let pattern = tap
    let player = try engine.makeAdvancedPlayer(with: pattern)
    let rounds = Atomic<Int>(0)
    let more = Guarded<[PatternPlayer]>([])
    player.completionHandler = { [weak player] _ in
      let round = rounds.add(1, ordering: .relaxed).newValue
      log.note("done \(round)")
      player?.isMuted = round % 2 == 0
      player?.completionHandler = player?.completionHandler
      if let new = try? engine.makePlayer(with: pattern) { more.withLock { $0.append(new) } }
      switch round {
      case 1, 2: try? player?.start(at: engine.currentTime)
      case 3:
        engine.stop()
        try? engine.start()
        try? player?.start()
      default:
        more.withLock { $0 = [] }
        engine.reset()
      }
    }
    try player.start()
    for _ in 0..<8 {
      rig.output.pull(4_800)
      rig.settle()
    }
    #expect(log.all == ["done 1", "done 2", "done 3", "done 4", "reset"])
  }

  @Test func `a handler may own its player, and the last owner of the player ends it`() throws {
    let rig = try EngineRig()
    do {
      let player = try rig.engine.makeAdvancedPlayer(with: tap)
      player.completionHandler = { _ in _ = player }
      let other = try rig.engine.makeAdvancedPlayer(with: tap)
      other.completionHandler = { [third = try rig.engine.makePlayer(with: tap)] _ in _ = third }
      other.completionHandler = nil
      rig.engine.stoppedHandler = { [third = try rig.engine.makePlayer(with: tap)] _ in _ = third }
      rig.engine.stoppedHandler = { _ in }
    }
    rig.engine.reset()
    rig.settle()
    #expect(rig.playerCount == 0)
  }

  // MARK: All players

  @Test func `if no player is playing, the handler is called immediately`() throws {
    for starts in [true, false] {
      let rig = try EngineRig(starts: starts)
      let log = rig.log
      rig.engine.notifyWhenPlayersFinished { _ in
        log.note("finished")
        return .leaveEngineRunning
      }
      rig.settle()
      #expect(log.all == ["finished"])
    }
  }

  @Test func `the engine waits for players that start later, with or without handlers`() throws {
    let rig = try EngineRig()
    let log = rig.log
    let basic = try rig.engine.makePlayer(with: tap)
    try basic.start()
    rig.engine.notifyWhenPlayersFinished { _ in
      log.note("finished")
      return .leaveEngineRunning
    }
    rig.output.pull(1_000)
    let later = try rig.engine.makePlayer(with: tap)
    try later.start()
    rig.output.pull(900)
    rig.settle()
    #expect(log.all == [], "the second player is still playing")
    rig.output.pull(5_000)
    rig.settle()
    #expect(log.all == ["finished"])
    try later.start()
    rig.output.pull(9_000)
    rig.settle()
    #expect(log.all == ["finished"], "once")
    #expect(rig.isRunning)
  }

  @Test func `a handler can stop the engine, after all completions`() throws {
    let rig = try EngineRig()
    let log = rig.log
    try rig.player(tap, " and gone").start()
    let player = try rig.player(tap)
    try player.start()
    rig.engine.notifyWhenPlayersFinished { _ in
      log.note("finished")
      return .stopEngine
    }
    rig.output.pull(9_000)
    rig.settle()
    #expect(log.all == ["done and gone", "done", "finished", "stopped: notifyWhenFinished"])
    #expect(!rig.isRunning)
  }

  @Test func `the engine waits for released players, too`() throws {
    let rig = try EngineRig()
    let log = rig.log
    var player: PatternPlayer? = try rig.engine.makePlayer(with: variedPattern())
    try player?.start()
    rig.engine.notifyWhenPlayersFinished { _ in
      log.note("finished")
      return .leaveEngineRunning
    }
    rig.settle()
    #expect(log.all == [])
    player = nil
    rig.output.pull(1_000)
    rig.settle()
    #expect(log.all == [])
    rig.output.pull(60_000)
    rig.settle()
    #expect(log.all == ["finished"])
  }

  @Test func `a request to stop only applies to its own run`() throws {
    let rig = try EngineRig()
    let (engine, log) = (rig.engine, rig.log)
    engine.notifyWhenPlayersFinished { _ in
      engine.stop()
      try? engine.start()
      log.note("restarted")
      return .stopEngine
    }
    rig.settle()
    #expect(log.all == ["restarted"])
    #expect(rig.isRunning)
  }
}

extension HapticPattern {
  /// A single tap.
  static let tap = HapticPattern(
    checkedEntries: [.event(HapticEvent(.hapticTransient))], metadata: [:])
}
