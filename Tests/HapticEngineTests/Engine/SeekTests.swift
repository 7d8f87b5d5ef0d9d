import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of moving to another place in a pattern while it plays.
@Suite struct SeekTests {
  /// Returns the signal from a seek at frame 2 000 on.
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
  func `after a seek the signal is that of the target, once the former voices have faded`(
    place: Int
  ) throws {
    let pattern = try variedPattern()
    let live = try sought(pattern, to: place, begun: .continued)
    let expected = try offline(pattern, place + 20_000)
    #expect(live.difference(to: expected, shiftedBy: -place, 240..<20_000) < 1e-5)
  }

  @Test(arguments: seeds(4_100..<4_140))
  func `a seek to any time continues any haptic pattern as rendered offline`(seed: UInt64) throws {
    var generator = PatternGenerator(seed: seed, sampleRate: 8_000, length: 0.5)
    let pattern = try HapticPattern(
      entries: generator.pattern().entries.filter { entry in
        // An event halfway between two frames may start at either, depending on the rounding of its time.
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

  /// Returns a second of everything that moves, for playing it very slowly.
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
  func `after a seek in a slow pattern the signal is that of the target`(
    place: Int
  ) throws {
    // At a hundredth of the speed there are very many spans, of which none may be lost.
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
  func `the cost of a seek depends on the playing events, not on their age`() throws {
    // At a millionth of the speed each event lasts for days, which must not be stepped through.
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
  func `the pieces of a curve end, however slowly it is played`() throws {
    // At a millionth of the speed a frame is shorter than the rounding of times of some seconds: a piece of a curve
    // that ended where it began would never be over.
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

  /// Returns a pattern of many events, of which few play at the same time, and a few long ones.
  private func longPattern() throws -> HapticPattern {
    try HapticPattern {
      for index in 0..<20_000 { Transient(at: Double(index) * 0.03, intensity: 0.1) }
      for index in 0..<2_000 {
        Continuous(at: Double(index) * 0.3, duration: 0.05, intensity: 0.1, sharpness: 0.7)
      }
      Continuous(at: 571, duration: 30, intensity: 0.3, sharpness: 0.2)
      HapticEvent(.audioContinuous, at: 575, duration: 28)
    }
  }

  @Test(arguments: [1.0, 1_000])
  func `the cost of a seek depends on the events at its target, not on earlier ones`(rate: Double)
    throws
  {
    let timeline = Timeline(try longPattern())
    var renderer = PatternRenderer(
      timeline.view, profile: .wideband, sampleRate: 48_000,
      voices: VoiceCapacity(haptic: 4_000, audio: 4))
    renderer.setRate(rate)
    renderer.seek(to: 599, begun: .continued)
    let work = renderer.continueBegun(upTo: .max)
    let areContinued = renderer.voices.areContinued
    let (audios, haptics) = (renderer.voices.audios.count, renderer.voices.haptics.count)
    #expect(areContinued)
    #expect(audios == 1)
    #expect(haptics >= 2)
    // At the pattern's own speed, 28 s of events began since the oldest that is still playing, and some hundred in the
    // two seconds that a release may take; a thousand times as fast, all of them may ring.
    #expect(rate == 1 ? work < 300 : work > 2_000, "\(work)")
  }

  @Test func `the index finds all events that may be playing, at any time`() throws {
    var random = SplitMix64(seed: 12)
    let pattern = try HapticPattern(
      events: (0..<700).map { _ in
        HapticEvent(
          random.oneIn(2) ? .hapticTransient : .hapticContinuous,
          at: random.number(in: 0...100), duration: random.number(in: 0...30))
      })
    let timeline = Timeline(pattern)
    let response = HapticResponse(.wideband, sampleRate: 8_000)
    let reach = EventReach(haptics: timeline.view, response, sampleRate: 8_000)
    for _ in 0..<200 {
      let (time, rate) = (random.number(in: 0...140), random.choice(of: [0.1, 1, 20]))
      var (found, work, next) = (Set<Int>(), 0, 0)
      while let block = reach.block(from: next, at: time, rate: rate, work: &work) {
        #expect(block >= next)
        found.insert(block)
        next = block + 1
      }
      for index in 0..<timeline.view.hapticCount {
        let event = unsafe timeline.view.haptics[index]
        let end =
          event.isTransient
          ? event.time + Double(response.transientEnd(0)) / 8_000 * rate
          : event.time + event.duration + EnvelopeTime.releaseSeconds(1) * rate
        if end >= time { #expect(found.contains(index / EventReach.blockSize)) }
      }
      #expect(work <= 12 * (found.count + 1) + 12, "\(work) steps for \(found.count)")
    }
  }

  @Test
  func `if one block cannot continue all events, the rest fade in over the next at the right time`()
    throws
  {
    let pattern = try HapticPattern {
      for index in 0..<1_000 {
        Continuous(duration: 20, intensity: 0.001, sharpness: 0.3 + Double(index % 10) / 25)
      }
      Curve(
        .hapticSharpnessControl, at: 0,
        (0..<100).map { (Double($0) * 0.01, $0 % 2 == 0 ? -0.2 : 0.2) })
    }
    func sought(_ blocks: [Int]) throws -> PulledOutput.Buses {
      let rig = try EngineRig(sampleRate: 8_000)
      let player = try rig.player(pattern)
      try player.start()
      rig.output.pull(80)
      try player.seek(to: 1, begun: .continued)
      let live = rig.output.pull(1_200, blocks: blocks)
      #expect(rig.engine.lostVoices == 0)
      return live
    }
    let live = try sought([64])
    #expect(live.isIdentical(to: try sought([1_200])))
    #expect(live.isIdentical(to: try sought([1, 333])))
    let expected = try offline(pattern, 9_200, sampleRate: 8_000)
    // Some of the events immediately, but not all.
    #expect(live.haptic[0..<60].contains { $0.magnitude > 0 })
    #expect(live.difference(to: expected, shiftedBy: -8_000, 40..<60) > 0.01)
    #expect(live.difference(to: expected, shiftedBy: -8_000, 1_000..<1_200) < 2e-4)
  }

  @Test func `seeks while paused and while playing continue the same events`()
    throws
  {
    let pattern = try variedPattern()
    var signals: [PulledOutput.Buses] = []
    for isPaused in [false, true] {
      let rig = try EngineRig()
      let player = try rig.player(pattern)
      try player.start()
      rig.output.pull(2_000)
      if isPaused {
        try player.pause()
        rig.output.pull(480)
        try player.seek(to: 0.1, begun: .continued)
        #expect(rig.output.pull(480).isSilent(240..<480))
        #expect((player.position().time - 0.1).magnitude < 1e-9)
        try player.resume()
      } else {
        try player.stop()
        rig.output.pull(960)
        try player.start()
        try player.seek(to: 0.1, begun: .continued)
      }
      signals.append(rig.output.pull(16_000))
    }
    #expect(signals[0].difference(to: signals[1], 0..<16_000) < 1e-6)
  }

  @Test func `a sound continues with the filter state that it would have by then`() throws {
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
      if place > 0 {
        renderer.seek(to: Double(place) / 48_000, begun: .continued)
        _ = renderer.continueBegun(upTo: .max)
      }
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
  func `skipping leaves out exactly the events that began before`(place: Int) throws {
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

  @Test func `a seek to the end or past it finishes the player once`() throws {
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

  @Test func `a seek to the end of a loop or past it begins the loop again`() throws {
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

  @Test func `an invalid target of a seek is rejected`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    for place in [-0.001, .nan, .infinity, -.infinity] {
      #expect(engineCode { try player.seek(to: place) } == .invalidTime)
    }
  }
}
