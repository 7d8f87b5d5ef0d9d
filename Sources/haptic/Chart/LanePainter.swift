import Drawing
import TextFormats

/// Paints the lanes of every terminal picture, with one column for each part of the time.
///
/// Areas are drawn as bars and stems as thin spikes. Lines and bands are drawn as Braille dots, but in a lane of
/// one row a line is drawn as digits. A block is a row of one repeated character. Signs are letters below the
/// blocks, or on them if there is only one row. Without Unicode all of these are drawn in ASCII.
struct LanePainter {
  /// The time at the left edge and the length of the visible time, in seconds.
  let start: Double
  let seconds: Double
  /// The number of columns for names and ticks, to the left of the lanes; 0 without names and ticks.
  let left: Int
  let columns: Int
  let symbols: ChartSymbols

  /// The column of `time`; the first or the last column for times outside the lanes.
  func column(of time: Double) -> Int { clamped(position(of: time) + 1e-6) }

  /// The last column that begins before `time`.
  func column(before time: Double) -> Int { clamped((position(of: time) - 1e-6).rounded(.up) - 1) }

  /// The middle of a column, in seconds.
  func middle(of column: Int) -> Double {
    start + (Double(column) + 0.5) / Double(columns) * seconds
  }

  private func position(of time: Double) -> Double { (time - start) / seconds * Double(columns) }

  private func clamped(_ position: Double) -> Int {
    Int(min(max(position, 0), Double(columns - 1)))
  }

  /// The number of rows that `lane` needs: `lane.rows`, except that blocks need one row, and signs need
  /// as many rows as a column has signs.
  func rows(of lane: Drawing.Lane) -> Int {
    let signs = signs(of: lane).map(\.count).max() ?? 0
    if lane.hasBlocks { return 1 + signs }
    let hasOnlyText = !lane.marks.isEmpty && lane.marks.allSatisfy(\.isText)
    return signs > 0 ? signs : hasOnlyText ? 1 : lane.rows
  }

  /// The different signs in each column.
  func signs(of lane: Drawing.Lane) -> [[(letter: Character, tone: Drawing.Tone)]] {
    var signs: [[(letter: Character, tone: Drawing.Tone)]] = Array(repeating: [], count: columns)
    for mark in lane.marks {
      guard case .sign(let time, let letter, let tone) = mark, start...start + seconds ~= time
      else { continue }
      let column = column(of: time)
      if !signs[column].contains(where: { $0.letter == letter }) {
        signs[column].append((letter, tone))
      }
    }
    return signs
  }

  /// Paints `lane` into `rows`, the last of which is the lowest.
  func paint(_ lane: Drawing.Lane, rows: Range<Int>, on canvas: inout TextCanvas) {
    guard !rows.isEmpty, columns > 0 else { return }
    var painting = LanePainting(lane, rows, self)
    swap(&painting.canvas, &canvas)
    painting.paint()
    swap(&painting.canvas, &canvas)
  }

  /// Writes the name and the ticks of `lane` to its left, and its notes into the rows that remain.
  func paintName(of lane: Drawing.Lane, rows: Range<Int>, on canvas: inout TextCanvas) {
    guard left > 0, !rows.isEmpty else { return }
    // The name is between the ticks, or next to the blocks.
    let nameRow = rows.lowerBound + (lane.ticks.isEmpty ? 0 : (rows.count - 1) / 2)
    let name = symbols.text(lane.name.shortened(toColumns: left - 1))
    canvas.put(name, row: nameRow, .dim)
    for row in rows { canvas.put(String(symbols.scale), row: row, column: left - 1, .dim) }
    let span = lane.range.upperBound - lane.range.lowerBound
    var freeRows = Array(rows.dropFirst(nameRow + 1 - rows.lowerBound))
    for tick in lane.ticks where span > 0 {
      let part = (tick.value - lane.range.lowerBound) / span
      // Because of rounding, a logarithmic value may be slightly below the row whose lower edge it marks.
      let line = rows.upperBound - 1 - min(rows.count - 1, Int(part * Double(rows.count) + 1e-9))
      let text = String(tick.text.prefix(left - 2))
      // If a tick would overlap the name of the lane, the name stays.
      let start = left - 1 - text.count
      if line == nameRow && name.columns >= start { continue }
      canvas.put(text, row: line, column: start, .dim)
      canvas.put(String(symbols.scaleTick), row: line, column: left - 1, .dim)
      freeRows.removeAll { $0 == line }
    }
    for (row, note) in zip(freeRows, lane.notes) {
      canvas.put(symbols.text(note.shortened(toColumns: left - 2)), row: row, .dim)
    }
  }

