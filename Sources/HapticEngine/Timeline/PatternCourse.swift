/// A pattern evaluated over time without rendering it: its controls, the envelopes of its events, and the seams between
/// events that would click.
///
/// The rules are those of `Documentation/Signal.md`, 2 and 3.
///
/// A *seam* is the time by which an event has to be silent. The release of an event takes at least 5 ms. If the event's
/// strength control rises during the release, the tail gets louder, which is felt as a click. If another event begins
/// during the release, the two add up. So an event that is followed by another ends 5 ms early (`silenced`).
package struct PatternCourse: Sendable {
  /// The length of the shortest release, in seconds.
  package static let shortestRelease = EnvelopeTime.releaseSeconds(0)

  /// Times that differ by less than this count as equal, because sums of times are rounded.
  ///
  /// Our choice: a nanosecond is far shorter than a sample, and far longer than the rounding error within a year.
  package static let resolution: Seconds = 1e-9

  /// A release shorter than this, in seconds, does not count as an intended overlap with the next event.
  ///
  /// Our choice: one millisecond longer than the shortest release, a difference that cannot be felt.
  private static let briefRelease = shortestRelease + 0.001

  /// The duration of the shortest event that ends early, in seconds.
  ///
  /// Our choice: after this time the attack has reached a quarter of the strength, which nobody feels as a click.
  static let shortestDuration: Seconds = 0.0005

  package let entries: [HapticPattern.Entry]
  private let controls: [[ControlSegment]]
  /// The times of the control points in the curves of each control, by `controlIndex`, in order.
  private let points: [[Seconds]]
  /// The starts of continuous events that are not silent, in order: haptic events, then tones.
  private let starts: (haptic: [Start], audio: [Start])

  private struct Start {
    let time: Seconds
    let index: Int
  }

  /// Evaluates `entries`.
  ///
  /// - Complexity: O(n log n).
  package init(_ entries: [HapticPattern.Entry]) {
    self.entries = entries
    controls = DynamicParameter.ID.allCases.map { ControlSegment.segments(of: $0, in: entries) }
    var points = controls.map { _ in [Seconds]() }
    for case .curve(let curve) in entries {
      points[curve.id.controlIndex] += curve.controlPoints.map { curve.time + $0.time }
    }
    self.points = points.map { $0.sorted() }
    var (haptic, audio): ([Start], [Start]) = ([], [])
    for (index, entry) in entries.enumerated() {
      guard case .event(let event) = entry, event.isContinuous, !event.isSilent else { continue }
      let start = Start(time: event.time, index: index)
      if event.type.isHaptic { haptic.append(start) } else { audio.append(start) }
    }
    starts = (haptic.sorted { $0.time < $1.time }, audio.sorted { $0.time < $1.time })
  }

  // MARK: Controls and envelopes

  /// Returns the segments of control `id`, in order.
  package func segments(of id: DynamicParameter.ID) -> [ControlSegment] {
    controls[id.controlIndex]
  }

  /// Returns the value of control `id` at `time`; a source that begins at that time is already in effect.
  package func value(of id: DynamicParameter.ID, at time: Seconds) -> Double {
    segments(of: id).value(at: time)
  }

  /// The controls that parameters or curves set.
  package var setControls: [DynamicParameter.ID] {
    DynamicParameter.ID.allCases.filter { segments(of: $0).count > 1 }
  }

  /// Returns the value of control `id` after its last source.
  package func finalValue(of id: DynamicParameter.ID) -> Double {
    segments(of: id).last?.value ?? id.defaultValue
  }

  /// Returns whether control `id` has the same values as in `other` between two times.
  package func agrees(
    with other: PatternCourse, on id: DynamicParameter.ID, from start: Seconds, to end: Seconds
  ) -> Bool {
    // Both are straight between the starts of segments.
    let inner = [self, other].flatMap { course in
      let segments = course.segments(of: id)
      return segments[segments.partitioningIndex { $0.start > start }...].prefix { $0.start < end }
    }
    return ([start, end] + inner.map(\.start)).allSatisfy {
      value(of: id, at: $0) == other.value(of: id, at: $0)
    }
  }

  /// Returns the envelope of a continuous event.
  package func envelope(of event: HapticEvent) -> EventEnvelope {
    func value(_ id: EventParameter.ID) -> Double {
      min(max(event.played(id) + self.value(of: event.control(of: id), at: event.time), 0), 1)
    }
    return EventEnvelope(
      hold: event.playedDuration, attack: value(.attackTime), decay: value(.decayTime),
      release: value(.releaseTime),
      isSustained: event.played(.sustained) >= 0.5)
  }

  // MARK: Seams

  /// The causes that require an event to be silent.
  package struct Causes {
    /// Returns whether the event at an index requires earlier events to be silent.
    package var event: (Int) -> Bool = { _ in true }
    /// Returns whether a rise of a control at a time, in seconds, requires an event to be silent.
    package var rise: (Seconds) -> Bool = { _ in true }

    package init(
      event: @escaping (Int) -> Bool = { _ in true },
      rise: @escaping (Seconds) -> Bool = { _ in true }
    ) {
      (self.event, self.rise) = (event, rise)
    }
  }

  /// Returns the time by which the event at `index` has to be silent so that its release does not click; nil if it may
  /// play to its end.
  ///
  /// This is the time at which the control of the event's strength rises, or at which another continuous event begins.
  /// A release of 6 ms or more may overlap with the other event. If the early end is less than 5 ms before a third
  /// event, the event has to be silent by the start of the third event instead. The time is in seconds from the start
  /// of the pattern.
  package func seam(of index: Int, for causes: Causes = Causes()) -> Seconds? {
    guard let event = released(index) else { return nil }
    let end = event.time + event.playedDuration
    let envelope = envelope(of: event)
    if !envelope.isSustained, envelope.held(envelope.hold) == 0 { return nil }
    var seam = rise(
      of: event.strengthControl, from: end, before: end + envelope.release, causes.rise)
    let earliest = event.time + Self.shortestDuration + Self.shortestRelease
    while min(envelope.release, (seam ?? .infinity) - end) < Self.briefRelease {
      let limit = min(seam ?? .infinity, end + Self.shortestRelease)
      guard
        let follower = follower(
          of: index, isHaptic: event.type.isHaptic,
          from: min(end, max(limit - Self.shortestRelease, earliest)), before: limit, causes.event)
      else { break }
      seam = follower
    }
    return seam
  }

  /// Returns the end that the event at `index` would have if `silenced` had not moved it, and the time of the cause of
  /// the early end; nil if the event does not end early.
  ///
  /// An event ends early if another begins exactly one shortest release after its end. It also ends early if its
  /// control rises at that time and a curve continues until then. If the control stops moving earlier, the result is
  /// the time at which it stops.
  ///
  /// - Returns: Seconds from the start of the pattern.
  package func whole(of index: Int) -> (end: Seconds, cause: Seconds)? {
    guard let event = released(index), envelope(of: event).releaseValue == 0 else { return nil }
    let end = event.time + event.playedDuration
    let (from, before) = (
      end + Self.shortestRelease, end + Self.shortestRelease + 2 * Self.resolution
    )
    let points = points[event.strengthControl.controlIndex]
    let next = points.partitioningIndex { $0 > end + Self.resolution }
    let isCurved = next < points.count && points[next] < from + Self.resolution
    let rise = isCurved ? rise(of: event.strengthControl, from: from, before: before) : nil
    let follower = follower(
      of: index, isHaptic: event.type.isHaptic, from: from, before: before)
    guard let cause = [rise, follower].compactMap(\.self).min() else { return nil }
    let segments = segments(of: event.strengthControl)
    let last = segments.partitioningIndex { $0.start > cause - Self.resolution } - 1
    guard last > 0, segments[last].slope == 0, segments[last].start > end + Self.resolution
    else { return (cause, cause) }
    return (segments[last].start, cause)
  }

  /// Returns the strength of the release after the seam of the event at `index`; nil if the event does not have a seam.
  ///
  /// - Returns: The time of the seam; the greatest strength, 0...1, from the seam to the end of the release, with the
  ///   strengths of events that begin in this time added; and the greatest strength without the addition, which is that
  ///   of the event at its end or of one of the other events.
  package func click(at index: Int) -> (time: Seconds, peak: Double, neighbor: Double)? {
    guard let event = released(index), let seam = seam(of: index) else { return nil }
    let envelope = envelope(of: event)
    let end = event.time + event.playedDuration
    let starts = event.type.isHaptic ? starts.haptic : starts.audio
    let last = end + envelope.release
    let followers = starts[starts.partitioningIndex { $0.time > end - Self.resolution }...]
      .prefix { $0.time < last }.filter { $0.index != index }
    // Our choice: steps of half a millisecond in the shortest release, which is a quarter of the shortest attack.
    let first = max(seam, end)
    let times = (0...10).map { first + (last - first) * Double($0) / 10 + Self.resolution }
    var (peak, neighbor) = (0.0, strength(of: event, at: end - Self.resolution))
    for time in times {
      let left = max(1 - (time - end) / envelope.release, 0)
      let tail = strength(of: event, at: time, held: envelope.held(envelope.hold) * left)
      let others = followers.compactMap { start -> Double? in
        guard case .event(let follower) = entries[start.index], start.time <= time else {
          return nil
        }
        return strength(of: follower, at: time)
      }
      peak = max(peak, others.reduce(tail, +))
      neighbor = max(neighbor, others.max() ?? 0)
    }
    return (seam, peak, neighbor)
  }

  /// The strength of a continuous event at `time`, by default at the level of its envelope at that time.
  private func strength(of event: HapticEvent, at time: Seconds, held: Double? = nil) -> Double {
    let own = event.played(event.type.isHaptic ? .hapticIntensity : .audioVolume)
    return own * (held ?? envelope(of: event).held(time - event.time))
      * value(of: event.strengthControl, at: time)
  }

  /// The continuous event at `index`, if it is not silent and its release begins at a fixed time.
  private func released(_ index: Int) -> HapticEvent? {
    guard case .event(let event) = entries[index], event.isContinuous, !event.isSilent,
      event.duration ?? 0 > 0
    else { return nil }
    return event
  }

  /// The first start of a continuous event other than the one at `index`, between two times.
  private func follower(
    of index: Int, isHaptic: Bool, from start: Seconds, before end: Seconds,
    _ counts: (Int) -> Bool = { _ in true }
  ) -> Seconds? {
    let starts = isHaptic ? starts.haptic : starts.audio
    return starts[starts.partitioningIndex { $0.time > start - Self.resolution }...]
      .prefix { $0.time < end - Self.resolution }
      .first { $0.index != index && counts($0.index) }?.time
  }

  /// The indices of continuous events that begin during the shortest release of another.
  ///
  /// - Complexity: O(n log n).
  package var overlapping: Set<Int> {
    func overlapping(_ starts: [Start]) -> [Int] {
      let ends = starts.compactMap { start -> Seconds? in
        guard case .event(let event) = entries[start.index] else { return nil }
        return event.time + event.playedDuration
      }.sorted()
      return starts.compactMap { start in
        let first = ends.partitioningIndex {
          $0 > start.time - Self.shortestRelease + Self.resolution
        }
        return first < ends.count && ends[first] < start.time + Self.resolution ? start.index : nil
      }
    }
    return Set(overlapping(starts.haptic) + overlapping(starts.audio))
  }

  /// The first relevant time from `start` on, and before `end`, at which control `id` jumps up.
  private func rise(
    of id: DynamicParameter.ID, from start: Seconds, before end: Seconds,
    _ counts: (Seconds) -> Bool = { _ in true }
  ) -> Seconds? {
    let segments = segments(of: id)
    var index = max(segments.partitioningIndex { $0.start > start - Self.resolution }, 1)
    while index < segments.count, segments[index].start < end - Self.resolution {
      let (before, time) = (segments[index - 1], segments[index].start)
      // If several segments begin together, the last takes effect.
      while index + 1 < segments.count, segments[index + 1].start < time + Self.resolution {
        index += 1
      }
      let value = before.value + before.slope * (time - before.start)
      if segments[index].value > value + 1e-9, counts(time) { return time }
      index += 1
    }
    return nil
  }

  /// Returns the continuous events that click, changed so that they are silent in time, in the order of their indices.
  package func silenced(
    for causes: (Int) -> Causes = { _ in Causes() }
  ) -> [(index: Int, event: HapticEvent)] {
    overtaken(for: causes).compactMap { index, event, limit in
      let quiet = silenced(event, by: limit)
      return quiet == event ? nil : (index, quiet)
    }
  }

  /// Returns the continuous events whose release is not over at their seam, in the order of their indices, and the
  /// times by which they have to be silent.
  package func overtaken(
    for causes: (Int) -> Causes = { _ in Causes() }
  ) -> [(index: Int, event: HapticEvent, limit: Seconds)] {
    entries.indices.compactMap { index in
      guard case .event(let event) = entries[index], event.isContinuous,
        let limit = seam(of: index, for: causes(index)),
        envelope(of: event).release > room(after: event, until: limit) + Self.resolution
      else { return nil }
      return (index, event, limit)
    }
  }

  private func room(after event: HapticEvent, until limit: Seconds) -> Seconds {
    Self.sum(limit, -Self.sum(event.time, event.playedDuration))
  }

  /// The continuous events that end early, extended to their causes, in the order of their indices.
  ///
  /// `cause` is the time of the event or control because of which an event ends early.
  package var wholes: [(index: Int, event: HapticEvent, cause: Seconds)] {
    entries.indices.compactMap { index in
      guard case .event(var event) = entries[index], let whole = whole(of: index) else {
        return nil
      }
      event.duration = Self.sum(whole.end, -event.time)
      return (index, event, whole.cause)
    }
  }

  /// Returns `event`, a continuous event, changed so that it is silent at `limit`: with a shorter release, or with an
  /// earlier end.
  ///
  /// If a control makes all releases longer than the shortest, the event is unchanged: it would have to end so early
  /// that it would be a different event.
  package func silenced(_ event: HapticEvent, by limit: Seconds) -> HapticEvent {
    let control = max(value(of: event.control(of: .releaseTime), at: event.time), 0)
    let room = room(after: event, until: limit)
    let envelope = envelope(of: event)
    if envelope.release <= room + Self.resolution { return event }
    let shortest = EnvelopeTime.releaseSeconds(min(control, 1))
    let isLong = shortest >= Self.briefRelease
    if isLong, room < shortest - Self.resolution { return event }
    var event = event
    let release = max(EnvelopeTime.value(room, EnvelopeTime.releaseSeconds) - control, 0)
    for index in event.parameters.indices where event.parameters[index].id == .releaseTime {
      event.parameters[index].value = min(event.parameters[index].value, release)
    }
    if room < shortest - Self.resolution {
      event.duration = max(
        Self.sum(limit, -Self.sum(event.time, shortest)), Self.shortestDuration)
    }
    return event
  }

  // MARK: Times

  /// Returns the sum of two times.
  ///
  /// A sum that is only a few bits off a whole number of nanoseconds is rounded to it, as a person would write the sum.
  package static func sum(_ time: Seconds, _ length: Seconds) -> Seconds {
    let sum = time + length
    let rounded = (sum * 1e9).rounded() / 1e9
    let noise = 4 * max(time.magnitude, length.magnitude).ulp
    return abs(rounded - sum) <= noise ? rounded : sum
  }
}

