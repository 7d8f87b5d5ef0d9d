import ArgumentParser
import AudioOutput
import PhoneSimulator
import TextFormats

/// `haptic session sweep`.
struct SessionSweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Find the policy answers and iOS versions that scenarios depend on.",
    discussion: """
      Runs each scenario under every alternative answer to every question that Apple leaves open \
      (`haptic session policy`) and under every version of iOS, one change at a time. Reports \
      the answers and versions under which an expectation fails. Options under the scenario's \
      `policy`, and its `os`, are decisions and are not swept. A folder stands for every scenario in \
      it and its subfolders, sorted by name.

      Examples:
        haptic session sweep call-over-music.yaml
        haptic session sweep --quiet scenarios
        haptic session sweep --pairs call-over-music.yaml
        haptic session sweep --junit sweep.xml --annotations scenarios
        haptic session sweep --json alarm.yaml | jq -r '.findings[].changes[].setting'

      Exit status: 0 if every scenario passes in all runs; 1 if a scenario depends on an answer or a version, or \
      fails under its own settings; 65 if a file is not a valid scenario; 66 if a file cannot be \
      read; 73 if the file of --junit cannot be created.
      """)

  @Argument(
    help: "The scenarios and folders of scenarios; - for standard input.", completion: .scenarios)
  var paths: [String]

  @Flag(
    help: """
      Also change pairs of settings whose individual changes do not make any expectation fail, at most \
      \(ScenarioSweep.mostPairs) pairs for each scenario.
      """)
  var pairs = false

  @Flag(help: "Print a JSON object for each scenario, one per line.")
  var json = false

  @Flag(
    name: .shortAndLong, help: "Print only scenarios that fail or depend on an answer or a version."
  )
  var quiet = false

  @OptionGroup var reports: TestReports

  @OptionGroup var choice: ScenarioChoice

  func validate() throws {
    try ProgramArguments.checkStandardInput(paths)
    if json && reports.annotations {
      throw ValidationError("--json cannot be combined with --annotations.")
    }
  }

  func run() throws {
    let files = try ScenarioFile.names(in: paths)
    try reports.refuseOverwriting(files)
    var results = RunResults(noun: "scenario")
    var swept: [SweptFile] = []
    for name in files {
      let file = try SweptFile(name, choice, pairs: pairs)
      try reports.refuseOverwriting(file.inputs)
      try StandardOutput.offer { try print(file) }
      file.add(to: &results)
      swept.append(file)
    }
    try reports.write(swept.map(\.outcome))
    StandardError.print(SweepText.summary(swept.flatMap(\.sweeps)) + results.omissions)
    if let status = results.status { throw Failure(status) }
  }

  private func print(_ file: SweptFile) throws {
    if let failure = file.failure, !failure.message.isEmpty { StandardError.print(failure.message) }
    for sweep in file.sweeps where !quiet || !sweep.holds {
      let text =
        json ? try SweepJSON(sweep, of: file.name).text() : SweepText.text(sweep, of: file.name)
      try StandardOutput.write(text)
    }
    guard reports.annotations else { return }
    for line in file.outcome.annotations(by: "haptic session sweep") {
      try StandardOutput.write(line + "\n")
    }
  }
}

/// A file of scenarios, and the results of sweeping them.
struct SweptFile {
  /// The name of the file.
  let name: String
  /// The sweeps, in the order of the scenarios.
  private(set) var sweeps: [ScenarioSweep] = []
  /// The patterns and sounds that the scenarios name.
  private(set) var inputs: [String] = []
  /// The reason that the file could not be swept; nil if it was swept.
  private(set) var failure: Failure?
  /// The problems of an invalid file.
  private var problems: [TestOutcome.Finding] = []

  /// Reads and sweeps the file called `name`, and prints the problems of its text.
  ///
  /// - Throws: `Failure`, except for a file that cannot be read or is not valid.
  init(_ name: String, _ choice: ScenarioChoice, pairs: Bool) throws {
    self.name = name
    var found: [TestOutcome.Finding] = []
    do {
      let file = try ScenarioFile(name) { errors in
        StandardError.print(errors.problems, of: name, omitted: errors.omittedCount)
        found = TestOutcome.Finding.problems(of: errors, in: name)
      }
      inputs = file.inputs
      let scenarios = try choice.chosen(of: file, isOne: false)
      sweeps = try scenarios.map { try ScenarioSweep($0, pairs: pairs) }
    } catch {
      let failure = Failure(error)
      guard failure.status.isOfFile else { throw failure }
      self.failure = failure
      if !failure.message.isEmpty { found = [.init(place: nil, message: failure.message)] }
    }
    problems = found
  }

  /// Adds the file to the totals.
  func add(to results: inout RunResults) {
    for sweep in sweeps {
      results.add(expectations: sweep.report.expectations, isFailed: !sweep.holds)
    }
    if let failure { results.note(failure.status) }
  }

  /// The outcome for test reports: each scenario is a test, and each dependency is a failure of the test.
  var outcome: TestOutcome {
    let cases = sweeps.map { sweep in
      TestOutcome.Case(
        name: sweep.scenario, place: sweep.place, expectations: sweep.report.expectations,
        failures: sweep.failures)
    }
    return TestOutcome(of: name, cases: cases, problems: problems, status: failure?.status)
  }
}

extension ScenarioSweep {
  /// The failures under the scenario's own settings and the dependencies, located at the failing expectations.
  fileprivate var failures: [TestOutcome.Finding] {
    report.failures.map { TestOutcome.Finding($0) }
      + dependencies.flatMap(\.changes).map { words, consequence in
        let finding = TestOutcome.Finding(consequence.failure)
        return .init(place: finding.place, message: "depends on \(words): \(finding.message)")
      }
  }
}
