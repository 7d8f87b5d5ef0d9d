import HapticAuthoring
import HapticEngine
import Realtime

/// The picture of a pattern at one moment: a function of the state and the size of the terminal.
///
/// ```
/// title            name and description
/// chart            as many rows as are left, a scale at the left
/// sharp            sharpness as digits
/// audio            only for patterns with audio events
/// axis
/// status           position, rate, loop, controls
/// meter            haptic and audio bus
/// legend           the meaning of the marks, on request
/// device
/// help             the keys, on request
/// ```
/// In small terminals rows are left out, the least important first: help, device, legend, title,
/// audio, sharp, meter, axis, chart.
struct PlayPicture {
  let outline: SignalOutline
  let symbols: ChartSymbols

  /// The fewest rows that it should have before other rows are left out.
  private static let minimumChartRows = 3

  private enum Row: CaseIterable {
    case status, axis, meter, sharpness, audio, title, legend, device, help
  }

  /// The most rows that a chart of `columns` columns has.
  ///
  /// Our choice: as high as it is wide, a character being about twice as high as wide; and what a
  /// small terminal has.
  static func maximumChartRows(columns: Int) -> Int { max(20, columns / 2) }

  /// The part of the pattern that a picture of `columns` columns shows.
  func window(position: Seconds, zoom: Int, columns: Int) -> ChartWindow {
    ChartWindow(
      around: position, length: outline.length,
      columns: columns - PatternChart.gutter(of: columns), zoom: zoom)
  }

  /// The picture of `state` in `columns` by `rows` characters.
  func canvas(_ state: PlayState, columns: Int, rows: Int) -> TextCanvas {
    var canvas = TextCanvas(columns: columns, rows: rows)
    guard columns > 0, rows > 0 else { return canvas }
    let shown = shownRows(state, columns: columns, of: rows)
    let chartRows = min(Self.maximumChartRows(columns: columns), rows - shown.count)
    let top = shown.contains(.title) ? 1 : 0
    let chart = PatternChart(
      outline, window: window(position: state.position, zoom: state.zoom, columns: columns),
      symbols: symbols, left: PatternChart.gutter(of: columns))
    var row = top + chartRows
    if shown.contains(.title) { drawTitle(state, into: &canvas) }
    chart.drawBars(into: &canvas, rows: top..<row)
    if outline.isPending {
      canvas.put("drawing", row: (top + row) / 2, column: chart.left, .dim)
    }
    if shown.contains(.sharpness) {
      chart.drawSharpness(into: &canvas, row: row)
      row += 1
    }
    if shown.contains(.audio) {
      chart.drawAudio(into: &canvas, row: row)
      row += 1
    }
    chart.drawCursor(at: state.position, into: &canvas, rows: top..<row)
    if shown.contains(.axis) {
      chart.drawAxis(into: &canvas, row: row)
      row += 1
    }
    drawWords(state, shown, chart, from: row, into: &canvas)
    return canvas
  }

  /// All of the pattern as it stands when it is over.
  func still(_ state: PlayState, columns: Int, chartRows: Int) -> TextCanvas {
    let lanes = outline.hasAudio ? 2 : 1
    var canvas = TextCanvas(columns: columns, rows: 1 + chartRows + lanes + 1)
    let left = PatternChart.gutter(of: columns)
    let window = ChartWindow(wholeOf: outline.length, columns: columns - left)
    let chart = PatternChart(outline, window: window, symbols: symbols, left: left)
    drawTitle(state, into: &canvas)
    chart.drawBars(into: &canvas, rows: 1..<1 + chartRows)
    chart.drawSharpness(into: &canvas, row: 1 + chartRows)
    if outline.hasAudio { chart.drawAudio(into: &canvas, row: 2 + chartRows) }
    chart.drawAxis(into: &canvas, row: 1 + chartRows + lanes)
    return canvas
  }

  private func shownRows(_ state: PlayState, columns: Int, of rows: Int) -> Set<Row> {
    var shown: Set<Row> = []
    for row in Row.allCases {
      switch row {
      case .audio where !outline.hasAudio, .help where !state.showsHelp,
        .legend where !state.showsHelp || columns < PatternChart.legendColumns:
        continue
      case .status: break
      case .audio, .sharpness, .axis, .meter, .title, .legend, .device, .help:
        if rows - shown.count - 1 < Self.minimumChartRows { continue }
      }
      shown.insert(row)
    }
    return shown
  }

