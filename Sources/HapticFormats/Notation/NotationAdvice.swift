import HapticEngine
import TextFormats

/// Words and symbols that people write by mistake, and the notation's equivalents.
enum NotationAdvice {
  // lint: table
  /// Words from other programs and from music, and their equivalents in the notation.
  static let words = [
    WordMeaning(["pause", "wait", "delay", "silence", "sleep", "gap"], "rest"),
    WordMeaning(
      ["vibrate", "vibration", "continuous", "hum", "rumble", "hapticcontinuous"], "buzz"),
    WordMeaning(["transient", "click", "pulse", "hit", "knock", "tick", "haptictransient"], "tap"),
    WordMeaning(["audio", "play", "audiocustom"], "sound"),
    WordMeaning(["note", "audiocontinuous"], "tone"),
    WordMeaning(["tempo", "bpm"], .init(as: "@120bpm")),
    WordMeaning(["repeat", "times", "loop"], .init(as: "3x")),
    WordMeaning(["random", "rand"], .init(as: "0.2~0.4")),
    WordMeaning(["ramp"], .init(as: "0.2..1")), WordMeaning(["fade"], .init(as: "1..0")),
  ]

  /// Other words for units, and units in other capitalization.
  static let units = [
    WordMeaning(["s", "sec", "secs", "second", "seconds"], "s"),
    WordMeaning(["ms", "msec", "msecs", "millis", "millisecond", "milliseconds"], "ms"),
    WordMeaning(["b", "beat", "beats"], "b"), WordMeaning(["bpm"], "bpm"),
    WordMeaning(["bar", "measure", "measures"], "bar"), WordMeaning(["bars"], "bars"),
  ]

  /// Symbols that separate the ends of a range in other languages.
  static let ranges = ["-", "–", "—", "−", "to", "…", "...", "->", "→"]

  /// Symbols that the notation does not use, and the advice for each.
  static let marks: [String: String] = {
    let rows: [([String], String)] = [
      (
        ["-", "–", "—", "to"],
        "write a random number as 0.2~0.4, and a ramp or the range of an input as 0.2..1"
      ),
      (["−"], "write a minus as '-', and a random number as 0.2~0.4"),
      (["…", "...", "->", "→", ">"], "write a ramp with two dots, as in 0.2..1"),
      (["±"], "write both ends of a range, as in 0.4~0.6"),
      (["%"], "write a share as a number from 0 to 1, as in 0.8"),
      ([";"], "write a comma between two items"),
      (
        ["+"],
        "write a comma between items that follow each other, and & between items that begin together"
      ),
      (["*", "×"], "write a count with x before its item, as in '3x tap'"),
      (["[", "]", "{", "}"], "write a group in parentheses, as in '3x(tap, rest 50ms)'"),
      (
        ["'", "`", "“", "”", "„", "‘", "’", "«", "»"],
        "quotation marks are written \", and only around a sound's path or an input's name or unit"
      ),
      (["//", "/*", "--"], "a comment begins with #"),
      (["♩", "♪", "♫"], "write a tempo as '@120bpm', and a length as '1b' or '1/2b'"),
      (["½", "¼", "¾", "⅓", "⅔"], "write a fraction with a slash, as in 1/2b"),
    ]
    return Dictionary(
      rows.flatMap { marks, advice in marks.map { ($0, advice) } }, uniquingKeysWith: { $1 })
  }()

  /// Symbols of several characters that are not words and are read as one token.
  static let longMarks = ["...", "->", "--", "//", "/*"]

  /// The advice for a unit that the notation does not have.
  static func unit(_ unit: String) -> String {
    if let question = WordMeaning.question(
      for: unit, among: Array(NotationWord.lengthUnits), units)
    {
      return question
    }
    return ["hz", "khz"].contains(unit.lowercased())
      ? "give a frequency as the value after the slash, as in 'buzz 300ms 0.5/0.8'"
      : "use ms, s, b (beats) or bar"
  }

  /// Whether `word` is a count as other languages write it, such as `x3`.
  static func isCount(_ word: String) -> Bool {
    word.count > 1 && word.first == "x" && word.dropFirst().allSatisfy { ("0"..."9").contains($0) }
  }
}

/// Finds the reason for a problem if the next token is not the expected one.
extension NotationParser {
  /// The problem of a word that cannot start an item.
  func reason(ofUnknown word: String) -> NotationError.Reason {
    // Only the first problems get a suggestion, because every word is compared with all names.
    guard problems.count < Self.maximumSuggestions else {
      return .unknownWord(word, suggestion: nil)
    }
    if isDefinedLater(word) { return .usedBeforeDefinition(word) }
    if DynamicParameter.ID.allCases.contains(where: { $0.word == word }) {
      return .unknownWord(word, suggestion: "\(NotationWord.set) \(word)")
    }
    return .unknownWord(
      word,
      suggestion: NearestWord.find(
        word, in: NotationWord.beginnings + names.keys.sorted(), NotationAdvice.words))
  }

  /// The maximum number of problems for which a suggestion is looked up among the names.
  ///
  /// Our choice: nobody reads more.
  private static let maximumSuggestions = 100

