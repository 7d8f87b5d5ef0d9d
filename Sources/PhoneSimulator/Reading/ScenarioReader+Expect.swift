internal import AudioSession
internal import TextFormats

/// What is expected.
extension ScenarioReader {
  /// Reads what is expected at `time`, in seconds.
  mutating func expectation(
    _ node: YAMLNode, apps: [String], at time: Double
  ) -> Expectation? {
    guard let entries = someEntries(node, "expect", keys: apps + ["device"]) else { return nil }
    var expectation = Expectation()
    expectation.words = node.oneLine
    for entry in entries {
      if let index = apps.firstIndex(of: entry.key) {
        var expected = AppExpectation(app: AppID(index), facts: [])
        expected.facts = facts(entry.value, of: entry.key, AppFacts.all, apps, more: ["since"])
        expected.since = since(in: entry.value, at: time)
        expectation.apps.append(expected)
      } else {
        expectation.device += facts(entry.value, of: "the device", DeviceFacts.all, apps)
      }
    }
    return expectation
  }

  private mutating func facts<Subject>(
    _ node: YAMLNode, of subject: String, _ rows: [FactRow<Subject>], _ apps: [String],
    more others: [String] = []
  ) -> [ExpectedFact] {
    let keys = rows.map(\.name) + others
    var facts: [ExpectedFact] = []
    for entry in someEntries(node, "what is expected of \(subject)", keys: keys) ?? [] {
      guard let row = rows.first(where: { $0.name == entry.key }),
        let value = value(entry, row.kind, apps)
      else { continue }
      facts.append(
        ExpectedFact(
          name: row.name, value: value, place: entry.place,
          words: "\(entry.key): \(entry.value.oneLine)"))
    }
    return facts
  }

  /// Reads the moment from which on `includes` counts events, if the map says one.
  ///
  /// A time after the step, at `now` seconds, would count nothing.
  private mutating func since(in node: YAMLNode, at now: Double) -> EventStart? {
    guard case .mapping(let entries) = node.content,
      let entry = entries.first(where: { $0.key == "since" })
    else { return nil }
    let (key, value) = (entry.key, entry.value)
    guard entries.contains(where: { $0.key == "includes" }) else {
      report(
        entry.place, .missing,
        "'since' says from when on 'includes' counts events; add includes: [EVENT]")
      return nil
    }
    if value.oneLine == EventStart.lastExpectWord { return .lastExpect }
    if case .scalar(let text, isQuoted: false) = value.content, Double(text) != nil {
      guard let time = number(value, key, in: 0...Self.longest) else { return nil }
      if time <= now { return .time(time) }
      report(
        value.place, .timeOrder,
        "since is \(time.shortest), after the expectation itself, which is at \(now.shortest)")
      return nil
    }
    report(
      value.place, .unknownWord,
      "since is a time in seconds or lastExpect, not \(Quoted.words(value.oneLine))")
    return nil
  }

  /// The value of a fact as it is written.
  private mutating func value(
    _ entry: YAMLNode.Entry, _ kind: FactKind, _ apps: [String]
  ) -> FactValue? {
    let (name, node) = (entry.key, entry.value)
    switch kind {
    case .truth: return truth(node, name).map { .truth($0) }
    case .number(let range, _): return number(node, name, in: range).map { .number($0) }
    case .name: return word(node, name).map { .word($0) }
    case .word(let what, let words):
      return choice(node, what, words.map { ($0, $0) }).map { .word($0) }
    case .words(let what, let words):
      return choices(node, what, words.map { ($0, $0) }, name: name).map { .words($0) }
    case .options:
      return choices(node, "option", Vocabulary.options)
        .map { .words(CategoryOptions($0).names) }
    case .app(let others):
      return choice(node, "app", (apps + others).map { ($0, $0) }).map { .word($0) }
    case .appsAnd(let words):
      let list = choices(node, "app or interruptor", (apps + words).map { ($0, $0) }, name: name)
      return list.map { .words($0) }
    case .numbers(let keys):
      guard let entries = someEntries(node, "the \(name) that is expected", keys: keys) else {
        return nil
      }
      var numbers: [String: Double] = [:]
      for entry in entries { numbers[entry.key] = number(entry.value, entry.key, in: 0...1) }
      return .numbers(numbers)
    case .truths(let keys):
      guard let entries = someEntries(node, "what is expected of \(name)", keys: keys) else {
        return nil
      }
      var truths: [String: Bool] = [:]
      for entry in entries { truths[entry.key] = truth(entry.value, entry.key) }
      return .truths(truths)
    case .texts:
      return list(node, name).map { .words($0.compactMap { word($0, name) }) }
    case .verdict: return verdict(node, name)
    case .events, .excerpt, .waiting: return events(node).map { .lines($0) }
    }
  }

  private mutating func verdict(_ node: YAMLNode, _ name: String) -> FactValue? {
    if case .mapping = node.content {
      guard let entry = someEntries(node, name, keys: ["suppressed"])?.first else { return nil }
      let reasons = SuppressionReason.allCases.map { ($0.rawValue, $0) }
      return choice(entry.value, "reason", reasons)
        .map { .word(Vocabulary.word(for: .suppressed($0))) }
    }
    // In quotes it is one word, without them a map.
    let verdicts = [.played, nil] + SuppressionReason.allCases.map { PlayVerdict.suppressed($0) }
    let words = verdicts.map(Vocabulary.word)
    return choice(node, "answer for \(name)", words.map { ($0, $0) }).map { .word($0) }
  }

  private mutating func events(_ node: YAMLNode) -> [String]? {
    guard let items = list(node, "events") else { return nil }
    return items.compactMap { item in
      guard let text = word(item, "an event") else { return nil }
      let line = text.split(separator: " ").joined(separator: " ")
      if EventLine.isValid(line) { return line }
      reportUnknown(line, item.place, .unknownWord, "event", among: EventLine.all)
      return nil
    }
  }
}
