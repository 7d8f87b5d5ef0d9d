import Foundation
import HapticEngine
import TestSupport
import Testing

/// Tests of the reference's events against formulas that are derived for each case.
@Suite struct ReferenceEventTests {
  @Test(arguments: [
    // 0.8 exp(-310 t) sin(2 pi 155 t), computed with 30 digits by another program.
    (8_000, [0.093456482274, 0.178477900962, 0.509439121998, 0.0297624881418]),
    (44_100, [0.0175418260227, 0.0348294023029, 0.163342250742, 0.351957365628]),
    (48_000, [0.0161259645269, 0.0320377110313, 0.151122219474, 0.330669628754]),
    (192_000, [0.00405132662214, 0.00808947732338, 0.0399118658098, 0.0971730075774]),
  ])
  func `a transient is a damped sine, by default of sharpness 0.5 and intensity 1`(
    sampleRate: Double, expected: [Double]
  ) throws {
    let bus = try ReferenceSignal(HapticPattern { Transient() }, sampleRate: sampleRate)
      .hapticBus(frameCount: 26)
    #expect(bus[0] == 0)
    for (n, value) in zip([1, 2, 10, 25], expected) {
      #expect(abs(bus[n] - value) < 1e-12, "sample \(n)")
    }
  }

  @Test(arguments: [(8_000.0, 238), (44_100, 1_311), (48_000, 1_427), (192_000, 5_705)])
  func `a transient ends where its envelope reaches one ten thousandth`(
    sampleRate: Double, frameCount: Int
  ) throws {
    // ln(10^4) * 0.5 / 155 s is 237.7, 1310.2, 1426.1 and 5704.5 samples.
    let signal = try ReferenceSignal(HapticPattern { Transient() }, sampleRate: sampleRate)
    let bus = signal.hapticBus(frameCount: frameCount + 1_000)
    #expect(bus.lastIndex { $0 != 0 } == frameCount - 1)
    #expect(signal.endOfSounding == Double(frameCount))
  }

  @Test(arguments: signalRates)
  func `an event starts at the nearest sample, and at the later one if halfway`(
    sampleRate: Double
  ) throws {
    for (samples, first) in [(0.49, 0), (0.5, 1), (2.5, 3), (3.0, 3), (3.49, 3)] {
      let pattern = try HapticPattern { Transient(at: samples / sampleRate) }
      let bus = ReferenceSignal(pattern, sampleRate: sampleRate).hapticBus(frameCount: 10)
      // The first sample of a sine is 0, so the first visible sample is the next one.
      #expect(bus.firstIndex { $0 != 0 } == first + 1, "\(samples) samples")
    }
  }

  @Test(arguments: signalRates)
  func `a continuous event is a sine under an attack of 2 ms`(sampleRate: Double) throws {
    let pattern = try HapticPattern { Continuous(duration: 1, intensity: 0.5, sharpness: 1) }
    let bus = ReferenceSignal(pattern, sampleRate: sampleRate).hapticBus(frameCount: 1_000)
    let wrong = bus.indices.filter { n in
      let t = Double(n) / sampleRate
      let attack = t < 0.002 ? t / 0.002 : 1
      return abs(bus[n] - 0.6 * 0.5 * attack * sin(2 * .pi * 230 * t)) > 1e-10
    }
    #expect(wrong.isEmpty, "first at sample \(wrong.first ?? 0)")
  }

  @Test func `sharpness from 0 to 1 sweeps the phase as the sum of its steps`() throws {
    let sampleRate = 48_000.0
    let pattern = try HapticPattern {
      Continuous(duration: 2, intensity: 1, sharpness: 0)
      Curve(.hapticSharpnessControl, [(0, 0), (1, 1)])
    }
    let bus = ReferenceSignal(pattern, sampleRate: sampleRate).hapticBus(frameCount: 60_000)
    let wrong = (200..<60_000).filter { n in
      // The sum of f(j) = 80 + 150 j / fs over j < n; after one second f is 230.
      let swept = Double(min(n, 48_000))
      let cycles =
        (80 * swept + 150 * swept * (swept - 1) / 2 / sampleRate) / sampleRate
        + 230 * (Double(n) - swept) / sampleRate
      return abs(bus[n] - 0.6 * sin(2 * .pi * cycles)) > 1e-8
    }
    #expect(wrong.isEmpty, "first at sample \(wrong.first ?? 0)")
  }

