/// A mapping from intensity and sharpness to a signal: the part of the proxy signal that Core Haptics
/// leaves open, as data.
///
/// Apple publishes no measured response of its actuators; no profile is one.
public struct Profile: Hashable, Sendable, Encodable {
  /// The resonance of an actuator: a mass on a spring, unity gain at resonance.
  public struct Actuator: Hashable, Sendable, Encodable {
    /// Resonance frequency, in hertz.
    public var resonanceHertz: Double
    /// Quality factor; the bandwidth is the resonance divided by this.
    public var q: Double

    /// An actuator with its resonance at `resonanceHertz` and quality factor `q`.
    public init(resonanceHertz: Double, q: Double) {
      self.resonanceHertz = resonanceHertz
      self.q = q
    }
  }

  /// The name of the profile.
  public var name: String
  /// A short description of the profile's purpose.
  public var summary: String
  /// The frequency of sharpness 0, in hertz.
  public var lowHertz: Double
  /// The frequency of sharpness 1, in hertz; the map between is linear.
  public var highHertz: Double
  /// Amplitude of a continuous event at intensity 1, linear.
  public var gainContinuous: Double
  /// Amplitude of a transient event at intensity 1, linear.
  public var gainTransient: Double
  /// The exponent of intensity: amplitude is intensity to this power.
  ///
  /// 1 in every built-in profile; practitioners report that iPhones respond nearly quadratically
  /// (2).
  public var intensityExponent: Double
  /// The actuator the haptic bus is played through; nil for none.
  public var actuator: Actuator?
  /// Gain of the whole haptic bus, linear, after the actuator.
  public var gain: Double

  /// Creates a profile.
  ///
  /// - Throws: `ProfileError` with every value that is out of its range.
  public init(
    name: String, summary: String = "", lowHertz: Double, highHertz: Double,
    gainContinuous: Double, gainTransient: Double, intensityExponent: Double = 1,
    actuator: Actuator? = nil, gain: Double = 1
  ) throws(ProfileError) {
    self.init(
      unchecked: name, summary: summary, lowHertz: lowHertz, highHertz: highHertz,
      gainContinuous: gainContinuous, gainTransient: gainTransient,
      intensityExponent: intensityExponent, actuator: actuator, gain: gain)
    try check { $0 }
  }

  /// Throws `error` of the values that are out of range: a profile is checked where it is used, since
  /// its values can be set to anything.
  func check<Failure: Error>(_ error: (ProfileError) -> Failure) throws(Failure) {
    let problems = self.problems.map(\.message)
    if !problems.isEmpty { throw error(ProfileError(profile: name, problems: problems)) }
  }

  /// Creates a profile whose values may be out of range, which `problems` lists.
  init(
    unchecked name: String, summary: String, lowHertz: Double, highHertz: Double,
    gainContinuous: Double, gainTransient: Double, intensityExponent: Double = 1,
    actuator: Actuator? = nil, gain: Double = 1
  ) {
    self.name = name
    self.summary = summary
    self.lowHertz = lowHertz
    self.highHertz = highHertz
    self.gainContinuous = gainContinuous
    self.gainTransient = gainTransient
    self.intensityExponent = intensityExponent
    self.actuator = actuator
    self.gain = gain
  }

  /// The frequency of `sharpness` (0...1), in hertz.
  public func hertz(sharpness: Double) -> Double { lowHertz + (highHertz - lowHertz) * sharpness }
}

extension Profile {
  /// For transducers, shakers, DualSense actuators, and analysis.
  ///
  /// The default.
  ///
  /// Source: 80...230 Hz is Software Mansion Pulsar's range; the gains leave headroom for a
  /// transient on a continuous event (our choice).
  public static let wideband = Profile(
    unchecked: "wideband", summary: "transducers, shakers, DualSense actuators, analysis",
    lowHertz: 80, highHertz: 230, gainContinuous: 0.6, gainTransient: 0.8)

  /// For comparison with the ISO/IEC 23090-31 reference software.
  ///
  /// Source: MPEGGroup/HapticReferenceSoftware, `AhapEncoder.cpp`.
  public static let mpeg = Profile(
    unchecked: "mpeg", summary: "comparison with the ISO/IEC 23090-31 reference software",
    lowHertz: 65, highHertz: 300, gainContinuous: 0.6138, gainTransient: 0.792)

  /// The response of a narrow-band phone actuator.
  ///
  /// Source: figures of AOSP's HapticGenerator, 150 Hz and Q 8.
  public static let lra = Profile(
    unchecked: "lra", summary: "the response of a narrow-band phone actuator",
    lowHertz: 80, highHertz: 230, gainContinuous: 0.6, gainTransient: 0.8,
    actuator: Actuator(resonanceHertz: 150, q: 8))

  /// For the loudspeakers of laptops, which cannot play 80 Hz.
  ///
  /// Our choice, against a speaker that falls by 12 dB an octave below 300 Hz: every pattern of the
  /// library still reaches -27 dB of full scale, the strongest 20 ms of it, and none is clamped.
  public static let audible = Profile(
    unchecked: "audible", summary: "loudspeakers of laptops, which cannot play 80 Hz",
    lowHertz: 250, highHertz: 1_000, gainContinuous: 0.7, gainTransient: 0.9)

  /// All built-in profiles, the default first.
  public static let builtIn = [wideband, mpeg, lra, audible]
}

/// An error for a profile with values out of range.
public struct ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The profile's name.
  public let profile: String
  /// One sentence for each problem; never empty.
  public let problems: [String]

  /// One line for each problem.
  public var description: String {
    problems.map { "profile \(profile): \($0)" }.joined(separator: "\n")
  }
}

extension Profile {
  /// The range of each value, by its property.
  ///
  /// Our choice: what is perceptible, and keeps the signal finite. Besides, `highHertz` must not be
  /// below `lowHertz`.
  public static let ranges: [String: ClosedRange<Double>] = [
    "lowHertz": 1...4_000,
    "highHertz": 1...4_000,
    "gainContinuous": 0...4,
    "gainTransient": 0...4,
    "intensityExponent": 0.25...4,
    "gain": 0...16,
    "actuator.resonanceHertz": 10...4_000,
    "actuator.q": 0.1...100,
  ]

  /// A value out of range.
  struct Problem {
    /// The property, such as `actuator.q`.
    let path: String
    /// One sentence that describes the problem, without a full stop.
    let message: String

    /// The problem of `value` as the property `path`, or nil if there is none.
    init?(_ path: String, _ value: Double) {
      guard let range = Profile.ranges[path], !range.contains(value) else { return nil }
      self.path = path
      message = "\(path) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)"
    }

    /// The problem of two frequencies in the wrong order, or nil if they are not.
    init?(low: Double?, high: Double?) {
      guard let low, let high, high < low else { return nil }
      path = "highHertz"
      message = "highHertz is \(high); it must not be below lowHertz, \(low)"
    }
  }

  /// The values out of their ranges; empty for a valid profile.
  var problems: [Problem] {
    var values = [
      ("lowHertz", lowHertz), ("highHertz", highHertz), ("gainContinuous", gainContinuous),
      ("gainTransient", gainTransient), ("intensityExponent", intensityExponent), ("gain", gain),
    ]
    if let actuator {
      values += [("actuator.resonanceHertz", actuator.resonanceHertz), ("actuator.q", actuator.q)]
    }
    return values.compactMap { Problem($0, $1) }
      + [Problem(low: lowHertz, high: highHertz)].compactMap { $0 }
  }
}
