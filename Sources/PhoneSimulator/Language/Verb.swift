internal import AudioSession
internal import TextFormats

/// A verb of a scenario's actor in one form: with or without an argument.
///
/// The reader, the trace, random steps, events written as steps and the table of verbs on the language's page iterate
/// over these rows. None of them refers to a verb by its name. The rows for apps are in `AppVerbs`, all others in
/// `SystemActor`.
struct Verb<Act: Hashable & Sendable>: Sendable {
  let name: String
  /// The argument in the page's notation, such as `{duration: SECONDS}`; nil for a verb without an argument.
  let argument: String?
  /// The argument's shape for schemas; nil for a verb without an argument.
  let shape: DocumentShape?
  /// A note for the page.
  let note: String?
  /// Arguments as written in scenarios, also used for random steps; `APP` stands for any app.
  let examples: [String]
  /// The group of random steps to which the verb belongs; nil if it is not used in random steps.
  let fuzz: FuzzGroup?
  /// How often the verb occurs in its group.
  ///
  /// A higher number makes its random steps more likely.
  let weight: Int
  /// The action, for a verb without an argument.
  let plain: Act?
  /// Reads the action with its argument.
  ///
  /// If the argument is not valid, reports a problem and returns nil.
  let read: @Sendable (_ reader: inout ScenarioReader, _ node: YAMLNode, _ apps: [String]) -> Act?
  /// Returns the words for an action, or nil if the action belongs to another verb.
  let wording: @Sendable (Act, AppNames) -> Wording?

  /// Creates a verb without an argument.
  init(
    _ name: String, _ act: Act, fuzz: FuzzGroup?, weight: Int = 1, says narration: String
  ) {
    self.name = name
    (argument, shape) = (nil, nil)
    note = nil
    examples = []
    self.fuzz = fuzz
    self.weight = weight
    plain = act
    read = { _, _, _ in act }
    let wording = Wording(step: name, narration: narration)
    self.wording = { other, _ in other == act ? wording : nil }
  }

  /// Creates a verb with an argument.
  ///
  /// - Parameters:
  ///   - name: the verb.
  ///   - argument: the reader and writer of the verb's argument.
  ///   - make: creates the action from the argument.
  ///   - value: returns the argument of an action, or nil if the action belongs to another verb.
  ///   - narration: returns the words in the trace.
  ///   - fuzz: the group of random steps to which the verb belongs; nil if it is not used in random steps.
  ///   - examples: arguments as written in scenarios; at least one.
  ///   - note: a note for the page.
  init<Value>(
    _ name: String, _ argument: Argument<Value>, is make: @escaping @Sendable (Value) -> Act,
    from value: @escaping @Sendable (Act) -> Value?,
    says narration: @escaping @Sendable (Value, AppNames) -> String, fuzz: FuzzGroup?,
    examples: [String], note: String? = nil
  ) {
    self.name = name
    (self.argument, shape) = (argument.form, argument.value.shape)
    self.note = note
    self.examples = examples
    self.fuzz = fuzz
    weight = 1
    plain = nil
    read = { reader, node, _ in argument.value.read(&reader, node, name).map(make) }
    wording = { act, names in
      value(act).map {
        Wording(
          step: "{\(name): \(argument.write($0, names))}", narration: narration($0, names))
      }
    }
  }

  /// Creates a verb whose argument is a choice of words, all of which are used as examples.
  init<Value>(
    _ name: String, _ argument: Argument<Value>, is make: @escaping @Sendable (Value) -> Act,
    says narration: @escaping @Sendable (Value) -> String, fuzz: FuzzGroup?, note: String? = nil
  ) {
    self.init(
      name, argument, is: make, from: { act in argument.values.first { make($0) == act } },
      says: { value, _ in narration(value) }, fuzz: fuzz,
      examples: argument.values.map { argument.write($0, AppNames(all: [])) }, note: note)
  }

  /// Returns the verb's random steps for apps named `apps`: the steps for each app, and the steps that are the same for
  /// all.
  func steps(apps: [String]) -> (forEach: [String], forAll: [String]) {
    if argument == nil { return ([], Array(repeating: name, count: weight)) }
    let named = examples.filter { $0.contains("APP") }
    let others = examples.filter { !$0.contains("APP") }
    return (
      named.flatMap { example in
        apps.map { "{\(name): \(example.replacing("APP", with: $0))}" }
      }, others.map { "{\(name): \($0)}" }
    )
  }
}

/// The words for an action.
struct Wording: Hashable, Sendable {
  /// The notation after the actor in a scenario, such as `play` or `{play: {duration: 2}}`.
  let step: String
  /// A phrase that reads naturally after the actor's name.
  let narration: String
}

/// The names of apps.
struct AppNames: Sendable {
  /// The names, in the apps' order.
  let all: [String]

  /// The name of an app; `app` and its number if the app does not have a name.
  subscript(app: AppID) -> String {
    all.indices.contains(app.index) ? all[app.index] : "app\(app.index + 1)"
  }
}

