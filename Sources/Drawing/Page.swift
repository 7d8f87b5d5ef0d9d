internal import TextFormats

/// A drawing laid out: shapes at places, in points from the upper left corner.
///
/// Where everything is, is decided here once; `svg` and `png()` only write it down.
public struct Page: Hashable, Sendable {
  /// A place, in points.
  struct Place: Hashable, Sendable {
    var x: Double
    var y: Double
  }

  /// Where a text is relative to its place.
  enum Anchor: String, Hashable, Sendable {
    case start, middle, end
  }

  /// Something to paint.
  enum Shape: Hashable, Sendable {
    case rectangle(x: Double, y: Double, width: Double, height: Double, Colour, opacity: Double)
    case polygon([Place], Colour, opacity: Double)
    case polyline([Place], Colour, width: Double, isDashed: Bool)
    case text(Place, String, Colour, size: Double, Anchor, isBold: Bool)
  }

  /// The widths that a page may have, in points.
  ///
  /// Our choice: from what still shows a line to what a screen or a sheet holds.
  public static let widths: ClosedRange<Int> = 240...8_000

  /// The width, in points.
  public let width: Int
  /// The height, in points.
  public let height: Int
  let title: String
  let description: String
  private(set) var shapes: [Shape]
  /// The ground that everything is painted on.
  private(set) var ground = Colour(red: 18, green: 21, blue: 27)

  /// Lays out `drawing`.
  ///
  /// - Parameters:
  ///   - drawing: what is laid out.
  ///   - width: in points; taken to the nearest of `widths`.
  public init(_ drawing: Drawing, width: Int = 960) {
    var layout = PageLayout(
      drawing, width: min(max(width, Self.widths.lowerBound), Self.widths.upperBound))
    layout.draw()
    self.width = Int(layout.width)
    height = Int(layout.y.rounded(.up))
    title = drawing.title
    description = drawing.description
    shapes = layout.shapes
  }

  /// The same page for paper: dark on white instead of light on the dark ground of terminals.
  public var onPaper: Page {
    var page = self
    page.ground = Colour(red: 255, green: 255, blue: 255)
    page.shapes = shapes.map { shape in
      switch shape {
      case .rectangle(let x, let y, let width, let height, let colour, let opacity):
        .rectangle(x: x, y: y, width: width, height: height, colour.onPaper, opacity: opacity)
      case .polygon(let places, let colour, let opacity):
        .polygon(places, colour.onPaper, opacity: opacity)
      case .polyline(let places, let colour, let width, let isDashed):
        .polyline(places, colour.onPaper, width: width, isDashed: isDashed)
      case .text(let place, let text, let colour, let size, let anchor, let isBold):
        .text(place, text, colour.onPaper, size: size, anchor, isBold: isBold)
      }
    }
    return page
  }
}

/// Puts one thing below the other.
private struct PageLayout {
  /// The height of a line of text.
  private static let row = 15.0
  private static let textSize = 11.0
  private static let ink = Colour(red: 222, green: 226, blue: 232)
  private static let faint = Colour(red: 135, green: 142, blue: 153)
  private static let rule = Colour(red: 52, green: 58, blue: 69)
  private static let warning = Colour(red: 235, green: 110, blue: 110)
  private static let margin = 16.0
  /// Beside the lanes: their names and ticks.
  private static let gutter = 132.0

  let drawing: Drawing
  let width: Double
  var y = margin
  var shapes: [Page.Shape] = []
  private let left: Double
  private let right: Double

  init(_ drawing: Drawing, width: Int) {
    self.drawing = drawing
    self.width = Double(width)
    left = Self.margin + Self.gutter
    right = self.width - Self.margin
  }

  mutating func draw() {
    text(drawing.title, Self.margin, y + 14, Self.ink, size: 15, .start, isBold: true)
    y += 28
    for panel in drawing.panels {
      if drawing.panels.count > 1 {
        text(panel.title, Self.margin, y + 12, Self.ink, size: 12, .start, isBold: true)
        y += 20
      }
      for lane in panel.lanes { draw(lane) }
    }
    drawAxis()
    drawKeys()
    y += Self.margin
  }

  private func x(_ time: Double) -> Double {
    left + (right - left) * min(max(time / drawing.seconds, 0), 1)
  }

  private mutating func text(
    _ text: String, _ x: Double, _ y: Double, _ colour: Colour, size: Double = textSize,
    _ anchor: Page.Anchor, isBold: Bool = false
  ) {
    // A character is about 0.58 times as wide as it is high, a bold one 0.66.
    let room = anchor == .end ? x : width - x - Self.margin / 2
    let count = Int(room / (size * (isBold ? 0.66 : 0.58)))
    let cut = text.shortened(toColumns: max(count, 1))
    shapes.append(.text(.init(x: x, y: y), cut, colour, size: size, anchor, isBold: isBold))
  }

  private mutating func line(
    _ places: [Page.Place], _ colour: Colour, width: Double = 1, isDashed: Bool = false
  ) {
    shapes.append(.polyline(places, colour, width: width, isDashed: isDashed))
  }

  private mutating func drawAxis() {
    let count = max(2, Int((right - left) / 90))
    for time in drawing.timeTicks(count) {
      let x = x(time)
      line([.init(x: x, y: y), .init(x: x, y: y + 5)], Self.faint)
      let anchor: Page.Anchor = x <= left ? .start : x > right - 24 ? .end : .middle
      text(time.rounded(to: 6) + " s", min(x, right), y + 18, Self.faint, anchor)
    }
    line([.init(x: left, y: y), .init(x: right, y: y)], Self.faint)
    y += 20
  }

