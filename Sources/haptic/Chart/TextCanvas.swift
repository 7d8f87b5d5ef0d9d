import Drawing
import TextFormats

/// The style of a character, independent of the terminal's colors.
enum Ink: Hashable, Sendable {
  case plain
  case bold
  case dim
  case cursor
  case warning
  /// The style of a drawn element.
  case tone(Drawing.Tone)

  static let audio = Ink.tone(.audio)

  /// Returns the ink of `tone`.
  ///
  /// Values are rounded to sixteen steps, so that inks that look alike are equal.
  static func of(_ tone: Drawing.Tone) -> Ink {
    func step(_ part: Double) -> Double { Double(max(0, min(15, Int(part * 16)))) / 15 }
    return switch tone {
    case .sharpness(let part): .tone(.sharpness(step(part)))
    case .strength(let part): .tone(.strength(step(part)))
    case .signal: .plain
    case .measure: .bold
    case .difference: .warning
    case .audio, .control, .role: .tone(tone)
    }
  }
}

/// One cell of a canvas.
struct Glyph: Hashable, Sendable {
  var character: Character = " "
  var ink: Ink = .plain
  /// Whether foreground and background are swapped.
  var isReversed = false

  /// The second column of a wide character, which is not drawn.
  static let secondHalf: Character = "\0"
}

/// A rectangle of characters of one column each.
struct TextCanvas: Hashable, Sendable {
  let columns: Int
  /// Whether the rows are printed as lines, in which right-to-left text is allowed.
  let isStill: Bool
  private(set) var rows: [[Glyph]]

  init(columns: Int, rows: Int, isStill: Bool = false) {
    self.columns = max(0, columns)
    self.isStill = isStill
    self.rows = Array(
      repeating: Array(repeating: Glyph(), count: max(0, columns)), count: max(0, rows))
  }

  /// Writes `text` from `column` of `row` on, cut at the edge of the canvas.
  mutating func put(_ text: String, row: Int, column: Int = 0, _ ink: Ink = .plain) {
    var column = column
    for character in text {
      let glyph = Glyph(character: printable(character), ink: ink)
      let width = glyph.character.columns
      if column + width > columns { return }
      put(glyph, row: row, column: column)
      if width > 1 {
        put(Glyph(character: Glyph.secondHalf, ink: ink), row: row, column: column + 1)
      }
      column += width
    }
  }

  /// Writes one glyph; outside the canvas, does nothing.
  mutating func put(_ glyph: Glyph, row: Int, column: Int) {
    guard rows.indices.contains(row), (0..<columns).contains(column) else { return }
    rows[row][column] = glyph
  }

  /// Draws a bar of `columns` columns that is full up to `part`, 0...1, on the line of an axis.
  ///
  /// The axis shows through the empty part.
  mutating func putMeter(
    _ part: Double, row: Int, column: Int, columns: Int, _ ink: Ink, _ symbols: ChartSymbols
  ) {
    for place in 0..<max(0, columns) {
      let isFull = part * Double(columns) - Double(place) >= 0.5
      put(
        Glyph(character: isFull ? symbols.full : symbols.axis, ink: isFull ? ink : .dim),
        row: row, column: column + place)
    }
  }

  /// Swaps foreground and background of one cell.
  mutating func reverse(row: Int, column: Int) {
    guard rows.indices.contains(row), (0..<columns).contains(column) else { return }
    rows[row][column].isReversed = true
  }

  /// The canvas as lines of plain text, without trailing blanks.
  var text: String {
    rows.map { row in
      let line = String(row.map(\.character).filter { $0 != Glyph.secondHalf })
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  /// Returns `character` without combining marks if it is safe for a terminal and of known width,
  /// otherwise a question mark.
  ///
  /// Names and descriptions come from untrusted files.
  private func printable(_ character: Character) -> Character {
    guard let scalar = character.unicodeScalars.first else { return "?" }
    let isShown = scalar.isWide || scalar.isOneColumn && (isStill || !scalar.isFromRightToLeft)
    return isShown ? Character(scalar) : "?"
  }
}

extension Unicode.Scalar {
  /// Whether the character's script is written from right to left.
  fileprivate var isFromRightToLeft: Bool {
    switch value {
    case 0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x11000: true
    default: false
    }
  }

  /// Whether the character occupies one column on every terminal.
  fileprivate var isOneColumn: Bool {
    switch value {
    // Symbols that some terminals draw as emoji, in two columns.
    case 0x231A..<0x2400, 0x25FD..<0x2800, 0x1F000...: return false
    default: break
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation,
      .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol,
      .spaceSeparator:
      return true
    case .nonspacingMark, .spacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator,
      .control, .format, .surrogate, .privateUse, .unassigned:
      return false
    @unknown default: return false
    }
  }
}
