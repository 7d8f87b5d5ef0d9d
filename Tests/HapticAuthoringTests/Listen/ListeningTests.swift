import Foundation
import HapticEngine
import Realtime
import TestSupport
import Testing

@testable import HapticListening

/// Onsets and sections that are detected in sounds.
struct ListeningTests {
  private static func sound(
    seconds: Double, rate: Double = 22_050, _ value: (Double) -> Double
  ) -> DecodedSound {
    let samples = (0..<Int(seconds * rate)).map { Float(value(Double($0) / rate)) }
    return DecodedSound(channels: [samples], sampleRate: rate)
  }

  private static func noise(seconds: Double, level: Double) -> DecodedSound {
    var random = SplitMix64(seed: 7)
    return sound(seconds: seconds) { _ in random.number(in: -level...level) }
  }

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

  @Test(arguments: Groove.Kind.allCases, [1, 2] as [UInt64])
  func `onsets of grooves are found within ten milliseconds`(
    kind: Groove.Kind, seed: UInt64
  ) throws {
    let groove = Groove(kind, seed: seed, seconds: 8, sampleRate: 22_050)
    let found = try SoundListening(to: groove.sound).onsets.map(\.time)
    let score = OnsetScore(found: found, expected: groove.onsets, window: 0.01)
    #expect(score.f >= 0.95, "\(score.f)")
    #expect(abs(score.medianOffset) <= 0.003, "\(score.medianOffset)")
  }

  @Test(arguments: [8_000, 16_000, 32_000, 44_100, 48_000, 96_000, 192_000.0])
  func `onsets are found at all sample rates`(rate: Double) throws {
    let groove = Groove(.drums, seed: 3, seconds: rate > 50_000 ? 1.5 : 3, sampleRate: rate)
    let found = try SoundListening(to: groove.sound).onsets.map(\.time)
    let score = OnsetScore(found: found, expected: groove.onsets, window: 0.01)
    #expect(score.f >= 0.9, "\(score.f): \(found) for \(groove.onsets)")
    #expect(abs(score.medianOffset) <= 0.003, "\(score.medianOffset)")
  }

  @Test(arguments: [16_000, 44_100.0], [0.004, 0.015, 0.05])
  func `equal strokes are equally bright at any time`(rate: Double, decay: Double) throws {
    var random = SplitMix64(seed: 6)
    let stroke = (0..<Int(0.2 * rate)).map {
      random.number(in: -0.8...0.8) * exp(-Double($0) / rate / decay)
    }
    var samples = [Float](repeating: 0, count: Int(8 * rate))
    for number in 0..<16 {
      let first = Int((0.3 + 0.4337 * Double(number)) * rate)
      for (index, value) in stroke.enumerated() { samples[first + index] = Float(value) }
    }
    let sound = DecodedSound(channels: [samples], sampleRate: rate)
    let octaves = try SoundListening(to: sound).onsets.map { log2($0.hertz) }
    #expect(octaves.count == 16)
    let range = (octaves.max() ?? 0) - (octaves.min() ?? 0)
    // A fiftieth of the six octaves of sharpness.
    #expect(range < 0.12, "\(range)")
  }

