import AudioSession
import AudioSessionAnalysis
import PhoneSimulator
import TextFormats

/// The findings of a sweep as text.
enum SweepText {
  /// Returns the name of the scenario, followed by a line for each finding.
  static func text(_ sweep: ScenarioSweep, of file: String) -> String {
    let name = "\(file): \(sweep.scenario)"
    return ([name] + lines(sweep, of: file)).map { $0.printable + "\n" }.joined()
  }

  private static func lines(_ sweep: ScenarioSweep, of file: String) -> [String] {
    guard sweep.report.failures.isEmpty else {
      return [
        "  fails under its own settings, so nothing else was tried; to sweep it, first make it pass"
      ]
        + sweep.report.failures.map { "    \(file):\($0)" }
    }
    let isVaried = !sweep.sweep.variations.isEmpty
    var lines =
      !isVaried
      ? ["  nothing was varied"] : sweep.holds ? ["  holds under \(sweep.sweep.extent)"] : []
    for dependency in sweep.dependencies { lines += text(dependency, of: file) }
    return lines + notes(sweep).map { "  \($0)" }
  }

  /// Returns notes on omitted changes, and on changes that do not fail any expectation.
  private static func notes(_ sweep: ScenarioSweep) -> [String] {
    let (all, isFurther) = (sweep.sweep, !sweep.holds)
    var notes: [String] = []
    if !all.harmless.isEmpty {
      let changes = count(all.harmless, isFurther ? "further " : "")
      let verb = all.harmless.count == 1 ? "changes" : "change"
      notes.append("\(changes) \(verb) the trace without failing an expectation")
    }
    if !all.notApplicable.isEmpty {
      let verb = all.notApplicable.count == 1 ? "is" : "are"
      notes.append(
        "\(count(all.notApplicable, "")) \(verb) not applicable to the scenario's settings")
    }
    let decided = sweep.decidedKeys
    if !decided.isEmpty {
      notes.append(
        "\(decided.count.counted("setting")) not swept, because the scenario sets "
          + "\(decided.count == 1 ? "it" : "them"): \(decided.joined(separator: ", "))")
    }
    if all.triedPairs > 0 {
      let rest = all.omittedPairs == 0 ? "none omitted" : "\(all.omittedPairs) omitted"
      notes.append("\(all.triedPairs.counted("pair")) tried, \(rest)")
    }
    return notes
  }

  /// Returns the number of changes, such as `7 further answers and 2 versions (iOS 7, 8)`.
  private static func count(_ changes: [PolicyVariation], _ further: String) -> String {
    let answers = changes.count { $0.question != nil }
    let versions = changes.filter { $0.question == nil }.map(\.answer)
    var parts: [String] = []
    if answers > 0 { parts.append(answers.counted("\(further)answer")) }
    if !versions.isEmpty {
      let names = versions.joined(separator: ", ")
      parts.append("\(versions.count.counted("\(further)version")) (iOS \(names))")
    }
    return parts.joined(separator: " and ")
  }

  // MARK: Dependencies

  private static func text(_ dependency: SweepDependency, of file: String) -> [String] {
    var lines: [String]
    switch dependency.subjects {
    case .one(let question):
      let subject = question.map { PolicyVariation.Subject.question($0) } ?? .version
      lines = subject.statement.map { "    \($0)" }
      lines[0] = "  depends on \(subject.statement[0])"
    case .pair(let words): lines = ["  depends on \(words)"]
    }
    for group in dependency.groups {
      if let answers = group.answers { lines.append("    \(answers)") }
      lines.append("      \(file):\(group.consequence.failure)")
      lines += difference(group.consequence.difference)
    }
    return lines
  }

  private static func difference(_ difference: TraceDifference?) -> [String] {
    guard let difference else { return ["      the traces do not differ"] }
    return [
      "      first difference",
      "        own    \(line(difference.own))", "        other  \(line(difference.other))",
    ]
  }

  /// Returns a line of a trace with its time.
  ///
  /// For nil, the line states that the trace has ended.
  static func line(_ entry: TraceEntry?) -> String {
    guard let entry else { return "(nothing more happens)" }
    return "\(entry.time.brief) s  \(TraceText(colored: false).lineText(entry, 0))"
  }

  // MARK: Totals

  /// Returns a one-line summary of all sweeps.
  static func summary(_ sweeps: [ScenarioSweep]) -> String {
    if sweeps.isEmpty { return "no scenario was swept" }
    let failing = sweeps.count { !$0.report.failures.isEmpty }
    let depending = sweeps.count { !$0.sweep.findings.isEmpty }
    var parts: [String] = []
    if depending > 0 { parts.append("\(depending) depending on answers or versions") }
    if failing > 0 {
      parts.append("\(failing) failing under \(failing == 1 ? "its" : "their") own settings")
    }
    if parts.isEmpty {
      let isVaried = sweeps.contains { !$0.sweep.variations.isEmpty }
      parts = [isVaried ? "no dependencies" : "nothing varied"]
    }
    let pinned = sweeps.filter(\.report.failures.isEmpty).reduce(0) { $0 + $1.decidedKeys.count }
    if pinned > 0 {
      parts.append(
        "\(pinned.counted("pinned setting")) \(pinned == 1 ? "was" : "were") not varied")
    }
    return "\(sweeps.count.counted("scenario")), \(parts.joined(separator: ", "))"
  }
}
