internal import AudioSession
internal import TextFormats

/// Reads the steps.
extension ScenarioReader {
  /// The latest time in a scenario, in seconds.
  ///
  /// Our choice: ten years, which a virtual clock passes immediately.
  package static let longest = 315_360_000.0

  /// The name in messages for an actor that is an app.
  static let appActor = "an app"

  mutating func steps(_ node: YAMLNode) -> [ScenarioStep] {
    guard let items = list(node, "steps") else { return [] }
    var steps: [ScenarioStep] = []
    steps.reserveCapacity(items.count)
    var time = 0.0
    for item in items {
      if let step = step(item, time: &time) { steps.append(step) }
    }
    return steps
  }

  /// Reads one step that does not state a time, for a scenario with these apps.
  mutating func step(_ node: YAMLNode, apps: [String]) -> ScenarioStep? {
    self.apps = apps
    var time = 0.0
    return step(node, time: &time)
  }

  private mutating func step(_ node: YAMLNode, time: inout Double) -> ScenarioStep? {
    guard case .mapping(let entries) = node.content else {
      report(node.place, .wrongType, "a step must be a map such as 'music: play', not \(node.kind)")
      return nil
    }
    if let at = entries.first(where: { $0.key == "at" }) { advance(&time, to: at.value) }
    let failure = entries.first { $0.key == "fails" }
    let fails = failure.flatMap { error($0.value) }
    let actors = entries.filter { $0.key != "at" && $0.key != "fails" }
    guard let entry = actors.first else {
      // A step with only a time.
      if failure == nil, !entries.isEmpty {
        return ScenarioStep(time: time, .pass(seconds: 0), words: "", place: node.place)
      }
      report(
        node.place, .missing,
        "a step needs an actor and its action, such as 'music: play', or 'expect'")
      return nil
    }
    for other in actors.dropFirst() {
      report(
        other.place, .unknownKey,
        "a step can have only one actor; this step already has '\(entry.key)'")
    }
    guard let content = content(entry, fails: fails, at: time) else { return nil }
    if case .pass(let seconds) = content { time = min(time + seconds, Self.longest) }
    if let failure {
      guard case .app = content else {
        report(failure.place, .unknownKey, "only the action of an app can fail")
        return nil
      }
    }
    let words = "\(entry.key): \(entry.value.oneLine)"
    return ScenarioStep(time: time, content, words: words, place: node.place)
  }

  private mutating func advance(_ time: inout Double, to node: YAMLNode) {
    guard let at = number(node, "at", in: 0...Self.longest) else { return }
    if at < time {
      report(
        node.place, .timeOrder,
        "'at' is \(at.shortest), which is before the previous step at \(time.shortest)")
    }
    time = max(time, at)
  }

  /// Reads the action in a line of a trace.
  mutating func tracedStep(_ node: YAMLNode) -> ScenarioStep.Content? {
    if SystemActor(rawValue: actor) == nil, app(named: actor, node.place) == nil { return nil }
    return content(YAMLNode.Entry(key: actor, place: node.place, value: node), fails: nil, at: 0)
  }

  /// Returns the app with this name.
  ///
  /// In a trace, an unknown name is a new app.
  mutating func app(named name: String, _ place: SourceLocation) -> AppID? {
    if let index = apps.firstIndex(of: name) { return AppID(index) }
    if isTrace, apps.count < AppID.limit {
      apps.append(name)
      return AppID(apps.count - 1)
    }
    reportUnknown(name, place, .unknownWord, "app", among: apps)
    return nil
  }

  private mutating func content(
    _ entry: YAMLNode.Entry, fails: SessionErrorCode?, at time: Double
  ) -> ScenarioStep.Content? {
    let value = entry.value
    if let index = apps.firstIndex(of: entry.key) {
      return act(value, of: Self.appActor, among: AppVerbs.all, apps: apps)
        .map { .app(AppID(index), $0, fails: fails) }
    }
    if entry.key == "expect" {
      return expectation(value, at: time).map { .expect($0) }
    }
    if let actor = SystemActor(rawValue: entry.key) {
      return act(value, of: entry.key, among: actor.verbs, apps: apps)
    }
    reportUnknown(
      entry.key, entry.place, .unknownActor, "actor",
      among: apps + SystemActor.allCases.map(\.rawValue) + ["expect"])
    return nil
  }
}

extension YAMLNode {
  /// The value on one line, for traces.
  var oneLine: String {
    switch content {
    case .scalar(let text, _): text
    case .sequence(let items): "[" + items.map(\.oneLine).joined(separator: ", ") + "]"
    case .mapping(let entries):
      entries.map { "\($0.key): \($0.value.oneLine)" }.joined(separator: ", ")
    }
  }
}
