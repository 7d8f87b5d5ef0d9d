/// Turns canvases into what a terminal is sent: only the rows that have changed, at once.
struct CanvasPainter {
  let depth: ColourDepth
  private var shown: TextCanvas?

  init(depth: ColourDepth) { self.depth = depth }

  /// Forgets what is shown: the next canvas is drawn whole, on a cleared screen.
  mutating func forget() { shown = nil }

  /// What makes the terminal show `canvas`; empty where nothing has changed.
  ///
  /// Terminals that know synchronised output show all of it at once; others pass the two private
  /// modes over. Source: the terminal specification "Synchronized Output", DEC private mode 2026.
  mutating func update(to canvas: TextCanvas) -> String {
    var text = ""
    let isWhole = shown.map { $0.columns != canvas.columns || $0.rows.count != canvas.rows.count }
    if isWhole != false { text += "\u{1B}[2J" }
    for (index, row) in canvas.rows.enumerated()
    where isWhole != false || shown?.rows[index] != row {
      text += "\u{1B}[\(index + 1);1H\u{1B}[2K" + line(row)
    }
    shown = canvas
    return text.isEmpty ? "" : "\u{1B}[?2026h\(text)\u{1B}[?2026l"
  }

  /// One row, blanks at its end left out, without a line end.
  func line(_ row: [Glyph]) -> String {
    var text = ""
    var style = ""
    let end = row.lastIndex { $0.character != " " || $0.isReversed }.map { $0 + 1 } ?? 0
    for glyph in row[..<end] where glyph.character != Glyph.secondHalf {
      var codes = glyph.character == " " ? "" : depth.codes(for: glyph.ink)
      if glyph.isReversed { codes += codes.isEmpty ? "7" : ";7" }
      if codes != style { text += codes.isEmpty ? "\u{1B}[m" : "\u{1B}[;\(codes)m" }
      style = codes
      text.append(glyph.character)
    }
    return style.isEmpty ? text : text + "\u{1B}[m"
  }
}