/// A group of random steps.
///
/// All groups are equally likely, regardless of their number of steps.
enum FuzzGroup: Hashable, Sendable, CaseIterable {
  /// Steps in which an app uses its session.
  case session
  /// Steps that change an app's lifecycle.
  case lifecycle
  /// All other steps of an app.
  case other
  /// The steps of one actor.
  case actor
  /// Steps of one actor that are more likely, because they end events during which little else can happen.
  case ending
  /// Steps of any actor that refer to apps, or say how an interruption ends.
  case special
  /// The steps of the device.
  case device
  /// A group that contains only this verb.
  case alone
}

extension ScenarioReader {
  /// Reads the action of an actor, one of `verbs`.
  mutating func act<Act>(
    _ node: YAMLNode, of actor: String, among verbs: [Verb<Act>], apps: [String]
  ) -> Act? {
    switch node.content {
    case .scalar(let word, _):
      let rows = verbs.filter { $0.name == word }
      if let verb = rows.first(where: { $0.argument == nil }) { return verb.plain }
      if rows.isEmpty {
        reportUnknownVerb(word, node.place, of: actor, among: verbs)
      } else {
        report(node.place, .missing, "'\(word)' needs an argument: {\(word): ...}")
      }
    case .sequence:
      report(node.place, .wrongType, "a step of \(actor) must be a verb, not \(node.kind)")
    case .mapping(let entries):
      let isKnown = verbs.contains { $0.name == entries.first?.key }
      guard let entry = entries.first, entries.count == 1 || !isKnown else {
        report(
          node.place, .wrongType, "a step of \(actor) must have one verb, not \(entries.count)")
        return nil
      }
      return act(entry, of: actor, among: verbs, apps: apps)
    }
    return nil
  }

  /// Reads an actor's action, written as a verb with an argument.
  private mutating func act<Act>(
    _ entry: YAMLNode.Entry, of actor: String, among verbs: [Verb<Act>], apps: [String]
  ) -> Act? {
    let rows = verbs.filter { $0.name == entry.key }
    if let verb = rows.first(where: { $0.argument != nil }), let form = verb.argument {
      let known = problems.count
      let act = verb.read(&self, entry.value, apps)
      // A step that cannot be read must report a problem, even if an empty value is accepted.
      if act == nil, problems.count == known {
        report(entry.value.place, .missing, "'\(entry.key)' takes \(form), but its value is empty")
      }
      return act
    }
    if rows.isEmpty {
      reportUnknownVerb(entry.key, entry.place, of: actor, among: verbs)
    } else {
      report(entry.place, .unknownKey, "'\(entry.key)' does not take an argument")
    }
    return nil
  }

  private mutating func reportUnknownVerb<Act>(
    _ written: String, _ place: SourceLocation, of actor: String, among verbs: [Verb<Act>]
  ) {
    // A verb has two rows if its argument is optional.
    var names: [String] = []
    for verb in verbs where !names.contains(verb.name) { names.append(verb.name) }
    let head = "unknown verb of \(actor) '\(written.prefix(64))'"
    if let step = step(ofActor: written) {
      let kind = apps.contains(written) ? "an app" : "an actor"
      report(place, .unknownVerb, "\(head), which is \(kind); write '\(step)'")
      return
    }
    let steps = steps(withVerb: written, besides: actor)
    if steps.isEmpty
      || WordMeaning.question(for: written, among: names, Self.meanings) != nil
    {
      reportUnknown(written, place, .unknownVerb, "verb of \(actor)", among: names)
    } else {
      let question = steps.map { "'\($0)'" }.joined(separator: " or ")
      report(place, .unknownVerb, "\(head); did you mean \(question)?")
    }
  }

  /// Returns a step of the actor with this name; nil if there is no such actor.
  private func step(ofActor name: String) -> String? {
    if apps.contains(name) { return "\(name): play" }
    return SystemActor(rawValue: name).flatMap { actor in
      actor.verbs.first?.step(of: name, apps: apps)
    }
  }

  /// Returns a step of each other actor that has this verb.
  private func steps(withVerb name: String, besides actor: String) -> [String] {
    let app = apps.first ?? "APP"
    let ofApp = AppVerbs.all.first { $0.name == name && actor != Self.appActor }
    return [ofApp?.step(of: app, apps: apps)].compactMap(\.self)
      + SystemActor.allCases.filter { $0.rawValue != actor }.compactMap { owner in
        owner.verbs.first { $0.name == name }?.step(of: owner.rawValue, apps: apps)
      }
  }
}

extension Verb {
  /// Returns an example of a step with the verb.
  fileprivate func step(of actor: String, apps: [String]) -> String {
    guard let example = examples.first else { return "\(actor): \(name)" }
    let value = example.replacing("APP", with: apps.first ?? "APP")
    return "\(actor): { \(name): \(value) }"
  }
}
