import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of the calls that engines and players reject, of the error codes, and that no setting or command is
/// lost.
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
  func `an invalid time is rejected`(name: String, time: Double) throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    let call = try #require(Self.timedCalls[name])
    #expect(engineCode { try call(player, time) } == .invalidTime)
    #expect(rig.output.pull(500).isSilent(0..<500))
  }

  @Test(arguments: timedCalls.keys.sorted())
  func `an engine that is not running rejects calls`(name: String) throws {
    let rig = try EngineRig(starts: false)
    let player = try rig.player(.tap)
    let call = try #require(Self.timedCalls[name])
    #expect(engineCode { try call(player, 0) } == .engineNotRunning)
    try rig.engine.start()
    #expect(engineCode { try call(player, 0) } == nil)
    rig.engine.stop()
    #expect(engineCode { try call(player, 0) } == .engineNotRunning)
  }

  @Test func `a time beyond all rendering is accepted and never reached`() throws {
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
  func `too many commands of one player are rejected, and all accepted ones are carried out`(
    name: String
  ) throws {
    let rig = try EngineRig()
    let other = try rig.player(.tap, " other")
    let call = try #require(Self.timedCalls[name])
    var starts = 0
    while engineCode({ try other.start(at: 1e6) }) == nil { starts += 1 }
    #expect(
      starts == RenderLink.playerCapacity - 1, "the command that adds the player is also under way")
    #expect(engineCode { try call(other, 1e6) } == .resourceNotAvailable)
    rig.output.pull(10)
    try other.cancel()
    rig.output.pull(10)
    rig.settle()
    #expect(rig.log.count(of: "done other") == starts)
    #expect(engineCode { try call(other, 1e6) } == nil)
  }

  @Test func `players that send as much as possible leave room for others`() throws {
    let rig = try EngineRig()
    let greedy = try (0..<3).map { try rig.player(.tap, " \($0)") }
    for player in greedy { while engineCode({ try player.start(at: 1e6) }) == nil {} }
    let modest = try rig.player(.tap, " modest")
    try modest.start()
    try modest.sendParameters([DynamicParameter(.hapticIntensityControl, 0.5)])
    let live = rig.output.pull(2_000)
    #expect(live.haptic.contains { $0.magnitude > 0.1 })
    // They can all be stopped, muted, paused and canceled, and players can be made and released.
    for player in greedy {
      player.isMuted = true
      try player.stop()
      try player.pause()
      try player.cancel()
    }
    rig.engine.isMutedForHaptics = true
    rig.output.pull(4_000)
    try modest.start()
    #expect(rig.output.pull(2_000).haptic.allSatisfy { $0 == 0 }, "the engine's mute")
    rig.settle()
    for index in greedy.indices { #expect(rig.log.count(of: "done \(index)") > 5) }
  }

  @Test func `a halt is never rejected; if there is no room, the strongest halt takes effect`()
    throws
  {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    try player.start()
    rig.output.pull(4_800)
    while engineCode({ try player.start(at: 1e6) }) == nil {}
    for _ in 0..<5_000 {
      try player.pause()
      try player.stop()
    }
    try player.cancel()
    // The block in which room is made, the block after it, and the fade.
    rig.output.pull(64)
    rig.output.pull(64)
    rig.output.pull(240)
    #expect(rig.output.pull(48_000).isSilent(0..<48_000))
    rig.settle()
    #expect(rig.log.all.count > 1_000, "scheduled commands are dropped")
    try player.start()
    let expected = try offline(pattern, 9_000)
    #expect(rig.output.pull(9_000).difference(to: expected, 0..<9_000) == 0)
  }

  @Test func `settings are kept while the queue is full, and sent when there is room`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    let other = try rig.player(.tap, " other")
    rig.output.pull(1)
    while engineCode({ try other.start(at: 1e6) }) == nil {}
    for _ in 0..<20 { player.isMuted.toggle() }
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

  @Test func `parameters are sent together or not at all`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    let fade = (0..<10).map {
      DynamicParameter(.hapticIntensityControl, 0, at: Double($0) * 0.001)
    }
    try player.start(at: rig.time(100))
    rig.output.pull(1)
    while engineCode({ try player.start(at: 1e6) }) == nil {}
    // Settings that wait for room do not take the room of some of the parameters.
    for index in 0..<40 {
      player.isMuted = index % 2 == 0
      player.loopEnd = Double(index)
    }
    player.isMuted = false
    #expect(engineCode { try player.sendParameters(fade) } == .resourceNotAvailable)
    rig.output.pull(1)
    rig.output.pull(1)
    let expected = try offline(.tap, 2_000)
    #expect(rig.output.pull(2_097).difference(to: expected, shiftedBy: 97, 97..<2_097) < 1e-6)
  }

  @Test func `more players than the maximum are rejected until some are released`() throws {
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
  }

  @Test func `cancel removes scheduled commands and stops the player`() throws {
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

  @Test func `cancel keeps commands that are sent after it`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    let expected = try offline(pattern, 4_800)
    for _ in 0..<100 {
      try player.cancel()
      try player.start()
      #expect(rig.output.pull(480).difference(to: expected, 0..<480) < 1)
      #expect(player.position().motion == .playing)
    }
    try player.cancel()
    rig.output.pull(48_000)
    try player.cancel()
    try player.start(at: rig.engine.currentTime + rig.time(480))
    let live = rig.output.pull(5_280)
    #expect(live.isSilent(0..<480))
    #expect(live.difference(to: expected, shiftedBy: 480, 480..<5_280) == 0)
  }

  @Test func `cancel keeps settings made before or after it`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    player.playbackRate = 2
    try player.cancel()
    player.isMuted = true
    player.loopEnd = 0.05
    player.isLoopEnabled = true
    try player.start()
    #expect(rig.output.pull(48_000).isSilent(0..<48_000), "muted")
    #expect(player.position().repetition == 40 - 1 || player.position().repetition == 40)
    try player.cancel()
    player.isMuted = false
    player.isLoopEnabled = false
    rig.output.pull(4_800)
    try player.start()
    let expected = try RenderedSignal(
      pattern, sampleRate: 48_000, frameCount: 20_000, playback: Playback(rate: 2))
    #expect(
      largestDifference(rig.output.pull(20_000).haptic, expected.haptic, 0..<20_000) < 1e-6)
  }

  @Test func `a player that is canceled and released is removed`() throws {
    let rig = try EngineRig()
    for _ in 0..<600 {
      let player = try rig.player(variedPattern())
      try player.start()
      try player.cancel()
      rig.output.pull(300)
    }
    rig.output.pull(300)
    #expect(rig.playerCount == 0)
    #expect(rig.lent == [0, 0])
  }

  @Test func `a flood of commands is carried out in order, independent of block sizes`() throws {
    let patterns = try (0..<40).map { index in
      try HapticPattern {
        for voice in 0..<25 {
          Continuous(
            at: 0, duration: 5, intensity: 0.01, sharpness: Double((index + voice) % 10) / 10)
        }
      }
    }
    func live(blocks: [Int]) throws -> PulledOutput.Buses {
      let rig = try EngineRig(sampleRate: 8_000)
      let players = try patterns.map { try rig.player($0) }
      for player in players { try player.start() }
      rig.output.pull(800, blocks: blocks)
      for round in 0..<8 {
        for player in players {
          try player.pause()
          if round % 3 == 0 { try player.seek(to: 0.1 * Double(round), begun: .continued) }
          try player.resume()
        }
      }
      let live = rig.output.pull(8_000, blocks: blocks)
      #expect(players.allSatisfy { $0.position().motion == .playing })
      return live
    }
    let whole = try live(blocks: [8_000])
    #expect(whole.isIdentical(to: try live(blocks: [64])))
    #expect(whole.isIdentical(to: try live(blocks: [1, 333, 17])))
  }

  @Test(arguments: [Double.nan, .infinity, -1, 1e308])
  func `a profile with a value out of range is rejected when it is used`(value: Double) throws {
    var profile = Profile.lra
    profile.lowHertz = value
    var resonance = Profile.lra
    resonance.actuator?.q = value
    for profile in [profile, resonance] {
      let rig = try EngineRig(
        starts: false, configuration: EngineConfiguration(profile: profile))
      #expect(engineCode { try rig.engine.start() } == .badParameterEntry)
      #expect(engineCode { try rig.engine.start() } == .badParameterEntry, "and stays stopped")
      #expect(throws: RenderError.self) { _ = try OfflineRenderer(.tap, profile: profile) }
    }
  }

  // MARK: Playing once

  @Test func `playing data and files once starts the engine`() throws {
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

  @Test func `an engine that cannot start does not keep the pattern it was asked to play`() throws {
    let rig = try EngineRig(starts: false)
    rig.output.failStarts(with: OutputError(.deviceBusy, subject: "test", detail: "Busy."))
    let code = engineCode { try rig.engine.play(.tap) }
    #expect(code == .serverInitFailed)
    #expect(rig.playerCount == 0)
  }

  @Test func `the engine waits for patterns played once like for any player`() throws {
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
