internal import HapticEngine
internal import HapticPerception

/// Operations on the times of entries.
extension EditRun {
  /// Adds `time` to all times.
  mutating func shift(by time: Seconds) throws(EditError) {
    if time == 0 { return }
    try selectedEntries.forEach { fields throws(EditError) in
      try setTime(fields.time.value + time, of: fields)
    }
    try noteCurvesOfMovedEvents()
  }

  /// Shifts all times so that the first entry is at `time`.
  mutating func move(to time: Seconds) throws(EditError) {
    guard let span = try span() else { return }
    try shift(by: time - span.lowerBound)
  }

  /// Multiplies times and durations by `factor`.
  ///
  /// A step that comes one release after the end of an event keeps its distance from the event, unless another entry
  /// follows.
  mutating func stretch(by factor: Double) throws(EditError) {
    if factor == 1 { return }
    let origin = selected.isAll ? 0 : try span()?.lowerBound ?? 0
    func stretched(_ time: Seconds) -> Seconds { origin + (time - origin) * factor }
    try selectedEntries.forEach { fields throws(EditError) in
      var time = stretched(fields.time.value)
      if let step = seams?.returns[fields.index] {
        let released = stretched(step.end) + PatternCourse.shortestRelease
        if released < stretched(step.next) { time = released }
      }
      try setTime(time, of: fields)
      if let duration = fields.duration {
        let value = try checkedTime(duration.value * factor, "duration", of: fields)
        set(duration, to: value, of: fields)
      }
      for point in fields.points {
        let value = try checkedTime(point.time.value * factor, "time of a point", of: fields)
        set(point.time, to: value, of: fields)
      }
    }
    try noteCurvesOfMovedEvents()
  }

  /// Stretches the entries by the largest factor with which none of them ends later than `duration` seconds after the
  /// start of the pattern or, with a selection, of its first entry.
  ///
  /// As in `HapticPattern.duration`, releases do not count, and curves count only if there are no events.
  mutating func fit(to duration: Seconds) throws(EditError) {
    guard let span = try span() else { return }
    let origin = selected.isAll ? 0 : span.lowerBound
    // The part of each entry that is stretched, and the part that stays.
    var parts: [(end: Seconds, fixed: Seconds)] = []
    try selectedEntries.forEach { fields in
      if fields.kind == .curve { return }
      let step = seams?.returns[fields.index]
      parts.append(
        ((step?.end ?? fields.end) - origin, step == nil ? 0 : PatternCourse.shortestRelease))
    }
    if parts.isEmpty { parts = [(span.upperBound - origin, 0)] }
    let factor =
      parts.filter { $0.end > 0 }.map { (duration - $0.fixed) / $0.end }.min() ?? .infinity
    guard (1e-6...1e6).contains(factor) else {
      throw .operation(
        name: "stretch",
        reason:
          "\(EditNumber.word(span.upperBound - origin)) s cannot become \(EditNumber.word(duration)) s; "
          + "the factor must be from 0.000001 to 1000000")
    }
    try stretch(by: factor)
  }

  /// Moves entries to multiples of `step`.
  mutating func quantize(to step: Seconds) throws(EditError) {
    try selectedEntries.forEach { fields throws(EditError) in
      try setTime((fields.time.value / step).rounded() * step, of: fields)
    }
    try noteCurvesOfMovedEvents()
  }

  /// Returns the range from the first time of the selected entries to the last end; nil if the selection is empty.
  func span() throws(EditError) -> ClosedRange<Seconds>? {
    var span: ClosedRange<Seconds>?
    try selectedEntries.forEach { fields in
      let (start, end) = (fields.time.value, fields.end)
      span = min(span?.lowerBound ?? start, start)...max(span?.upperBound ?? end, end)
    }
    return span
  }

  /// Returns the text of a step of control `id`.
  static func step(_ id: DynamicParameter.ID, to value: Double, at time: Seconds) -> [UInt8] {
    let (value, time) = (EditNumber.rounded(value), EditNumber.rounded(time))
    return Array(
      ("{ \"Parameter\": { \"ParameterID\": \"\(id.rawValue)\", \"ParameterValue\": \(value), "
        + "\"Time\": \(time) } }").utf8)
  }

