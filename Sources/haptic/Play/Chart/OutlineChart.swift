import Drawing
import HapticEngine
import HapticPerception

/// Lanes that show a pattern over time.
///
/// Height shows intensity, color and a line show sharpness, stems are transients, and the audio bus
/// has a separate lane.
struct OutlineChart {
  private let outline: SignalOutline
  private let window: ChartWindow
  private let columns: [ChartColumn]

  /// Creates a chart of the part of `outline` in `window`.
  init(_ outline: SignalOutline, window: ChartWindow) {
    self.outline = outline
    self.window = window
    columns = outline.columns(in: window)
  }

  /// Returns the marks that `mark` creates for the columns.
  ///
  /// Each level extends from the start of its column to the end.
  private func marks(_ mark: (ChartColumn, (Double) -> [Drawing.Point]) -> Drawing.Mark?)
    -> [Drawing.Mark]
  {
    columns.enumerated().compactMap { index, column in
      let (start, end) = (window.start(of: index), window.start(of: index + 1))
      return mark(column) { [.init(start, $0), .init(end, $0)] }
    }
  }

  /// Returns the intensity in `rows` rows, where 1 is one event at intensity 1, transient or continuous.
  func intensity(rows: Int) -> Drawing.Lane {
    var ticks = [Drawing.Tick(1, "1.0")]
    if rows >= 2 { ticks.append(.init(0, "0")) }
    // The value is slightly lower than 0.5, so that the label is next to the row that ends there.
    if rows >= 5 { ticks.append(.init(0.499, "0.5")) }
    var marks = marks { column, level in
      let tone = Drawing.Tone.sharpness(column.sharpness)
      let points = level(column.height)
      return column.isTransient ? .stem(points[0], tone) : .area(points, tone)
    }
    if outline.isPending { marks.append(.text(.init(window.start(of: 0), 0.499), "drawing")) }
    return Drawing.Lane(name: "", range: 0...1, ticks: ticks, rows: rows, marks: marks)
  }

  /// The sharpness while the intensity is not zero.
  var sharpness: Drawing.Lane {
    let marks = marks { column, level in
      guard column.height > 0.02 else { return nil }
      return .line(level(column.sharpness), .sharpness(column.sharpness))
    }
    return Drawing.Lane(name: "sharp", range: 0...1, ticks: [], rows: 1, marks: marks)
  }

  /// The level of the audio bus, in decibels.
  var audio: Drawing.Lane {
    let marks = marks { column, level in
      guard column.audio > 0.001 else { return nil }
      // Even the lowest level is visible.
      return .area(level(max(LevelMeter.part(of: column.audio), Self.leastPart)), .audio)
    }
    return Drawing.Lane(name: "audio", range: 0...1, ticks: [], rows: 1, marks: marks)
  }

  /// The smallest part of a row that is visible in every character set.
  private static let leastPart = 0.17
}

/// One column of a chart.
struct ChartColumn: Hashable, Sendable {
  /// The intensity; 1 is one event at intensity 1, and overlapping events may exceed 1.
  var height: Double
  /// The sharpness, 0...1.
  var sharpness: Double
  /// The level of the audio bus, 0...1 of full scale.
  var audio: Double
  /// Whether a transient begins in this column.
  var isTransient: Bool
}

extension SignalOutline {
  /// Returns the columns of `window`.
  ///
  /// Each transient marks only the column of its time. No event is visible in a column before the column
  /// in which it begins.
  func columns(in window: ChartWindow) -> [ChartColumn] {
    let first = window.start(of: 0) - window.secondsPerColumn
    var transientColumns: [Int: Int] = [:]
    for transient in transients[transients.firstIndex(notBefore: first)...] {
      let column = window.columnIndex(of: transient)
      if column >= window.columns { break }
      // Keep the earliest of several transients in a column.
      if column >= 0 && transientColumns[column] == nil {
        transientColumns[column] = index(of: transient)
      }
    }
    return (0..<window.columns).map { column in
      var range = range(from: window.start(of: column), to: window.start(of: column + 1))
      let next = onsets.firstIndex(notBefore: window.start(of: column))
      if let later = onsets[next...].first(where: { window.columnIndex(of: $0) > column }) {
        // If something begins in the middle of a cell, the columns share the cell.
        let limit = index(of: later)
        range = min(range.lowerBound, limit)..<min(range.upperBound, limit)
      }
      let transient = transientColumns[column]
      if let transient {
        // A transient is shown where it begins, although its peak comes a little later.
        range = transient..<max(range.upperBound, transient + index(of: halfCycle) + 1)
      }
      let cell = cell(of: range)
      return ChartColumn(
        height: transient == nil ? height(of: cell.level) : heightWithTransients(in: range),
        sharpness: Double(cell.sharpness), audio: Double(min(1, cell.audio)),
        isTransient: transient != nil)
    }
  }

  /// Returns the height of a continuous event with `level`.
  private func height(of level: Float) -> Double {
    fullLevels.vibration > 0 ? Double(level / fullLevels.vibration) : 0
  }

  /// Returns the height of the cells of `range`, in which a transient begins.
  ///
  /// If the transient is the strongest part, its excess over the continuous event in which it begins is
  /// measured against a full transient.
  private func heightWithTransients(in range: Range<Int>) -> Double {
    let range = range.clamped(to: 0..<cells.count)
    let highest = range.max { cells[$0].level < cells[$1].level }
    guard let highest, fullLevels.transient > 0 else { return 0 }
    let level = cells[highest].level
    let next = transients.firstIndex(notBefore: Double(highest + 1) * cellSeconds)
    let transient = next > 0 ? index(of: transients[next - 1]) : 0
    let before = transient > 0 && transient <= cells.count ? cells[transient - 1].level : 0
    guard highest - transient <= index(of: halfCycle), level > before else {
      return height(of: level)
    }
    return height(of: before) + Double((level - before) / fullLevels.transient)
  }
}
