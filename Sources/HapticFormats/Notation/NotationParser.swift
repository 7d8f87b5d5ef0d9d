import HapticEngine
import TextFormats

/// Reads the tokens of a notation; the grammar is that of `Notation`.
///
/// A problem is noted and the item that has it left out, so that all problems are found at once.
struct NotationParser {
  private let tokens: [NotationToken]
  private var index = 0
  private var depth = 0
  private(set) var problems: [NotationError.Problem]
  /// What names stand for, in order of their definitions.
  private(set) var definitions: [NotationItem] = []
  private var names: [String: Int] = [:]

  /// Thrown from where a problem was noted to where the next item may begin.
  private struct Skip: Error {}

  init(_ text: String) {
    let lexer = NotationLexer(text)
    tokens = lexer.tokens
    problems = lexer.problems
  }

  /// The voices of the whole notation.
  mutating func parse() -> [[NotationItem]] {
    var voices = voices()
    while token.kind != .end {
      note(.unexpected(token.text, expected: "',' or the end"))
      index += 1
      voices += self.voices()
    }
    return voices
  }

  // MARK: Items

  /// Sequences with `&` between them, up to a closing parenthesis or the end.
  private mutating func voices() -> [[NotationItem]] {
    var voices = [sequence()]
    while take("&") { voices.append(sequence()) }
    return voices
  }

  /// Items with commas or bar lines between them; an empty item is none.
  private mutating func sequence() -> [NotationItem] {
    var items: [NotationItem] = []
    while true {
      let column = token.column
      if take(.mark(",")) || take(.lineEnd) { continue }
      if take("|") {
        items.append(NotationItem(kind: .barLine, column: column))
        continue
      }
      if token.kind == .end || token.kind == .mark(")") || token.kind == .mark("&") { return items }
      do {
        if let item = try item() { items.append(item) }
        guard Self.itemEnds.contains(token.kind) || token.kind == .end else {
          throw note(.unexpected(token.text, expected: "',' and the next item"))
        }
      } catch {
        skipItem()
      }
    }
  }

  /// What an item ends with, besides the end of the notation.
  private static let itemEnds: [NotationToken.Kind] = [
    .mark(","), .lineEnd, .mark("|"), .mark("&"), .mark(")"),
  ]

  /// Goes to the end of the item that has a problem.
  private mutating func skipItem() {
    var open = 0
    while token.kind != .end {
      if open == 0, Self.itemEnds.contains(token.kind) { return }
      if token.kind == .mark("(") { open += 1 }
      if token.kind == .mark(")") { open -= 1 }
      index += 1
    }
  }

  /// An item with what follows it; nil for a definition, which plays nothing.
  private mutating func item() throws(Skip) -> NotationItem? {
    if case .word(let name) = token.kind, next.kind == .mark("=") {
      return try define(name)
    }
    if token.kind == .mark("@") {
      let column = token.column
      return NotationItem(kind: .tempo(try tempo()), column: column)
    }
    return try element()
  }

  private mutating func define(_ name: String) throws(Skip) -> NotationItem? {
    if NotationWord.reserved.contains(name) { throw note(.reservedName(name)) }
    index += 2
    definitions.append(try element())
    names[name] = definitions.count - 1
    return nil
  }

  /// What plays or waits, with a count before it and a tempo behind it.
  private mutating func element() throws(Skip) -> NotationItem {
    let column = token.column
    // What stands in the innermost is not nested any deeper.
    if depth > Notation.maximumDepth { throw note(.tooDeep) }
    depth += 1
    defer { depth -= 1 }
    var item = NotationItem(kind: try part(), column: column)
    if token.kind == .mark("@") { item.kind = .atTempo(try tempo(), item) }
    return item
  }

  private mutating func part() throws(Skip) -> NotationItem.Kind {
    switch token.kind {
    case .number(let number, unit: "x"):
      guard let count = Int(number), (1...Notation.maximumItemCount).contains(count) else {
        throw note(.outOfRange(number + "x", allowed: "1x to \(Notation.maximumItemCount)x"))
      }
      index += 1
      return .repeated(count, try element())
    case .mark("("):
      index += 1
      let voices = voices()
      guard take(")") else { throw note(.unexpected(token.text, expected: "')'")) }
      return .group(voices)
    case .word(let word):
      return try part(word)
    case .number, .quotation, .mark, .lineEnd, .end:
      throw note(.unexpected(token.text, expected: "an item such as 'tap' or 'rest 100ms'"))
    }
  }