  /// Draws the time axis into `row`.
  func paintAxis(row: Int, on canvas: inout TextCanvas) {
    for column in 0..<columns {
      canvas.put(Glyph(character: symbols.axis, ink: .dim), row: row, column: left + column)
    }
    for time in Drawing.timeTicks(columns / 10, from: start, of: seconds) {
      let column = column(of: time)
      let label = "\(time.brief)s"
      guard column + 1 + label.count <= columns else { continue }
      canvas.put(Glyph(character: symbols.tick, ink: .dim), row: row, column: left + column)
      canvas.put(label, row: row, column: left + column + 1, .dim)
    }
  }

  /// Writes the meanings of tones and signs into the rows from `row` on, one row for each of `lines`.
  func paint(_ lines: [[Drawing.Key]], row: Int, on canvas: inout TextCanvas) {
    for (index, line) in lines.enumerated() {
      var column = left
      for key in line {
        let symbol = key.sign ?? key.tone.role.map(symbols.role) ?? symbols.key
        canvas.put(
          Glyph(character: symbol, ink: .of(key.tone)), row: row + index, column: column)
        let text = key.text.shortened(toColumns: max(1, columns + left - column - 2))
        canvas.put(symbols.text(text), row: row + index, column: column + 2, .dim)
        column += key.text.columns + 5
      }
    }
  }

  /// Returns `keys`, distributed over lines of at most `columns` columns.
  static func lines(of keys: [Drawing.Key], columns: Int) -> [[Drawing.Key]] {
    var left = 0
    return keys.reduce(into: []) { lines, key in
      left -= key.text.columns + 5
      if left < -3 || lines.isEmpty {
        lines.append([])
        left = columns - key.text.columns - 5
      }
      lines[lines.count - 1].append(key)
    }
  }
}

/// One lane that is being painted.
private struct LanePainting {
  /// A value and its tone.
  private struct Value {
    let value: Double
    let tone: Drawing.Tone
  }

  /// The contents of a column; later members are painted over earlier ones.
  private struct Column {
    var role: Drawing.Role?
    var bar: Value?
    var digit: Value?
    var stem: Value?
  }

  let lane: Drawing.Lane
  let rows: Range<Int>
  let painter: LanePainter
  var canvas = TextCanvas(columns: 0, rows: 0)
  private var columns: [Column]
  private var dots: DotGrid

  init(_ lane: Drawing.Lane, _ rows: Range<Int>, _ painter: LanePainter) {
    self.lane = lane
    self.rows = rows
    self.painter = painter
    columns = Array(repeating: Column(), count: painter.columns)
    dots = DotGrid(columns: painter.columns, rows: rows.count)
  }

  private var symbols: ChartSymbols { painter.symbols }

  private mutating func put(_ character: Character, _ ink: Ink, _ row: Int, _ column: Int) {
    canvas.put(Glyph(character: character, ink: ink), row: row, column: painter.left + column)
  }

  mutating func paint() {
    for mark in lane.marks { collect(mark) }
    for (index, column) in columns.enumerated() {
      if let role = column.role {
        put(symbols.role(role), .of(.role(role)), rows.lowerBound, index)
      }
      if let bar = column.bar { paint(bar, index) { [symbols] part, _ in symbols.level(part) } }
      if let digit = column.digit {
        let character = ChartSymbols.digit(height(of: digit.value))
        put(character, .of(digit.tone), rows.lowerBound, index)
      }
      if let stem = column.stem { paint(stem, index, symbols.stem) }
    }
    for (row, column, bits, tone) in dots.characters {
      put(symbols.dots(bits), .of(tone), rows.lowerBound + row, column)
    }
    paintSigns()
    for mark in lane.marks { paintOver(mark) }
  }

