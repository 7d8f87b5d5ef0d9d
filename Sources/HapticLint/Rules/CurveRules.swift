internal import HapticEditing
internal import HapticEngine
internal import HapticFormats
internal import Realtime
internal import TextFormats

/// Rules about the curves of a pattern and the envelopes of its events.
enum CurveRules {
  static let rows: [LintRule] = [pointless, absolute, unusedDecay]

  private static let pointless = LintRule(
    id: "P-02", name: "one-point-curve",
    title: "A curve has two points or more.",
    why:
      "A curve with one point is a step, which a Parameter states more plainly; often a point was forgotten.",
    guideline: "practice: tools that split curves leave single points behind",
    advice:
      "Write a Parameter with the time and the value of the point, or add the missing points.",
    clauses: [.warning(.pattern, "a curve with one point")], fix: pointlessFix
  ) { subjects, _ in
    subjects.patterns.flatMap { subject in
      subject.entries { index, entry in
        guard case .curve(let curve) = entry, curve.controlPoints.count == 1 else { return nil }
        return subject.hit(.warning, "the \(curve.id.rawValue) curve has one point", at: index)
      }
    }
  }

  @Sendable private static func pointlessFix(
    _ run: inout EditRun, _ reading: AHAPReading
  ) throws(EditError) {
    try run.document.forEach { fields throws(EditError) in
      guard fields.kind == .curve, fields.points.count == 1 else { return }
      try run.makeParameter(of: fields)
    }
  }

  private static let absolute = LintRule(
    id: "P-06", name: "absolute-times",
    title: "The times of a curve's points are relative to the curve, not to the pattern.",
    why:
      "Points with times relative to the pattern come twice as late, and the curve misses its event.",
    guideline:
      "Core Haptics, CHHapticParameterCurve.ControlPoint: relative to the start of the curve",
    advice: "Subtract the curve's own time from the times of its points.",
    clauses: [.warning(.pattern, "points whose times are relative to the pattern")],
    fix: absoluteFix
  ) { subjects, _ in
    subjects.patterns.flatMap { subject in
      subject.reading.diagnostics.filter { $0.code == .absoluteControlPointTimes }.map {
        subject.hit(.warning, $0)
      }
    }
  }

  /// Corrects only curves whose first point is exactly at the curve's own time.
  ///
  /// Their times are certainly relative to
  /// the pattern.
  ///
  /// A curve whose first point comes later may intentionally hold its first value, and extend past the end.
  @Sendable private static func absoluteFix(
    _ run: inout EditRun, _ reading: AHAPReading
  ) throws(EditError) {
    let paths = reading.diagnostics.filter { $0.code == .absoluteControlPointTimes }.map(\.path)
    if paths.isEmpty { return }
    try run.document.forEach { fields in
      guard fields.points.first?.time.value == fields.time.value,
        paths.contains(where: { $0.hasPrefix("\(fields.path).") })
      else { return }
      for point in fields.points {
        run.set(point.time, to: max(0, point.time.value - fields.time.value), of: fields)
      }
    }
  }

  private static let unusedDecay = LintRule(
    id: "P-11", name: "unused-decay",
    title: "A continuous event that has a decay is not sustained.",
    why:
      "A sustained event holds its strength for its duration and ignores DecayTime, and events are sustained by default.",
    guideline: "Core Haptics, CHHapticEvent.ParameterID: decayTime applies if sustained is 0",
    advice: "Set Sustained to 0, or use ReleaseTime or a curve instead of DecayTime.",
    clauses: [.warning(.pattern, "a sustained event with a decay")]
  ) { subjects, _ in
    subjects.patterns.flatMap { subject in
      subject.entries { index, entry in
        guard case .event(let event) = entry, event.played(.decayTime) > 0,
          event.played(.sustained) >= 0.5
        else { return nil }
        return subject.hit(
          .warning,
          "DecayTime \(event.played(.decayTime).brief) has no effect, because the event is sustained",
          at: index)
      }
    }
  }
}
