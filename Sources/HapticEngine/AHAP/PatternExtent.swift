/// From when to when a pattern's events last, and which controls begin when.
struct PatternExtent {
  /// A parameter or curve.
  struct Control {
    let id: DynamicParameter.ID
    /// When it begins to govern, from the start of the pattern.
    let start: Seconds
    /// The index of its entry.
    let entry: Int
    /// Where it is in the file.
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
    /// Where the array is in the file.
    let offset: Int

    /// Whether they look like counted from the start of the pattern, in one that ends at `end`: the
    /// first is not before the curve's own time, and counted from there the last is past the end.
    func lookAbsolute(end: Seconds) -> Bool {
      curveStart > 0 && first >= curveStart && curveStart + last > end
    }

    /// Whether the first is exactly at the curve's own time, which tools that count from the start of
    /// the pattern do every time.
    var beginAtCurve: Bool { curveStart > 0 && first == curveStart }
  }

  /// The end of the event that ends last; infinite where a sound from a file may.
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

  /// What an event leaves behind may still be changed for so many seconds after its end.
  ///
  /// Our choice: longer than any release of a haptic event.
  static let afterglow: Seconds = 0.5

  /// Takes an event into account.
  mutating func add(_ event: HapticEvent) {
    hasHaptics = hasHaptics || event.type.isHaptic
    hasSounds = hasSounds || !event.type.isHaptic
    let duration: Seconds =
      switch event.type {
      case .hapticTransient: event.duration ?? 0
      case .hapticContinuous, .audioContinuous:
        event.duration ?? PatternLimits.longestContinuousEvent
      case .audioCustom: event.duration ?? .infinity
      }
    end = max(end, event.time + duration)
    latest = max(latest, event.time + (event.duration ?? 0))
  }

  /// Takes a parameter or curve into account.
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
      report(.implausibleTime, at: patternStart, Spot(depth: 1, key: "Pattern")) {
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
      } else if control.points != nil, control.start > end + PatternExtent.afterglow {
        // A parameter there is how a pattern is made longer on purpose, for a loop to keep its beat.
        reportLate(control)
      }
    }
  }

  private func spot(_ control: PatternExtent.Control, inner: String? = nil) -> Spot {
    let key = control.points == nil ? "Parameter" : "ParameterCurve"
    return Spot(depth: 1, key: "Pattern", index: control.entry, member: key, inner: inner)
  }

  private mutating func reportWithoutEvents(_ control: PatternExtent.Control) {
    let kind = control.id.isHaptic ? "haptic" : "audio"
    report(.controlNotApplicable, at: control.offset, spot(control)) {
      "\(control.id.rawValue) changes nothing: the pattern has no \(kind) events"
    }
  }

  private mutating func reportAbsolute(
    _ points: PatternExtent.Points, _ control: PatternExtent.Control
  ) {
    report(
      .absoluteControlPointTimes, at: points.offset,
      spot(control, inner: "ParameterCurveControlPoints")
    ) {
      "control points count from the start of the curve, at \(points.curveStart); the first is at "
        + "\(points.first), as if it counted from the start of the pattern"
    }
  }

  private mutating func reportLate(_ control: PatternExtent.Control) {
    let end = extent.end
    report(.lateCurve, at: control.offset, spot(control)) {
      "\(control.id.rawValue) begins at \(control.start), after the last event has ended, at "
        + "\(end); it changes nothing but the length of the pattern"
    }
  }
}

extension DynamicParameter.ID {
  /// Whether it is for haptic events, not for sounds.
  var isHaptic: Bool {
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

/// Whether anything of a pattern can be felt or heard.
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

  /// Takes an event into account.
  mutating func add(_ event: HapticEvent) {
    events += 1
    if event.type.isHaptic {
      if event.value(of: .hapticIntensity) ?? 1 > 0 { firstHaptic = min(firstHaptic, event.time) }
    } else {
      if event.value(of: .audioVolume) ?? 1 > 0 { firstSound = min(firstSound, event.time) }
    }
  }

  /// Takes a parameter or curve of `id` into account that begins at `time` and nowhere has more
  /// than `value`.
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
