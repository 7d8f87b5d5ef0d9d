internal import AudioSession

extension Scenario {
  /// The same scenario with System Haptics always off and without expectations about haptics.
  ///
  /// A comparison runs it as the second side. Steps that change the setting are ignored.
  public var withoutHaptics: Scenario { splittingHaptics.scenario }

  /// The number of expected facts that are about haptics and therefore not in `withoutHaptics`.
  public var hapticExpectations: Int { splittingHaptics.leftOut }

  private var splittingHaptics: (scenario: Scenario, leftOut: Int) {
    var other = self
    var leftOut = 0
    other.setup.device.settings.remove(.haptics)
    other.steps = steps.map { step in
      var step = step
      switch step.content {
      case .settings(let on, let off):
        let rest = on.subtracting(.haptics)
        // A step that only turned haptics on is omitted, but its time still passes.
        step.content =
          rest.isEmpty && off.isEmpty ? .pass(seconds: 0) : .settings(on: rest, off: off)
      case .expect(let whole):
        var expectation = whole
        expectation.apps = expectation.apps.map { expected in
          AppExpectation(
            app: expected.app,
            facts: expected.facts.compactMap { $0.withoutHaptics(AppFacts.all) },
            since: expected.since)
        }
        expectation.device = expectation.device.compactMap { $0.withoutHaptics(DeviceFacts.all) }
        leftOut += whole.factCount - expectation.factCount
        if expectation == whole { return step }
        expectation.apps.removeAll { $0.facts.isEmpty }
        expectation.words = words(of: expectation)
        // An expectation without facts is not reported as met.
        step.content = expectation.factCount == 0 ? .pass(seconds: 0) : .expect(expectation)
      case .app, .event, .notification, .accessibility, .volumes, .pass: break
      }
      return step
    }
    return (other, leftOut)
  }

  /// The expectation on one line, as written in a scenario.
  private func words(of expectation: Expectation) -> String {
    let facts = { (facts: [ExpectedFact]) in facts.map(\.words).joined(separator: ", ") }
    let device = expectation.device.isEmpty ? [] : ["device: \(facts(expectation.device))"]
    return
      (expectation.apps.map { "\(apps[$0.app.index].name): \(facts($0.facts))" } + device)
      .joined(separator: ", ")
  }
}

extension Expectation {
  /// The number of facts in the expectation.
  fileprivate var factCount: Int { device.count + apps.reduce(0) { $0 + $1.facts.count } }
}

extension ExpectedFact {
  /// Returns the fact, one of `rows`, without its part about haptics; nil if it is only about haptics.
  fileprivate func withoutHaptics<Subject>(_ rows: [FactRow<Subject>]) -> ExpectedFact? {
    switch rows.first(where: { $0.name == name })?.hapticPart {
    case .nothing?, nil: self
    case .whole?: nil
    case .keys(let keys)?: without(keys)
    }
  }

  private func without(_ keys: [String]) -> ExpectedFact? {
    switch value {
    case .numbers(let numbers): rest(of: numbers, without: keys) { .numbers($0) }
    case .truths(let truths): rest(of: truths, without: keys) { .truths($0) }
    case .truth, .number, .word, .words, .lines: self
    }
  }

  private func rest<Value>(
    of all: [String: Value], without keys: [String], as value: ([String: Value]) -> FactValue
  ) -> ExpectedFact? {
    let rest = all.filter { !keys.contains($0.key) }
    if rest.count == all.count { return self }
    if rest.isEmpty { return nil }
    let written = rest.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return ExpectedFact(
      name: name, value: value(rest), place: place,
      words: "\(name): \(written.joined(separator: ", "))")
  }
}
