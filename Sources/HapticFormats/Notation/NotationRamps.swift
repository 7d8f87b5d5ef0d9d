import HapticEngine

/// The items of a notation that stand for an event of a pattern and the curves after it.
struct NotationRamps {
  /// The index of the first entry after the event and the event's curves.
  let next: Int
  private let event: HapticEvent
  private let item: NotationEventItem
  private let curves: [ParameterCurve]
  /// The two values over time, from the start of the event; nil if a value does not move.
  private let lines: (first: VibrationLine?, second: VibrationLine?)
  /// The times of the points of both lines.
  private let times: [Seconds]

  /// Finds the ramps of `event`, which is the entry at `index`; `item` is the event without its ramps.
  ///
  /// Returns nil if
  /// the event does not have ramps that a notation can express.
  init?(
    _ event: HapticEvent, _ item: NotationEventItem, in entries: [HapticPattern.Entry],
    at index: Int
  ) {
    guard let duration = event.duration, duration > 0 else { return nil }
    (self.event, self.item) = (event, item)
    var reader = ControlCurves(entries: entries, start: event.time, next: index + 1)
    let (first, second) = (item.row.controls.first, item.row.controls.second)
    let controls = (first: reader.line(first), second: reader.line(second))
    guard !reader.curves.isEmpty,
      reader.skipReset(of: first, item.row.neutral.first, controls.first),
      reader.skipReset(of: second, item.row.neutral.second, controls.second)
    else { return nil }
    (curves, next) = (reader.curves, reader.next)
    let own = (
      first: event.played(item.row.values.first), second: event.played(item.row.values.second)
    )
    lines = (
      controls.first?.mapValues { Self.short(own.first * $0.value) },
      controls.second?.mapValues { Self.short(own.second + $0.value) }
    )
    times = Set([lines.first, lines.second].compactMap(\.self).flatMap(\.points).map(\.time))
      .sorted()
    guard times.count > 1 else { return nil }
  }

  /// Returns a product or sum rounded to twelve decimals, so that rounding errors disappear.
  private static func short(_ value: Double) -> Double { (value * 1e12).rounded() / 1e12 }

  /// Returns the events of a notation that produce these entries, except that the ends of events may differ; nil if no
  /// such events exist.
  func chain(behind taps: Set<Seconds>) -> NotationChain? {
    for joinsGlides in [true, false] {
      let chain = NotationChain(parts: parts(joiningGlides: joinsGlides))
      guard chain.parts.allSatisfy({ $0.item.hasRampsInRange }) else { continue }
      let made = chain.made(behind: taps)
      if made.curves == curves, made.event.isAlike(event) { return chain }
    }
    return nil
  }

  /// Returns the pieces from one point to the next, or to the point where a shape ends.
  private func parts(joiningGlides joinsGlides: Bool) -> [NotationPlacedEvent] {
    var parts: [NotationPlacedEvent] = []
    var index = 0
    while index + 1 < times.count {
      let start = index
      var (shape, end) = (NotationShape.linear, index + 1)
      var first: (Seconds, Seconds)?
      if joinsGlides, index > 0, index + 2 < times.count,
        abs(times[index + 1] - times[index] - NotationChain.glide) < PatternCourse.resolution
      {
        // The value jumps, and the curve has already used the time of the jump.
        first = (times[index + 1], times[index + 2])
        end = index + 2
      } else if let shaped = self.shape(from: index) {
        (shape, end) = (shaped, index + NotationShape.pieceCount)
      }
      index = end
      var item = item
      item.shape = shape
      let isOnly = start == 0 && end + 1 == times.count
      item.first = value(lines.first, item.first, times[start], times[end], first, isOnly)
      item.second = value(lines.second, item.second, times[start], times[end], first, isOnly)
      parts.append(
        NotationPlacedEvent(
          item: item,
          time: start == 0 ? event.time : NotationEvaluator.sum(event.time, times[start]),
          duration: start == 0 ? times[end] : NotationEvaluator.sum(times[end], -times[start])))
    }
    return parts
  }

