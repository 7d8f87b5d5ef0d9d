import Drawing
import TextFormats

/// A whole drawing in characters: its panels one below the other, the axis, and the legend.
struct DrawingCanvas {
  private(set) var canvas: TextCanvas

  /// The number of columns for lane names with ticks, and the maximum for lane names without ticks.
  ///
  /// Our choice: about a fifth of eighty.
  private static let namesWithTicks = 17
  private static let longestName = 16

  /// Draws `drawing` in `columns` columns.
  init(_ drawing: Drawing, columns: Int, symbols: ChartSymbols) {
    let columns = max(8, columns)
    let lanes = drawing.panels.flatMap(\.lanes)
    let hasTicks = lanes.contains { !$0.ticks.isEmpty }
    let longest = lanes.map(\.name.columns).max() ?? 0
    let wanted = hasTicks ? Self.namesWithTicks : min(longest, Self.longestName) + 2
    let left = Self.left(wanted, of: columns)
    let painter = LanePainter(
      start: drawing.start, seconds: drawing.seconds, left: left, columns: columns - left,
      symbols: symbols)
    let keys = LanePainter.lines(of: drawing.keys, columns: columns - left)
    let heads = drawing.panels.map { Self.head(of: $0, columns: columns) }
    let rows = lanes.reduce(heads.reduce(0) { $0 + $1.count } + 1 + keys.count) {
      $0 + painter.rows(of: $1) + (left == 0 ? 1 : 0)
    }
    canvas = TextCanvas(columns: columns, rows: rows, isStill: true)
    var row = 0
    for (panel, head) in zip(drawing.panels, heads) {
      for (line, ink) in head {
        canvas.put(symbols.text(line), row: row, ink)
        row += 1
      }
      for lane in panel.lanes {
        if left == 0 {
          canvas.put(symbols.text(lane.name), row: row, .dim)
          row += 1
        }
        let laneRows = row..<row + painter.rows(of: lane)
        painter.paintName(of: lane, rows: laneRows, on: &canvas)
        painter.paint(lane, rows: laneRows, on: &canvas)
        row = laneRows.upperBound
      }
    }
    painter.paintAxis(row: row, on: &canvas)
    painter.paint(keys, row: row + 1, on: &canvas)
  }

  /// The maximum number of lines of a title or a note.
  ///
  /// Our choice: longer texts would crowd out the picture.
  private static let longestParagraph = 3

  /// Returns the lines of a panel's title and notes.
  private static func head(of panel: Drawing.Panel, columns: Int) -> [(String, Ink)] {
    ([(panel.title, Ink.bold)] + panel.notes.map { ($0, .dim) }).flatMap { text, ink in
      text.wrapped(toColumns: columns, lines: longestParagraph).map { ($0, ink) }
    }
  }

  /// Returns how many of `columns` columns are used for lane names that need `wanted` columns.
  ///
  /// Names that would take more than a third of the width are placed above their lanes.
  private static func left(_ wanted: Int, of columns: Int) -> Int {
    3 * wanted <= columns ? wanted : 0
  }

  /// The number of dots in a row of a lane with ticks, in a picture of `columns` columns.
  static func dots(columns: Int) -> Int {
    let columns = max(8, columns)
    return 2 * (columns - left(namesWithTicks, of: columns))
  }

  /// Returns `drawing` in characters for standard output, in color if the output supports color.
  static func text(_ drawing: Drawing, columns: Int) -> String {
    let canvas = DrawingCanvas(drawing, columns: columns, symbols: .ofLocale).canvas
    guard StandardOutput.isColored else { return canvas.text }
    let painter = CanvasPainter(depth: ColorDepth(SystemCall.environment))
    return canvas.rows.map { painter.line($0) + "\n" }.joined()
  }
}

extension Drawing.Lane {
  /// Whether the lane contains blocks.
  var hasBlocks: Bool {
    marks.contains { if case .block = $0 { true } else { false } }
  }
}

extension Drawing.Mark {
  var isText: Bool { if case .text = self { true } else { false } }
}

extension Drawing.Tone {
  /// The role that the tone stands for; nil for other tones.
  var role: Drawing.Role? { if case .role(let role) = self { role } else { nil } }
}
