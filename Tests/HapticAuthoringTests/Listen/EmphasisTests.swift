import Foundation
import HapticEngine
import Realtime
import TestSupport
import Testing

@testable import HapticListening

/// Transients on top of vibrations: the results of `auto` for sounds that have both.
struct EmphasisTests {
  private static let rate = 22_050.0

  /// Returns the sound of `value`, a function of the time in seconds.
  static func sound(_ seconds: Double, _ value: (Double) -> Double) -> DecodedSound {
    let samples = (0..<Int(seconds * rate)).map { Float(value(Double($0) / rate)) }
    return DecodedSound(channels: [samples], sampleRate: rate)
  }

  private static func pattern(
    _ sound: DecodedSound, options: ListenOptions = ListenOptions(), by method: ListenMethod = .auto
  ) throws -> HapticPattern {
    let listening = try SoundListening(to: sound, options: options)
    return try HapticPattern(
      of: listening, sections: listening.sections(by: method), options: options)
  }

  private static func taps(_ pattern: HapticPattern) -> [Double] {
    pattern.events.filter { $0.type == .hapticTransient }.map(\.time)
  }

  /// The total duration of vibrations in seconds.
  private static func vibration(_ pattern: HapticPattern) -> Double {
    pattern.events.filter { $0.type == .hapticContinuous }.reduce(0) { $0 + ($1.duration ?? 0) }
  }

  /// The value of the pattern's curves of a parameter at `time`, interpolated between their points.
  static func value(_ id: DynamicParameter.ID, at time: Double, _ pattern: HapticPattern)
    -> Double
  {
    let points = pattern.curves.filter { $0.id == id }.flatMap { curve in
      curve.controlPoints.map { (time: curve.time + $0.time, value: $0.value) }
    }
    guard let next = points.firstIndex(where: { $0.time > time }), next > 0 else {
      return points.last?.value ?? 0
    }
    let (one, two) = (points[next - 1], points[next])
    guard two.time > one.time else { return two.value }
    return one.value + (two.value - one.value) * (time - one.time) / (two.time - one.time)
  }

  /// The correlation of the ranks of two lists.
  static func rankCorrelation(_ one: [Double], _ two: [Double]) -> Double {
    func ranks(_ values: [Double]) -> [Double] {
      var ranks = [Double](repeating: 0, count: values.count)
      let order = values.indices.sorted { values[$0] < values[$1] }
      for (rank, index) in order.enumerated() { ranks[index] = Double(rank) }
      return ranks
    }
    let middle = Double(one.count - 1) / 2
    let (a, b) = (ranks(one).map { $0 - middle }, ranks(two).map { $0 - middle })
    func product(_ x: [Double], _ y: [Double]) -> Double {
      zip(x, y).reduce(0) { $0 + $1.0 * $1.1 }
    }
    return product(a, b) / (product(a, a) * product(b, b)).squareRoot()
  }

  @Test func `a loud hit over a hum stands out from the vibration as it does in the sound`() throws
  {
    var random = SplitMix64(seed: 5)
    // The hum has an effective value of 0.2, and the noise 0.4 for 40 ms. Together, they are 7 dB louder.
    let sound = Self.sound(4) { t in
      let hum = 0.2 * 2.0.squareRoot() * sin(2 * .pi * 110 * t)
      let isHit = t >= 2 && t < 2.04
      return hum + (isHit ? random.number(in: -0.4...0.4) * 3.0.squareRoot() : 0)
    }
    let pattern = try Self.pattern(sound)
    #expect(Self.taps(pattern).contains { abs($0 - 2) < 0.01 })
    let before = Self.value(.hapticIntensityControl, at: 1.9, pattern)
    let during = Self.value(.hapticIntensityControl, at: 2.01, pattern)
    #expect(before > 0.4)
    #expect((4.0...8).contains(Decibels.level(during / before)), "\(before) to \(during)")
  }

