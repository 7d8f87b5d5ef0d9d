/// The time span of a pattern's events, and the start times of its controls.
struct PatternExtent {
  /// A parameter or curve.
  struct Control {
    let id: DynamicParameter.ID
    /// When the control takes effect, from the start of the pattern.
    let start: Seconds
    /// The index of its entry.
    let entry: Int
    /// The control's offset in the file.
    let offset: Int
    /// The points of a curve; nil for a parameter.
    let points: Points?
  }

  /// The times of a curve's points.
  struct Points {
    /// The time of the curve, from the start of the pattern.
    let curveStart: Seconds
    /// The times of the first and the last point, from the start of the curve.
    let first: Seconds
    let last: Seconds
    /// The array's offset in the file.
    let offset: Int

    /// Whether the times look relative to the start of a pattern that ends at `end`: the first is not
    /// before the curve's own time, and the last, relative to the curve, is past the end.
    func lookAbsolute(end: Seconds) -> Bool {
      curveStart > 0 && first >= curveStart && curveStart + last > end
    }

    /// Whether the first is exactly at the curve's own time, which tools that count from the start of
    /// the pattern do every time.
    var beginAtCurve: Bool { curveStart > 0 && first == curveStart }
  }

  /// The end of the last event; infinite if that may be a sound from a file.
  private(set) var end: Seconds = 0
  /// The latest time of all.
  private(set) var latest: Seconds = 0
  private(set) var hasHaptics = false
  private(set) var hasSounds = false
  private(set) var controls: [Control] = []

  /// A pattern that is longer than this many seconds probably has times in milliseconds.
  ///
  /// Our choice: a day.
  static let longestPlausible: Seconds = 86_400

  /// How long after its end a control may still affect an event's release, in seconds.
  ///
  /// Our choice: longer than any release of a haptic event.
  static let releaseTail: Seconds = 0.5

  /// Includes an event.
  mutating func add(_ event: HapticEvent) {
    hasHaptics = hasHaptics || event.type.isHaptic
    hasSounds = hasSounds || !event.type.isHaptic
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
}

extension AHAPReader {
  /// Reports what is legal by itself, but does nothing in this pattern, or not what it looks like.
  mutating func checkExtent() {
    if extent.latest > PatternExtent.longestPlausible {
      let latest = extent.latest
      report(.implausibleTime, at: patternStart, ValuePath(depth: 1, key: "Pattern")) {
        "the pattern lasts \(latest) seconds, more than a day; times are in seconds, not in "
          + "milliseconds"
      }
    }
    let end = extent.end
    let isHabit = extent.controls.contains {
      $0.points.map { $0.beginAtCurve && $0.lookAbsolute(end: end) } ?? false
    }
    var withoutEvents: Set<DynamicParameter.ID> = []
    for control in extent.controls {
      let isForEvents = control.id.isHaptic ? extent.hasHaptics : extent.hasSounds
      if !isForEvents {
        if withoutEvents.insert(control.id).inserted { reportWithoutEvents(control) }
      } else if let points = control.points,
        points.lookAbsolute(end: end) || (isHabit && points.beginAtCurve)
      {
        reportAbsolute(points, control)
      } else if control.points != nil, control.start > end + PatternExtent.releaseTail {
        // A parameter there is how a pattern is made longer on purpose, for a loop to keep its beat.
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
      "control point times are relative to the start of the curve, \(points.curveStart); the first is "
        + "\(points.first), as if relative to the start of the pattern"
    }
  }

  private mutating func reportLate(_ control: PatternExtent.Control) {
    let end = extent.end
    report(.lateCurve, at: control.offset, path(control)) {
      "\(control.id.rawValue) begins at \(control.start), after the last event ends, at \(end); it "
        + "only makes the pattern longer"
    }
  }
}

extension DynamicParameter.ID {
  /// Whether the control acts on haptic events, not on audio.
  package var isHaptic: Bool {
    switch self {
    case .hapticIntensityControl, .hapticSharpnessControl, .hapticAttackTimeControl,
      .hapticDecayTimeControl, .hapticReleaseTimeControl:
      true
    case .audioVolumeControl, .audioPanControl, .audioBrightnessControl, .audioPitchControl,
      .audioAttackTimeControl, .audioDecayTimeControl, .audioReleaseTimeControl:
      false
    }
  }
}

/// Whether a pattern plays anything at all.
struct Audibility {
  /// One control over all its time.
  private struct Control {
    var start = Seconds.infinity
    var highest = -Double.infinity
  }

  private var events = 0
  private var firstHaptic = Seconds.infinity
  private var firstSound = Seconds.infinity
  private var intensity = Control()
  private var volume = Control()

  /// Includes an event.
  mutating func add(_ event: HapticEvent) {
    events += 1
    if event.type.isHaptic {
      if event.value(of: .hapticIntensity) ?? 1 > 0 { firstHaptic = min(firstHaptic, event.time) }
    } else {
      if event.value(of: .audioVolume) ?? 1 > 0 { firstSound = min(firstSound, event.time) }
    }
  }

  /// Includes a parameter or curve of `id` that begins at `time` and nowhere exceeds `value`.
  mutating func add(_ id: DynamicParameter.ID, reaching value: Double, from time: Seconds) {
    switch id {
    case .hapticIntensityControl: Self.extend(&intensity, value, time)
    case .audioVolumeControl: Self.extend(&volume, value, time)
    case .hapticSharpnessControl, .hapticAttackTimeControl, .hapticDecayTimeControl,
      .hapticReleaseTimeControl, .audioPanControl, .audioBrightnessControl, .audioPitchControl,
      .audioAttackTimeControl, .audioDecayTimeControl, .audioReleaseTimeControl:
      break
    }
  }

  /// Why nothing ever plays, or nil if something does.
  var silence: String? {
    if events == 0 { return "the pattern has no events, so nothing ever plays" }
    let playsHaptics = Self.plays(firstHaptic, under: intensity)
    let playsSounds = Self.plays(firstSound, under: volume)
    return playsHaptics || playsSounds
      ? nil : "nothing ever plays: every event, or the control over it, is at 0"
  }

  private static func extend(_ control: inout Control, _ value: Double, _ time: Seconds) {
    control.start = min(control.start, time)
    control.highest = max(control.highest, value)
  }

  private static func plays(_ first: Seconds, under control: Control) -> Bool {
    first < .infinity && !(control.start <= first && control.highest <= 0)
  }
}
