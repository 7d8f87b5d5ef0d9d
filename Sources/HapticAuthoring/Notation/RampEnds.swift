import HapticEngine

/// When the control of a ramp begins, and when it goes back to where it does nothing.
///
/// It begins with its event. A tap at that time keeps its strength: the control of intensity, which would make it as
/// weak as the beginning of the ramp, then begins just behind it.
///
/// An event that ends is released, for 5 ms at the least, and a control that went back at its end would raise what is
/// left of it to full strength. So it goes back when the release is over, or with the event that begins before that.
/// It goes back at the end if something else sounds on, or another source governs the control by then.
struct RampEnds {
  /// The starts of events, in order.
  private let starts: [Seconds]
  /// For each of them the latest end of an event that began then or before.
  private let latestEnds: [Seconds]
  /// The starts of what governs each control, in order.
  private let sources: [DynamicParameter.ID: [Seconds]]
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
    var sources: [DynamicParameter.ID: [Seconds]] = [:]
    for (index, entry) in entries.enumerated() {
      switch entry {
      case .event(let event):
        events.append((event.time, event.time + (event.duration ?? 0)))
        if event.type == .hapticTransient { taps.insert(event.time) }
      case .parameter(let step):
        if !backs.contains(index) { sources[step.id, default: []].append(step.time) }
      case .curve(let curve):
        let first = curve.controlPoints.lazy.map(\.time).min() ?? 0
        sources[curve.id, default: []].append(curve.time + first)
      }
    }
    events.sort { $0.start < $1.start }
    starts = events.map(\.start)
    var latest = 0.0
    latestEnds = events.map { event in
      latest = max(latest, event.end)
      return latest
    }
    self.sources = sources.mapValues { $0.sorted() }
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
    let next = Self.first(of: starts, from: end)
    if next > 0, latestEnds[next - 1] > event.time + (event.duration ?? 0) { return end }
    var back = NotationEvaluator.sum(end, release)
    if next < starts.count { back = min(back, starts[next]) }
    let others = sources[control] ?? []
    let other = Self.first(of: others, from: end)
    return other < others.count && others[other] <= back ? end : back
  }

  /// The index of the first of `times` that is not before `time`.
  private static func first(of times: [Seconds], from time: Seconds) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
