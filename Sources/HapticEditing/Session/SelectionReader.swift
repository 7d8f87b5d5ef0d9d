internal import HapticEngine
internal import TextFormats

/// An error for a text that is not a selection, with the column.
public struct SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column of the problem in the text, from 1, in Unicode scalars.
  public let column: Int
  /// The problem, and its remedy.
  public let reason: String

  /// The error on one line, such as `column 3: unknown word 'intensty'; did you mean 'intensity'?`.
  public var description: String { "column \(column): \(reason)" }
}

extension Selection {
  /// Reads the selection in `text`; see `Selection` for the syntax.
  ///
  /// - Throws: `SelectionError` with the column of the first problem.
  public init(_ text: String) throws(SelectionError) {
    var reader = SelectionReader(text)
    groups = try reader.read()
  }
}

private struct SelectionReader {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  /// Whether the numbers that follow are seconds, which may have a unit.
  private var isTime = false

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func read() throws(SelectionError) -> [[Selection.Term]] {
    var groups: [[Selection.Term]] = []
    repeat {
      var group: [Selection.Term] = []
      while let next = peek(), next != "," { group.append(try term(depth: 0)) }
      if group.isEmpty {
        throw error("a term was expected, such as transient, time=0.5..1 or intensity>0.5")
      }
      groups.append(group)
    } while take(",")
    return groups
  }

  private mutating func term(depth: Int) throws(SelectionError) -> Selection.Term {
    if take("[") { return try indices() }
    let start = position
    let word = takeWord()
    if word.isEmpty { throw error("unexpected character '\(scalars[position])'") }
    if word == "not" {
      guard peek() != nil, peek() != ",", depth < 16 else {
        throw error("'not' must be followed by a term")
      }
      return .not(try term(depth: depth + 1))
    }
    if let field = Selection.Field.allCases.first(where: { $0.word == word }) {
      return .field(field, try comparison(field))
    }
    if let kinds = Self.kinds[word] { return .kinds(kinds, word: word) }
    if let kind = EntryKind.allCases.first(where: { $0.eventType?.rawValue == word }) {
      return .kinds([kind], word: word)
    }
    if let id = DynamicParameter.ID(rawValue: word) { return .control(id) }
    position = start
    throw error("unknown word '\(word.printable)'\(Self.hint(word))")
  }

  private static let kinds: [String: Set<EntryKind>] = {
    var kinds = Dictionary(
      uniqueKeysWithValues: EntryKind.allCases.map { ($0.rawValue, Set([$0])) })
    kinds["all"] = Set(EntryKind.allCases)
    kinds["event"] = [.transient, .continuous, .tone, .sound]
    kinds["haptic"] = [.transient, .continuous]
    kinds["audio"] = [.tone, .sound]
    kinds["control"] = [.parameter, .curve]
    return kinds
  }()

  private static func hint(_ word: String) -> String {
    let words =
      kinds.keys.sorted() + Selection.Field.allCases.map(\.word) + ["not"]
      + EventType.allCases.map(\.rawValue) + DynamicParameter.ID.allCases.map(\.rawValue)
    let hint = NearestWord.hint(for: word, among: words)
    return hint.isEmpty
      ? "; a term is a kind such as transient, a comparison such as time>1, or [3]" : hint
  }

  private mutating func comparison(
    _ field: Selection.Field
  ) throws(SelectionError) -> Selection.Comparison {
    isTime = [.time, .end, .duration].contains(field)
    defer { isTime = false }
    if take("<") { return take(next: "=") ? .atMost(try number()) : .less(try number()) }
    if take(">") { return take(next: "=") ? .atLeast(try number()) : .greater(try number()) }
    if take("!") {
      guard take(next: "=") else { throw error("'=' was expected after '!'") }
      return .notEqual(try number())
    }
    guard take("=") else {
      throw error(
        "'\(field.word)' must be followed by a comparison: <, <=, >, >=, = or != and a number, or =A..B"
      )
    }
    guard let range = try range(among: "a number or a range such as 0.5..1") else {
      return .equal(try number())
    }
    return .within(range)
  }

  private mutating func indices() throws(SelectionError) -> Selection.Term {
    let range = try range(among: "an index or a range such as 3..7")
    let comparison: Selection.Comparison
    if let range { comparison = .within(range) } else { comparison = .equal(try number()) }
    guard take("]") else { throw error("']' was expected") }
    return .field(.index, comparison)
  }

  /// Reads a range `A..B`, `..B` or `A..`; returns nil, without reading anything, if it is something else.
  private mutating func range(
    among expected: String
  ) throws(SelectionError) -> ClosedRange<Double>? {
    let start = position
    var lower = -Double.greatestFiniteMagnitude
    if !isRangeSign() {
      guard peek() != nil else { throw error("expected \(expected)") }
      lower = try number()
      guard isRangeSign() else {
        position = start
        return nil
      }
    }
    skipSpace()
    position += 2
    guard let next = peek(),
      next.properties.numericType != nil || "-.".unicodeScalars.contains(next)
    else { return lower...Double.greatestFiniteMagnitude }
    let upperStart = position
    let upper = try number()
    guard lower <= upper else {
      position = upperStart
      throw error("the range ends before it begins")
    }
    return lower...upper
  }

  private mutating func isRangeSign() -> Bool {
    skipSpace()
    return position + 1 < scalars.count && scalars[position] == "." && scalars[position + 1] == "."
  }

  private mutating func number() throws(SelectionError) -> Double {
    skipSpace()
    let start = position
    var text = ""
    while position < scalars.count {
      let scalar = scalars[position]
      if scalar == "." && isRangeSign() { break }
      let isExponentSign = (scalar == "-" || scalar == "+") && "eE".contains(text.last ?? " ")
      guard
        ("0"..."9").contains(scalar) || scalar == "." || scalar == "e" || scalar == "E"
          || isExponentSign || (text.isEmpty && scalar == "-")
      else { break }
      text.unicodeScalars.append(scalar)
      position += 1
    }
    guard let value = Double(text), value.isFinite else {
      position = start
      throw error(text.isEmpty ? "a number was expected" : "'\(text)' is not a number")
    }
    return isTime ? value / takeUnit() : value
  }

  /// Returns the number of units in a second, for a unit that follows immediately: `s`, which is also the default, or
  /// `ms`.
  private mutating func takeUnit() -> Double {
    for (unit, count) in [("ms", 1_000.0), ("s", 1)] {
      let end = position + unit.unicodeScalars.count
      guard end <= scalars.count, scalars[position..<end].elementsEqual(unit.unicodeScalars),
        end == scalars.count || !scalars[end].properties.isAlphabetic
      else { continue }
      position = end
      return count
    }
    return 1
  }

  private mutating func takeWord() -> String {
    skipSpace()
    var word = ""
    while position < scalars.count, scalars[position].properties.isAlphabetic {
      word.unicodeScalars.append(scalars[position])
      position += 1
    }
    return word
  }

  private mutating func skipSpace() {
    while position < scalars.count, scalars[position].properties.isWhitespace { position += 1 }
  }

  private mutating func peek() -> Unicode.Scalar? {
    skipSpace()
    return position < scalars.count ? scalars[position] : nil
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    position += 1
    return true
  }

  private mutating func take(next scalar: Unicode.Scalar) -> Bool {
    guard position < scalars.count, scalars[position] == scalar else { return false }
    position += 1
    return true
  }

  private func error(_ reason: String) -> SelectionError {
    SelectionError(column: position + 1, reason: reason)
  }
}
