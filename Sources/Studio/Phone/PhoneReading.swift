internal import AudioSession
internal import AudioSessionAnalysis
internal import Drawing
internal import HapticEngine
internal import PhoneRuntime
internal import PhoneSimulator
internal import TextFormats

/// What a page shows of a scenario.
enum PhoneReading {
  /// The maximum length of a text that is edited as a whole, in bytes.
  ///
  /// Our choice: a text field with more is slow, and thousands of steps fit.
  private static let maximumText = 1 << 20
  /// The number of lines of the trace that are shown at a time.
  ///
  /// Our choice: what fits beside the facts.
  private static let traceLines = 12
  /// The number of changes before an explanation.
  ///
  /// Our choice: that of `haptic session explain`.
  private static let storyLines = 12

  /// Adds the problems of `text` or the outcome of the scenario at the index `number` to `state`.
  static func describe(_ text: ScenarioText, _ number: Int, in state: inout PhoneState) {
    if text.bytes.count <= maximumText { state.text = String(decoding: text.bytes, as: UTF8.self) }
    state.errors = text.problems.map {
      TextProblem(line: $0.location.line, column: $0.location.column, message: $0.message)
    }
    state.scenarios = text.scenarios.map(\.name)
    guard text.scenarios.indices.contains(number) else { return }
    let scenario = text.scenarios[number]
    guard let run = try? ScenarioRun(scenario, checks: .all) else { return }
    let chart = SessionChart(run.phone, patterns: scenario.patterns)
    run.runtime.add(chart)
    run.run()
    let report = run.report
    let drawing = chart.drawing(title: scenario.name, until: scenario.steps.last?.time ?? 0)
    (state.number, state.seconds) = (number, drawing.seconds)
    state.description = drawing.description
    state.apps = scenario.apps.map(\.name)
    state.setups = text.apps(of: number).map(AppSetupRow.init)
    state.lanes = drawing.panels.flatMap(\.lanes).map { LaneRow($0, until: drawing.seconds) }
    state.keys = drawing.keys.map(KeyRow.init)
    state.expectations = report.expectations
    state.failures = report.failures.map(FailureRow.init)
    state.advice = report.advice.map(FailureRow.init)
    state.steps = steps(of: scenario, text.steps(of: number), report.failures)
  }

  /// Adds the text of a pattern file and its problems to `state`.
  static func describe(pattern bytes: [UInt8], in state: inout PhoneState) {
    if bytes.count <= maximumText { state.text = String(decoding: bytes, as: UTF8.self) }
    let reading = AHAP.read(bytes)
    if reading.pattern != nil { return }
    state.errors = reading.diagnostics.filter { $0.severity == .error }.map {
      TextProblem(line: $0.line, column: $0.column, message: $0.message)
    }
  }

  private static func steps(
    of scenario: Scenario, _ texts: [StepText?], _ failures: [ScenarioFailure]
  ) -> [ScenarioStepRow] {
    // A failure belongs to the last step that begins before the place of the failure.
    var own: [Int: [Int]] = [:]
    for (index, failure) in failures.enumerated() {
      if let step = scenario.steps.lastIndex(before: failure.place) {
        own[step, default: []].append(index)
      }
    }
    return zip(scenario.steps, texts).enumerated().map { index, pair in
      let (step, text) = pair
      var isExpectation = false
      if case .expect = step.content { isExpectation = true }
      return ScenarioStepRow(
        time: step.time, words: step.words, text: text?.text, line: step.place.line,
        isExpectation: isExpectation, failures: own[index] ?? [])
    }
  }

  /// Returns the facts of `run` at present, and the explanation of `app`.
  static func moment(of run: ScenarioRun, app: Int?) -> PhoneMoment {
    let subjects = run.facts.map { subject in
      PhoneMoment.Subject(
        name: subject.subject,
        facts: subject.facts.map {
          PhoneMoment.Fact(name: $0.name, value: $0.value, isMain: $0.isMain)
        })
    }
    let trace = run.trace.suffix(traceLines).map {
      PhoneMoment.Line(time: $0.time, actor: $0.actor, text: $0.text)
    }
    var answers: [Explanation] = []
    if let app, run.scenario.apps.indices.contains(app) {
      answers = Explanation.usualQuestions(of: AppID(app), run.phone).map {
        run.explain($0, for: AppID(app))
      }
    }
    let story = Explanation.story(of: answers).suffix(storyLines).map {
      PhoneMoment.Event(time: $0.seconds, text: $0.statement.printable)
    }
    return PhoneMoment(
      time: run.runtime.now.seconds, subjects: subjects, trace: trace, story: story,
      explanation: Explanation.lines(of: answers, sources: true).map(\.printable))
  }
}

extension [ScenarioStep] {
  /// Returns the index of the last step that begins at `place` or before it, in a file in which steps are in order.
  ///
  /// - Complexity: O(log n).
  fileprivate func lastIndex(before place: SourceLocation) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].place <= place { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
