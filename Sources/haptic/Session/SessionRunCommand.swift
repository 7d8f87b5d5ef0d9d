import ArgumentParser
import PhoneSimulator

/// `haptic session run`.
struct SessionRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run scenarios, trace what happens and check expectations.",
    discussion: """
      The clock is virtual: an hour takes no time. The invariants of every state are checked as well.

      Examples:
        haptic session run call-over-music.yaml
        haptic session run --quiet scenarios/*.yaml
        haptic session run --json alarm.yaml | jq -r 'select(.kind == "event") | .text'
        haptic session run call-over-music.yaml --until 6 --snapshot call.snapshot
        haptic session run --from-snapshot call.snapshot

      \(ScenarioRuns.statuses).
      """)

  @Argument(help: "The scenarios; - for standard input.", completion: .scenarios)
  var files: [String] = []

  @OptionGroup var trace: TraceOptions
  @OptionGroup var part: PartOptions

  func validate() throws {
    try ProgramArguments.checkStandardInput(part.inputs(files))
    if part.snapshot != nil, files.count > 1 {
      throw ValidationError("--snapshot is of one scenario; give one file.")
    }
  }

  func run() throws {
    try ScenarioRuns(
      files: part.inputs(files), choice: part.choice, part: part, trace: trace
    ).each { scenario, part, _ in
      try part.take(ScenarioRun(scenario, checks: .all))
    }
  }
}
