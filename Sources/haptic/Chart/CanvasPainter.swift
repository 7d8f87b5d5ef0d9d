import Drawing

/// Turns canvases into output for a terminal: only the changed rows, in one synchronized update.
struct CanvasPainter {
  let depth: ColorDepth
  private var shown: TextCanvas?

  init(depth: ColorDepth) { self.depth = depth }

  /// Forgets the shown canvas, so that the next canvas is drawn completely, on a cleared screen.
  mutating func forget() { shown = nil }

  /// The text that makes the terminal show `canvas`; empty if nothing has changed.
  ///
  /// Terminals with synchronized output show all of the text at the same time; other terminals ignore
  /// the mode. Source: the terminal specification "Synchronized Output", DEC private mode 2026.
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

  /// Returns one row without trailing blanks and without a line end.
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

/// The number of colors of a terminal.
enum ColorDepth: Hashable, Sendable, CaseIterable {
  /// Bold, faint and reversed only.
  case none
  case sixteen
  case paletteOf256
  case trueColor

  /// The color depth that `NO_COLOR`, `COLORTERM` and `TERM` select.
  ///
  /// Source: no-color.org; `COLORTERM=truecolor` or `24bit` as most terminals set it; terminfo's
  /// names for 256 colors.
  init(_ variable: (String) -> String?) {
    let terminal = variable("TERM") ?? ""
    if variable("NO_COLOR") != nil || TerminalKind(variable) < .xterm {
      self = .none
    } else if ["truecolor", "24bit"].contains(variable("COLORTERM") ?? "") {
      self = .trueColor
    } else if terminal.contains("256color") || terminal.contains("kitty") {
      self = .paletteOf256
    } else {
      self = .sixteen
    }
  }
}

extension ColorDepth {
  /// Returns the parameters of "select graphic rendition" that show `ink` after a reset; empty for
  /// plain ink.
  ///
  /// Source: ECMA-48, SGR; 38;5 and 38;2 as in xterm.
  func codes(for ink: Ink) -> String {
    switch ink {
    case .plain: ""
    case .bold: "1"
    case .dim: "2"
    case .cursor: self == .none ? "1" : "1;37"
    case .warning: self == .none ? "1" : "1;31"
    case .tone(let tone): color(sixteen: Self.sixteen(tone), .of(tone))
    }
  }

  /// Returns the parameter for the color of `tone` in a palette of sixteen colors.
  private static func sixteen(_ tone: Drawing.Tone) -> String {
    func step(_ part: Double, _ colors: [String]) -> String {
      colors[min(4, max(0, Int((part * 15).rounded()) / 3))]
    }
    return switch tone {
    case .sharpness(let part): step(part, ["34", "36", "32", "33", "93"])
    case .strength(let part): step(part, ["34", "35", "31", "33", "93"])
    case .role(.faint): "2"
    case .difference, .role(.broken): "31"
    case .role(.full): "32"
    case .control, .role(.reduced), .role(.searching): "33"
    case .role(.found): "34"
    case .audio, .role(.cause): "35"
    case .role(.input), .role(.blockedInput): "36"
    case .signal, .measure: "37"
    }
  }

  private func color(sixteen: String, _ color: Color) -> String {
    let (red, green, blue) = (color.red, color.green, color.blue)
    switch self {
    case .none: return ""
    case .sixteen: return sixteen
    case .paletteOf256:
      // Colors from 16 on are a cube of 6 by 6 by 6, with the levels 0, 95, 135, 175, 215, 255.
      let cube = [red, green, blue].map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
      return "38;5;\(16 + 36 * cube[0] + 6 * cube[1] + cube[2])"
    case .trueColor: return "38;2;\(red);\(green);\(blue)"
    }
  }
}
