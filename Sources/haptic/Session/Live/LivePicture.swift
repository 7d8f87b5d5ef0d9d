import AudioSession
import Drawing
import PhoneSimulator
import TextFormats

/// Everything that the picture of a phone shows.
struct LiveState: Hashable {
  /// One lane and, for an app, its present state.
  struct Lane: Hashable {
    var drawn: Drawing.Lane
    /// The number of the app, counted from 1; nil for an interruptor.
    var number: Int?
    /// A word for the present state.
    var word = ""
    /// The level of the app's sound.
    var meter = LevelMeter()
  }

  var title = ""
  /// Descriptions of the phone's status, each shorter than the one before.
  var phone: [String] = []
  /// The present time and the duration of the lanes, in seconds.
  var time = 0.0
  var seconds = 30.0
  var lanes: [Lane] = []
  /// The number of the selected app, counted from 1.
  var selected = 1
  /// The lines of the trace, newest last.
  var trace: [String] = []
  /// An explanation of the selected app, which replaces the trace.
  var explanation: [String]?
  /// The page of the explanation that is shown, counted from 0.
  ///
  /// The first page follows the last.
  var explainedPage = 0
  /// The effect of the last key, and whether it is a problem.
  var message = ""
  var isProblem = false
  /// The level of the whole phone.
  var haptic = LevelMeter()
  var audio = LevelMeter()
  /// Descriptions of the device, each shorter than the one before, the number of underruns, and the number of
  /// changes that came too late for their frame.
  var device: [String] = []
  var underruns = 0
  var lateChanges = 0
  /// Whether the keys and the legend are shown.
  var showsHelp = true
}

/// The picture of a phone at one moment, a function of its state and the size of the terminal.
///
/// ```
/// title            name and time
/// phone            output, switch, volumes, apps in the foreground
/// lanes            one for each app and each interruptor so far; several rows each in large terminals
/// axis
/// meter            haptic and audio bus
/// legend           the meaning of the symbols, on request
/// trace            the trace, or an explanation of the selected app, in the remaining rows
/// message          the effect of the last key; in two rows if it is long and the trace leaves one
/// device
/// help             the keys, on request; the most useful ones in one row if they do not all fit
/// ```
/// In small terminals, rows are omitted, least important first: device, legend, help, phone, axis, meter, the row of
/// keys, title. If the row of keys is omitted, the keys are shown in the message's row until there is a message. An
/// explanation replaces the legend, the keys and all lanes except that of the selected app.
struct LivePicture {
  let symbols: ChartSymbols

  /// The minimum number of rows that a part must leave for the trace; otherwise the part is omitted.
  ///
  /// Help, legend and device must leave `minimumTraceRowsWithHelp`.
  private static let minimumTraceRows = 3
  private static let minimumTraceRowsWithHelp = 5
  /// The maximum number of rows of a lane.
  ///
  /// Our choice: a taller lane would not show more.
  private static let maximumLaneRows = 4
  /// The maximum length of a name, in columns.
  ///
  /// Our choice: a fifth of eighty.
  private static let maximumName = 16
  /// The number of columns of the longest word for a state.
  private static let wordColumns = 11

  /// The parts that may be omitted, most important first.
  private enum Part: CaseIterable {
    case title, keys, meter, axis, phone, help, legend, device
  }

