import ArgumentParser
import Drawing
import PhoneRuntime
import PhoneSimulator

/// `haptic session chart`.
struct SessionChartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart",
    abstract: "Draw scenarios in the terminal, as SVG or as PNG.",
    discussion: """
      The chart has a lane for each app and interruptor, with marks for haptics, notifications, \
      remote commands, route changes, and apps that go to the background or are suspended. Files \
      use the light theme (dark on white, for paper) unless --theme is given. The scenario's \
      expectations are also checked, but only `haptic session run` prints the trace.

      Examples:
        haptic session chart call-over-music.yaml
        haptic session chart call-over-music.yaml -o call.png

      \(ScenarioRuns.statuses); 73 if the chart or the snapshot cannot be written.
      """)

  @Argument(help: "The scenario; - for standard input.", completion: .scenarios)
  var file: String?

  @OptionGroup var output: ChartOutput
  @OptionGroup var part: PartOptions

  func validate() throws { _ = try part.inputs([file]) }

  func run() throws {
    try ScenarioRuns(
      files: part.inputs([file]), choice: part.choice, part: part, isOne: output.path != nil,
      outputs: { _ in output.path.map { [("-o", $0)] } ?? [] }
    ).each { scenario, part, _ in
      let run = try ScenarioRun(scenario, checks: .all)
      let chart = SessionChart(listeningTo: run, of: scenario)
      let report = try part.take(run)
      if output.path == nil {
        try chart.print(title: scenario.name)
      } else {
        try StandardOutput.offer {
          try output.write(chart.drawing(title: scenario.name), theme: .light)
        }
      }
      return report
    }
  }
}

extension SessionChart {
  /// Creates a chart of everything that `run`, a run of `scenario`, does from now on.
  convenience init(listeningTo run: ScenarioRun, of scenario: Scenario) {
    self.init(run.phone, patterns: scenario.patterns)
    run.runtime.add(self)
  }

  /// Prints the chart as text.
  func print(title: String) throws(Failure) {
    let text = DrawingCanvas.text(drawing(title: title), columns: StandardOutput.columns)
    try StandardOutput.offer { () throws(Failure) in try StandardOutput.write(text) }
  }
}
