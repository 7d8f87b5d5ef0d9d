import Drawing
import HapticEngine
import HapticPerception
import Realtime
import TextFormats

/// The picture of a pattern at one moment, a function of the state and the size of the terminal.
///
/// ```
/// title            name and description
/// chart            in the remaining rows, with a scale at the left
/// sharp            sharpness as digits
/// audio            only for patterns with audio events
/// axis
/// status           position, rate, loop, controls
/// meter            haptic and audio bus
/// inputs           only for patterns with changing inputs
/// legend           the meaning of the marks, on request
/// device
/// help             the keys, on request
/// ```
/// In small terminals rows are omitted, least important first: help, device, legend, title,
/// audio, sharp, inputs, meter, axis, chart.
struct PlayPicture {
  let outline: SignalOutline
  let symbols: ChartSymbols

  /// The minimum number of rows of the chart, below which other rows are omitted.
  private static let minimumChartRows = 3

  private enum Row: CaseIterable {
    case status, axis, meter, inputs, sharpness, audio, title, legend, device, help
  }

  /// Returns the maximum number of rows of a chart with `columns` columns.
  ///
  /// Our choice: as high as the chart is wide, since a character is about twice as high as wide. The minimum
  /// is the height of a small terminal.
  static func maximumChartRows(columns: Int) -> Int { max(20, columns / 2) }

  /// The width of the scale and the lane names in columns, if they fit.
  static let gutter = 6

  /// Returns the width of the gutter of a canvas with `columns` columns.
  ///
  /// Our choice: no gutter if it would take more than about a tenth of the width.
  private static func gutter(of columns: Int) -> Int { columns >= 50 ? gutter : 0 }

  /// Returns the part of the pattern that a picture with `columns` columns shows.
  func window(position: Seconds, zoom: Int, columns: Int) -> ChartWindow {
    ChartWindow(
      around: position, length: outline.length, columns: columns - Self.gutter(of: columns),
      zoom: zoom)
  }

  /// Returns the picture of `state` in `columns` by `rows` characters.
  func canvas(_ state: PlayState, columns: Int, rows: Int) -> TextCanvas {
    var canvas = TextCanvas(columns: columns, rows: rows)
    guard columns > 0, rows > 0 else { return canvas }
    let shown = shownRows(state, columns: columns, of: rows)
    let chartRows = min(Self.maximumChartRows(columns: columns), rows - shown.count)
    let window = window(position: state.position, zoom: state.zoom, columns: columns)
    let chart = OutlineChart(outline, window: window)
    var lanes = [chart.intensity(rows: chartRows)]
    if shown.contains(.sharpness) { lanes.append(chart.sharpness) }
    if shown.contains(.audio) { lanes.append(chart.audio) }
    let position = Drawing.Mark.position(window.start(of: window.column(of: state.position)))
    for index in lanes.indices { lanes[index].marks.append(position) }
    if shown.contains(.title) { drawTitle(state, into: &canvas) }
    let row = draw(
      lanes, window, from: shown.contains(.title) ? 1 : 0, hasAxis: shown.contains(.axis),
      into: &canvas)
    drawWords(state, shown, from: row, into: &canvas)
    return canvas
  }

  /// Returns the picture of the whole pattern after it has ended.
  func still(_ state: PlayState, columns: Int, chartRows: Int) -> TextCanvas {
    let window = ChartWindow(
      wholeOf: outline.length, columns: columns - Self.gutter(of: columns))
    let chart = OutlineChart(outline, window: window)
    let lanes =
      [chart.intensity(rows: chartRows), chart.sharpness] + (outline.hasAudio ? [chart.audio] : [])
    var canvas = TextCanvas(columns: columns, rows: chartRows + lanes.count + 1)
    drawTitle(state, into: &canvas)
    _ = draw(lanes, window, from: 1, hasAxis: true, into: &canvas)
    return canvas
  }

  /// Draws lanes below one another, and returns the row below them.
  private func draw(
    _ lanes: [Drawing.Lane], _ window: ChartWindow, from first: Int, hasAxis: Bool,
    into canvas: inout TextCanvas
  ) -> Int {
    let painter = LanePainter(
      start: window.start(of: 0), seconds: window.seconds, left: canvas.columns - window.columns,
      columns: window.columns, symbols: symbols)
    var row = first
    for lane in lanes {
      let rows = row..<row + lane.rows
      painter.paintName(of: lane, rows: rows, on: &canvas)
      painter.paint(lane, rows: rows, on: &canvas)
      row = rows.upperBound
    }
    if hasAxis { painter.paintAxis(row: row, on: &canvas) }
    return hasAxis ? row + 1 : row
  }

  private func shownRows(_ state: PlayState, columns: Int, of rows: Int) -> Set<Row> {
    var shown: Set<Row> = []
    for row in Row.allCases {
      switch row {
      case .audio where !outline.hasAudio, .help where !state.showsHelp,
        .inputs where state.inputs.isEmpty,
        .legend where !state.showsHelp || columns < Self.legendColumns:
        continue
      case .status: break
      case .audio, .sharpness, .axis, .meter, .inputs, .title, .legend, .device, .help:
        if rows - shown.count - 1 < Self.minimumChartRows { continue }
      }
      shown.insert(row)
    }
    return shown
  }

