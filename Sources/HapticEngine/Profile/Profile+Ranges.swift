extension Profile {
  /// The range of each value, by its property.
  ///
  /// Our choice: what can be heard or felt, and keeps the signal finite. `highHertz` is not below
  /// `lowHertz` either.
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

  /// A value that is out of its range.
  struct Problem {
    /// The property, such as `actuator.q`.
    let path: String
    /// What is wrong with it: one sentence without a full stop.
    let message: String

    /// The problem of `value` as the property `path`, or nil if there is none.
    init?(_ path: String, _ value: Double) {
      guard let range = Profile.ranges[path], !range.contains(value) else { return nil }
      self.path = path
      message = "\(path) is \(value); it must be in \(range.lowerBound)...\(range.upperBound)"
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
