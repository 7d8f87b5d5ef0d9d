/// How the open questions are answered: every knob with its value.
public struct AudioPolicy: Hashable, Sendable {
  private var answers: [Answer]
  private var numbers: [Double]

  /// Every knob at its default.
  public init() {
    answers = Knob.allCases.map { $0.answers.first ?? .no }
    numbers = NumberKnob.allCases.map(\.row.standard)
  }

  /// The order in which activation is checked; the knob `errorOrder` sets it.
  public var activationOrder: [ActivationCheck] {
    self[.errorOrder] == .priorityFirst ? ActivationCheck.priorityFirst : ActivationCheck.asListed
  }

  /// Every knob at its default.
  public static let standard = AudioPolicy()

  /// The answer of a knob.
  ///
  /// What is set must be one of the knob's answers; `set(_:to:)` by name checks that.
  public internal(set) subscript(knob: Knob) -> Answer {
    get { answers[Int(knob.rawValue)] }
    set {
      precondition(knob.answers.contains(newValue), "\(knob) is not answered by \(newValue)")
      answers[Int(knob.rawValue)] = newValue
    }
  }

  /// The value of a number.
  public internal(set) subscript(knob: NumberKnob) -> Double {
    get { numbers[Int(knob.rawValue)] }
    set { numbers[Int(knob.rawValue)] = newValue }
  }

  /// The value of a knob as a word, or nil if there is no knob of that name.
  public func value(named name: String) -> String? {
    if let knob = Knob(named: name) { return self[knob].rawValue }
    return NumberKnob(named: name).map { "\(self[$0])" }
  }

  /// Sets the knob of that name to the value of that word.
  ///
  /// - Parameters:
  ///   - name: one of the names in `Knob` and `NumberKnob`.
  ///   - value: one of the knob's answers, or a number in its range.
  /// - Throws: `PolicyError`, which lists what is allowed; nothing has changed then.
  public mutating func set(_ name: String, to value: String) throws(PolicyError) {
    if let knob = Knob(named: name) {
      guard let answer = Answer(rawValue: value), knob.answers.contains(answer) else {
        throw .unknownValue(knob: name, value: value, allowed: knob.answers.map(\.rawValue))
      }
      self[knob] = answer
    } else if let knob = NumberKnob(named: name) {
      let range = knob.row.range
      guard let number = Double(value), range.contains(number) else {
        let allowed = "\(range.lowerBound)...\(range.upperBound)"
        throw .unknownValue(knob: name, value: value, allowed: [allowed])
      }
      self[knob] = number
    } else {
      throw .unknownKnob(name, allowed: Self.names)
    }
  }

  /// The names of all knobs.
  public static var names: [String] {
    Knob.allCases.map(\.name) + NumberKnob.allCases.map(\.name)
  }

  /// The policy with one answer changed.
  public func with(_ knob: Knob, _ answer: Answer) throws(PolicyError) -> AudioPolicy {
    var changed = self
    try changed.set(knob.name, to: answer.rawValue)
    return changed
  }
}

/// Why a knob cannot be set.
public enum PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such knob.
  case unknownKnob(String, allowed: [String])
  /// The knob does not have that value.
  case unknownValue(knob: String, value: String, allowed: [String])

  /// The reason in words.
  public var description: String {
    switch self {
    case .unknownKnob(let name, let allowed):
      "there is no knob \(name); there are \(allowed.joined(separator: ", "))"
    case .unknownValue(let knob, let value, let allowed):
      "\(knob) cannot be \(value), only \(allowed.joined(separator: ", "))"
    }
  }
}
