import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of patterns that repeat.
@Suite struct LoopTests {
  /// Returns the frames at which a tap of an otherwise silent signal begins.
  private func onsets(_ samples: [Float]) -> [Int] {
    var onsets: [Int] = []
    var quiet = 100
    for (frame, sample) in samples.enumerated() {
      if sample.magnitude > 1e-3 {
        // A tap's first sample is 0.
        if quiet >= 20 { onsets.append(frame - 1) }
        quiet = 0
      } else {
        quiet += 1
      }
    }
    return onsets
  }

  @Test(arguments: [0.123_456_789, 1.0 / 9, 0.1, 0.100_06])
  func `a loop does not drift, however long its end is in frames`(end: Seconds) throws {
    let rig = try EngineRig(sampleRate: 8_000)
    // High and short, so that taps do not overlap.
    let player = try rig.player(try HapticPattern { Transient(at: 0.01, sharpness: 1) })
    player.isLoopEnabled = true
    player.loopEnd = end
    try player.start()
    let live = rig.output.pull(8_000 * 60, blocks: [512, 77])
    let heard = onsets(live.haptic)
    #expect(heard.count >= Int(60 / end))
    for (pass, frame) in heard.enumerated() {
      let ideal = (0.01 + Double(pass) * end) * 8_000
      #expect((Double(frame) - ideal).magnitude <= 1.5, "pass \(pass)")
    }
  }

  @Test(arguments: [0.200_004_3, 0.200_01, 0.200_013_3, 0.200_016_7, 0.123_456_789, 1.0 / 9])
  func `every event of every repetition starts at the frame nearest to its time`(end: Seconds)
    throws
  {
    let times = [0, 0.000_1, 0.02, 0.020_01]
    for time in times {
      let rig = try EngineRig(sampleRate: 8_000)
      let player = try rig.player(try HapticPattern { Transient(at: time, sharpness: 1) })
      player.isLoopEnabled = true
      player.loopEnd = end
      try player.start()
      let live = rig.output.pull(8_000 * 20, blocks: [512, 77])
      let heard = onsets(live.haptic)
      #expect(heard.count >= Int(20 / end))
      let ideal = heard.indices.map { Int(((time + Double($0) * end) * 8_000).rounded()) }
      #expect(heard == ideal, "a tap at \(time)")
    }
  }

  @Test(arguments: [0.100_01, 0.100_005, 0.100_02])
  func `a repetition that begins a fraction of a frame early has the controls of time 0`(
    end: Seconds
  ) throws {
    let pattern = try HapticPattern(entries: [
      .parameter(DynamicParameter(.hapticIntensityControl, 0.5, at: 0)),
      .event(HapticEvent(.hapticTransient, at: 0)),
    ])
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    player.isLoopEnabled = true
    player.loopEnd = end
    try player.start()
    try player.sendParameters([DynamicParameter(.hapticIntensityControl, 1)], at: 0.05)
    let live = rig.output.pull(24_000)
    let tap = try offline(pattern, 3_000)
    for pass in 1..<4 {
      let onset = Int((Double(pass) * end * 48_000).rounded())
      #expect(live.difference(to: tap, shiftedBy: onset, onset..<onset + 3_000) == 0)
      let position = player.position(at: rig.time(onset))
      #expect(position.repetition == pass)
      #expect(position.time >= 0 && position.time < 1.0 / 48_000)
      #expect(player.position(at: rig.time(onset - 1)).repetition == pass - 1)
    }
  }

  @Test func `a loop without an explicit end contains the whole pattern`() throws {
    let rig = try EngineRig(sampleRate: 8_000)
    let player = try rig.player(try HapticPattern { Transient(at: 0.1, sharpness: 1) })
    player.isLoopEnabled = true
    try player.start()
    let live = rig.output.pull(8_000)
    #expect(onsets(live.haptic) == (1...9).map { $0 * 800 })
  }

  @Test func `an explicit loop end excludes events at it and after it`() throws {
    let rig = try EngineRig(sampleRate: 8_000)
    let pattern = try HapticPattern {
      Transient(at: 0.02, sharpness: 1)
      Transient(at: 0.1, sharpness: 1)
      Transient(at: 0.3, sharpness: 1)
    }
    let player = try rig.player(pattern)
    player.loopEnd = 0.1
    player.isLoopEnabled = true
    try player.start()
    #expect(onsets(rig.output.pull(4_000).haptic) == [160, 960, 1_760, 2_560, 3_360])
    player.isLoopEnabled = false
    // The repetition that has begun continues to the end of the pattern.
    #expect(onsets(rig.output.pull(8_000).haptic) == [160, 800, 2_400])
    rig.settle()
    #expect(rig.log.all == ["done"])
  }

  @Test func `a tap rings past the end of a loop`() throws {
    let pattern = try HapticPattern { Transient(at: 0.095) }
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    player.isLoopEnabled = true
    player.loopEnd = 0.1
    try player.start()
    let live = rig.output.pull(9_000)
    let expected = try offline(pattern, 9_000)
    #expect(live.difference(to: expected, 0..<9_000) < 1e-5)
    #expect(!live.isSilent(4_800..<5_000))
  }

