import Foundation
import HapticEngine
import HapticPerception
import Realtime
import TestSupport
import Testing

@testable import HapticListening

/// Trains of pulses that are felt as the roughness of a vibration.
struct RoughnessTests {
  /// A train of `rate` pulses a second from 0.2 to 3.8 s; each pulse is a tone of `hertz` that dies away.
  private static func train(rate: Double, hertz: Double, decay: Double) -> DecodedSound {
    EmphasisTests.sound(4) { t in
      guard t >= 0.2, t < 3.8 else { return 0 }
      let since = ((t - 0.2) * rate).truncatingRemainder(dividingBy: 1) / rate
      return 0.7 * sin(2 * .pi * hertz * since) * exp(-since / decay)
    }
  }

  private static func pattern(
    _ sound: DecodedSound, _ options: ListenOptions = ListenOptions()
  ) throws -> HapticPattern {
    let listening = try SoundListening(to: sound, options: options)
    return try HapticPattern(
      of: listening, sections: listening.sections(by: .auto), options: options)
  }

  private static let times = stride(from: 1, to: 3, by: 0.005).map { $0 }

  /// The intensities every 5 ms in the middle of the train.
  private static func intensities(_ pattern: HapticPattern) -> [Double] {
    times.map { EmphasisTests.value(.hapticIntensityControl, at: $0, pattern) }
  }

  /// The difference between the highest and the lowest intensity, in decibels.
  private static func depth(_ pattern: HapticPattern) -> Double {
    let intensities = intensities(pattern)
    return Decibels.level((intensities.max() ?? 1) / max(intensities.min() ?? 1, 1e-3))
  }

  /// The root mean squares of the 10 ms around `times`.
  private static func levels(_ sound: DecodedSound) -> [Double] {
    times.map { time in
      let rate = sound.sampleRate
      let samples = sound.channels[0][Int((time - 0.005) * rate)..<Int((time + 0.005) * rate)]
      return (samples.reduce(0) { $0 + Double($1 * $1) } / Double(samples.count)).squareRoot()
    }
  }

  @Test(arguments: [(23.0, 70.0, 0.008), (27, 160, 0.006), (33, 110, 0.005), (44, 300, 0.004)])
  func `the pulses of a fast train are felt in the intensity`(
    rate: Double, hertz: Double, decay: Double
  ) throws {
    let sound = Self.train(rate: rate, hertz: hertz, decay: decay)
    let pattern = try Self.pattern(sound)
    let rho = EmphasisTests.rankCorrelation(Self.levels(sound), Self.intensities(pattern))
    // Half a frame is a fifth of the period of the fastest train.
    #expect(rho >= 0.85, "\(rho)")
    #expect(Self.depth(pattern) > 6)
    #expect(pattern.events.count { $0.type == .hapticContinuous } == 1)
  }

  @Test func `bursts of noise are felt in the intensity`() throws {
    var random = SplitMix64(seed: 7)
    let sound = EmphasisTests.sound(4) { t in
      let since = (t * 28).truncatingRemainder(dividingBy: 1) / 28
      return random.number(in: -0.7...0.7) * exp(-since / 0.006)
    }
    #expect(Self.depth(try Self.pattern(sound)) > 6)
  }

  @Test func `an average over two pulses makes a train even`() throws {
    var options = ListenOptions()
    options.smoothing = 0.1
    let sound = Self.train(rate: 30, hertz: 140, decay: 0.006)
    #expect(Self.depth(try Self.pattern(sound)) > 6)
    #expect(Self.depth(try Self.pattern(sound, options)) < DifferenceLimen.decibels)
  }

  @Test(arguments: [(70.0, 420.0), (110, 420)])
  func `pulses that are too fast to be felt are an even vibration`(
    rate: Double, hertz: Double
  ) throws {
    let sound = Self.train(rate: rate, hertz: hertz, decay: 0.004)
    #expect(Self.depth(try Self.pattern(sound)) < DifferenceLimen.decibels)
  }

  @Test(arguments: [41.0, 49]) func `a bass note is an even vibration`(hertz: Double) throws {
    let sound = EmphasisTests.sound(4) { t in
      (1...5).reduce(0.0) { sum, part in
        let part = Double(part)
        return sum + 0.2 * sin(2 * .pi * hertz * part * t + part * part) / pow(part, 1.2)
      }
    }
    #expect(Self.depth(try Self.pattern(sound)) < DifferenceLimen.decibels)
  }

  @Test func `a chord whose notes beat 49 times a second is an even vibration`() throws {
    let sound = EmphasisTests.sound(4) { t in
      [98.0, 147, 196, 247].reduce(0.0) { $0 + 0.15 * sin(2 * .pi * $1 * t + $1) }
    }
    #expect(Self.depth(try Self.pattern(sound)) < DifferenceLimen.decibels)
  }
}
