import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of which commands wait for others if there is more work than one block allows.
@Suite struct CommandTurnTests {
  /// Returns a player on `rig` whose commands take many blocks to carry out.
  ///
  /// Each of them searches a long curve.
  private func busyPlayer(_ rig: EngineRig, commands: Int = 300) throws -> AdvancedPatternPlayer {
    let pattern = try HapticPattern {
      Continuous(duration: 20, intensity: 0.000_1)
      Curve(.hapticIntensityControl, at: 0, (0..<50_000).map { (Double($0) * 0.001, 1) })
    }
    let player = try rig.player(pattern, " busy")
    try player.start()
    rig.output.pull(480)
    for _ in 0..<commands {
      try player.sendParameters([DynamicParameter(.hapticIntensityControl, 1)])
    }
    return player
  }

  // MARK: Halts

  @Test(arguments: ["stop", "pause", "cancel"])
  func `a halt of one player does not wait for expensive commands of another`(
    name: String
  ) throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    try player.start()
    _ = try busyPlayer(rig)
    rig.output.pull(64)
    let frame = rig.output.pulledFrames(of: rig.engine)
    switch name {
    case "stop": try player.stop()
    case "pause": try player.pause()
    default: try player.cancel()
    }
    rig.output.pull(64)
    #expect(player.position(at: rig.time(frame - 1)).motion == .playing)
    #expect(
      player.position(at: rig.time(frame)).motion == (name == "pause" ? .paused : .stopped))
  }

  @Test func `a mute and the end of a player do not wait for expensive commands of another`() throws
  {
    let rig = try EngineRig()
    let tone = try HapticPattern(events: [HapticEvent(.audioContinuous, duration: 20)])
    let player = try rig.player(tone)
    var idle: AdvancedPatternPlayer? = try rig.player(.tap)
    try player.start()
    _ = try busyPlayer(rig, commands: 900)
    rig.output.pull(64)
    player.isMuted = true
    #expect(idle != nil)
    idle = nil
    #expect(rig.playerCount == 3)
    let muted = rig.output.pull(480, blocks: [64])
    #expect(muted.left[240..<480].allSatisfy { $0 == 0 })
    #expect(rig.playerCount == 2)
    rig.engine.isMutedForHaptics = true
    #expect(rig.output.pull(480, blocks: [64]).isSilent(240..<480))
  }

  @Test(arguments: [1, 12])
  func `a player with little work is served at its frame despite floods of others`(
    floods: Int
  ) throws {
    let rig = try EngineRig()
    let players = try (0..<20).map { _ in try rig.player(.tap) }
    let busy = try (0..<floods).map { _ in try busyPlayer(rig, commands: 1_000 / floods) }
    let first = rig.output.pulledFrames(of: rig.engine)
    // The first is due with the floods, the others at various times after them.
    let frames = players.indices.map { first + 37 * $0 }
    for (player, frame) in zip(players, frames) {
      try player.sendParameters(
        [DynamicParameter(.hapticIntensityControl, 0.5)], at: rig.time(frame))
      try player.start(at: rig.time(frame))
    }
    rig.output.pull(37 * players.count)
    for (player, frame) in zip(players, frames) {
      #expect(player.position(at: rig.time(frame - 1)).motion == .stopped)
      #expect(player.position(at: rig.time(frame)).motion == .playing)
    }
    #expect(busy.allSatisfy { $0.position().motion == .playing })
    #expect(rig.underway.max() ?? 0 > 0, "the floods continue")
  }

  @Test(arguments: [6, 40])
  func `flooding players all progress, within the budget of a frame`(
    floods: Int
  ) throws {
    let rig = try EngineRig()
    let busy = try (0..<floods).map { _ in try busyPlayer(rig, commands: 1) }
    rig.output.pull(4_800)
    let sent = 1_800 / floods
    // One after the other, so that the first could keep the others waiting.
    for player in busy {
      for _ in 0..<sent {
        try player.sendParameters([DynamicParameter(.hapticIntensityControl, 1)])
      }
    }
    rig.output.pull(4_800, blocks: [64])
    let done = rig.underway.map { sent - $0 }
    let (least, most) = (done.min() ?? 0, done.max() ?? 0)
    #expect(least > 10 && most < 3 * least, "\(done)")
    // Each searches 50 000 points. Each has carried out some commands before the number of flooding players is known.
    let cost = 50_000 / 256
    let work = done.reduce(0, +) * cost
    #expect(work < 4_800 * CommandCost.perFrame + CommandCost.maximumCredit + 3 * floods * cost)
  }

  @Test func `a command that overtakes a player's own commands leaves the same result`() throws {
    let rig = try EngineRig()
    let busy = try busyPlayer(rig)
    for round in 0..<40 {
      busy.isMuted = round % 2 == 0
      try busy.start()
    }
    busy.isMuted = false
    busy.playbackRate = 2
    try busy.stop()
    rig.output.pull(64)
    #expect(busy.position().motion == .stopped)
    rig.output.pull(480)
    rig.settle()
    #expect(rig.log.all == Array(repeating: "done busy", count: 41))
    rig.output.pull(480)
    try busy.start()
    rig.output.pull(4_800)
    #expect((busy.position().time - 0.2).magnitude < 1e-9, "the rate was kept")
    #expect(busy.isMuted == false)
    #expect(rig.output.pull(480).haptic.contains { $0 != 0 })
  }

  // MARK: Batches

  @Test func `a batch of more than a thousand commands takes effect at one frame`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let players = try (0..<40).map { _ in try rig.player(pattern) }
    rig.output.pull(1)
    try rig.engine.batch {
      for player in players {
        for step in 0..<29 {
          try player.sendParameters([
            DynamicParameter(.hapticIntensityControl, Double(step % 2))
          ])
        }
        try player.start()
      }
    }
    let live = rig.output.pull(9_600, blocks: [64])
    let expected = try offline(pattern, 9_600)
    #expect(
      largestDifference(live.haptic, expected.haptic.map { 40 * $0 }, 0..<9_600) < 1e-4)
  }

  @Test func `a batch is not split, however busy its players are`() throws {
    let rig = try EngineRig()
    let busy = try busyPlayer(rig, commands: 100)
    let pattern = try variedPattern()
    let players = try (0..<40).map { _ in try rig.player(pattern) }
    let bystander = try rig.player(.tap)
    try rig.engine.batch {
      rig.engine.isMutedForAudio = true
      for player in players { try player.start() }
      try busy.start()
    }
    try bystander.start()
    rig.output.pull(64)
    #expect(bystander.position().motion == .playing, "it does not wait for other players")
    #expect(players.allSatisfy { $0.position().motion == .stopped }, "the whole batch is late")
    for _ in 0..<1_000 where players[0].position().motion == .stopped {
      rig.output.pull(64, blocks: [64])
    }
    let position = players[0].position()
    #expect(position.motion == .playing)
    #expect(players.allSatisfy { $0.position() == position })
    #expect(busy.position() == position)
  }

  @Test func `a player that is made in a batch starts with it, even if others are busy`() throws {
    let rig = try EngineRig()
    let busy = try busyPlayer(rig)
    var players: [AdvancedPatternPlayer] = []
    try rig.engine.batch {
      for _ in 0..<2 {
        let player = try rig.player(variedPattern())
        try player.start()
        players.append(player)
      }
    }
    rig.output.pull(4_800, blocks: [64])
    #expect(players.allSatisfy { $0.position().motion == .playing })
    #expect(players[0].position() == players[1].position())
    #expect(busy.position().motion == .playing)
  }

  @Test func `a cancel keeps the commands for other players in a waiting batch`() throws {
    let rig = try EngineRig()
    let busy = try busyPlayer(rig, commands: 100)
    let (one, two) = (try rig.player(.tap, " one"), try rig.player(.tap, " two"))
    try rig.engine.batch {
      try one.start()
      try busy.resume()
      try two.start()
    }
    rig.output.pull(64)
    try one.cancel()
    #expect(rig.output.pull(24_000, blocks: [64]).haptic.contains { $0.magnitude > 0.1 })
    rig.settle()
    #expect(rig.log.all == ["done one", "done two"])
  }

  // MARK: Blocks

  @Test(arguments: 7_100..<7_112 as Range<UInt64>)
  func `the order of players' turns does not depend on block sizes`(seed: UInt64) throws {
    func live(_ blocks: [Int]) throws -> PulledOutput.Buses {
      var random = SplitMix64(seed: seed)
      let rig = try EngineRig(sampleRate: 8_000)
      let players = try (0..<8).map { index in
        try rig.player(
          try HapticPattern {
            for voice in 0..<(20 + 60 * index) {
              Continuous(duration: 5, intensity: 0.01, sharpness: Double(voice % 7) / 7)
            }
          })
      }
      for player in players { try player.start() }
      var all = rig.output.pull(400, blocks: blocks)
      for _ in 0..<3 {
        for _ in 0..<60 { try Self.call(random.choice(of: players), rig, &random) }
        for _ in 0..<3 {
          try rig.engine.batch {
            for _ in 0..<5 { try Self.call(random.choice(of: players), rig, &random) }
          }
        }
        let pulled = rig.output.pull(2_000, blocks: blocks)
        all.haptic += pulled.haptic
        all.left += pulled.left
        all.right += pulled.right
      }
      return all
    }
    let whole = try live([2_000])
    #expect(whole.isIdentical(to: try live([64])), "seed \(seed)")
    #expect(whole.isIdentical(to: try live([1, 333, 17])), "seed \(seed)")
  }

  private static func call(
    _ player: AdvancedPatternPlayer, _ rig: EngineRig, _ random: inout SplitMix64
  ) throws {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: try player.start()
    case 1: try player.stop()
    case 2: try player.pause()
    case 3, 4: try player.resume()
    case 5: try player.seek(to: random.number(in: 0...3), begun: .continued)
    case 6: player.isMuted.toggle()
    case 7: try player.sendParameters([DynamicParameter(.hapticIntensityControl, 0.5)])
    default:
      if random.oneIn(4) { try player.cancel() } else { rig.engine.isMutedForHaptics.toggle() }
    }
  }
}

extension EngineRig {
  /// The number of commands of each player that are under way.
  fileprivate var underway: [Int] {
    engine.core.state.withLock { $0.players.values.map(\.underway) }
  }
}

extension PulledOutput {
  /// Returns the next frame of the engine to be rendered.
  fileprivate func pulledFrames(of engine: HapticEngine) -> Int {
    Int((engine.currentTime * sampleRate).rounded())
  }
}
