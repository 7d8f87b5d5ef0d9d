internal import Drawing
internal import HapticEngine

/// The columns of a picture: equal parts of the time that is drawn.
struct ChartColumns: Hashable, Sendable {
  /// Where the first column begins, in seconds of the pattern.
  let start: Seconds
  /// The length of all of them, in seconds.
  let seconds: Seconds
  let count: Int

  /// The most columns.
  ///
  /// Our choice: those of the widest page at the largest scale.
  private static let maximum = 32_000

  init(start: Seconds, seconds: Seconds, count: Int) {
    self.start = start
    self.seconds = seconds
    self.count = min(max(count, 1), Self.maximum)
  }

  var columnSeconds: Seconds { seconds / Double(count) }
  var end: Seconds { start + seconds }

  /// Where `column` begins, in seconds of the pattern.
  func start(of column: Int) -> Seconds { start + Double(column) * columnSeconds }

  /// The column that `time` is in; the first or the last for times outside.
  func column(of time: Seconds) -> Int {
    Int(min(max((time - start) / columnSeconds + 1e-6, 0), Double(count - 1)))
  }

  func contains(_ time: Seconds) -> Bool { time >= start && time <= end }

  /// The line through a value for each column, level over it: a value that changes does so where its column begins, and
  /// not on the way there.
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