  /// Adds a mark to the contents of its columns.
  ///
  /// Bars and rasters are painted immediately, below the other marks.
  private mutating func collect(_ mark: Drawing.Mark) {
    switch mark {
    case .area(let points, let tone): add(points, tone, to: \.bar)
    case .line(let points, let tone) where rows.count == 1: add(points, tone, to: \.digit)
    case .line(let points, let tone): dots.add(points.map { place($0.time, $0.value) }, tone)
    case .dot(let point, let tone): dots.add([place(point.time, point.value)], tone)
    case .band(let extents, let tone):
      for (extent, next) in zip(extents, extents.dropFirst()) {
        dots.add(
          from: place(extent.time, extent.high), to: place(extent.time, extent.low),
          until: place(next.time, 0).x, tone)
      }
    case .stem(let point, let tone):
      add(Value(value: point.value, tone: tone), painter.column(of: point.time), to: \.stem)
    case .bar(let start, let end, let value, let tone):
      let first = painter.column(of: start)
      for column in first...max(first, painter.column(before: end)) {
        put(end > start ? symbols.span : symbols.transient, .of(tone), row(of: value), column)
      }
    case .block(let start, let end, let role, _): add(role, from: start, to: end)
    case .raster(let raster): paint(raster)
    case .level, .text, .sign, .position: break
    }
  }

  /// Returns the height of `value`, from 0 at the lower edge to the number of rows.
  private func height(of value: Double) -> Double {
    let part = self.part(of: value)
    return (part > 0 ? min(part, 1) : 0) * Double(rows.count)
  }

  /// Returns the position of `value` in the range of the lane, 0...1 if the value is inside.
  private func part(of value: Double) -> Double {
    let span = lane.range.upperBound - lane.range.lowerBound
    return span > 0 ? (value - lane.range.lowerBound) / span : 0
  }

  private func row(of value: Double) -> Int {
    rows.upperBound - 1 - min(rows.count - 1, Int(height(of: value)))
  }

  /// Returns the dot at a time and a value.
  private func place(_ time: Double, _ value: Double) -> (x: Int, y: Int) {
    let columns = Double(2 * painter.columns)
    let x = (time - painter.start) / painter.seconds * columns + 1e-6
    let y = ((Double(rows.count) - height(of: value)) * 4 - 0.5).rounded()
    return (Int(min(max(x, 0), columns)), Int(min(max(y, 0), Double(4 * rows.count - 1))))
  }

  // MARK: The contents of a column

  private mutating func add(
    _ value: Value, _ column: Int, to kind: WritableKeyPath<Column, Value?>
  ) {
    if value.value > columns[column][keyPath: kind]?.value ?? -.infinity {
      columns[column][keyPath: kind] = value
    }
  }

  /// Adds the value of a line through `points` in the middle of each column, and each peak, however narrow.
  private mutating func add(
    _ points: [Drawing.Point], _ tone: Drawing.Tone, to kind: WritableKeyPath<Column, Value?>
  ) {
    for (index, point) in points.enumerated() {
      let first = painter.column(of: point.time)
      let before = index > 0 ? points[index - 1].value : -.infinity
      let next = index + 1 < points.count ? points[index + 1] : .init(point.time, -.infinity)
      if point.value > max(before, next.value) {
        add(Value(value: point.value, tone: tone), first, to: kind)
      }
      guard index + 1 < points.count else { return }
      for column in first...max(first, painter.column(before: next.time)) {
        let part = (painter.middle(of: column) - point.time) / max(next.time - point.time, 1e-12)
        let value = point.value + (next.value - point.value) * min(max(part, 0), 1)
        add(Value(value: value, tone: tone), column, to: kind)
      }
    }
  }