  private mutating func drawKeys() {
    guard !drawing.keys.isEmpty else { return }
    var x = left
    y += 8
    for key in drawing.keys {
      let words = key.sign.map { "\($0)  \(key.text)" } ?? key.text
      let length = 12 + Double(words.columns) * Self.textSize * 0.62 + 16
      if x > left, x + length > right {
        x = left
        y += Self.row
      }
      shapes.append(
        .rectangle(x: x, y: y, width: 9, height: 9, .of(key.tone), opacity: 1))
      text(words, x + 14, y + 9, Self.faint, .start)
      x += length
    }
    y += Self.row
  }

  private mutating func draw(_ lane: Drawing.Lane) {
    let height = Double(max(1, lane.rows)) * Self.row
    let area = LaneArea(lane: lane, top: y, height: height)
    shapes.append(
      .rectangle(
        x: left, y: y, width: right - left, height: height,
        Colour(red: 24, green: 28, blue: 36), opacity: 1))
    // A character is about 0.58 times as wide as it is high.
    let room = Int((Self.gutter - 8) / (Self.textSize * 0.58))
    text(lane.name.shortened(toColumns: room), Self.margin, y + height / 2 + 4, Self.ink, .start)
    for tick in lane.ticks {
      let y = area.y(tick.value)
      line([.init(x: left, y: y), .init(x: right, y: y)], Self.rule, width: 0.5)
      let baseline = min(max(y + 4, area.top + 9), area.top + height)
      text(tick.text, left - 5, baseline, Self.faint, size: 9, .end)
    }
    for mark in lane.spelledOut(until: drawing.seconds) { draw(mark, area) }
    y += height + 8
  }

  private mutating func draw(_ mark: Drawing.Mark, _ area: LaneArea) {
    let base = area.top + area.height
    switch mark {
    case .area(let points, let tone): fill(points.map { place($0, area) }, to: base, .of(tone))
    case .band(let extents, let tone):
      let top = extents.map { place(.init($0.time, $0.high), area) }
      let bottom = extents.reversed().map { place(.init($0.time, $0.low), area) }
      shapes.append(.polygon(top + bottom, .of(tone), opacity: 0.75))
    case .line(let points, let tone):
      line(points.map { place($0, area) }, .of(tone), width: 1.6)
    case .stem(let point, let tone):
      let place = place(point, area)
      line([.init(x: place.x, y: base), place], .of(tone), width: 2.2)
      square(place, .of(tone))
    case .dot(let point, let tone): square(place(point, area), .of(tone))
    case .bar(let start, let end, let value, let tone):
      let from = x(start)
      shapes.append(
        .rectangle(
          x: from, y: area.y(value) - 4, width: max(2, x(end) - from), height: 8, .of(tone),
          opacity: 0.9))
    case .level(let value, let name):
      let y = area.y(value)
      line([.init(x: left, y: y), .init(x: right, y: y)], Self.warning, isDashed: true)
      guard !name.isEmpty else { return }
      // Beside the lane: in it, it would hide what is drawn there.
      text(name, Self.margin, area.top + area.height / 2 + 16, Self.warning, size: 9, .start)
    case .raster(let raster): draw(raster, area)
    case .text(let point, let string):
      text(string, x(point.time) + 3, area.y(point.value) - 3, Self.ink, size: 9, .start)
    case .position(let time):
      line([.init(x: x(time), y: area.top), .init(x: x(time), y: base)], Self.ink)
    // Other marks stand for them here.
    case .block, .sign: break
    }
  }

  private func place(_ point: Drawing.Point, _ area: LaneArea) -> Page.Place {
    .init(x: x(point.time), y: area.y(point.value))
  }

  /// Fills what is between a line and `base`.
  private mutating func fill(_ line: [Page.Place], to base: Double, _ colour: Colour) {
    guard let first = line.first, let last = line.last else { return }
    // A short pattern beside a long one is to be seen as well.
    if last.x - first.x < 1 {
      let highest = line.map(\.y).min() ?? base
      shapes.append(
        .rectangle(
          x: first.x, y: highest, width: 1, height: base - highest, colour, opacity: 0.85))
    } else {
      let corners = [Page.Place(x: last.x, y: base), Page.Place(x: first.x, y: base)]
      shapes.append(.polygon(line + corners, colour, opacity: 0.85))
    }
  }

  /// The strengths that are told apart by colour.
  ///
  /// Our choice: more are not told apart by eye, and runs of equal cells keep files small.
  private static let strengths = 24.0

  /// A rectangle for each run of cells in a row that are about as strong.
  private mutating func draw(_ raster: Drawing.Raster, _ area: LaneArea) {
    let height = area.height / Double(max(1, raster.rows))
    // No finer than a point.
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
          let from = x(Double(start) * raster.columnSeconds)
          let until = x(Double(min(end, raster.columns)) * raster.columnSeconds)
          shapes.append(
            .rectangle(
              x: from, y: area.top + area.height - Double(row + 1) * height,
              // Edges meet between two pixels: a little over each other, no ground shows through.
              width: until - from + 0.3, height: height + 0.3, .strength(own / Self.strengths),
              opacity: 1))
        }
        start = end
      }
    }
  }

  private mutating func square(_ place: Page.Place, _ colour: Colour) {
    shapes.append(
      .rectangle(x: place.x - 2, y: place.y - 2, width: 4, height: 4, colour, opacity: 1))
  }
}

/// Where a lane's values are.
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