  @Test func `the phase continues while the intensity is 0`() throws {
    let pattern = try HapticPattern {
      Continuous(duration: 1, sharpness: 0)
      DynamicParameter(.hapticIntensityControl, 0, at: 0.1)
      DynamicParameter(.hapticIntensityControl, 1, at: 0.2031)
    }
    let bus = ReferenceSignal(pattern, sampleRate: 8_000).hapticBus(frameCount: 4_000)
    #expect(bus[800..<1_625].allSatisfy { $0 == 0 })
    let wrong = (1_625..<4_000).filter { n in
      abs(bus[n] - 0.6 * sin(2 * .pi * 80 * Double(n) / 8_000)) > 1e-10
    }
    #expect(wrong.isEmpty, "first at sample \(wrong.first ?? 0)")
  }

  @Test func `the intensity exponent is applied to the product of intensity and control`() throws {
    for (exponent, amplitude) in [(1.0, 0.25), (2, 0.0625), (1.7, 0.09473228540689989)] {
      let profile = try Profile(
        name: "bent", lowHertz: 100, highHertz: 200, gainContinuous: 0.5, gainTransient: 0.75,
        intensityExponent: exponent, gain: 2)
      let pattern = try HapticPattern {
        Continuous(duration: 0.5, intensity: 0.5, sharpness: 0)
        DynamicParameter(.hapticIntensityControl, 0.5)
        Transient(at: 1, intensity: 0.5, sharpness: 1)
      }
      let bus = ReferenceSignal(pattern, sampleRate: 8_000, profile: profile)
        .hapticBus(frameCount: 8_020)
      // 100 Hz is 80 samples per cycle: a quarter of a cycle after a full one.
      #expect(abs(bus[100] - 2 * 0.5 * amplitude) < 1e-12)
      // 200 Hz is 40 samples per cycle; a quarter of a cycle is 1.25 ms, half a time constant.
      #expect(abs(bus[8_010] - 2 * 0.75 * amplitude * exp(-0.5)) < 1e-12)
    }
  }

