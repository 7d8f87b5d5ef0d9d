internal import HapticEngine
internal import TextFormats

/// The problems of a notation that cannot be read as a pattern.
public struct NotationError: Error, Hashable, Sendable {
  /// One problem of a notation.
  public struct Problem: Hashable, Sendable {
    /// The line of the problem's first character, from 1 on.
    public let line: Int
    /// The column of that character in its line, counted in characters from 1.
    public let column: Int
    /// The kind of problem.
    public let reason: Reason

    /// Creates a problem at `column` of a line, by default the first line.
    public init(line: Int = 1, column: Int, _ reason: Reason) {
      self.line = line
      self.column = column
      self.reason = reason
    }
  }

  /// The kinds of problems in a notation.
  public enum Reason: Hashable, Sendable {
    /// A token that differs from the expected token; nil if the notation ends there.
    case unexpected(String?, expected: String)
    /// A character that the notation does not use, or several characters that do not have a meaning together.
    case unknownCharacter(String)
    /// A sound's path has no closing quotation mark.
    case unclosedQuotation
    /// A word that is neither part of the notation nor a name; `suggestion` is the nearest known word.
    case unknownWord(String, suggestion: String?)
    /// A name that is used before its definition.
    case usedBeforeDefinition(String)
    /// A count, such as `3x`, after the item that it is meant to repeat.
    case countBehindItem(String)
    /// A unit that the notation does not have.
    case unknownUnit(String)
    /// A length or a tempo without a unit; `example` shows the unit.
    case missingUnit(String, example: String)
    /// A length in beats or bars, or a bar line, for which there is no tempo.
    case noTempo
    /// A range whose ends have different units, such as seconds and beats.
    case mixedUnits
    /// A tempo ramp that is not followed by an item.
    case rampWithoutItem
    /// A tempo ramp over an item that does not have a length in beats.
    case rampWithoutBeats
    /// A declared input that is not valid, for this reason.
    case input(String)
    /// A number outside its allowed range.
    case outOfRange(String, allowed: String)
    /// A ramp in an event without a duration.
    case rampWithoutDuration
    /// A shape, such as ease-in, of an event whose values do not move.
    case shapeWithoutRamp(String)
    /// A second shape for the same ramp.
    case secondShape(String)
    /// A name that is a word of the notation.
    case reservedName(String)
    /// Nested parentheses, or names that use names, deeper than `maximumDepth`.
    case tooDeep
    /// More items than `Notation.maximumItemCount`, or more steps than `Notation.maximumStepCount`.
    case tooLong
    /// The pattern cannot be played, for this reason.
    case invalidPattern(String)
  }

  /// All problems, in order of their places; never empty.
  public let problems: [Problem]
}

extension NotationError {
  /// Returns the error with lines and columns in `notation`, for an error whose columns were counted as if the notation
  /// were one line.
  func placed(in notation: String) -> NotationError {
    let ends = Self.lineEnds(of: notation)
    return NotationError(
      problems: problems.sorted { $0.column < $1.column }.map { problem in
        let (line, column) = Self.place(of: problem.column, behind: ends)
        return Problem(line: line, column: column, problem.reason)
      })
  }

  /// The line, and the column in it, of a column that is counted as if `notation` were one line.
  package static func place(of column: Int, in notation: String) -> (line: Int, column: Int) {
    place(of: column, behind: lineEnds(of: notation))
  }

  /// The line of each of `columns`, and the column in it.
  package static func places(
    of columns: [Int], in notation: String
  ) -> [(line: Int, column: Int)] {
    let ends = lineEnds(of: notation)
    return columns.map { place(of: $0, behind: ends) }
  }

  private static func lineEnds(of notation: String) -> [Int] {
    notation.enumerated().filter(\.element.isNewline).map(\.offset)
  }

  private static func place(of column: Int, behind ends: [Int]) -> (line: Int, column: Int) {
    let before = ends.partitioningIndex { $0 >= column - 1 }
    let start = before > 0 ? ends[before - 1] + 1 : 0
    return (before + 1, column - start)
  }
}

extension NotationError.Problem: CustomStringConvertible {
  /// The place, the problem, and the remedy.
  public var description: String {
    (line > 1 ? "line \(line), " : "") + "column \(column): \(reason)"
  }
}

extension NotationError.Reason: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .unexpected(let found?, let expected): "expected \(expected), found '\(found)'"
    case .unexpected(nil, let expected): "expected \(expected), but the notation ends here"
    case .unknownCharacter(let character):
      "unexpected \(character.count == 1 ? "character " : "")'\(character)'"
        + (NotationAdvice.marks[character].map { "; \($0)" } ?? "")
    case .unclosedQuotation: "missing closing quotation mark"
    case .unknownWord(let word, let suggestion?):
      "unknown word '\(word)'; \(NearestWord.question(suggestion))"
    case .unknownWord(let word, nil):
      "unknown word '\(word)'; an item begins with tap, buzz, tone, sound, rest, at, set, curve, seed, "
        + "input, a count such as 3x, or '('"
    case .usedBeforeDefinition(let name):
      "the name '\(name)' is used before its definition; move '\(name) = …' before this use"
    case .countBehindItem(let count):
      "'\(count)' comes after an item; write the count before the item that it repeats, as in '3x tap', and a comma "
        + "between two items"
    case .unknownUnit(let unit): "unknown unit '\(unit)'; \(NotationAdvice.unit(unit))"
    case .missingUnit(let text, let example): "'\(text)' has no unit; write it as in '\(example)'"
    case .noTempo: "beats and bars need a tempo before them, such as @120bpm"
    case .mixedUnits: "both ends of a range must have the same unit, such as 50~150ms or 1~2b"
    case .rampWithoutItem:
      "a tempo ramp must be followed by its item without a comma between them, as in "
        + "'@60..120bpm 8x(tap)'"
    case .rampWithoutBeats:
      "the item of a tempo ramp must have beats; write its lengths as beats (1b, 1/3b), or its taps without a length"
    case .input(let reason): reason
    case .outOfRange(let text, let allowed): "'\(text)' is out of range; allowed: \(allowed)"
    case .rampWithoutDuration:
      "a ramp needs a duration, as in 'buzz 300ms 0.2..1'; for a random value write '0.2~1'"
    case .shapeWithoutRamp(let shape):
      "\(shape) is the shape of a ramp, but no value moves; write a ramp, as in 'buzz 300ms 0.2..1 \(shape)'"
    case .secondShape(let shape): "the ramp already has a shape; remove that shape, or '\(shape)'"
    case .reservedName(let name):
      "'\(name)' is a reserved word of the notation; choose another name"
    case .tooDeep: "parentheses or names are nested more than \(Notation.maximumDepth) deep"
    case .tooLong:
      "more than \(Notation.maximumItemCount) events, parameters and points, or \(Notation.maximumStepCount) "
        + "items, including repetitions; write a file instead"
    case .invalidPattern(let reason): "the pattern cannot be played: \(reason)"
    }
  }
}

extension NotationError: CustomStringConvertible {
  /// All problems, one on each line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
