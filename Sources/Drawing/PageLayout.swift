internal import TextFormats

/// Stacks the parts of a drawing vertically.
struct PageLayout {
  /// The height of a line of text.
  private static let row = 15.0
  private static let textSize = 11.0
  private static let noteSize = 9.0
  private static let margin = 16.0
  /// The room next to the lanes, for their names and ticks.
  private static let gutter = 132.0

  let drawing: Drawing
  let width: Double
  var y = margin
  var shapes: [Page.Shape] = []
  private let theme: Page.Theme
  private let palette: Palette
  private let left: Double
  private let right: Double

  init(_ drawing: Drawing, width: Int, theme: Page.Theme) {
    self.drawing = drawing
    self.width = Double(width)
    self.theme = theme
    palette = theme.palette
    (left, right) = Self.sides(width: width)
  }

  /// The edges of the lanes on a page of this width.
  static func sides(width: Int) -> (left: Double, right: Double) {
    (margin + gutter, Double(width) - margin)
  }

  mutating func draw() {
    paragraph(drawing.title, palette.ink, size: 15, row: 18, isBold: true)
    y += 10
    for panel in drawing.panels {
      if drawing.panels.count > 1 {
        paragraph(panel.title, palette.ink, size: 12, row: 16, isBold: true)
        y += 4
      }
      // Notes are closer to the title that they belong to.
      if !panel.notes.isEmpty { y -= 4 }
      for note in panel.notes { paragraph(note, palette.faint, size: Self.textSize, row: Self.row) }
      if !panel.notes.isEmpty { y += 6 }
      for lane in panel.lanes { draw(lane) }
    }
    drawAxis()
    drawKeys()
    y += Self.margin
  }

  private func x(_ time: Double) -> Double {
    left + (right - left) * min(max((time - drawing.start) / drawing.seconds, 0), 1)
  }

  private func color(_ tone: Drawing.Tone) -> Color { .of(tone, on: theme) }

  /// A character is about 0.58 times as wide as it is high, a bold character 0.66.
  private static func columns(_ room: Double, size: Double, isBold: Bool = false) -> Int {
    max(Int(room / (size * (isBold ? 0.66 : 0.58))), 1)
  }

  /// The maximum number of lines of a title or a note.
  ///
  /// Our choice: a picture is not a page of text.
  private static let longestParagraph = 3

  /// Adds a text over the full width, in lines that are `row` points high.
  private mutating func paragraph(
    _ string: String, _ color: Color, size: Double, row: Double, isBold: Bool = false
  ) {
    let columns = Self.columns(right - Self.margin, size: size, isBold: isBold)
    for line in string.wrapped(toColumns: columns, lines: Self.longestParagraph) {
      text(line, Self.margin, y + size - 1, color, size: size, .start, isBold: isBold)
      y += row
    }
  }

  private mutating func text(
    _ text: String, _ x: Double, _ y: Double, _ color: Color, size: Double = textSize,
    _ anchor: Page.Anchor, isBold: Bool = false
  ) {
    let room = anchor == .end ? x : width - x - Self.margin / 2
    let cut = text.shortened(toColumns: Self.columns(room, size: size, isBold: isBold))
    shapes.append(.text(.init(x: x, y: y), cut, color, size: size, anchor, isBold: isBold))
  }

  private mutating func line(
    _ places: [Page.Place], _ color: Color, width: Double = 1, isDashed: Bool = false
  ) {
    shapes.append(.polyline(places, color, width: width, isDashed: isDashed))
  }

  private mutating func drawAxis() {
    let count = max(2, Int((right - left) / 90))
    for time in drawing.timeTicks(count) {
      let x = x(time)
      line([.init(x: x, y: y), .init(x: x, y: y + 5)], palette.faint)
      let anchor: Page.Anchor = x <= left ? .start : x > right - 24 ? .end : .middle
      text(time.rounded(to: 6) + " s", min(x, right), y + 18, palette.faint, anchor)
    }
    line([.init(x: left, y: y), .init(x: right, y: y)], palette.faint)
    y += 20
  }

