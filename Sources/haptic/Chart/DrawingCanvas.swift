import Drawing
import PhoneSimulator
import TextFormats

/// A drawing in characters: a column for each part of the time, and for each lane as many rows as it
/// asks for.
///
/// Areas are bars of blocks, lines and bands are dots of Braille, stems are thin spikes; without Unicode
/// all of them are ASCII.
struct DrawingCanvas {
  private let drawing: Drawing
  private let symbols: ChartSymbols
  private let isUnicode: Bool
  /// The columns of names and ticks; 0 where there is no room for them.
  private let gutter: Int
  private(set) var canvas: TextCanvas
  private var row = 0

  /// The width of names and ticks in columns.
  private static let wideGutter = 17

  /// Draws `drawing` in `columns` columns.
  init(_ drawing: Drawing, columns: Int, isUnicode: Bool) {
    self.drawing = drawing
    self.isUnicode = isUnicode
    symbols = isUnicode ? .unicode : .ascii
    let columns = max(8, columns)
    gutter = columns >= 60 ? Self.wideGutter : 0
    let names = gutter == 0 ? 1 : 0
    let rows = drawing.panels.reduce(0) { sum, panel in
      sum + 1 + panel.lanes.reduce(0) { $0 + $1.rows + names }
    }
    canvas = TextCanvas(columns: columns, rows: rows + 2)
    draw()
  }

  private var columns: Int { canvas.columns - gutter }

  private mutating func draw() {
    for panel in drawing.panels {
      canvas.put(title(of: panel), row: row, .bold)
      row += 1
      for lane in panel.lanes {
        if gutter == 0 {
          canvas.put(name(of: lane), row: row, .dim)
          row += 1
        } else {
          drawNames(lane)
        }
        LanePainter(
          lane: lane, seconds: drawing.seconds, rows: row..<row + lane.rows, left: gutter,
          columns: columns, symbols: symbols, isUnicode: isUnicode
        ).paint(on: &canvas)
        row += lane.rows
      }
    }
    drawAxis()
    drawKeys()
  }

  /// The title, in characters that the locale has.
  private func title(of panel: Drawing.Panel) -> String {
    isUnicode ? panel.title : String(panel.title.map { $0.isASCII ? $0 : "?" })
  }

  private func name(of lane: Drawing.Lane) -> String {
    isUnicode ? lane.name : lane.name.replacing("×", with: "*")
  }

  private mutating func drawNames(_ lane: Drawing.Lane) {
    let middle = row + (lane.rows - 1) / 2
    canvas.put(String(name(of: lane).prefix(11)), row: middle, .dim)
    for index in 0..<lane.rows {
      canvas.put(String(symbols.scale), row: row + index, column: gutter - 1, .dim)
    }
    let span = lane.range.upperBound - lane.range.lowerBound
    for tick in lane.ticks where span > 0 {
      let part = (tick.value - lane.range.lowerBound) / span
      // A logarithm may be a little below the row whose lower edge it is.
      let line = row + lane.rows - 1 - min(lane.rows - 1, Int(part * Double(lane.rows) + 1e-9))
      let text = String(tick.text.prefix(gutter - 2))
      // The name of the lane stays, where a tick would be in its way.
      let start = gutter - 1 - text.count
      if line == middle && lane.name.count >= start { continue }
      canvas.put(text, row: line, column: start, .dim)
      canvas.put(String(symbols.scaleTick), row: line, column: gutter - 1, .dim)
    }
  }

  private mutating func drawAxis() {
    for column in 0..<columns {
      canvas.put(Glyph(character: symbols.axis, ink: .dim), row: row, column: gutter + column)
    }
    for time in drawing.timeTicks(max(1, columns / 10)) {
      let column = min(columns - 1, Int(time / drawing.seconds * Double(columns) + 1e-6))
      let label = "\(time.brief)s"
      guard column + 1 + label.count <= columns else { continue }
      canvas.put(Glyph(character: symbols.tick, ink: .dim), row: row, column: gutter + column)
      canvas.put(label, row: row, column: gutter + column + 1, .dim)
    }
    row += 1
  }

  private mutating func drawKeys() {
    var column = gutter
    for key in drawing.keys {
      guard column + key.text.count + 2 <= canvas.columns else { return }
      canvas.put(
        Glyph(character: isUnicode ? "■" : "#", ink: .of(key.tone)), row: row, column: column)
      canvas.put(key.text, row: row, column: column + 2, .dim)
      column += key.text.count + 5
    }
  }
}

/// Paints one lane.
private struct LanePainter {
  let lane: Drawing.Lane
  let seconds: Double
  let rows: Range<Int>
  let left: Int
  let columns: Int
  let symbols: ChartSymbols
  let isUnicode: Bool

