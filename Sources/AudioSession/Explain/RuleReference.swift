/// What a cause rests on.
public enum RuleReference: Hashable, Sendable {
  /// One of the rules R1 to R17, see `SessionRule`.
  case rule(Int)
  /// A row of the table `categories`, counted from 1; audio processing, which that leaves out,
  /// would be the one after the last.
  case categoryRow(Int)
  /// A step of the activation check.
  case check(ActivationCheck)
  /// A row of the interruptor table: the raw value of `Interruptor`.
  case interruptor(String)
  /// A knob.
  case knob(Knob)
  /// A number knob.
  case number(NumberKnob)
  /// A fact, which nothing but the events explains.
  case fact

  /// One of the rules.
  static func rule(_ rule: SessionRule) -> RuleReference { .rule(rule.rawValue) }

  /// The row of a category.
  static func category(_ category: SessionCategory) -> RuleReference {
    .categoryRow((inRows.firstIndex(of: category) ?? 0) + 1)
  }

  private static func category(ofRow number: Int) -> SessionCategory? {
    inRows.indices.contains(number - 1) ? inRows[number - 1] : nil
  }

  private static let inRows = Phone.tabledCategories + [.audioProcessing]

  /// The row of an interruptor.
  static func interruptor(_ interruptor: Interruptor) -> RuleReference {
    .interruptor(interruptor.rawValue)
  }

  /// What it is called, such as `R4` or `knob ambientDuck`; nil for a fact.
  public var name: String? {
    switch self {
    case .rule(let number): "R\(number)"
    case .categoryRow(let number): "category \(Self.category(ofRow: number)?.name ?? "\(number)")"
    case .check(let check): "check \(check.rawValue)"
    case .interruptor(let name): "interruptor \(name)"
    case .knob(let knob): "knob \(knob.name)"
    case .number(let knob): "knob \(knob.name)"
    case .fact: nil
    }
  }

  /// What that rests on.
  var evidence: Evidence {
    switch self {
    case .rule(let number): SessionRule(rawValue: number)?.evidence ?? .happened
    case .categoryRow(let number):
      Self.category(ofRow: number).map { $0.row.evidence } ?? .happened
    case .check(let check): check.evidence
    case .interruptor(let name): Interruptor(rawValue: name)?.row.placedEvidence ?? .happened
    case .knob(let knob): knob.evidence.at("knob \(knob.name)")
    case .number(let knob): knob.row.evidence
    case .fact: .happened
    }
  }
}

extension Evidence {
  /// What a fact rests on.
  static let happened = Evidence(.event, note: "what has happened")
}

extension InterruptorRow {
  /// What the row rests on, with a place.
  var placedEvidence: Evidence {
    evidence.at("Audio Session Programming Guide, Responding to Interruptions")
  }
}
