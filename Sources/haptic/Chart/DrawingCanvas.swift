import Drawing
import TextFormats

/// A whole drawing in characters: its panels one below the other, the axis, and the legend.
struct DrawingCanvas {
  private(set) var canvas: TextCanvas

  /// The columns of names with ticks, and the most columns of names without.
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
    // Names are above their lanes where they would take more than a third of the width.
    let left = 3 * wanted <= columns ? wanted : 0
    let painter = LanePainter(
      start: 0, seconds: drawing.seconds, left: left, columns: columns - left, symbols: symbols)
    let keys = LanePainter.lines(of: drawing.keys, columns: columns - left)
    let rows = lanes.reduce(drawing.panels.count + 1 + keys.count) {
      $0 + painter.rows(of: $1) + (left == 0 ? 1 : 0)
    }
    canvas = TextCanvas(columns: columns, rows: rows, isStill: true)
    var row = 0
    for panel in drawing.panels {
      canvas.put(symbols.text(panel.title), row: row, .bold)
      row += 1
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

  /// `drawing` in characters for standard output, in colour where that shows it.
  static func text(_ drawing: Drawing, columns: Int) -> String {
    let canvas = DrawingCanvas(drawing, columns: columns, symbols: .ofLocale).canvas
    guard StandardOutput.isColoured else { return canvas.text }
    let painter = CanvasPainter(depth: ColourDepth(SystemCall.environment))
    return canvas.rows.map { painter.line($0) + "\n" }.joined()
  }
}

extension Drawing.Lane {
  /// Whether something in it is so for a while.
  var hasBlocks: Bool {
    marks.contains { if case .block = $0 { true } else { false } }
  }
}

extension Drawing.Mark {
  /// Whether it is a text.
  var isText: Bool { if case .text = self { true } else { false } }
}

extension Drawing.Tone {
  /// The role that it stands for.
  var role: Drawing.Role? { if case .role(let role) = self { role } else { nil } }
}
