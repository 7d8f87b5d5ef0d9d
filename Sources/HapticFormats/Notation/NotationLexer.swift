/// A word, number or mark of a notation, and its place.
struct NotationToken: Hashable {
  enum Kind: Hashable {
    /// Letters, digits, hyphens and underscores; the first character is a letter.
    case word(String)
    /// A number as written, with the unit that immediately follows it, such as `300` and `ms`. The first number of a
    /// range may take its unit from the last number.
    case number(String, unit: String)
    /// The text between quotation marks.
    case quotation(String)
    /// One of `( ) , / = @ & | ~ :`, or `..`.
    case mark(String)
    /// One or several characters that the notation does not use.
    case unknown(String)
    /// The end of a line that also ends an item.
    case lineEnd
    case end
  }

  var kind: Kind
  /// The column of its first character, from 1 on.
  var column: Int
  /// Whether the token is the first of its line.
  var startsLine = false

  /// The token as written, for messages; nil at the end.
  var text: String? {
    switch kind {
    case .word(let word): word
    case .number(let number, let unit): number + unit
    case .quotation(let text): "\"\(text)\""
    case .mark(let mark), .unknown(let mark): mark
    case .lineEnd, .end: nil
    }
  }

  /// Whether a line end after the token ends an item, a group or a definition.
  ///
  /// After a comma, a count or a mark, the item continues on the next line.
  fileprivate var mayEndLine: Bool {
    switch kind {
    case .word(let word): !NotationWord.unfinished.contains(word)
    case .number(_, let unit): unit != "x"
    case .quotation, .mark(")"), .unknown: true
    case .mark, .lineEnd, .end: false
    }
  }

  /// Whether the token starts an item, and not a value or parameter of the item before it.
  fileprivate var mayBeginLine: Bool {
    switch kind {
    case .word(let word):
      NotationWord.beginnings.contains(word)
        || !NotationWord.reserved.contains(word) && !NotationWord.parameters.contains(word)
    case .number(_, let unit): unit == "x"
    case .mark(let mark): mark == "(" || mark == "@"
    case .quotation, .unknown, .lineEnd, .end: false
    }
  }
}

/// Splits a notation into tokens.
///
/// - Complexity: O(n) in the characters.
struct NotationLexer {
  private let characters: [Character]
  private var index = 0
  private(set) var tokens: [NotationToken] = []
  private(set) var problems: [NotationError.Problem] = []
  /// Whether a line has ended since the previous token.
  private var isNewLine = false

  init(_ text: String) {
    characters = Array(text)
    while index < characters.count { readToken() }
    tokens.append(NotationToken(kind: .end, column: characters.count + 1))
    endLines()
  }

  /// Inserts the end of a line before each token that starts an item on a new line.
  private mutating func endLines() {
    var ended: [NotationToken] = []
    for token in tokens {
      if token.startsLine, token.mayBeginLine, let last = ended.last, last.mayEndLine {
        ended.append(NotationToken(kind: .lineEnd, column: token.column))
      }
      ended.append(token)
    }
    tokens = ended
  }

  private mutating func readToken() {
    let start = index
    let character = characters[index]
    if character.isWhitespace {
      isNewLine = isNewLine || character.isNewline
      index += 1
    } else if character == "#" {
      // A comment, to the end of the line.
      _ = read { !$0.isNewline }
    } else if character == "\"" {
      readQuotation()
    } else if let mark = unknownMark(at: index) {
      index += mark.count
      add(.unknown(mark), at: start)
    } else if "(),/=@&|~:".contains(character) {
      index += 1
      add(.mark(String(character)), at: start)
    } else if character == ".", isCharacter(at: index + 1, { $0 == "." }) {
      index += 2
      add(.mark(".."), at: start)
    } else if isNumber(at: index) {
      readNumber()
    } else if Self.beginsWord(character) {
      add(.word(read { Self.continuesWord($0) }), at: start)
    } else {
      index += 1
      add(.unknown(String(character)), at: start)
    }
  }

