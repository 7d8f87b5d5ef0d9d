import ArgumentParser
import AudioSession
import AudioSessionAnalysis
import PhoneSimulator
import TextFormats

/// `haptic session explain`.
struct SessionExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain why an app is silent, ducked or interrupted, down to the rule.",
    discussion: """
      Without --question, explains whether the app is audible, ducked and interrupted.

      Examples:
        haptic session explain call-over-music.yaml --at 6 --app music
        haptic session explain call-over-music.yaml --at 6 --app music --question activation
        haptic session explain system-sounds.yaml --at 6 --app shop --question systemSound
      """)

  @Argument(help: "The scenario; - for standard input.", completion: .scenarios)
  var file: String

  @Option(
    parsing: .unconditional,
    help: .init("The time in seconds; everything at that time has happened.", valueName: "t"))
  var at: Double

  @Option(help: .init("The app's name.", valueName: "name"))
  var app: String

  @Option(
    help: """
      The question: audible, ducked, interrupted, gain, route, activation, haptic, prompts; and what \
      would become of a sound beside its session: systemSound, alertSound, vibration, keyClick, \
      notificationSound, ringtone, alarm.
      """)
  var question: ExplainedQuestion?

  @OptionGroup var choice: ScenarioChoice

  @Flag(help: "Print a JSON array of objects.")
  var json = false

  func validate() throws { try check(at, "--at", 0...ScenarioReader.longest, " seconds") }

  func run() throws {
    let run = try ScenarioRun(choice.chosen(of: ScenarioFile(file), isOne: true)[0])
    run.run(until: at)
    guard let id = run.phone.app(named: app) else { throw unknownApp(run.phone.names) }
    let questions = question.map { [$0] } ?? [.audible, .ducked, .interrupted]
    let answers = questions.map { run.explain($0, for: id) }
    if json { return try JSONOutput.write(answers) }
    let lines = Self.lines(answers).map { $0.printable + "\n" }
    try StandardOutput.write("at \(at.brief) s\n" + lines.joined())
  }

  /// Each verdict with its causes, of which those that were said of a verdict before are not said again.
  static func lines(_ explanations: [Explanation]) -> [String] {
    var said: Set<String> = []
    return explanations.flatMap { explanation in
      let causes = explanation.causes
      let isNew = causes.indices.map { place in
        let own = causes[(place + 1)...].prefix { $0.depth > causes[place].depth }
        return ([causes[place]] + own).contains { !said.contains($0.statement) }
      }
      said.formUnion(causes.map(\.statement))
      let lines = zip(explanation.lines.dropFirst(), isNew).filter(\.1).map(\.0)
      let isRepeated = lines.isEmpty && !causes.isEmpty
      return [explanation.verdict] + lines + (isRepeated ? ["  for the reasons above"] : [])
    }
  }

  private func unknownApp(_ names: [String]) -> Failure {
    let all = names.isEmpty ? "none" : names.joined(separator: ", ")
    let failure = Failure.unknown("app", app, among: names, else: "the scenario's apps: \(all)")
    return Failure(failure.status, failure.message.printable)
  }
}
