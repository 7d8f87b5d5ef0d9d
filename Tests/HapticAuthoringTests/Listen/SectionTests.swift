import Foundation
import HapticEngine
import Realtime
import TestSupport
import Testing

@testable import HapticListening

/// The sections that `auto` chooses, and the events that they become.
struct SectionTests {
  @Test(arguments: [(0.02, 180.0), (0.3, 880.0)])
  func `an isolated sound in silence is one section with haptics`(length: Double, hertz: Double)
    throws
  {
    let sound = DecodedSound(seconds: 4) {
      (1.6..<1.6 + length).contains($0) ? 0.5 * sin(2 * .pi * hertz * ($0 - 1.6)) : 0
    }
    let found = try SoundListening(to: sound).sections(by: .auto).filter { $0.method != nil }
    #expect(found.map(\.method) == [.envelope], "\(found)")
    #expect(found.allSatisfy { $0.start <= 1.6 && $0.end > 1.6 }, "\(found)")
  }

  @Test(arguments: [0.5, 0.75, 1, 2, 3], [0, 0.1, 0.25, 0.45])
  func `each distant stroke is a transient, and nothing else is`(
    step: Double, shift: Double
  ) throws {
    let times = (0..<6).map { 0.5 + shift + step * Double($0) }
    let clicks = DecodedSound(seconds: 6.5 * step + 1, rate: 16_000) { t in
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
    let explosion = DecodedSound(seconds: 7) { t in
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
    #expect((vibration.duration ?? 0) > decay)
  }

  @Test(arguments: [28, 40, 60.0])
  func `a steadily running engine is one steady vibration`(hertz: Double) throws {
    let engine = DecodedSound(seconds: 6) { t in
      (1...4).reduce(0.0) { $0 + 0.2 * sin(2 * .pi * hertz * Double($1) * t) / Double($1) }
    }
    let listening = try SoundListening(to: engine)
    let pattern = try HapticPattern(of: listening, sections: listening.sections(by: .auto))
    #expect(pattern.events.map(\.type) == [.hapticContinuous])
    #expect(pattern.curves.reduce(0) { $0 + $1.controlPoints.count } < 40)
    let levels = stride(from: 0.5, to: 5.5, by: 0.1).map {
      EmphasisTests.value(.hapticIntensityControl, at: $0, pattern)
    }
    // 1 dB is the tolerance of the curve.
    #expect((levels.max() ?? 1) <= 1.13 * (levels.min() ?? 0), "\(levels)")
  }

  @Test(arguments: [0.04, 0.05, 0.062_5], [0.0, 220])
  func `each stroke of a roll is found where it begins`(gap: Double, hertz: Double) throws {
    var random = SplitMix64(seed: 8)
    let strokes = (0..<24).map { (number: Int) -> Double in
      0.3 + 0.9 * Double(number / 6) + gap * Double(number % 6)
    }
    let sound = DecodedSound(seconds: 4) { t in
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
  func `nearly all strokes are transients from four to sixteen a second`(gap: Double, decay: Double)
    throws
  {
    var random = SplitMix64(seed: 3)
    let strokes = DecodedSound(seconds: 6) { t in
      random.number(in: -0.8...0.8) * exp(-decay * t.truncatingRemainder(dividingBy: gap))
    }
    let listening = try SoundListening(to: strokes)
    let pattern = try HapticPattern(of: listening, sections: listening.sections(by: .auto))
    let taps = pattern.events.filter { $0.type == .hapticTransient }.map(\.time)
    let times = (0..<Int(6 / gap)).map { Double($0) * gap }
    #expect(OnsetScore(found: taps, expected: times, window: 0.025).f > 0.95, "\(taps)")
  }

  @Test func `auto follows a glide by its pitch and other sounds by their loudness`() throws {
    let tone = DecodedSound(seconds: 3) { t in
      (1...4).reduce(0.0) { $0 + sin(2 * .pi * 330 * Double($1) * t) } * 0.1
    }
    var random = SplitMix64(seed: 1)
    let waves = DecodedSound(seconds: 4) { t in
      random.number(in: -0.5...0.5) * pow(0.5 - 0.5 * cos(2 * .pi * 0.7 * t), 2)
    }
    let glide = DecodedSound(seconds: 4) { t in
      (1...6).reduce(0.0) { $0 + 0.1 * sin(Double($1) * 2 * .pi * 100 * 2 / log(2) * exp2(t / 2)) }
    }
    let cases: [(DecodedSound, ListenMethod)] = [
      (Groove(.drums, seed: 2, seconds: 4, sampleRate: 22_050).sound, .envelope),
      (tone, .envelope), (DecodedSound(seconds: 3) { sin(2 * .pi * 60 * $0) * 0.5 }, .envelope),
      (waves, .envelope), (glide, .pitch),
      // If a sound is only noise, the noise should be felt.
      (DecodedSound.noise(seconds: 4, level: 0.2), .envelope),
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
    let sound = DecodedSound(seconds: 14) { t in
      let stroke = t < 2 || t > 12 ? exp(-40 * t.truncatingRemainder(dividingBy: 0.5)) : 0
      let hiss = t > 3 && t < 11 ? 0.1 : 0
      return random.number(in: -0.8...0.8) * (stroke + hiss)
    }
    let sections = try SoundListening(to: sound).sections(by: .auto)
    #expect(sections.contains { $0.method == nil && $0.start < 5 && $0.end > 9 }, "\(sections)")
    #expect(sections.flatMap(\.strokes).count >= 7, "\(sections)")
  }

  @Test func `a vibration continues to the peak of a swell`() throws {
    var random = SplitMix64(seed: 5)
    let swell = DecodedSound(seconds: 6) { t in
      t < 5 ? random.number(in: -0.8...0.8) * pow(10, 2 * (t / 5 - 1)) : 0
    }
    let rising = try SoundListening(to: swell).sections(by: .auto)
    let vibrates = rising.filter { $0.method == .envelope }
    #expect(vibrates.contains { $0.start <= 2 && $0.end >= 4.5 }, "\(rising)")
  }

  @Test func `a ring of one second is in a section with haptics`() throws {
    let ring = DecodedSound(seconds: 4) { t in
      let hertz = (t * 25).truncatingRemainder(dividingBy: 1) < 0.5 ? 1_400.0 : 1_000
      return t > 1 && t < 2 ? 0.4 * sin(2 * .pi * hertz * t) : 0
    }
    let heard = try SoundListening(to: ring).sections(by: .auto)
    #expect(heard.contains { $0.method != nil && $0.start <= 1.1 && $0.end >= 1.9 }, "\(heard)")

  }

  @Test(arguments: [0.9, 1.6, 3])
  func `a crack with a rumble is a simultaneous tap and vibration`(decay: Double) throws {
    var (random, low) = (SplitMix64(seed: 9), 0.0)
    let explosion = DecodedSound(seconds: 5) { t in
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

  @Test(arguments: [0.0, 0.1, 0.25, 0.4])
  func `equal sounds become the same kinds of events at any time`(offset: Double) throws {
    let beeps = DecodedSound(seconds: 8) { t in
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
