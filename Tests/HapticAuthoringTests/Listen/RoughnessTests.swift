import Foundation
import HapticEngine
import HapticPerception
import Realtime
import TestSupport
import Testing

@testable import HapticListening

/// Trains of pulses that are felt as roughness: their pulses, level and timbre.
struct RoughnessTests {
  private static let seconds = 4.0

  /// A train of `rate` pulses a second from 0.2 to 3.8 s; each pulse is a tone of `hertz` that dies away.
  private static func train(
    rate: Double, decay: Double, level: (Double) -> Double = { _ in 0.7 },
    hertz: (Double) -> Double
  ) -> DecodedSound {
    EmphasisTests.sound(seconds) { t in
      guard t >= 0.2, t < 3.8 else { return 0 }
      let pulse = ((t - 0.2) * rate).rounded(.down) / rate
      let since = t - 0.2 - pulse
      return level(pulse + 0.2) * sin(2 * .pi * hertz(pulse + 0.2) * since) * exp(-since / decay)
    }
  }

  private static func pattern(
    _ sound: DecodedSound, _ options: ListenOptions = ListenOptions()
  ) throws -> HapticPattern {
    let listening = try SoundListening(to: sound, options: options)
    return try HapticPattern(
      of: listening, sections: listening.sections(by: .auto), options: options)
  }

  /// The root mean square of the 10 ms around `time`.
  private static func level(_ sound: DecodedSound, at time: Double) -> Double {
    let rate = sound.sampleRate
    let samples = sound.channels[0][Int((time - 0.005) * rate)..<Int((time + 0.005) * rate)]
    return (samples.reduce(0) { $0 + Double($1 * $1) } / Double(samples.count)).squareRoot()
  }

  private static func correlation(_ one: [Double], _ two: [Double]) -> Double {
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    func product(_ a: [Double], _ b: [Double]) -> Double {
      let (first, second) = (mean(a), mean(b))
      return zip(a, b).reduce(0) { $0 + ($1.0 - first) * ($1.1 - second) }
    }
    return product(one, two) / (product(one, one) * product(two, two)).squareRoot()
  }

  /// The intensities every 5 ms in the middle of the train.
  private static func intensities(_ pattern: HapticPattern) -> [Double] {
    times.map { EmphasisTests.value(.hapticIntensityControl, at: $0, pattern) }
  }
  private static let times = stride(from: 1, to: 3, by: 0.005).map { $0 }

  private static func taps(_ pattern: HapticPattern) -> Int {
    pattern.events.count { $0.type == .hapticTransient }
  }

  /// People distinguish vibrations that are modulated at 15 to 45 Hz from even ones (Cao and others, 2018).
  @Test(arguments: [(23.0, 70.0, 0.008), (27, 160, 0.006), (33, 110, 0.005), (44, 300, 0.004)])
  func `the pulses of a fast train are felt in the intensity`(
    rate: Double, hertz: Double, decay: Double
  ) throws {
    let sound = Self.train(rate: rate, decay: decay) { _ in hertz }
    let pattern = try Self.pattern(sound)
    let levels = Self.times.map { Self.level(sound, at: $0) }
    let correlation = Self.correlation(levels, Self.intensities(pattern))
    #expect(correlation >= 0.9, "\(correlation)")
    #expect(Self.taps(pattern) <= 1)
    #expect(pattern.events.count { $0.type == .hapticContinuous } == 1)
  }

  @Test func `a longer average makes one even vibration of a fast train`() throws {
    var options = ListenOptions()
    options.smoothing = 0.12
    let pattern = try Self.pattern(Self.train(rate: 30, decay: 0.006) { _ in 140 }, options)
    let intensities = Self.intensities(pattern)
    let range = Decibels.level((intensities.max() ?? 1) / (intensities.min() ?? 1))
    #expect(range < DifferenceLimen.decibels)
  }

  @Test(arguments: [70.0, 110]) func `pulses that are too fast to be felt are an even vibration`(
    rate: Double
  ) throws {
    let pattern = try Self.pattern(Self.train(rate: rate, decay: 0.004) { _ in 420 })
    let intensities = Self.intensities(pattern)
    let range = Decibels.level((intensities.max() ?? 1) / (intensities.min() ?? 1))
    #expect(range < DifferenceLimen.decibels)
  }

  @Test(arguments: [24.0, 38, 80]) func `the intensity of a fast train follows its level`(
    rate: Double
  ) throws {
    func swell(_ t: Double) -> Double { 0.08 + 0.6 * sin(.pi * t / 4) * sin(.pi * t / 4) }
    let pattern = try Self.pattern(
      Self.train(rate: rate, decay: 0.006, level: swell) { _ in 130 })
    let times = stride(from: 0.5, to: 3.5, by: 0.1).map { $0 }
    let means = times.map { time in
      stride(from: -0.05, to: 0.05, by: 0.002).reduce(0) {
        $0 + EmphasisTests.value(.hapticIntensityControl, at: time + $1, pattern)
      }
    }
    let rho = EmphasisTests.rankCorrelation(means, times.map(swell))
    #expect(rho >= 0.95, "\(rho)")
  }

  @Test(arguments: [26.0, 41, 75]) func `the sharpness of a fast train follows its timbre`(
    rate: Double
  ) throws {
    func hertz(_ t: Double) -> Double { 180 * exp2(3 * (1 - abs(t - 2) / 2)) }
    let pattern = try Self.pattern(Self.train(rate: rate, decay: 0.007, hertz: hertz))
    let times = stride(from: 0.4, to: 3.6, by: 0.1).map { $0 }
    let rho = EmphasisTests.rankCorrelation(
      times.map { EmphasisTests.value(.hapticSharpnessControl, at: $0, pattern) },
      times.map(hertz))
    #expect(rho >= 0.9, "\(rho)")
    #expect(Self.taps(pattern) <= 2)
  }

  @Test(arguments: [(27.0, 95.0), (42, 260)])
  func `a fast train of constant timbre has a constant sharpness`(rate: Double, hertz: Double)
    throws
  {
    let pattern = try Self.pattern(Self.train(rate: rate, decay: 0.008) { _ in hertz })
    let profile = Profile.wideband
    let frequencies = Self.times.map {
      profile.lowHertz + (profile.highHertz - profile.lowHertz)
        * EmphasisTests.value(.hapticSharpnessControl, at: $0, pattern)
    }
    #expect((frequencies.max() ?? 0) / (frequencies.min() ?? 1) < DifferenceLimen.frequencyRatio)
  }

  @Test func `a chord whose notes beat 49 times a second is not rough`() throws {
    let sound = EmphasisTests.sound(Self.seconds) { t in
      [98.0, 147, 196, 247].reduce(0.0) { $0 + 0.15 * sin(2 * .pi * $1 * t + $1) }
    }
    let pattern = try Self.pattern(sound)
    let points = pattern.curves.filter { $0.id == .hapticIntensityControl }
      .reduce(0) { $0 + $1.controlPoints.count }
    #expect(points < 40)
  }
}