  /// Returns the parameters and curves for which `isMeant` returns true, by their indices.
  func controlSources(
    where isMeant: (Int) -> Bool = { _ in true }
  ) throws(EditError) -> [ControlSource] {
    var sources: [ControlSource] = []
    try document.forEach(where: isMeant) { fields in
      if fields.kind.eventType == nil { sources.append(ControlSource(fields)) }
    }
    return sources
  }
}

/// A parameter or curve, as one of the sources of its control.
struct ControlSource {
  /// The index of the entry.
  let index: Int
  let control: DynamicParameter.ID
  /// The time of the entry.
  let time: Seconds
  /// The points in order of time, from the start of the entry; a parameter has one point.
  let points: [CurvePoint]

  init(_ fields: EntryFields) {
    (index, control, time) = (fields.index, fields.control, fields.time.value)
    points =
      fields.kind == .curve
      ? CurvePoint.points(of: fields)
      : [CurvePoint(source: nil, time: 0, value: fields.value?.value ?? 0)]
  }

  /// The time at which the source takes effect, from the start of the pattern.
  var start: Seconds { time + (points.first?.time ?? 0) }

  /// The time at which the source has reached its last value, from the start of the pattern.
  var end: Seconds { time + (points.last?.time ?? 0) }

  /// Returns the value of the control `time` seconds after the start of the pattern, clamped.
  func value(at time: Seconds) -> Double {
    let clipped = CurvePoint.clipped(points, from: nil, to: time - self.time)
    return control.range.clamped(clipped.last?.value ?? control.defaultValue)
  }
}

/// The sources of all controls, in the order in which they take effect.
///
/// Source: `Documentation/Signal.md`, 2: the source that starts later takes precedence from its start. If two sources
/// start together, the source that is later in the file takes precedence; an overridden source never returns.
struct ControlSources {
  /// The sources by control, then by start, then by their order in the file.
  let ordered: [ControlSource]
  /// For each source, the position of the first source of the same control that starts at the same time.
  private let together: [Int]

  init(_ sources: [ControlSource]) {
    let order = Dictionary(
      uniqueKeysWithValues: DynamicParameter.ID.allCases.enumerated().map { ($1, $0) })
    ordered = sources.sorted { first, second in
      (order[first.control] ?? 0, first.start, first.index)
        < (order[second.control] ?? 0, second.start, second.index)
    }
    var together: [Int] = []
    for (position, source) in ordered.enumerated() {
      let isLater =
        position == 0 || ordered[position - 1].control != source.control
        || ordered[position - 1].start < source.start
      together.append(isLater ? position : together[position - 1])
    }
    self.together = together
  }

  /// Returns the time at which the next source of the same control takes over, measured from the time of the entry at
  /// `position`; nil if there is no later source.
  func end(of position: Int) -> Seconds? {
    follower(of: position).map { ordered[$0].start - ordered[position].time }
  }

  /// The position of the next source of the same control.
  private func follower(of position: Int) -> Int? {
    let next = position + 1
    guard next < ordered.count, ordered[next].control == ordered[position].control
    else { return nil }
    return next
  }

  /// Returns the source that is in effect before the source at `position`, which is never one that starts at the same
  /// time.
  private func predecessor(of position: Int) -> ControlSource? {
    let previous = together[position] - 1
    guard previous >= 0, ordered[previous].control == ordered[position].control else { return nil }
    return ordered[previous]
  }

  /// Returns the value of the control just before the source at `position` takes over.
  func valueBefore(_ position: Int) -> Double {
    let source = ordered[position]
    return predecessor(of: position)?.value(at: source.start) ?? source.control.defaultValue
  }

  /// Returns whether the source at `position` is instantaneous, and a curve continues up to it.
  func endsCurve(_ position: Int) -> Bool {
    let source = ordered[position]
    guard source.points.allSatisfy({ $0.time == source.points[0].time }),
      let curve = predecessor(of: position), curve.points.count > 1, let last = curve.points.last
    else { return false }
    return EditNumber.rounded(curve.time + last.time) >= EditNumber.rounded(source.start)
  }

  /// The last source of each control.
  var last: [ControlSource] {
    ordered.indices.filter { follower(of: $0) == nil }.map { ordered[$0] }
  }

  /// Returns, by the indices of their entries, the sources that determine the controls at `time`, including sources
  /// that start at `time`.
  func governing(at time: Seconds) -> Set<Int> {
    var last: [DynamicParameter.ID: Int] = [:]
    for source in ordered where source.start <= time {
      last[source.control] = source.index
    }
    return Set(last.values)
  }
}
