import HapticEngine
import TextFormats

/// Reads the tokens of a notation; `Notation` documents the grammar.
///
/// The parser notes each problem and skips the item with the problem, so it finds all problems in one pass.
struct NotationParser {
  let tokens: [NotationToken]
  private(set) var index = 0
  private var depth = 0
  var problems: [NotationError.Problem]
  /// The items that names refer to, in the order of the definitions.
  private(set) var definitions: [NotationItem] = []
  private(set) var names: [String: Int] = [:]
  /// The declared inputs by name, in the form of a pattern's metadata.
  var inputs: [String: JSONValue] = [:]
  /// Whether every value must be in its range, not only the ends of random numbers and ramps.
  let isStrict: Bool

  /// Thrown at a problem that has been noted; parsing continues where the next item may start.
  struct Skip: Error {}

  init(_ text: String, isStrict: Bool = false) {
    self.isStrict = isStrict
    let lexer = NotationLexer(text)
    tokens = lexer.tokens
    problems = lexer.problems
  }

  /// Parses the voices of the whole notation.
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

  /// Parses sequences separated by `&`, up to a closing parenthesis or the end.
  private mutating func voices() -> [[NotationItem]] {
    var voices = [sequence()]
    while take("&") { voices.append(sequence()) }
    return voices
  }

