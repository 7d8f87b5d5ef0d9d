import Foundation
import HapticEngine
import Realtime
import TestSupport
import Testing

@testable import HapticListening

/// Onsets that are detected in sounds, and sounds that do not have any.
struct OnsetTests {
  @Test(arguments: Groove.Kind.allCases, [1, 2] as [UInt64])
  func `nearly all onsets of grooves are found within ten milliseconds`(
    kind: Groove.Kind, seed: UInt64
  ) throws {
    let groove = Groove(kind, seed: seed, seconds: 8, sampleRate: 22_050)
    let found = try SoundListening(to: groove.sound).onsets.map(\.time)
    let score = OnsetScore(found: found, expected: groove.onsets, window: 0.01)
    #expect(score.f >= 0.95, "\(score.f)")
    #expect(abs(score.medianOffset) <= 0.003, "\(score.medianOffset)")
  }

  @Test(arguments: [8_000, 16_000, 32_000, 44_100, 48_000, 96_000, 192_000.0])
  func `nearly all onsets are found at sample rates from 8 to 192 kHz`(rate: Double) throws {
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
  func `an isolated sound has one onset, however short it is`(milliseconds: Double) throws {
    let sound = DecodedSound(seconds: milliseconds / 1_000, rate: 44_100) {
      0.8 * sin(2 * .pi * 400 * $0)
    }
    let found = try SoundListening(to: sound).onsets.map(\.time)
    #expect(found.count == 1 && (found.first ?? 1) < 0.008, "\(found)")
  }

  @Test func `nearly all onsets of a clipped groove are found`() throws {
    let groove = Groove(.drums, seed: 5, seconds: 6, sampleRate: 22_050)
    let clipped = groove.sound.channels[0].map { min(0.5, max(-0.5, $0 * 3)) }
    let found = try SoundListening(to: DecodedSound(channels: [clipped], sampleRate: 22_050))
    let score = OnsetScore(
      found: found.onsets.map(\.time), expected: groove.onsets, window: 0.01)
    #expect(score.f >= 0.9, "\(score.f)")
  }

  /// Tones of eight partials, whose amplitude rises as a power of time, over faint noise.
  @Test(arguments: [0.02, 0.04], [1, 2.0])
  func
    `nearly all tones that rise slowly are found, at a median offset of up to three milliseconds`(
      attack: Double, power: Double
    ) throws
  {
    let times = (0..<12).map { 0.5 + 0.62 * Double($0) }
    var random = SplitMix64(seed: 5)
    let tones = DecodedSound(seconds: 8) { t in
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
    let tone = DecodedSound(seconds: 5) { t in
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
  func `nearly all onsets of tied notes are found`(attack: Double, noise: Double) throws {
    let pitches: [Double] = [0, 4, 7, 5, 9, 2, 11, 7, 4, 12, 5, 2, 0, 7]
    let (step, tie) = (0.3, 0.15)
    let times = pitches.indices.map { 0.5 + step * Double($0) }
    var random = SplitMix64(seed: 5)
    let notes = DecodedSound(seconds: 5.2) { t in
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
    let sound = DecodedSound(seconds: 5) { t in
      let noise = random.number(in: -1...1)
      return t < 0.5 ? 0 : course.value(t - 0.5, noise) * min(1, (5 - t) / 0.05)
    }
    let found = try SoundListening(to: sound).onsets.map(\.time)
    #expect(found.count { $0 > 0.6 } == 0, "\(found)")
    #expect(found.count <= 1, "\(found)")
  }

  @Test func `the noise of a recording before its first stroke is not an onset`() throws {
    var random = SplitMix64(seed: 4)
    let stroke = DecodedSound(seconds: 2) { t in
      let noise = random.number(in: -0.000_5...0.000_5)
      return noise + (t < 1 ? 0 : sin(2 * .pi * 180 * (t - 1)) * exp((1 - t) / 0.01) * 0.8)
    }
    let found = try SoundListening(to: stroke).onsets.map(\.time)
    #expect(found.count == 1 && abs((found.first ?? 0) - 1) < 0.005, "\(found)")
  }

  @Test func `silence, an empty sound and the end of a cut tone do not have an onset`() throws {
    #expect(try SoundListening(to: DecodedSound(seconds: 2) { _ in 0 }).onsets.isEmpty)
    let empty = try SoundListening(to: DecodedSound(channels: [[]], sampleRate: 44_100))
    #expect(empty.onsets.isEmpty && empty.seconds == 0)
    #expect(empty.sections(by: .auto).isEmpty)
    let cut = DecodedSound(seconds: 3) { sin(2 * .pi * 200 * $0) * (1...2 ~= $0 ? 0.5 : 0) }
    let found = try SoundListening(to: cut).onsets.map(\.time)
    #expect(found.count == 1 && abs((found.first ?? 0) - 1) < 0.005, "\(found)")
  }

  @Test func `steady noise has at most two onsets after its beginning`() throws {
    let found = try SoundListening(to: DecodedSound.noise(seconds: 5, level: 0.2)).onsets
    #expect(found.count { $0.time > 0.1 } <= 2, "\(found.map(\.time))")
  }

  @Test(arguments: [220, 660, 1_000.0], [0.006, 0.008, 0.01, 0.012])
  func `a beep that fades out has one onset, and none at its end`(
    hertz: Double, fade: Double
  ) throws {
    let beeps = DecodedSound(seconds: 4) { t in
      let since = (t - 0.2).truncatingRemainder(dividingBy: 0.9)
      guard t >= 0.2, since < 0.3 else { return 0 }
      return 0.5 * sin(2 * .pi * hertz * since) * min(1, since / 0.005, (0.3 - since) / fade)
    }
    let found = try SoundListening(to: beeps).onsets.map(\.time)
    #expect(found.count == 5, "\(found)")
  }

  @Test(arguments: [0, 5, 10, 14, 15, 16, 17, 18, 20, 24, 30])
  func `a stroke just after the start of a file is heard`(milliseconds: Int) throws {
    let start = Double(milliseconds) / 1_000
    for hertz in [60.0, 440, 2_000] {
      let click = DecodedSound(seconds: 0.5, rate: 22_050) { t in
        let since = t - start
        return since < 0 ? 0 : 0.6 * sin(2 * .pi * hertz * since) * exp(-since / 0.01)
      }
      let found = try SoundListening(to: click).onsets.map(\.time)
      #expect(found.count == 1 && abs((found.first ?? 1) - start) < 0.004, "\(hertz): \(found)")
    }
  }
}
