/// What a cause rests on.
public enum RuleReference: Hashable, Sendable, CustomStringConvertible {
  /// One of the rules.
  case rule(SessionRule)
  /// The row of a category.
  case category(SessionCategory)
  /// A step of the activation check.
  case check(ActivationCheck)
  /// A row of the interruptor table.
  case interruptor(Interruptor)
  /// An option of the policy.
  case option(PolicyOption)
  /// A fact, which nothing but the events explains.
  case fact

  /// What it is called and where it is printed, such as `rule R4` or `option ambientDuck`.
  ///
  /// Rows of the categories are counted from 1; audio processing, which that table leaves out, would
  /// be the one after the last.
  public var description: String {
    switch self {
    case .rule(let rule): "rule \(rule.name)"
    case .category(let category):
      "row \((Self.categories.firstIndex(of: category) ?? 0) + 1) of the categories"
    case .check(let check): "step '\(check.rawValue)' of the activation"
    case .interruptor(let interruptor): "interruptor \(interruptor.name)"
    case .option(let option): "knob \(option.key)"
    case .fact: "a fact"
    }
  }

  private static let categories = Phone.tabledCategories + [.audioProcessing]

  /// What that rests on.
  var evidence: Evidence {
    switch self {
    case .rule(let rule): rule.evidence
    case .category(let category): category.row.evidence
    case .check(let check): check.evidence
    case .interruptor(let interruptor): interruptor.row.placedEvidence
    case .option(let option): option.evidence.at("knob \(option.key)")
    case .fact: .happened
    }
  }
}

extension Evidence {
  /// What a fact rests on.
  static let happened = Evidence(.event, note: "what has happened")
}
