internal import AudioSession
internal import TextFormats

/// The steps.
extension ScenarioReader {
  /// The longest time of a scenario, in seconds.
  ///
  /// Our choice: ten years; a virtual clock passes them at once.
  static let longest = 315_360_000.0

  mutating func steps(_ node: YAMLNode, apps: [String]) -> [ScenarioStep] {
    guard let items = list(node, "steps") else { return [] }
    var steps: [ScenarioStep] = []
    steps.reserveCapacity(items.count)
    var time = 0.0
    for item in items {
      if let step = step(item, apps: apps, time: &time) { steps.append(step) }
    }
    return steps
  }

  /// One step that says no time.
  mutating func step(_ node: YAMLNode, apps: [String]) -> ScenarioStep? {
    var time = 0.0
    return step(node, apps: apps, time: &time)
  }

  private mutating func step(
    _ node: YAMLNode, apps: [String], time: inout Double
  ) -> ScenarioStep? {
    guard case .mapping(let entries) = node.content else {
      report(node.place, .wrongType, "a step is a map such as 'music: play', not \(node.kind)")
      return nil
    }
    var fails: SessionErrorCode?
    var failsPlace: SourceLocation?
    var actors: [YAMLNode.Entry] = []
    for entry in entries {
      switch entry.key {
      case "at":
        guard let at = number(entry.value, "at", in: 0...Self.longest) else { continue }
        if at < time {
          report(
            entry.value.place, .timeOrder,
            "at is \(at.shortest), before the step before, which is at \(time.shortest)")
        }
        time = max(time, at)
      case "fails":
        fails = choice(entry.value, "error", Vocabulary.errors)
        failsPlace = entry.place
      default: actors.append(entry)
      }
    }
    guard let entry = actors.first else {
      // A step that only tells the time.
      if failsPlace == nil, !entries.isEmpty {
        return ScenarioStep(time: time, .pass, words: "", place: node.place)
      }
      report(node.place, .missing, "a step has an actor such as 'music: play', or 'expect'")
      return nil
    }
    for other in actors.dropFirst() {
      report(other.place, .unknownKey, "a step has one actor; '\(entry.key)' is there already")
    }
    guard let content = content(entry, fails: fails, apps: apps, time: &time) else { return nil }
    if let failsPlace {
      guard case .app = content else {
        report(failsPlace, .unknownKey, "only what an app does can fail")
        return nil
      }
    }
    let words = "\(entry.key): \(entry.value.oneLine)"
    return ScenarioStep(time: time, content, words: words, place: node.place)
  }

  private mutating func content(
    _ entry: YAMLNode.Entry, fails: SessionErrorCode?, apps: [String], time: inout Double
  ) -> ScenarioStep.Content? {
    let value = entry.value
    if let index = apps.firstIndex(of: entry.key) {
      return action(value).map { .app(AppID(index), $0, fails: fails) }
    }
    if entry.key == "expect" { return expectation(value, apps: apps).map { .expect($0) } }
    if entry.key == "device" { return deviceStep(value) }
    if entry.key == "time" { return pass(value, time: &time) }
    if entry.key == SystemActor.notification.rawValue, case .mapping = value.content {
      return notification(value, apps)
    }
    if let actor = SystemActor(rawValue: entry.key) {
      return event(value, of: actor, apps: apps).map { .event($0) }
    }
    reportUnknown(
      entry.key, entry.place, .unknownActor, "actor",
      among: apps + SystemActor.allCases.map(\.rawValue) + ["device", "time", "expect"])
    return nil
  }

  private mutating func pass(_ node: YAMLNode, time: inout Double) -> ScenarioStep.Content? {
    guard let (_, argument) = verb(node, of: "time", among: [], with: ["pass"]), let argument,
      let seconds = number(argument, "pass", in: 0...Self.longest)
    else { return nil }
    time = min(time + seconds, Self.longest)
    return .pass
  }

