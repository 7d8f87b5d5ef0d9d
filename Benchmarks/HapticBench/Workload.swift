import ArgumentParser
import HapticEngine

/// A standard workload of the benchmark: always the same pattern.
enum Workload: String, CaseIterable, ExpressibleByArgument {
  /// One minute, dense, with curves under every continuous event.
  case w1 = "W1"
  /// One hour.
  case w2 = "W2"
  /// A file of a million events, from its text to its samples.
  case w3 = "W3"
  /// An hour of a phone with six apps.
  case w4 = "W4"

  /// A short description.
  var summary: String {
    switch self {
    case .w1: "60 s, 600 transients, 60 continuous events with curves"
    case .w2: "1 h, 100 000 transients, 5 000 continuous events, up to 8 at once"
    case .w3: "1 000 000 events, parsed, compiled and rendered"
    case .w4: "1 h of a phone: six apps, up to three sound, ducking, 10 000 haptics"
    }
  }

  /// The pattern; W4 does not have one.
  func pattern() throws -> HapticPattern {
    switch self {
    case .w1: try HapticPattern(entries: Self.w1Entries())
    case .w2: try HapticPattern(entries: Self.w2Entries())
    case .w3: try HapticPattern(entries: Self.w3Entries())
    case .w4: throw ValidationError("W4 is a phone, not a pattern")
    }
  }

  private static func w1Entries() -> [HapticPattern.Entry] {
    var entries: [HapticPattern.Entry] = []
    for index in 0..<600 {
      entries +=
        Transient(
          at: Double(index) * 0.1, intensity: level(index, 7), sharpness: level(index, 11)
        ).entries
    }
    for index in 0..<60 {
      let time = Double(index)
      entries +=
        Continuous(
          at: time + 0.03, duration: 0.9, intensity: 0.8, sharpness: level(index, 5), attack: 0.2,
          release: 0.3
        ).entries
      entries +=
        Curve(
          .hapticIntensityControl, at: time, (0..<8).map { (Double($0) / 8, level(index + $0, 6)) }
        ).entries
      entries +=
        Curve(
          .hapticSharpnessControl, at: time,
          (0..<4).map { (Double($0) / 4, level(index + $0, 9) - 0.5) }
        ).entries
    }
    return entries
  }

  private static func w2Entries() -> [HapticPattern.Entry] {
    var entries: [HapticPattern.Entry] = []
    entries.reserveCapacity(105_000)
    for index in 0..<5_000 {
      entries +=
        Continuous(
          at: Double(index) * 0.72, duration: 1.5, intensity: 0.3, sharpness: level(index, 13)
        ).entries
    }
    for index in 0..<100_000 {
      // Five transients 5 ms apart, then a rest, above up to three continuous events.
      entries +=
        Transient(
          at: Double(index / 5) * 0.18 + Double(index % 5) * 0.005,
          intensity: 0.1 + 0.1 * level(index, 7), sharpness: 0.3 + 0.7 * level(index, 17)
        ).entries
    }
    return entries
  }

  private static func w3Entries() -> [HapticPattern.Entry] {
    var entries: [HapticPattern.Entry] = []
    entries.reserveCapacity(1_000_000)
    for index in 0..<1_000_000 {
      let time = Double(index) * 0.01
      if index % 10 == 0 {
        entries +=
          Continuous(
            at: time, duration: 0.05, intensity: level(index, 7), sharpness: level(index, 13)
          ).entries
      } else {
        entries +=
          Transient(
            at: time, intensity: level(index, 7), sharpness: level(index, 17)
          ).entries
      }
    }
    return entries
  }

  /// A number in 0...1 that runs through `period` values in a scattered order.
  private static func level(_ index: Int, _ period: Int) -> Double {
    Double(index * 5 % period) / Double(period - 1)
  }
}

/// A workload as lines of numbers, for rendering by a program in another language.
///
/// ```
/// T time intensity sharpness                                          a transient
/// C time duration intensity sharpness attackSeconds releaseSeconds    a continuous event
/// I time value, S time value          a point of the intensity or of the sharpness control
/// ```
/// Times are seconds of the pattern. The controls are straight between the points of one curve and
/// constant after its last point; `IC` and `SC` begin a curve.
enum WorkloadExport {
  /// Returns the lines of `pattern`; supports only the elements of the workloads.
  static func lines(_ pattern: HapticPattern) -> String {
    pattern.entries.map { entry in
      switch entry {
      case .event(let event): line(event)
      case .parameter: ""
      case .curve(let curve): lines(curve)
      }
    }.joined()
  }

  private static func line(_ event: HapticEvent) -> String {
    func value(_ id: EventParameter.ID) -> Double { event.value(of: id) ?? id.defaultValue }
    let (intensity, sharpness) = (value(.hapticIntensity), value(.hapticSharpness))
    guard let duration = event.duration else {
      return "T \(event.time) \(intensity) \(sharpness)\n"
    }
    let attack = EnvelopeTime.attackSeconds(value(.attackTime))
    let release = EnvelopeTime.releaseSeconds(value(.releaseTime))
    return "C \(event.time) \(duration) \(intensity) \(sharpness) \(attack) \(release)\n"
  }

  private static func lines(_ curve: ParameterCurve) -> String {
    let letter = curve.id == .hapticIntensityControl ? "I" : "S"
    return curve.controlPoints.enumerated().map { index, point in
      "\(letter)\(index == 0 ? "C" : "") \(curve.time + point.time) \(point.value)\n"
    }.joined()
  }

}
