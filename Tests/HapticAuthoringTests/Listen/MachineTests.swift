import Foundation
import HapticEngine
import Realtime
import TestSupport
import Testing

@testable import HapticListening

/// Machines whose pulses ring, and sounds that only resemble them.
struct MachineTests {
  /// An engine whose cylinders fire with `strengths`, `firings` times a second; each firing excites `rings`, a
  /// frequency, a decay in seconds and an amplitude.
  private static func engine(
    strengths: [Double], rings: [(hertz: Double, decay: Double, amplitude: Double)],
    jitter: Double = 0, noise: Double = 0.02, firings: (Double) -> Double = { 2 * turns($0) }
  ) -> DecodedSound {
    var (random, phase) = (SplitMix64(seed: 3), 0.0)
    var states = rings.map { _ in (cosine: 0.0, sine: 0.0) }
    let rate = 22_050.0
    var number = 0
    var pending: [Int: Double] = [:]
    var index = 0
    return EmphasisTests.sound(8) { t in
      defer { index += 1 }
      let last = phase
      phase += firings(t) / rate
      if Int(phase) > Int(last) {
        let delay = Int(random.number(in: 0...2 * jitter) * rate)
        pending[index + delay] = strengths[number % strengths.count]
        number += 1
      }
      let strength = pending.removeValue(forKey: index) ?? 0
      var sum = noise * random.number(in: -1...1)
      for (place, ring) in rings.enumerated() {
        let (turn, fall) = (2 * .pi * ring.hertz / rate, exp(-1 / (ring.decay * rate)))
        let (cosine, sine) = (states[place].cosine + strength * ring.amplitude, states[place].sine)
        states[place] = (
          fall * (cosine * cos(turn) - sine * sin(turn)),
          fall * (sine * cos(turn) + cosine * sin(turn))
        )
        sum += states[place].sine
      }
      return 0.15 * sum * (0.3 + 0.7 * turns(t) / 75)
    }
  }

  /// The turns per second: from 900 to 4 500 per minute and back in eight seconds.
  private static func turns(_ t: Double) -> Double { (900 + 3_600 * (1 - abs(t - 4) / 4)) / 60 }

  private static func expectFollowed(_ sound: DecodedSound, _ least: Double = 0.98) throws {
    let listening = try SoundListening(to: sound)
    let pattern = try HapticPattern(of: listening, sections: listening.sections(by: .auto))
    let times = stride(from: 0.3, to: 7.7, by: 0.1).map { $0 }
    func rho(_ id: DynamicParameter.ID, _ expected: (Double) -> Double) -> Double {
      EmphasisTests.rankCorrelation(
        times.map { EmphasisTests.value(id, at: $0, pattern) }, times.map(expected))
    }
    let sharpness = rho(.hapticSharpnessControl, turns)
    #expect(sharpness >= least, "\(sharpness)")
    let intensity = rho(.hapticIntensityControl) { time in
      let frames = listening.frames(from: time - 0.05, to: time + 0.05)
      return frames.reduce(0) { $0 + Double($1.amplitude * $1.amplitude) }
    }
    #expect(intensity >= 0.9, "\(intensity)")
  }

  @Test(arguments: [[1], [1, 0.95, 0.97, 0.93], [1.02, 0.95, 0.96, 0.76]])
  func `the firings of an engine are followed through their ringing`(strengths: [Double]) throws {
    try Self.expectFollowed(
      Self.engine(strengths: strengths, rings: [(110, 0.02, 1), (800, 0.02, 1)]))
  }

  @Test(arguments: [(110.0, 0.02), (800, 0.02), (200, 0.015), (480, 0.005)])
  func `one ringing frequency is not mistaken for the pitch of an engine`(
    hertz: Double, decay: Double
  ) throws {
    try Self.expectFollowed(
      Self.engine(strengths: [1.02, 0.95, 0.96, 0.98], rings: [(hertz, decay, 1)]))
  }

  @Test(arguments: [[1, 0.85, 0.95, 0.75], [1, 0.8, 0.9]], [0.02, 0.15])
  func `an engine with unequal cylinders and many parts is followed through noise`(
    strengths: [Double], noise: Double
  ) throws {
    try Self.expectFollowed(
      Self.engine(
        strengths: strengths, rings: [(140, 0.015, 1), (500, 0.01, 0.8), (1_500, 0.006, 0.5)],
        noise: noise), 0.9)
  }

  @Test(arguments: [(180.0, 360.0, 0.02), (320, 1_200, 0.012), (95, 640, 0.03)])
  func `an engine whose parts ring longer than its firings are apart is followed`(
    low: Double, high: Double, decay: Double
  ) throws {
    try Self.expectFollowed(
      Self.engine(
        strengths: [1, 0.9, 0.95, 0.85], rings: [(low, decay, 1), (high, decay, 0.7)], noise: 0.05),
      0.9)
  }

  @Test(arguments: [420.0, 480, 500])
  func `the firings of an engine that changes its speed are not a series of taps`(hertz: Double)
    throws
  {
    let sound = Self.engine(strengths: [1.02, 0.95, 0.96, 0.76], rings: [(hertz, 0.005, 1)])
    let listening = try SoundListening(to: sound)
    let pattern = try HapticPattern(of: listening, sections: listening.sections(by: .auto))
    let taps = pattern.events.filter { $0.type == .hapticTransient }.map(\.time)
    #expect(taps.count <= 3, "\(taps)")
  }

  @Test func `an engine that runs unevenly is followed`() throws {
    try Self.expectFollowed(
      Self.engine(
        strengths: [1, 0.9, 0.97, 0.88], rings: [(110, 0.02, 1), (800, 0.02, 1)], jitter: 0.000_2))
  }

  @Test func `the firings of a single cylinder are followed from eight a second`() throws {
    func firings(_ t: Double) -> Double { 8 + 22 * max(0, 1 - abs(t - 5.5) / 2.5) }
    let sound = Self.engine(
      strengths: [1], rings: [(110, 0.02, 1), (800, 0.02, 1)], firings: firings)
    let listening = try SoundListening(to: sound)
    let pattern = try HapticPattern(of: listening, sections: listening.sections(by: .auto))
    let times = stride(from: 0.3, to: 7.7, by: 0.1).map { $0 }
    let sharpness = EmphasisTests.rankCorrelation(
      times.map { EmphasisTests.value(.hapticSharpnessControl, at: $0, pattern) },
      times.map(firings))
    #expect(sharpness >= 0.8, "\(sharpness)")
  }

  @Test func `notes, vibrato and falling pitches are not the rates of machines`() {
    func isGlide(_ octaves: (Double) -> Double) -> Bool {
      let rates = (0..<250).map { Float(100 * exp2(octaves(Double($0) / 50))) }
      return RateSequence(rates: rates, seconds: 0.02).isGlide()
    }
    #expect(!isGlide { floor($0 / 0.3) / 6 })
    #expect(!isGlide { floor($0 / 0.5) / 6 + 0.05 * sin(2 * .pi * 5.5 * $0) })
    #expect(!isGlide { 0.5 * exp(-$0.truncatingRemainder(dividingBy: 0.4) / 0.05) })
    #expect(isGlide { 0.2 * $0 })
    #expect(isGlide { -0.2 * $0 })
    #expect(isGlide { sin($0) })
  }
}
