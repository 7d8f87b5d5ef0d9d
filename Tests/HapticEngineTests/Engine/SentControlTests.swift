import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of parameters and curves that are sent to a player while it plays.
@Suite struct SentControlTests {
  private let sampleRate = 8_000.0

  /// Returns a pattern with long events of both kinds, so that every control has an effect.
  private func longPattern(_ more: [HapticPattern.Entry] = []) throws -> HapticPattern {
    try HapticPattern(
      entries: [
        .event(HapticEvent(.hapticContinuous, at: 0, duration: 0.6)),
        .event(HapticEvent(.audioContinuous, at: 0, duration: 0.6)),
        .event(HapticEvent(.hapticTransient, at: 0.3)),
        .event(HapticEvent(.hapticContinuous, at: 0.2, duration: 0.05)),
        .event(HapticEvent(.audioContinuous, at: 0.2, duration: 0.05)),
        .event(
          HapticEvent(
            .hapticContinuous, at: 0.4, duration: 0.1,
            parameters: [EventParameter(.sustained, 0)])),
        .event(
          HapticEvent(
            .audioContinuous, at: 0.4, duration: 0.1,
            parameters: [EventParameter(.sustained, 0), EventParameter(.audioBrightness, 0.3)])),
      ] + more)
  }

  /// Returns the signal of a player that starts at frame 400, after calling `send`.
  private func live(
    _ pattern: HapticPattern, _ send: (PatternPlayer, EngineRig) throws -> Void
  ) throws -> PulledOutput.Buses {
    let rig = try EngineRig(sampleRate: sampleRate)
    let player = try rig.player(pattern)
    try player.start(at: rig.time(400))
    try send(player, rig)
    var signal = rig.output.pull(8_400, blocks: [64, 500, 1])
    signal.haptic.removeFirst(400)
    signal.left.removeFirst(400)
    signal.right.removeFirst(400)
    return signal
  }

  @Test(arguments: DynamicParameter.ID.allCases)
  func `a sent parameter acts like one of the pattern's own`(
    id: DynamicParameter.ID
  ) throws {
    let own = try longPattern([
      .parameter(DynamicParameter(id, 0.2, at: 0.1)),
      .parameter(DynamicParameter(id, 0.6, at: 0.1 + 0.25)),
      // The pattern's own source, which starts later, overrides the sent one.
      .parameter(DynamicParameter(id, 0.4, at: 0.45)),
    ])
    let pattern = try longPattern([.parameter(DynamicParameter(id, 0.4, at: 0.45))])
    let signal = try live(pattern) { player, rig in
      try player.sendParameters(
        [DynamicParameter(id, 0.6, at: 0.25), DynamicParameter(id, 0.2, at: 0)],
        at: rig.time(400) + 0.1)
    }
    let expected = try offline(own, 8_000, sampleRate: sampleRate)
    #expect(signal.difference(to: expected, 0..<8_000) < 1e-5)
    let plain = try offline(pattern, 8_000, sampleRate: sampleRate)
    #expect(signal.difference(to: plain, 0..<8_000) > 1e-3, "the signal is audible")
  }

  @Test(arguments: DynamicParameter.ID.allCases)
  func `a sent curve acts like one of the pattern's own`(
    id: DynamicParameter.ID
  ) throws {
    // Points between frames, a step, and a point out of order.
    let points: [ParameterCurve.ControlPoint] = [
      .init(at: 0.05, 0.9), .init(at: 0.123_456, 0.3), .init(at: 0.2, 0.3), .init(at: 0.2, 0.8),
      .init(at: 0.280_01, 0.1), .init(at: 0.26, 0.7),
    ]
    let own = try longPattern([.curve(ParameterCurve(id, at: 0.1, controlPoints: points))])
    let signal = try live(longPattern()) { player, rig in
      // The curve's own time is not used.
      try player.scheduleParameterCurve(
        ParameterCurve(id, at: 77, controlPoints: points), at: rig.time(400) + 0.1)
    }
    let expected = try offline(own, 8_000, sampleRate: sampleRate)
    #expect(signal.difference(to: expected, 0..<8_000) < 1e-5)
  }