  /// Returns a part's value between two times.
  ///
  /// The line of `rest` is extended backward to the start of the part.
  private func value(
    _ line: VibrationLine?, _ own: NotationValue?, _ start: Seconds, _ end: Seconds,
    _ rest: (start: Seconds, end: Seconds)?, _ isOnly: Bool
  ) -> NotationValue? {
    guard let line else { return own }
    let last = Self.short(line.value(before: end))
    var first = Self.short(line.value(after: start))
    if let rest {
      let value = line.value(after: rest.start)
      first = Self.short(
        value + (value - last) * (rest.start - start) / (rest.end - rest.start))
    }
    return first == last && !isOnly
      ? NotationValue(start: first) : NotationValue(start: first, end: last)
  }

  /// The shape that all lines have from the point at `index`; nil if they go straight to the next point.
  private func shape(from index: Int) -> NotationShape? {
    let end = index + NotationShape.pieceCount
    guard end < times.count else { return nil }
    let length = times[end] - times[index]
    return NotationShape.allCases.first { shape in
      shape != .linear
        && [lines.first, lines.second].compactMap(\.self).allSatisfy { line in
          let (first, last) = (line.value(after: times[index]), line.value(before: times[end]))
          let points = shape.points(from: first, to: last, within: length)
          return first != last
            && zip(points, times[index...end]).allSatisfy { point, time in
              abs(times[index] + point.time - time) < PatternCourse.resolution
                && abs(line.value(before: time) - point.value) < 1e-9 || time == times[index]
            }
        }
    }
  }
}

/// Reads the curves after an event, control by control.
private struct ControlCurves {
  let entries: [HapticPattern.Entry]
  /// The time at which the event starts.
  let start: Seconds
  /// The index of the first entry that has not been read.
  private(set) var next: Int
  private(set) var curves: [ParameterCurve] = []

  /// Reads the next curves as a line if they move the control `id`; nil if they do not.
  mutating func line(_ id: DynamicParameter.ID) -> VibrationLine? {
    var line: VibrationLine?
    while next < entries.count, case .curve(let curve) = entries[next], curve.id == id {
      guard let first = curve.controlPoints.first else { break }
      let offset = curve.time == start ? 0 : NotationEvaluator.sum(curve.time, -start)
      if let last = line?.points.last {
        guard abs(offset + first.time - last.time) < PatternCourse.resolution,
          first.value == last.value
        else { break }
      } else if offset != 0 || first.time != 0 && first.time != NotationChain.behindTap {
        break
      }
      var longer = line ?? VibrationLine([.init(time: 0, value: first.value)])
      for point in curve.controlPoints.dropFirst() {
        longer.append(
          offset == 0 ? point.time : NotationEvaluator.sum(offset, point.time), point.value)
      }
      line = longer
      curves.append(curve)
      next += 1
    }
    return line
  }

  /// Skips the parameter that resets the control `id` to `neutral` if `line` does not end at `neutral`.
  ///
  /// - Returns: whether the control is neutral afterwards.
  mutating func skipReset(
    of id: DynamicParameter.ID, _ neutral: Double, _ line: VibrationLine?
  ) -> Bool {
    guard let last = line?.points.last, last.value != neutral else { return true }
    guard next < entries.count, case .parameter(let back) = entries[next], back.id == id,
      back.value == neutral
    else { return false }
    next += 1
    return true
  }
}

extension HapticEvent {
  /// Whether the event has the same values as `other` and starts at the same time.
  fileprivate func isAlike(_ other: HapticEvent) -> Bool {
    let row = NotationEvent.row(of: type)
    return type == other.type && time == other.time
      && [row.values.first, row.values.second].allSatisfy { value(of: $0) == other.value(of: $0) }
  }
}
