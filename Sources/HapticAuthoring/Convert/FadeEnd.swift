internal import HapticEngine

/// The end of a fade that something follows at once.
///
/// An event that ends is released, in 5 ms at the least, and a control that goes up meanwhile raises what is left of
/// it: a click. So the event under a fade ends as much earlier, and is released in the last of the fade. Who reads such
/// an event takes it for as long as the fade.
enum FadeEnd {
  /// The shortest release, in seconds.
  static let release = EnvelopeTime.releaseSeconds(0)

  /// Whether `points` are the end of a fade that may be released meanwhile, where a control then goes up to `rise`.
  ///
  /// They fall, from not more than half to not more than a tenth of it: rather no click than all of the fade, but no
  /// pause in place of a click (our choice).
  static func isOne(_ points: [VibrationLine.Point], under rise: Double) -> Bool {
    guard let first = points.first, let last = points.last, first.value <= rise / 2,
      last.value <= rise / 10
    else { return false }
    return zip(points, points.dropFirst()).allSatisfy { point, next in
      next.value < point.value || next.time - point.time < VibrationLine.resolution
    }
  }

  /// The end of the fade in which an event ends at `end`, under the control of `segments`; nil if it ends in none.
  ///
  /// It ends as much before the control goes up as its release takes, while the control falls.
  static func whole(of end: Seconds, under segments: [ControlSegment]) -> Seconds? {
    let first = segments.partitioningIndex { $0.start > end + VibrationLine.resolution }
    guard first > 0, segments[first - 1].slope < 0 else { return nil }
    // Of those that begin there but for rounding the last governs, and the first is where the step is.
    let steps = segments[first...].drop { $0.start < end + release - VibrationLine.resolution }
      .prefix { $0.start < end + release + VibrationLine.resolution }
    guard let step = steps.first, let risen = steps.last else { return nil }
    let before = segments[steps.startIndex - 1]
    guard risen.value > before.value + before.slope * (step.start - before.start) else {
      return nil
    }
    return before.slope == 0 ? before.start : step.start
  }

  /// When an event that ends at `end`, under the control of `segments`, has to end so that nothing of it is raised; nil
  /// if nothing is, or if it is in no fade.
  static func early(of end: Seconds, from start: Seconds, under segments: [ControlSegment])
    -> Seconds?
  {
    var index = segments.partitioningIndex { $0.start > end - VibrationLine.resolution }
    guard index > 0 else { return nil }
    while index < segments.count, segments[index].start < end + release - VibrationLine.resolution {
      let (before, after) = (segments[index - 1], segments[index])
      index += 1
      guard after.value > before.value + before.slope * (after.start - before.start) + 1e-9,
        index >= segments.count || segments[index].start > after.start
      else { continue }
      let early = after.start - release
      let fadeEnd = min(end, after.start)
      guard early > start + VibrationLine.resolution, early < fadeEnd else { return nil }
      let points = line(of: segments, from: early, to: fadeEnd)
      return isOne(points, under: after.value) ? early : nil
    }
    return nil
  }

  /// The control of `segments` between two times, as a line.
  private static func line(
    of segments: [ControlSegment], from start: Seconds, to end: Seconds
  ) -> [VibrationLine.Point] {
    let inner = segments[
      segments.partitioningIndex {
        $0.start > start
      }..<segments.partitioningIndex { $0.start >= end }
    ]
    let last = segments[max(segments.partitioningIndex { $0.start >= end } - 1, 0)]
    return [VibrationLine.Point(time: start, value: segments.value(at: start))]
      + inner.map { .init(time: $0.start, value: $0.value) }
      + [.init(time: end, value: last.value + last.slope * max(end - last.start, 0))]
  }
}

extension FadeEnd {
  /// The controls of a pattern that make fades and releases.
  struct Controls {
    private let intensity: [ControlSegment]
    private let volume: [ControlSegment]
    private let release: [ControlSegment]
    private let audioRelease: [ControlSegment]

    init(_ entries: [HapticPattern.Entry]) {
      func segments(_ id: DynamicParameter.ID) -> [ControlSegment] {
        ControlSegment.segments(of: id, in: entries)
      }
      intensity = segments(.hapticIntensityControl)
      volume = segments(.audioVolumeControl)
      release = segments(.hapticReleaseTimeControl)
      audioRelease = segments(.audioReleaseTimeControl)
    }

    /// How long `event` is with the whole of the fade in which it ends; nil if it ends in none.
    func wholeDuration(of event: HapticEvent) -> Seconds? {
      duration(of: event) { FadeEnd.whole(of: $1, under: $2) }
    }

    /// How long `event` has to be so that nothing of it is raised; nil if it is so, or ends in no fade.
    func earlyDuration(of event: HapticEvent) -> Seconds? {
      duration(of: event) { FadeEnd.early(of: $1, from: $0, under: $2) }
    }

    private func duration(
      of event: HapticEvent,
      _ end: (_ start: Seconds, _ end: Seconds, [ControlSegment]) -> Seconds?
    ) -> Seconds? {
      guard event.type == .hapticContinuous || event.type == .audioContinuous,
        let duration = event.duration, duration > 0
      else { return nil }
      let controls = event.type.isHaptic ? (intensity, release) : (volume, audioRelease)
      guard controls.0.count > 1,
        event.played(.releaseTime) + controls.1.value(at: event.time) <= 0
      else { return nil }
      return end(event.time, PatternCourse.sum(event.time, duration), controls.0).map {
        VibrationLine.length(from: event.time, to: $0)
      }
    }
  }
}

extension FadeEnd {
  /// The durations that `duration` gives events of `entries`, by their indices.
  static func durations(
    of entries: [HapticPattern.Entry], _ duration: (Controls, HapticEvent) -> Seconds?
  ) -> [Int: Seconds] {
    let controls = Controls(entries)
    return entries.enumerated().reduce(into: [:]) { durations, item in
      guard case .event(let event) = item.element else { return }
      durations[item.offset] = duration(controls, event)
    }
  }
}

extension HapticPattern {
  /// The pattern with events as long as the fades in which they end.
  func withWholeFades() throws(PatternError) -> HapticPattern {
    try changingDurations { $0.wholeDuration(of: $1) }
  }

  /// The pattern without events of which a control raises what is left after a fade.
  func withoutRaisedFades() throws(PatternError) -> HapticPattern {
    try changingDurations { $0.earlyDuration(of: $1) }
  }

  private func changingDurations(
    _ duration: (FadeEnd.Controls, HapticEvent) -> Seconds?
  ) throws(PatternError) -> HapticPattern {
    let durations = FadeEnd.durations(of: entries, duration)
    if durations.isEmpty { return self }
    var changed = entries
    for (index, value) in durations {
      guard case .event(var event) = changed[index] else { continue }
      event.duration = value
      changed[index] = .event(event)
    }
    return try HapticPattern(entries: changed, metadata: metadata)
  }
}