  /// Returns the picture of `state` in `columns` by `rows` characters.
  func canvas(_ state: LiveState, columns: Int, rows: Int) -> TextCanvas {
    var canvas = TextCanvas(columns: columns, rows: rows)
    guard columns > 0, rows > 0 else { return canvas }
    let explains = state.explanation != nil
    let lanes = state.lanes.filter { !explains || $0.number == state.selected }
      .prefix(max(1, rows - 2))
    let help = state.showsHelp && !explains ? LiveKey.help(app: name(state), columns: columns) : []
    let keys = help.isEmpty ? [] : SessionChart.keys(of: state.lanes.map(\.drawn))
    let legend = LanePainter.lines(of: keys, columns: columns)
    // The message always has a row.
    var (left, row) = (rows - 1 - lanes.count, 0)
    let shown = shownParts(help: help.count, legend: legend.count, of: &left)
    let laneRows = explains ? 1 : Self.laneRows(lanes.count, of: rows, left: left)
    left -= lanes.count * (laneRows - 1)
    let message = messageLines(state, columns: columns, left: &left)
    func next(_ part: Part, _ lines: Int = 1, _ draw: (inout TextCanvas, Int) -> Void) {
      guard shown.contains(part) else { return }
      draw(&canvas, row)
      row += lines
    }
    next(.title) { drawTitle(state, into: &$0, row: $1) }
    next(.phone) { drawPhone(state, into: &$0, row: $1) }
    draw(lanes, state, each: laneRows, hasAxis: shown.contains(.axis), into: &canvas, row: row)
    row += lanes.count * laneRows + (shown.contains(.axis) ? 1 : 0)
    next(.meter) {
      MeterBars(haptic: state.haptic, audio: state.audio, symbols).draw(into: &$0, row: $1)
    }
    next(.legend, legend.count) {
      painter(state, from: 0, 0, columns).paint(legend, row: $1, on: &$0)
    }
    drawTrace(state, into: &canvas, row: row, count: max(0, left))
    row += max(0, left)
    drawMessage(
      message, state, hasKeys: !shown.isDisjoint(with: [.help, .keys]), into: &canvas, row: row)
    row += message.count
    next(.device) { drawDevice(state, into: &$0, row: $1) }
    next(.help, help.count) { drawLines(help, .dim, into: &$0, row: $1) }
    next(.keys) { drawLines([LiveKey.shortHelp(columns: columns)], .dim, into: &$0, row: $1) }
    return canvas
  }

  /// Returns the message in one row, or in two if it does not fit and `left` rows leave one, which is subtracted.
  private func messageLines(_ state: LiveState, columns: Int, left: inout Int) -> [String] {
    guard state.message.columns > columns, left > Self.minimumTraceRowsWithHelp else {
      return [state.message]
    }
    let folded = TextTable.lines([state.message], columns: columns).split(separator: "\n")
    left -= 1
    let rest = folded.dropFirst().map { $0.drop { $0 == " " } }.joined(separator: " ")
    return [String(folded[0]), rest]
  }

  /// Draws the message, or the most useful keys if there is neither a message nor another row of keys.
  private func drawMessage(
    _ message: [String], _ state: LiveState, hasKeys: Bool, into canvas: inout TextCanvas, row: Int
  ) {
    let isFree = state.message.isEmpty && !hasKeys && state.showsHelp && state.explanation == nil
    let lines = isFree ? [LiveKey.shortHelp(columns: canvas.columns)] : message
    let ink: Ink = isFree ? .dim : state.isProblem ? .warning : .bold
    drawLines(lines, ink, into: &canvas, row: row)
  }

  /// Writes lines, cutting each at the edge of the canvas.
  private func drawLines(
    _ lines: [String], _ ink: Ink = .plain, into canvas: inout TextCanvas, row: Int
  ) {
    for (index, line) in lines.enumerated() {
      canvas.put(symbols.cut(line, toColumns: canvas.columns), row: row + index, ink)
    }
  }

  /// Returns the phone at the end of the session, with the lanes and the last `traceRows` lines of the trace.
  func still(_ state: LiveState, columns: Int, traceRows: Int) -> TextCanvas {
    let trace = state.trace.suffix(max(0, traceRows)).count
    var canvas = TextCanvas(columns: columns, rows: 3 + state.lanes.count + trace)
    drawTitle(state, into: &canvas, row: 0)
    drawPhone(state, into: &canvas, row: 1)
    draw(state.lanes[...], state, each: 1, hasAxis: true, into: &canvas, row: 2)
    drawTrace(state, into: &canvas, row: 3 + state.lanes.count, count: trace)
    return canvas
  }

  private func drawPhone(_ state: LiveState, into canvas: inout TextCanvas, row: Int) {
    drawLines([PlayText.fitting(state.phone, canvas.columns)], .dim, into: &canvas, row: row)
  }

