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

/// What a cause rests on.
public enum RuleReference: Hashable, Sendable {
  /// One of the rules R1 to R17.
  case rule(Int)
  /// A row of the category table.
  case categoryRow(Int)
  /// A step of the activation check.
  case check(ActivationCheck)
  /// A row of the interruptor table.
  case interruptor(String)
  /// A knob.
  case knob(Knob)
  /// A number knob.
  case number(NumberKnob)
  /// A fact, which nothing but the events explains.
  case fact
}

/// One link of a chain of causes.
public struct Cause: Hashable, Sendable {
  /// How deep in the chain: 0 is the verdict's own cause, 1 a cause of that one.
  public var depth: Int
  /// The cause, in words.
  public var statement: String
  /// The rule it follows from.
  public var reference: RuleReference
  /// What the rule rests on.
  public var evidence: Evidence
}

/// Why something is so, down to the rule and its source.
public struct Explanation: Hashable, Sendable {
  /// What is so, such as "music is silent".
  public var verdict: String
  /// Why, from the nearest cause to the furthest.
  public var causes: [Cause]
}

extension Phone {
  /// Explains something about an app in the present state.
  ///
  /// The verdict is that of the function that decides (`isAudible`, `isDucked`, ...), and the causes
  /// are read from the state by the same functions.
  public func explain(_ question: ExplainedQuestion, for app: AppID) -> Explanation {
    var explainer = Explainer(self, app)
    let verdict =
      switch question {
      case .audible: explainer.audible()
      case .ducked: explainer.ducked()
      case .interrupted: explainer.interrupted()
      case .gain: explainer.gain()
      case .route: explainer.route()
      case .activation: explainer.activation()
      case .haptic: explainer.haptic()
      }
    return Explanation(verdict: verdict, causes: explainer.causes)
  }
}
