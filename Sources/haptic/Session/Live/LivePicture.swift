import AudioSession
import Drawing
import PhoneSimulator
import TextFormats

/// Everything that the picture of a phone shows.
struct LiveState: Hashable {
  /// One lane and, for an app, what it is like now.
  struct Lane: Hashable {
    var drawn: Drawing.Lane
    /// Its number, from 1; nil for what is no app.
    var number: Int?
    /// What it is like now, in a word.
    var word = ""
    /// How loud its sound is.
    var meter = LevelMeter()
  }

  var title = ""
  /// Descriptions of the phone, each shorter than the one before.
  var phone: [String] = []
  /// The present time, in seconds, and how many the lanes show.
  var time = 0.0
  var seconds = 30.0
  var lanes: [Lane] = []
  /// The number of the selected app, from 1.
  var selected = 1
  /// What happened, the newest last.
  var trace: [String] = []
  /// Why the selected app is as it is, in place of the trace.
  var explanation: [String]?
  /// Which page of that is shown, from 0; behind the last comes the first.
  var explainedPage = 0
  var message = ""
  /// How loud the whole phone is.
  var haptic = LevelMeter()
  var audio = LevelMeter()
  /// Descriptions of the device, each shorter than the one before, its underruns, and how many changes of the
  /// sound came too late for their frame.
  var device: [String] = []
  var underruns = 0
  var lateChanges = 0
  /// Whether the keys and the legend are shown.
  var showsHelp = true
}

/// The picture of a phone at one moment: a function of its state and the size of the terminal.
///
/// ```
/// title            name and time
/// phone            switch, volumes, output, who is in front
/// lanes            one for each app, and for each interruptor that was there
/// axis
/// meter            haptic and audio bus
/// legend           the meaning of the symbols, on request
/// trace            what happened, or why the selected app is as it is; as many rows as are left
/// message          what the last key has come to
/// device
/// help             the keys, on request
/// ```
/// In small terminals rows are left out, the least important first: device, legend, help, phone, axis,
/// meter, title. An explanation has the place of all lanes but that of the selected app, and of what
/// belongs to lanes and keys.
struct LivePicture {
  let symbols: ChartSymbols

  /// The fewest rows of the trace before others are left out.
  private static let minimumTraceRows = 3
  /// The most columns of a name.
  ///
  /// Our choice: a fifth of eighty.
  private static let maximumName = 16
  /// The columns of the longest word for a state, and those of a meter.
  private static let wordColumns = 11
  private static let meterColumns = 8

  /// What is left out if there is no room, the most important first.
  private enum Part: CaseIterable {
    case title, meter, axis, phone, help, legend, device
  }

  /// The picture of `state` in `columns` by `rows` characters.
  func canvas(_ state: LiveState, columns: Int, rows: Int) -> TextCanvas {
    var canvas = TextCanvas(columns: columns, rows: rows)
    guard columns > 0, rows > 0 else { return canvas }
    let explains = state.explanation != nil
    let lanes = state.lanes.filter { !explains || $0.number == state.selected }
      .prefix(max(1, rows - 2))
    let showsHelp = state.showsHelp && !explains
    let help = showsHelp ? LiveKey.help(app: name(state), columns: columns) : []
    let keys = showsHelp ? SessionChart.keys(of: state.lanes.map(\.drawn)) : []
    let legend = LanePainter.lines(of: keys, columns: columns)
    // A row for the message is always there.
    var left = rows - 1 - lanes.count
    let shown = shownParts([.help: help.count, .legend: legend.count], of: &left)
    var row = 0
    func next(_ part: Part, _ lines: Int = 1, _ draw: (inout TextCanvas, Int) -> Void) {
      guard shown.contains(part) else { return }
      draw(&canvas, row)
      row += lines
    }
    next(.title) { drawTitle(state, into: &$0, row: $1) }
    next(.phone) { $0.put(PlayText.fitting(state.phone, columns), row: $1, .dim) }
    draw(lanes, state, hasAxis: shown.contains(.axis), into: &canvas, row: row)
    row += lanes.count + (shown.contains(.axis) ? 1 : 0)
    next(.meter) {
      MeterBars(haptic: state.haptic, audio: state.audio, symbols).draw(into: &$0, row: $1)
    }
    next(.legend, legend.count) {
      painter(state, from: 0, 0, columns).paint(legend, row: $1, on: &$0)
    }
    drawTrace(state, into: &canvas, row: row, count: max(0, left))
    row += max(0, left)
    canvas.put(state.message, row: row, .warning)
    row += 1
    next(.device) { drawDevice(state, into: &$0, row: $1) }
    next(.help, help.count) { canvas, row in
      for (index, line) in help.enumerated() { canvas.put(line, row: row + index, .dim) }
    }
    return canvas
  }

  /// The parts for which there is room in `left` rows, of which it takes away what they need; those of
  /// `rows` need other than one row.
  private func shownParts(_ rows: [Part: Int], of left: inout Int) -> Set<Part> {
    var shown: Set<Part> = []
    for part in Part.allCases {
      let cost = rows[part] ?? 1
      guard cost > 0, left - cost >= Self.minimumTraceRows else { continue }
      shown.insert(part)
      left -= cost
    }
    return shown
  }