  @Test(arguments: [20_172_345, 5_000_001])
  func `a curve sent for a frame does not depend on how long the engine has run`(
    frames: Int
  ) throws {
    func signal(after frames: Int) throws -> PulledOutput.Buses {
      let rig = try EngineRig()
      let player = try rig.player(longPattern())
      rig.output.pull(frames, blocks: [65_536])
      let now = rig.engine.currentTime
      try player.start(at: now + 0.01)
      for step in 1..<20 {
        try player.scheduleParameterCurve(
          ParameterCurve(
            .hapticIntensityControl,
            controlPoints: [.init(at: 0, 1), .init(at: 0.013_7, 0.3), .init(at: 0.02, 0.9)]),
          at: now + 0.01 + Double(step) * 0.025)
      }
      return rig.output.pull(40_000)
    }
    #expect(try signal(after: frames).isIdentical(to: signal(after: 0)))
  }

  @Test func `a command without a time takes effect at the next block`() throws {
    let rig = try EngineRig(sampleRate: sampleRate)
    let player = try rig.player(longPattern())
    try player.start()
    rig.output.pull(1_000)
    try player.sendParameters([
      DynamicParameter(.hapticIntensityControl, 0.3),
      DynamicParameter(.hapticSharpnessControl, 0.5, at: 0.1),
    ])
    let signal = rig.output.pull(5_000)
    let own = try longPattern([
      .parameter(DynamicParameter(.hapticIntensityControl, 0.3, at: rig.time(1_000))),
      .parameter(DynamicParameter(.hapticSharpnessControl, 0.5, at: rig.time(1_800))),
    ])
    let expected = try offline(own, 6_000, sampleRate: sampleRate)
    #expect(signal.difference(to: expected, shiftedBy: -1_000, 0..<5_000) < 1e-5)
  }

  @Test func `a new start forgets sent controls`() throws {
    let rig = try EngineRig(sampleRate: sampleRate)
    let pattern = try longPattern()
    let player = try rig.player(pattern)
    try player.start()
    try player.sendParameters([DynamicParameter(.hapticIntensityControl, 0.3)])
    try player.scheduleParameterCurve(
      ParameterCurve(.hapticSharpnessControl, controlPoints: [.init(at: 0, 1)]))
    rig.output.pull(1_000)
    try player.start()
    let expected = try offline(pattern, 6_000, sampleRate: sampleRate)
    #expect(rig.output.pull(6_000).difference(to: expected, 40..<6_000) == 0)
  }

  @Test func `values out of range are clamped, invalid ones are rejected`() throws {
    let rig = try EngineRig(sampleRate: sampleRate)
    let player = try rig.player(longPattern())
    let pattern = try longPattern([
      .parameter(DynamicParameter(.hapticIntensityControl, 1, at: 0))
    ])
    try player.start()
    try player.sendParameters([DynamicParameter(.hapticIntensityControl, 1e300)])
    let expected = try offline(pattern, 2_000, sampleRate: sampleRate)
    #expect(rig.output.pull(2_000).difference(to: expected, 0..<2_000) == 0)
    let bad = DynamicParameter(.hapticIntensityControl, .nan)
    let code = engineCode { try player.sendParameters([bad]) }
    #expect(code == .badParameterEntry)
    let early = DynamicParameter(.hapticIntensityControl, 0, at: -1)
    let earlyCode = engineCode { try player.sendParameters([early]) }
    #expect(earlyCode == .invalidTime)
    let empty = ParameterCurve(.hapticIntensityControl, controlPoints: [])
    let emptyCode = engineCode {
      try player.scheduleParameterCurve(empty)
    }
    #expect(emptyCode == .badParameterEntry)
  }
}