  private func isDefinedLater(_ word: String) -> Bool {
    let following = tokens[index...]
    return zip(following, following.dropFirst()).contains {
      $0.kind == .word(word) && $1.kind == .mark("=")
    }
  }

  /// The problem of a number at the start of an item.
  func reason(ofNumber number: String, unit: String) -> NotationError.Reason {
    let text = number + unit
    if unit == NotationWord.beatsPerMinute {
      return .unexpected(text, expected: "'@\(text)'")
    }
    if NotationWord.lengthUnits.contains(unit) {
      return .unexpected(text, expected: "'rest \(text)' for a pause, or 'at \(text)' and an item")
    }
    if unit == "X" || unit.isEmpty && Int(number) != nil && isItemNext {
      return .unexpected(text, expected: "'\(number)x' to repeat an item, as in '\(number)x tap'")
    }
    if unit.isEmpty, token(at: -1).kind == .mark(","), case .number = token(at: -2).kind {
      return .unexpected(
        text,
        expected:
          "an item (numbers have a decimal point, as in 0.8, and a slash separates two values, as in 0.8/0.5)"
      )
    }
    return .unexpected(text, expected: "an item such as 'tap' or 'rest 100ms'")
  }

  /// Whether the next token is followed by an item or by a symbol for a count.
  private var isItemNext: Bool {
    switch next.kind {
    case .word(let word):
      word == "x" || NotationWord.beginnings.contains(word) || names[word] != nil
    case .mark(let mark): mark == "("
    case .unknown(let mark): mark == "*" || mark == "×"
    case .number, .quotation, .lineEnd, .end: false
    }
  }

  /// The problem of the next token, which follows an item.
  var reasonBehindItem: NotationError.Reason {
    switch token.kind {
    case .number(let number, unit: "x"): return .countBehindItem(number + "x")
    case .word(let word) where NotationAdvice.isCount(word) && names[word] == nil:
      return .countBehindItem(word)
    case .word(let word) where NotationAdvice.marks[word] != nil: return .unknownCharacter(word)
    case .word, .number, .quotation, .mark, .unknown, .lineEnd, .end:
      return .unexpected(token.text, expected: "',' and the next item")
    }
  }

  /// The problem of a word that follows an event of `row`, but is not one of the event's parameters.
  func reason(of word: String, behind row: NotationEvent) -> NotationError.Reason {
    if NotationAdvice.isCount(word), names[word] == nil { return .countBehindItem(word) }
    if NotationAdvice.marks[word] != nil { return .unknownCharacter(word) }
    if [row.values.first.word, row.values.second.word].contains(word) {
      return .unexpected(word, expected: "the values without names, as in '\(row.word) 0.8/0.5'")
    }
    if word == NotationWord.at {
      return .unexpected(word, expected: "the time before the item, as in 'at 1s \(row.word)'")
    }
    if NotationWord.beginnings.contains(word) || names[word] != nil {
      return .unexpected(word, expected: "',' before the next item")
    }
    let known = row.parameters.map(\.word) + NotationShape.allCases.map(\.rawValue)
    let meant =
      NearestWord.find(word, in: known)
      ?? WordMeaning.meant(by: word, among: NotationWord.beginnings, NotationAdvice.words).first?
      .text
    return meant == nil
      ? .unexpected(word, expected: "',' or one of \(known.joined(separator: ", "))")
      : .unknownWord(word, suggestion: meant)
  }

  /// Notes a number after the word of an event that is neither its length nor a value.
  mutating func refuseNumber(of row: NotationEvent) throws(Skip) {
    guard case .number(let number, let unit) = token.kind else { return }
    if unit == "x" { throw note(.countBehindItem(number + unit)) }
    if unit.isEmpty, let reason = spaced(NotationWord.lengthUnits) { throw note(reason) }
    // A transient does not need a length. For other events, a number such as 300 without a unit would be an
    // intensity, and the event would last as long as possible; the writer meant 300 ms.
    guard unit.isEmpty, !isFractionOfABeat, row.type != .hapticTransient,
      let start = Int(number), start > 1
    else { return }
    throw note(.outOfRange(number, allowed: "0 to 1; a length has a unit, such as 300ms"))
  }

  /// Notes a second number after the values of an event of `row`.
  mutating func refuseValue(behind event: NotationWrittenEvent, of row: NotationEvent) throws(Skip)
  {
    guard event.first != nil, event.second == nil, case .number(_, unit: "") = token.kind else {
      return
    }
    throw note(
      .unexpected(
        token.text, expected: "'/' before the second value, as in '\(row.word) 0.8/0.5'"))
  }

  /// Notes a comma between the points of a curve.
  mutating func refuseCommaBetweenPoints() throws(Skip) {
    guard token.kind == .mark(","), case .number(_, let unit) = next.kind,
      NotationWord.lengthUnits.contains(unit), case .number = token(at: 2).kind
    else { return }
    note(
      .unexpected(
        ",", expected: "the points of a curve without commas, as in 'curve intensity 0s 0 1s 1'"))
    skip()
    throw Skip()
  }
}
