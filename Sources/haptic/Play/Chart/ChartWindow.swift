import HapticEngine

/// Which part of a pattern is shown, and which column shows which part of it.
struct ChartWindow: Hashable, Sendable {
  /// The longest time of one column without zoom, in seconds; longer
  /// patterns scroll.
  ///
  /// Our choice: two transients that can be felt apart, 50 ms, are two columns.
  static let longestColumn: Seconds = 0.050

  /// The shortest time that a column stands for, in seconds, however far one zooms.
  ///
  /// Our choice: the length of a cell.
  static let shortestColumn: Seconds = 0.001

  /// The shortest time that is shown, in seconds: a single transient should not fill the screen.
  ///
  /// Our choice.
  static let shortestLength: Seconds = 0.250

  /// How many columns there are.
  let columns: Int
  /// How much time a column stands for, in seconds.
  let secondsPerColumn: Seconds
  /// Which column of the whole pattern is the first that is shown.
  let firstColumn: Int

  /// The part around `position` of a pattern of `length` seconds.
  ///
  /// A pattern that does not fit scrolls by whole columns, so that a bar does not change its height
  /// while it moves; the position is at a third of the width, but for the beginning and the end.
  ///
  /// - Parameters:
  ///   - position: what must be in sight, in seconds.
  ///   - length: of the pattern, in seconds.
  ///   - columns: how many there are.
  ///   - zoom: how many times a column stands for half as long; negative, for twice as long.
  init(around position: Seconds, length: Seconds, columns: Int, zoom: Int = 0) {
    let columns = max(1, columns)
    let length = max(length, Self.shortestLength)
    self.columns = columns
    secondsPerColumn = Self.secondsPerColumn(length: length, columns: columns, zoom: zoom)
    let all = max(columns, Int((length / secondsPerColumn - 1e-6).rounded(.up)))
    let wanted = Int((position / secondsPerColumn).rounded(.down)) - columns / 3
    firstColumn = max(0, min(wanted, all - columns))
  }

  /// All of a pattern of `length` seconds, however much time a column then stands for.
  init(wholeOf length: Seconds, columns: Int) {
    self.columns = max(1, columns)
    secondsPerColumn = max(length, Self.shortestLength) / Double(max(1, columns))
    firstColumn = 0
  }

  private static func secondsPerColumn(length: Seconds, columns: Int, zoom: Int) -> Seconds {
    let whole = length / Double(columns)
    var seconds = min(whole, longestColumn)
    for _ in 0..<min(zoom.magnitude, 40) {
      seconds = zoom > 0 ? max(seconds / 2, shortestColumn) : min(seconds * 2, whole)
    }
    return min(seconds, whole)
  }

  /// How much time is shown, in seconds.
  var seconds: Seconds { Double(columns) * secondsPerColumn }

  /// When `column` begins, in seconds of the pattern.
  func start(of column: Int) -> Seconds { Double(firstColumn + column) * secondsPerColumn }

  /// The column in which `time` is, counted from the first that is shown; may be out of sight.
  func columnIndex(of time: Seconds) -> Int {
    let column = (time / secondsPerColumn + 1e-9).rounded(.down) - Double(firstColumn)
    return Int(max(-1, min(column, Double(columns))))
  }

  /// The column in which `time` is; the first or the last for times outside.
  func column(of time: Seconds) -> Int { max(0, min(columnIndex(of: time), columns - 1)) }
}