  private mutating func part(_ word: String) throws(Skip) -> NotationItem.Kind {
    if let row = NotationEvent.all.first(where: { $0.word == word }) {
      index += 1
      return .event(try event(row))
    }
    switch word {
    case NotationWord.rest:
      index += 1
      return .rest(try length())
    case NotationWord.at:
      index += 1
      return .at(try length(), try element())
    case NotationWord.set:
      index += 1
      return .set(try control(), try number("a value such as 0.5"))
    case NotationWord.curve:
      index += 1
      return .curve(try control(), try points())
    default:
      guard let definition = names[word] else {
        throw note(.unknownWord(word, suggestion: suggestion(for: word)))
      }
      index += 1
      return .name(definition)
    }
  }

  /// The nearest word that may begin an item, or nil.
  ///
  /// Only of the first problems: all words are compared with all names.
  private func suggestion(for word: String) -> String? {
    guard problems.count < Self.maximumSuggestions else { return nil }
    return NearestWord.find(word, in: NotationWord.beginnings + names.keys.sorted())
  }

  /// How many problems may have a suggestion that is looked for among the names.
  ///
  /// Our choice: nobody reads more.
  private static let maximumSuggestions = 100

  // MARK: Events

  /// `[path] [duration] [value] [/value] {parameter}`.
  private mutating func event(_ row: NotationEvent) throws(Skip) -> NotationEventItem {
    var item = NotationEventItem(row: row)
    if row.type == .audioCustom {
      guard case .quotation(let path) = token.kind else {
        throw note(.unexpected(token.text, expected: "a sound file such as \"hit.wav\""))
      }
      index += 1
      item.waveform = HapticEvent.Waveform(path: path)
    }
    if case .number(_, let unit) = token.kind, !unit.isEmpty || isFractionOfABeat {
      item.duration = try length()
    }
    let first = token
    if case .number = token.kind { item.first = try value() }
    if take("/") { item.second = try value() }
    // A transient needs no length; what would last as long as it may at an intensity of 300 was meant
    // to last 300 ms.
    if item.duration == nil, item.row.type != .hapticTransient, let text = first.text,
      let start = Int(text), start > 1
    {
      problems.append(
        .init(
          column: first.column,
          .outOfRange(text, allowed: "0 to 1; a length has a unit, such as 300ms")))
      throw Skip()
    }
    while case .word(let word) = token.kind { try parameter(word, &item) }
    if item.duration == nil, item.first?.end != nil || item.second?.end != nil {
      throw note(.rampWithoutDuration)
    }
    return item
  }

  private mutating func parameter(_ word: String, _ item: inout NotationEventItem) throws(Skip) {
    let column = token.column
    index += 1
    if let shape = NotationShape(rawValue: word) {
      if item.first?.end == nil && item.second?.end == nil {
        problems.append(.init(column: column, .shapeWithoutRamp(word)))
        throw Skip()
      }
      if item.hasShape { problems.append(.init(column: column, .secondShape(word))) }
      (item.shape, item.hasShape) = (shape, true)
    } else if let parameter = item.row.parameters.first(where: { $0.word == word }) {
      item.parameters.append(EventParameter(parameter, try number("a number such as 0.5")))
    } else if word == NotationWord.loop, item.waveform != nil {
      item.waveform?.loops = true
    } else if word == NotationWord.noEnvelope, item.waveform != nil {
      item.waveform?.usesVolumeEnvelope = false
    } else {
      let known = item.row.parameters.map(\.word) + NotationShape.allCases.map(\.rawValue)
      let suggestion = NearestWord.find(word, in: known)
      problems.append(
        .init(
          column: column,
          suggestion == nil
            ? .unexpected(word, expected: "',' or one of \(known.joined(separator: ", "))")
            : .unknownWord(word, suggestion: suggestion)))
      throw Skip()
    }
  }

  /// `number [.. number]`.
  private mutating func value() throws(Skip) -> NotationValue {
    var value = NotationValue(start: try number("a value such as 0.8"))
    if take("..") { value.end = try number("where the ramp ends, such as 1") }
    return value
  }

  // MARK: Controls

  private mutating func control() throws(Skip) -> DynamicParameter.ID {
    let words = DynamicParameter.ID.allCases.map(\.word)
    guard case .word(let word) = token.kind else {
      throw note(.unexpected(token.text, expected: "one of \(words.joined(separator: ", "))"))
    }
    guard let id = DynamicParameter.ID.allCases.first(where: { $0.word == word }) else {
      let suggestion = NearestWord.find(word, in: words)
      throw note(
        suggestion == nil
          ? .unexpected(word, expected: "one of \(words.joined(separator: ", "))")
          : .unknownWord(word, suggestion: suggestion))
    }
    index += 1
    return id
  }