extension HapticEvent {
  /// Whether this is a continuous event or a tone.
  package var isContinuous: Bool { type == .hapticContinuous || type == .audioContinuous }

  var isSilent: Bool { played(type.isHaptic ? .hapticIntensity : .audioVolume) == 0 }

  /// The control that multiplies the event's strength.
  package var strengthControl: DynamicParameter.ID {
    type.isHaptic ? .hapticIntensityControl : .audioVolumeControl
  }

  /// Returns the control that adds to `id`, a time of the event's envelope.
  package func control(of id: EventParameter.ID) -> DynamicParameter.ID {
    switch id {
    case .attackTime: type.isHaptic ? .hapticAttackTimeControl : .audioAttackTimeControl
    case .decayTime: type.isHaptic ? .hapticDecayTimeControl : .audioDecayTimeControl
    case .releaseTime: type.isHaptic ? .hapticReleaseTimeControl : .audioReleaseTimeControl
    case .hapticIntensity, .hapticSharpness, .sustained, .audioVolume, .audioPan, .audioPitch,
      .audioBrightness:
      preconditionFailure("\(id) is not a time of an envelope")
    }
  }
}

extension [ControlSegment] {
  /// Returns the value at `time` of the control with these segments.
  package func value(at time: Seconds) -> Double {
    let segment = self[Swift.max(partitioningIndex { $0.start > time } - 1, 0)]
    return segment.value + segment.slope * Swift.max(time - segment.start, 0)
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index for which `isAfter` is true, or `endIndex`; `isAfter` must be true for all following
  /// indices.
  ///
  /// - Complexity: O(log n).
  package func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
