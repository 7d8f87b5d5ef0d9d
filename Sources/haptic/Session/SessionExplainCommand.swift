import ArgumentParser
import AudioSession
import AudioSessionAnalysis
import PhoneSimulator
import TextFormats

/// `haptic session explain`.
struct SessionExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Explain why an app is silent, ducked or interrupted, with the events and rules that caused it.",
    discussion: """
      Without --question, explains whether the app is audible, ducked and interrupted and, if its \
      category has input, recording. The events that led to this state come first, in order, with \
      their times in seconds.

      Without --app, each app of a scenario with several apps is explained briefly.

      Examples:
        haptic session explain call-over-music.yaml
        haptic session explain call-over-music.yaml --at 6 --question activation
        haptic session explain silent-switch.yaml --app music --question nowPlaying
        haptic session explain system-sounds.yaml --at 6 --app shop --question systemSound
      """)

  @Argument(help: "The scenario; - for standard input.", completion: .scenarios)
  var file: String

  @Option(
    parsing: .unconditional,
    help: .init(
      "The time in seconds. Everything that happens at that time is included. The default is the time "
        + "of the last step.",
      valueName: "t"))
  var at: Double?

  @Option(help: .init("The app's name; not needed if there is only one.", valueName: "name"))
  var app: String?

  @Option(
    help: """
      The question to answer. systemSound and the values after it ask how a sound outside the \
      app's session would be played.
      """)
  var question: ExplainedQuestion?

  @OptionGroup var choice: ScenarioChoice

  @Flag(help: "Name the sources of each rule.")
  var sources = false

  @Flag(help: "Print a JSON array of objects, with the sources.")
  var json = false

  func validate() throws { try check(at, "--at", 0...ScenarioReader.longest, " seconds") }

  func run() throws {
    let run = try ScenarioRun(choice.chosen(of: ScenarioFile(file), isOne: true)[0])
    let end = run.scenario.steps.last?.time ?? 0
    let time = at ?? end
    run.run(until: time)
    let apps = try apps(of: run.phone)
    let answers = apps.map { app in
      let questions = question.map { [$0] } ?? Explanation.usualQuestions(of: app, run.phone)
      return questions.map { run.explain($0, for: app) }
    }
    if json { return try JSONOutput.write(answers.flatMap(\.self)) }
    let isPast = time > end && !run.scenario.steps.isEmpty
    var lines = ["at \(time.brief) s" + (isPast ? ", after the last step at \(end.brief) s" : "")]
    if let only = answers.first, answers.count == 1 {
      lines +=
        Explanation.storyLines(of: only, more: "--json prints all changes")
        + Explanation.lines(of: only, sources: sources)
    } else {
      lines += answers.flatMap { Explanation.lines(of: $0, sources: sources, isShort: true) }
      lines.append("For the full explanation of one app, use --app NAME.")
    }
    try StandardOutput.write(
      TextTable.lines(lines.map(\.printable), columns: StandardOutput.foldingColumns))
  }

  /// Returns the app that `--app` names, or all apps.
  private func apps(of phone: Phone) throws(Failure) -> [AppID] {
    guard let app else {
      guard phone.names.isEmpty else { return Array(phone.apps) }
      throw Failure(.usage, "The scenario does not have an app to explain.".printable)
    }
    guard let id = phone.app(named: app) else { throw unknownApp(phone.names) }
    return [id]
  }

  private func unknownApp(_ names: [String]) -> Failure {
    let all = names.isEmpty ? "none" : names.joined(separator: ", ")
    let failure = Failure.unknown(
      "app", app ?? "", among: names, else: "the scenario's apps: \(all)")
    return Failure(failure.status, failure.message.printable)
  }
}
