import AudioSession
import PhoneSimulator
import TextFormats

/// Everything that the picture of a phone shows.
struct LiveState: Hashable {
  /// One lane and, for an app, what it is like now.
  struct Lane: Hashable {
    var strip: SessionChart.Strip
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
    let shownLanes = state.lanes.filter { !explains || $0.number == state.selected }
    let showsHelp = state.showsHelp && !explains
    let help = showsHelp ? LiveKey.help(app: name(state), columns: columns) : []
    let legend = showsHelp ? legendLines(state, columns) : []
    let lanes = min(shownLanes.count, max(1, rows - 2))
    var shown: Set<Part> = []
    // A row for the message is always there.
    var left = rows - 1 - lanes
    for part in Part.allCases {
      let cost = part == .help ? help.count : part == .legend ? legend.count : 1
      guard cost > 0, left - cost >= Self.minimumTraceRows else { continue }
      shown.insert(part)
      left -= cost
    }
    var row = 0
    func next(_ part: Part, _ lines: Int = 1, _ draw: (inout TextCanvas, Int) -> Void) {
      guard shown.contains(part) else { return }
      draw(&canvas, row)
      row += lines
    }
    next(.title) { drawTitle(state, into: &$0, row: $1) }
    next(.phone) {
      $0.put(PlayText.fitting(state.phone, columns), row: $1, .dim)
    }
    drawLanes(Array(shownLanes.prefix(lanes)), state, into: &canvas, row: row)
    row += lanes
    next(.axis) { drawAxis(state, into: &$0, row: $1) }
    next(.meter) {
      MeterBars(haptic: state.haptic, audio: state.audio, symbols).draw(into: &$0, row: $1)
    }
    next(.legend, legend.count) { canvas, row in
      for (index, line) in legend.enumerated() { canvas.put(line, row: row + index, .dim) }
    }
    drawTrace(state, into: &canvas, row: row, count: max(0, left))
    row += max(0, left)
    canvas.put(state.message, row: row, .warning)
    row += 1
    next(.device) { canvas, row in
      var faults = ""
      if state.underruns > 0 { faults += "; \(state.underruns.counted("underrun"))" }
      if state.lateChanges > 0 { faults += "; \(state.lateChanges.counted("late change"))" }
      canvas.put(
        PlayText.fitting(state.device.map { $0 + faults } + state.device, columns), row: row,
        faults.isEmpty ? .dim : .warning)
    }
    next(.help, help.count) { canvas, row in
      for (index, line) in help.enumerated() { canvas.put(line, row: row + index, .dim) }
    }
    return canvas
  }

  private func name(_ state: LiveState) -> String {
    state.lanes.first { $0.number == state.selected }?.strip.name ?? "app"
  }

  /// How many columns a lane has in a picture of `columns` columns.
  static func laneColumns(_ names: [String], of columns: Int) -> Int {
    max(1, columns - labelColumns(names, of: columns) - rightColumns(of: columns))
  }

  private static func labelColumns(_ names: [String], of columns: Int) -> Int {
    let longest = names.map(TextCanvas.width).max() ?? 0
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
    canvas.put(TextCanvas.prefix(of: state.title, columns: right - 1), row: row, .bold)
    canvas.put(time, row: row, column: right, .bold)
  }

  private func drawLanes(
    _ lanes: [LiveState.Lane], _ state: LiveState, into canvas: inout TextCanvas, row: Int
  ) {
    let label = Self.labelColumns(state.lanes.map(\.strip.name), of: canvas.columns)
    let isWide = Self.rightColumns(of: canvas.columns) > 0
    for (index, lane) in lanes.enumerated() {
      let row = row + index
      let isSelected = lane.number != nil && lane.number == state.selected
      // The key that selects it, which the tenth has not.
      let number = lane.number.map { $0 < 10 ? "\($0) " : "  " } ?? "  "
      let prefix = (isSelected ? symbols.playing : " ") + number
      let text = prefix + lane.strip.name.shortened(toColumns: max(1, label - 1 - prefix.count))
      canvas.put(text, row: row, isSelected ? .bold : .plain)
      var column = label
      for (kind, mark) in zip(lane.strip.states, lane.strip.marks) {
        let character = mark?.rawValue ?? symbol(kind)
        canvas.put(
          Glyph(character: character, ink: mark == nil ? .state(kind) : .cursor), row: row,
          column: column)
        column += 1
      }
      guard isWide else { continue }
      let present = lane.strip.states.last ?? .quiet
      canvas.put(lane.word, row: row, column: column + 1, .state(present))
      column += 2 + Self.wordColumns
      guard lane.number != nil else { continue }
      for place in 0..<Self.meterColumns where column + place < canvas.columns {
        let part = lane.meter.part * Double(Self.meterColumns) - Double(place)
        let isFull = part >= 0.5
        let full = symbols.levels[symbols.levels.count - 1]
        canvas.put(
          Glyph(character: isFull ? full : symbols.axis, ink: isFull ? .audio : .dim), row: row,
          column: column + place)
      }
    }
  }

  /// The character of a state; ASCII where the terminal shows nothing else.
  private func symbol(_ state: SessionChart.State) -> Character {
    symbols == .ascii ? state.plainSymbol : state.symbol
  }

  private func drawAxis(_ state: LiveState, into canvas: inout TextCanvas, row: Int) {
    let names = state.lanes.map(\.strip.name)
    let left = Self.labelColumns(names, of: canvas.columns)
    let width = Self.laneColumns(names, of: canvas.columns)
    for column in 0..<width {
      canvas.put(Glyph(character: symbols.axis, ink: .dim), row: row, column: left + column)
    }
    // As many times as there is room for, each a fourth of the whole or a half of it.
    let count = width >= 60 ? 4 : width >= 24 ? 2 : 1
    for index in 0..<count {
      let column = width * index / count
      let ago = state.seconds * Double(count - index) / Double(count)
      canvas.put(Glyph(character: symbols.tick, ink: .dim), row: row, column: left + column)
      canvas.put("-\(ago.brief) s", row: row, column: left + column + 1, .dim)
    }
    if width > 12 { canvas.put("now", row: row, column: left + width - 3, .dim) }
  }

  private func legendLines(_ state: LiveState, _ columns: Int) -> [String] {
    let states = Set(state.lanes.flatMap(\.strip.states))
    let marks = Set(state.lanes.flatMap { $0.strip.marks.compactMap(\.self) })
    let words =
      SessionChart.State.allCases.filter { $0 != .quiet && states.contains($0) }
      .map { "\(symbol($0)) \($0.words)" }
      + SessionChart.Mark.allCases.filter(marks.contains).map { "\($0.rawValue) \($0.words)" }
    return words.isEmpty ? [] : LiveKey.lines("", words, columns)
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
          guard TextCanvas.width(of: line) > canvas.columns else { return line }
          return TextCanvas.prefix(of: line, columns: canvas.columns - 1)
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