  /// Parses items separated by commas or bar lines; empty items are ignored.
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
        if let item = try item() {
          items.append(item)
          // After a tempo, the next item may follow without a comma, because nothing else can follow.
          if case .tempo = item.kind { continue }
        }
        guard Self.itemEnds.contains(token.kind) || token.kind == .end else {
          throw note(reasonBehindItem)
        }
      } catch {
        skipItem()
      }
    }
  }

  /// The tokens that end an item, in addition to the end of the notation.
  private static let itemEnds: [NotationToken.Kind] = [
    .mark(","), .lineEnd, .mark("|"), .mark("&"), .mark(")"),
  ]

  /// Skips to the end of the item that has a problem.
  private mutating func skipItem() {
    var open = 0
    while token.kind != .end {
      if open == 0, Self.itemEnds.contains(token.kind) { return }
      if token.kind == .mark("(") { open += 1 }
      if token.kind == .mark(")") { open -= 1 }
      index += 1
    }
  }

  /// Parses an item with its tempo; nil for a definition and a declaration, which do not play anything.
  private mutating func item() throws(Skip) -> NotationItem? {
    refuseMarksOfDefinition()
    if case .word(let name) = token.kind, next.kind == .mark("=") || next.kind == .mark(":") {
      return try define(name)
    }
    if take(.word(NotationWord.input)) {
      try declareInput()
      return nil
    }
    if token.kind == .mark("@") {
      let mark = token
      let tempo = try tempo()
      if tempo.end == nil { return NotationItem(kind: .tempo(tempo), column: mark.column) }
      if Self.itemEnds.contains(token.kind) || token.kind == .end {
        throw note(.rampWithoutItem, at: mark)
      }
      return NotationItem(
        kind: .atTempo(tempo, try element(), stays: true), column: mark.column)
    }
    return try element()
  }

  private mutating func define(_ name: String) throws(Skip) -> NotationItem? {
    if NotationWord.reserved.contains(name) {
      guard case .number = token(at: 2).kind else { throw note(.reservedName(name)) }
      let mark = next.text
      throw note(
        .unexpected(mark, expected: "a number without '\(mark ?? "")' after '\(name)'"), at: next)
    }
    index += next.kind == .mark(":") && token(at: 2).kind == .mark("=") ? 3 : 2
    definitions.append(try element())
    names[name] = definitions.count - 1
    return nil
  }

  /// Notes another symbol in place of a definition's `=`, or a word before the name.
  ///
  /// The item is then read as a definition.
  private mutating func refuseMarksOfDefinition() {
    guard case .word(let word) = token.kind, !NotationWord.reserved.contains(word) else { return }
    if next.kind == .mark(":") {
      note(.unexpected(":", expected: "'=' after the name, as in '\(word) = tap'"), at: next)
    } else if case .word(let name) = next.kind, token(at: 2).kind == .mark("=") {
      note(.unexpected(word, expected: "'\(name) =' without a word before it"))
      skip()
    }
  }

  /// Parses an element and the tempo after it.
  private mutating func element() throws(Skip) -> NotationItem {
    var item = try timelessElement()
    if token.kind == .mark("@") { item.kind = .atTempo(try tempo(), item, stays: false) }
    return item
  }

  /// Parses an element without the tempo after it.
  private mutating func timelessElement() throws(Skip) -> NotationItem {
    let column = token.column
    // The content of the innermost group is not nested any deeper.
    if depth > Notation.maximumDepth { throw note(.tooDeep) }
    depth += 1
    defer { depth -= 1 }
    return NotationItem(kind: try part(), column: column)
  }

  private mutating func part() throws(Skip) -> NotationItem.Kind {
    switch token.kind {
    case .number(_, unit: "x"):
      return .repeated(try count(), try timelessElement())
    case .mark("("):
      index += 1
      let voices = voices()
      guard take(")") else { throw note(.unexpected(token.text, expected: "')'")) }
      return .group(voices)
    case .word(let word):
      return try part(word)
    case .number(let number, let unit):
      throw note(reason(ofNumber: number, unit: unit))
    case .mark(","):
      throw note(.unexpected(",", expected: "an item without a comma before it"))
    case .quotation, .mark, .unknown, .lineEnd, .end:
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
      let id = try control()
      return .set(id, try randomNumber("a value such as 0.5", in: id.range))
    case NotationWord.curve:
      index += 1
      let id = try control()
      return .curve(id, try points(in: id.range))
    case NotationWord.seed:
      index += 1
      return .seed(try seed())
    default:
      guard let definition = names[word] else {
        throw note(reason(ofUnknown: word))
      }
      index += 1
      return .name(definition)
    }
  }

  // MARK: Events

  /// `[path] [duration] [value] [/value] {parameter}`.
  private mutating func event(_ row: NotationEvent) throws(Skip) -> NotationWrittenEvent {
    var event = NotationWrittenEvent(item: NotationEventItem(row: row))
    let start = index - 1
    if row.type == .audioCustom {
      guard case .quotation(let path) = token.kind else {
        throw note(
          .unexpected(
            token.text,
            expected: "the path of a sound in quotation marks, as in 'sound \"hit.wav\"'"))
      }
      index += 1
      event.item.waveform = HapticEvent.Waveform(path: path)
    }
    try refuseNumber(of: row)
    if case .number(_, let unit) = token.kind, !unit.isEmpty || isFractionOfABeat {
      event.duration = try length()
    }
    let values = index
    if case .number = token.kind { event.first = try value(in: row.values.first.range) }
    if take("/") { event.second = try value(in: row.values.second.range) }
    if event.duration == nil, index > values {
      try refuseLength(behind: values..<index, of: start..<values)
    }
    try refuseValue(behind: event, of: row)
    while case .word(let word) = token.kind { try parameter(word, &event) }
    if event.duration == nil, event.isRamp {
      throw note(.rampWithoutDuration)
    }
    return event
  }

  private mutating func parameter(_ word: String, _ event: inout NotationWrittenEvent)
    throws(Skip)
  {
    let column = token.column
    index += 1
    if let shape = NotationShape(rawValue: word) {
      if !event.isRamp {
        problems.append(.init(column: column, .shapeWithoutRamp(word)))
        throw Skip()
      }
      if event.hasShape { problems.append(.init(column: column, .secondShape(word))) }
      (event.item.shape, event.hasShape) = (shape, true)
    } else if let parameter = event.item.row.parameters.first(where: { $0.word == word }) {
      let value = try randomNumber("a number such as 0.5", in: parameter.range)
      event.parameters.append((parameter, value))
    } else if word == NotationWord.loop, event.item.waveform != nil {
      event.item.waveform?.loops = true
    } else if word == NotationWord.noEnvelope, event.item.waveform != nil {
      event.item.waveform?.usesVolumeEnvelope = false
    } else {
      let reason = reason(of: word, behind: event.item.row)
      problems.append(.init(column: column, reason))
      throw Skip()
    }
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
  private mutating func points(
    in range: ClosedRange<Double>
  ) throws(Skip) -> [(time: NotationLength, value: NotationNumber)] {
    var points: [(time: NotationLength, value: NotationNumber)] = []
    repeat {
      points.append(
        (try length(), try randomNumber("the value at that time, such as 0.5", in: range)))
    } while isNumber
    try refuseCommaBetweenPoints()
    return points
  }

  /// Parses the seed of the random numbers, a whole number.
  private mutating func seed() throws(Skip) -> UInt64 {
    guard case .number(let text, unit: "") = token.kind else {
      throw note(.unexpected(token.text, expected: "a seed such as 7"))
    }
    guard let seed = UInt64(text) else {
      throw note(.outOfRange(text, allowed: "whole numbers from 0 to \(UInt64.max)"))
    }
    index += 1
    return seed
  }

  // MARK: Tokens

  var token: NotationToken { token(at: 0) }
  var next: NotationToken { token(at: 1) }

  /// Returns the token `offset` tokens after the next one, or the end of the notation; before the start it returns
  /// the first token.
  func token(at offset: Int) -> NotationToken {
    tokens[max(0, min(index + offset, tokens.count - 1))]
  }

  /// Returns the tokens as written, separated by `separator`.
  func text(of range: Range<Int>, _ separator: String) -> String {
    tokens[range].compactMap(\.text).joined(separator: separator)
  }

  mutating func skip() { index += 1 }

  mutating func take(_ mark: String) -> Bool { take(.mark(mark)) }

  mutating func take(_ kind: NotationToken.Kind) -> Bool {
    if token.kind != kind { return false }
    index += 1
    return true
  }

  @discardableResult
  mutating func note(_ reason: NotationError.Reason, at token: NotationToken? = nil) -> Skip {
    let token = token ?? self.token
    // A symbol that the notation does not use is always a problem, regardless of the expected token.
    if case .unexpected = reason, case .unknown(let mark) = token.kind {
      problems.append(.init(column: token.column, .unknownCharacter(mark)))
    } else {
      problems.append(.init(column: token.column, reason))
    }
    return Skip()
  }
}