  /// The verb of a step and its argument, or nil if it has none: one of the `plain` verbs, which
  /// take no argument, or of the `arguing` ones, which do.
  mutating func verb(
    _ node: YAMLNode, of actor: String, among plain: [String], with arguing: [String]
  ) -> (verb: String, argument: YAMLNode?)? {
    switch node.content {
    case .scalar(let word, _):
      if plain.contains(word) { return (word, nil) }
      if arguing.contains(word) {
        report(node.place, .missing, "'\(word)' needs an argument: {\(word): ...}")
        return nil
      }
      reportUnknown(
        word, node.place, .unknownVerb, "verb of \(actor)", among: plain + arguing)
      return nil
    case .sequence:
      report(node.place, .wrongType, "\(actor) does one thing in a step, not \(node.kind)")
      return nil
    case .mapping(let entries):
      guard let entry = entries.first, entries.count == 1 else {
        report(node.place, .wrongType, "\(actor) does one thing in a step, not \(entries.count)")
        return nil
      }
      if arguing.contains(entry.key) { return (entry.key, entry.value) }
      if plain.contains(entry.key) {
        report(entry.place, .unknownKey, "'\(entry.key)' takes no argument")
        return nil
      }
      reportUnknown(
        entry.key, entry.place, .unknownVerb, "verb of \(actor)", among: plain + arguing)
      return nil
    }
  }

  private mutating func event(
    _ node: YAMLNode, of actor: SystemActor, apps: [String]
  ) -> SessionEvent? {
    let plain = actor.verbs
    let names = plain.map(\.0)
    let arguing = actor.arguingVerbs
    guard case .mapping = node.content else {
      guard let (verb, _) = verb(node, of: actor.rawValue, among: names, with: []) else {
        return nil
      }
      return plain.first { $0.0 == verb }?.1
    }
    let found = verb(
      node, of: actor.rawValue, among: names.filter { !arguing.contains($0) }, with: arguing)
    guard let (verb, argument) = found, let argument else { return nil }
    switch (actor, verb) {
    case (.phone, "ring"): return ring(argument, apps)
    default: return end(argument, of: actor, verb, apps)
    }
  }

  private mutating func ring(_ node: YAMLNode, _ apps: [String]) -> SessionEvent? {
    guard let entry = entries(node, "ring", keys: ["app"])?.first else { return nil }
    return app(entry.value, apps).map { .callRang(.app($0)) }
  }

  private mutating func notification(
    _ node: YAMLNode, _ apps: [String]
  ) -> ScenarioStep.Content? {
    let found = verb(node, of: "notification", among: [], with: ["deliver"])
    guard let argument = found?.argument else { return nil }
    var app: AppID?
    var hasSound = true
    var about: String?
    for entry in entries(argument, "deliver", keys: ["app", "sound", "about"]) ?? [] {
      switch entry.key {
      case "app": app = self.app(entry.value, apps)
      case "sound": hasSound = truth(entry.value, "sound") ?? true
      default: about = word(entry.value, "about")
      }
    }
    return .notification(app, hasSound: hasSound, about: about)
  }

  /// The end of what interrupts, with how those learn of it that were interrupted.
  private mutating func end(
    _ node: YAMLNode, of actor: SystemActor, _ verb: String, _ apps: [String]
  ) -> SessionEvent? {
    let keys = actor == .siri ? ["interruption", "startedPlaybackIn"] : ["interruption"]
    guard let entries = entries(node, verb, keys: keys), !entries.isEmpty else { return nil }
    var end: InterruptionEnd?
    var started: AppID?
    for entry in entries {
      switch entry.key {
      case "interruption":
        end = choice(
          entry.value, "end of an interruption", InterruptionEnd.allCases.map { ("\($0)", $0) })
      default: started = app(entry.value, apps)
      }
    }
    return actor.end(verb, end ?? (started == nil ? .resumable : .notResumable), started)
  }

  private mutating func app(_ node: YAMLNode, _ apps: [String]) -> AppID? {
    choice(node, "app", apps.enumerated().map { ($1, AppID($0)) })
  }
}

extension YAMLNode {
  /// The value in one line, for traces.
  var oneLine: String {
    switch content {
    case .scalar(let text, _): text
    case .sequence(let items): "[" + items.map(\.oneLine).joined(separator: ", ") + "]"
    case .mapping(let entries):
      entries.map { "\($0.key): \($0.value.oneLine)" }.joined(separator: ", ")
    }
  }
}
