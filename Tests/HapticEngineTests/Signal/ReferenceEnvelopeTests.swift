import Foundation
import HapticEngine
import TestSupport
import Testing

/// Tests of the reference's envelopes, measured on a sine of known phase.
@Suite struct ReferenceEnvelopeTests {
  /// Expects that `pattern`, one event of 80 Hz at time 0 with intensity 1, has the envelope `level`, a function of
  /// time in seconds.
  private func expectEnvelope(
    of pattern: HapticPattern, sampleRate: Double, length: Seconds, _ level: (Seconds) -> Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let frameCount = Int(length * sampleRate)
    let bus = ReferenceSignal(pattern, sampleRate: sampleRate).hapticBus(frameCount: frameCount)
    let worst = bus.indices.map { n in
      let t = Double(n) / sampleRate
      return abs(bus[n] - 0.6 * level(t) * sin(2 * .pi * 80 * t))
    }.max()
    #expect(worst ?? 1 < 1e-8, sourceLocation: sourceLocation)
  }

  @Test(arguments: signalRates)
  func `a sustained event attacks, holds and releases in a straight line`(
    sampleRate: Double
  ) throws {
    // The release of 0 is 5 ms.
    let pattern = try HapticPattern { Continuous(duration: 0.1, sharpness: 0) }
    expectEnvelope(of: pattern, sampleRate: sampleRate, length: 0.2) { t in
      if t < 0.002 { return t / 0.002 }
      return t < 0.1 ? 1 : max(0, 1 - (t - 0.1) / 0.005)
    }
    let signal = ReferenceSignal(pattern, sampleRate: sampleRate)
    #expect(abs(signal.endOfSounding - 0.105 * sampleRate) <= 1)
  }

  @Test func `normalized times halfway are the geometric means of the extremes`() throws {
    // Attack sqrt(0.002 * 1) = 44.7 ms; release sqrt(0.005 * 2) = 100 ms.
    let pattern = try HapticPattern {
      Continuous(duration: 0.3, sharpness: 0, attack: 0.5, release: 0.5)
    }
    expectEnvelope(of: pattern, sampleRate: 48_000, length: 0.5) { t in
      if t < 0.3 { return min(1, t / 0.0447213595499958) }
      return max(0, 1 - (t - 0.3) / 0.1)
    }
  }

  @Test func `normalized times of 1 are the longest`() throws {
    let sustained = try HapticPattern {
      Continuous(duration: 1.5, sharpness: 0, attack: 1, release: 1)
    }
    expectEnvelope(of: sustained, sampleRate: 8_000, length: 4) { t in
      t < 1.5 ? min(1, t) : max(0, 1 - (t - 1.5) / 2)
    }
    let decaying = try HapticPattern {
      Continuous(duration: 20, sharpness: 0, attack: 1, decay: 1, sustained: false)
    }
    expectEnvelope(of: decaying, sampleRate: 8_000, length: 4) { t in
      t < 1 ? t : max(0, 1 - (t - 1) / 2)
    }
  }

  @Test func `an event shorter than its attack releases from the level it has reached`() throws {
    // Attack 1 s, cut at a quarter of it; release 100 ms.
    for sustained in [true, false] {
      let pattern = try HapticPattern {
        Continuous(
          duration: 0.25, sharpness: 0, attack: 1, decay: 1, release: 0.5, sustained: sustained)
      }
      expectEnvelope(of: pattern, sampleRate: 44_100, length: 0.5) { t in
        t < 0.25 ? t : 0.25 * max(0, 1 - (t - 0.25) / 0.1)
      }
    }
  }

  @Test func `an event that is not sustained decays after its attack and ends there`() throws {
    // Attack 2 ms, decay sqrt(0.02 * 2) = 200 ms; the duration is longer than both.
    let pattern = try HapticPattern {
      Continuous(duration: 5, sharpness: 0, decay: 0.5, sustained: false)
    }
    expectEnvelope(of: pattern, sampleRate: 48_000, length: 0.4) { t in
      t < 0.002 ? t / 0.002 : max(0, 1 - (t - 0.002) / 0.2)
    }
    let signal = ReferenceSignal(pattern, sampleRate: 48_000)
    #expect(abs(signal.endOfSounding - 0.202 * 48_000) <= 1)
  }

  @Test func `a decay that the duration cuts is released from its level`() throws {
    // At 102 ms half of the decay of 200 ms is over; release 5 ms.
    let pattern = try HapticPattern {
      Continuous(duration: 0.102, sharpness: 0, decay: 0.5, sustained: false)
    }
    expectEnvelope(of: pattern, sampleRate: 48_000, length: 0.4) { t in
      if t < 0.002 { return t / 0.002 }
      if t < 0.102 { return 1 - (t - 0.002) / 0.2 }
      return 0.5 * max(0, 1 - (t - 0.102) / 0.005)
    }
  }

  @Test(arguments: [30, 31, 1e9, nil, 0] as [Double?])
  func `an event of 30 s or more or without a duration is released at 30 s`(
    duration: Double?
  ) throws {
    let pattern = try HapticPattern(events: [
      HapticEvent(
        .hapticContinuous, duration: duration,
        parameters: [EventParameter(.hapticSharpness, 0), EventParameter(.releaseTime, 1)])
    ])
    expectEnvelope(of: pattern, sampleRate: 8_000, length: 32.5) { t in
      t < 30 ? min(1, t / 0.002) : max(0, 1 - (t - 30) / 2)
    }
  }

  @Test func `controls are added to normalized times at the event's start and not later`() throws {
    let controlled = try HapticPattern {
      Continuous(at: 0.1, duration: 0.4, attack: 0.4, release: 0.9)
      Continuous(at: 0.7, duration: 0.4, attack: 0.1, decay: 0.4, sustained: false)
      DynamicParameter(.hapticAttackTimeControl, 0.3, at: 0.1)
      DynamicParameter(.hapticReleaseTimeControl, -0.5, at: 0.1)
      DynamicParameter(.hapticAttackTimeControl, -0.7, at: 0.11)
      DynamicParameter(.hapticReleaseTimeControl, 0.1, at: 0.11)
      Curve(.hapticDecayTimeControl, [(0.2, -0.4), (1.2, 0.6)])
    }
    // The curve is at 0.1 at 0.7 s; 0.1 - 0.7 is below 0.
    let plain = try HapticPattern {
      Continuous(at: 0.1, duration: 0.4, attack: 0.7, release: 0.4)
      Continuous(at: 0.7, duration: 0.4, attack: 0, decay: 0.5, sustained: false)
    }
    let one = ReferenceSignal(controlled, sampleRate: 8_000).hapticBus(frameCount: 12_000)
    let other = ReferenceSignal(plain, sampleRate: 8_000).hapticBus(frameCount: 12_000)
    #expect(zip(one, other).allSatisfy { abs($0 - $1) < 1e-9 })
  }
}