  private func draw(
    _ lanes: ArraySlice<LiveState.Lane>, _ state: LiveState, hasAxis: Bool,
    into canvas: inout TextCanvas, row: Int
  ) {
    let names = Self.nameColumns(state, of: canvas.columns)
    let width = max(1, canvas.columns - names - Self.rightColumns(of: canvas.columns))
    let past = painter(state, from: state.time - state.seconds, names, width)
    for (row, lane) in zip(row..., lanes) {
      drawName(of: lane, state, columns: names, into: &canvas, row: row)
      past.paint(lane.drawn, rows: row..<row + 1, on: &canvas)
      drawPresent(of: lane, state, into: &canvas, row: row, column: names + width + 1)
    }
    guard hasAxis else { return }
    let axis = row + lanes.count
    painter(state, from: -state.seconds, names, width).paintAxis(row: axis, on: &canvas)
    if width > 12 { canvas.put("now", row: axis, column: names + width - 3, .dim) }
  }

  private func drawDevice(_ state: LiveState, into canvas: inout TextCanvas, row: Int) {
    var faults = ""
    if state.underruns > 0 { faults += "; \(state.underruns.counted("underrun"))" }
    if state.lateChanges > 0 { faults += "; \(state.lateChanges.counted("late change"))" }
    let text = PlayText.fitting(state.device.map { $0 + faults } + state.device, canvas.columns)
    canvas.put(text, row: row, faults.isEmpty ? .dim : .warning)
  }

  private func name(_ state: LiveState) -> String {
    state.lanes.first { $0.number == state.selected }?.drawn.name ?? "app"
  }

  private static func nameColumns(_ state: LiveState, of columns: Int) -> Int {
    let longest = state.lanes.map { $0.drawn.name.columns }.max() ?? 0
    // A mark, a number and two blanks.
    return min(min(maximumName, longest) + 4, max(3, columns / 3))
  }

  /// The columns to the right of the lanes: a word and a meter, as far as there is room.
  private static func rightColumns(of columns: Int) -> Int {
    columns >= 70 ? 1 + wordColumns + 1 + meterColumns : columns >= 46 ? 1 + wordColumns : 0
  }

  private func drawTitle(_ state: LiveState, into canvas: inout TextCanvas, row: Int) {
    let time = PlayText.time(state.time)
    let right = max(0, canvas.columns - time.count)
    canvas.put(state.title.cut(toColumns: right - 1), row: row, .bold)
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
    // The key that selects it, which the tenth has not.
    let number = lane.number.map { $0 < 10 ? "\($0) " : "  " } ?? "  "
    let prefix = (isSelected ? symbols.playing : " ") + number
    let name = lane.drawn.name.shortened(toColumns: max(1, columns - 1 - prefix.count))
    canvas.put(prefix + name, row: row, isSelected ? .bold : .plain)
  }

  /// Draws what an app is like now, and how loud it is, if there is room for it.
  private func drawPresent(
    of lane: LiveState.Lane, _ state: LiveState, into canvas: inout TextCanvas, row: Int,
    column: Int
  ) {
    guard Self.rightColumns(of: canvas.columns) > 0 else { return }
    let role = lane.drawn.marks.compactMap { mark -> Drawing.Role? in
      if case .block(_, let end, let role, _) = mark, end > state.time { role } else { nil }
    }.last
    canvas.put(lane.word, row: row, column: column, role.map { .of(.role($0)) } ?? .plain)
    let meter = column + Self.wordColumns + 1
    guard lane.number != nil, meter + Self.meterColumns <= canvas.columns else { return }
    canvas.putMeter(
      lane.meter.part, row: row, column: meter, columns: Self.meterColumns, .audio, symbols)
  }

  private func drawTrace(
    _ state: LiveState, into canvas: inout TextCanvas, row: Int, count: Int
  ) {
    let lines: ArraySlice<String>
    if let explanation = state.explanation {
      let all = explanation.flatMap { Self.folded($0, canvas.columns) }
      if all.count > count, count > 1 {
        let size = count - 1
        let pages = (all.count + size - 1) / size
        let page = (state.explainedPage % pages + pages) % pages
        lines =
          all[page * size..<min(all.count, page * size + size)]
          + ["page \(page + 1) of \(pages): Page Down, Page Up; e for the trace"]
      } else {
        lines = all.prefix(count)
      }
    } else {
      // A number that is cut would be another one.
      lines = ArraySlice(
        state.trace.suffix(count).map { line in
          guard line.columns > canvas.columns else { return line }
          return line.cut(toColumns: canvas.columns - 1)
            + (symbols == .ascii ? "~" : "…")
        })
    }
    for (index, line) in lines.enumerated() { canvas.put(line, row: row + index) }
  }

  /// `line` in lines of at most `columns` columns, each indented as it is.
  private static func folded(_ line: String, _ columns: Int) -> [String] {
    let indent = line.prefix { $0 == " " }.count
    return TextTable.folded(line, first: indent, indent: indent + 2, columns: max(20, columns))
      .split(separator: "\n").map(String.init)
  }
}