  func paint(on canvas: inout TextCanvas) {
    var dots = DotGrid(columns: columns, rows: rows.count)
    var stems: [Int: (value: Double, tone: Drawing.Tone)] = [:]
    var bars: [Int: (value: Double, tone: Drawing.Tone)] = [:]
    for mark in lane.marks {
      switch mark {
      case .area(let points, let tone): add(points, tone, to: &bars)
      case .stem(let point, let tone):
        let column = column(of: point.time)
        if point.value > stems[column]?.value ?? -.infinity { stems[column] = (point.value, tone) }
      case .line(let points, let tone): dots.add(points.map { ($0.time, $0.value) }, tone, self)
      case .band(let extents, let tone):
        for (index, extent) in extents.enumerated() {
          let end = index + 1 < extents.count ? extents[index + 1].time : seconds
          dots.add(extent, until: end, tone, self)
        }
      case .dot(let point, let tone): dots.add([(point.time, point.value)], tone, self)
      case .bar(let start, let end, let value, let tone):
        paintBar(from: start, to: end, value, tone, on: &canvas)
      case .raster(let raster): paint(raster, on: &canvas)
      case .level, .text: break
      }
    }
    for (column, bar) in bars { paintBar(column, bar.value, bar.tone, on: &canvas) }
    dots.paint(on: &canvas, self)
    for (column, stem) in stems { paintStem(column, stem.value, stem.tone, on: &canvas) }
    for mark in lane.marks {
      if case .level(let value, let name) = mark { paintLevel(value, name, on: &canvas) }
    }
  }

  /// Where `value` is, from 0 at the lower edge to the number of rows.
  func height(of value: Double) -> Double {
    let span = lane.range.upperBound - lane.range.lowerBound
    let part = span > 0 ? (value - lane.range.lowerBound) / span : 0
    return (part > 0 ? min(part, 1) : 0) * Double(rows.count)
  }

  func column(of time: Double) -> Int {
    min(columns - 1, max(0, Int(time / seconds * Double(columns) + 1e-6)))
  }

  private func add(
    _ points: [Drawing.Point], _ tone: Drawing.Tone,
    to bars: inout [Int: (value: Double, tone: Drawing.Tone)]
  ) {
    for (point, next) in zip(points, points.dropFirst()) {
      let (first, last) = (column(of: point.time), column(of: max(point.time, next.time - 1e-9)))
      for column in first...max(first, last) {
        let middle = (Double(column) + 0.5) / Double(columns) * seconds
        let part = min(max((middle - point.time) / max(next.time - point.time, 1e-12), 0), 1)
        let value = point.value + (next.value - point.value) * part
        if value > bars[column]?.value ?? -.infinity { bars[column] = (value, tone) }
      }
    }
    // A peak that is much narrower than a column shows as well.
    for (index, point) in points.enumerated() {
      let before = index > 0 ? points[index - 1].value : -.infinity
      let after = index + 1 < points.count ? points[index + 1].value : -.infinity
      guard point.value > max(before, after) else { continue }
      let column = column(of: point.time)
      if point.value > bars[column]?.value ?? -.infinity { bars[column] = (point.value, tone) }
    }
  }

  private func paintBar(
    _ column: Int, _ value: Double, _ tone: Drawing.Tone, on canvas: inout TextCanvas
  ) {
    let height = height(of: value)
    for row in rows {
      let part = height - Double(rows.upperBound - 1 - row)
      guard let character = symbols.level(min(max(part, 0), 1)) else { continue }
      canvas.put(Glyph(character: character, ink: .of(tone)), row: row, column: left + column)
    }
  }

  private func paintStem(
    _ column: Int, _ value: Double, _ tone: Drawing.Tone, on canvas: inout TextCanvas
  ) {
    let height = height(of: value)
    for row in rows {
      let part = height - Double(rows.upperBound - 1 - row)
      let isLowest = row == rows.upperBound - 1
      // The weakest transient is still visible.
      guard part >= (isLowest ? 0.02 : 0.25) else { continue }
      canvas.put(
        Glyph(character: part >= 0.75 ? symbols.transient : symbols.transientTip, ink: .of(tone)),
        row: row,
        column: left + column)
    }
  }

  private func paintBar(
    from start: Double, to end: Double, _ value: Double, _ tone: Drawing.Tone,
    on canvas: inout TextCanvas
  ) {
    let row = row(of: value)
    let (first, last) = (column(of: start), column(of: max(start, end - 1e-9)))
    if end <= start {
      canvas.put(
        Glyph(character: symbols.transient, ink: .of(tone)), row: row, column: left + first)
      return
    }
    for column in first...last {
      canvas.put(
        Glyph(character: isUnicode ? "━" : "=", ink: .of(tone)), row: row, column: left + column)
    }
  }

