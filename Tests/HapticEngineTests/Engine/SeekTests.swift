import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Going to another place of a pattern while it plays.
@Suite struct SeekTests {
  /// The signal from a seek at frame 2 000 on.
  private func sought(
    _ pattern: HapticPattern, to place: Int, begun: BegunEvents, sampleRate: Double = 48_000,
    frames: Int = 20_000
  ) throws -> PulledOutput.Buses {
    let rig = try EngineRig(sampleRate: sampleRate)
    let player = try rig.player(pattern)
    try player.start()
    rig.output.pull(2_000)
    try player.seek(to: rig.time(place), begun: begun)
    return rig.output.pull(frames, blocks: [333, 1, 64])
  }

  @Test(arguments: [0, 1, 480, 2_500, 7_200, 10_000, 16_900, 22_000])
  func `what is continued is the signal from there, once what sounded has faded`(
    place: Int
  ) throws {
    let pattern = try variedPattern()
    let live = try sought(pattern, to: place, begun: .continued)
    let expected = try offline(pattern, place + 20_000)
    #expect(live.difference(to: expected, shiftedBy: -place, 240..<20_000) < 1e-5)
  }

  @Test(arguments: 4_100..<4_140 as Range<UInt64>)
  func `any haptic pattern is continued from anywhere`(seed: UInt64) throws {
    var generator = PatternGenerator(seed: seed, sampleRate: 8_000, length: 0.5)
    let pattern = try HapticPattern(
      entries: generator.pattern().entries.filter { entry in
        // An event half way between two frames may start at either, by the rounding of its time.
        guard case .event(let event) = entry else { return true }
        let part = event.time * 8_000 - (event.time * 8_000).rounded(.down)
        return (part - 0.5).magnitude > 1e-6
      })
    let place = Int(seed * 101 % 4_500)
    let live = try sought(
      pattern, to: place, begun: .continued, sampleRate: 8_000, frames: 6_000)
    let expected = try offline(pattern, place + 6_000, sampleRate: 8_000)
    #expect(
      live.difference(to: expected, shiftedBy: -place, 40..<6_000) < 1e-5,
      "seed \(seed), place \(place)")
  }

  /// A second of everything that moves, for playing it very slowly.
  private func slowPattern() throws -> HapticPattern {
    try HapticPattern {
      Continuous(duration: 0.9, intensity: 0.5, sharpness: 0.4, attack: 0.3)
      Continuous(at: 0.1, duration: 0.6, intensity: 0.4, sharpness: 0.9)
      HapticEvent(
        .audioContinuous, duration: 0.9, parameters: [EventParameter(.audioBrightness, 0.4)])
      Curve(.hapticSharpnessControl, at: 0.05, [(0, -0.3), (0.3, 0.4), (0.6, -0.6)])
      Curve(.hapticIntensityControl, at: 0.2, [(0, 1), (0.4, 0.2)])
      Curve(.audioPitchControl, at: 0.1, [(0, -0.5), (0.5, 0.5)])
    }
  }

  @Test(arguments: [1_000, 40_000, 100_001, 239_999, 333_333, 500_000])
  func `what is continued of a pattern played slowly is the signal from there`(
    place: Int
  ) throws {
    // A hundredth of the speed: spans without number, of which none may be lost.
    let pattern = try slowPattern()
    let rate = 8_000.0
    let rig = try EngineRig(sampleRate: rate)
    let player = try rig.player(pattern)
    player.playbackRate = 0.01
    try player.start()
    rig.output.pull(2_000)
    try player.seek(to: Double(place) / rate * 0.01, begun: .continued)
    let live = rig.output.pull(4_000)
    let signal = try RenderedSignal(
      pattern, sampleRate: rate, frameCount: place + 4_000, playback: Playback(rate: 0.01))
    var expected = PulledOutput.Buses()
    (expected.haptic, expected.left, expected.right) = (signal.haptic, signal.left, signal.right)
    #expect(live.difference(to: expected, shiftedBy: -place, 40..<4_000) < 2e-5)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a seek costs what sounds, however long that has sounded`() throws {
    // At a millionth of the speed each event lasts for days, which are not walked through.
    let pattern = try HapticPattern {
      for index in 0..<100 {
        Continuous(duration: 0.3, intensity: 0.01, sharpness: Double(index) / 100)
      }
      Curve(.hapticSharpnessControl, at: 0, [(0, -0.3), (0.3, 0.4)])
      HapticEvent(.audioContinuous, duration: 0.3)
    }
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    player.playbackRate = 1e-6
    try player.start()
    for index in 0..<20 {
      try player.seek(to: 0.1 + Double(index) * 0.01, begun: .continued)
      rig.output.pull(16)
    }
    let pulled = rig.output.pull(1_000)
    #expect(pulled.haptic.contains { $0.magnitude > 0.01 })
  }

  @Test(.timeLimit(.minutes(1)))
  func `a curve bends somewhere, however slowly it is played`() throws {
    // At a millionth of the speed a frame is shorter than the rounding of times of some seconds: a
    // piece of a curve that ended where it began would never be over.
    let pattern = try HapticPattern {
      Continuous(duration: 20)
      Curve(
        .hapticSharpnessControl, at: 0,
        (0..<200).map { (Double($0) * 0.1, $0 % 2 == 0 ? -0.2 : 0.2) })
    }
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    player.playbackRate = 1e-6
    try player.start()
    for index in 0..<100 {
      try player.seek(to: 1 + Double(index) * 0.1, begun: .continued)
      rig.output.pull(64)
    }
    #expect(rig.output.pull(1_000).haptic.contains { $0.magnitude > 0.01 })
  }

  @Test func `a sound is continued as its filter would have it by then`() throws {
    var random = SplitMix64(seed: 8)
    let noise = (0..<24_000).map { _ in Float(random.number(in: -0.5...0.5)) }
    let event = HapticEvent(
      .audioCustom,
      parameters: [EventParameter(.audioBrightness, 0), EventParameter(.audioPitch, 0.2)],
      waveform: .init(path: "noise", usesVolumeEnvelope: false))
    let timeline = Timeline(
      try HapticPattern(events: [event]),
      sounds: ["noise": SoundBuffer(DecodedSound(channels: [noise], sampleRate: 48_000))])
    func rendered(from place: Int) -> [Float] {
      var renderer = PatternRenderer(
        timeline.view, profile: .wideband, sampleRate: 48_000,
        voices: VoiceCapacity(haptic: 1, audio: 1))
      defer { renderer.deallocate() }
      if place > 0 { renderer.seek(to: Double(place) / 48_000, begun: .continued) }
      let buffers = BusBuffers(capacity: 6_000)
      let block = buffers.block(frames: 6_000)
      var buses = BlockBuses(block)
      renderer.render(into: &buses, at: 0, count: 6_000)
      buses.finish()
      return unsafe Array(UnsafeBufferPointer(start: block.audioLeft, count: 6_000))
    }
    let (whole, sought) = (rendered(from: 0), rendered(from: 4_567))
    #expect((240..<1_400).allSatisfy { (whole[4_567 + $0] - sought[$0]).magnitude < 1e-5 })
  }

  @Test(arguments: [480, 2_500, 7_200, 10_000])
  func `what is left out is all that has begun, and nothing else`(place: Int) throws {
    let pattern = try variedPattern()
    let live = try sought(pattern, to: place, begun: .leftOut)
    let later = try HapticPattern(
      entries: pattern.entries.filter { entry in
        guard case .event(let event) = entry else { return true }
        return event.time >= Double(place) / 48_000
      })
    let expected = try offline(later, place + 20_000)
    #expect(live.difference(to: expected, shiftedBy: -place, 240..<20_000) < 1e-5)
  }

  @Test func `at or past the end the player finishes, once`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    for place in [pattern.duration, 17, 1e12] {
      let player = try rig.player(pattern, " \(place)")
      try player.start()
      rig.output.pull(2_000)
      try player.seek(to: place)
      #expect(rig.output.pull(2_000).isSilent(240..<2_000))
      rig.settle()
      #expect(rig.log.count(of: "done \(place)") == 1)
    }
  }

  @Test func `at or past the end a loop begins again`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    player.isLoopEnabled = true
    player.loopEnd = 0.3
    try player.start()
    rig.output.pull(2_000)
    try player.seek(to: 0.3)
    let live = rig.output.pull(14_000)
    let expected = try offline(pattern, 14_000)
    #expect(live.difference(to: expected, 240..<14_000) < 1e-5)
  }

  @Test func `an idle player stays idle`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    try player.seek(to: 0.1)
    #expect(rig.output.pull(1_000).isSilent(0..<1_000))
    try player.start()
    let expected = try offline(variedPattern(), 1_000)
    #expect(rig.output.pull(1_000).difference(to: expected, 0..<1_000) == 0)
  }

  @Test func `a place that is none is refused`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    for place in [-0.001, .nan, .infinity, -.infinity] {
      #expect(engineCode { try player.seek(to: place) } == .invalidTime)
    }
  }
}
