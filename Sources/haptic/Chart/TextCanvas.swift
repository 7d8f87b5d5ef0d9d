/// What a character is drawn with; what that looks like is the terminal's affair.
enum Ink: Hashable, Sendable {
  case plain
  case bold
  case dim
  /// Sharpness in sixteenths, 0 round...15 crisp.
  case sharpness(Int)
  /// Something that is heard.
  case audio
  case cursor
  case warning

  /// The ink of `sharpness`, 0...1.
  static func sharp(_ sharpness: Double) -> Ink {
    .sharpness(max(0, min(15, Int(sharpness * 16))))
  }
}

/// One place of a canvas.
struct Glyph: Hashable, Sendable {
  var character: Character = " "
  var ink: Ink = .plain
  /// Whether the ink is the ground, and the ground the ink.
  var isReversed = false
}

/// A rectangle of characters of one column each.
struct TextCanvas: Hashable, Sendable {
  let columns: Int
  private(set) var rows: [[Glyph]]

  init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = Array(
      repeating: Array(repeating: Glyph(), count: max(0, columns)), count: max(0, rows))
  }

  /// Writes `text` from `column` of `row` on; what does not fit is left out.
  mutating func put(_ text: String, row: Int, column: Int = 0, _ ink: Ink = .plain) {
    var column = column
    for character in text {
      put(Glyph(character: Self.printable(character), ink: ink), row: row, column: column)
      column += 1
    }
  }

  /// Writes one glyph; outside of the canvas, nothing.
  mutating func put(_ glyph: Glyph, row: Int, column: Int) {
    guard rows.indices.contains(row), (0..<columns).contains(column) else { return }
    rows[row][column] = glyph
  }

  /// Turns ink and ground of one place around.
  mutating func reverse(row: Int, column: Int) {
    guard rows.indices.contains(row), (0..<columns).contains(column) else { return }
    rows[row][column].isReversed = true
  }

  /// The canvas without its inks, a line each, without blanks at the ends.
  var text: String {
    rows.map { row in
      let line = String(row.map(\.character))
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  /// `character` if it is one that takes one column and does nothing to a terminal, else a question
  /// mark: names and descriptions come from files of strangers.
  private static func printable(_ character: Character) -> Character {
    guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else {
      return "?"
    }
    switch scalar.value {
    // ASCII; Latin; Greek and Cyrillic; dashes and quotes; symbols from arrows to Braille, without
    // the characters that change the direction of writing.
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x370..<0x483, 0x48A..<0x530, 0x2010..<0x2028,
      0x2030..<0x2060, 0x2070..<0x20D0, 0x2100..<0x231A, 0x2400..<0x25FD, 0x2800..<0x2900:
      return character
    default: return "?"
    }
  }
}
