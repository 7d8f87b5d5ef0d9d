import ArgumentParser
import AudioOutput
import PhoneSimulator
import Realtime

/// `haptic session play`.
struct SessionPlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Run a scenario in real time and play it on a sound device.",
    discussion: """
      The device's clock determines when events happen, and each trace line is printed when its event \
      is heard. The sound is the same as the output of `haptic session render`.

      Examples:
        haptic session play call-over-music.yaml
        haptic session play call-over-music.yaml --chart
        haptic session play call-over-music.yaml --output null --quiet

      \(ScenarioRuns.statuses); 69 if the sound device is not available.
      """)

  @Argument(help: "The scenario; - for standard input.", completion: .scenarios)
  var file: String

  @OptionGroup(title: "Output options") var device: DeviceOptions

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @OptionGroup var trace: TraceOptions

  @Flag(help: "After the trace, print the chart that `haptic session chart` draws.")
  var chart = false

  @OptionGroup var choice: ScenarioChoice

  func validate() throws {
    if trace.json && chart { throw ValidationError("--json cannot be combined with --chart.") }
    try ProgramArguments.checkStandardInput([file, profile?.text])
  }

  func run() throws {
    let profile = try device.profile(profile)
    try ScenarioRuns(files: [file], choice: choice, trace: trace, isOne: true).each {
      scenario, _, show in
      var drawn: SessionChart?
      do {
        let report = try ScenarioPlay(options: device, profile: profile).run(
          scenario, { run in if chart { drawn = SessionChart(listeningTo: run, of: scenario) } },
          show)
        try show(report.trace)
        try drawn?.print(title: scenario.name)
        return report
      } catch let error as OutputError {
        throw DeviceAlternatives.failure(error, playing: file)
      }
    }
  }
}