  @Test func `values outside their ranges are clamped before controls are combined with them`()
    throws
  {
    // 0.25 times the intensity 7, clamped to 1; the sharpness -1, clamped to 0, plus 0.5; the attack time 4, clamped to
    // 1, minus 0.75. The sum of 0.9 and 0.5 is clamped to 1.
    let given = try HapticPattern {
      Continuous(duration: 0.2, intensity: 7, sharpness: -1)
      Continuous(at: 0.3, duration: 0.2, intensity: 1, sharpness: 0.9, attack: 4)
      DynamicParameter(.hapticIntensityControl, 0.25)
      DynamicParameter(.hapticSharpnessControl, 0.5)
      DynamicParameter(.hapticAttackTimeControl, -0.75, at: 0.3)
    }
    let played = try HapticPattern {
      Continuous(duration: 0.2, intensity: 0.25, sharpness: 0.5)
      Continuous(at: 0.3, duration: 0.2, intensity: 0.25, sharpness: 1, attack: 0.25)
    }
    #expect(
      ReferenceSignal(given, sampleRate: 8_000).hapticBus(frameCount: 5_000)
        == ReferenceSignal(played, sampleRate: 8_000).hapticBus(frameCount: 5_000))
  }

  @Test func `controls are evaluated at the time of the pattern, not of the event`() throws {
    // 80 Hz has 100 samples per cycle; from sample 1100 of the pattern on, it is half as strong.
    let pattern = try HapticPattern {
      Continuous(at: 0.125, duration: 0.5, sharpness: 0)
      DynamicParameter(.hapticIntensityControl, 0.5, at: 0.1375)
    }
    let bus = ReferenceSignal(pattern, sampleRate: 8_000).hapticBus(frameCount: 1_200)
    for (frame, value) in [(1_025, 0.6), (1_075, -0.6), (1_125, 0.3), (1_175, -0.3)] {
      #expect(abs(bus[frame] - value) < 1e-10, "sample \(frame)")
    }
  }

  @Test func `an event between two samples uses the controls of the sample at which it starts`()
    throws
  {
    // At 8 000 Hz it starts at sample 1, after the step to a half at sample 0.7.
    let pattern = try HapticPattern {
      Transient(at: 0.6 / 8_000)
      DynamicParameter(.hapticIntensityControl, 0.5, at: 0.7 / 8_000)
    }
    let plain = try HapticPattern { Transient(at: 0.6 / 8_000, intensity: 0.5) }
    #expect(
      ReferenceSignal(pattern, sampleRate: 8_000).hapticBus(frameCount: 300)
        == ReferenceSignal(plain, sampleRate: 8_000).hapticBus(frameCount: 300))
  }

  @Test
  func `a transient uses the intensity control at its start and ignores the sharpness control`()
    throws
  {
    let controlled = try HapticPattern {
      Transient(at: 0.1, sharpness: 0.2)
      DynamicParameter(.hapticIntensityControl, 0.5)
      DynamicParameter(.hapticIntensityControl, 1, at: 0.1001)
      DynamicParameter(.hapticSharpnessControl, 0.7)
    }
    let plain = try HapticPattern { Transient(at: 0.1, intensity: 0.5, sharpness: 0.2) }
    #expect(
      ReferenceSignal(controlled, sampleRate: 48_000).hapticBus(frameCount: 9_600)
        == ReferenceSignal(plain, sampleRate: 48_000).hapticBus(frameCount: 9_600))
  }

  @Test(arguments: signalRates)
  func `an actuator passes its resonance unchanged and rings on after the last event`(
    sampleRate: Double
  ) throws {
    // 80 + 150 s = 150 Hz, the resonance of the profile.
    let pattern = try HapticPattern { Continuous(duration: 1, sharpness: 70.0 / 150) }
    let end = Int(sampleRate * 1.01)
    let bus = ReferenceSignal(pattern, sampleRate: sampleRate, profile: .lra)
      .hapticBus(frameCount: end)
    let wrong = (Int(0.9 * sampleRate)..<Int(sampleRate)).filter { n in
      abs(bus[n] - 0.6 * sin(2 * .pi * 150 * Double(n) / sampleRate)) > 1e-7
    }
    #expect(wrong.isEmpty, "first at sample \(wrong.first ?? 0)")
    #expect(bus[(end - Int(0.004 * sampleRate))...].contains { abs($0) > 0.3 })
  }

  @Test func `an actuator passes half of the power at the edges of its band`() throws {
    // The response of a mass on a spring is s/Q / (s^2 + s/Q + 1). It passes half of the power where |s| - 1/|s| is 1/Q
    // or -1/Q. The bilinear transform maps s to j tan(w/2) / tan(w0/2).
    let sampleRate = 8_000.0
    let upper = (1.0 / 8 + (1.0 / 64 + 4).squareRoot()) / 2
    for edge in [upper, 1 / upper] {
      let hertz = atan(edge * tan(.pi * 150 / sampleRate)) * sampleRate / .pi
      let profile = try Profile(
        name: "edge", lowHertz: hertz, highHertz: 400, gainContinuous: 1,
        gainTransient: 1, actuator: .init(resonanceHertz: 150, q: 8))
      let pattern = try HapticPattern { Continuous(duration: 2, sharpness: 0) }
      let bus = ReferenceSignal(pattern, sampleRate: sampleRate, profile: profile)
        .hapticBus(frameCount: 16_000)
      let power = bus[8_000...].reduce(0) { $0 + $1 * $1 } / 8_000
      #expect(abs(power - 0.25) < 0.002)
    }
  }

  @Test func `audio events and audio controls do not affect the haptic bus`() throws {
    let pattern = try HapticPattern {
      Tone(duration: 1)
      DynamicParameter(.audioVolumeControl, 0.5)
    }
    let signal = ReferenceSignal(pattern, sampleRate: 8_000)
    #expect(signal.hapticBus(frameCount: 8_000).allSatisfy { $0 == 0 })
    #expect(signal.endOfSounding == 0)
  }
}
