import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// What engines and players refuse, with which code, and that nothing is lost when they do.
@Suite struct RefusalTests {
  typealias Call = @Sendable (AdvancedPatternPlayer, Seconds) throws -> Void

  static let timedCalls: [String: Call] = [
    "start": { player, time in try player.start(at: time) },
    "stop": { player, time in try player.stop(at: time) },
    "pause": { player, time in try player.pause(at: time) },
    "resume": { player, time in try player.resume(at: time) },
    "send": { player, time in
      try player.sendParameters([DynamicParameter(.hapticIntensityControl, 0)], at: time)
    },
    "curve": { player, time in
      try player.scheduleParameterCurve(
        ParameterCurve(.hapticIntensityControl, controlPoints: [.init(at: 0, 0)]), at: time)
    },
  ]

  @Test(arguments: timedCalls.keys.sorted(), [-1e-9, -Double.infinity, .infinity, .nan])
  func `a time that is none is refused`(name: String, time: Double) throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    let call = try #require(Self.timedCalls[name])
    #expect(engineCode { try call(player, time) } == .invalidTime)
    #expect(rig.output.pull(500).isSilent(0..<500))
  }

  @Test(arguments: timedCalls.keys.sorted())
  func `an engine that does not run refuses`(name: String) throws {
    let rig = try EngineRig(starts: false)
    let player = try rig.player(.tap)
    let call = try #require(Self.timedCalls[name])
    #expect(engineCode { try call(player, 0) } == .engineNotRunning)
    try rig.engine.start()
    #expect(engineCode { try call(player, 0) } == nil)
    rig.engine.stop()
    #expect(engineCode { try call(player, 0) } == .engineNotRunning)
  }

  @Test func `a time beyond all rendering is taken and never comes`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    try player.start(at: .greatestFiniteMagnitude)
    #expect(rig.output.pull(5_000).isSilent(0..<5_000))
    try player.cancel()
    rig.output.pull(1)
    rig.settle()
    #expect(rig.log.all == ["done"])
  }

  @Test(arguments: timedCalls.keys.sorted())
  func `too many commands under way are refused, and all that were taken are carried out`(
    name: String
  ) throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    let other = try rig.player(.tap, " other")
    let call = try #require(Self.timedCalls[name])
    var starts = 0
    while engineCode({ try other.start(at: 1e6) }) == nil { starts += 1 }
    #expect(starts > 1_000)
    #expect(engineCode { try call(player, 0) } == .resourceNotAvailable)
    #expect(
      engineCode { try other.cancel() } == .resourceNotAvailable)
    // What the engine carries out at once makes room; what waits for its time does not.
    rig.output.pull(10)
    #expect(engineCode { try other.cancel() } == nil)
    rig.output.pull(10)
    rig.settle()
    #expect(rig.log.count(of: "done other") == starts)
    #expect(engineCode { try call(player, 0) } == nil)
  }

  @Test func `settings are kept while there is no room for them, and hold when there is`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    let other = try rig.player(.tap, " other")
    rig.output.pull(1)
    while engineCode({ try other.stop() }) == nil {}
    player.isMuted = true
    player.playbackRate = 2
    player.loopEnd = 0.2
    player.isLoopEnabled = true
    rig.engine.isMutedForAudio = true
    #expect(player.isMuted && player.playbackRate == 2 && player.loopEnd == 0.2)
    rig.output.pull(1)
    try player.start()
    #expect(rig.output.pull(480).isSilent(0..<480))
    player.isMuted = false
    let live = rig.output.pull(48_000)
    #expect(!live.isSilent(47_000..<48_000), "it loops")
    #expect(live.left.allSatisfy { $0 == 0 }, "the engine's mute")
  }

  @Test func `parameters are sent all together or not at all`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    let fade = (0..<10).map {
      DynamicParameter(.hapticIntensityControl, 0, at: Double($0) * 0.001)
    }
    try player.start(at: rig.time(100))
    let other = try rig.player(.tap, " other")
    rig.output.pull(1)
    for _ in 0..<1_015 { try other.start(at: 1e6) }
    let code = engineCode { try player.sendParameters(fade) }
    #expect(code == .resourceNotAvailable)
    let expected = try offline(.tap, 2_000)
    #expect(rig.output.pull(2_099).difference(to: expected, shiftedBy: 99, 99..<2_099) == 0)
  }

  @Test func `more players than an engine has are refused, until some are given up`() throws {
    let rig = try EngineRig()
    var players = try (0..<Renderer.playerCapacity).map { _ in
      try rig.engine.makePlayer(with: .tap)
    }
    let error = #expect(throws: EngineError.self) { _ = try rig.engine.makePlayer(with: .tap) }
    #expect(error?.code == .resourceNotAvailable)
    players.removeLast(2)
    rig.output.pull(1)
    let new = try rig.engine.makePlayer(with: .tap)
    try new.start()
    #expect(!rig.output.pull(100).isSilent(0..<100))
    // Those that are gone and not yet taken away take up a place each: no one is left out.
    players = []
    var added = 0
    while (try? rig.player(.tap).start()) != nil { added += 1 }
    rig.output.pull(10)
    rig.output.pull(10)
    rig.settle()
    #expect(rig.log.count(of: "done") == added)
  }

  @Test func `a player that finds no room for itself is refused`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    while engineCode({ try player.start(at: 1e6) }) == nil {}
    let error = #expect(throws: EngineError.self) { _ = try rig.engine.makePlayer(with: .tap) }
    #expect(error?.code == .resourceNotAvailable)
    try? player.cancel()
  }

  @Test func `cancel forgets what is scheduled, and stops`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    let bystander = try rig.player(.tap, " bystander")
    try player.start()
    try bystander.start(at: rig.time(6_000))
    rig.output.pull(1_000)
    try player.pause(at: rig.time(1_500))
    try player.start(at: rig.time(3_000))
    try player.sendParameters([DynamicParameter(.hapticIntensityControl, 0)], at: rig.time(9_000))
    try player.scheduleParameterCurve(
      ParameterCurve(.hapticSharpnessControl, controlPoints: [.init(at: 0, 1)]),
      at: rig.time(9_000))
    try player.cancel()
    let live = rig.output.pull(9_000)
    #expect(live.isSilent(240..<5_000))
    let tap = try offline(.tap, 4_000)
    #expect(live.difference(to: tap, shiftedBy: 5_000, 5_000..<9_000) == 0)
    rig.settle()
    #expect(rig.log.all == ["done", "done", "done bystander"])
    try player.start()
    let expected = try offline(pattern, 9_000)
    #expect(rig.output.pull(9_000).difference(to: expected, 0..<9_000) == 0)
    #expect(rig.lent == [2, 0])
  }

  // MARK: Playing once

  @Test func `data and files are played once, and the engine is started for it`() throws {
    let rig = try EngineRig(starts: false)
    let pattern = try variedPattern()
    let expected = try offline(pattern, 9_000)
    try rig.engine.playPattern(from: AHAP.encode(pattern))
    #expect(rig.output.pull(9_000).difference(to: expected, 0..<9_000) < 1e-6)
    rig.output.pull(48_000)
    rig.settle()
    #expect(rig.playerCount == 0, "it is given up")
    try rig.engine.play(pattern)
    #expect(rig.output.pull(9_000).difference(to: expected, 0..<9_000) == 0)
    let missing = engineCode {
      try rig.engine.playPattern(fromFile: "/nonexistent/pattern.ahap")
    }
    #expect(missing == .fileNotFound)
    let broken = engineCode {
      try rig.engine.playPattern(from: Array("{ \"Pattern\": 3 }".utf8))
    }
    #expect(broken == .invalidPatternData)
  }

  @Test func `an engine that cannot start keeps nothing of what it was to play`() throws {
    let rig = try EngineRig(starts: false)
    rig.output.failStarts(with: OutputError(.deviceBusy, subject: "test", detail: "Busy."))
    let code = engineCode { try rig.engine.play(.tap) }
    #expect(code == .serverInitFailed)
    #expect(rig.playerCount == 0)
  }

  @Test func `what plays once is waited for like any player`() throws {
    let rig = try EngineRig()
    let log = rig.log
    try rig.engine.play(.tap)
    rig.engine.notifyWhenPlayersFinished { _ in
      log.note("finished")
      return .stopEngine
    }
    rig.output.pull(100)
    rig.settle()
    #expect(log.all == [])
    rig.output.pull(9_000)
    rig.settle()
    #expect(log.all == ["finished", "stopped: notifyWhenFinished"])
  }
}
