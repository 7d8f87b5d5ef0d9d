public import AudioSession

/// What can be explained about an app.
public enum ExplainedQuestion: String, Hashable, Sendable, CaseIterable, Encodable {
  /// Why the app is heard or not.
  case audible
  /// Why the app is ducked or not.
  case ducked
  /// Why the app is interrupted or not.
  case interrupted
  /// Where the gain of the app comes from.
  case gain
  /// Where the route of the app comes from.
  case route
  /// Whether the app could be activated now.
  case activation
  /// What would become of a haptic.
  case haptic
  /// The prompts that the app may play.
  case prompts
  /// Which app is Now Playing.
  case nowPlaying
  /// Which app a remote command reaches.
  case remote
  /// What `secondaryAudioShouldBeSilencedHint` says.
  case hint
  /// What would become of a system sound of the app's: `AudioServicesPlaySystemSound`.
  case systemSound
  /// What would become of an alert sound of the app's: `AudioServicesPlayAlertSound`.
  case alertSound
  /// What would become of a vibration: `kSystemSoundID_Vibrate`.
  case vibration
  /// What would become of a key click of the app's: `UIDevice.playInputClick`.
  case keyClick
  /// What would become of the sound of a notification of the app's.
  case notificationSound
  /// What would become of the ringtone, if a call came in.
  case ringtone
  /// What would become of an alarm of the clock, if it fired.
  case alarm
}

/// One link of a chain of causes.
public struct Cause: Hashable, Sendable, CustomStringConvertible {
  /// How deep in the chain: 0 is the verdict's own cause, 1 a cause of that one.
  public let depth: Int
  /// The cause, in words, in which "it" is the app that was asked about.
  public let statement: String
  /// The rule it follows from.
  public let reference: RuleReference
  /// What the rule rests on.
  public let evidence: Evidence

  /// The fact that it states; nil if it states a rule.
  public var fact: ExplainedFact? {
    if case .fact(let fact) = reference { fact } else { nil }
  }

  /// The cause, with the rule and where that is from; what has happened needs none.
  public var description: String {
    if fact != nil { return statement }
    return "\(statement) (\(reference); \(evidence))"
  }

  /// The cause with the rule only.
  var brief: String { fact == nil ? "\(statement) (\(reference))" : statement }
}

extension Cause: Encodable {
  private enum Key: String, CodingKey { case depth, statement, rule }

  /// Encodes the cause, the rule in words, and what its evidence encodes.
  public func encode(to encoder: any Encoder) throws {
    try evidence.encode(to: encoder)
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(depth, forKey: .depth)
    try object.encode(statement, forKey: .statement)
    try object.encode(reference.description, forKey: .rule)
  }
}

/// Why something is so, down to the rule and its source.
public struct Explanation: Hashable, Sendable, Encodable, CustomStringConvertible {
  /// An event of the past that changed what was asked about.
  public struct Moment: Hashable, Sendable, Encodable {
    /// The time of the event, in seconds.
    public let seconds: Double
    /// The event in words, in which "it" is the app that was asked about.
    public let event: String
    /// The changes for the app, in such words; empty if the event says them.
    public let changes: [String]
    /// The place among all moments of the app.
    let place: Int

    private enum CodingKeys: String, CodingKey { case seconds, event, changes }

    /// What happened and what it changed, in words.
    public var statement: String {
      changes.isEmpty ? event : "\(event): \(changes.joined(separator: ", "))"
    }
  }

  /// The name of the app that was asked about.
  public let app: String
  /// What was asked.
  public let question: ExplainedQuestion
  /// The events that led to the verdict, the earliest first; empty without a `SessionHistory`.
  public let story: [Moment]
  /// What is so, such as "music is silent".
  public let verdict: String
  /// Why, from the nearest cause to the furthest: each is followed by its own causes, one deeper.
  public let causes: [Cause]

  /// The verdict and the causes, each a line of its own, indented by its depth.
  public var lines: [String] { lines(withSources: true) }

  /// The verdict and the causes, each a line of its own, indented by its depth.
  ///
  /// - Parameter withSources: whether a cause names what its rule rests on, or the rule only.
  /// - Returns: the lines.
  public func lines(withSources: Bool) -> [String] {
    [verdict]
      + causes.map { cause in
        String(repeating: "  ", count: cause.depth + 1)
          + "because \(withSources ? cause.description : cause.brief)"
      }
  }

