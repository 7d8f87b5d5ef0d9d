import HapticEngine

/// A standard workload of the benchmark: always the same pattern.
struct Workload {
  let name: String
  let summary: String
  let pattern: HapticPattern

  /// 60 s with 600 transients and 60 continuous events of 0.9 s, with curves of intensity and of
  /// sharpness under every one.
  static func w1() throws -> Workload {
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
    return Workload(
      name: "W1", summary: "60 s, 600 transients, 60 continuous events with curves",
      pattern: try HapticPattern(entries: entries))
  }

  /// One hour with 100 000 transients and 5 000 continuous events, 8 deep at most.
  static func w2() throws -> Workload {
    var events: [HapticEvent] = []
    for index in 0..<5_000 {
      let time = Double(index) * 0.72
      events +=
        Continuous(
          at: time, duration: 1.2, intensity: 0.3, sharpness: level(index, 13)
        ).events
    }
    for index in 0..<100_000 {
      // Five taps 5 ms apart, then a rest: with two continuous events below, 8 deep at most.
      let time = Double(index / 5) * 0.18 + Double(index % 5) * 0.005
      events +=
        Transient(
          at: time, intensity: 0.1 + 0.1 * level(index, 7), sharpness: 0.3 + 0.7 * level(index, 17)
        ).events
    }
    return Workload(
      name: "W2", summary: "1 h, 100 000 transients, 5 000 continuous events",
      pattern: try HapticPattern(events: events))
  }

  /// A number in 0...1 that runs through `period` values in a scattered order.
  private static func level(_ index: Int, _ period: Int) -> Double {
    Double(index * 5 % period) / Double(period - 1)
  }
}

extension PatternComponent {
  fileprivate var events: [HapticEvent] {
    entries.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }
}
