internal import Drawing
internal import HapticEngine

/// The columns of a chart: equal parts of the drawn time.
///
/// The drawn time is half-open: events at its start are drawn, and events at its end are not, so adjacent parts do not
/// overlap. Every lane uses `contains` or `part`.
struct ChartColumns: Hashable, Sendable {
  /// The start of the first column, in seconds of the pattern.
  let start: Seconds
  /// The end of the last column, in seconds of the pattern.
  let end: Seconds
  let count: Int
  /// Whether the pattern ends together with the columns, so that events at their end are also drawn.
  let includesEnd: Bool

  /// The maximum number of columns.
  ///
  /// Our choice: the columns of the widest page at the largest scale.
  private static let maximum = 32_000

  init(from start: Seconds, to end: Seconds, count: Int, includesEnd: Bool) {
    self.start = start
    self.end = end
    self.count = min(max(count, 1), Self.maximum)
    self.includesEnd = includesEnd
  }

  /// Returns the same time in at most `most` columns.
  func limited(to most: Int) -> ChartColumns {
    ChartColumns(from: start, to: end, count: min(count, most), includesEnd: includesEnd)
  }

  /// The length of all columns, in seconds.
  var seconds: Seconds { end - start }
  var columnSeconds: Seconds { seconds / Double(count) }

  /// Returns the start of `column`, in seconds of the pattern.
  func start(of column: Int) -> Seconds { start + Double(column) * columnSeconds }

  /// Returns the column that contains `time`; the first or the last column for times outside the drawn time.
  func column(of time: Seconds) -> Int {
    Int(min(max((time - start) / columnSeconds + 1e-6, 0), Double(count - 1)))
  }

  /// Whether an event at `time` is drawn.
  func contains(_ time: Seconds) -> Bool {
    time >= start - PatternCourse.resolution && isBeforeEnd(time)
  }

  /// Returns the drawn part of an event or a segment from `time` to `until`; nil if no part is drawn.
  func part(from time: Seconds, to until: Seconds) -> (start: Seconds, end: Seconds)? {
    let isDrawn = contains(time) || until > start + PatternCourse.resolution && isBeforeEnd(time)
    return isDrawn ? (clamped(time), clamped(until)) : nil
  }

  private func isBeforeEnd(_ time: Seconds) -> Bool {
    includesEnd || time < end - PatternCourse.resolution
  }

  private func clamped(_ time: Seconds) -> Seconds { min(max(time, start), end) }

  /// Returns the line through a value for each column.
  ///
  /// The line is flat over each column and changes only at the start of a column.
  func line(_ values: [Double]) -> [Drawing.Point] {
    guard let first = values.first, let last = values.last else { return [] }
    var points = [Drawing.Point(start, first)]
    for (column, (before, value)) in zip(values, values.dropFirst()).enumerated()
    where value != before {
      let time = start(of: column + 1)
      points += [.init(time, before), .init(time, value)]
    }
    return points + [.init(end, last)]
  }
}
