import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of playback at other speeds.
@Suite struct RateTests {
  /// Returns `pattern` with its times transformed by `time`.
  private func moved(
    _ pattern: HapticPattern, _ time: (Seconds) -> Seconds
  ) throws -> HapticPattern {
    try HapticPattern(
      entries: pattern.entries.map { entry in
        switch entry {
        case .event(var event):
          let end = event.duration.map { time(event.time + $0) }
          event.time = time(event.time)
          event.duration = end.map { $0 - event.time }
          return .event(event)
        case .parameter(var parameter):
          parameter.time = time(parameter.time)
          return .parameter(parameter)
        case .curve(var curve):
          let start = curve.time
          curve.time = time(start)
          curve.controlPoints = curve.controlPoints.map {
            .init(at: time(start + $0.time) - time(start), $0.value)
          }
          return .curve(curve)
        }
      })
  }

  @Test(arguments: [0.5, 2, 1.25, 3])
  func `a rate is equivalent to scaling times and durations by hand`(rate: Double) throws {
    let pattern = try variedPattern()
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    player.playbackRate = rate
    try player.start()
    let live = rig.output.pull(48_000)
    let expected = try offline(moved(pattern) { $0 / rate }, 48_000)
    #expect(live.difference(to: expected, 0..<48_000) < 1e-5)
  }

  @Test(arguments: [0.5, 2, 4], [500, 2_400, 7_300, 16_500])
  func `a rate that changes while playing applies from there, and taps keep their length`(
    rate: Double, frame: Int
  ) throws {
    let pattern = try variedPattern()
    let rig = try EngineRig()
    let player = try rig.player(pattern)
    try player.start()
    let before = rig.output.pull(frame)
    player.playbackRate = rate
    let after = rig.output.pull(48_000)
    let change = Double(frame) / 48_000
    // A curve bends when the rate changes, so its straight pieces are cut there.
    let cut = try HapticPattern(
      entries: pattern.entries.map { entry in
        guard case .curve(var curve) = entry else { return entry }
        curve.controlPoints = with(point: change - curve.time, in: curve.controlPoints)
        return .curve(curve)
      })
    let expected = try offline(
      moved(cut) { $0 <= change ? $0 : change + ($0 - change) / rate }, frame + 48_000)
    #expect(before.difference(to: expected, 0..<frame) < 1e-5)
    #expect(after.difference(to: expected, shiftedBy: -frame, 0..<48_000) < 1e-5)
  }

  /// Returns `points` with another point at `time`, on the line through them.
  private func with(
    point time: Seconds, in points: [ParameterCurve.ControlPoint]
  ) -> [ParameterCurve.ControlPoint] {
    guard let next = points.firstIndex(where: { $0.time > time }), next > 0 else { return points }
    let (a, b) = (points[next - 1], points[next])
    let value = a.value + (b.value - a.value) * (time - a.time) / (b.time - a.time)
    return points[..<next] + [.init(at: time, value)] + points[next...]
  }

  @Test(arguments: [4.0, 8, 16, 100])
  func `a rise of the rate does not lose events and matches the offline signal`(
    rate: Double
  ) throws {
    let dense = try HapticPattern {
      for index in 0..<200 { Transient(at: Double(index) * 0.005, intensity: 0.1) }
    }
    let rig = try EngineRig()
    let player = try rig.player(dense)
    try player.start()
    rig.output.pull(480)
    try player.stop()
    rig.output.pull(4_800)
    player.playbackRate = rate
    try player.start()
    let live = rig.output.pull(14_400)
    let expected = try RenderedSignal(
      dense, sampleRate: 48_000, frameCount: 14_400, playback: Playback(rate: rate))
    #expect(largestDifference(live.haptic, expected.haptic, 0..<14_400) == 0)
    #expect(rig.engine.lostVoices == 0)
    rig.output.pull(48_000)
    #expect(rig.engine.core.state.withLock { unsafe $0.run?.voiceLoans.count } == 0)
  }

  @Test func `a rise of the rate continues playing and held voices`() throws {
    let pattern = try HapticPattern {
      for index in 0..<40 {
        Continuous(at: Double(index) * 0.01, duration: 0.02, intensity: 0.1)
      }
    }
    let (one, two) = (try EngineRig(), try EngineRig())
    for (rig, isRaisedBefore) in [(one, true), (two, false)] {
      let player = try rig.player(pattern)
      if isRaisedBefore {
        player.playbackRate = 30
        player.playbackRate = 1
      }
      try player.start()
      rig.output.pull(4_800)
      try player.pause()
      rig.output.pull(4_800)
      player.playbackRate = 30
      player.playbackRate = 1
      try player.resume()
    }
    #expect(one.output.pull(20_000).isIdentical(to: two.output.pull(20_000)))
  }

  @Test func `an invalid rate is ignored`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    player.playbackRate = 3
    for rate in [0, -1, .nan, .infinity] { player.playbackRate = rate }
    #expect(player.playbackRate == 3)
  }

  @Test func `a rate survives the engine's runs`() throws {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let player = try rig.player(pattern)
    player.playbackRate = 2
    rig.engine.stop()
    try rig.engine.start()
    try player.start()
    let expected = try offline(moved(pattern) { $0 / 2 }, 20_000)
    #expect(rig.output.pull(20_000).difference(to: expected, 0..<20_000) < 1e-5)
  }

  @Test func `events continue completely after a near standstill`() throws {
    let rig = try EngineRig()
    let player = try rig.player(try HapticPattern { Continuous(at: 0, duration: 0.2) })
    try player.start()
    rig.output.pull(4_800)
    player.playbackRate = 1e-300
    #expect(!rig.output.pull(480_000).isSilent(470_000..<480_000))
    player.playbackRate = 1
    let rest = rig.output.pull(9_600)
    #expect(!rest.isSilent(4_000..<4_800))
    #expect(rest.isSilent(5_300..<9_600))
  }
}
