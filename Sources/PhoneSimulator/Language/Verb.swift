internal import AudioSession
internal import TextFormats

/// One thing that an actor of a scenario can do, in one form: without an argument, or with one.
///
/// The row is all that the language knows of it. The reader, the trace, random steps, events as steps
/// and the table of verbs on the language's page go through the rows; none of them knows a verb
/// by its name. Rows for apps are in `AppVerbs`, those for all others in `SystemActor`.
struct Verb<Act: Hashable & Sendable>: Sendable {
  /// The verb.
  let name: String
  /// How the page writes its argument, such as `{duration: SECONDS}`; nil for a verb without one.
  let argument: String?
  /// What a schema lets its argument be; nil for a verb without one.
  let shape: DocumentShape?
  /// What the page says beside it.
  let note: String?
  /// Arguments as scenarios write them, the steps of fuzz runs; `APP` in them is any app.
  let examples: [String]
  /// The random steps that it is among; nil for none.
  let fuzz: FuzzGroup?
  /// How many times it is among them.
  let weight: Int
  /// What it is, if it takes no argument.
  let plain: Act?
  /// Reads what it is with an argument; nil, and a problem, where that is something else.
  let read: @Sendable (_ reader: inout ScenarioReader, _ node: YAMLNode, _ apps: [String]) -> Act?
  /// How `Act` is described, or nil if that is another verb's.
  let wording: @Sendable (Act, AppNames) -> Wording?

  /// A verb without an argument.
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

  /// A verb with an argument.
  ///
  /// - Parameters:
  ///   - name: the verb.
  ///   - argument: how its argument is read and written.
  ///   - make: what it is with an argument.
  ///   - value: the argument with which it is that, or nil if that is another verb's.
  ///   - narration: what the trace says of it.
  ///   - fuzz: the random steps that it is among; nil for none.
  ///   - examples: arguments as scenarios write them; at least one.
  ///   - note: what the page says beside it.
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

  /// A verb whose argument is one of some words, all of which are its examples.
  init<Value>(
    _ name: String, _ argument: Argument<Value>, is make: @escaping @Sendable (Value) -> Act,
    says narration: @escaping @Sendable (Value) -> String, fuzz: FuzzGroup?, note: String? = nil
  ) {
    self.init(
      name, argument, is: make, from: { act in argument.values.first { make($0) == act } },
      says: { value, _ in narration(value) }, fuzz: fuzz,
      examples: argument.values.map { argument.write($0, AppNames(all: [])) }, note: note)
  }

  /// The verb as the steps of a fuzz run have it, for apps that are called `apps`: those for each of
  /// them, and those that are the same for all.
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

/// An act in words.
struct Wording: Hashable, Sendable {
  /// As a scenario has it after the actor, such as `play` or `{play: {duration: 2}}`.
  let step: String
  /// As it is read aloud after the actor's name.
  let narration: String
}

/// What apps are called.
struct AppNames: Sendable {
  /// The names, in the apps' order.
  let all: [String]

  /// What an app is called; its number, if it has no name.
  subscript(app: AppID) -> String {
    all.indices.contains(app.index) ? all[app.index] : "app\(app.index + 1)"
  }
}

/// Random steps of one kind: every group is as likely as any other, however many steps it has.
enum FuzzGroup: Hashable, Sendable, CaseIterable {
  /// Those of an app with its session.
  case session
  /// Those that begin and end an app's time in front.
  case lifecycle
  /// Everything else of an app.
  case other
  /// Those of one actor.
  case actor
  /// The same, and more often: what goes on ends sooner than it begins, for while it goes on, little
  /// else can happen.
  case ending
  /// Those of all actors that are about apps, or say how something ends.
  case special
  /// Those of the device.
  case device
  /// A group of its own for this verb.
  case alone
}

extension ScenarioReader {
  /// What an actor does: one of `verbs`.
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
      report(node.place, .wrongType, "\(actor) does one thing in a step, not \(node.kind)")
    case .mapping(let entries):
      let isKnown = verbs.contains { $0.name == entries.first?.key }
      guard let entry = entries.first, entries.count == 1 || !isKnown else {
        report(node.place, .wrongType, "\(actor) does one thing in a step, not \(entries.count)")
        return nil
      }
      return act(entry, of: actor, among: verbs, apps: apps)
    }
    return nil
  }

  /// What an actor does by a verb with an argument.
  private mutating func act<Act>(
    _ entry: YAMLNode.Entry, of actor: String, among verbs: [Verb<Act>], apps: [String]
  ) -> Act? {
    let rows = verbs.filter { $0.name == entry.key }
    if let verb = rows.first(where: { $0.argument != nil }), let form = verb.argument {
      let known = problems.count
      let act = verb.read(&self, entry.value, apps)
      // A step is never left out without a word, whatever its argument takes for one.
      if act == nil, problems.count == known {
        report(entry.value.place, .missing, "'\(entry.key)' takes \(form); this one is empty")
      }
      return act
    }
    if rows.isEmpty {
      reportUnknownVerb(entry.key, entry.place, of: actor, among: verbs)
    } else {
      report(entry.place, .unknownKey, "'\(entry.key)' takes no argument")
    }
    return nil
  }

  private mutating func reportUnknownVerb<Act>(
    _ written: String, _ place: SourceLocation, of actor: String, among verbs: [Verb<Act>]
  ) {
    // A verb has two rows if it can be with an argument and without.
    var names: [String] = []
    for verb in verbs where !names.contains(verb.name) { names.append(verb.name) }
    if WordMeaning.question(for: written, among: names, Self.meanings) == nil,
      let owner = Self.owner(of: written, besides: actor)
    {
      report(
        place, .unknownVerb,
        "unknown verb of \(actor) '\(written.prefix(64))'; did you mean '\(owner): \(written)'?")
    } else {
      reportUnknown(written, place, .unknownVerb, "verb of \(actor)", among: names)
    }
  }

  /// Another actor of which `verb` is a verb without an argument, if there is only one.
  private static func owner(of verb: String, besides actor: String) -> String? {
    let owners = SystemActor.allCases.filter { owner in
      owner.rawValue != actor
        && owner.verbs.contains { $0.name == verb && $0.argument == nil }
    }
    return owners.count == 1 ? owners.first?.rawValue : nil
  }
}
