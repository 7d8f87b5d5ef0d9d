internal import HapticEngine
internal import HapticPerception
internal import Realtime

extension CurvePoint {
  /// Returns the points of a curve in order of time; points with the same time keep the order of the file.
  static func points(of fields: EntryFields) -> [CurvePoint] {
    let points = fields.points.enumerated().map {
      CurvePoint(source: $0, time: $1.time.value, value: $1.value.value)
    }
    if zip(points, points.dropFirst()).allSatisfy({ $0.time <= $1.time }) { return points }
    return points.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    .map(\.element)
  }

  /// Returns the part of `points` from one time to another, with points added at the cuts; there is no cut at a time
  /// that is nil.
  ///
  /// The value held after the last point is not extended to `end`.
  static func clipped(
    _ points: [CurvePoint], from start: Seconds?, to end: Seconds?
  ) -> [CurvePoint] {
    var points = points
    if let end, let next = points.firstIndex(where: { $0.time > end }) {
      if next == 0 { return [] }
      let (before, after) = (points[next - 1], points[next])
      points.removeSubrange(next...)
      if before.time < end { points.append(between(before, after, at: end)) }
    }
    guard let start, let last = points.lastIndex(where: { $0.time <= start }) else { return points }
    let before = points[last]
    if before.time == start || last + 1 == points.count {
      points.removeSubrange(..<last)
      points[0].time = max(before.time, start)
    } else {
      let cut = between(before, points[last + 1], at: start)
      points.replaceSubrange(...last, with: [cut])
    }
    return points
  }

  private static func between(
    _ first: CurvePoint, _ second: CurvePoint, at time: Seconds
  ) -> CurvePoint {
    let part = (time - first.time) / (second.time - first.time)
    return CurvePoint(
      source: nil, time: time, value: first.value + part * (second.value - first.value))
  }
}

/// Operations on curves.
extension EditRun {
  /// Replaces the points of `fields` by `points`, and moves the entry to `time`.
  ///
  /// Existing points keep their text except for the numbers that change. `base` is subtracted from the times of all
  /// points.
  mutating func rewrite(
    _ points: [CurvePoint], of fields: EntryFields, at time: Seconds, base: Seconds
  ) throws(EditError) {
    try setTime(time, of: fields)
    if points.map(\.source) == Array(fields.points.indices) {
      for (point, old) in zip(points, fields.points) {
        set(old.time, to: point.time - base, of: fields)
        set(old.value, to: point.value, of: fields)
      }
      return
    }
    guard let range = pointRange(of: fields) else { return }
    replace(range, with: text(of: points, of: fields, base: base), of: fields)
  }

