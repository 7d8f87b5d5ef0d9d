internal import CRealtime

/// A profile at one sample rate, in the numbers that voices need.
struct HapticResponse: BitwiseCopyable {
  private let lowHertz: Double
  private let spanHertz: Double
  private let gainTransient: Double
  let gainContinuous: Double
  /// The exponent of intensity.
  let exponent: Double
  let sampleRate: Double
  /// The offset of every sharpness: the master sharpness of a player.
  var sharpnessOffset = 0.0
  /// The arithmetic that computes the samples.
  let arithmetic: Arithmetic

  init(_ profile: Profile, sampleRate: Double, arithmetic: Arithmetic = .fastest) {
    lowHertz = profile.lowHertz
    spanHertz = profile.highHertz - profile.lowHertz
    gainTransient = profile.gainTransient
    gainContinuous = profile.gainContinuous
    exponent = profile.intensityExponent
    self.sampleRate = sampleRate
    self.arithmetic = arithmetic
  }

  /// The gain of the haptic bus that has the same effect as a master intensity of `intensity`, 0...1, on each event.
  @_noAllocation @_noLocks
  func masterGain(_ intensity: Double) -> Double {
    exponent == 1 ? intensity : crealtime_pow(intensity, exponent)
  }

  /// The sharpness of a transient with its own sharpness, 0...1, including the offset.
  @_noAllocation @_noLocks
  func transientSharpness(_ sharpness: Double) -> Double { clamp01(sharpness + sharpnessOffset) }

  /// The frequency of `sharpness`, 0...1.
  @_noAllocation @_noLocks
  func hertz(_ sharpness: Double) -> Double { lowHertz + spanHertz * sharpness }

  /// The frequency of `sharpness`, in cycles per frame.
  @_noAllocation @_noLocks
  func cyclesPerFrame(_ sharpness: Double) -> Double { hertz(sharpness) / sampleRate }

  /// The change of frequency, in cycles per frame, for a change of sharpness.
  @_noAllocation @_noLocks
  func cyclesPerFrame(change sharpness: Double) -> Double { spanHertz * sharpness / sampleRate }

  /// The amplitude of a continuous event at `intensity`, 0...1, and envelope 1.
  @_noAllocation @_noLocks
  func continuousLevel(_ intensity: Double) -> Double {
    gainContinuous * (exponent == 1 ? intensity : crealtime_pow(intensity, exponent))
  }

  /// The amplitude of a transient at `intensity`, 0...1.
  @_noAllocation @_noLocks
  func transientLevel(_ intensity: Double) -> Double {
    gainTransient * (exponent == 1 ? intensity : crealtime_pow(intensity, exponent))
  }

  /// The factor by which a transient decays each frame: its time constant is half a cycle, `0.5 / f`.
  @_noAllocation @_noLocks
  func transientDecay(hertz: Double) -> Double { crealtime_exp(-2 * hertz / sampleRate) }

  /// The first frame, from its onset, after the end of a transient of `sharpness`.
  @_noAllocation @_noLocks
  func transientEnd(_ sharpness: Double) -> Frame {
    frameAtOrAfter(transientFrames(hertz: hertz(sharpness)))
  }

  /// The duration of a transient, in frames, until it has decayed to 1e-4.
  @_noAllocation @_noLocks
  func transientFrames(hertz: Double) -> Double {
    9.210_340_371_976_182 * 0.5 / hertz * sampleRate  // ln(1e4) time constants
  }
}
