import HapticEngine
import Realtime
import TextFormats

/// A single number of a notation, or a range from which a random number is drawn.
struct NotationNumber: Hashable {
  var first: Double
  /// The other end of a range, which may be lower; nil for a number that is not random.
  var last: Double?

  /// The number of equal steps in a range.
  ///
  /// All multiples of a step, including both ends, are equally likely.
  ///
  /// Our choice: nobody feels such a step, and a drawn number has few digits.
  static let steps: UInt64 = 10_000

  /// Returns the number, or the number of the range that the next random number selects.
  func drawn(by random: inout SplitMix64) -> Double {
    guard let last else { return first }
    let step = random.next().multipliedFullWidth(by: Self.steps + 1).high
    let share = Double(step) / Double(Self.steps)
    let (low, high) = (min(first, last), max(first, last))
    let value = low * (1 - share) + high * share
    // Removes rounding errors; beyond 2^53 the product would not be exact.
    let rounded = value.magnitude < 1_000 ? (value * 1e12).rounded() / 1e12 : value
    return min(max(rounded, low), high)
  }
}

/// A length of time.
struct NotationLength: Hashable {
  enum Unit: Hashable {
    case seconds, beats, bars
  }

  var amount: NotationNumber
  var unit: Unit
  var column: Int
}

/// Reads numbers, lengths and tempos.
extension NotationParser {
  var isNumber: Bool {
    if case .number = token.kind { true } else { false }
  }

  /// Whether the next tokens form a length such as `1/3b`.
  var isFractionOfABeat: Bool {
    guard case .number(_, unit: "") = token.kind, next.kind == .mark("/"),
      case .number(_, let unit) = token(at: 2).kind
    else { return false }
    return NotationWord.beatUnits.contains(unit)
  }

  /// Parses a number that is not random.
  mutating func number(_ expected: String) throws(Skip) -> Double {
    guard case .number(let text, let unit) = token.kind, unit.isEmpty else {
      let isEqual = token.kind == .mark("=")
      throw note(.unexpected(token.text, expected: expected + (isEqual ? ", without '='" : "")))
    }
    guard let number = Double(text), number.isFinite else {
      throw note(.outOfRange(text, allowed: "finite numbers"))
    }
    skip()
    return number
  }

  /// Parses `number ["~" number]`; both ends of the range of a random number must be in `range`.
  ///
  /// A number that is not random may be outside `range`, as in a pattern, unless the parser is strict; it is clamped when
  /// the pattern is played.
  mutating func randomNumber(
    _ expected: String, in range: ClosedRange<Double>
  ) throws(Skip) -> NotationNumber {
    let first = token
    var number = NotationNumber(first: try number(expected))
    let last = next
    guard take("~") else {
      if isStrict { check(number.first, in: range, at: first) }
      return number
    }
    number.last = try self.number("the last number of the range, such as 0.8")
    check(number.first, in: range, at: first)
    if let end = number.last { check(end, in: range, at: last) }
    return number
  }

  /// Parses `number [".." number]`; both ends of ramps must be in `range`.
  mutating func value(
    in range: ClosedRange<Double>
  ) throws(Skip) -> (start: NotationNumber, end: NotationNumber?) {
    let first = token
    let start = try randomNumber("a value such as 0.8", in: range)
    guard take("..") else { return (start, nil) }
    let last = token
    let end = try randomNumber("the last value of the ramp, such as 1", in: range)
    // A strict parser has checked both ends.
    if start.last == nil, !isStrict { check(start.first, in: range, at: first) }
    if end.last == nil, !isStrict { check(end.first, in: range, at: last) }
    if token.kind == .mark("..") {
      throw note(
        .unexpected(
          "..",
          expected:
            "a ramp with only two ends (write two events, as in 'buzz 1s 0..1, buzz 1s 1..0')"
        ))
    }
    return (start, end)
  }

  /// Notes a value outside `range`, at the place of the token.
  private mutating func check(
    _ value: Double, in range: ClosedRange<Double>, at token: NotationToken
  ) {
    if range.contains(value) { return }
    let allowed = "\(range.lowerBound.exactText) to \(range.upperBound.exactText)"
    note(.outOfRange(token.text ?? "", allowed: allowed), at: token)
  }

  /// Parses the number of times that an item is played: `3x` or `3~6x`.
  mutating func count() throws(Skip) -> ClosedRange<Int> {
    let first = try wholeCount()
    guard take("~") else { return first...first }
    let last = try wholeCount()
    return min(first, last)...max(first, last)
  }

  private mutating func wholeCount() throws(Skip) -> Int {
    guard case .number(let number, unit: "x") = token.kind else {
      throw note(.unexpected(token.text, expected: "a count such as 3x"))
    }
    guard let count = Int(number), (1...Notation.maximumItemCount).contains(count) else {
      throw note(.outOfRange(number + "x", allowed: "1x to \(Notation.maximumItemCount)x"))
    }
    skip()
    return count
  }

  /// Parses `300ms`, `1.5s`, `2b`, `1/3b`, `1bar`, `50~150ms` or `1/4~1/2b`; lengths cannot be negative.
  mutating func length() throws(Skip) -> NotationLength {
    var length = try exactLength()
    let mark = token
    if mark.kind == .mark("..") { throw note(.unexpected("..", expected: Self.rangeOfLengths)) }
    guard take("~") else { return length }
    let last = try exactLength()
    guard last.unit == length.unit else { throw note(.mixedUnits, at: mark) }
    length.amount.last = last.amount.first
    return length
  }

