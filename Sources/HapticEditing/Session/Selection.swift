public import HapticEngine

/// A selection of a pattern's entries by kind, index, time or value.
///
///     transient time=0.5..1.2 intensity>0.5, curve
///
/// An entry is selected if all terms that are separated by spaces hold. A comma separates alternatives, of which one is
/// enough. A term is
///
/// - a kind: `transient`, `continuous`, `tone`, `sound`, `parameter`, `curve`, or a word for several of them, `event`,
///   `haptic`, `audio`, `control`, `all`;
/// - AHAP's own word for an event or a control, such as `HapticTransient` or `HapticIntensityControl`;
/// - a comparison of a field with a number: `<`, `<=`, `>`, `>=`, `=`, `!=`, or a range that includes both its ends,
///   `time=0.5..1.2`, `time=..1`, `time=2..`. The fields are `index`, `time`, `end` and `duration` in seconds, `value`
///   of a parameter, `points` (the number of a curve's points), and an event's `intensity`, `sharpness`, `attack`,
///   `decay`, `release`, `sustained`, `volume`, `pitch`, `pan` and `brightness`; a parameter that an event does not set
///   has its default value;
/// - an index or a range of indices in brackets: `[3]`, `[3..7]`;
/// - `not`, followed by a term.
///
/// Comparisons are false for an entry that does not have the field.
///
/// Thread: any. Realtime-safe: no.
public struct Selection: Hashable, Sendable, CustomStringConvertible {
  /// A field by which entries are compared.
  public enum Field: Hashable, Sendable, CaseIterable {
    /// The index of the entry in the pattern, from 0.
    case index
    /// The time, in seconds.
    case time
    /// The time plus the duration, in seconds; for a curve the time of its last point.
    case end
    /// The duration of an event, in seconds.
    case duration
    /// The value of a dynamic parameter.
    case value
    /// The number of a curve's points.
    case points
    /// The value of an event's parameter, or the default if the event does not set it.
    case parameter(EventParameter.ID)

    /// All fields: the fields of entries, then the parameters of events.
    public static let allCases: [Field] =
      [.index, .time, .end, .duration, .value, .points]
      + EventParameter.ID.allCases.map(Field.parameter)

    /// The word of the field, such as `time` or `intensity`.
    public var word: String {
      switch self {
      case .index: "index"
      case .time: "time"
      case .end: "end"
      case .duration: "duration"
      case .value: "value"
      case .points: "points"
      case .parameter(let id): id.word
      }
    }
  }

  /// The way in which a field is compared.
  public enum Comparison: Hashable, Sendable {
    case less(Double)
    case atMost(Double)
    case greater(Double)
    case atLeast(Double)
    case equal(Double)
    case notEqual(Double)
    /// From one number to the other, both included.
    case within(ClosedRange<Double>)

    func holds(_ value: Double) -> Bool {
      switch self {
      case .less(let bound): value < bound
      case .atMost(let bound): value <= bound
      case .greater(let bound): value > bound
      case .atLeast(let bound): value >= bound
      case .equal(let bound): value == bound
      case .notEqual(let bound): value != bound
      case .within(let range): range.contains(value)
      }
    }
  }

  /// A condition.
  public indirect enum Term: Hashable, Sendable {
    /// Any of these kinds, with the word that was written for the kinds.
    case kinds(Set<EntryKind>, word: String)
    /// A parameter or curve of this control.
    case control(DynamicParameter.ID)
    /// A field compared with a number.
    case field(Field, Comparison)
    /// The opposite of a condition.
    case not(Term)
  }

  /// Groups of terms: an entry is selected if all terms of at least one group hold.
  public let groups: [[Term]]

  /// Creates a selection of the entries that satisfy all terms of at least one of `groups`.
  public init(groups: [[Term]]) { self.groups = groups }

  /// A selection of all entries.
  public static let all = Selection(groups: [[.kinds(Set(EntryKind.allCases), word: "all")]])

  /// Whether the selection is written `all`.
  var isAll: Bool { self == .all }

  /// The selection in its own syntax; reading it gives the same selection.
  public var description: String {
    groups.map { $0.map(\.description).joined(separator: " ") }.joined(separator: ", ")
  }

  /// Returns whether the entry is selected.
  func contains(_ fields: EntryFields) -> Bool {
    groups.contains { $0.allSatisfy { $0.holds(fields) } }
  }
}

extension Selection.Term: CustomStringConvertible {
  /// The term in the syntax of selections.
  public var description: String {
    switch self {
    case .kinds(_, let word): word
    case .control(let id): id.rawValue
    case .field(let field, let comparison): "\(field.word)\(comparison)"
    case .not(let term): "not \(term)"
    }
  }

  func holds(_ fields: EntryFields) -> Bool {
    switch self {
    case .kinds(let kinds, _): return kinds.contains(fields.kind)
    case .control(let id): return fields.kind.eventType == nil && fields.control == id
    case .field(let field, let comparison):
      return field.value(of: fields).map(comparison.holds) ?? false
    case .not(let term): return !term.holds(fields)
    }
  }
}

extension Selection.Comparison: CustomStringConvertible {
  /// The comparison in the syntax of selections.
  public var description: String {
    switch self {
    case .less(let bound): "<\(EditNumber.word(bound))"
    case .atMost(let bound): "<=\(EditNumber.word(bound))"
    case .greater(let bound): ">\(EditNumber.word(bound))"
    case .atLeast(let bound): ">=\(EditNumber.word(bound))"
    case .equal(let bound): "=\(EditNumber.word(bound))"
    case .notEqual(let bound): "!=\(EditNumber.word(bound))"
    case .within(let range): "=\(Self.word(range.lowerBound))..\(Self.word(range.upperBound))"
    }
  }

  /// Returns an end of a range; an open end is empty.
  private static func word(_ bound: Double) -> String {
    bound.magnitude == .greatestFiniteMagnitude ? "" : EditNumber.word(bound)
  }
}

extension Selection.Field {
  /// Returns the value of the field; nil for an entry that does not have the field.
  func value(of fields: EntryFields) -> Double? {
    switch self {
    case .index: Double(fields.index)
    case .time: fields.time.value
    case .end: fields.end
    case .duration: fields.kind.eventType == nil ? nil : fields.duration?.value
    case .value: fields.value?.value
    case .points: fields.kind == .curve ? Double(fields.points.count) : nil
    case .parameter(let id): fields.value(of: id)
    }
  }
}