  /// `length value { length value }`.
  private mutating func points() throws(Skip) -> [(time: NotationLength, value: Double)] {
    var points: [(time: NotationLength, value: Double)] = []
    repeat {
      points.append((try length(), try number("the value there, such as 0.5")))
    } while isNumber
    return points
  }

  // MARK: Numbers

  private var isNumber: Bool {
    if case .number = token.kind { true } else { false }
  }

  /// Whether what follows is a length such as `1/3b`.
  private var isFractionOfABeat: Bool {
    guard case .number(_, unit: "") = token.kind, next.kind == .mark("/"),
      index + 2 < tokens.count, case .number(_, let unit) = tokens[index + 2].kind
    else { return false }
    return Self.isMusical(unit)
  }

  private static func isMusical(_ unit: String) -> Bool { ["b", "bar", "bars"].contains(unit) }

  private mutating func number(_ expected: String) throws(Skip) -> Double {
    guard case .number(let text, let unit) = token.kind, unit.isEmpty else {
      throw note(.unexpected(token.text, expected: expected))
    }
    guard let number = Double(text), number.isFinite else {
      throw note(.outOfRange(text, allowed: "finite numbers"))
    }
    index += 1
    return number
  }

  /// `300ms`, `1.5s`, `2b`, `1/3b`, `1bar`; not negative.
  private mutating func length() throws(Skip) -> NotationLength {
    let column = token.column
    var divided: Double?
    if isFractionOfABeat {
      divided = try number("a length")
      index += 1
    }
    guard case .number(let text, let unit) = token.kind, !unit.isEmpty else {
      throw note(.unexpected(token.text, expected: "a length such as 100ms"))
    }
    let kind: NotationLength.Unit
    switch unit {
    case "s", "ms": kind = .seconds
    case "b": kind = .beats
    case "bar", "bars": kind = .bars
    default: throw note(.unknownUnit(unit))
    }
    guard var amount = unit == "ms" ? Self.thousandth(of: text) : Double(text),
      amount >= 0, amount <= PatternLimits.maximumTime, divided == nil || amount > 0
    else { throw note(.outOfRange(text + unit, allowed: "0 to 1e9 s")) }
    if let divided { amount = divided / amount }
    index += 1
    return NotationLength(amount: amount, unit: kind, column: column)
  }

  /// A thousandth of a number as it is written, exact as far as a `Double` can be.
  private static func thousandth(of text: String) -> Double? {
    guard let mark = text.firstIndex(of: "e") else { return Double(text + "e-3") }
    guard let exponent = Int(text[text.index(after: mark)...]) else { return nil }
    let (thousandth, isTooSmall) = exponent.subtractingReportingOverflow(3)
    return isTooSmall ? nil : Double("\(text[..<mark])e\(thousandth)")
  }

  /// `@120bpm [3/4]`: the second number is for readers, a beat is a beat.
  private mutating func tempo() throws(Skip) -> NotationTempo {
    index += 1
    guard case .number(let text, unit: "bpm") = token.kind else {
      throw note(.unexpected(token.text, expected: "a tempo such as @120bpm"))
    }
    guard let beats = Double(text), (1...10_000).contains(beats) else {
      throw note(.outOfRange(text + "bpm", allowed: "1bpm to 10000bpm"))
    }
    index += 1
    var tempo = NotationTempo(secondsPerBeat: 60 / beats)
    if isNumber {
      let column = token
      tempo.beatsPerBar = try number("a time signature such as 3/4")
      guard (1...64).contains(tempo.beatsPerBar), tempo.beatsPerBar == tempo.beatsPerBar.rounded()
      else {
        throw note(.outOfRange(column.text ?? "", allowed: "1 to 64 beats in a bar"), at: column)
      }
      guard take("/") else { throw note(.unexpected(token.text, expected: "'/', as in 3/4")) }
      let divisor = token
      let beat = try number("the note that is a beat, such as 4")
      guard (1...64).contains(beat), beat == beat.rounded() else {
        throw note(.outOfRange(divisor.text ?? "", allowed: "1 to 64"), at: divisor)
      }
    }
    return tempo
  }

  // MARK: Tokens

  private var token: NotationToken { tokens[min(index, tokens.count - 1)] }
  private var next: NotationToken { tokens[min(index + 1, tokens.count - 1)] }

  private mutating func take(_ mark: String) -> Bool { take(.mark(mark)) }

  private mutating func take(_ kind: NotationToken.Kind) -> Bool {
    if token.kind != kind { return false }
    index += 1
    return true
  }

  @discardableResult
  private mutating func note(
    _ reason: NotationError.Reason, at token: NotationToken? = nil
  ) -> Skip {
    problems.append(.init(column: (token ?? self.token).column, reason))
    return Skip()
  }
}