  /// Returns the parts that fit in `left` rows, and subtracts their rows from `left`.
  ///
  /// If the complete help, which takes `help` rows, does not fit, the most useful keys replace it.
  private func shownParts(help: Int, legend: Int, of left: inout Int) -> Set<Part> {
    let free = left
    let shown = shownParts([.keys: 0, .help: help, .legend: legend], of: &left)
    if help == 0 || shown.contains(.help) { return shown }
    left = free
    return shownParts([.help: 0, .legend: legend], of: &left)
  }

  /// Returns the parts that fit in `left` rows, and subtracts their rows from `left`.
  ///
  /// `rows` contains the parts that do not take exactly one row.
  private func shownParts(_ rows: [Part: Int], of left: inout Int) -> Set<Part> {
    var shown: Set<Part> = []
    for part in Part.allCases {
      let cost = rows[part] ?? 1
      let least =
        switch part {
        case .title, .keys, .meter, .axis, .phone: Self.minimumTraceRows
        case .help, .legend, .device: Self.minimumTraceRowsWithHelp
        }
      guard cost > 0, left - cost >= least else { continue }
      shown.insert(part)
      left -= cost
    }
    return shown
  }

  /// Returns the number of rows for each of `count` lanes, if `left` of `rows` rows remain for lanes and trace.
  ///
  /// Our choice: a third of the terminal is kept for the trace.
  private static func laneRows(_ count: Int, of rows: Int, left: Int) -> Int {
    let spare = left - max(minimumTraceRowsWithHelp, rows / 3)
    return min(maximumLaneRows, 1 + max(0, spare) / max(1, count))
  }

  private func draw(
    _ lanes: ArraySlice<LiveState.Lane>, _ state: LiveState, each laneRows: Int, hasAxis: Bool,
    into canvas: inout TextCanvas, row: Int
  ) {
    let names = Self.nameColumns(state, of: canvas.columns)
    let width = max(1, canvas.columns - names - Self.rightColumns(of: canvas.columns))
    let past = painter(state, from: state.time - state.seconds, names, width)
    // Signs (letters for events) are below bars of several rows, but on bars of one row.
    let barRows = max(1, laneRows - 1)
    for (index, lane) in lanes.enumerated() {
      let rows = row + index * laneRows..<row + index * laneRows + barRows
      drawName(of: lane, state, columns: names, into: &canvas, row: rows.lowerBound)
      var bar = lane.drawn
      bar.marks.removeAll { if case .sign = $0 { true } else { false } }
      for row in rows.dropLast() { past.paint(bar, rows: row..<row + 1, on: &canvas) }
      let last = rows.upperBound - 1
      past.paint(lane.drawn, rows: last..<last + (laneRows > 1 ? 2 : 1), on: &canvas)
      drawPresent(of: lane, state, into: &canvas, rows: rows, column: names + width + 1)
    }
    guard hasAxis else { return }
    let axis = row + lanes.count * laneRows
    painter(state, from: -state.seconds, names, width).paintAxis(row: axis, on: &canvas)
    if width > 12 { canvas.put("now", row: axis, column: names + width - 3, .dim) }
  }

  private func drawDevice(_ state: LiveState, into canvas: inout TextCanvas, row: Int) {
    var faults = ""
    if state.underruns > 0 { faults += "; \(state.underruns.counted("underrun"))" }
    if state.lateChanges > 0 { faults += "; \(state.lateChanges.counted("late change"))" }
    let text = PlayText.fitting(state.device.map { $0 + faults } + state.device, canvas.columns)
    drawLines([text], faults.isEmpty ? .dim : .warning, into: &canvas, row: row)
  }

  private func name(_ state: LiveState) -> String {
    state.lanes.first { $0.number == state.selected }?.drawn.name ?? "app"
  }

  private static func nameColumns(_ state: LiveState, of columns: Int) -> Int {
    let longest = state.lanes.map { $0.drawn.name.columns }.max() ?? 0
    // A mark, a number and two spaces.
    return min(min(maximumName, longest) + 4, max(3, columns / 3))
  }

