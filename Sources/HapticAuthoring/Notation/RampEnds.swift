import HapticEngine

/// When the control of a ramp begins, and when it goes back to where it does nothing.
///
/// It begins with its event. A tap at that time keeps its strength: the control of intensity, which would make it as
/// weak as the beginning of the ramp, then begins just behind it.
///
/// An event that ends is released, for 5 ms at the least, and a control that went back at its end would raise what is
/// left of it to full strength. So it goes back when the release is over, or with the event that begins before that.
/// It goes back with another source that governs the control by then, and at the end if something else sounds on.
///
/// Where it goes back before the release is over, a fade ends as much earlier (`FadeEnd`).
struct RampEnds {
  /// The starts of events, in order.
  private let starts: [Seconds]
  /// For each of them the latest end of an event that began then or before.
  private let latestEnds: [Seconds]
  /// What governs a control from a time on.
  private struct Source {
    let start: Seconds
    /// The value with which it begins.
    let value: Double
    /// Of two that begin together the one of the later entry governs.
    let index: Int
  }

  /// What governs each control, in order.
  private let sources: [DynamicParameter.ID: [Source]]
  /// The times of taps.
  private let taps: Set<Seconds>
  /// What is added to the releases of haptic events and of sounds.
  private let releases: (haptic: [ControlSegment], audio: [ControlSegment])

  /// How long after a tap a ramp begins.
  ///
  /// Our choice: five samples at 48 kHz, a twentieth of the shortest attack. A tap takes its strength when it begins.
  static let behindTap: Seconds = 0.0001

  /// The ends in `entries`, of which those at the indices `backs` are what brings controls back.
  init(_ entries: [HapticPattern.Entry], backs: Set<Int>) {
    var events: [(start: Seconds, end: Seconds)] = []
    var sources: [DynamicParameter.ID: [Source]] = [:]
    for (index, entry) in entries.enumerated() {
      switch entry {
      case .event(let event):
        events.append(
          (event.time, NotationEvaluator.sum(event.time, event.duration ?? 0)))
      case .parameter(let step):
        if backs.contains(index) { continue }
        sources[step.id, default: []].append(
          Source(start: step.time, value: step.value, index: index))
      case .curve(let curve):
        guard let first = curve.controlPoints.min(by: { $0.time < $1.time }) else { continue }
        sources[curve.id, default: []].append(
          Source(start: curve.time + first.time, value: first.value, index: index))
      }
    }
    events.sort { $0.start < $1.start }
    starts = events.map(\.start)
    var latest = 0.0
    latestEnds = events.map { event in
      latest = max(latest, event.end)
      return latest
    }
    self.sources = sources.mapValues { list in
      list.sorted { ($0.start, $0.index) < ($1.start, $1.index) }
    }
    taps = Self.taps(in: entries)
    releases = (
      ControlSegment.segments(of: .hapticReleaseTimeControl, in: entries),
      ControlSegment.segments(of: .audioReleaseTimeControl, in: entries)
    )
  }

  /// The curve of a ramp as it is beside the taps of the pattern.
  func begun(_ curve: ParameterCurve) -> ParameterCurve { Self.begun(curve, behind: taps) }

  /// The curve of a ramp as it is beside taps at the times `taps`.
  static func begun(_ curve: ParameterCurve, behind taps: Set<Seconds>) -> ParameterCurve {
    guard curve.id == .hapticIntensityControl, taps.contains(curve.time),
      curve.controlPoints.count > 1, curve.controlPoints[0].time == 0,
      curve.controlPoints[1].time > Self.behindTap
    else { return curve }
    var curve = curve
    curve.controlPoints[0].time = Self.behindTap
    return curve
  }

  /// The times of the taps in `entries`.
  static func taps(in entries: [HapticPattern.Entry]) -> Set<Seconds> {
    entries.reduce(into: []) { taps, entry in
      if case .event(let event) = entry, event.type == .hapticTransient { taps.insert(event.time) }
    }
  }

  /// When `control` goes back after the ramp of `event`, which has a duration, by the step at `index` of the entries.
  func back(
    _ control: DynamicParameter.ID, after event: HapticEvent, at index: Int
  ) -> Seconds {
    let end = NotationEvaluator.sum(event.time, event.duration ?? 0)
    guard event.type != .audioCustom else { return end }
    let next = starts.firstSortedIndex { $0 >= end }
    if next > 0, latestEnds[next - 1] > end { return end }
    var back = NotationEvaluator.sum(end, EnvelopeTime.releaseSeconds(release(of: event)))
    if next < starts.count { back = min(back, starts[next]) }
    let others = sources[control] ?? []
    let other = others.firstSortedIndex { $0.start >= end }
    guard other < others.count, others[other].start <= back else { return back }
    // With another that governs from there on; before one over which the step would govern.
    return others[other].index > index ? others[other].start : end
  }

  /// The release of `event`, 0...1, with what a control adds at its start.
  private func release(of event: HapticEvent) -> Double {
    let control = (event.type.isHaptic ? releases.haptic : releases.audio).value(at: event.time)
    return min(1, max(0, event.played(.releaseTime) + control))
  }

  /// `event` with a length that is released when the control of its ramp `curve` goes up at `back`; nil where it is so
  /// as it is written, where the ramp is no fade, or its last milliseconds are more than the end of one; `index` is that
  /// of the step.
  func released(
    _ event: HapticEvent, under curve: ParameterCurve, back: Seconds, at index: Int
  ) -> HapticEvent? {
    guard event.type != .audioCustom, curve.id.defaultValue == 1, let duration = event.duration,
      release(of: event) == 0
    else { return nil }
    let released = NotationEvaluator.sum(event.time, duration) + FadeEnd.release
    let missing = NotationEvaluator.sum(released, -back)
    let early = NotationEvaluator.sum(duration, -missing)
    guard missing > 1e-9, early > 0 else { return nil }
    let line = VibrationLine(curve.controlPoints.map { .init(time: $0.time, value: $0.value) })
    let rest = line.part(from: early, to: duration)
    let rise = rise(of: curve.id, at: back, after: index)
    guard rise > line.value(before: duration), FadeEnd.isOne(rest, under: rise) else {
      return nil
    }
    var event = event
    event.duration = early
    return event
  }

  /// What `control` is from `time` on, where the step at `index` brings it back and nothing later governs it.
  private func rise(
    of control: DynamicParameter.ID, at time: Seconds, after index: Int
  ) -> Double {
    let others = sources[control] ?? []
    let next = others.firstSortedIndex { $0.start > time }
    guard next > 0, others[next - 1].start == time, others[next - 1].index > index else {
      return control.defaultValue
    }
    return others[next - 1].value
  }

  /// Whether `event`, of which `ramped` are the entries as they are written, from `index` on, is released as `played`.
  func isReleased(
    _ event: HapticEvent, _ ramped: [HapticPattern.Entry], from index: Int, as played: HapticEvent
  ) -> Bool {
    var duration = event.duration
    for (offset, entry) in ramped.enumerated() {
      guard case .parameter(let step) = entry,
        let curve = ramped.lazy.compactMap(\.rampCurve).first(where: { $0.id == step.id })
      else { continue }
      let back = back(step.id, after: event, at: index + offset)
      let released = released(event, under: begun(curve), back: back, at: index + offset)
      duration = released?.duration ?? duration
    }
    return duration == played.duration
  }
}

extension HapticPattern.Entry {
  /// The curve, if it is one.
  var rampCurve: ParameterCurve? { if case .curve(let curve) = self { curve } else { nil } }
}
