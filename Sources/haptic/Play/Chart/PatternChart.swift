import HapticAuthoring
import HapticEngine
import TextFormats

/// Draws a pattern over time: height is intensity, ink and a lane of digits are sharpness, spikes are
/// transients, and the audio bus has a lane of its own below.
struct PatternChart {
  /// The width of the scale and the lane names in columns, where there is room for them.
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

  /// The width of the gutter of a canvas of `columns` columns.
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
    guard column.isTransient else { return symbols.level(min(max(part, 0), 1)) }
    if part >= 0.75 { return symbols.transient }
    // The weakest transient is still visible.
    return part >= (isLowest ? 0.02 : 0.25) ? symbols.transientTip : nil
  }

  /// Draws the scale: 1 is one event at intensity 1, transient or continuous.
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

  /// Draws the sharpness into `row`, as digits.
  func drawSharpness(into canvas: inout TextCanvas, row: Int) {
    if left >= Self.gutter { put("sharp", symbols.scale, into: &canvas, row: row) }
    for (index, column) in columns.enumerated() where column.height > 0.02 {
      canvas.put(
        Glyph(
          character: ChartSymbols.digit(column.sharpness), ink: .sharp(column.sharpness)),
        row: row, column: left + index)
    }
  }

  /// Draws the level of the audio bus into `row`, in decibels.
  func drawAudio(into canvas: inout TextCanvas, row: Int) {
    if left >= Self.gutter { put("audio", symbols.scale, into: &canvas, row: row) }
    for (index, column) in columns.enumerated() where column.audio > 0.001 {
      // The lowest level is still visible.
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

  /// The minimum width of a legend in columns.
  static let legendColumns = 39

  /// Draws the legend of marks and inks into `row`.
  func drawLegend(into canvas: inout TextCanvas, row: Int) {
    let height = PlayText.fitting(
      [
        "height intensity, 1.0 one event at full   \(symbols.transient) transient   sharpness ",
        "height intensity   \(symbols.transient) transient   sharpness ",
        "\(symbols.transient) transient  sharp ",
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

/// One column of a chart.
struct ChartColumn: Hashable, Sendable {
  /// The intensity; 1 is one event at intensity 1, and overlapping events may be more.
  var height: Double
  /// The sharpness, 0...1.
  var sharpness: Double
  /// The level of the audio bus, 0...1 of full scale.
  var audio: Double
  /// Whether a transient begins in this column.
  var isTransient: Bool
}

extension SignalOutline {
  /// The columns of `window`.
  ///
  /// Each transient marks only the column that its time is in, and nothing shows in a column before
  /// the one in which it begins.
  func columns(in window: ChartWindow) -> [ChartColumn] {
    let first = window.start(of: 0) - window.secondsPerColumn
    var transientColumns: [Int: Int] = [:]
    for transient in transients[transients.partitioningIndex { $0 >= first }...] {
      let column = window.columnIndex(of: transient)
      if column >= window.columns { break }
      // The earliest of several.
      if column >= 0 && transientColumns[column] == nil {
        transientColumns[column] = index(of: transient)
      }
    }
    return (0..<window.columns).map { column in
      var range = range(from: window.start(of: column), to: window.start(of: column + 1))
      let next = onsets.partitioningIndex { $0 >= window.start(of: column) }
      if let later = onsets[next...].first(where: { window.columnIndex(of: $0) > column }) {
        // A cell is shared if something begins in the middle of it.
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

  /// The height of a continuous event of `level`.
  private func height(of level: Float) -> Double {
    fullLevels.vibration > 0 ? Double(level / fullLevels.vibration) : 0
  }

  /// The height of the cells of `range`, in which a transient begins.
  ///
  /// Where the transient is the strongest, its excess over the continuous event that it begins in is
  /// measured against a full transient.
  private func heightWithTransients(in range: Range<Int>) -> Double {
    let range = range.clamped(to: 0..<cells.count)
    let highest = range.max { cells[$0].level < cells[$1].level }
    guard let highest, fullLevels.transient > 0 else { return 0 }
    let level = cells[highest].level
    let next = transients.partitioningIndex { $0 >= Double(highest + 1) * cellSeconds }
    let transient = next > 0 ? index(of: transients[next - 1]) : 0
    let before = transient > 0 && transient <= cells.count ? cells[transient - 1].level : 0
    guard highest - transient <= index(of: halfCycle), level > before else {
      return height(of: level)
    }
    return height(of: before) + Double((level - before) / fullLevels.transient)
  }
}

/// The characters of a chart.
struct ChartSymbols: Hashable, Sendable {
  /// Parts of a full character, lowest first, the last one full.
  let levels: [Character]
  /// The column of a transient, and its tip of half a character.
  let transient: Character
  let transientTip: Character
  /// The mark for levels beyond the top of the chart.
  let over: Character
  /// The mark of the position.
  let cursor: Character
  /// The axis, and a tick on it.
  let axis: Character
  let tick: Character
  /// The scale beside the bars, and a tick on it.
  let scale: Character
  let scaleTick: Character
  let playing: String
  let paused: String
  let leftRight: String
  let upDown: String

  static let unicode = ChartSymbols(
    levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], transient: "┃", transientTip: "╻", over: "▲",
    cursor: "│", axis: "─", tick: "┬", scale: "│", scaleTick: "┤", playing: "▶", paused: "‖",
    leftRight: "← →", upDown: "↑ ↓")

  static let ascii = ChartSymbols(
    levels: [".", ":", "#"], transient: "|", transientTip: ",", over: "^", cursor: "|", axis: "-",
    tick: "+",
    scale: "|", scaleTick: "+", playing: ">", paused: "=", leftRight: "left right",
    upDown: "up down")

  /// The character for a bar that fills `part`, 0...1, of it; nil for none.
  func level(_ part: Double) -> Character? {
    let step = Int((part * Double(levels.count)).rounded())
    return step > 0 ? levels[min(step, levels.count) - 1] : nil
  }

  /// The digit for a sharpness, 0...1: 0 is round, 9 crisp.
  static func digit(_ sharpness: Double) -> Character {
    Character("\(max(0, min(9, Int((sharpness * 10).rounded()))))")
  }
}