  private mutating func exactLength() throws(Skip) -> NotationLength {
    let column = token.column
    var divided: Double?
    if isFractionOfABeat {
      divided = try number("a length")
      skip()
    }
    guard case .number(let text, let unit) = token.kind, !unit.isEmpty else {
      throw note(
        spaced(NotationWord.lengthUnits) ?? missingUnit
          ?? .unexpected(token.text, expected: "a length such as 100ms"))
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
    skip()
    return NotationLength(amount: NotationNumber(first: amount), unit: kind, column: column)
  }

  /// The next numbers without units, with the marks between them, and the token after them.
  private var bareNumbers: (text: String, following: NotationToken) {
    var text = ""
    // A range of fractions has seven tokens.
    for offset in 0..<7 {
      let token = token(at: offset)
      switch token.kind {
      case .number(let number, unit: "") where text.last?.isNumber != true: text += number
      case .mark(let mark) where ["..", "~", "/"].contains(mark) && isNumber: text += mark
      case .word, .number, .quotation, .mark, .unknown, .lineEnd, .end: return (text, token)
      }
    }
    return (text, token(at: 7))
  }

  /// The problem if a space and one of these units follow the next numbers; otherwise nil.
  func spaced(_ units: Set<String>) -> NotationError.Reason? {
    let (numbers, following) = bareNumbers
    guard !numbers.isEmpty, case .word(let word) = following.kind else { return nil }
    let unit = WordMeaning.meant(by: word, among: Array(units), NotationAdvice.units).first
    return unit.map {
      .unexpected("\(numbers) \(word)", expected: "'\(numbers)\($0.text)' without a space")
    }
  }

  private static let rangeOfLengths = "'~' in a range of lengths, as in 50~150ms"

  /// The problem of the next numbers if they form a length without a unit; otherwise nil.
  private var missingUnit: NotationError.Reason? {
    let numbers = bareNumbers.text
    if numbers.isEmpty { return nil }
    if numbers.contains("..") { return .unexpected(numbers, expected: Self.rangeOfLengths) }
    // Our choice: a whole number most likely means milliseconds.
    let unit = numbers.contains("/") ? "b" : numbers.contains(".") ? "s" : "ms"
    return .missingUnit(numbers, example: numbers + unit)
  }

  /// Notes a length after the values of an event, whose tokens begin with `event` and whose values begin with
  /// `values`.
  mutating func refuseLength(behind values: Range<Int>, of event: Range<Int>) throws(Skip) {
    guard case .number(_, let unit) = token.kind,
      NotationWord.lengthUnits.contains(unit) || isFractionOfABeat
    else { return }
    let divisor = isFractionOfABeat ? "/" + (token(at: 2).text ?? "") : ""
    let length = (token.text ?? "") + divisor
    let example = "\(text(of: event, " ")) \(length) \(text(of: values, ""))"
    throw note(.unexpected(length, expected: "the length before the values, as in '\(example)'"))
  }

  /// Returns a thousandth of a number as written, as exactly as a `Double` can hold it.
  private static func thousandth(of text: String) -> Double? {
    guard let mark = text.firstIndex(of: "e") else { return Double(text + "e-3") }
    guard let exponent = Int(text[text.index(after: mark)...]) else { return nil }
    let (thousandth, isTooSmall) = exponent.subtractingReportingOverflow(3)
    return isTooSmall ? nil : Double("\(text[..<mark])e\(thousandth)")
  }

  /// Parses `@120bpm [3/4]` or `@60..120bpm`.
  ///
  /// The second number of a time signature does not change the length of a beat; it is only for people who read the
  /// notation.
  mutating func tempo() throws(Skip) -> NotationTempo {
    let column = token.column
    skip()
    var tempo = NotationTempo(start: try beatsPerMinute(), column: column)
    if take("..") { tempo.end = try beatsPerMinute() }
    if case .number(_, unit: "") = token.kind {
      let beats = token
      tempo.beatsPerBar = try number("a time signature such as 3/4")
      guard (1...64).contains(tempo.beatsPerBar), tempo.beatsPerBar == tempo.beatsPerBar.rounded()
      else {
        throw note(.outOfRange(beats.text ?? "", allowed: "1 to 64 beats in a bar"), at: beats)
      }
      guard take("/") else { throw note(.unexpected(token.text, expected: "'/', as in 3/4")) }
      let divisor = token
      let beat = try number("the note value of a beat, such as 4")
      guard (1...64).contains(beat), beat == beat.rounded() else {
        throw note(.outOfRange(divisor.text ?? "", allowed: "1 to 64"), at: divisor)
      }
    }
    return tempo
  }

  private mutating func beatsPerMinute() throws(Skip) -> NotationNumber {
    var tempo = NotationNumber(first: try exactBeatsPerMinute())
    if take("~") { tempo.last = try exactBeatsPerMinute() }
    return tempo
  }

  private mutating func exactBeatsPerMinute() throws(Skip) -> Double {
    guard case .number(let text, unit: NotationWord.beatsPerMinute) = token.kind else {
      let numbers = bareNumbers.text
      throw note(
        spaced([NotationWord.beatsPerMinute])
          ?? (numbers.isEmpty
            ? .unexpected(token.text, expected: "a tempo such as @120bpm")
            : .missingUnit(numbers, example: numbers + NotationWord.beatsPerMinute)))
    }
    guard let beats = Double(text), (1...10_000).contains(beats) else {
      throw note(.outOfRange(text + "bpm", allowed: "1bpm to 10000bpm"))
    }
    skip()
    return beats
  }
}
