import HapticEngine

/// When the control of a ramp begins, and when it goes back to where it does nothing.
///
/// It begins with its event. A tap at that time keeps its strength: the control of intensity, which would make it as
/// weak as the beginning of the ramp, then begins just behind it.
///
/// An event that ends is released, for 5 ms at the least, and a control that went back at its end would raise what is
/// left of it to full strength. So it goes back when the release is over, or with the event that begins before that.
/// It goes back at the end if something else sounds on, or another source governs the control by then.
///
/// Where it goes back before the release is over, a fade ends as much earlier, and is released in the last of it.
struct RampEnds {
  /// The starts of events, in order.
  private let starts: [Seconds]
  /// For each of them the latest end of an event that began then or before.
  private let latestEnds: [Seconds]
  /// The starts of what governs each control, and the values with which they begin, in order.
  private let sources: [DynamicParameter.ID: [(start: Seconds, value: Double)]]
  /// The times of taps.
  private let taps: Set<Seconds>

  /// How long after a tap a ramp begins.
  ///
  /// Our choice: five samples at 48 kHz, a twentieth of the shortest attack. A tap takes its strength when it begins.
  static let behindTap: Seconds = 0.0001

  /// The ends in `entries`, of which those at the indices `backs` are what brings controls back.
  init(_ entries: [HapticPattern.Entry], backs: Set<Int>) {
    var events: [(start: Seconds, end: Seconds)] = []
    var taps: Set<Seconds> = []
    var sources: [DynamicParameter.ID: [(start: Seconds, value: Double)]] = [:]
    for (index, entry) in entries.enumerated() {
      switch entry {
      case .event(let event):
        events.append((event.time, event.time + (event.duration ?? 0)))
        if event.type == .hapticTransient { taps.insert(event.time) }
      case .parameter(let step):
        if !backs.contains(index) { sources[step.id, default: []].append((step.time, step.value)) }
      case .curve(let curve):
        guard let first = curve.controlPoints.min(by: { $0.time < $1.time }) else { continue }
        sources[curve.id, default: []].append((curve.time + first.time, first.value))
      }
    }
    events.sort { $0.start < $1.start }
    starts = events.map(\.start)
    var latest = 0.0
    latestEnds = events.map { event in
      latest = max(latest, event.end)
      return latest
    }
    // Of two at one time the later entry governs.
    self.sources = sources.mapValues { list in
      list.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
        .map(\.element)
    }
    self.taps = taps
  }

  /// The curve of a ramp as it is beside the taps of the pattern.
  func begun(_ curve: ParameterCurve) -> ParameterCurve {
    guard curve.id == .hapticIntensityControl, taps.contains(curve.time),
      curve.controlPoints.count > 1, curve.controlPoints[0].time == 0,
      curve.controlPoints[1].time > Self.behindTap
    else { return curve }
    var curve = curve
    curve.controlPoints[0].time = Self.behindTap
    return curve
  }

  /// When `control` goes back after the ramp of `event`, which has a duration.
  func back(_ control: DynamicParameter.ID, after event: HapticEvent) -> Seconds {
    let end = NotationEvaluator.sum(event.time, event.duration ?? 0)
    guard event.type != .audioCustom else { return end }
    let release = EnvelopeTime.releaseSeconds(min(1, max(0, event.value(of: .releaseTime) ?? 0)))
    let next = starts.firstSortedIndex { $0 >= end }
    if next > 0, latestEnds[next - 1] > event.time + (event.duration ?? 0) { return end }
    var back = NotationEvaluator.sum(end, release)
    if next < starts.count { back = min(back, starts[next]) }
    let others = sources[control] ?? []
    let other = others.firstSortedIndex { $0.start >= end }
    return other < others.count && others[other].start <= back ? end : back
  }

  /// `event` with a length that is released when the control of its ramp `curve` goes up at `back`; nil where it is so
  /// as it is written, where the ramp is no fade, or its last milliseconds are more than the end of one.
  func released(
    _ event: HapticEvent, under curve: ParameterCurve, back: Seconds
  ) -> HapticEvent? {
    guard event.type != .audioCustom, curve.id.defaultValue == 1, let duration = event.duration,
      let last = curve.controlPoints.last, event.value(of: .releaseTime) ?? 0 <= 0
    else { return nil }
    let release = EnvelopeTime.releaseSeconds(0)
    let missing = NotationEvaluator.sum(event.time + duration + release, -back)
    guard missing > 1e-9, last.value < rise(of: curve.id, at: back) else { return nil }
    let early = NotationEvaluator.sum(duration, -missing)
    guard early > 0 else { return nil }
    let level = VibrationLine(curve.controlPoints.map { .init(time: $0.time, value: $0.value) })
      .value(after: early)
    // Rather no click than all of the fade, but not a pause in place of a click (our choice: half).
    guard last.value < level, level <= rise(of: curve.id, at: back) / 2 else { return nil }
    var event = event
    event.duration = early
    return event
  }

  /// What `control` is from `time` on, where it goes back and nothing else governs it.
  private func rise(of control: DynamicParameter.ID, at time: Seconds) -> Double {
    let others = sources[control] ?? []
    let next = others.firstSortedIndex { $0.start > time }
    guard next > 0, others[next - 1].start == time else { return control.defaultValue }
    return others[next - 1].value
  }

  /// Whether `event`, of which `ramped` are the entries as they are written, is released as `played` is.
  func isReleased(
    _ event: HapticEvent, _ ramped: [HapticPattern.Entry], as played: HapticEvent
  ) -> Bool {
    var duration = event.duration
    for case .parameter(let step) in ramped {
      guard let curve = ramped.lazy.compactMap(\.rampCurve).first(where: { $0.id == step.id })
      else {
        continue
      }
      let back = back(step.id, after: event)
      duration = released(event, under: curve, back: back)?.duration ?? duration
    }
    return duration == played.duration
  }
}

extension HapticPattern.Entry {
  /// The curve, if it is one.
  var rampCurve: ParameterCurve? { if case .curve(let curve) = self { curve } else { nil } }
}
