/// The time span of a pattern's events, its controls over time, and whether anything plays.
struct PatternExtent {
  /// A parameter or curve.
  struct Control {
    let id: DynamicParameter.ID
    /// The index of the control's entry.
    let entry: Int
    /// The control's offset in the file.
    let offset: Int
    /// The time of the parameter or curve, from the start of the pattern.
    let time: Seconds
    let highest: Double
    /// The points of a curve; nil for a parameter.
    let points: Points?

    /// The time at which the control takes effect, from the start of the pattern.
    var start: Seconds { time + (points?.first ?? 0) }

    /// The time of the last point, from the start of the pattern.
    var end: Seconds { time + (points?.last ?? 0) }

    /// Returns whether the times of the points appear to be relative to the start of a pattern that ends at `end`.
    ///
    /// We assume so if the first point is not before the curve's own time and the last point, if its time is relative
    /// to the curve, is past the end.
    func looksAbsolute(end: Seconds) -> Bool {
      points.map { time > 0 && $0.first >= time && self.end > end } ?? false
    }

    /// Whether the first point is exactly at the curve's own time, as in files from tools that measure all times from
    /// the start of the pattern.
    var beginsAtItsTime: Bool { time > 0 && points?.first == time }
  }

  /// The times of a curve's points.
  struct Points {
    /// The times of the first and the last point, from the start of the curve.
    let first: Seconds
    let last: Seconds
    /// The array's offset in the file.
    let offset: Int
  }

  /// The end of the last event; infinite if it may be a sound from a file.
  private(set) var end: Seconds = 0
  /// The latest time in the pattern.
  private(set) var latest: Seconds = 0
  private(set) var hasHaptics = false
  private(set) var hasSounds = false
  /// The start of the first haptic event with an intensity above 0, and of the first audio event with a volume above 0.
  private var first = (haptic: Seconds.infinity, sound: Seconds.infinity)
  private(set) var controls: [Control] = []

  /// The duration, in seconds, beyond which a pattern's times are probably in milliseconds.
  ///
  /// Our choice: a day.
  static let longestPlausible: Seconds = 86_400

  /// The time after the last event's end, in seconds, during which a control may still affect the event's release.
  ///
  /// Our choice: longer than any release of a haptic event.
  static let releaseTail: Seconds = 0.5

  /// Includes an event.
  mutating func add(_ event: HapticEvent) {
    if event.type.isHaptic {
      hasHaptics = true
      if event.value(of: .hapticIntensity) ?? 1 > 0 { first.haptic = min(first.haptic, event.time) }
    } else {
      hasSounds = true
      if event.value(of: .audioVolume) ?? 1 > 0 { first.sound = min(first.sound, event.time) }
    }
    let duration: Seconds =
      switch event.type {
      case .hapticTransient: event.duration ?? 0
      case .hapticContinuous, .audioContinuous:
        event.duration ?? PatternLimits.maximumContinuousDuration
      case .audioCustom: event.duration ?? .infinity
      }
    end = max(end, event.time + duration)
    latest = max(latest, event.time + (event.duration ?? 0))
  }

  /// Includes a parameter or curve.
  mutating func add(_ control: Control) {
    controls.append(control)
    latest = max(latest, control.start)
  }

  /// The reason why nothing ever plays, or nil if something plays.
  var silence: String? {
    if !hasHaptics && !hasSounds { return "the pattern has no events, so nothing ever plays" }
    func plays(_ first: Seconds, under id: DynamicParameter.ID) -> Bool {
      let sources = controls.filter { $0.id == id }
      return first < .infinity
        && !(sources.contains { $0.start <= first } && sources.allSatisfy { $0.highest <= 0 })
    }
    return plays(first.haptic, under: .hapticIntensityControl)
      || plays(first.sound, under: .audioVolumeControl)
      ? nil
      : "nothing ever plays: the intensity or volume of every event is 0, or a control keeps it at 0"
  }

  /// The tolerated overlap of consecutive curves, because the sums of their times are rounded.
  ///
  /// Our choice.
  private static let tolerance: Seconds = 1e-6

  /// The curves that begin during an earlier curve of the same parameter, each with the earlier curve that ends last.
  var overlaps: [(earlier: Control, later: Control)] {
    var result: [(earlier: Control, later: Control)] = []
    var longest: [DynamicParameter.ID: Control] = [:]
    for curve in controls.filter({ $0.points != nil }).sorted(by: {
      ($0.start, $0.offset) < ($1.start, $1.offset)
    }) {
      if let earlier = longest[curve.id] {
        if curve.start < earlier.end - Self.tolerance { result.append((earlier, curve)) }
        if curve.end <= earlier.end { continue }
      }
      longest[curve.id] = curve
    }
    return result
  }
}

extension AHAPReader {
  /// Reports entries that are valid in isolation but are ineffective or misleading in this pattern.
  mutating func checkExtent() {
    if extent.latest > PatternExtent.longestPlausible {
      let latest = extent.latest
      report(.implausibleTime, at: patternStart, ValuePath(depth: 1, key: "Pattern")) {
        "the pattern lasts \(latest) seconds, more than a day; times are in seconds, not in "
          + "milliseconds; `haptic play` and other commands refuse this pattern"
      }
    }
    let end = extent.end
    let isHabit = extent.controls.contains { $0.beginsAtItsTime && $0.looksAbsolute(end: end) }
    var withoutEvents: Set<DynamicParameter.ID> = []
    for control in extent.controls {
      let isForEvents = control.id.isHaptic ? extent.hasHaptics : extent.hasSounds
      if !isForEvents {
        if withoutEvents.insert(control.id).inserted { reportWithoutEvents(control) }
      } else if let points = control.points,
        control.looksAbsolute(end: end) || (isHabit && control.beginsAtItsTime)
      {
        reportAbsolute(points, control)
      } else if control.points != nil, control.start > end + PatternExtent.releaseTail {
        // A parameter after the end is often deliberate: it makes the pattern longer, so that a loop keeps its beat.
        reportLate(control)
      }
    }
  }

  private func path(_ control: PatternExtent.Control, inner: String? = nil) -> ValuePath {
    let key = control.points == nil ? "Parameter" : "ParameterCurve"
    return ValuePath(depth: 1, key: "Pattern", index: control.entry, member: key, inner: inner)
  }

  private mutating func reportWithoutEvents(_ control: PatternExtent.Control) {
    let kind = control.id.isHaptic ? "haptic" : "audio"
    report(.controlNotApplicable, at: control.offset, path(control)) {
      "\(control.id.rawValue) has no effect: the pattern has no \(kind) events"
    }
  }

  private mutating func reportAbsolute(
    _ points: PatternExtent.Points, _ control: PatternExtent.Control
  ) {
    report(
      .absoluteControlPointTimes, at: points.offset,
      path(control, inner: "ParameterCurveControlPoints")
    ) {
      "control point times are relative to the start of the curve at \(control.time); the first is "
        + "\(points.first), as if it were relative to the start of the pattern"
    }
  }

  private mutating func reportLate(_ control: PatternExtent.Control) {
    let end = extent.end
    report(.lateCurve, at: control.offset, path(control)) {
      "\(control.id.rawValue) begins at \(control.start), after the last event ends at \(end); it "
        + "only makes the pattern longer"
    }
  }
}