  @Test(arguments: [0.5, 1, 3, 6, 9, 11, 12, 14, 16, 18, 20, 25, 30, 40, 60, 100.0])
  func `an isolated sound is a tap, however short it is`(milliseconds: Double) throws {
    let sound = Self.sound(seconds: milliseconds / 1_000, rate: 44_100) {
      0.8 * sin(2 * .pi * 400 * $0)
    }
    let found = try SoundListening(to: sound).onsets.map(\.time)
    #expect(found.count == 1 && (found.first ?? 1) < 0.008, "\(found)")
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

  @Test func `a clipped groove still has its onsets`() throws {
    let groove = Groove(.drums, seed: 5, seconds: 6, sampleRate: 22_050)
    let clipped = groove.sound.channels[0].map { min(0.5, max(-0.5, $0 * 3)) }
    let found = try SoundListening(to: DecodedSound(channels: [clipped], sampleRate: 22_050))
    let score = OnsetScore(
      found: found.onsets.map(\.time), expected: groove.onsets, window: 0.01)
    #expect(score.f >= 0.9, "\(score.f)")
  }

  /// Tones of eight partials, whose amplitude rises as a power of time, over faint noise.
  @Test(arguments: [0.02, 0.04], [1, 2.0])
  func `soft onsets of tones are found within three milliseconds`(
    attack: Double, power: Double
  ) throws {
    let times = (0..<12).map { 0.5 + 0.62 * Double($0) }
    var random = SplitMix64(seed: 5)
    let tones = Self.sound(seconds: 8) { t in
      let index = max(0, times.lastIndex { $0 <= t } ?? 0)
      let (own, hertz) = (t - times[index], 196 * pow(2, Double(index * 5 % 12) / 12))
      let level =
        0.2 * pow(min(1, max(0, own / attack)), power) * min(1, max(0, (0.45 - own) / 0.08))
      let wave = (1...8).reduce(0.0) { sum, partial in
        sum + sin(2 * .pi * hertz * Double(partial) * own + Double(partial)) / Double(partial)
      }
      return level * wave + random.number(in: -0.000_5...0.000_5)
    }
    let found = try SoundListening(to: tones).onsets.map(\.time)
    let score = OnsetScore(found: found, expected: times, window: 0.01)
    #expect(score.f >= 0.95, "\(score.f)")
    #expect(abs(score.medianOffset) <= 0.003, "\(score.medianOffset)")
  }

  @Test func `a wavering tone has one onset`() throws {
    let tone = Self.sound(seconds: 5) { t in
      (1...8).reduce(0.0) { sum, partial in
        let wave = 440 * t + 440 * 0.03 / (2 * .pi * 5.5) * sin(2 * .pi * 5.5 * t)
        return sum + sin(2 * .pi * Double(partial) * wave) / Double(partial)
      } * 0.2 * min(1, (t - 0.5) / 0.03) * (t < 0.5 ? 0 : 1)
    }
    let found = try SoundListening(to: tone).onsets.map(\.time)
    #expect(found.count == 1, "\(found)")
    #expect(abs((found.first ?? 0) - 0.5) < 0.015)
  }

  /// Overlapping notes of five partials: each rises slowly while the previous one decays.
  @Test(arguments: [0.02, 0.06], [0.000_5, 0.01])
  func `onsets of tied notes are found`(attack: Double, noise: Double) throws {
    let pitches: [Double] = [0, 4, 7, 5, 9, 2, 11, 7, 4, 12, 5, 2, 0, 7]
    let (step, tie) = (0.3, 0.15)
    let times = pitches.indices.map { 0.5 + step * Double($0) }
    var random = SplitMix64(seed: 5)
    let notes = Self.sound(seconds: 5.2) { t in
      var value = random.number(in: -noise...noise)
      for (time, pitch) in zip(times, pitches) where t >= time && t < time + step + tie {
        let (own, hertz) = (t - time, 262 * pow(2, pitch / 12))
        let level = 0.1 * min(1, own / attack) * min(1, (step + tie - own) / tie)
        value += (1...5).reduce(0.0) { sum, partial in
          sum + level * sin(2 * .pi * hertz * Double(partial) * own + Double(partial))
            / Double(partial)
        }
      }
      return value
    }
    let found = try SoundListening(to: notes).onsets.map(\.time)
    let score = OnsetScore(found: found, expected: times, window: 0.01)
    #expect(score.f >= 0.95, "\(score.f): \(found)")
    #expect(abs(score.medianOffset) <= 0.003, "\(score.medianOffset)")
  }

  /// The course of a sound after its onset.
  enum Course: String, CaseIterable {
    case vibrato, wideVibrato, tremolo, beats, slide, fadeIn, cymbal, reverb, offset

    /// The sound `t` seconds after its beginning; `noise` is from -1 to 1.
    func value(_ t: Double, _ noise: Double) -> Double {
      func tone(_ cycles: Double) -> Double {
        (1...6).reduce(0.0) { $0 + sin(2 * .pi * Double($1) * cycles) / Double($1) } * 0.2
      }
      let wave = sin(2 * .pi * 5.5 * t)
      switch self {
      case .vibrato: return tone(700 * t + 700 * 0.015 / (2 * .pi * 5.5) * wave)
      case .wideVibrato: return tone(330 * t + 330 * 0.06 / (2 * .pi * 5.5) * wave)
      case .tremolo: return tone(330 * t) * (1 - 0.7 * (0.5 + 0.5 * wave))
      case .beats: return 0.2 * (sin(2 * .pi * 440 * t) + sin(2 * .pi * 444 * t))
      case .slide: return tone(110 * exp2(t / 2) * 2 / log(2))
      case .fadeIn: return tone(220 * t) * min(1, t / 4)
      case .cymbal: return 0.3 * noise * exp(-t / 1.2)
      case .reverb: return 0.3 * (t < 0.002 ? noise : 0.3 * noise * exp(-t / 0.5))
      case .offset: return 0.5
      }
    }
  }

  @Test(arguments: Course.allCases)
  func `a continuing sound does not have another onset`(course: Course) throws {
    var random = SplitMix64(seed: 3)
    let sound = Self.sound(seconds: 5) { t in
      let noise = random.number(in: -1...1)
      return t < 0.5 ? 0 : course.value(t - 0.5, noise) * min(1, (5 - t) / 0.05)
    }
    let found = try SoundListening(to: sound).onsets.map(\.time)
    #expect(found.count { $0 > 0.6 } == 0, "\(found)")
    #expect(found.count <= 1, "\(found)")
  }

  @Test func `the noise of a recording before its first stroke is not an onset`() throws {
    var random = SplitMix64(seed: 4)
    let stroke = Self.sound(seconds: 2) { t in
      let noise = random.number(in: -0.000_5...0.000_5)
      return noise + (t < 1 ? 0 : sin(2 * .pi * 180 * (t - 1)) * exp((1 - t) / 0.01) * 0.8)
    }
    let found = try SoundListening(to: stroke).onsets.map(\.time)
    #expect(found.count == 1 && abs((found.first ?? 0) - 1) < 0.005, "\(found)")
  }

  @Test func `silence, an empty sound and a cut do not have an onset`() throws {
    #expect(try SoundListening(to: Self.sound(seconds: 2) { _ in 0 }).onsets.isEmpty)
    let empty = try SoundListening(to: DecodedSound(channels: [[]], sampleRate: 44_100))
    #expect(empty.onsets.isEmpty && empty.seconds == 0)
    #expect(empty.sections(by: .auto).isEmpty)
    let cut = Self.sound(seconds: 3) { sin(2 * .pi * 200 * $0) * (1...2 ~= $0 ? 0.5 : 0) }
    let found = try SoundListening(to: cut).onsets.map(\.time)
    #expect(found.count == 1 && abs((found.first ?? 0) - 1) < 0.005, "\(found)")
  }

  @Test(arguments: [8_000, 22_050, 192_000.0])
  func `a DC offset is not heard`(rate: Double) throws {
    let offset = Self.sound(seconds: 2, rate: rate) { _ in 0.05 }
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

  @Test func `steady noise has at most two onsets after its beginning`() throws {
    let found = try SoundListening(to: Self.noise(seconds: 5, level: 0.2)).onsets
    #expect(found.count { $0.time > 0.1 } <= 2, "\(found.map(\.time))")
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

  @Test(arguments: [37, 1_000, 8_191])
  func `the size of blocks does not change the onsets`(size: Int) throws {
    let sound = Groove(.band, seed: 8, seconds: 3, sampleRate: 16_000).sound
    let cut = try SoundListening { Blocks(sound, size: size) }
    let whole = try SoundListening(to: sound)
    #expect(cut.onsets.map(\.time) == whole.onsets.map(\.time))
  }

  @Test func `only the selected band is heard, and a higher sensitivity finds more onsets`() throws
  {
    let groove = Groove(.drums, seed: 9, seconds: 6, sampleRate: 22_050)
    var options = ListenOptions()
    options.band = 20...120
    let low = try SoundListening(to: groove.sound, options: options)
    let all = try SoundListening(to: groove.sound)
    #expect(low.onsets.count < all.onsets.count && !low.onsets.isEmpty)
    #expect(low.onsets.allSatisfy { $0.hertz <= 140 })
    let counts = try [0, 0.5, 1].map { sensitivity in
      var options = ListenOptions()
      options.sensitivity = sensitivity
      return try SoundListening(to: groove.sound, options: options).onsets.count
    }
    #expect(counts == counts.sorted() && counts[0] < counts[2], "\(counts)")
  }

  @Test func `strokes in a band are heard, however loud other frequencies are`() throws {
    // 80 Hz, 41 dB below a tone outside the band; two strokes a second from 0.25 s on.
    let sound = Self.sound(seconds: 4) { time in
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
    let strokes = Self.sound(seconds: 6) { t in
      let isStrong = Int(t / 0.25).isMultiple(of: 2)
      let decay = exp(-30 * t.truncatingRemainder(dividingBy: 0.25))
      return random.number(in: -0.8...0.8) * decay * (isStrong ? 1 : 0.02)
    }
    var options = ListenOptions()
    #expect(try SoundListening(to: strokes, options: options).onsets.count == 24)
    options.sensitivity = 0
    #expect(try SoundListening(to: strokes, options: options).onsets.count == 12)
  }

  @Test(arguments: [(0.02, 180.0), (0.3, 880.0)])
  func `an isolated sound in silence becomes a haptic`(length: Double, hertz: Double) throws {
    let sound = Self.sound(seconds: 4) {
      (1.6..<1.6 + length).contains($0) ? 0.5 * sin(2 * .pi * hertz * ($0 - 1.6)) : 0
    }
    let found = try SoundListening(to: sound).sections(by: .auto).filter { $0.method != nil }
    #expect(found.map(\.method) == [.envelope], "\(found)")
    #expect(found.allSatisfy { $0.start <= 1.6 && $0.end > 1.6 }, "\(found)")
  }

  @Test(arguments: [0.5, 0.75, 1, 2, 3], [0, 0.1, 0.25, 0.45])
  func `distant strokes are all in the pattern at any time`(
    step: Double, shift: Double
  ) throws {
    let times = (0..<6).map { 0.5 + shift + step * Double($0) }
    let clicks = Self.sound(seconds: 6.5 * step + 1, rate: 16_000) { t in
      guard let last = times.last(where: { $0 <= t }) else { return 0 }
      return 0.6 * exp(-60 * (t - last)) * sin(2 * .pi * 900 * (t - last))
    }
    let listening = try SoundListening(to: clicks)
    let pattern = try HapticPattern(of: listening, sections: listening.sections(by: .auto))
    let taps = pattern.events.filter { $0.type == .hapticTransient }.map(\.time)
    #expect(OnsetScore(found: taps, expected: times, window: 0.01).f == 1, "\(taps)")
  }

  @Test(arguments: [0.6, 1, 1.5], [9, 10, 11, 12] as [UInt64])
  func `an explosion begins with a tap and continues as a vibration`(decay: Double, seed: UInt64)
    throws
  {
    var (random, low, lower) = (SplitMix64(seed: seed), 0.0, 0.0)
    let explosion = Self.sound(seconds: 7) { t in
      low += 0.034 * (random.number(in: -1...1) - low)
      lower += 0.034 * (low - lower)
      return t < 2 ? 0 : 4 * lower * exp((2 - t) / decay)
    }
    let listening = try SoundListening(to: explosion)
    let pattern = try HapticPattern(of: listening, sections: listening.sections(by: .auto))
    let taps = pattern.events.filter { $0.type == .hapticTransient }.map(\.time)
    #expect(taps.count == 1 && abs((taps.first ?? 0) - 2) < 0.02, "\(taps)")
    let vibration = try #require(pattern.events.first { $0.type == .hapticContinuous })
    #expect(abs(vibration.time - 2) < 0.03, "\(vibration.time)")
  }

  @Test(arguments: [28, 40, 60.0])
  func `a steadily running engine is one steady vibration`(hertz: Double) throws {
    let engine = Self.sound(seconds: 6) { t in
      (1...4).reduce(0.0) { $0 + 0.2 * sin(2 * .pi * hertz * Double($1) * t) / Double($1) }
    }
    let listening = try SoundListening(to: engine)
    let pattern = try HapticPattern(of: listening, sections: listening.sections(by: .auto))
    #expect(pattern.events.map(\.type) == [.hapticContinuous])
    #expect(pattern.curves.reduce(0) { $0 + $1.controlPoints.count } < 40)
  }

  @Test(arguments: [0.04, 0.05, 0.062_5], [0.0, 220])
  func `each stroke of a roll is found where it begins`(gap: Double, hertz: Double) throws {
    var random = SplitMix64(seed: 8)
    let strokes = (0..<24).map { (number: Int) -> Double in
      0.3 + 0.9 * Double(number / 6) + gap * Double(number % 6)
    }
    let sound = Self.sound(seconds: 4) { t in
      var sum = 0.0
      for since in strokes.map({ t - $0 }) where since >= 0 && since < 0.15 {
        let value = hertz > 0 ? sin(2 * .pi * hertz * since) : random.number(in: -1...1)
        sum += 0.5 * value * exp(-since / 0.008)
      }
      return sum
    }
    let listening = try SoundListening(to: sound)
    let found = listening.onsets.map(\.time)
    #expect(found.count == strokes.count, "\(found)")
    #expect(zip(found, strokes).allSatisfy { abs($0 - $1) < 0.003 }, "\(found)")
    let strokesHeard = listening.sections(by: .auto).flatMap(\.strokes)
    #expect(strokesHeard == listening.onsets)
  }

  @Test(arguments: [
    (0.25, 22.0), (0.15, 22), (0.125, 22), (0.083, 22), (0.062_5, 30), (0.15, 70), (0.125, 70),
    (0.1, 70), (0.062_5, 70),
  ])
  func `strokes are transients at any speed`(gap: Double, decay: Double) throws {
    var random = SplitMix64(seed: 3)
    let strokes = Self.sound(seconds: 6) { t in
      random.number(in: -0.8...0.8) * exp(-decay * t.truncatingRemainder(dividingBy: gap))
    }
    let listening = try SoundListening(to: strokes)
    let pattern = try HapticPattern(of: listening, sections: listening.sections(by: .auto))
    let taps = pattern.events.filter { $0.type == .hapticTransient }.map(\.time)
    let times = (0..<Int(6 / gap)).map { Double($0) * gap }
    #expect(OnsetScore(found: taps, expected: times, window: 0.025).f > 0.95, "\(taps)")
  }

  @Test func `the method auto depends on the sound`() throws {
    let tone = Self.sound(seconds: 3) { t in
      (1...4).reduce(0.0) { $0 + sin(2 * .pi * 330 * Double($1) * t) } * 0.1
    }
    var random = SplitMix64(seed: 1)
    let waves = Self.sound(seconds: 4) { t in
      random.number(in: -0.5...0.5) * pow(0.5 - 0.5 * cos(2 * .pi * 0.7 * t), 2)
    }
    let glide = Self.sound(seconds: 4) { t in
      (1...6).reduce(0.0) { $0 + 0.1 * sin(Double($1) * 2 * .pi * 100 * 2 / log(2) * exp2(t / 2)) }
    }
    let cases: [(DecodedSound, ListenMethod)] = [
      (Groove(.drums, seed: 2, seconds: 4, sampleRate: 22_050).sound, .envelope),
      (tone, .envelope), (Self.sound(seconds: 3) { sin(2 * .pi * 60 * $0) * 0.5 }, .envelope),
      (waves, .envelope), (glide, .pitch),
      // If a sound is only noise, the noise should be felt.
      (Self.noise(seconds: 4, level: 0.2), .envelope),
    ]
    for (sound, method) in cases {
      let sections = try SoundListening(to: sound).sections(by: .auto)
      let length = sections.filter { $0.method == method }.reduce(0) { $0 + $1.end - $1.start }
      #expect(length > 0.6 * (sections.last?.end ?? 0), "\(method): \(sections)")
      #expect(zip(sections, sections.dropFirst()).allSatisfy { $0.end == $1.start })
    }
  }

  @Test func `steady noise between strokes does not become a haptic`() throws {
    var random = SplitMix64(seed: 2)
    let sound = Self.sound(seconds: 14) { t in
      let stroke = t < 2 || t > 12 ? exp(-40 * t.truncatingRemainder(dividingBy: 0.5)) : 0
      let hiss = t > 3 && t < 11 ? 0.1 : 0
      return random.number(in: -0.8...0.8) * (stroke + hiss)
    }
    let sections = try SoundListening(to: sound).sections(by: .auto)
    #expect(sections.contains { $0.method == nil && $0.start < 5 && $0.end > 9 }, "\(sections)")
    #expect(sections.flatMap(\.strokes).count >= 7, "\(sections)")
  }

  @Test(arguments: [220, 660, 1_000.0], [0.006, 0.008, 0.01, 0.012])
  func `a beep that fades out has one onset, and none at its end`(
    hertz: Double, fade: Double
  ) throws {
    let beeps = Self.sound(seconds: 4) { t in
      let since = (t - 0.2).truncatingRemainder(dividingBy: 0.9)
      guard t >= 0.2, since < 0.3 else { return 0 }
      return 0.5 * sin(2 * .pi * hertz * since) * min(1, since / 0.005, (0.3 - since) / fade)
    }
    let found = try SoundListening(to: beeps).onsets.map(\.time)
    #expect(found.count == 5, "\(found)")
  }

  @Test func `a vibration continues to the peak of a swell`() throws {
    var random = SplitMix64(seed: 5)
    let swell = Self.sound(seconds: 6) { t in
      t < 5 ? random.number(in: -0.8...0.8) * pow(10, 2 * (t / 5 - 1)) : 0
    }
    let rising = try SoundListening(to: swell).sections(by: .auto)
    let vibrates = rising.filter { $0.method == .envelope }
    #expect(vibrates.contains { $0.start <= 2 && $0.end >= 4.5 }, "\(rising)")
  }

  @Test func `a ring of one second becomes a vibration`() throws {
    let ring = Self.sound(seconds: 4) { t in
      let hertz = (t * 25).truncatingRemainder(dividingBy: 1) < 0.5 ? 1_400.0 : 1_000
      return t > 1 && t < 2 ? 0.4 * sin(2 * .pi * hertz * t) : 0
    }
    let heard = try SoundListening(to: ring).sections(by: .auto)
    #expect(heard.contains { $0.method != nil && $0.start <= 1.1 && $0.end >= 1.9 }, "\(heard)")

  }

  @Test(arguments: [0.9, 1.6, 3])
  func `a crack with a rumble is a simultaneous tap and vibration`(decay: Double) throws {
    var (random, low) = (SplitMix64(seed: 9), 0.0)
    let explosion = Self.sound(seconds: 5) { t in
      let since = t - 0.5
      guard since >= 0 else { return 0 }
      let noise = random.number(in: -1...1)
      low += 0.03 * (noise - low)
      return 2.5 * low * exp(-decay * since) + 0.8 * noise * exp(-60 * since)
    }
    let listening = try SoundListening(to: explosion)
    let pattern = try HapticPattern(of: listening, sections: listening.sections(by: .auto))
    let tap = try #require(pattern.events.first { $0.type == .hapticTransient })
    let vibration = try #require(pattern.events.first { $0.type == .hapticContinuous })
    #expect(abs(tap.time - 0.5) < 0.01 && abs(vibration.time - 0.5) < 0.05)
    #expect(vibration.duration ?? 0 > 0.8)
  }

  @Test(arguments: [0, 5, 10, 14, 15, 16, 17, 18, 20, 24, 30])
  func `a stroke just after the start of a file is heard`(milliseconds: Int) throws {
    let start = Double(milliseconds) / 1_000
    for hertz in [60.0, 440, 2_000] {
      let click = Self.sound(seconds: 0.5, rate: 22_050) { t in
        let since = t - start
        return since < 0 ? 0 : 0.6 * sin(2 * .pi * hertz * since) * exp(-since / 0.01)
      }
      let found = try SoundListening(to: click).onsets.map(\.time)
      #expect(found.count == 1 && abs((found.first ?? 1) - start) < 0.004, "\(hertz): \(found)")
    }
  }

  @Test(arguments: [0.0, 0.1, 0.25, 0.4])
  func `equal sounds become equal haptics at any time`(offset: Double) throws {
    let beeps = Self.sound(seconds: 8) { t in
      let since = (t - 0.3 - offset).truncatingRemainder(dividingBy: 1.7)
      guard t >= 0.3 + offset, since < 0.5 else { return 0 }
      return 0.5 * sin(2 * .pi * 880 * since) * min(1, since / 0.005, (0.5 - since) / 0.005)
    }
    let listening = try SoundListening(to: beeps)
    let pattern = try HapticPattern(of: listening, sections: listening.sections(by: .auto))
    let starts = pattern.events.filter { $0.type == .hapticContinuous }.map(\.time)
    let count = listening.onsets.count
    #expect(starts.count == count, "\(starts)")
    let taps = pattern.events.count { $0.type == .hapticTransient }
    #expect(taps == 0 || taps == count, "\(taps)")
  }
}
