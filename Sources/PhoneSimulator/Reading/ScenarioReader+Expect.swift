internal import AudioSession
internal import PhoneRuntime
internal import TextFormats

/// Reads expectations.
extension ScenarioReader {
  /// Reads the expectation at `time`, in seconds.
  mutating func expectation(_ node: YAMLNode, at time: Double) -> Expectation? {
    guard let entries = someEntries(node, "expect", keys: apps + ["device"]) else { return nil }
    var expectation = Expectation()
    expectation.words = node.oneLine
    for entry in entries {
      if let index = apps.firstIndex(of: entry.key) {
        var expected = AppExpectation(app: AppID(index), facts: [])
        expected.facts = facts(entry.value, of: entry.key, AppFacts.all, more: ["since"])
        expected.since = since(in: entry.value, at: time)
        expectation.apps.append(expected)
      } else {
        expectation.device += facts(entry.value, of: "the device", DeviceFacts.all)
      }
    }
    return expectation
  }

  private mutating func facts<Subject>(
    _ node: YAMLNode, of subject: String, _ rows: [FactRow<Subject>], more others: [String] = []
  ) -> [ExpectedFact] {
    let keys = rows.map(\.name) + others
    var facts: [ExpectedFact] = []
    for entry in someEntries(node, "an expectation of \(subject)", keys: keys) ?? [] {
      guard let row = rows.first(where: { $0.name == entry.key }),
        let value = row.kind.value(named: row.name).read(&self, entry.value, row.name)
      else { continue }
      facts.append(
        ExpectedFact(
          name: row.name, value: value, place: entry.place,
          words: "\(entry.key): \(entry.value.oneLine)"))
    }
    return facts
  }

  /// Reads the moment from which `includes` counts events, if the map states one.
  ///
  /// A time later than the step's time, `now`, is an error, because there could not be any events to count.
  private mutating func since(in node: YAMLNode, at now: Double) -> EventStart? {
    guard case .mapping(let entries) = node.content,
      let entry = entries.first(where: { $0.key == "since" })
    else { return nil }
    let (key, value) = (entry.key, entry.value)
    guard entries.contains(where: { $0.key == "includes" }) else {
      report(
        entry.place, .missing,
        "'since' sets the time from which 'includes' counts events; add includes: [EVENT]")
      return nil
    }
    if value.oneLine == EventStart.lastExpectWord { return .lastExpect }
    if case .scalar(let text, isQuoted: false) = value.content, Double(text) != nil {
      guard let time = number(value, key, in: 0...Self.longest) else { return nil }
      if time <= now { return .time(time) }
      report(
        value.place, .timeOrder,
        "'since' is \(time.shortest), which is after the expectation at \(now.shortest)")
      return nil
    }
    report(
      value.place, .unknownWord,
      "'since' must be a time in seconds or lastExpect, not \(Quoted.words(value.oneLine))")
    return nil
  }
}

extension FactKind {
  /// Returns the function that reads the value of a fact.
  func value(named name: String) -> ScenarioValue<FactValue> {
    switch self {
    case .truth: ScenarioValue<Bool>.truth.then { .truth($0) }
    case .number(let range, _): ScenarioValue<Double>.number(in: range).then { .number($0) }
    case .name: ScenarioValue<String>.text.then { .word($0) }
    case .word(let what, let words): Self.word(what, words).then { .word($0) }
    case .words(let what, let words): Self.word(what, words).list().then { .words($0) }
    case .options:
      ScenarioValue.choice("option", Vocabulary.options).list()
        .then { .words(CategoryOptions($0).names) }
    case .app(let others): Self.name("app", or: others).then { .word($0) }
    case .appsAnd(let words):
      Self.name("app or interruptor", or: words).list().then { .words($0) }
    case .numbers(let keys):
      Self.map(keys, of: .number(in: 0...1)).then { .numbers($0) }
    case .truths(let keys): Self.map(keys, of: .truth).then { .truths($0) }
    case .texts: ScenarioValue<String>.text.list().then { .words($0) }
    case .verdict: Self.verdict(name).then { .word($0) }
    case .events, .excerpt, .waiting: Self.event.list().then { .lines($0) }
    }
  }

  private static func word(_ what: String, _ words: [String]) -> ScenarioValue<String> {
    .choice(what, words.map { ($0, $0) })
  }

  /// A value that is the name of an app or one of `words`.
  private static func name(_ what: String, or words: [String]) -> ScenarioValue<String> {
    ScenarioValue(shape: .text()) { reader, node, _ in
      reader.choice(node, what, (reader.apps + words).map { ($0, $0) })
    }
  }

  /// A map with one or more of `keys`.
  ///
  /// Only the keys that are present are compared.
  private static func map<Value: Sendable>(
    _ keys: [String], of value: ScenarioValue<Value>
  ) -> ScenarioValue<[String: Value]> {
    .map([:], keys.map { key in ScenarioField(key, value) { $0[key] = $1 } }, least: 1)
  }

  private static func verdict(_ name: String) -> ScenarioValue<String> {
    let reasons = SuppressionReason.allCases
    // A verdict in quotes is one word; without quotes it is a map.
    let words = [.played, nil] + reasons.map { PlayVerdict.suppressed($0) }
    return .either(
      word("answer for \(name)", words.map(Vocabulary.word)),
      ScenarioValue.choice("reason", reasons.map { ($0.rawValue, $0) }).under("suppressed")
        .then { Vocabulary.word(for: .suppressed($0)) })
  }

  private static let event = ScenarioValue<String>.text.checked { reader, node, text in
    let line = text.split(separator: " ").joined(separator: " ")
    if AppNotice(line: line) != nil { return line }
    reader.reportUnknown(
      line, node.place, .unknownWord, "event", among: AppNotice.all.map(\.line))
    return nil
  }
}
