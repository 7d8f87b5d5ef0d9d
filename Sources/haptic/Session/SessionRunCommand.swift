import ArgumentParser
import HapticEngine
import PhoneSimulator
import TextFormats

/// `haptic session run`.
struct SessionRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run scenarios, trace what happens and check expectations.",
    discussion: """
      The clock is virtual: an hour takes no time. With --fuzz, random steps are inserted; \
      expectations are then not checked, but the invariants of every state are.

      Examples:
        haptic session run call-over-music.yaml
        haptic session run --quiet scenarios/*.yaml
        haptic session run --json alarm.yaml | jq -r 'select(.kind == "event") | .text'
        haptic session run --fuzz 1000 --seed 7 call-over-music.yaml

      Exit status: 0 if every expectation was met; 1 if one was not; 65 if a file is not a valid \
      scenario; 66 if a file cannot be read.
      """)

  @Argument(
    help: "The scenarios; - for standard input.", completion: .file(extensions: ["yaml", "yml"]))
  var files: [String]

  @Flag(help: "Print one JSON object per line: t, app, kind, text, scenario.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only failed expectations.")
  var quiet = false

  @Option(
    parsing: .unconditional,
    help: .init("The number of random steps to insert into each scenario.", valueName: "n"))
  var fuzz: Int?

  @Option(
    parsing: .unconditional,
    help: .init(
      "The seed of the random steps: the same seed gives the same steps. (default: 1)",
      valueName: "s"))
  var seed: UInt64?

  func validate() throws {
    if let fuzz, !(1...ScenarioFuzz.mostSteps).contains(fuzz) {
      throw ValidationError("--fuzz is \(fuzz); it must be from 1 to \(ScenarioFuzz.mostSteps).")
    }
    if seed != nil, fuzz == nil { throw ValidationError("--seed needs --fuzz.") }
  }

  func run() throws {
    var results = RunResults()
    for name in files {
      do throws(Failure) {
        let file = try ScenarioFile(name)
        for scenario in file.scenarios { try run(scenario, of: file, &results) }
      } catch {
        guard error.status == .noInput || error.status == .invalidInput else { throw error }
        if !error.message.isEmpty { StandardError.print(error.message) }
        results.note(error.status)
      }
    }
    StandardError.print(results.summary)
    if let status = results.status { throw Failure(status) }
  }

  private func run(
    _ scenario: Scenario, of file: ScenarioFile, _ results: inout RunResults
  ) throws(Failure) {
    let report = try report(scenario)
    results.add(report)
    if json, !quiet {
      try TraceJSON.write(report, of: scenario)
    } else if !json, !quiet {
      try StandardOutput.write(
        TraceText(coloured: StandardOutput.isColoured).text(scenario, report))
    }
    for advice in report.advice { StandardError.print("\(file.name):\(advice.advice)".printable) }
    let failures = report.failures.map { "\(file.name):\($0)".printable + "\n" }.joined()
    if json { StandardError.print(failures: failures) } else { try StandardOutput.write(failures) }
  }

  private func report(_ scenario: Scenario) throws(Failure) -> ScenarioReport {
    do {
      guard let fuzz else {
        let run = try ScenarioRun(scenario, checks: .all)
        run.run()
        return run.report
      }
      return try ScenarioFuzz(scenario, steps: fuzz, seed: seed ?? 1).run()
    } catch {
      throw Failure(error)
    }
  }
}

/// The totals of all scenarios.
private struct RunResults {
  private var scenarios = 0
  private var expectations = 0
  private var failed = 0
  private var invalid = 0
  private var unreadable = 0

  mutating func add(_ report: ScenarioReport) {
    scenarios += 1
    expectations += report.expectations
    if !report.failures.isEmpty { failed += 1 }
  }

  mutating func note(_ status: ExitStatus) {
    if status == .noInput { unreadable += 1 } else { invalid += 1 }
  }

  var status: ExitStatus? {
    if invalid > 0 { return .invalidInput }
    if unreadable > 0 { return .noInput }
    return failed > 0 ? .checkFailed : nil
  }

  var summary: String {
    var text = "\(scenarios.counted("scenario")), \(expectations.counted("expectation")), "
    text += failed > 0 ? "\(failed.counted("scenario")) failed" : "all as expected"
    if scenarios == 0 { text = "no scenario was run" }
    if invalid > 0 { text += ", \(invalid.counted("file")) not valid" }
    if unreadable > 0 { text += ", \(unreadable.counted("file")) not readable" }
    return text
  }
}

extension StandardError {
  /// Prints the failures, because standard output is for JSON.
  fileprivate static func print(failures: String) {
    if !failures.isEmpty { print(String(failures.dropLast())) }
  }
}

/// The scenarios of a file.
struct ScenarioFile {
  /// The name it was given by; `-` is standard input.
  let name: String
  let scenarios: [Scenario]

  /// Reads the file of that name, or standard input for `-`, and prints every problem that it has,
  /// each with its place.
  ///
  /// - Throws: `Failure` of status 66 if the file cannot be read, of 65 if it is no valid scenario.
  init(_ name: String) throws(Failure) {
    self.name = name
    let bytes: [UInt8]
    do throws(TextFileError) {
      bytes = try TextFile.bytes(of: name, maximumBytes: ScenarioReader.maximumFileSize)
    } catch {
      throw Failure(error.exitStatus, error.description.printable)
    }
    do throws(ScenarioErrors) {
      scenarios = try ScenarioReader.read(bytes)
    } catch {
      StandardError.print(error.problems, of: name, omitted: error.omittedCount)
      throw Failure(.invalidInput)
    }
  }
}
