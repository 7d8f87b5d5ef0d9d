public import AudioSession

/// A question about an app that can be explained.
public enum ExplainedQuestion: String, Hashable, Sendable, CaseIterable, Encodable {
  /// Why the app is or is not heard.
  case audible
  /// Why the app is recording or not.
  case recording
  /// Why the app is ducked or not.
  case ducked
  /// Why the app is interrupted or not.
  case interrupted
  /// Which factors make up the app's gain.
  case gain
  /// What decides the app's route.
  case route
  /// Whether the app could be activated now.
  case activation
  /// Whether a haptic that the app requests would be played.
  case haptic
  /// The prompts that the app may play.
  case prompts
  /// Which app is Now Playing.
  case nowPlaying
  /// Which app a remote command reaches.
  case remote
  /// The value of `secondaryAudioShouldBeSilencedHint`.
  case hint
  /// Whether a system sound of the app would play: `AudioServicesPlaySystemSound`.
  case systemSound
  /// Whether an alert sound of the app would play: `AudioServicesPlayAlertSound`.
  case alertSound
  /// Whether a vibration would be played: `kSystemSoundID_Vibrate`.
  case vibration
  /// Whether a key click of the app would play: `UIDevice.playInputClick`.
  case keyClick
  /// Whether the sound of one of the app's notifications would play.
  case notificationSound
  /// Whether the ringtone would play if a call came in.
  case ringtone
  /// Whether a clock alarm would play if it went off.
  case alarm
}

/// One link in a chain of causes.
public struct Cause: Hashable, Sendable, CustomStringConvertible {
  /// The depth in the chain: 0 for a direct cause of the verdict, 1 for a cause of a direct cause.
  public let depth: Int
  /// The cause in words, in which "it" is the app that the question is about.
  public let statement: String
  /// The rule that the cause follows from.
  public let reference: RuleReference
  /// The evidence for the rule.
  public let evidence: Evidence

  /// The fact that the cause states; nil if the cause states a rule.
  public var fact: ExplainedFact? {
    if case .fact(let fact) = reference { fact } else { nil }
  }

  /// The cause, with its rule and the rule's evidence.
  ///
  /// A fact is printed without them.
  public var description: String {
    if fact != nil { return statement }
    return "\(statement) (\(reference); \(evidence))"
  }

  /// The cause with its rule, without the evidence.
  var brief: String { fact == nil ? "\(statement) (\(reference))" : statement }
}

extension Cause: Encodable {
  private enum Key: String, CodingKey { case depth, statement, rule }

  /// Encodes the cause, the rule in words, and the evidence.
  public func encode(to encoder: any Encoder) throws {
    try evidence.encode(to: encoder)
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(depth, forKey: .depth)
    try object.encode(statement, forKey: .statement)
    try object.encode(reference.description, forKey: .rule)
  }
}

/// An answer with its causes, down to the rules and their sources.
public struct Explanation: Hashable, Sendable, Encodable, CustomStringConvertible {
  /// An earlier event that is relevant to the answer.
  public struct Moment: Hashable, Sendable, Encodable {
    /// The time of the event, in seconds.
    public let seconds: Double
    /// The event in words, in which "it" is the app that the question is about.
    public let event: String
    /// The changes for the app, also in words; empty if the event already expresses them.
    public let changes: [String]
    /// The index among all moments of the app.
    let place: Int

    private enum CodingKeys: String, CodingKey { case seconds, event, changes }

    /// The event and its changes, in words.
    public var statement: String {
      changes.isEmpty ? event : "\(event): \(changes.joined(separator: ", "))"
    }
  }

  /// The name of the app that the question is about.
  public let app: String
  /// The question.
  public let question: ExplainedQuestion
  /// The events that led to the verdict, the earliest first; empty without a `SessionHistory`.
  public let story: [Moment]
  /// The answer, such as "music is silent".
  public let verdict: String
  /// The causes, from the nearest to the furthest.
  ///
  /// Each cause is followed by its own causes, one level deeper.
  public let causes: [Cause]

  /// The verdict and the causes, one per line, indented by depth.
  public var lines: [String] { lines(withSources: true) }

  /// Returns the verdict and the causes, one per line, indented by depth.
  ///
  /// - Parameter withSources: Whether a cause names the evidence for its rule, or only the rule.
  /// - Returns: The lines.
  public func lines(withSources: Bool) -> [String] {
    [verdict]
      + causes.map { cause in
        String(repeating: "  ", count: cause.depth + 1)
          + "because \(withSources ? cause.description : cause.brief)"
      }
  }

  /// Merges the events that led to several answers about one app.
  ///
  /// Each event appears once, earliest first.
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

  /// The lines, joined into one text.
  public var description: String { lines.joined(separator: "\n") }
}

extension Phone {
  /// Answers a question about an app in the present state.
  ///
  /// The same functions make the simulator's decisions and find the answer, so the answer cannot contradict the
  /// decisions.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - app: The app that the question is about.
  ///   - layerVolume: The factor by which the app multiplies its own sound, which the phone does not know;
  ///     clamped to 0...1. NaN is treated as 0.
  ///   - history: The history of the apps. Without a history, or if the history's phone does not have the app,
  ///     the explanation lists possible causes.
  /// - Returns: The answer and its causes.
  /// - Precondition: `app` is one of the phone's apps.
  public func explain(
    _ question: ExplainedQuestion, for app: AppID, layerVolume: Double = 1,
    after history: SessionHistory? = nil
  ) -> Explanation {
    var explainer = Explainer(
      phone: self, subject: app, direction: question == .recording ? .input : .output,
      layerVolume: min(max(0, layerVolume), 1), history: history)
    let verdict =
      switch question {
      case .audible: explainer.explainAudibility()
      case .recording: explainer.explainRecording()
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

/// The reference that a cause is based on.
public enum RuleReference: Hashable, Sendable, CustomStringConvertible {
  /// One of the rules.
  case rule(SessionRule)
  /// A category's row in the category table.
  case category(SessionCategory)
  /// The table row for a kind of sound that bypasses sessions.
  case sound(SoundClass)
  /// A step of the activation check.
  case check(ActivationCheck)
  /// A row of the interruptor table.
  case interruptor(Interruptor)
  /// The table of the apps that may respond to a remote command.
  case remote
  /// An option of the policy.
  case option(PolicyOption)
  /// A fact: an event that has happened, or a present condition.
  case fact(ExplainedFact)

  /// The kind and the name of the reference, such as `rule R4` or `policy option ambientDuck`.
  ///
  /// The rows of the category table are numbered from 1. The table omits audio processing, which would follow the
  /// last row.
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

  /// The evidence for the reference.
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
  /// The evidence for a fact.
  static let happened = Evidence(Citation(.event, "what has happened"))
}
