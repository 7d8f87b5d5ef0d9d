import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Controls do not add steps to the signal that the pattern does not have.
@Suite struct ClickTests {
  typealias Control = @Sendable (AdvancedPatternPlayer) throws -> Void

  static let controls: [String: Control] = [
    "stop": { try $0.stop() },
    "pause": { try $0.pause() },
    "cancel": { try $0.cancel() },
    "mute": { $0.isMuted = true },
    "seek": { try $0.seek(to: 1.234_5) },
    "seek, continued": { try $0.seek(to: 1.234_5, begun: .continued) },
    "rate": { $0.playbackRate = 1.7 },
    "master intensity": { $0.masterIntensity = 0.1 },
    "master sharpness": { $0.masterSharpness = 0.4 },
  ]

  /// Returns a tone at full intensity, haptic and audible, whose largest step from sample to sample is 0.04.
  private func tone() throws -> HapticPattern {
    try HapticPattern(events: [
      HapticEvent(.hapticContinuous, at: 0, duration: 20),
      HapticEvent(.audioContinuous, at: 0, duration: 20),
    ])
  }

  private func largestStep(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).map { ($1 - $0).magnitude }.max() ?? 0
  }

  @Test(arguments: controls.keys.sorted(), 0..<8)
  func `a control does not click at any phase`(name: String, phase: Int) throws {
    let control = try #require(Self.controls[name])
    let rig = try EngineRig()
    let player = try rig.player(tone())
    try player.start()
    let before = rig.output.pull(9_600 + phase * 41)
    try control(player)
    let after = rig.output.pull(4_800)
    let natural = try offline(tone(), 9_600)
    for (index, bus) in natural.all.enumerated() {
      let limit = 1.7 * largestStep(bus) + 0.005
      let joined = before.all[index].suffix(10) + after.all[index]
      #expect(largestStep(Array(joined)) < limit)
    }
  }

  @Test(arguments: 0..<8)
  func `a resumed player fades in`(phase: Int) throws {
    let rig = try EngineRig()
    let player = try rig.player(tone())
    try player.start()
    rig.output.pull(9_600 + phase * 41)
    try player.pause()
    rig.output.pull(4_800)
    try player.resume()
    let after = rig.output.pull(4_800)
    let natural = try offline(tone(), 9_600)
    for (index, bus) in natural.all.enumerated() {
      #expect(largestStep([0] + after.all[index]) < 1.3 * largestStep(bus) + 0.005)
    }
  }
}
