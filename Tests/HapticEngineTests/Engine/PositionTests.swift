import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of the position and the motion of a player.
@Suite struct PositionTests {
  /// Returns the position at `frame`, with its time rounded to a microsecond.
  private func position(
    _ player: PatternPlayer, _ rig: EngineRig, _ frame: Int
  ) -> PlayerPosition {
    var position = player.position(at: rig.time(frame))
    position.time = (position.time * 1e6).rounded() / 1e6
    return position
  }

  @Test func `a position follows starts, pauses, seeks and changes of speed to the frame`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    rig.output.pull(100)
    #expect(position(player, rig, 50).motion == .stopped)
    try player.start(at: rig.time(4_800))
    try player.pause(at: rig.time(9_600))
    try player.resume(at: rig.time(19_200))
    rig.output.pull(20_000)
    #expect(position(player, rig, 4_799).motion == .stopped)
    #expect(
      position(player, rig, 4_800) == PlayerPosition(motion: .playing, time: 0, repetition: 0))
    #expect(
      position(player, rig, 7_200) == PlayerPosition(motion: .playing, time: 0.05, repetition: 0))
    #expect(
      position(player, rig, 12_000) == PlayerPosition(motion: .paused, time: 0.1, repetition: 0))
    // Frames that are not rendered yet are predicted.
    #expect(
      position(player, rig, 24_000) == PlayerPosition(motion: .playing, time: 0.2, repetition: 0))
    player.playbackRate = 2
    rig.output.pull(1)
    #expect(position(player, rig, 20_100 + 480).time == 0.138_75)
    try player.seek(to: 0.05)
    rig.output.pull(1)
    #expect(position(player, rig, 20_101).time == 0.05)
    try player.stop()
    rig.output.pull(480)
    #expect(position(player, rig, 20_400).motion == .stopped)
    #expect(position(player, rig, 20_102).motion == .stopped)
  }

  @Test func `a position counts repetitions, including future ones`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    player.loopEnd = 0.1
    player.repeatCount = 3
    try player.start()
    rig.output.pull(12_000)
    #expect(
      position(player, rig, 7_200) == PlayerPosition(motion: .playing, time: 0.05, repetition: 1))
    #expect(
      position(player, rig, 16_800) == PlayerPosition(motion: .playing, time: 0.05, repetition: 3))
    #expect(
      position(player, rig, 21_600) == PlayerPosition(motion: .playing, time: 0.15, repetition: 3))
    rig.output.pull(200_000)
    #expect(player.position().motion == .stopped)
    #expect(player.position().repetition == 3)
  }

  @Test(arguments: [0, 2])
  func `the end of a player does not depend on block sizes`(repeats: Int) throws {
    let pattern = try variedPattern()
    var ends: Set<PlayerPosition> = []
    var frames: Set<Int> = []
    for blocks in [[1], [512], [8_192], [77, 1, 1_000]] {
      let rig = try EngineRig()
      let player = try rig.player(pattern)
      player.repeatCount = repeats
      try player.start()
      rig.output.pull(100_000, blocks: blocks)
      ends.insert(player.position())
      // The first frame at which the player is stopped, by bisection.
      var (playing, stopped) = (0, 100_000)
      while playing + 1 < stopped {
        let middle = (playing + stopped) / 2
        let isPlaying = player.position(at: rig.time(middle)).motion == .playing
        (playing, stopped) = isPlaying ? (middle, stopped) : (playing, middle)
      }
      frames.insert(stopped)
    }
    #expect(ends.count == 1)
    #expect(frames.count == 1)
    let end = try #require(ends.first)
    #expect(end.motion == .stopped)
    if repeats > 0 { return }
    #expect(frames == [Int((end.time * 48_000).rounded())])
    // The first frame after the signal, up to the zeros at its end.
    let sounding = try offline(pattern, 40_000)
    let last = try #require((0..<40_000).last { !sounding.isSilent($0..<$0 + 1) })
    #expect((end.time * 48_000 - Double(last)).magnitude < 3)
  }

  @Test func `a predicted position stops where the player will stop`() throws {
    let rig = try EngineRig(sampleRate: 8_000)
    let player = try rig.player(variedPattern())
    player.loopEnd = 0.2
    player.repeatCount = 2
    try player.start()
    rig.output.pull(100)
    let frames = Array(stride(from: 101, to: 16_000, by: 97))
    let predicted = frames.map { player.position(at: rig.time($0)) }
    #expect(predicted.contains { $0.motion == .playing && $0.repetition == 2 })
    #expect(predicted.contains { $0.motion == .stopped })
    rig.output.pull(16_000, blocks: [1])
    for (frame, position) in zip(frames, predicted) {
      let found = player.position(at: rig.time(frame))
      #expect(position.motion == found.motion, "frame \(frame)")
      #expect(position.repetition == found.repetition, "frame \(frame)")
      #expect((position.time - found.time).magnitude < 1e-3, "frame \(frame)")
    }
  }

  @Test func `a predicted position reaches the end, at any speed and from anywhere`()
    throws
  {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    for rate in [0.25, 1, 4] {
      let player = try rig.player(pattern)
      player.playbackRate = rate
      try player.start()
      rig.output.pull(480)
      try player.seek(to: 0.3)
      rig.output.pull(480)
      let now = rig.engine.currentTime
      #expect(player.position(at: now + 0.1 / rate).motion == .playing)
      let last = player.position(at: now + 100)
      #expect(last.motion == .stopped)
      #expect(last.time >= pattern.duration && last.time < pattern.duration + 2 * max(1, rate))
      try player.pause()
      rig.output.pull(480)
      #expect(player.position(at: now + 100).motion == .paused)
      player.isLoopEnabled = true
      try player.resume()
      rig.output.pull(480)
      #expect(player.position(at: now + 100).motion == .playing, "it loops forever")
      try player.stop()
      rig.output.pull(480)
    }
  }

  @Test(arguments: seeds(9_000..<9_040))
  func `a position matches the signal, whatever commands the player received`(seed: UInt64)
    throws
  {
    var random = SplitMix64(seed: seed)
    let rig = try EngineRig(sampleRate: 8_000)
    let player = try rig.player(variedPattern())
    try player.start()
    var clock = PlainClock()
    for _ in 0..<20 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        try player.pause()
        clock.isMoving = false
      case 1:
        try player.resume()
        clock.isMoving = true
      case 2:
        let place = Double(Int.random(in: 0..<300, using: &random)) / 1_000
        try player.seek(to: place)
        clock.time = place
      case 3:
        let rate = random.choice(of: [0.5, 1, 1.5])
        player.playbackRate = rate
        clock.rate = rate
      default: break
      }
      // Before the end, where it would stop.
      rig.output.pull(40)
      clock.pass(40, sampleRate: 8_000)
      if clock.time > 0.35 {
        try player.seek(to: 0)
        clock.time = 0
      }
    }
    let found = player.position()
    #expect((found.time - clock.time).magnitude < 1e-9, "seed \(seed)")
    #expect((found.motion == .playing) == clock.isMoving, "seed \(seed)")
  }

  /// The same calculation in the simplest way.
  private struct PlainClock {
    var time: Seconds = 0
    var rate = 1.0
    var isMoving = true

    mutating func pass(_ frames: Int, sampleRate: Double) {
      if isMoving { time += Double(frames) * rate / sampleRate }
    }
  }

  // MARK: Released players

  @Test func `a released loop ends with its current repetition`() throws {
    let rig = try EngineRig()
    var player: AdvancedPatternPlayer? = try rig.player(variedPattern())
    player?.isLoopEnabled = true
    try player?.start()
    rig.output.pull(40_000)
    player = nil
    let rest = rig.output.pull(96_000)
    #expect(!rest.isSilent(0..<1_000))
    #expect(rest.isSilent(60_000..<96_000))
    rig.settle()
    #expect(rig.log.all == ["done"])
    #expect(rig.lent == [0, 0])
  }

  @Test func `a player that was never started is at its beginning, whatever its settings`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    rig.output.pull(48_000)
    player.isLoopEnabled = false
    player.playbackRate = 2
    rig.output.pull(480)
    #expect(player.position() == PlayerPosition(motion: .stopped, time: 0, repetition: 0))
  }

  @Test func `moving the end of a loop does not repeat anything again`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    player.loopEnd = 0.1
    player.repeatCount = 3
    try player.start()
    rig.output.pull(4_800 * 3 + 2_400)
    #expect(player.position().repetition == 3)
    player.loopEnd = 0.2
    rig.output.pull(96_000)
    #expect(player.position().repetition == 3)
    rig.settle()
    #expect(rig.log.all == ["done"])
  }

  @Test(arguments: [true, false])
  func `a released player does not stay paused`(isPausedBefore: Bool) throws {
    let rig = try EngineRig()
    var player: AdvancedPatternPlayer? = try rig.player(variedPattern())
    try player?.start()
    rig.output.pull(2_000)
    try player?.pause(at: isPausedBefore ? 0 : rig.time(5_000))
    if isPausedBefore { rig.output.pull(1_000) }
    player = nil
    rig.output.pull(9_600)
    rig.settle()
    #expect(rig.log.all == ["done"])
    #expect(rig.lent == [0, 0])
    #expect(rig.playerCount == 0)
  }
}