  private func drawTitle(_ state: PlayState, into canvas: inout TextCanvas) {
    let title = PlayText(state: state, symbols: symbols).title
    canvas.put(title, row: 0, .bold)
    let column = TextCanvas.width(of: title) + 2
    if let caption = state.captions.shown(at: state.position) {
      canvas.put("[\(caption.text)]", row: 0, column: column, .audio)
    } else {
      canvas.put(state.description, row: 0, column: column, .dim)
    }
  }

  private func drawWords(
    _ state: PlayState, _ shown: Set<Row>, _ chart: PatternChart, from first: Int,
    into canvas: inout TextCanvas
  ) {
    let words = PlayText(state: state, symbols: symbols)
    var row = first
    canvas.put(words.status(columns: canvas.columns), row: row)
    row += 1
    if shown.contains(.meter) {
      MeterBars(haptic: state.haptic, audio: state.audio, symbols).draw(into: &canvas, row: row)
      row += 1
    }
    if shown.contains(.legend) {
      chart.drawLegend(into: &canvas, row: row)
      row += 1
    }
    if shown.contains(.device) {
      let ink = state.underruns > 0 ? Ink.warning : .dim
      canvas.put(words.device(columns: canvas.columns), row: row, ink)
      row += 1
    }
    if shown.contains(.help) {
      canvas.put(words.help(columns: canvas.columns), row: row, .dim)
    }
  }
}

/// The two meters beside each other.
struct MeterBars {
  private let symbols: ChartSymbols
  private let meters: [(name: String, meter: LevelMeter, ink: Ink)]

  init(haptic: LevelMeter, audio: LevelMeter, _ symbols: ChartSymbols) {
    self.symbols = symbols
    meters = [("haptic", haptic, .sharpness(10)), ("audio", audio, .audio)]
  }

  func draw(into canvas: inout TextCanvas, row: Int) {
    let width = canvas.columns / meters.count
    for (index, (name, meter, ink)) in meters.enumerated() {
      let name = width < 16 ? String(name.prefix(1)) : name
      let label = PlayText.decibels(meter.decibels)
      let column = index * width
      canvas.put(name, row: row, column: column, .dim)
      let left = column + name.count + 1
      // Room for the longest label and a blank on both sides.
      let bar = max(0, min(40, width - name.count - 12))
      // A full bar is the full block: the ground of the bar is seen through.
      for place in 0..<bar {
        let part = meter.part * Double(bar) - Double(place)
        let character = symbols.levels[symbols.levels.count - 1]
        let isFull = part >= 0.5
        canvas.put(
          Glyph(character: isFull ? character : symbols.axis, ink: isFull ? ink : .dim), row: row,
          column: left + place)
      }
      canvas.put(
        label, row: row, column: left + bar + (bar > 0 ? 1 : 0),
        meter.decibels > 0 ? .warning : .plain)
    }
  }
}

/// A meter that rises at once and falls slowly, so that a transient of a few milliseconds is seen.
struct LevelMeter: Hashable, Sendable {
  /// The lowest level that is shown, in decibels of full scale.
  ///
  /// Our choice.
  static let floorDecibels = -48.0

  /// The fall rate, in decibels per second.
  ///
  /// Our choice: a transient has disappeared half a second later.
  static let fallDecibelsPerSecond = 60.0

  /// The level that is shown, in decibels of full scale.
  private(set) var decibels = -Double.infinity

  /// Updates the meter with the peak of the last `seconds` seconds, full scale 1.
  mutating func feed(peak: Float, seconds: Double) {
    let level = peak > 0 ? Decibels.level(Double(peak)) : -.infinity
    decibels = max(level, decibels - max(0, seconds) * Self.fallDecibelsPerSecond)
    if decibels < 2 * Self.floorDecibels { decibels = -.infinity }
  }

  /// The part of the bar that is full, 0...1.
  var part: Double { min(1, max(0, 1 - decibels / Self.floorDecibels)) }

  /// The part of a bar that is full at `level`, full scale 1.
  static func part(of level: Double) -> Double {
    level > 0 ? min(1, max(0, 1 - Decibels.level(level) / floorDecibels)) : 0
  }
}