  private func drawTitle(_ state: PlayState, into canvas: inout TextCanvas) {
    let title = symbols.cut(
      PlayText(state: state, symbols: symbols).title, toColumns: canvas.columns)
    canvas.put(title, row: 0, .bold)
    let column = title.columns + 2
    let caption = state.captions.shown(at: state.position)
    let words = caption.map { "[\($0.text)]" } ?? state.description
    canvas.put(
      symbols.cut(words, toColumns: canvas.columns - column), row: 0, column: column,
      caption == nil ? .dim : .audio)
  }

  private func drawWords(
    _ state: PlayState, _ shown: Set<Row>, from first: Int, into canvas: inout TextCanvas
  ) {
    let words = PlayText(state: state, symbols: symbols)
    var row = first
    canvas.put(words.status(columns: canvas.columns), row: row)
    row += 1
    if shown.contains(.meter) {
      MeterBars(haptic: state.haptic, audio: state.audio, symbols).draw(into: &canvas, row: row)
      row += 1
    }
    if shown.contains(.inputs) {
      InputRow(inputs: state.inputs, symbols: symbols).draw(into: &canvas, row: row)
      row += 1
    }
    if shown.contains(.legend) {
      drawLegend(into: &canvas, row: row)
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

  /// The minimum width of a legend in columns.
  private static let legendColumns = 39

  /// Draws the legend of marks and inks into `row`.
  private func drawLegend(into canvas: inout TextCanvas, row: Int) {
    let height = PlayText.fitting(
      [
        "height intensity, 1.0 one event at full   \(symbols.transient) transient   sharpness ",
        "height intensity   \(symbols.transient) transient   sharpness ",
        "\(symbols.transient) transient  sharp ",
      ], canvas.columns - 25)
    canvas.put(height, row: row, .dim)
    for digit in 0..<10 {
      let sharpness = Double(digit) / 10
      canvas.put(
        Glyph(character: ChartSymbols.digit(sharpness), ink: .of(.sharpness(sharpness))), row: row,
        column: height.count + digit)
    }
    canvas.put(" round to crisp", row: row, column: height.count + 10, .dim)
  }
}

/// The two meters next to each other.
struct MeterBars {
  /// The maximum number of columns of a bar.
  ///
  /// Our choice: a column is then about half a decibel, and a moving bar cannot be read more precisely.
  private static let longestBar = 80

  private let symbols: ChartSymbols
  private let meters: [(name: String, meter: LevelMeter, ink: Ink)]

  init(haptic: LevelMeter, audio: LevelMeter, _ symbols: ChartSymbols) {
    self.symbols = symbols
    meters = [("haptic", haptic, .of(.sharpness(0.65))), ("audio", audio, .audio)]
  }

  func draw(into canvas: inout TextCanvas, row: Int) {
    let width = canvas.columns / meters.count
    for (index, (name, meter, ink)) in meters.enumerated() {
      let name = width < 16 ? String(name.prefix(1)) : name
      let label = PlayText.decibels(meter.decibels)
      let column = index * width
      canvas.put(name, row: row, column: column, .dim)
      let left = column + name.count + 1
      // Room for the longest label and a space on both sides.
      let bar = max(0, min(Self.longestBar, width - name.count - 12))
      canvas.putMeter(meter.part, row: row, column: left, columns: bar, ink, symbols)
      canvas.put(
        label, row: row, column: left + bar + (bar > 0 ? 1 : 0),
        meter.decibels > 0 ? .warning : .plain)
    }
  }
}

/// A meter that rises immediately and falls slowly, so that a transient of a few milliseconds is visible.
struct LevelMeter: Hashable, Sendable {
  /// The lowest visible level, in decibels of full scale.
  ///
  /// Our choice.
  static let floorDecibels = -48.0

  /// The fall rate, in decibels per second.
  ///
  /// Our choice: a transient has disappeared half a second later.
  static let fallDecibelsPerSecond = 60.0

  /// The displayed level, in decibels of full scale.
  private(set) var decibels = -Double.infinity

  /// Updates the meter with the peak of the last `seconds` seconds, full scale 1.
  mutating func feed(peak: Float, seconds: Double) {
    let level = peak > 0 ? Decibels.level(Double(peak)) : -.infinity
    decibels = max(level, decibels - max(0, seconds) * Self.fallDecibelsPerSecond)
    if decibels < 2 * Self.floorDecibels { decibels = -.infinity }
  }

  /// The filled part of the bar, 0...1.
  var part: Double { min(1, max(0, 1 - decibels / Self.floorDecibels)) }

  /// Returns the filled part of a bar at `level`, full scale 1.
  static func part(of level: Double) -> Double {
    level > 0 ? min(1, max(0, 1 - Decibels.level(level) / floorDecibels)) : 0
  }
}
