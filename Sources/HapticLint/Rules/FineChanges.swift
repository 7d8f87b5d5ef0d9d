internal import HapticEngine
internal import Realtime
internal import TextFormats

// Changes that are too small to be noticed, or too fast for an actuator.

/// A curve whose points differ by less than people can notice.
struct ImperceptibleChange {
  let message: String

  init?(_ curve: ParameterCurve, _ context: LintContext) {
    let range = curve.id.range
    let values = curve.controlPoints.map { min(max($0.value, range.lowerBound), range.upperBound) }
    guard let low = values.min(), let high = values.max(), high > low else { return nil }
    switch curve.id {
    case .hapticIntensityControl:
      guard low > 0 else { return nil }
      let change = Decibels.level(high / low)
      let limen = context.value("P-03", "decibels")
      // A curve that multiplies by a constant does not change, but it has an effect.
      guard change < limen, high > 0.99 || curve.time > 0 else { return nil }
      message =
        "intensity changes by at most \(change.rounded(to: 1)) dB; people notice changes of "
        + "\(limen.rounded(to: 1)) dB or more"
    case .hapticSharpnessControl:
      let limen = context.value("P-03", "sharpness")
      guard high - low < limen, abs(high) < limen, abs(low) < limen else { return nil }
      message =
        "sharpness changes by at most \((high - low).brief); people notice changes of about \(limen.brief) "
        + "or more"
    case .hapticAttackTimeControl, .hapticDecayTimeControl, .hapticReleaseTimeControl,
      .audioVolumeControl, .audioPanControl, .audioBrightnessControl, .audioPitchControl,
      .audioAttackTimeControl, .audioDecayTimeControl, .audioReleaseTimeControl:
      return nil
    }
  }
}

extension ParameterCurve {
  /// The start of a ripple that is faster and deeper than these limits, with `turns` changes of direction in a row.
  func firstRipple(faster rise: Seconds, deeper depth: Double, turns: Int) -> Seconds? {
    let points = controlPoints.sorted { $0.time < $1.time }
    var (count, start, last) = (0, 0.0, 0.0)
    for (point, next) in zip(points, points.dropFirst()) {
      let change = next.value - point.value
      let isFast = next.time - point.time < rise - 1e-9 && abs(change) >= depth
      if isFast && count > 0 && change * last < 0 {
        count += 1
      } else {
        (count, start) = (isFast ? 1 : 0, time + point.time)
      }
      last = change
      if count > turns { return start }
    }
    return nil
  }
}

extension LintedPattern {
  /// The continuous haptic events with the indices of their entries, in order of time.
  private var vibrations: [(index: Int, event: HapticEvent)] {
    (pattern?.entries ?? []).enumerated().compactMap { index, entry in
      guard case .event(let event) = entry, event.type == .hapticContinuous, event.duration != nil
      else { return nil }
      return (index, event)
    }.sorted { $0.event.time < $1.event.time }
  }

  /// The entry and the time of the first vibration in a series of vibrations and gaps that are shorter than `rise`
  /// and change at least `turns` times; empty without such a series.
  func firstFlutter(
    faster rise: Seconds, deeper depth: Double, turns: Int
  ) -> [(index: Int, time: Seconds)] {
    let vibrations = vibrations
    var (count, start) = (0, 0)
    for (place, (one, two)) in zip(vibrations, vibrations.dropFirst()).enumerated() {
      let end = one.event.time + (one.event.duration ?? 0)
      let isFast =
        (one.event.duration ?? 0) < rise - 1e-9 && two.event.time - end < rise - 1e-9
        && two.event.time > end + 1e-9 && one.event.played(.hapticIntensity) >= depth
        && two.event.played(.hapticIntensity) >= depth && one.event.played(.releaseTime) == 0
      if !isFast {
        (count, start) = (0, place + 1)
      } else {
        // One vibration ends, and the next one begins.
        count += 2
        if count > turns { return [(vibrations[start].index, vibrations[start].event.time)] }
      }
    }
    return []
  }

  /// Finds series of vibrations without gaps that all differ by less than people can notice.
  ///
  /// - Returns: for each series, the entry of the first event that differs and the difference in decibels; 0 if only
  ///   the sharpness differs.
  func imperceptibleSteps(
    _ limen: Double, _ sharpnessLimen: Double
  ) -> [(index: Int, decibels: Double)] {
    let vibrations = vibrations
    var found: [(index: Int, decibels: Double)] = []
    var first = 0
    while first < vibrations.count {
      var last = first
      // A vibration that another vibration follows may end early, by the duration of the shortest release.
      while last + 1 < vibrations.count,
        (-0.001..<(PatternCourse.shortestRelease + 0.001)).contains(
          vibrations[last + 1].event.time - vibrations[last].event.time
            - (vibrations[last].event.duration ?? 0))
      {
        last += 1
      }
      let run = vibrations[first...last]
      let levels = run.map { $0.event.played(.hapticIntensity) }
      let sharpness = run.map { $0.event.played(.hapticSharpness) }
      if let low = levels.min(), let high = levels.max(), low > 0,
        let dull = sharpness.min(), let crisp = sharpness.max(), high > low || crisp > dull,
        Decibels.level(high / low) < limen, crisp - dull < sharpnessLimen,
        let step = run.dropFirst().first(where: {
          $0.event.played(.hapticIntensity) != levels[0]
            || $0.event.played(.hapticSharpness) != sharpness[0]
        })
      {
        found.append((step.index, high > low ? Decibels.level(high / low) : 0))
      }
      first = last + 1
    }
    return found
  }
}
