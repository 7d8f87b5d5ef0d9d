import ArgumentParser
import PhoneSimulator
import TextFormats

/// `haptic session run`.
struct SessionRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run scenarios, trace what happens and check expectations.",
    discussion: """
      The clock is virtual, so an hour passes in an instant. The simulator's invariants are also \
      checked in every state. A folder stands for every scenario in it and its subfolders, sorted by name.

      Examples:
        haptic session run call-over-music.yaml
        haptic session run --quiet scenarios
        haptic session run --json alarm.yaml | jq -r 'select(.kind == "event") | .text'
        haptic session run call-over-music.yaml --until 6 --snapshot call.snapshot
        haptic session run --from-snapshot call.snapshot

      \(ScenarioRuns.statuses); 73 if the snapshot cannot be created.
      """)

  @Argument(
    help: "The scenarios and folders of scenarios; - for standard input.", completion: .scenarios)
  var paths: [String] = []

  @OptionGroup var trace: TraceOptions
  @OptionGroup var part: PartOptions

  func validate() throws {
    try ProgramArguments.checkStandardInput(part.inputs(paths))
    for path in paths.dropFirst() where SystemCall.mode(at: path) == nil {
      if let advice = ArgumentMeanings.place(of: path, for: "session run") {
        throw ValidationError("\(path.printable): no file has this name; \(advice)")
      }
    }
    if part.snapshot != nil, paths.count > 1 || paths.contains(where: SystemCall.isFolder) {
      throw ValidationError("--snapshot takes a single scenario; give one file.")
    }
  }

  func run() throws {
    try ScenarioRuns(
      files: ScenarioFile.names(in: part.inputs(paths)), choice: part.choice, part: part,
      trace: trace
    ).each { scenario, part, _ in
      try part.take(ScenarioRun(scenario, checks: .all))
    }
  }
}
