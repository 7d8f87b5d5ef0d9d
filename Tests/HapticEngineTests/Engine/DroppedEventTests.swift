import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of events that do not find a voice: which events, how many, and at what cost.
@Suite struct DroppedEventTests {
  /// Returns `count` events within a hundredth of a second, which is the length of the pattern.
  private static func dense(_ count: Int, seed: UInt64) throws -> HapticPattern {
    var random = SplitMix64(seed: seed)
    return try HapticPattern(
      entries: (0..<count).map { index in
        let time = random.number(in: 0...0.0099)
        return .event(
          index % 2 == 0
            ? HapticEvent(.hapticTransient, at: time)
            : HapticEvent(.hapticContinuous, at: time, duration: random.number(in: 0.0001...0.0001))
        )
      } + [.event(HapticEvent(.hapticContinuous, at: 0.0099, duration: 0.0001))])
  }

  /// Renders `pattern` in a loop at `rate` with few voices, in blocks of `blocks` frames.
  private static func render(
    _ pattern: HapticPattern, rate: Double, voices: Int, frames: Int, blocks: [Int]
  ) -> (haptic: [Float], lost: Int, looks: Int) {
    let sampleRate = 8_000.0
    let timeline = Timeline(pattern)
    var player = RenderPlayer(
      id: 0, timeline.view, profile: .wideband, sampleRate: sampleRate,
      voices: VoiceCapacity(haptic: voices, audio: 1))
    player.setRate(rate)
    player.setRepeats(Int.max)
    player.play()
    let buffers = BusBuffers(capacity: frames)
    let scratch = UnsafeMutablePointer<Float>.allocate(capacity: 3 * frames)
    defer { unsafe scratch.deallocate() }
    var haptic: [Float] = []
    var index = 0
    while haptic.count < frames {
      let count = min(blocks[index % blocks.count], frames - haptic.count)
      let block = buffers.block(frames: count)
      var buses = BlockBuses(block)
      unsafe player.render(into: &buses, at: 0, count: count, scratch: scratch)
      buses.finish()
      unsafe haptic.append(contentsOf: UnsafeBufferPointer(start: block.haptic, count: count))
      index += 1
    }
    withExtendedLifetime(timeline) {}
    return (haptic, player.pattern.lostVoices, player.pattern.voices.haptics.looks)
  }

  @Test(arguments: [(7_300, 0.37, 3), (7_301, 1.0, 5), (7_302, 7.9, 8), (7_303, 100.0, 2)])
  func `the same events are dropped for any block size`(
    seed: UInt64, rate: Double, voices: Int
  ) throws {
    let pattern = try Self.dense(40, seed: seed)
    let frames = 2_000
    let whole = Self.render(
      pattern, rate: rate, voices: voices, frames: frames, blocks: [frames])
    #expect(whole.lost > 0)
    #expect(whole.haptic.contains { $0 != 0 })
    for blocks in [[1], [64], [7, 333, 2]] {
      let cut = Self.render(pattern, rate: rate, voices: voices, frames: frames, blocks: blocks)
      #expect(cut.haptic.isIdentical(to: whole.haptic), "blocks \(blocks)")
      #expect(cut.lost == whole.lost, "blocks \(blocks)")
    }
  }

  @Test func `events are dropped together, and all are counted`() throws {
    let count = 4_000
    let pattern = try Self.dense(count, seed: 7_310)
    let (frames, voices) = (800, 4)
    let sounding = Self.render(pattern, rate: 100, voices: voices, frames: frames, blocks: [240])
    // A repetition is at least a millisecond long.
    let repetitions = frames / 8
    let due = (count + 1) * repetitions
    #expect(sounding.lost <= due)
    #expect(sounding.lost >= due - frames * voices)
    // At most once for each frame at which a voice starts or becomes free, with as many looks as are needed to find the
    // next event that may play.
    #expect(sounding.looks <= frames * voices * 14)
    #expect(sounding.looks < due / 5)
  }
}
