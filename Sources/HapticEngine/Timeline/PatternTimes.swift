extension HapticPattern.Entry {
  /// The control of a parameter or curve; nil for an event.
  package var control: DynamicParameter.ID? {
    switch self {
    case .event: nil
    case .parameter(let step): step.id
    case .curve(let curve): curve.id
    }
  }

  /// The time at which the entry takes effect, in seconds from the start of the pattern; nil for a curve without
  /// points.
  package var start: Seconds? {
    switch self {
    case .event(let event): event.time
    case .parameter(let step): step.time
    case .curve(let curve): curve.controlPoints.map(\.time).min().map { curve.time + $0 }
    }
  }

  /// Returns the entry with all its times and durations multiplied by `factor`.
  ///
  /// The length of a sound file does not change.
  package func scalingTimes(by factor: Double) -> HapticPattern.Entry {
    // Rounds the result as a person would write it.
    func scaled(_ seconds: Seconds) -> Seconds { PatternCourse.sum(seconds * factor, 0) }
    switch self {
    case .event(var event):
      event.time = scaled(event.time)
      if event.type != .audioCustom { event.duration = event.duration.map(scaled) }
      return .event(event)
    case .parameter(var parameter):
      parameter.time = scaled(parameter.time)
      return .parameter(parameter)
    case .curve(var curve):
      curve.time = scaled(curve.time)
      for index in curve.controlPoints.indices {
        curve.controlPoints[index].time = scaled(curve.controlPoints[index].time)
      }
      return .curve(curve)
    }
  }
}

extension PatternCourse {
  /// Returns `entries` with all times changed by `change`.
  ///
  /// Afterward, events still end as early as their releases require.
  ///
  /// An event that already clicks is unchanged, unless it ends early for another cause.
  package static func changingTimes(
    of entries: [HapticPattern.Entry], by change: (HapticPattern.Entry) -> HapticPattern.Entry
  ) -> [HapticPattern.Entry] {
    let course = PatternCourse(entries)
    let wholes = course.wholes
    let clicking = Set(course.silenced().map(\.index)).subtracting(wholes.map(\.index))
    var changed = entries
    for (index, event, _) in wholes { changed[index] = .event(event) }
    changed = changed.map(change)
    for (index, event) in PatternCourse(changed).silenced() where !clicking.contains(index) {
      changed[index] = .event(event)
    }
    return changed
  }
}

extension HapticPattern {
  /// Returns the pattern prepared for playback at `rate`: events end as early as their releases require at this rate.
  ///
  /// A player's rate scales the times of a pattern, but not the releases of its events (`Documentation/Signal.md`, 8).
  /// For example, a control that fades an event and returns to full strength 5 ms after the event's end would click at
  /// a higher rate. An event that would lose more than half of its length is unchanged.
  ///
  /// - Parameter rate: The rate of the player, above 0.
  /// - Returns: The pattern, with changed durations for the events that would click.
  /// - Complexity: O(n log n).
  package func seamed(atRate rate: Double) -> HapticPattern {
    if rate == 1 { return self }
    let played = PatternCourse.changingTimes(of: entries) { $0.scalingTimes(by: 1 / rate) }
    var seamed = entries
    for index in entries.indices {
      guard case .event(var event) = entries[index], case .event(let other) = played[index],
        case .event(let plain) = entries[index].scalingTimes(by: 1 / rate),
        let duration = other.duration, let whole = plain.duration, duration != whole,
        duration > whole / 2
      else { continue }
      event.duration = duration * rate
      seamed[index] = .event(event)
    }
    return HapticPattern(checkedEntries: seamed, metadata: metadata)
  }
}
