import ArgumentParser
import PhoneSimulator
import TextFormats

/// `haptic session fuzz`.
struct SessionFuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Insert random steps into scenarios, and check the invariants of every state.",
    discussion: """
      The scenario's expectations about its apps are not checked, because random steps may have \
      changed anything before them. If a run breaks an invariant, the steps that break it are printed, \
      ready to be copied into a scenario. A folder stands for every scenario in it and its subfolders, \
      sorted by name.

      Examples:
        haptic session fuzz call-over-music.yaml
        haptic session fuzz call-over-music.yaml --steps 10000 --seed 7
        haptic session fuzz --quiet scenarios

      \(ScenarioRuns.statuses).
      """)

  @Argument(
    help: "The scenarios and folders of scenarios; - for standard input.", completion: .scenarios)
  var paths: [String]

  @Option(
    parsing: .unconditional,
    help: .init("The number of random steps to insert into each scenario.", valueName: "n"))
  var steps = 1000

  @Option(
    parsing: .unconditional,
    help: .init(
      "The seed of the random steps. The same seed gives the same steps.", valueName: "s"))
  var seed: UInt64 = 1

  @OptionGroup var trace: TraceOptions
  @OptionGroup var choice: ScenarioChoice

  func validate() throws {
    try check(steps, "--steps", 1...ScenarioFuzz.mostSteps)
    try ProgramArguments.checkStandardInput(paths)
  }

  func run() throws {
    if !trace.quiet {
      StandardError.print(
        "inserting \(steps.counted("random step")) of seed \(seed) into each scenario, and checking the invariants "
          + "after each step")
    }
    try ScenarioRuns(files: ScenarioFile.names(in: paths), choice: choice, trace: trace)
      .each { scenario, _, _ in
        try ScenarioFuzz(scenario, steps: steps, seed: seed).run()
      }
  }
}
