internal import AudioSession
internal import TextFormats

/// What is expected.
extension ScenarioReader {
  mutating func expectation(_ node: YAMLNode, apps: [String]) -> Expectation? {
    guard let entries = someEntries(node, "expect", keys: apps + ["device"]) else { return nil }
    var expectation = Expectation()
    expectation.words = node.oneLine
    for entry in entries {
      if let index = apps.firstIndex(of: entry.key) {
        expectation.apps.append(
          AppExpectation(app: AppID(index), facts: appFacts(entry.value, entry.key)))
      } else {
        expectation.device += deviceFacts(entry.value, apps: apps)
      }
    }
    return expectation
  }

  private mutating func appFacts(_ node: YAMLNode, _ app: String) -> [Expected<AppFact>] {
    let keys =
      AppTruth.allCases.map(\.rawValue) + [
        "position", "gain", "outputVolume", "category", "options", "haptics", "events", "includes",
      ]
    var facts: [Expected<AppFact>] = []
    for entry in someEntries(node, "what is expected of \(app)", keys: keys) ?? [] {
      guard let fact = appFact(entry) else { continue }
      facts.append(Expected(fact: fact, place: entry.place))
    }
    return facts
  }

  private mutating func appFact(_ entry: YAMLNode.Entry) -> AppFact? {
    let value = entry.value
    if let question = AppTruth(rawValue: entry.key) {
      return truth(value, entry.key).map { .truth(question, $0) }
    }
    switch entry.key {
    case "position": return number(value, entry.key, in: 0...Self.longest).map { .position($0) }
    case "gain": return number(value, entry.key, in: 0...1).map { .gain($0) }
    case "outputVolume": return number(value, entry.key, in: 0...1).map { .outputVolume($0) }
    case "category": return choice(value, entry.key, Vocabulary.categories).map { .category($0) }
    case "options":
      return choices(value, "option", Vocabulary.options).map { .options(CategoryOptions($0)) }
    case "haptics": return haptics(value)
    case "includes": return events(value).map { .includes($0) }
    default: return events(value).map { .events($0) }
    }
  }

  private mutating func haptics(_ node: YAMLNode) -> AppFact? {
    if case .mapping = node.content {
      guard let entry = someEntries(node, "haptics", keys: ["suppressed"])?.first else {
        return nil
      }
      let reasons = SuppressionReason.allCases.map { ($0.rawValue, $0) }
      return choice(entry.value, "reason", reasons).map { .haptics(.suppressed($0)) }
    }
    // In quotes it is one word, without them a map.
    let words: [(String, PlayVerdict?)] =
      [("played", .played), ("none", nil)]
      + SuppressionReason.allCases.map { ("suppressed: \($0.rawValue)", .suppressed($0)) }
    return choice(node, "answer for haptics", words).map { .haptics($0) }
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

  private mutating func deviceFacts(
    _ node: YAMLNode, apps: [String]
  ) -> [Expected<DeviceFact>] {
    let keys = ["route", "inputs", "nowPlaying", "silentMode", "volume"]
    var facts: [Expected<DeviceFact>] = []
    for entry in someEntries(node, "what is expected of the device", keys: keys) ?? [] {
      for fact in deviceFact(entry, apps: apps) {
        facts.append(Expected(fact: fact, place: entry.place))
      }
    }
    return facts
  }

  private mutating func deviceFact(_ entry: YAMLNode.Entry, apps: [String]) -> [DeviceFact] {
    let value = entry.value
    switch entry.key {
    case "route":
      return choices(value, "port", Vocabulary.ports, name: entry.key).map { [.route($0)] } ?? []
    case "inputs":
      return choices(value, "port", Vocabulary.ports, name: entry.key).map { [.inputs($0)] } ?? []
    case "nowPlaying":
      let names = apps.enumerated().map { ($1, Optional(AppID($0))) } + [("none", nil)]
      return choice(value, "app", names).map { [.nowPlaying($0)] } ?? []
    case "silentMode": return truth(value, entry.key).map { [.silentMode($0)] } ?? []
    default:
      if case .mapping(let all) = value.content, all.isEmpty {
        report(value.place, .missing, "the volume that is expected is empty")
      }
      return volumes(value).sorted { $0.key.rawValue < $1.key.rawValue }
        .map { .volume($0.key, $0.value) }
    }
  }
}