  @Test(arguments: [110, 220, 392.0]) func `drums over a pad keep every stroke and the pad`(
    hertz: Double
  ) throws {
    var random = SplitMix64(seed: 3)
    let times = (0..<20).map { 0.4 + 0.25 * Double($0) }
    let sound = Self.sound(6) { t in
      let pad = (1...5).reduce(0.0) { $0 + sin(2 * .pi * hertz * Double($1) * t) / Double($1) }
      var drums = 0.0
      for (index, time) in times.enumerated() where t >= time && t < time + 0.25 {
        let since = t - time
        drums +=
          index.isMultiple(of: 2)
          ? sin(2 * .pi * 60 * since) * exp(-since / 0.1)
          : random.number(in: -0.6...0.6) * exp(-since / 0.04)
      }
      return 0.12 * pad * min(1, t / 0.3, (6 - t) / 0.3) + 0.6 * drums
    }
    let pattern = try Self.pattern(sound)
    let score = OnsetScore(found: Self.taps(pattern), expected: times, window: 0.025)
    #expect(score.f >= 0.95, "\(Self.taps(pattern))")
    #expect(Self.vibration(pattern) > 5)
  }

  /// A difference of 16 dB in the sound is 12 dB in the vibration, a quarter of the strength.
  @Test func `a stroke is as strong as its addition to a loud tone`() throws {
    var random = SplitMix64(seed: 5)
    let sound = Self.sound(6) { t in
      let stroke = (t - 0.5) / 0.5
      let since = (stroke - stroke.rounded(.down)) * 0.5
      let level = Int(stroke).isMultiple(of: 2) ? 0.64 : 0.1
      let burst = stroke < 0 ? 0 : random.number(in: -level...level) * exp(-since / 0.04)
      return 0.3 * sin(2 * .pi * 98 * t) + burst
    }
    let pattern = try Self.pattern(sound)
    let strengths = pattern.events.filter { $0.type == .hapticTransient }.map { event in
      (event.parameters.first { $0.id == .hapticIntensity }?.value ?? 1)
        * Self.value(.hapticIntensityControl, at: event.time, pattern)
    }
    try #require(strengths.count == 11)
    let loud = stride(from: 0, to: 11, by: 2).reduce(0) { $0 + strengths[$1] } / 6
    let soft = stride(from: 1, to: 11, by: 2).reduce(0) { $0 + strengths[$1] } / 5
    #expect((0.15...0.4).contains(soft / loud), "\(strengths)")
  }

  @Test func `the clash of a sword is one tap, and its ring is a vibration`() throws {
    var random = SplitMix64(seed: 1)
    let sound = Self.sound(3) { t in
      let since = t - 0.5
      guard since >= 0 else { return 0 }
      let ring = [1_130.0, 1_870, 2_910, 4_170].reduce(0.0) { $0 + sin(2 * .pi * $1 * since) }
      return 0.15 * ring * exp(-since / 0.6)
        + random.number(in: -0.5...0.5) * exp(-since / 0.004)
    }
    let pattern = try Self.pattern(sound)
    #expect(Self.taps(pattern).count == 1, "\(Self.taps(pattern))")
    #expect(abs((Self.taps(pattern).first ?? 0) - 0.5) < 0.005)
    #expect(Self.vibration(pattern) > 1)
  }

  @Test(arguments: [0.005, 0.02]) func `fourteen notes become fourteen transients`(attack: Double)
    throws
  {
    let notes = [0, 4, 7, 12, 7, 4, 0, 2, 5, 9, 14, 9, 5, 2]
    let sound = Self.sound(7.5) { t in
      var sum = 0.0
      for (index, note) in notes.enumerated() {
        let since = t - 0.3 - 0.5 * Double(index)
        guard since >= 0, since < 0.6 else { continue }
        let hertz = 220 * exp2(Double(note) / 12)
        let edge = min(1, since / attack, (0.6 - since) / 0.02)
        sum += (1...6).reduce(0.0) {
          $0 + 0.1 * edge * exp(-since * Double(1 + $1)) * sin(2 * .pi * hertz * Double($1) * since)
        }
      }
      return sum
    }
    #expect(try Self.taps(Self.pattern(sound)).count == 14)
  }

  @Test(arguments: [0.01, 0.05, 0.2], 1...3 as ClosedRange<UInt64>)
  func `a noisy hit is a transient`(decay: Double, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let sound = Self.sound(1.5) { t in
      t < 0.3 ? 0 : random.number(in: -0.8...0.8) * exp(-(t - 0.3) / decay)
    }
    let taps = try Self.taps(Self.pattern(sound))
    #expect(taps.count == 1 && abs((taps.first ?? 0) - 0.3) < 0.005, "\(taps)")
  }

