internal import AudioSession

/// Collects the causes of one verdict, from the nearest to the furthest.
///
/// A cause that was already stated is not repeated, nor are the causes of that cause.
struct Explainer {
  let phone: Phone
  /// The app that the question is about, called "it".
  let subject: AppID
  /// The factor in 0...1 by which the app multiplies its own sound.
  let layerVolume: Double
  /// The app's history; nil if it is not known.
  let history: SessionHistory.App?
  /// The direction of sound that the question is about.
  let direction: IODirection
  private(set) var causes: [Cause] = []
  private var depth = 0

  init(
    phone: Phone, subject: AppID, direction: IODirection = .output, layerVolume: Double = 1,
    history: SessionHistory? = nil
  ) {
    self.direction = direction
    self.phone = phone
    self.subject = subject
    self.layerVolume = layerVolume
    self.history = history?[subject]
  }

  var state: PhoneState { phone.state }
  var policy: AudioPolicy { phone.policy }
  var device: DeviceState { state.device }
  var session: AppState { state[subject] }
  var category: SessionCategory { session.configuration.category }

  /// The name of the app that the question is about.
  var subjectName: String { phone.name(of: subject) }

  /// Returns the name of an app in a cause.
  func name(of app: AppID) -> String { app == subject ? "it" : phone.name(of: app) }

  /// Returns the possessive form of an app's name in a cause.
  func whose(_ app: AppID) -> String { app == subject ? "its" : whoseByName(app) }

  /// Returns an app's name in the possessive form.
  func whoseByName(_ app: AppID) -> String { phone.possessiveName(of: app) }

  /// Adds a cause.
  ///
  /// The closure adds the causes of that cause.
  mutating func because(
    _ statement: String, _ reference: RuleReference, _ evidence: Evidence? = nil,
    since further: (inout Explainer) -> Void = { _ in }
  ) {
    guard !causes.contains(where: { $0.statement == statement }) else { return }
    causes.append(
      Cause(
        depth: depth, statement: statement, reference: reference,
        evidence: evidence ?? reference.evidence))
    depth += 1
    further(&self)
    depth -= 1
  }

  /// Adds a rule as a cause, in the rule's own words.
  mutating func because(_ rule: SessionRule) { because(rule.statement, .rule(rule)) }

  /// Adds a fact as a cause.
  ///
  /// The closure adds the causes of that fact.
  mutating func because(
    _ fact: ExplainedFact, _ evidence: Evidence? = nil,
    since further: (inout Explainer) -> Void = { _ in }
  ) {
    because(words(for: fact), .fact(fact), evidence, since: further)
  }

  /// Adds the value of a policy option as a cause, in words.
  mutating func because(_ option: PartialKeyPath<AudioPolicy>, is answer: String) {
    because(answer, .option(PolicyOption[option]))
  }

  /// Adds that an app is not in the foreground.
  mutating func becauseOfLifecycle(
    of app: AppID, since further: (inout Explainer) -> Void = { _ in }
  ) {
    because(.lifecycle(app, state[app].lifecycle)) { explainer in
      if explainer.device.isLocked, explainer.state[app].returnsAtUnlock {
        explainer.because(.screenIsLocked)
      }
      further(&explainer)
    }
  }

  /// Formats a number that is at least 0, with at most four decimals.
  func number(_ value: Double) -> String {
    let tenThousandths = Int(value * 10_000 + 0.5)
    let whole = Double(tenThousandths) / 10_000
    return tenThousandths % 10_000 == 0 ? "\(tenThousandths / 10_000)" : "\(whole)"
  }
}