  /// Returns the number of columns to the right of the lanes, for a word and a meter if they fit.
  private static func rightColumns(of columns: Int) -> Int {
    columns >= 70
      ? 1 + wordColumns + 1 + meterColumns(of: columns) : columns >= 46 ? 1 + wordColumns : 0
  }

  /// Returns the number of columns for the meter of an app.
  ///
  /// Our choice: about a tenth of the width.
  private static func meterColumns(of columns: Int) -> Int { min(32, max(8, columns / 9)) }

  private func drawTitle(_ state: LiveState, into canvas: inout TextCanvas, row: Int) {
    // The format is that of the trace.
    let time = PlayText.hundredths(state.time) + " s"
    let right = max(0, canvas.columns - time.count)
    canvas.put(symbols.cut(state.title, toColumns: right - 1), row: row, .bold)
    canvas.put(time, row: row, column: right, .bold)
  }

  private func painter(
    _ state: LiveState, from start: Double, _ left: Int, _ columns: Int
  ) -> LanePainter {
    LanePainter(
      start: start, seconds: state.seconds, left: left, columns: columns, symbols: symbols)
  }

  private func drawName(
    of lane: LiveState.Lane, _ state: LiveState, columns: Int, into canvas: inout TextCanvas,
    row: Int
  ) {
    let isSelected = lane.number != nil && lane.number == state.selected
    // The key that selects the app. The tenth app does not have one.
    let number = lane.number.map { $0 < 10 ? "\($0) " : "  " } ?? "  "
    let prefix = (isSelected ? symbols.playing : " ") + number
    let name = lane.drawn.name.shortened(toColumns: max(1, columns - 1 - prefix.count))
    canvas.put(prefix + name, row: row, isSelected ? .bold : .plain)
  }

  /// Draws the present state of an app and its level, if they fit.
  private func drawPresent(
    of lane: LiveState.Lane, _ state: LiveState, into canvas: inout TextCanvas, rows: Range<Int>,
    column: Int
  ) {
    guard Self.rightColumns(of: canvas.columns) > 0 else { return }
    let role = lane.drawn.marks.compactMap { mark -> Drawing.Role? in
      if case .block(_, let end, let role, _) = mark, end > state.time { role } else { nil }
    }.last
    canvas.put(
      lane.word, row: rows.lowerBound, column: column, role.map { .of(.role($0)) } ?? .plain)
    let meter = column + Self.wordColumns + 1
    let width = Self.meterColumns(of: canvas.columns)
    guard lane.number != nil, meter + width <= canvas.columns else { return }
    for row in rows {
      canvas.putMeter(lane.meter.part, row: row, column: meter, columns: width, .audio, symbols)
    }
  }

  private func drawTrace(
    _ state: LiveState, into canvas: inout TextCanvas, row: Int, count: Int
  ) {
    let lines: ArraySlice<String>
    if let explanation = state.explanation {
      let all = TextTable.lines(explanation, columns: canvas.columns).split(separator: "\n")
        .map(String.init)
      if all.count > count, count > 1 {
        let size = count - 1
        let pages = (all.count + size - 1) / size
        let page = (state.explainedPage % pages + pages) % pages
        lines =
          all[page * size..<min(all.count, page * size + size)]
          + [Self.pageLine(page + 1, of: pages, columns: canvas.columns)]
      } else {
        lines = (all + ["e for the trace"]).prefix(count)
      }
    } else {
      lines = state.trace.suffix(count)
    }
    // A number that is cut off without an ellipsis would look like a different number.
    drawLines(Array(lines), into: &canvas, row: row)
  }

  /// Returns the number of a page and the keys for pages, as fully as they fit in `columns` columns.
  private static func pageLine(_ page: Int, of pages: Int, columns: Int) -> String {
    PlayText.fitting(
      [
        "page \(page) of \(pages): Page Down, Page Up; e for the trace",
        "\(page) of \(pages): Page Down/Up, e trace", "\(page)/\(pages): PgDn PgUp e",
      ], columns)
  }
}
