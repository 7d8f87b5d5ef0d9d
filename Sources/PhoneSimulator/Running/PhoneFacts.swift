internal import AudioSession
internal import PhoneRuntime
internal import TextFormats

/// The facts about an app or the device at one moment, as a scenario can expect them.
package struct PhoneFacts: Hashable, Sendable {
  /// A fact and its value.
  package struct Fact: Hashable, Sendable {
    /// The key, such as `audible`.
    package let name: String
    /// The value as a scenario writes it, such as `true` or `[speaker]`.
    package let value: String
    /// Whether the fact is one of those that people look at first.
    package let isMain: Bool
  }

  /// The name of the app, or `device`.
  package let subject: String
  /// The facts, in the order of the language's page.
  package let facts: [Fact]

  /// Returns the step that expects the fact called `name`, without a time; nil if there is no such fact.
  package func expectation(of name: String) -> String? {
    facts.first { $0.name == name }.map { fact in
      "expect: { \(YAMLWord.text(subject)): { \(fact.name): \(fact.value) } }"
    }
  }

  /// The name of the device among the subjects.
  package static let device = "device"

  /// The facts that people look at first.
  ///
  /// Our choice: what an app's user hears and sees, and what decides about it.
  private static let main: Set<String> = [
    "active", "playing", "recording", "interrupted", "audible", "ducked", "gain", "state",
    "category", "haptics", "events", "route", "nowPlaying", "silentMode", "locked", "volume",
    "calls",
    "siri",
  ]

  fileprivate init<Subject>(_ name: String, _ rows: [FactRow<Subject>], _ subject: Subject) {
    self.subject = name
    facts = rows.compactMap { row in
      // The events since a time are the app's events, of which `events` has all.
      if case .excerpt = row.kind { return nil }
      return Fact(
        name: row.name, value: row.find(subject).notation, isMain: Self.main.contains(row.name))
    }
  }
}

extension ScenarioRun {
  /// The facts about each app, in order, and then about the device.
  package var facts: [PhoneFacts] {
    phone.apps.map { PhoneFacts(scenario.apps[$0.index].name, AppFacts.all, view(of: $0)) }
      + [PhoneFacts(PhoneFacts.device, DeviceFacts.all, deviceView)]
  }
}

extension FactValue {
  /// The value as a scenario writes it.
  var notation: String {
    func list(_ words: [String]) -> String {
      "[\(words.map(YAMLWord.text).joined(separator: ", "))]"
    }
    func map<Value>(_ values: [String: Value], _ text: (Value) -> String) -> String {
      let entries = values.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }
      return "{ \(entries.joined(separator: ", ")) }"
    }
    return switch self {
    case .truth(let isTrue): "\(isTrue)"
    case .number(let number): number.shortest
    case .word(let word): YAMLWord.text(word)
    case .words(let words): list(words)
    case .lines(let lines): list(lines)
    case .numbers(let numbers): map(numbers) { $0.shortest }
    case .truths(let truths): map(truths) { "\($0)" }
    }
  }
}
