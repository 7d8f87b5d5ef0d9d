internal import CRealtime

/// The processing of the haptic bus after all players have been summed: the actuator, if the profile has one, then the
/// profile's gain.
struct HapticBus {
  private var actuator: ActuatorFilter?
  private let gain: Float

  init(_ profile: Profile, sampleRate: Double) {
    actuator = profile.actuator.map { ActuatorFilter($0, sampleRate: sampleRate) }
    gain = Float(profile.gain)
  }

  /// The time for which the bus still rings after the last player has stopped, in frames.
  var ringFrames: Int { actuator?.ringFrames ?? 0 }

  /// Turns the sum of the frames `offset ..< offset + count` into the haptic bus; silence stays silent unless the
  /// actuator still rings.
  @_noAllocation @_noLocks
  mutating func apply(to buses: inout BlockBuses, at offset: Int, count: Int) {
    if buses.hapticFrames <= offset && (actuator?.isSilent ?? true) { return }
    let samples = unsafe buses.haptic(upTo: offset + count) + offset
    unsafe actuator?.apply(samples, count: count)
    if gain == 1 { return }
    var index = 0
    while index < count {
      unsafe samples[index] *= gain
      index += 1
    }
  }
}

/// The resonance of an actuator: a biquad band-pass by the bilinear transform, with the resonance prewarped and unity
/// gain at resonance.
struct ActuatorFilter: BitwiseCopyable {
  private let b0: Double
  private let a1: Double
  private let a2: Double
  private var s1 = 0.0
  private var s2 = 0.0

  /// The time, in frames, for which the filter rings after the input has stopped, until it has decayed to 1e-4.
  let ringFrames: Int

  init(_ actuator: Profile.Actuator, sampleRate: Double) {
    // A resonance above half the sample rate is impossible; the nearest possible one is used.
    let hertz = min(actuator.resonanceHertz, sampleRate * 0.49)
    let w = 2 * Double.pi * hertz / sampleRate
    let alpha = crealtime_sin(w) / (2 * actuator.q)
    b0 = alpha / (1 + alpha)
    a1 = -2 * crealtime_cos(w) / (1 + alpha)
    a2 = (1 - alpha) / (1 + alpha)
    // ln(1e4) time constants, until it has decayed to 1e-4.
    ringFrames = Int(sampleRate * 9.210_340_371_976_182 * actuator.q / (Double.pi * hertz)) + 1
  }

  /// Replaces `count` samples by the actuator's output.
  @_noAllocation @_noLocks
  mutating func apply(_ samples: UnsafeMutablePointer<Float>, count: Int) {
    var (s1, s2) = (s1, s2)
    var index = 0
    while index < count {
      let x = unsafe Double(samples[index])
      // Transposed direct form II; b1 is 0 and b2 is -b0.
      let y = b0 * x + s1
      s1 = s2 - a1 * y
      s2 = -b0 * x - a2 * y
      // A state far below anything audible is replaced by silence, which costs nothing to compute. This is decided
      // sample by sample: if it were decided block by block, the signal would depend on the blocks.
      if s1.magnitude < 1e-20 && s2.magnitude < 1e-20 { (s1, s2) = (0, 0) }
      unsafe samples[index] = Float(y)
      index += 1
    }
    (self.s1, self.s2) = (s1, s2)
  }

  /// Whether silent input gives silent output.
  var isSilent: Bool { @_noAllocation @_noLocks get { s1 == 0 && s2 == 0 } }

  /// Stops the ringing.
  @_noAllocation @_noLocks
  mutating func reset() { (s1, s2) = (0, 0) }
}