  /// The bytes from the first point to the last.
  private func pointRange(of fields: EntryFields) -> Range<Int>? {
    guard let first = fields.points.first, let last = fields.points.last else { return nil }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// Returns `points` as elements of their array.
  private func text(of points: [CurvePoint], of fields: EntryFields, base: Seconds) -> [UInt8] {
    let gap =
      fields.points.count > 1
      ? Array(bytes(fields.points[0].range.upperBound..<fields.points[1].range.lowerBound))
      : Array(", ".utf8)
    let texts = points.map { point -> [UInt8] in
      guard let source = point.source else {
        let time = EditNumber.rounded(point.time - base)
        return Array(
          "{ \"Time\": \(time), \"ParameterValue\": \(EditNumber.rounded(point.value)) }".utf8)
      }
      let old = fields.points[source]
      var patch = TextPatch()
      for (token, value) in [(old.time, point.time - base), (old.value, point.value)] {
        if let text = text(of: token, as: value) { patch.replace(token.range, with: text.utf8) }
      }
      patch.sort()
      return patch.applied(to: document.bytes, in: old.range)
    }
    return Array(texts.joined(separator: gap))
  }

  /// Returns the text of `fields` with different numbers, with different points (for a curve), or with different
  /// parameters (for an event).
  func copy(
    of fields: EntryFields, time: Seconds, duration: Seconds? = nil,
    points: (points: [CurvePoint], base: Seconds)? = nil,
    parameters: [(id: EventParameter.ID, value: Double)] = []
  ) -> [UInt8] {
    var patch = TextPatch()
    if let text = text(of: fields.time, as: time) {
      patch.replace(fields.time.range, with: text.utf8)
    }
    if let duration, let token = fields.duration {
      if let text = text(of: token, as: duration) { patch.replace(token.range, with: text.utf8) }
    } else if let duration {
      let member = memberSplice("\"EventDuration\": \(EditNumber.rounded(duration))", to: fields)
      patch.replace(member.range, with: member.bytes)
    }
    for splice in parameterSplices(parameters, of: fields) {
      patch.replace(splice.range, with: splice.bytes)
    }
    if let points, let range = pointRange(of: fields) {
      patch.replace(range, with: text(of: points.points, of: fields, base: points.base))
    }
    patch.sort()
    return patch.applied(to: document.bytes, in: fields.range)
  }

  /// Removes points that are not needed to keep the level within `decibels`.
  mutating func simplify(decibels: Double) throws(EditError) {
    try selectedEntries.forEach { fields throws(EditError) in
      guard fields.kind == .curve, fields.points.count > 2 else { return }
      let points = CurvePoint.points(of: fields)
      let kept = CurveSimplification(fields.control, decibels: decibels).simplified(points)
      if kept.count == points.count { return }
      try rewrite(kept, of: fields, at: fields.time.value, base: 0)
    }
  }

  /// Splits curves that have more points than a device plays, and continuous events that last longer than a device
  /// plays.
  mutating func split() throws(EditError) {
    var pieces: [Int: Int] = [:]
    let ends = try takeovers()
    try selectedEntries.forEach { fields throws(EditError) in
      let texts =
        fields.kind == .curve
        ? try splitCurve(fields, until: ends[fields.index]) : try splitEvent(fields)
      if texts.isEmpty { return }
      insert(texts, after: fields.index)
      pieces[fields.index] = texts.count
    }
    guard let flags = selected.flags else { return }
    var after: [Bool] = []
    for (index, flag) in flags.enumerated() {
      after += [Bool](repeating: flag, count: 1 + (pieces[index] ?? 0))
    }
    selectedAfter = EntrySet(flags: after)
  }

  /// Returns the time at which another source takes over from each curve that has too many points, by the index of the
  /// curve.
  private func takeovers() throws(EditError) -> [Int: Seconds] {
    let sources = try controlSources()
    if sources.allSatisfy({ $0.points.count <= PatternLimits.maximumControlPoints }) { return [:] }
    let all = ControlSources(sources)
    var ends: [Int: Seconds] = [:]
    for (position, source) in all.ordered.enumerated() {
      if let end = all.end(of: position) {
        ends[source.index] = end + source.time
      }
    }
    return ends
  }

  /// Keeps the first points, and returns curves with the other points.
  ///
  /// The last point of each curve is the first point of the next.
  ///
  /// A curve that would begin after another source has taken over is left out, because it would take over again,
  /// although an overridden source never returns.
  private mutating func splitCurve(
    _ fields: EntryFields, until end: Seconds?
  ) throws(EditError) -> [[UInt8]] {
    let maximum = PatternLimits.maximumControlPoints
    guard fields.points.count > maximum else { return [] }
    let points = CurvePoint.points(of: fields)
    var texts: [[UInt8]] = []
    for start in stride(from: maximum - 1, to: points.count - 1, by: maximum - 1) {
      let piece = Array(points[start..<min(start + maximum, points.count)])
      let time = try checkedTime(fields.time.value + piece[0].time, of: fields)
      if let end, time >= EditNumber.rounded(end) { break }
      texts.append(
        copy(of: fields, time: time, points: (piece, time - fields.time.value)))
    }
    try rewrite(Array(points[..<maximum]), of: fields, at: fields.time.value, base: 0)
    return texts
  }

  /// Keeps the first 30 s, and returns events for the rest.
  private mutating func splitEvent(_ fields: EntryFields) throws(EditError) -> [[UInt8]] {
    let maximum = PatternLimits.maximumContinuousDuration
    guard fields.kind == .continuous || fields.kind == .tone, let duration = fields.duration,
      duration.value > maximum
    else { return [] }
    // An event that is not sustained has already decayed by then, and a second part would be another onset.
    if fields.value(of: .sustained).map({ $0 < 0.5 }) ?? false {
      set(duration, to: maximum, of: fields)
      return []
    }
    let count = (duration.value / maximum).rounded(.up)
    // Our choice: at most 1 000 events, which last eight hours, longer than anybody would play an event. A damaged
    // number must not fill the memory.
    guard count <= 1_000 else {
      throw error(fields, "a duration of \(duration.value) s would need more than 1000 events")
    }
    var texts: [[UInt8]] = []
    for index in 1..<Int(count) {
      let later = Double(index) * maximum
      let time = try checkedTime(fields.time.value + later, of: fields)
      texts.append(
        copy(of: fields, time: time, duration: min(maximum, duration.value - later)))
    }
    set(duration, to: maximum, of: fields)
    return texts
  }
}
