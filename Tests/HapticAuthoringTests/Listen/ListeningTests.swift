import Foundation
import HapticEngine
import Realtime
import TestSupport
import Testing

@testable import HapticListening

/// The sounds and options that listening accepts: rates, channels, offsets, blocks, bands and sensitivities.
struct ListeningTests {
  /// A stream of one block with arbitrary properties.
  private final class OddStream: SoundStream {
    let sampleRate: Double
    private var blocks: [[[Float]]]

    init(sampleRate: Double, _ block: [[Float]]) {
      self.sampleRate = sampleRate
      blocks = [block]
    }

    func next() throws(SoundDecodingError) -> [[Float]] { blocks.popLast() ?? [] }
  }

  @Test(arguments: [Double.zero, -48_000, 0.9, 1e300, .infinity, .nan])
  func `a sample rate outside its range is refused`(rate: Double) {
    let error = #expect(throws: ListenError.self) {
      try SoundListening { OddStream(sampleRate: rate, [[0, 1, 0]]) }
    }
    guard case .sampleRateOutOfRange = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a decoded sound of an impossible rate is refused`() {
    #expect(throws: ListenError.sampleRateOutOfRange(1e300)) {
      try SoundListening(to: DecodedSound(channels: [[0, 1, 0]], sampleRate: 1e300))
    }
  }

  @Test func `channels of different lengths are refused`() {
    #expect(throws: ListenError.unequalChannels) {
      try SoundListening { OddStream(sampleRate: 48_000, [[0, 1, 0], [0]]) }
    }
  }

  @Test(arguments: [0.01, 0.1, 1])
  func `the loudness of a sound does not change its onsets`(level: Double) throws {
    let groove = Groove(.drums, seed: 4, seconds: 4, sampleRate: 22_050)
    let quiet = groove.sound.channels[0].map { $0 * Float(level) }
    let found = try SoundListening(to: DecodedSound(channels: [quiet], sampleRate: 22_050))
    let reference = try SoundListening(to: groove.sound)
    #expect(found.onsets.count == reference.onsets.count)
    for (one, two) in zip(found.onsets, reference.onsets) {
      #expect(abs(one.time - two.time) < 0.000_1)
    }
  }

  @Test(arguments: [8_000, 22_050, 192_000.0])
  func `a DC offset is not heard`(rate: Double) throws {
    let offset = DecodedSound(seconds: 2, rate: rate) { _ in 0.05 }
    let listening = try SoundListening(to: offset)
    #expect(listening.onsets.isEmpty && listening.loud < 1e-4)
    #expect(listening.sections(by: .auto).allSatisfy { $0.method == nil })
    let channel = offset.channels[0]
    let stereo = DecodedSound(channels: [channel, channel.map { -0.3 * $0 }], sampleRate: rate)
    #expect(try SoundListening(to: stereo).sections(by: .auto).allSatisfy { $0.method == nil })
  }

  @Test func `a DC offset does not change the onsets of a sound`() throws {
    let groove = Groove(.drums, seed: 8, seconds: 4, sampleRate: 22_050)
    let moved = DecodedSound(
      channels: [groove.sound.channels[0].map { $0 + 0.1 }], sampleRate: 22_050)
    let (plain, found) = try (SoundListening(to: groove.sound), SoundListening(to: moved))
    #expect(found.onsets.count == plain.onsets.count)
    #expect(abs(found.loud - plain.loud) < 0.05 * plain.loud)
    for (one, two) in zip(found.onsets, plain.onsets) { #expect(abs(one.time - two.time) < 0.001) }
  }

  @Test func `sound that exists only in the difference of two channels is heard`() throws {
    let groove = Groove(.drums, seed: 6, seconds: 4, sampleRate: 22_050)
    let channel = groove.sound.channels[0]
    let wide = DecodedSound(channels: [channel, channel.map { -$0 }], sampleRate: 22_050)
    #expect(
      try SoundListening(to: wide).onsets.map(\.time)
        == SoundListening(to: groove.sound).onsets.map(\.time))
  }

  /// A sound in blocks of a given size.
  private final class Blocks: SoundStream {
    let sampleRate: Double
    private var rest: ArraySlice<Float>
    private let size: Int

    init(_ sound: DecodedSound, size: Int) {
      sampleRate = sound.sampleRate
      rest = sound.channels[0][...]
      self.size = size
    }

    func next() -> [[Float]] {
      let block = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      return block.isEmpty ? [] : [block]
    }
  }

  @Test(arguments: [37, 1_000, 8_191])
  func `the size of blocks does not change the onsets`(size: Int) throws {
    let sound = Groove(.band, seed: 8, seconds: 3, sampleRate: 16_000).sound
    let cut = try SoundListening { Blocks(sound, size: size) }
    let whole = try SoundListening(to: sound)
    #expect(cut.onsets.map(\.time) == whole.onsets.map(\.time))
  }

  @Test func `only the selected band is heard`() throws {
    let groove = Groove(.drums, seed: 9, seconds: 6, sampleRate: 22_050)
    var options = ListenOptions()
    options.band = 20...120
    let low = try SoundListening(to: groove.sound, options: options)
    let all = try SoundListening(to: groove.sound)
    #expect(low.onsets.count < all.onsets.count && !low.onsets.isEmpty)
    #expect(low.onsets.allSatisfy { $0.hertz <= 140 })
  }

  @Test func `a higher sensitivity finds more onsets`() throws {
    let groove = Groove(.drums, seed: 9, seconds: 6, sampleRate: 22_050)
    let counts = try [0, 0.5, 1].map { sensitivity in
      var options = ListenOptions()
      options.sensitivity = sensitivity
      return try SoundListening(to: groove.sound, options: options).onsets.count
    }
    #expect(counts == counts.sorted() && counts[0] < counts[2], "\(counts)")
  }

  @Test func `strokes in a band are heard below a tone outside it that is 41 dB louder`() throws {
    // 80 Hz, 41 dB below a tone outside the band; two strokes a second from 0.25 s on.
    let sound = DecodedSound(seconds: 4) { time in
      let since = (time - 0.25).truncatingRemainder(dividingBy: 0.5)
      let stroke = time < 0.25 ? 0 : 0.006 * exp(-since / 0.08) * sin(2 * .pi * 80 * since)
      return 0.7 * min(1, 10 * time) * sin(2 * .pi * 5_000 * time) + stroke
    }
    var options = ListenOptions()
    options.band = 40...200
    let times = try SoundListening(to: sound, options: options).onsets.map(\.time)
    let expected = stride(from: 0.25, to: 4, by: 0.5)
    for time in expected { #expect(times.contains { abs($0 - time) < 0.02 }, "\(time): \(times)") }
    #expect(times.count == Array(expected).count)
  }

  @Test func `the lowest sensitivity hears strong strokes, but not soft strokes between them`()
    throws
  {
    var random = SplitMix64(seed: 4)
    let strokes = DecodedSound(seconds: 6) { t in
      let isStrong = Int(t / 0.25).isMultiple(of: 2)
      let decay = exp(-30 * t.truncatingRemainder(dividingBy: 0.25))
      return random.number(in: -0.8...0.8) * decay * (isStrong ? 1 : 0.02)
    }
    var options = ListenOptions()
    #expect(try SoundListening(to: strokes, options: options).onsets.count == 24)
    options.sensitivity = 0
    #expect(try SoundListening(to: strokes, options: options).onsets.count == 12)
  }

  @Test func `logarithms of bands agree with the C library`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<10_000 {
      let value = Float(exp2(random.number(in: 0...100)))
      #expect((BandFilters.log10(value) - log10(value)).magnitude <= 3e-7 * max(1, log10(value)))
    }
    #expect(BandFilters.log10(1) == 0)
    // A level that overflows counts as a very loud one.
    #expect(BandFilters.log10(.infinity).isFinite)
  }
}
