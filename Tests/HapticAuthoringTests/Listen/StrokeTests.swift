import Foundation
import HapticEngine
import Realtime
import TestSupport
import Testing

@testable import HapticFormats
@testable import HapticListening

/// The strokes of a sound, and the transients that they become.
struct StrokeTests {
  private static func heard(_ sound: DecodedSound) throws -> (
    sections: [ListenSection], HapticPattern
  ) {
    let listening = try SoundListening(to: sound)
    let sections = listening.sections(by: .auto)
    return (sections, try HapticPattern(of: listening, sections: sections))
  }

  private static func taps(_ pattern: HapticPattern) -> [HapticEvent] {
    pattern.events.filter { $0.type == .hapticTransient }
  }

  /// The largest sample in the 10 ms after each time, of the haptic signal at `rate`.
  private static func peaks(_ pattern: HapticPattern, _ times: [Double], rate: Double) throws
    -> [Float]
  {
    let samples = try OfflineRenderer(pattern, sampleRate: rate).hapticSamples()
    return times.map { time in
      let start = Int(time * rate)
      return samples[start..<min(samples.count, start + Int(0.01 * rate))].map(abs).max() ?? 0
    }
  }

  /// A struck or plucked note of these partials: its value at the time `t` after it begins.
  private static func note(_ midi: Double, _ partials: [(Double, Double, Double)], at t: Double)
    -> Double
  {
    if t < 0 { return 0 }
    let hertz = 440 * exp2((midi - 69) / 12)
    return partials.reduce(0) { sum, partial in
      let (multiple, level, decay) = partial
      return sum + level * sin(2 * .pi * hertz * multiple * t) * exp(-t / decay)
    } * min(1, t / 0.002)
  }

  private static let marimba = [(1.0, 0.5, 0.35), (3.9, 0.2, 0.12), (9.2, 0.08, 0.05)]
  private static let guitar = (1...8).map { (Double($0), 0.5 / Double($0), 0.9 / Double($0)) }

  @Test(arguments: [
    [60.0, 67, 64, 72, 69, 62, 65, 71, 60, 74, 67, 57, 64, 69],
    [72, 60, 65, 57, 69, 64, 76, 62, 67, 55, 71, 60, 64, 72],
    [48, 55, 60, 64, 52, 67, 59, 50, 62, 57, 65, 53, 60, 48],
  ])
  func `a melody of struck or plucked notes is not the sound of a machine`(notes: [Double]) throws {
    for partials in [Self.marimba, Self.guitar] {
      let sound = EmphasisTests.sound(8.5) { t in
        notes.enumerated().reduce(0) { sum, note in
          let since = t - 0.3 - 0.56 * Double(note.offset)
          return since < 2 ? sum + Self.note(note.element, partials, at: since) : sum
        }
      }
      let (sections, pattern) = try Self.heard(sound)
      #expect(!sections.contains { $0.method == .pitch }, "\(sections)")
      #expect(Self.taps(pattern).count == notes.count)
    }
  }

  @Test(arguments: [0.3, 0.9, 1.5], [0.0, 0.002, 0.005])
  func `a hit at the beginning of a file is a tap, however long it rings`(
    decay: Double, start: Double
  ) throws {
    var random = SplitMix64(seed: 3)
    let sound = EmphasisTests.sound(4) { t in
      let noise = random.number(in: -1...1)
      let ring = sin(2 * .pi * 830 * t) + sin(2 * .pi * 2_210 * t) + 0.5 * noise
      return t < start ? 0 : 0.3 * ring * exp(-(t - start) / decay)
    }
    let taps = Self.taps(try Self.heard(sound).1)
    #expect(taps.count == 1 && abs((taps.first?.time ?? 1) - start) < 0.004, "\(taps)")
  }

  @Test(arguments: [0.0, 0.2]) func `a sound that is cut off at its beginning has no tap there`(
    tremolo: Double
  ) throws {
    var random = SplitMix64(seed: 5)
    for isNoise in [false, true] {
      let sound = EmphasisTests.sound(4) { t in
        let carrier = isNoise ? random.number(in: -1...1) : sin(2 * .pi * 220 * t)
        return 0.4 * carrier * (1 + tremolo * sin(2 * .pi * 3 * t + 0.5))
      }
      #expect(Self.taps(try Self.heard(sound).1).isEmpty)
    }
  }

  @Test(arguments: [0.5, 0.7]) func `a soft note after a loud one of the same pitch is a tap`(
    soft: Double
  ) throws {
    let partials = (1...10).map { (Double($0), 0.4 / Double($0), 1.4 / Double($0).squareRoot()) }
    let sound = EmphasisTests.sound(5) { t in
      (0..<6).reduce(0) { sum, index in
        let level = index % 2 == 0 ? 1 : soft
        return sum + level * Self.note(57, partials, at: t - 0.3 - 0.6 * Double(index))
      }
    }
    #expect(Self.taps(try Self.heard(sound).1).count == 6)
  }

  /// Crackles of a fire: short bursts at random times over soft noise.
  @Test(arguments: [1, 2, 3, 4]) func `each loud crackle of a fire is felt`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var crackles: [(time: Double, level: Double)] = []
    var time = 0.2
    while time < 6 {
      crackles.append((time, random.number(in: 0.1...1)))
      time += random.number(in: 0.03...0.4)
    }
    var next = 0
    let sound = EmphasisTests.sound(6.5) { t in
      let noise = random.number(in: -1...1)
      while next + 1 < crackles.count, crackles[next + 1].time <= t { next += 1 }
      let (time, level) = crackles[next]
      return noise * (0.02 + (t < time ? 0 : level * exp(-(t - time) / 0.012)))
    }
    let pattern = try Self.heard(sound).1
    let times = Self.taps(pattern).map(\.time)
    #expect(Double(times.count) > 0.7 * Double(crackles.count))
    let loud = crackles.filter { $0.level > 0.5 }.compactMap { crackle in
      times.first { abs($0 - crackle.time) < 0.005 }
    }
    #expect(loud.count > 3)
    for rate in [44_100.0, 48_000] {
      for (time, peak) in zip(loud, try Self.peaks(pattern, loud, rate: rate)) {
        #expect(peak > 0.18, "\(time) s at \(rate) Hz")
      }
    }
  }

  @Test(arguments: [8_000.0, 44_100, 48_000])
  func `a transient after a vibration that fades out has its own intensity`(rate: Double) throws {
    for step in 0..<40 {
      let time = 1 + Double(step) / 7_919
      var line = VibrationLine()
      line.append(0, 1)
      line.append(0.9, 0.05)
      let voice = VibrationVoice(place: "sound", intensity: line, sharpness: VibrationLine())
      let tap = VibrationTransient(place: "sound", time: time, intensity: 0.8, sharpness: 0.5)
      var losses = ConversionLosses()
      let track = try VibrationTrack(
        voices: [voice], transients: [tap], duration: 0, format: "sound", losses: &losses)
      let pattern = try HapticPattern.made(of: track, by: "sound", losses: &losses)
      let alone = try HapticPattern(entries: [HapticPattern.transient(tap)])
      let (found, expected) = (
        try Self.peaks(pattern, [time], rate: rate), try Self.peaks(alone, [time], rate: rate)
      )
      #expect(abs(found[0] - expected[0]) < 0.001, "\(time) s")
    }
  }
}
