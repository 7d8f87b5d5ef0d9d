import Foundation
public import HapticEngine

/// The controls of a pattern that affect haptic events.
struct ReferenceControls: Sendable {
  let intensity: ReferenceControl
  let sharpness: ReferenceControl
  let attackTime: ReferenceControl
  let decayTime: ReferenceControl
  let releaseTime: ReferenceControl

  init(of pattern: HapticPattern, sampleRate: Double) {
    intensity = ReferenceControl(.hapticIntensityControl, of: pattern, sampleRate: sampleRate)
    sharpness = ReferenceControl(.hapticSharpnessControl, of: pattern, sampleRate: sampleRate)
    attackTime = ReferenceControl(.hapticAttackTimeControl, of: pattern, sampleRate: sampleRate)
    decayTime = ReferenceControl(.hapticDecayTimeControl, of: pattern, sampleRate: sampleRate)
    releaseTime = ReferenceControl(.hapticReleaseTimeControl, of: pattern, sampleRate: sampleRate)
  }
}

/// The haptic bus of a pattern, sample by sample in double precision, directly from the signal
/// specification.
///
/// It is slow but as plain as possible, so that it can be verified by reading.
///
/// It does not share code with the renderer. Sentences in quotes are from the specification.
public struct ReferenceSignal: Sendable {
  /// The pattern to play.
  public let pattern: HapticPattern
  /// `fs`, in hertz.
  public let sampleRate: Double
  /// The profile to play it with.
  public let profile: Profile
  private let controls: ReferenceControls

  /// Creates the signal of `pattern` at `sampleRate` hertz.
  public init(_ pattern: HapticPattern, sampleRate: Double, profile: Profile = .wideband) {
    self.pattern = pattern
    self.sampleRate = sampleRate
    self.profile = profile
    controls = ReferenceControls(of: pattern, sampleRate: sampleRate)
  }

  /// The first `frameCount` samples of the haptic bus.
  ///
  /// "Haptic bus: mono, the sum of all haptic events; then the actuator filter if the profile has one; then the
  /// profile's `gain`."
  ///
  /// - Complexity: O(frames + audible frames of each event).
  public func hapticBus(frameCount: Int) -> [Double] {
    var bus = [Double](repeating: 0, count: frameCount)
    for event in pattern.events {
      // Events that start after the last frame are not heard; their frame may be too large for an
      // `Int`.
      guard firstFrame(of: event) < Double(frameCount) else { continue }
      switch event.type {
      case .hapticContinuous: addContinuous(event, to: &bus)
      case .hapticTransient: addTransient(event, to: &bus)
      case .audioContinuous, .audioCustom: continue
      }
    }
    if let actuator = profile.actuator {
      bus = ReferenceActuator(actuator, sampleRate: sampleRate).output(of: bus)
    }
    return bus.map { $0 * profile.gain }
  }

  /// The frame after the last audible frame of any event; 0 without events.
  ///
  /// The decay of an actuator is not included. The result may be larger than an `Int`.
  public var endOfSounding: Double {
    pattern.events.reduce(0) { latest, event in
      let end: Seconds
      switch event.type {
      case .hapticContinuous: end = envelope(of: event).end
      case .hapticTransient: end = transientLength(hertz: hertz(sharpness(of: event)))
      case .audioContinuous, .audioCustom: return latest
      }
      return max(latest, firstFrame(of: event) + (end * sampleRate).rounded(.up))
    }
  }
}

extension ReferenceSignal {
  /// The first sample of an event.
  ///
  /// "An event at time `T` seconds starts at sample `n0 = round(T * fs)`, halves away from zero."
  private func firstFrame(of event: HapticEvent) -> Double {
    (event.time * sampleRate).rounded(.toNearestOrAwayFromZero)
  }

  /// The time of the first sample of an event: "a control is evaluated at `t_n = n / fs`".
  private func start(of event: HapticEvent) -> Seconds { firstFrame(of: event) / sampleRate }

  /// "Missing HapticIntensity and HapticSharpness: 1.0 and 0.5"; "values outside a parameter's range
  /// are clamped".
  private func intensity(of event: HapticEvent) -> Double {
    clamp01(event.value(of: .hapticIntensity) ?? 1)
  }

  /// The sharpness, according to the same sentences.
  private func sharpness(of event: HapticEvent) -> Double {
    clamp01(event.value(of: .hapticSharpness) ?? 0.5)
  }

  /// "`f(s) = low + (high - low) * s` in Hz".
  private func hertz(_ sharpness: Double) -> Double {
    profile.lowHertz + (profile.highHertz - profile.lowHertz) * sharpness
  }

  private func envelope(of event: HapticEvent) -> ReferenceEnvelope {
    ReferenceEnvelope(of: event, start: start(of: event), controls: controls)
  }

  /// "`x(n) = gainContinuous * I(n)^k * E(t) * sin(phi(n))`, `t = (n - n0) / fs`".
  private func addContinuous(_ event: HapticEvent, to bus: inout [Double]) {
    let n0 = Int(firstFrame(of: event))
    let intensity = intensity(of: event)
    let sharpness = sharpness(of: event)
    let envelope = envelope(of: event)
    // "`phi(n0) = 0; phi(n + 1) = phi(n) + 2*pi * f(S(n)) / fs`". Whole turns are subtracted, which
    // does not change any sine: a phase that grows for 30 s would lose the digits that the
    // specification requires.
    var phi = 0.0
    for n in n0..<bus.count {
      let t = Double(n - n0) / sampleRate
      if t >= envelope.end { break }
      let tn = Double(n) / sampleRate
      let i = clamp01(intensity * controls.intensity.value(at: tn))
      let s = clamp01(sharpness + controls.sharpness.value(at: tn))
      bus[n] +=
        profile.gainContinuous * pow(i, profile.intensityExponent) * envelope.level(t) * sin(phi)
      phi += 2 * Double.pi * hertz(s) / sampleRate
      while phi >= 2 * Double.pi { phi -= 2 * Double.pi }
    }
  }

  /// "It ends where `exp(-t / tau)` reaches 1e-4", `tau = 0.5 / f(S)`; in seconds.
  private func transientLength(hertz: Double) -> Seconds { 0.5 / hertz * log(1e4) }

  /// "`x(n) = gainTransient * I^k * exp(-t / tau) * sin(2*pi * f(S) * t)`, `tau = 0.5 / f(S)`".
  private func addTransient(_ event: HapticEvent, to bus: inout [Double]) {
    let n0 = Int(firstFrame(of: event))
    // "`I = clamp01(intensity * HapticIntensityControl(n0))`".
    let i = clamp01(intensity(of: event) * controls.intensity.value(at: start(of: event)))
    // "`S = clamp01(sharpness)`: the sharpness control moves continuous events only."
    let f = hertz(sharpness(of: event))
    let tau = 0.5 / f
    for n in n0..<bus.count {
      let t = Double(n - n0) / sampleRate
      if t >= transientLength(hertz: f) { break }
      bus[n] +=
        profile.gainTransient * pow(i, profile.intensityExponent) * exp(-t / tau)
        * sin(2 * Double.pi * f * t)
    }
  }
}
