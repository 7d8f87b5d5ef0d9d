/// A mapping from intensity and sharpness to a signal.
///
/// Core Haptics leaves open how intensity and sharpness become a signal. A profile specifies this as data. Apple does
/// not publish measured responses of its actuators, so no profile claims to be such a response.
public struct Profile: Hashable, Sendable, Encodable {
  /// The resonance of an actuator: a mass on a spring with unity gain at resonance.
  public struct Actuator: Hashable, Sendable, Encodable {
    /// The resonance frequency, in hertz.
    public var resonanceHertz: Double
    /// The quality factor; the bandwidth is the resonance divided by this.
    public var q: Double

    /// Creates an actuator with its resonance at `resonanceHertz` and quality factor `q`.
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
  /// The frequency of sharpness 1, in hertz; frequencies in between are interpolated linearly.
  public var highHertz: Double
  /// The linear amplitude of a continuous event at intensity 1.
  public var gainContinuous: Double
  /// The linear amplitude of a transient event at intensity 1.
  public var gainTransient: Double
  /// The exponent of intensity: the amplitude is the intensity raised to this power.
  ///
  /// The exponent is 1 in every built-in profile. Practitioners report that iPhones respond nearly quadratically (2).
  public var intensityExponent: Double
  /// The actuator through which the haptic bus is played; nil for none.
  public var actuator: Actuator?
  /// The linear gain of the whole haptic bus, after the actuator.
  public var gain: Double

  /// Creates a profile.
  ///
  /// - Throws: `ProfileError` with every value that is out of range.
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

  /// Throws `error` with the values that are out of range.
  ///
  /// A profile is checked where it is used, since its values can be set to anything.
  func check<Failure: Error>(_ error: (ProfileError) -> Failure) throws(Failure) {
    let problems = self.problems.map(\.message)
    if !problems.isEmpty { throw error(ProfileError(profile: name, problems: problems)) }
  }

  /// Creates a profile whose values may be out of range; `problems` lists them.
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
  /// A profile for transducers, shakers, DualSense actuators, and analysis.
  ///
  /// This is the default.
  ///
  /// Source: 80...230 Hz is Software Mansion Pulsar's range. The gains leave headroom for a transient on a continuous
  /// event (our choice).
  public static let wideband = Profile(
    unchecked: "wideband", summary: "transducers, shakers, DualSense actuators, analysis",
    lowHertz: 80, highHertz: 230, gainContinuous: 0.6, gainTransient: 0.8)

  /// A profile for comparison with the ISO/IEC 23090-31 reference software.
  ///
  /// Source: MPEGGroup/HapticReferenceSoftware, `AhapEncoder.cpp`.
  public static let mpeg = Profile(
    unchecked: "mpeg", summary: "comparison with the ISO/IEC 23090-31 reference software",
    lowHertz: 65, highHertz: 300, gainContinuous: 0.6138, gainTransient: 0.792)

  /// A profile with the response of a narrow-band phone actuator.
  ///
  /// Source: the figures of AOSP's HapticGenerator, 150 Hz and Q 8.
  public static let lra = Profile(
    unchecked: "lra", summary: "the response of a narrow-band phone actuator",
    lowHertz: 80, highHertz: 230, gainContinuous: 0.6, gainTransient: 0.8,
    actuator: Actuator(resonanceHertz: 150, q: 8))

  /// A profile for the loudspeakers of laptops, which cannot play 80 Hz.
  ///
  /// Our choice, tuned for a speaker whose response falls by 12 dB per octave below 300 Hz: the strongest 20 ms of
  /// every pattern in the library still reach -27 dBFS, and no pattern is clamped.
  public static let audible = Profile(
    unchecked: "audible", summary: "loudspeakers of laptops, which cannot play 80 Hz",
    lowHertz: 250, highHertz: 1_000, gainContinuous: 0.7, gainTransient: 0.9)

  /// All built-in profiles, the default first.
  public static let builtIn = [wideband, mpeg, lra, audible]
}

/// An error for a profile with values that are out of range.
public struct ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The profile's name.
  public let profile: String
  /// One sentence per problem; never empty.
  public let problems: [String]

  /// One line per problem.
  public var description: String {
    problems.map { "profile \(profile): \($0)" }.joined(separator: "\n")
  }
}

extension Profile {
  /// The range of each value, by its property.
  ///
  /// Our choice: the values in these ranges are perceptible and keep the signal finite. In addition, `highHertz` must
  /// not be below `lowHertz`.
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

  struct Problem {
    /// The property, such as `actuator.q`.
    let path: String
    /// One sentence that describes the problem, without a final period.
    let message: String

    /// The problem of `value` as the property `path`, or nil if the value is valid.
    init?(_ path: String, _ value: Double) {
      guard let range = Profile.ranges[path], !range.contains(value) else { return nil }
      self.path = path
      message = "\(path) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)"
    }

    /// The problem of two frequencies in the wrong order, or nil if the order is right.
    init?(low: Double?, high: Double?) {
      guard let low, let high, high < low else { return nil }
      path = "highHertz"
      message = "highHertz is \(high); it must not be below lowHertz, \(low)"
    }
  }

  /// The problems of values that are out of range; empty for a valid profile.
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