  /// The stories of several answers about one app as one: every moment once, the earliest first.
  public static func story(of explanations: [Explanation]) -> [Moment] {
    let all = Dictionary(grouping: explanations.flatMap(\.story), by: \.place)
    return all.sorted { $0.key < $1.key }.compactMap { place, moments in
      guard let first = moments.first else { return nil }
      let changes = moments.dropFirst().flatMap(\.changes).reduce(into: first.changes) {
        if !$0.contains($1) { $0.append($1) }
      }
      return Moment(
        seconds: first.seconds, event: first.event, changes: changes, place: place)
    }
  }

  /// The lines as one text.
  public var description: String { lines.joined(separator: "\n") }
}

extension Phone {
  /// Explains something about an app in the present state.
  ///
  /// The answer is found by the functions that decide, so that it cannot disagree with them.
  ///
  /// - Parameters:
  ///   - question: what is asked.
  ///   - app: about which app.
  ///   - layerVolume: the factor by which the app multiplies its own sound, of which a phone knows nothing;
  ///     clamped to 0...1, and 0 for NaN.
  ///   - history: what has happened to it; without one, or with that of a phone without the app, the
  ///     explanation says what may have happened.
  /// - Returns: what is so, and why.
  /// - Precondition: `app` is one of the phone's.
  public func explain(
    _ question: ExplainedQuestion, for app: AppID, layerVolume: Double = 1,
    after history: SessionHistory? = nil
  ) -> Explanation {
    var explainer = Explainer(
      phone: self, subject: app, layerVolume: min(max(0, layerVolume), 1), history: history)
    let verdict =
      switch question {
      case .audible: explainer.explainAudibility()
      case .ducked: explainer.explainDucking()
      case .interrupted: explainer.explainInterruption()
      case .gain: explainer.explainGain()
      case .route: explainer.explainRoute()
      case .activation: explainer.explainActivation()
      case .haptic: explainer.explainHaptic()
      case .prompts: explainer.explainPrompts()
      case .nowPlaying: explainer.explainNowPlaying()
      case .remote: explainer.explainRemote()
      case .hint: explainer.explainHint()
      case .systemSound, .alertSound, .vibration, .keyClick, .notificationSound, .ringtone, .alarm:
        explainer.explainSystemSound(question.sound ?? .uiFeedback)
      }
    return Explanation(
      app: name(of: app), question: question, story: explainer.story(of: question),
      verdict: verdict, causes: explainer.causes)
  }
}

/// What a cause rests on.
public enum RuleReference: Hashable, Sendable, CustomStringConvertible {
  /// One of the rules.
  case rule(SessionRule)
  /// The row of a category.
  case category(SessionCategory)
  /// The row of a kind of sound that goes through no session.
  case sound(SoundClass)
  /// A step of the activation check.
  case check(ActivationCheck)
  /// A row of the interruptor table.
  case interruptor(Interruptor)
  /// The table of who may answer a remote command.
  case remote
  /// An option of the policy.
  case option(PolicyOption)
  /// A fact: what has happened, or is so.
  case fact(ExplainedFact)

  /// The name of the reference and where it is printed, such as `rule R4` or `policy option
  /// ambientDuck`.
  ///
  /// Rows of the categories are counted from 1; audio processing, which that table leaves out, would
  /// be the one after the last.
  public var description: String {
    switch self {
    case .rule(let rule): "rule \(rule.name)"
    case .category(let category):
      "row \((Self.categories.firstIndex(of: category) ?? 0) + 1) of the categories"
    case .sound(let sound): "row '\(sound.words)' of the sounds"
    case .check(let check): "step '\(check.rawValue)' of the activation"
    case .interruptor(let interruptor): "interruptor \(interruptor.name)"
    case .remote: "table remote"
    case .option(let option): "policy option \(option.key)"
    case .fact: "a fact"
    }
  }

  private static let categories = Phone.tabledCategories + [.audioProcessing]

  /// What that rests on.
  var evidence: Evidence {
    switch self {
    case .rule(let rule): rule.evidence
    case .category(let category): category.row.evidence
    case .sound(let sound): sound.evidence.silentSwitch
    case .check(let check): check.evidence
    case .interruptor(let interruptor): interruptor.evidence.victims
    case .remote: RemoteRow.rows.first?.evidence ?? Evidence(.ours())
    case .option(let option): option.evidence
    case .fact: .happened
    }
  }
}

extension Evidence {
  /// What a fact rests on.
  static let happened = Evidence(Citation(.event, "what has happened"))
}
