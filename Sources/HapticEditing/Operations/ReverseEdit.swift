internal import HapticEngine
internal import HapticPerception

/// The mirroring of entries in time.
///
/// At each mirrored time, a reversed control has the value that it had at the original time. Jumps are an exception,
/// because the control has two values there. An event at a jump was played with the value after the jump, and in
/// reverse this value comes first. So a jump at the time of a transient is moved to a moment after the transient, and a
/// jump that is not followed by anything is left out.
extension EditRun {
  /// Mirrors the selected entries within the span of time that they occupy.
  ///
  /// If all entries are selected, the span begins at the start of the pattern.
  mutating func reverse() throws(EditError) {
    guard let span = try span() else { return }
    let mirror = try ReversedTimes(
      self, sum: span.upperBound + (selected.isAll ? 0 : span.lowerBound))
    try selectedEntries.forEach { fields throws(EditError) in
      guard fields.kind.eventType != nil else { return }
      try setTime(mirror.sum - fields.end, of: fields)
    }
    try reverseControls(mirror, end: span.upperBound)
    try noteCurvesOfMovedEvents()
  }

  /// Mirrors parameters and curves, so that each control takes the same course in reverse.
  ///
  /// A step to a value becomes a step back to the previous value, and the final value of a control becomes its initial
  /// value.
  private mutating func reverseControls(_ mirror: ReversedTimes, end: Seconds) throws(EditError) {
    var isRemoved = [Bool](repeating: false, count: document.entries.count)
    for (position, source) in mirror.sources.ordered.enumerated() {
      let fields = document.fields(source.index)
      let points = mirror.points(ofSourceAt: position)
      guard let first = points.first else {
        isRemoved[fields.index] = true
        continue
      }
      if fields.kind == .parameter {
        try setTime(first.time, of: fields)
        if let token = fields.value { set(token, to: first.value, of: fields) }
      } else {
        try rewrite(points, of: fields, at: first.time, base: first.time)
      }
    }
    // A control that continues to the end begins with its value at the end.
    let start = max(mirror.sum - end, 0)
    let finals = mirror.sources.last.filter { mirror.mirrored($0.end, of: $0.control) > start }
      .map { (id: $0.control, value: $0.value(at: .infinity)) }
      .filter { $0.value != $0.id.defaultValue }
    rewrite(removing: isRemoved, first: finals.map { Self.step($0.id, to: $0.value, at: start) })
    selectedAfter = selected.flags.map { flags in
      EntrySet(
        flags: [Bool](repeating: true, count: finals.count)
          + zip(flags, isRemoved).filter { !$0.1 }.map(\.0))
    }
  }
}

/// The mirrored times of the parts of controls.
private struct ReversedTimes {
  /// The delay of a jump after a transient.
  ///
  /// Our choice: more than half a frame at 8000 Hz, the lowest sample rate, because an event may be delayed that much
  /// by rounding; and less than can be felt.
  static let delay: Seconds = 0.0001

  /// The sum of a time and its mirrored time.
  let sum: Seconds
  let sources: ControlSources
  /// The times of transients that are mirrored, in nanoseconds.
  private var transients: Set<Int> = []
  /// The start of the first mirrored event, if no other event plays after the event's mirrored place.
  private var first: Int?
  /// The times at which the intensity control jumps.
  private var jumps: Set<Int> = []
  /// For each point of the intensity control, by its time, the time of the preceding point.
  private var previous: [Int: Int] = [:]

  init(_ run: EditRun, sum: Seconds) throws(EditError) {
    (self.sum, sources) = (
      sum, ControlSources(try run.controlSources(where: run.selected.contains))
    )
    var isFollowed = false
    var (first, transients) = (Int.max, Set<Int>())
    try run.document.forEach { fields in
      guard fields.kind.eventType != nil, run.selected.contains(fields.index) else { return }
      first = min(first, EditNumber.nanoseconds(fields.time.value))
      if fields.kind == .transient { transients.insert(EditNumber.nanoseconds(fields.time.value)) }
    }
    let last = EditNumber.nanoseconds(sum) - (first == .max ? 0 : first)
    try run.document.forEach { fields in
      guard fields.kind.eventType != nil, !run.selected.contains(fields.index) else { return }
      let (start, end) = (
        EditNumber.nanoseconds(fields.time.value), EditNumber.nanoseconds(fields.end)
      )
      if start >= last || end > last { isFollowed = true }
    }
    if !isFollowed { self.first = first }
    self.transients = transients
    findJumps()
  }

  private mutating func findJumps() {
    var last: Int?
    for (position, source) in sources.ordered.enumerated()
    where source.control == .hapticIntensityControl {
      var before = sources.valueBefore(position)
      for point in CurvePoint.clipped(source.points, from: nil, to: sources.end(of: position)) {
        let time = EditNumber.nanoseconds(source.time + point.time)
        let isFirst = point.time == source.points[0].time
        // A jump that begins with the first event does not exist in reverse.
        let isJump = isFirst ? time != first : last == time
        if isJump, point.value != before { jumps.insert(time) }
        if let last, last < time { previous[time] = last }
        (before, last) = (point.value, time)
      }
    }
  }

  /// Returns the mirrored time of a change of control `id` at `time`.
  func mirrored(_ time: Seconds, of id: DynamicParameter.ID) -> Seconds {
    let (now, delay) = (EditNumber.nanoseconds(time), EditNumber.nanoseconds(Self.delay))
    guard id == .hapticIntensityControl, jumps.contains(now) else { return max(sum - time, 0) }
    // Conversely, a jump that follows a transient by this delay is moved to the transient.
    guard transients.contains(now) || transients.contains(now - delay) else {
      return max(sum - time, 0)
    }
    // In the reversed pattern, the moved jump must not pass the point that follows it.
    let hasRoom = previous[now].map { $0 < now - delay } ?? true
    return max(sum - time + (hasRoom ? Self.delay : 0), 0)
  }

  /// Returns the points of the source at `position`, mirrored, with times from the start of the pattern; empty if the
  /// source no longer has an effect.
  func points(ofSourceAt position: Int) -> [CurvePoint] {
    // The preceding curve now begins where this source would be, with the same value.
    if sources.endsCurve(position) { return [] }
    let source = sources.ordered[position]
    let before = sources.valueBefore(position)
    var points = CurvePoint.clipped(source.points, from: nil, to: sources.end(of: position))
    guard let start = points.first else { return [] }
    let isLast = EditNumber.nanoseconds(source.start) == first
    if isLast {
      if points.last?.time == start.time { return [] }
      while points.count > 1, points[1].time == start.time { points.removeFirst() }
    }
    if source.points.count == 1 { points[0].value = before }
    if start.value != before, !isLast, source.points.count > 1 {
      points.insert(CurvePoint(source: nil, time: start.time, value: before), at: 0)
    }
    var result = points.reversed().map {
      CurvePoint(
        source: $0.source, time: mirrored(source.time + $0.time, of: source.control),
        value: $0.value)
    }
    // A source that begins with a jump only needs the value after the jump.
    while result.count > 1, result[0].time == result[1].time { result.removeFirst() }
    return result
  }
}