  private mutating func drawKeys() {
    guard !drawing.keys.isEmpty else { return }
    let words = drawing.keys.map { key in key.sign.map { "\($0)  \(key.text)" } ?? key.text }
    let lengths = words.map { 28 + Double($0.columns) * Self.textSize * 0.62 }
    // The texts begin below the names if the lanes are too narrow for a text.
    let first = lengths.contains { left + $0 > right } ? Self.margin : left
    var x = first
    y += 8
    for (key, (words, length)) in zip(drawing.keys, zip(words, lengths)) {
      if x > first, x + length > right {
        x = first
        y += Self.row
      }
      shapes.append(
        .rectangle(x: x, y: y, width: 9, height: 9, color(key.tone), opacity: 1))
      text(words, x + 14, y + 9, palette.faint, .start)
      x += length
    }
    y += Self.row
  }

  private mutating func draw(_ lane: Drawing.Lane) {
    let height = Double(max(1, lane.rows)) * Self.row
    let area = LaneArea(lane: lane, top: y, height: height)
    shapes.append(
      .rectangle(
        x: left, y: y, width: right - left, height: height, palette.lane, opacity: 1))
    drawName(of: lane, area)
    for tick in lane.ticks {
      let y = area.y(tick.value)
      line([.init(x: left, y: y), .init(x: right, y: y)], palette.rule, width: 0.5)
      let baseline = min(max(y + 4, area.top + 9), area.top + height)
      text(tick.text, left - 5, baseline, palette.faint, size: Self.noteSize, .end)
    }
    for mark in lane.spelledOut(from: drawing.start, until: drawing.start + drawing.seconds) {
      draw(mark, area)
    }
    y += height + 8
  }

  /// Writes the name of a lane, and below it its notes and limits, which would hide marks if they were
  /// in the lane.
  private mutating func drawName(of lane: Drawing.Lane, _ area: LaneArea) {
    let limits = lane.marks.compactMap { mark in
      if case .level(_, let name) = mark, !name.isEmpty { name } else { nil }
    }
    let notes =
      lane.notes.map { ($0, palette.faint) } + limits.map { ($0, palette.warning) }
    let room = Self.gutter - 8
    var baseline = area.top + area.height / 2 + 4 - 6 * Double(lane.notes.count)
    let name = lane.name.shortened(toColumns: Self.columns(room, size: Self.textSize))
    text(name, Self.margin, baseline, palette.ink, .start)
    for (note, color) in notes {
      baseline += 12
      let note = note.shortened(toColumns: Self.columns(room, size: Self.noteSize))
      text(note, Self.margin, baseline, color, size: Self.noteSize, .start)
    }
  }

  private mutating func draw(_ mark: Drawing.Mark, _ area: LaneArea) {
    let base = area.top + area.height
    switch mark {
    case .area(let points, let tone):
      fill(points.map { place($0, area) }, to: base, color(tone))
    case .band(let extents, let tone): draw(extents, color(tone), area)
    case .line(let points, let tone):
      line(points.map { place($0, area) }, color(tone), width: 1.6)
    case .stem(let point, let tone):
      let place = place(point, area)
      line([.init(x: place.x, y: base), place], color(tone), width: 2.2)
      square(place, color(tone))
    case .dot(let point, let tone): square(place(point, area), color(tone))
    case .bar(let start, let end, let value, let tone):
      let from = x(start)
      shapes.append(
        .rectangle(
          x: from, y: area.y(value) - 4, width: max(2, x(end) - from), height: 8, color(tone),
          opacity: 0.9))
    case .level(let value, _):
      let y = area.y(value)
      line([.init(x: left, y: y), .init(x: right, y: y)], palette.warning, isDashed: true)
    case .raster(let raster): draw(raster, area)
    case .text(let point, let string):
      text(
        string, x(point.time) + 3, area.y(point.value) - 3, palette.ink, size: Self.noteSize, .start
      )
    case .position(let time):
      line([.init(x: x(time), y: area.top), .init(x: x(time), y: base)], palette.ink)
    // Replaced by other marks here.
    case .block, .sign: break
    }
  }

