/// What can be explained about an app.
public enum ExplainedQuestion: String, Hashable, Sendable, CaseIterable {
  /// Why it is heard or not.
  case audible
  /// Why it is ducked or not.
  case ducked
  /// Why it is interrupted or not.
  case interrupted
  /// Where its gain comes from.
  case gain
  /// Where its route comes from.
  case route
  /// Whether it could be activated now.
  case activation
  /// What would become of a haptic.
  case haptic
}

/// One link of a chain of causes.
public struct Cause: Hashable, Sendable, CustomStringConvertible {
  /// How deep in the chain: 0 is the verdict's own cause, 1 a cause of that one.
  public var depth: Int
  /// The cause, in words, in which "it" is the app that was asked about.
  public var statement: String
  /// The rule it follows from.
  public var reference: RuleReference
  /// What the rule rests on.
  public var evidence: Evidence

  /// The cause, with the rule and where that is from; what has happened needs none.
  public var description: String {
    if reference == .fact { return statement }
    let kinds = evidence.tags.map(\.meaning).joined(separator: ", ")
    let source = evidence.note.isEmpty ? kinds : "\(kinds): \(evidence.note)"
    return "\(statement) (\(reference); \(source))"
  }
}

/// Why something is so, down to the rule and its source.
public struct Explanation: Hashable, Sendable, CustomStringConvertible {
  /// What is so, such as "music is silent".
  public var verdict: String
  /// Why, from the nearest cause to the furthest: each is followed by its own causes, one deeper.
  public var causes: [Cause]

  /// The verdict and the causes, each a line of its own, indented by its depth.
  public var lines: [String] {
    [verdict]
      + causes.map { String(repeating: "  ", count: $0.depth + 1) + "because \($0)" }
  }

  /// The lines as one text.
  public var description: String { lines.joined(separator: "\n") }
}

extension Phone {
  /// Explains something about an app in the present state.
  ///
  /// The answer is found by the functions that decide, so that it cannot disagree with them.
  public func explain(_ question: ExplainedQuestion, for app: AppID) -> Explanation {
    var explainer = Explainer(phone: self, subject: app)
    let verdict =
      switch question {
      case .audible: explainer.explainAudibility()
      case .ducked: explainer.explainDucking()
      case .interrupted: explainer.explainInterruption()
      case .gain: explainer.explainGain()
      case .route: explainer.explainRoute()
      case .activation: explainer.explainActivation()
      case .haptic: explainer.explainHaptic()
      }
    return Explanation(verdict: verdict, causes: explainer.causes)
  }
}