  /// Adds a role from `start` to `end`.
  ///
  /// The last column shows only roles that continue beyond it.
  private mutating func add(_ role: Drawing.Role, from start: Double, to end: Double) {
    let edge = painter.start + painter.seconds
    guard end > painter.start, start <= edge else { return }
    let last = painter.columns - 1
    let stop = end > edge ? last + 1 : min(painter.column(before: end) + 1, last)
    let first = painter.column(of: start)
    for column in first..<max(first, stop)
    where role.rawValue > columns[column].role?.rawValue ?? -1 {
      columns[column].role = role
    }
  }

  // MARK: Painting

  /// Paints a column up to a value.
  private mutating func paint(
    _ value: Value, _ column: Int,
    _ symbol: (_ part: Double, _ isLowest: Bool) -> Character?
  ) {
    let height = height(of: value.value)
    let isOver = part(of: value.value) > 1.01
    for row in rows {
      let part = height - Double(rows.upperBound - 1 - row)
      let isLowest = row == rows.upperBound - 1
      guard let character = symbol(min(max(part, 0), 1), isLowest) else { continue }
      let isCut = isOver && row == rows.lowerBound
      put(isCut ? symbols.over : character, .of(value.tone), row, column)
    }
  }

  /// Paints the strongest of the cells that each character covers.
  private mutating func paint(_ raster: Drawing.Raster) {
    let cellsPerColumn = painter.seconds / Double(painter.columns) / raster.columnSeconds
    for column in 0..<painter.columns {
      let origin = (painter.start - raster.start) / raster.columnSeconds
      let first = Int(origin + Double(column) * cellsPerColumn)
      let end = Int(origin + Double(column + 1) * cellsPerColumn)
      for row in 0..<rows.count {
        let low = row * raster.rows / rows.count
        let high = max(low + 1, (row + 1) * raster.rows / rows.count)
        let strength = raster.strongest(
          columns: first..<max(first + 1, end), rows: low..<high)
        let shade = symbols.shades[Int((strength * Double(symbols.shades.count - 1)).rounded())]
        guard shade != " " else { continue }
        put(shade, .of(.strength(strength)), rows.upperBound - 1 - row, column)
      }
    }
  }

  /// Paints the signs of each column below each other.
  private mutating func paintSigns() {
    let first = rows.lowerBound + (lane.hasBlocks && rows.count > 1 ? 1 : 0)
    for (column, signs) in painter.signs(of: lane).enumerated() {
      for (row, sign) in zip(first..<rows.upperBound, signs) {
        put(sign.letter, .of(sign.tone), row, column)
      }
    }
  }

  /// Paints the marks that use only the remaining space.
  private mutating func paintOver(_ mark: Drawing.Mark) {
    switch mark {
    case .level(let value, let name):
      let row = row(of: value)
      let start = painter.columns - name.columns - 1
      let hasRoom = start > painter.columns / 3 && isBlank(start..<painter.columns, row)
      for column in 0..<painter.columns where isBlank(column..<column + 1, row) {
        put(symbols.dashes, .dim, row, column)
      }
      if hasRoom { canvas.put(name, row: row, column: painter.left + start, .dim) }
    case .text(let point, let text):
      let (row, column) = (row(of: point.value), painter.column(of: point.time))
      let end = column + text.columns
      guard end <= painter.columns, isBlank(column..<end, row) else { return }
      canvas.put(symbols.text(text), row: row, column: painter.left + column, .dim)
    case .position(let time):
      let column = painter.column(of: time)
      for row in rows {
        if isBlank(column..<column + 1, row) {
          put(symbols.cursor, .cursor, row, column)
        } else {
          canvas.reverse(row: row, column: painter.left + column)
        }
      }
    case .area, .band, .line, .stem, .dot, .bar, .raster, .block, .sign: break
    }
  }

  private func isBlank(_ columns: Range<Int>, _ row: Int) -> Bool {
    columns.allSatisfy { canvas.rows[row][painter.left + $0].character == " " }
  }
}
