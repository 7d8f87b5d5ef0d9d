import HapticEngine
import TextFormats

/// Draws a pattern over time: height is strength, ink and a lane of digits are sharpness, spikes are
/// taps, and what is heard is on a lane of its own below.
struct PatternChart {
  /// How many columns the scale and the names of the lanes take, where there is room for them.
  static let gutter = 6

  let columns: [ChartColumn]
  let window: ChartWindow
  let symbols: ChartSymbols
  /// How many columns of the canvas are to the left of the first column of the chart.
  let left: Int

  /// A chart of what `window` shows of `outline`, beginning at column `left` of the canvas.
  init(_ outline: SignalOutline, window: ChartWindow, symbols: ChartSymbols, left: Int = 0) {
    columns = outline.columns(in: window)
    self.window = window
    self.symbols = symbols
    self.left = left
  }

  /// How wide the gutter of a canvas of `columns` columns is.
  ///
  /// Our choice: none where it would take more than a tenth or so.
  static func gutter(of columns: Int) -> Int { columns >= 50 ? gutter : 0 }

  /// Draws the bars into `rows`, the last of which is the lowest.
  func drawBars(into canvas: inout TextCanvas, rows: Range<Int>) {
    drawScale(into: &canvas, rows: rows)
    for (index, column) in columns.enumerated() {
      let ink = Ink.sharp(column.sharpness)
      let height = min(1, column.height) * Double(rows.count)
      for row in rows {
        let part = height - Double(rows.upperBound - 1 - row)
        let isLowest = row == rows.upperBound - 1
        guard var character = character(for: column, part: part, isLowest: isLowest) else {
          continue
        }
        if row == rows.lowerBound && column.height > 1.01 { character = symbols.over }
        canvas.put(Glyph(character: character, ink: ink), row: row, column: left + index)
      }
    }
  }

  private func character(
    for column: ChartColumn, part: Double, isLowest: Bool
  ) -> Character? {
    guard column.isTap else { return symbols.level(min(max(part, 0), 1)) }
    if part >= 0.75 { return symbols.tap }
    // The weakest tap is still seen.
    return part >= (isLowest ? 0.02 : 0.25) ? symbols.tapTip : nil
  }

  /// Draws the scale: 1 is one event at intensity 1, tap or vibration.
  private func drawScale(into canvas: inout TextCanvas, rows: Range<Int>) {
    guard left >= Self.gutter, !rows.isEmpty else { return }
    var labels = [rows.lowerBound: "1.0"]
    if rows.count >= 2 { labels[rows.upperBound - 1] = "0" }
    // The row whose upper edge is the middle of the chart.
    if rows.count >= 5 { labels[rows.upperBound - rows.count / 2] = "0.5" }
    if rows.count >= 5, !rows.count.isMultiple(of: 2) {
      labels[rows.upperBound - rows.count / 2] = nil
      labels[rows.upperBound - rows.count / 2 - 1] = "0.5"
    }
    for row in rows {
      let label = labels[row]
      let tick = label == nil ? symbols.scale : symbols.scaleTick
      put(label ?? "", tick, into: &canvas, row: row)
    }
  }

  /// Writes `label` and `end` at the right of the gutter.
  private func put(
    _ label: String, _ end: Character, into canvas: inout TextCanvas, row: Int
  ) {
    canvas.put(label, row: row, column: left - 1 - label.count, .dim)
    canvas.put(Glyph(character: end, ink: .dim), row: row, column: left - 1)
  }

  /// Draws how sharp it is into `row`, as digits.
  func drawSharpness(into canvas: inout TextCanvas, row: Int) {
    if left >= Self.gutter { put("sharp", symbols.scale, into: &canvas, row: row) }
    for (index, column) in columns.enumerated() where column.height > 0.02 {
      canvas.put(
        Glyph(
          character: ChartSymbols.digit(column.sharpness), ink: .sharp(column.sharpness)),
        row: row, column: left + index)
    }
  }

  /// Draws what is heard into `row`, in decibels.
  func drawAudio(into canvas: inout TextCanvas, row: Int) {
    if left >= Self.gutter { put("audio", symbols.scale, into: &canvas, row: row) }
    for (index, column) in columns.enumerated() where column.audio > 0.001 {
      // The quietest is still seen.
      let character = symbols.level(LevelMeter.part(of: column.audio)) ?? symbols.levels[0]
      canvas.put(Glyph(character: character, ink: .audio), row: row, column: left + index)
    }
  }

  /// Draws the position through `rows`.
  func drawCursor(at position: Seconds, into canvas: inout TextCanvas, rows: Range<Int>) {
    let column = left + window.column(of: position)
    for row in rows {
      if canvas.rows[row][column].character == " " {
        canvas.put(Glyph(character: symbols.cursor, ink: .cursor), row: row, column: column)
      } else {
        canvas.reverse(row: row, column: column)
      }
    }
  }

  /// Draws times into `row`.
  func drawAxis(into canvas: inout TextCanvas, row: Int) {
    for column in 0..<window.columns {
      canvas.put(Glyph(character: symbols.axis, ink: .dim), row: row, column: left + column)
    }
    let step = Self.tickSeconds(atLeast: 12 * window.secondsPerColumn)
    let end = window.start(of: window.columns)
    var tick = Int((window.start(of: 0) / step).rounded(.up))
    while Double(tick) * step < end {
      let time = Double(tick) * step
      let column = window.column(of: time)
      let label = "\(time.brief)s"
      if column + 1 + label.count <= window.columns {
        canvas.put(Glyph(character: symbols.tick, ink: .dim), row: row, column: left + column)
        canvas.put(label, row: row, column: left + column + 1, .dim)
      }
      tick += 1
    }
  }

  /// The fewest columns that a legend takes.
  static let legendColumns = 39

  /// Draws what the marks and inks mean into `row`.
  func drawLegend(into canvas: inout TextCanvas, row: Int) {
    let height = PlayWords.fitting(
      [
        "height strength, 1.0 one event at intensity 1   \(symbols.tap) tap   sharpness ",
        "height strength   \(symbols.tap) tap   sharpness ", "\(symbols.tap) tap  sharp ",
      ], canvas.columns - 25)
    canvas.put(height, row: row, .dim)
    var column = height.count
    for digit in 0..<10 {
      let sharpness = Double(digit) / 10
      canvas.put(
        Glyph(character: ChartSymbols.digit(sharpness), ink: .sharp(sharpness)), row: row,
        column: column)
      column += 1
    }
    canvas.put(" round to crisp", row: row, column: column, .dim)
  }

  /// A round number of seconds, 1, 2 or 5 times a power of ten, not less than `seconds`.
  static func tickSeconds(atLeast seconds: Seconds) -> Seconds {
    var power = 0.001
    while true {
      for factor in [1.0, 2, 5] where factor * power >= seconds { return factor * power }
      power *= 10
    }
  }
}