  /// Paints the strongest of the cells that each character covers.
  private func paint(_ raster: Drawing.Raster, on canvas: inout TextCanvas) {
    let shades = Array(isUnicode ? " ░▒▓█" : " .:-=+*%@")
    for column in 0..<columns {
      let start = Double(column) / Double(columns) * seconds / raster.columnSeconds
      let end = Double(column + 1) / Double(columns) * seconds / raster.columnSeconds
      let cells = Int(start)..<max(Int(start) + 1, Int(end))
      for row in 0..<rows.count {
        let low = row * raster.rows / rows.count
        let high = max(low + 1, (row + 1) * raster.rows / rows.count)
        let strength = raster.strongest(columns: cells, rows: low..<high)
        let shade = shades[Int((strength * Double(shades.count - 1)).rounded())]
        guard shade != " " else { continue }
        canvas.put(
          Glyph(character: shade, ink: .strong(strength)), row: rows.upperBound - 1 - row,
          column: left + column)
      }
    }
  }

  private func paintLevel(_ value: Double, _ name: String, on canvas: inout TextCanvas) {
    let row = row(of: value)
    func isBlank(_ column: Int) -> Bool { canvas.rows[row][left + column].character == " " }
    let start = columns - name.count - 1
    let hasRoom = !name.isEmpty && start > columns / 3 && (start..<columns).allSatisfy(isBlank)
    for column in 0..<columns where isBlank(column) {
      canvas.put(
        Glyph(character: isUnicode ? "┄" : "-", ink: .dim), row: row, column: left + column)
    }
    if hasRoom { canvas.put(name, row: row, column: left + start, .dim) }
  }

  private func row(of value: Double) -> Int {
    rows.upperBound - 1 - min(rows.count - 1, Int(height(of: value)))
  }
}

/// Dots of Braille, two by four in each character.
private struct DotGrid {
  private let columns: Int
  private let rows: Int
  private var dots: [UInt8]
  private var tones: [Drawing.Tone?]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    dots = Array(repeating: 0, count: columns * rows)
    tones = Array(repeating: nil, count: columns * rows)
  }

  /// The line through `points`, or a single one.
  mutating func add(
    _ points: [(time: Double, value: Double)], _ tone: Drawing.Tone, _ painter: LanePainter
  ) {
    guard let first = points.first else { return }
    var last = place(first.time, first.value, painter)
    set(last.x, last.y, tone)
    for point in points.dropFirst() {
      let next = place(point.time, point.value, painter)
      let steps = max(abs(next.x - last.x), abs(next.y - last.y), 1)
      for step in 0...steps {
        set(
          last.x + (next.x - last.x) * step / steps, last.y + (next.y - last.y) * step / steps,
          tone)
      }
      last = next
    }
  }

  /// What is between the two values of `extent`, until `end`.
  mutating func add(
    _ extent: Drawing.Extent, until end: Double, _ tone: Drawing.Tone, _ painter: LanePainter
  ) {
    let (low, high) = (
      place(extent.time, extent.low, painter), place(extent.time, extent.high, painter)
    )
    let last = max(low.x, place(end, 0, painter).x - 1)
    for x in low.x...last {
      for y in high.y...low.y { set(x, y, tone) }
    }
  }

  private func place(_ time: Double, _ value: Double, _ painter: LanePainter) -> (x: Int, y: Int) {
    let x = Int(time / painter.seconds * Double(2 * columns) + 1e-6)
    let y = Int(((Double(rows) - painter.height(of: value)) * 4 - 0.5).rounded())
    return (min(max(x, 0), 2 * columns - 1), min(max(y, 0), 4 * rows - 1))
  }

  /// The bit of each dot, column by column.
  ///
  /// Source: Unicode, Braille Patterns.
  private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  private mutating func set(_ x: Int, _ y: Int, _ tone: Drawing.Tone) {
    let cell = y / 4 * columns + x / 2
    dots[cell] |= Self.bits[x % 2][y % 4]
    tones[cell] = tone
  }

  func paint(on canvas: inout TextCanvas, _ painter: LanePainter) {
    for cell in dots.indices {
      guard let tone = tones[cell], let scalar = Unicode.Scalar(0x2800 + UInt32(dots[cell])) else {
        continue
      }
      let character = painter.isUnicode ? Character(scalar) : "*"
      canvas.put(
        Glyph(character: character, ink: .of(tone)), row: painter.rows.lowerBound + cell / columns,
        column: painter.left + cell % columns)
    }
  }
}

extension Ink {
  /// The ink of `tone`.
  static func of(_ tone: Drawing.Tone) -> Ink {
    switch tone {
    case .sharpness(let sharpness): .sharp(sharpness)
    case .audio: .audio
    case .strength(let strength): .strong(strength)
    case .control: .control
    case .signal: .plain
    case .measure: .bold
    case .difference: .warning
    case .playing: .state(.playing)
    case .ducked: .state(.ducked)
    case .interrupted: .state(.interrupted)
    case .silent: .state(.silent)
    case .recording: .state(.recording)
    }
  }
}
