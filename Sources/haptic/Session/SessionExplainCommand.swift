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
      Without --question, explains whether the app is audible, ducked and interrupted. The events \
      that led to this state come first, in order, with their times in seconds.

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
    let time = at ?? run.scenario.steps.last?.time ?? 0
    run.run(until: time)
    let apps = try apps(of: run.phone)
    let questions = question.map { [$0] } ?? [.audible, .ducked, .interrupted]
    let answers = apps.map { app in questions.map { run.explain($0, for: app) } }
    if json { return try JSONOutput.write(answers.flatMap(\.self)) }
    var lines = ["at \(time.brief) s"]
    if let only = answers.first, answers.count == 1 {
      lines += Self.story(of: only) + Self.lines(only, sources: sources)
    } else {
      lines += answers.flatMap { Self.lines($0, sources: sources, isShort: true) }
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

  /// The maximum number of changes that are printed before the answers.
  ///
  /// Our choice: half a screen.
  private static let longestStory = 12

  /// Returns the changes that led to the answers, earliest first.
  ///
  /// If there are too many changes, only the last ones are kept.
  private static func story(of explanations: [Explanation]) -> [String] {
    let story = Explanation.story(of: explanations)
    let earlier = story.count - longestStory
    let skipped =
      earlier > 0
      ? ["  ... \(earlier.counted("earlier change")) omitted; --json prints all changes"] : []
    let shown = story.suffix(longestStory)
    let times = shown.map { "\($0.seconds.brief) s" }
    let width = times.map(\.count).max() ?? 0
    return skipped
      + zip(times, shown).map { time, moment in
        "  \(time.padded(toColumns: width, atEnd: false))  \(moment.statement)"
      }
  }

  /// Returns each verdict with its causes, omitting causes already given for an earlier verdict.
  ///
  /// - Parameters:
  ///   - explanations: the answers, about one app.
  ///   - sources: whether the sources of rules are named.
  ///   - isShort: whether only the immediate causes are given.
  /// - Returns: the lines.
  static func lines(
    _ explanations: [Explanation], sources: Bool = false, isShort: Bool = false
  ) -> [String] {
    var said: Set<String> = []
    return explanations.flatMap { explanation in
      let causes = explanation.causes
      let isNew = causes.indices.map { place in
        let own = causes[(place + 1)...].prefix { $0.depth > causes[place].depth }
        return ([causes[place]] + own).contains { !said.contains($0.statement) }
          && (!isShort || causes[place].depth == 0)
      }
      said.formUnion(causes.map(\.statement))
      let all = explanation.lines(withSources: sources).dropFirst()
      let lines = zip(zip(all, causes), isNew).filter(\.1).map { $0.0.0 + remedy(of: $0.0.1) }
      let isRepeated = lines.isEmpty && !causes.isEmpty
      return [explanation.verdict] + lines + (isRepeated ? ["  for the reasons above"] : [])
    }
  }

  /// Returns the key of a scenario that changes a fact, in parentheses; empty if the cause does not have such a key.
  ///
  /// Explanations themselves do not name keys, because tests of apps use them as well.
  private static func remedy(of cause: Cause) -> String {
    cause.fact == .lacksBackgroundMode ? " (in a scenario, 'backgroundAudio: true')" : ""
  }

  private func unknownApp(_ names: [String]) -> Failure {
    let all = names.isEmpty ? "none" : names.joined(separator: ", ")
    let failure = Failure.unknown(
      "app", app ?? "", among: names, else: "the scenario's apps: \(all)")
    return Failure(failure.status, failure.message.printable)
  }
}