  @Test(arguments: [1, 2, 4.0], [false, true])
  func `an engine gets stronger and sharper with its revolutions`(
    order: Double, isNoisy: Bool
  ) throws {
    var (random, phase) = (SplitMix64(seed: 5), 0.0)
    func turns(_ t: Double) -> Double { (900 + 3_600 * (1 - abs(t - 4) / 4)) / 60 }
    let sound = Self.sound(8) { t in
      phase += order * turns(t) / Self.rate
      let tone = (1...12).reduce(0.0) { $0 + sin(2 * .pi * Double($1) * phase) / Double($1) }
      let noise = isNoisy ? random.number(in: -0.3...0.3) : 0
      return (0.12 * tone + 0.2 * noise) * (0.4 + 0.6 * turns(t) / 75)
    }
    let pattern = try Self.pattern(sound)
    let times = stride(from: 0.3, to: 7.7, by: 0.1).map { $0 }
    let revolutions = times.map(turns)
    for id in [DynamicParameter.ID.hapticIntensityControl, .hapticSharpnessControl] {
      let values = times.map { Self.value(id, at: $0, pattern) }
      let rho = Self.rankCorrelation(values, revolutions)
      #expect(rho >= 0.9, "\(id): \(rho)")
    }
  }

  @Test(arguments: [0.3, 1, 3]) func `a pitch is followed without octave errors`(
    strength: Double
  ) throws {
    // The second harmonic is weaker than the first, equally strong, and stronger.
    var phase = 0.0
    func hertz(_ t: Double) -> Double { 60 * exp2(t / 2) }
    let sound = Self.sound(5) { t in
      phase += hertz(t) / Self.rate
      let (one, two, three) = (sin(2 * .pi * phase), sin(4 * .pi * phase), sin(6 * .pi * phase))
      return 0.2 * (one + strength * two + 0.5 * three)
    }
    let frames = try SoundListening(to: sound).frames
    for (index, frame) in frames.enumerated().dropFirst(20).dropLast(20) {
      let ratio = Double(frame.pitch) / hertz(Double(index) / 100)
      #expect(abs(ratio - 1) < 0.05, "\(Double(index) / 100) s: \(frame.pitch) Hz")
    }
  }

  @Test func `gain, gate, range, smoothing and tolerance have their documented effects`() throws {
    // 6 s that decay by 10 dB a second, with a ripple of 12 Hz.
    let sound = Self.sound(6) { t in
      0.8 * pow(10, -t / 2) * (1 + 0.5 * sin(2 * .pi * 12 * t)) * sin(2 * .pi * 300 * t)
    }
    func made(_ change: (inout ListenOptions) -> Void) throws -> HapticPattern {
      var options = ListenOptions()
      change(&options)
      return try Self.pattern(sound, options: options, by: .envelope)
    }
    func level(_ pattern: HapticPattern) -> Double {
      20 * log10(Self.value(.hapticIntensityControl, at: 2.5, pattern))
    }
    func count(_ pattern: HapticPattern) -> Int {
      pattern.curves.reduce(0) { $0 + $1.controlPoints.count }
    }
    let plain = try made { _ in }
    #expect(abs(Self.vibration(plain) - 4) < 0.4)
    // A level of -20 dB becomes -15 dB, or -10 if the range is 60 dB.
    let louder = try level(made { $0.gain = 6 }) - level(plain)
    #expect(abs(louder - 6) < 2, "\(louder)")
    #expect(try abs(Self.vibration(made { $0.gate = -20 }) - 2) < 0.3)
    #expect(try level(made { $0.range = 60 }) - level(plain) > 4)
    let ends = try made { ($0.range, $0.gate) = (80, -60) }
    #expect(abs(Self.vibration(ends) - 6) < 0.3)
    #expect(try 2 * count(made { $0.smoothing = 0.2 }) < count(plain))
    #expect(try 2 * count(made { $0.tolerance = 6 }) < count(plain))
  }

  @Test(arguments: [(18.0, true), (26, false)])
  func `bursts of noise are strokes up to the speed of a roll, and a vibration beyond`(
    perSecond: Double, areStrokes: Bool
  ) throws {
    var random = SplitMix64(seed: 3)
    let sound = Self.sound(4) { time in
      let since = time.truncatingRemainder(dividingBy: 1 / perSecond)
      return time < 0.5 ? 0 : random.number(in: -0.8...0.8) * exp(-since / 0.006)
    }
    let pattern = try Self.pattern(sound)
    let taps = Self.taps(pattern).count
    #expect(areStrokes ? taps > 57 : taps < 4, "\(taps) of \(Int(3.5 * perSecond))")
    #expect(areStrokes || Self.vibration(pattern) > 3.3)
  }
}