  private func place(_ point: Drawing.Point, _ area: LaneArea) -> Page.Place {
    .init(x: x(point.time), y: area.y(point.value))
  }

  /// Fills the area between the lowest and the highest values, constant until the next extent.
  private mutating func draw(_ extents: [Drawing.Extent], _ color: Color, _ area: LaneArea) {
    var (top, bottom): ([Page.Place], [Page.Place]) = ([], [])
    for (extent, next) in zip(extents, extents.dropFirst()) {
      let (from, until) = (x(extent.time), x(next.time))
      var (high, low) = (area.y(extent.high), area.y(extent.low))
      // A constant signal is drawn as a line.
      if low - high < Self.thinnest {
        (high, low) = (high - Self.thinnest / 2, low + Self.thinnest / 2)
      }
      top += [.init(x: from, y: high), .init(x: until, y: high)]
      bottom += [.init(x: from, y: low), .init(x: until, y: low)]
    }
    shapes.append(.polygon(top + bottom.reversed(), color, opacity: 0.75))
  }

  /// The height of the thinnest band.
  ///
  /// Our choice: thinner bands are hardly visible.
  private static let thinnest = 0.8

  /// Fills the area between a line and `base`.
  private mutating func fill(_ line: [Page.Place], to base: Double, _ color: Color) {
    guard let first = line.first, let last = line.last else { return }
    // A short pattern next to a long one must be visible, too.
    if last.x - first.x < 1 {
      let highest = line.map(\.y).min() ?? base
      shapes.append(
        .rectangle(
          x: first.x, y: highest, width: 1, height: base - highest, color, opacity: 0.85))
    } else {
      let corners = [Page.Place(x: last.x, y: base), Page.Place(x: first.x, y: base)]
      shapes.append(.polygon(line + corners, color, opacity: 0.85))
    }
  }

  /// The number of strengths that are distinguished by color.
  ///
  /// Our choice: the eye cannot distinguish more, and runs of equal cells keep files small.
  private static let strengths = 24.0

  /// Draws a rectangle for each horizontal run of cells with about the same strength.
  private mutating func draw(_ raster: Drawing.Raster, _ area: LaneArea) {
    let height = area.height / Double(max(1, raster.rows))
    // Not finer than a point.
    let step = max(
      1, Int((drawing.seconds / raster.columnSeconds / (right - left)).rounded(.up)))
    for row in 0..<raster.rows {
      var start = 0
      while start < raster.columns {
        func strength(_ column: Int) -> Double {
          (raster.strongest(columns: column..<column + step, rows: row..<row + 1) * Self.strengths)
            .rounded()
        }
        let own = strength(start)
        var end = start + step
        while end < raster.columns, strength(end) == own { end += step }
        if own > 0 {
          let from = x(raster.start + Double(start) * raster.columnSeconds)
          let until = x(raster.start + Double(min(end, raster.columns)) * raster.columnSeconds)
          shapes.append(
            .rectangle(
              x: from, y: area.top + area.height - Double(row + 1) * height,
              // Adjacent edges may fall within a pixel. A small overlap keeps the background from
              // showing through.
              width: until - from + 0.3, height: height + 0.3,
              .strength(own / Self.strengths, on: theme),
              opacity: 1))
        }
        start = end
      }
    }
  }

  private mutating func square(_ place: Page.Place, _ color: Color) {
    shapes.append(
      .rectangle(x: place.x - 2, y: place.y - 2, width: 4, height: 4, color, opacity: 1))
  }
}

/// The position of a lane's values.
private struct LaneArea {
  let lane: Drawing.Lane
  let top: Double
  let height: Double

  func y(_ value: Double) -> Double {
    let span = lane.range.upperBound - lane.range.lowerBound
    let part = span > 0 ? (value - lane.range.lowerBound) / span : 0
    return top + height * (1 - (part > 0 ? min(part, 1) : 0))
  }
}
