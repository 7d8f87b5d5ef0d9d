internal import HapticEngine
internal import HapticPerception

/// The mirroring of entries in time.
///
/// A control that goes backwards has at each time the value that it had; only where it jumps there are two. What
/// began at a jump sounded with the value after it, which comes first backwards. So a jump at which a transient
/// is follows it a moment later, and where nothing follows, there is none.
extension EditRun {
  /// Mirrors the selected entries in the time that they take; all of them from the start of the pattern.
  mutating func reverse() throws(EditError) {
    guard let span = try span() else { return }
    let mirror = try ReversedTimes(
      self, sum: span.upperBound + (selected.isAll ? 0 : span.lowerBound))
    try selectedEntries.forEach { fields throws(EditError) in
      guard fields.kind.eventType != nil else { return }
      try setTime(mirror.sum - fields.end, of: fields)
    }
    try reverseControls(mirror, end: span.upperBound)
  }

  /// Mirrors parameters and curves, so that each control goes the same way backwards.
  ///
  /// A step to a value becomes the step back to what was before it, and what a control was at the end it
  /// is now from the start.
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
    // One that goes on to the end begins with the value that it has there.
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

/// Where the parts of controls are when they go backwards.
private struct ReversedTimes {
  /// How much later than a transient a jump comes.
  ///
  /// Our choice: more than half a frame at 8000 Hz, the lowest sample rate, by which an event may be rounded past its
  /// time; and less than anybody feels.
  static let delay: Seconds = 0.0001

  /// What a time and its mirrored one are together.
  let sum: Seconds
  let sources: ControlSources
  /// The times of transients that are mirrored, in nanoseconds.
  private var transients: Set<Int> = []
  /// Where the first of the mirrored events begins, if no other sounds after where that is backwards.
  private var first: Int?
  /// The times at which the intensity control jumps.
  private var jumps: Set<Int> = []
  /// The time of the point before, by the time of each point of the intensity control.
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
        // What begins with the first event has no jump backwards.
        let isJump = isFirst ? time != first : last == time
        if isJump, point.value != before { jumps.insert(time) }
        if let last, last < time { previous[time] = last }
        (before, last) = (point.value, time)
      }
    }
  }

  /// The mirrored time of what control `id` does at `time`.
  func mirrored(_ time: Seconds, of id: DynamicParameter.ID) -> Seconds {
    let (now, delay) = (EditNumber.nanoseconds(time), EditNumber.nanoseconds(Self.delay))
    guard id == .hapticIntensityControl, jumps.contains(now) else { return max(sum - time, 0) }
    // The same for a jump that follows a transient so: it is then where the transient is.
    guard transients.contains(now) || transients.contains(now - delay) else {
      return max(sum - time, 0)
    }
    // Not past what comes next backwards.
    let hasRoom = previous[now].map { $0 < now - delay } ?? true
    return max(sum - time + (hasRoom ? Self.delay : 0), 0)
  }

  /// The points of the source at `position`, mirrored, at times from the start of the pattern; none if the source
  /// has nothing left to do.
  func points(ofSourceAt position: Int) -> [CurvePoint] {
    // The curve before it begins now where this would be, and at the value that it would have.
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
    // The control has the value of a jump at the beginning before it.
    while result.count > 1, result[0].time == result[1].time { result.removeFirst() }
    return result
  }
}
