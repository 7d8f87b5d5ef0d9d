/// A pattern evaluated over time without rendering it: its controls, the envelopes of its events, and the seams
/// between events that would click.
///
/// The rules are those of `Documentation/Signal.md`, 2 and 3.
///
/// An event that ends is released, for at least 5 ms. If the control of its strength rises in that time, the tail gets
/// louder: a click. If another event begins in that time, the two add up. So an event that something follows ends 5 ms
/// early (`silenced`).
package struct PatternCourse: Sendable {
  /// The length of the shortest release, in seconds.
  package static let shortestRelease = EnvelopeTime.releaseSeconds(0)

  /// Two times that are nearer than this are one time, since a sum of times is rounded.
  ///
  /// Our choice: a nanosecond is far below a sample, and far above the rounding of a year.
  package static let resolution: Seconds = 1e-9

  /// The shortest event that ends early, in seconds.
  ///
  /// Our choice: its attack has come to a quarter of its strength, which nobody feels as a click.
  static let shortestDuration: Seconds = 0.0005

  private let entries: [HapticPattern.Entry]
  /// The segments of each control, by `controlIndex`.
  private let controls: [[ControlSegment]]
  /// The starts of continuous events, in order: haptic events, then tones.
  private let starts: (haptic: [Start], audio: [Start])

  private struct Start {
    let time: Seconds
    let index: Int
  }

  /// Evaluates `entries`.
  ///
  /// - Parameters:
  ///   - entries: The entries of a pattern.
  ///   - isFollower: Whether the event at an index makes the events end that it follows.
  /// - Complexity: O(n log n).
  package init(_ entries: [HapticPattern.Entry], isFollower: (Int) -> Bool = { _ in true }) {
    self.entries = entries
    controls = DynamicParameter.ID.allCases.map { ControlSegment.segments(of: $0, in: entries) }
    var (haptic, audio): ([Start], [Start]) = ([], [])
    for (index, entry) in entries.enumerated() {
      guard case .event(let event) = entry, event.isContinuous, isFollower(index) else { continue }
      let start = Start(time: event.time, index: index)
      if event.type.isHaptic { haptic.append(start) } else { audio.append(start) }
    }
    starts = (haptic.sorted { $0.time < $1.time }, audio.sorted { $0.time < $1.time })
  }

  // MARK: Controls and envelopes

  /// The segments of control `id`, in order.
  package func segments(of id: DynamicParameter.ID) -> [ControlSegment] {
    controls[id.controlIndex]
  }

  /// The value of control `id` at `time`; a source that begins there governs.
  package func value(of id: DynamicParameter.ID, at time: Seconds) -> Double {
    segments(of: id).value(at: time)
  }

  /// The envelope of a continuous event.
  package func envelope(of event: HapticEvent) -> EventEnvelope {
    func value(_ id: EventParameter.ID, _ control: DynamicParameter.ID) -> Double {
      min(max(event.played(id) + self.value(of: control, at: event.time), 0), 1)
    }
    let isHaptic = event.type.isHaptic
    return EventEnvelope(
      hold: event.playedDuration,
      attack: value(.attackTime, isHaptic ? .hapticAttackTimeControl : .audioAttackTimeControl),
      decay: value(.decayTime, isHaptic ? .hapticDecayTimeControl : .audioDecayTimeControl),
      release: value(.releaseTime, event.releaseControl),
      isSustained: event.played(.sustained) >= 0.5)
  }

  // MARK: Seams

  /// The time by which the event at `index` has to be silent so that its release does not click; nil if it need not.
  ///
  /// That is when the control of its strength rises, or when another continuous event begins, unless the event asks for a
  /// longer release than the shortest, which overlaps.
  ///
  /// - Parameters:
  ///   - index: The index of the event.
  ///   - counts: Whether a rise at a time counts.
  /// - Returns: Seconds from the start of the pattern.
  package func seam(of index: Int, where counts: (Seconds) -> Bool = { _ in true }) -> Seconds? {
    guard case .event(let event) = entries[index], event.isContinuous, event.duration ?? 0 > 0
    else { return nil }
    let end = event.time + event.playedDuration
    let envelope = envelope(of: event)
    if !envelope.isSustained, envelope.held(envelope.hold) == 0 { return nil }
    let rise = rise(of: event.strengthControl, from: end, to: end + envelope.release, counts)
    let follower =
      envelope.releaseValue == 0
      ? follower(of: index, end: end, isHaptic: event.type.isHaptic) : nil
    return [rise, follower].compactMap(\.self).min()
  }

  /// The first start of a continuous event in the release of another that ends at `end`.
  private func follower(of index: Int, end: Seconds, isHaptic: Bool) -> Seconds? {
    let starts = isHaptic ? starts.haptic : starts.audio
    let first = starts.partitioningIndex { $0.time > end - Self.resolution }
    return starts[first...].first { $0.index != index }.map(\.time).flatMap {
      $0 < end + Self.shortestRelease - Self.resolution ? $0 : nil
    }
  }

  /// The indices of continuous events that begin in the shortest release of another.
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

  /// The first time from `start` on, and before `end`, that counts and at which control `id` jumps up.
  private func rise(
    of id: DynamicParameter.ID, from start: Seconds, to end: Seconds, _ counts: (Seconds) -> Bool
  ) -> Seconds? {
    let segments = segments(of: id)
    var index = max(segments.partitioningIndex { $0.start > start - Self.resolution }, 1)
    while index < segments.count, segments[index].start < end - Self.resolution {
      let (before, time) = (segments[index - 1], segments[index].start)
      // Of segments that begin together the last governs.
      while index + 1 < segments.count, segments[index + 1].start < time + Self.resolution {
        index += 1
      }
      let value = before.value + before.slope * (time - before.start)
      if segments[index].value > value + 1e-9, counts(time) { return time }
      index += 1
    }
    return nil
  }

  /// `event`, which is continuous, so that it is silent at `limit`: released in less time, or ending early.
  package func silenced(_ event: HapticEvent, by limit: Seconds) -> HapticEvent {
    let (duration, control) = (
      event.playedDuration, max(value(of: event.releaseControl, at: event.time), 0)
    )
    let room = Self.sum(limit, -Self.sum(event.time, duration))
    let envelope = envelope(of: event)
    if envelope.release <= room + Self.resolution { return event }
    var event = event
    let shortest = EnvelopeTime.releaseSeconds(min(control, 1))
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

  /// The sum of two times as somebody would have written it: where it is a few bits off a whole number of nanoseconds,
  /// it is that number.
  package static func sum(_ time: Seconds, _ length: Seconds) -> Seconds {
    let sum = time + length
    let rounded = (sum * 1e9).rounded() / 1e9
    let noise = 4 * max(time.magnitude, length.magnitude).ulp
    return abs(rounded - sum) <= noise ? rounded : sum
  }
}

extension HapticEvent {
  /// Whether it is a continuous event or a tone.
  package var isContinuous: Bool { type == .hapticContinuous || type == .audioContinuous }

  /// The control that multiplies the event's strength.
  package var strengthControl: DynamicParameter.ID {
    type.isHaptic ? .hapticIntensityControl : .audioVolumeControl
  }

  /// The control that adds to the event's release.
  var releaseControl: DynamicParameter.ID {
    type.isHaptic ? .hapticReleaseTimeControl : .audioReleaseTimeControl
  }
}

extension [ControlSegment] {
  /// The value of a control at `time`, of which these are the segments.
  package func value(at time: Seconds) -> Double {
    let segment = self[Swift.max(partitioningIndex { $0.start > time } - 1, 0)]
    return segment.value + segment.slope * Swift.max(time - segment.start, 0)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index at which `isAfter` is true, which it is from there on; `endIndex` if it never is.
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
