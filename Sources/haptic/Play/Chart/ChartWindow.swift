import HapticEngine

/// The visible part of a pattern, divided into columns.
struct ChartWindow: Hashable, Sendable {
  /// The longest duration of a column without zoom, in seconds.
  ///
  /// Longer patterns scroll.
  ///
  /// Our choice: two transients 50 ms apart, which can be felt separately, are in different columns.
  static let longestColumn: Seconds = 0.050

  /// The shortest duration of a column, in seconds, at any zoom.
  ///
  /// Our choice: the length of a cell.
  static let shortestColumn: Seconds = 0.001

  /// The shortest visible duration, in seconds.
  ///
  /// A single transient should not fill the screen.
  ///
  /// Our choice.
  static let shortestLength: Seconds = 0.250

  /// The number of columns.
  let columns: Int
  /// The duration of a column, in seconds.
  let secondsPerColumn: Seconds
  /// The index in the whole pattern of the first visible column.
  let firstColumn: Int

  /// Creates the part around `position` of a pattern of `length` seconds.
  ///
  /// A pattern that does not fit scrolls by whole columns, so that bars keep their height while they move. The position
  /// is at a third of the width, except near the beginning and the end.
  ///
  /// - Parameters:
  ///   - position: the time that must be visible, in seconds.
  ///   - length: the duration of the pattern, in seconds.
  ///   - columns: the number of columns.
  ///   - zoom: the number of times that the duration of a column is halved; negative if doubled.
  init(around position: Seconds, length: Seconds, columns: Int, zoom: Int = 0) {
    let columns = max(1, columns)
    let length = max(length, Self.shortestLength)
    self.columns = columns
    secondsPerColumn = Self.secondsPerColumn(length: length, columns: columns, zoom: zoom)
    let all = max(columns, Int((length / secondsPerColumn - 1e-6).rounded(.up)))
    let wanted = Int((position / secondsPerColumn).rounded(.down)) - columns / 3
    firstColumn = max(0, min(wanted, all - columns))
  }

  /// Creates a window for all of a pattern of `length` seconds, with columns of any duration.
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

  /// The visible duration, in seconds.
  var seconds: Seconds { Double(columns) * secondsPerColumn }

  /// Returns the start time of `column`, in seconds of the pattern.
  func start(of column: Int) -> Seconds { Double(firstColumn + column) * secondsPerColumn }

  /// Returns the column of `time`, counted from the first visible column.
  ///
  /// The column may be outside the window.
  func columnIndex(of time: Seconds) -> Int {
    let column = (time / secondsPerColumn + 1e-9).rounded(.down) - Double(firstColumn)
    return Int(max(-1, min(column, Double(columns))))
  }

  /// Returns the column of `time`; the first or the last column for times outside the window.
  func column(of time: Seconds) -> Int { max(0, min(columnIndex(of: time), columns - 1)) }
}
