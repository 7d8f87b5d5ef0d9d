import PhoneSimulator
import TextFormats

/// The style of a character, independent of the terminal's colours.
enum Ink: Hashable, Sendable {
  case plain
  case bold
  case dim
  /// Sharpness in sixteenths, 0 round...15 crisp.
  case sharpness(Int)
  /// Strength in sixteenths, 0 nothing...15 most.
  case strength(Int)
  /// The audio bus.
  case audio
  /// A control of a pattern.
  case control
  case cursor
  case warning
  /// What an app does.
  case state(SessionChart.State)

  /// The ink of `sharpness`, 0...1.
  static func sharp(_ sharpness: Double) -> Ink {
    .sharpness(max(0, min(15, Int(sharpness * 16))))
  }

  /// The ink of `strength`, 0...1.
  static func strong(_ strength: Double) -> Ink {
    .strength(max(0, min(15, Int(strength * 16))))
  }
}

/// One cell of a canvas.
struct Glyph: Hashable, Sendable {
  var character: Character = " "
  var ink: Ink = .plain
  /// Whether foreground and background are swapped.
  var isReversed = false

  /// The second column of a wide character, for which nothing is drawn.
  static let secondHalf: Character = "\0"
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

  /// Writes `text` from `column` of `row` on, cut at the edge of the canvas.
  mutating func put(_ text: String, row: Int, column: Int = 0, _ ink: Ink = .plain) {
    var column = column
    for character in text {
      let glyph = Glyph(character: Self.printable(character), ink: ink)
      let width = Self.width(of: glyph.character)
      if column + width > columns { return }
      put(glyph, row: row, column: column)
      if width > 1 {
        put(Glyph(character: Glyph.secondHalf, ink: ink), row: row, column: column + 1)
      }
      column += width
    }
  }

  /// The width of `text` in columns.
  static func width(of text: String) -> Int {
    text.reduce(0) { $0 + width(of: printable($1)) }
  }

  /// As much of the beginning of `text` as fits in `columns` columns.
  static func prefix(of text: String, columns: Int) -> String {
    var left = columns
    return String(
      text.prefix {
        left -= width(of: printable($0))
        return left >= 0
      })
  }

  /// The width of `character`, which is printable, in columns.
  private static func width(of character: Character) -> Int {
    character.unicodeScalars.first?.isWide == true ? 2 : 1
  }

  /// Writes one glyph; outside the canvas, does nothing.
  mutating func put(_ glyph: Glyph, row: Int, column: Int) {
    guard rows.indices.contains(row), (0..<columns).contains(column) else { return }
    rows[row][column] = glyph
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

  /// `character` if it is safe for a terminal and of known width, without the marks on it; else a question
  /// mark: names and descriptions come from untrusted files.
  private static func printable(_ character: Character) -> Character {
    guard let scalar = character.unicodeScalars.first else { return "?" }
    return scalar.isWide || scalar.isOneColumn ? Character(scalar) : "?"
  }
}

extension Unicode.Scalar {
  /// Whether it takes one column on every terminal, and leaves the direction of writing alone.
  fileprivate var isOneColumn: Bool {
    switch value {
    // Symbols that some terminals draw as emoji, in two columns.
    case 0x231A..<0x2400, 0x25FD..<0x2800, 0x1F000...: return false
    // Scripts that are written from right to left.
    case 0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x11000: return false
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
