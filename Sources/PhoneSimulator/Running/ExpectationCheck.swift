internal import AudioSession
internal import PhoneRuntime
internal import TextFormats

/// Compares expected facts with the current state.
struct ExpectationCheck {
  /// The number of facts that were checked.
  private(set) var facts = 0
  /// The failed expectations and their places in the file.
  private(set) var failures:
    [(place: SourceLocation, reason: ScenarioFailure.Reason, message: String)] = []

  /// Checks a fact about an app.
  mutating func check(_ expected: ExpectedFact, of view: AppView) {
    check(expected, AppFacts.all, view, of: view.phone.name(of: view.app))
  }

  /// Checks a fact about the phone.
  mutating func check(_ expected: ExpectedFact, of view: DeviceView) {
    check(expected, DeviceFacts.all, view, of: "device")
  }

  private mutating func check<Subject>(
    _ expected: ExpectedFact, _ rows: [FactRow<Subject>], _ subject: Subject, of name: String
  ) {
    guard let row = rows.first(where: { $0.name == expected.name }) else { return }
    facts += 1
    let found = row.find(subject)
    if let problem = Self.difference(found, expected.value, row.kind) {
      failures.append(
        (
          expected.place, .fact(row.name, of: name, found: found, expected: expected.value),
          "\(name): \(problem(row.name))"
        ))
    }
  }

  /// Returns a function that describes the difference, given the name of the fact; nil if the values match.
  private static func difference(
    _ found: FactValue, _ wanted: FactValue, _ kind: FactKind
  ) -> ((_ name: String) -> String)? {
    switch (found, wanted) {
    case (.lines(let found), .lines(let wanted)):
      if case .excerpt = kind { return excerptDifference(found, wanted) }
      if found.count == wanted.count, zip(found, wanted).allSatisfy(AppNotice.matches) {
        return nil
      }
      return { "\($0) were \(list(found)), expected \(list(wanted))" }
    case (.words(let found), .words(let wanted)):
      let (found, wanted) = (found.sorted(), wanted.sorted())
      return found == wanted ? nil : { "\($0) is \(list(found)), expected \(list(wanted))" }
    case (.number(let found), .number(let wanted)):
      var tolerance = 0.001
      if case .number(_, let within) = kind { tolerance = within }
      if matches(found, wanted, within: tolerance) { return nil }
      return { "\($0) is \(found.shortest), expected \(wanted.shortest)" }
    case (.numbers(let found), .numbers(let wanted)):
      for (key, value) in wanted.sorted(by: { $0.key < $1.key }) {
        guard let number = found[key], !matches(number, value) else { continue }
        return { "\($0) \(key) is \(number.shortest), expected \(value.shortest)" }
      }
      return nil
    case (.truths(let found), .truths(let wanted)):
      for (key, value) in wanted.sorted(by: { $0.key < $1.key }) where found[key] != value {
        return { "\($0) \(key) is \(!value), expected \(value)" }
      }
      return nil
    case (.truth(let found), .truth(let wanted)):
      return found == wanted ? nil : { "\($0) is \(found), expected \(wanted)" }
    case (.word(let found), .word(let wanted)):
      return found == wanted ? nil : { "\($0) is \(found), expected \(wanted)" }
    case (.truth, _), (.number, _), (.word, _), (.words, _), (.lines, _), (.numbers, _),
      (.truths, _):
      return { "\($0) is \(found), expected \(wanted)" }
    }
  }

  private static func excerptDifference(
    _ found: [String], _ wanted: [String]
  ) -> ((_ name: String) -> String)? {
    if ReceivedEvents.match(wanted, in: found) != nil { return nil }
    return { _ in
      "events were \(list(found)), which do not include \(list(wanted)) in that order"
    }
  }

  private static func matches(
    _ found: Double, _ wanted: Double, within tolerance: Double = 0.001
  ) -> Bool {
    (found - wanted).magnitude <= tolerance + 1e-9
  }

  private static func list(_ lines: [String]) -> String {
    "[" + lines.joined(separator: ", ") + "]"
  }
}
