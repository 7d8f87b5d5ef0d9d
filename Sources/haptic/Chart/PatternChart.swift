import HapticEngine

/// Draws a pattern over time: height is strength, ink is sharpness, spikes are taps, and what is
/// heard is on a lane of its own below.
struct PatternChart {
  let columns: [ChartColumn]
  let window: ChartWindow
  let symbols: ChartSymbols

  /// A chart of what `window` shows of `outline`.
  init(_ outline: SignalOutline, window: ChartWindow, symbols: ChartSymbols) {
    columns = outline.columns(in: window)
    self.window = window
    self.symbols = symbols
  }

  /// Draws the bars into `rows`, the last of which is the lowest.
  func drawBars(into canvas: inout TextCanvas, rows: Range<Int>) {
    for (index, column) in columns.enumerated() {
      let ink = Ink.sharp(column.sharpness)
      let height = column.height * Double(rows.count)
      for row in rows {
        let part = height - Double(rows.upperBound - 1 - row)
        guard let character = character(for: column, part: part) else { continue }
        canvas.put(Glyph(character: character, ink: ink), row: row, column: index)
      }
    }
  }

  private func character(for column: ChartColumn, part: Double) -> Character? {
    guard column.isTap else { return symbols.level(min(max(part, 0), 1)) }
    if part >= 0.75 { return symbols.tap }
    return part > 0.05 ? symbols.tapTip : nil
  }

  /// Draws what is heard into `row`.
  func drawAudio(into canvas: inout TextCanvas, row: Int) {
    for (index, column) in columns.enumerated() where column.audio > 0.001 {
      // The quietest is still seen.
      let character = symbols.level(column.audio) ?? symbols.levels[0]
      canvas.put(Glyph(character: character, ink: .audio), row: row, column: index)
    }
  }

  /// Draws the position through `rows`.
  func drawCursor(at position: Seconds, into canvas: inout TextCanvas, rows: Range<Int>) {
    let column = window.column(of: position)
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
      canvas.put(Glyph(character: symbols.axis, ink: .dim), row: row, column: column)
    }
    let step = Self.tickSeconds(atLeast: 12 * window.secondsPerColumn)
    let end = window.start(of: window.columns)
    var tick = Int((window.start(of: 0) / step).rounded(.up))
    while Double(tick) * step < end {
      let time = Double(tick) * step
      let column = window.column(of: time)
      let label = "\(time.brief)s"
      if column + 1 + label.count <= window.columns {
        canvas.put(Glyph(character: symbols.tick, ink: .dim), row: row, column: column)
        canvas.put(label, row: row, column: column + 1, .dim)
      }
      tick += 1
    }
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
