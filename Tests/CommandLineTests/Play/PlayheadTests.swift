import HapticEngine
import TestSupport
import Testing

@testable import haptic

/// The position that is shown is the position that is played.
struct PlayheadTests {
  private static let sampleRate = 8_000.0
  private static let taps: [Seconds] = [0, 0.31, 0.77]
  /// How long a tap sounds at most, in frames: onsets are told apart by the silence before them.
  private static let quietFrames = 400

  /// Sends the same random orders to a player and to a playhead, and looks where the playhead is
  /// whenever the player taps.
  @Test(arguments: UInt64(1)...40)
  func `the playhead is at a tap when the player plays it`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pattern = try HapticPattern(
      events: Self.taps.map { HapticEvent(.hapticTransient, at: $0) }
        + [
          // Silent: it makes the pattern a second long.
          HapticEvent(
            .hapticContinuous, at: 0.9, duration: 0.1,
            parameters: [EventParameter(.hapticIntensity, 0)])
        ])
    let output = PulledOutput(sampleRate: Self.sampleRate)
    let engine = HapticEngine(output: output)
    try engine.start()
    let player = try engine.makeAdvancedPlayer(with: pattern)
    let rate = [0.5, 1, 2][Int(random.next() % 3)]
    let repeats = Int(random.next() % 4)
    player.playbackRate = rate
    player.repeatCount = repeats
    var playhead = Playhead(
      duration: pattern.duration, length: pattern.duration, rate: rate, repeats: repeats,
      at: engine.currentTime)
    try player.start()
    var history: [(frame: Int, playhead: Playhead)] = [(0, playhead)]
    var signal: [Float] = []
    for _ in 0..<12 {
      signal += output.pull(200 + Int(random.next() % 1_800), blocks: [40]).haptic
      let time = engine.currentTime
      switch random.next() % 4 {
      case 0 where !playhead.isPaused && Self.isQuiet(playhead.position(at: time)):
        try player.pause(at: time)
        playhead.pause(at: time)
      case 1 where playhead.isPaused:
        try player.resume(at: time)
        playhead.resume(at: time)
      case 2:
        let target = Double(random.next() % 900) / 1000
        try player.seek(to: target)
        playhead.seek(to: target, at: time)
      default: break
      }
      history.append((signal.count, playhead))
    }
    for frame in Self.onsets(in: signal) {
      let playhead = try #require(history.last { $0.frame <= frame }).playhead
      let position = playhead.position(at: Double(frame) / Self.sampleRate)
      // The loop begins again exactly where the first tap is.
      let distance = (Self.taps + [pattern.duration]).map { ($0 - position).magnitude }.min() ?? 1
      #expect(distance <= 4 * rate / Self.sampleRate, "frame \(frame), position \(position)")
    }
  }

  /// Whether no tap sounds: one that goes on after a pause would look like another.
  private static func isQuiet(_ position: Seconds) -> Bool {
    !taps.contains { ($0 - 0.01...$0 + 0.12).contains(position) }
  }

  /// Where sound begins after silence.
  private static func onsets(in signal: [Float]) -> [Int] {
    var onsets: [Int] = []
    var silence = quietFrames
    for (frame, sample) in signal.enumerated() {
      if sample.magnitude < 1e-3 {
        silence += 1
      } else {
        if silence >= quietFrames { onsets.append(frame) }
        silence = 0
      }
    }
    return onsets
  }

  @Test func `passes are counted`() {
    var playhead = Playhead(duration: 1, length: 1.5, repeats: 2, at: 10)
    #expect(playhead.passesInAll == 3)
    #expect([10, 10.9, 11, 12.2, 13, 20].map(playhead.pass) == [1, 1, 2, 3, 3, 3])
    #expect(playhead.position(at: 20) == 1.5)
    playhead.setRepeats(.max, at: 11.5)
    #expect(playhead.passesInAll == nil)
    #expect(playhead.pass(at: 15.6) == 6)
    playhead.setRepeats(0, at: 15.6)
    #expect(playhead.passesInAll == 6)
    #expect((playhead.position(at: 16.2) - 1.2).magnitude < 1e-9)
  }
}