  /// Returns a symbol that the notation does not use although it uses the symbol's characters; nil if no such symbol
  /// starts at `index`.
  private func unknownMark(at index: Int) -> String? {
    guard "-./".contains(characters[index]) else { return nil }
    if let mark = NotationAdvice.longMarks.first(where: characters[index...].starts(with:)) {
      return mark
    }
    // A minus immediately after a number was meant as a range.
    guard characters[index] == "-", isNumber(at: index), case .number? = tokens.last?.kind,
      !characters[index - 1].isWhitespace
    else { return nil }
    return "-"
  }

  private mutating func add(_ kind: NotationToken.Kind, at start: Int) {
    tokens.append(NotationToken(kind: kind, column: start + 1, startsLine: isNewLine))
    isNewLine = false
  }

  private mutating func readQuotation() {
    let start = index
    index += 1
    let text = read { $0 != "\"" }
    if index == characters.count {
      problems.append(.init(column: start + 1, .unclosedQuotation))
    }
    index += 1
    add(.quotation(text), at: start)
  }

  /// Reads a number such as `-0.5` or `1e-9`, and the letters that immediately follow it.
  private mutating func readNumber() {
    let start = index
    if characters[index] == "-" { index += 1 }
    _ = read(Self.isDigit)
    if isCharacter(at: index, { $0 == "." }), isCharacter(at: index + 1, Self.isDigit) {
      index += 1
      _ = read(Self.isDigit)
    }
    if isCharacter(at: index, { $0 == "e" }) {
      let sign = isCharacter(at: index + 1, { $0 == "-" || $0 == "+" }) ? 1 : 0
      if isCharacter(at: index + 1 + sign, Self.isDigit) {
        index += 1 + sign
        _ = read(Self.isDigit)
      }
    }
    let number = String(characters[start..<index])
    let unit = read { Self.beginsWord($0) }
    add(.number(number, unit: unit), at: start)
    if !unit.isEmpty { giveUnit(unit) }
  }

  /// Copies the last token's unit to the preceding numbers that start the same range, as in `50~150ms` and
  /// `1/4~1/2b`, or the same tempo ramp.
  private mutating func giveUnit(_ unit: String) {
    var index = tokens.count - 1
    while true {
      // The unit of a fraction follows its divisor.
      if NotationWord.beatUnits.contains(unit), bareNumber(before: index, behind: ["/"]) != nil {
        index -= 2
      }
      // Symbols that were meant as a range also count, so that only the symbol is reported.
      let marks =
        NotationAdvice.ranges + ["~"] + (unit == NotationWord.beatsPerMinute ? [".."] : [])
      guard let number = bareNumber(before: index, behind: marks) else { return }
      index -= 2
      tokens[index].kind = .number(number, unit: unit)
    }
  }

  /// The number without a unit that precedes the token at `index`, separated by one of `marks`; nil if there is no such
  /// number.
  private func bareNumber(before index: Int, behind marks: [String]) -> String? {
    guard index >= 2, case .number(let number, unit: "") = tokens[index - 2].kind,
      let mark = tokens[index - 1].text, marks.contains(mark)
    else { return nil }
    return number
  }

  /// Whether a number starts at `index`: a digit, or a minus or point before a digit.
  private func isNumber(at index: Int) -> Bool {
    let first = characters[index] == "-" ? index + 1 : index
    if isCharacter(at: first, Self.isDigit) { return true }
    return isCharacter(at: first, { $0 == "." }) && isCharacter(at: first + 1, Self.isDigit)
  }

  private func isCharacter(at index: Int, _ test: (Character) -> Bool) -> Bool {
    characters.indices.contains(index) && test(characters[index])
  }

  private mutating func read(_ test: (Character) -> Bool) -> String {
    let start = index
    while index < characters.count, test(characters[index]) { index += 1 }
    return String(characters[start..<index])
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  static func beginsWord(_ character: Character) -> Bool {
    ("a"..."z").contains(character) || ("A"..."Z").contains(character) || character == "_"
  }

  static func continuesWord(_ character: Character) -> Bool {
    beginsWord(character) || isDigit(character) || character == "-"
  }
}