  @Test func `a continuous event is released at the end of a loop`() throws {
    let pattern = try HapticPattern { Continuous(at: 0.05, duration: 1) }
    let released = try HapticPattern { Continuous(at: 0.05, duration: 0.05) }
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    player.isLoopEnabled = true
    player.loopEnd = 0.1
    try player.start()
    let live = rig.output.pull(7_000)
    #expect(live.difference(to: try offline(released, 7_000), 0..<7_000) < 1e-5)
  }

  @Test(arguments: [1.0, 1_000, 1e6, 1e300])
  func `a pattern of zero length loops at any rate without hanging`(rate: Double) throws {
    let rig = try EngineRig(sampleRate: 8_000)
    let player = try rig.player(try HapticPattern { Transient(at: 0) })
    player.isLoopEnabled = true
    player.playbackRate = rate
    try player.start()
    let live = rig.output.pull(8_000)
    #expect(live.haptic.allSatisfy { $0.isFinite })
    #expect(!live.isSilent(7_900..<8_000))
    try player.stop()
    #expect(rig.output.pull(8_000).isSilent(40..<8_000))
  }

  @Test(arguments: [(1.0, 0.02), (8, 0.1), (10, 0), (100, 0), (1e6, 0.01)])
  func `a loop that is shorter than its ringing events does not lose any`(
    rate: Double, end: Seconds
  ) throws {
    let pattern = try HapticPattern {
      for index in 0..<5 { Transient(at: Double(index) * 0.002, intensity: 0.02) }
      Continuous(at: 0.001, duration: 1, intensity: 0.01, release: 0.4)
      HapticEvent(.audioContinuous, at: 0.001, duration: 1)
    }
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    try player.start()
    rig.output.pull(100)
    player.loopEnd = end
    player.playbackRate = rate
    player.isLoopEnabled = true
    rig.output.pull(12_000)
    #expect(player.position().repetition >= 2)
    #expect(rig.engine.lostVoices == 0)
    // The same is true offline, and the signal is the same.
    let again = try rig.player(pattern)
    again.loopEnd = end
    again.playbackRate = rate
    again.isLoopEnabled = true
    try player.stop()
    rig.output.pull(12_000)
    try again.start()
    let live = rig.output.pull(4_800)
    #expect(rig.engine.lostVoices == 0)
    if end > 0 || rate > 100 { return }
    let renderer = try OfflineRenderer(pattern, playback: Playback(rate: rate, loopCount: 1_000))
    let buffers = BusBuffers(capacity: 4_800)
    let block = buffers.block(frames: 4_800)
    renderer.render(into: block)
    #expect(renderer.lostVoices == 0)
    let offline = unsafe Array(UnsafeBufferPointer(start: block.haptic, count: 4_800))
    #expect(largestDifference(live.haptic, offline, 0..<4_800) < 1e-5)
  }

  @Test(arguments: [20.0, 1_000, 1e6])
  func `a loop repeats at most a thousand times a second, and counts correctly`(
    rate: Double
  ) throws {
    let rig = try EngineRig()
    let player = try rig.player(try HapticPattern { Transient(at: 0, intensity: 0.01) })
    player.isLoopEnabled = true
    player.playbackRate = rate
    try player.start()
    rig.output.pull(24_001)
    #expect(player.position().repetition == 500)
    // The prediction continues in the same way.
    #expect(player.position(at: rig.time(48_001)).repetition == 1_000)
    rig.output.pull(24_000)
    #expect(player.position().repetition == 1_000)
  }

  @Test func `a loop that is made shorter than the part already played starts over`() throws {
    let pattern = try HapticPattern {
      for tap in 0..<20 { Transient(at: 0.01 + Double(tap) * 0.05, sharpness: 1) }
    }
    let rig = try EngineRig(sampleRate: 8_000)
    let player = try rig.player(pattern)
    player.isLoopEnabled = true
    try player.start()
    rig.output.pull(7_500)
    player.loopEnd = 0.05
    let live = rig.output.pull(4_000)
    #expect(onsets(live.haptic) == (0..<10).map { 80 + 400 * $0 })
    let once = try offline(pattern, 400, sampleRate: 8_000)
    #expect(live.difference(to: once, 300..<400) < 1e-4, "one tap at a time")
  }

  @Test func `a sent control is overridden by the pattern's first control in the next repetition`()
    throws
  {
    let pattern = try HapticPattern(entries: [
      .parameter(DynamicParameter(.hapticIntensityControl, 0.5, at: 0)),
      .event(HapticEvent(.hapticTransient, at: 0.01)),
    ])
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    player.isLoopEnabled = true
    player.loopEnd = 0.1
    try player.start()
    try player.sendParameters([DynamicParameter(.hapticIntensityControl, 1)], at: 0.05)
    let live = rig.output.pull(14_400)
    let expected = try offline(pattern, 4_800)
    #expect(live.difference(to: expected, shiftedBy: 4_800, 4_800..<9_600) == 0)
  }
}
