import ArgumentParser
import HapticEngine
import PhoneSimulator
import TextFormats

/// `haptic session run`.
struct SessionRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run scenarios and say what happened and what was not as expected.",
    discussion: """
      The clock is virtual: an hour takes no time. With --fuzz random steps come between those of \
      the scenario, its expectations are not looked at, and what must hold in every state is.

      Examples:
        haptic session run call-over-music.yaml
        haptic session run --quiet scenarios/*.yaml
        haptic session run --json alarm.yaml | jq -r 'select(.kind == "event") | .text'
        haptic session run --fuzz 1000 --seed 7 call-over-music.yaml

      Exit status: 0 if all was as expected; 1 if something was not; 65 if a file is no valid \
      scenario; 66 if a file cannot be read.
      """)

  @Argument(
    help: "The scenarios; - for standard input.", completion: .file(extensions: ["yaml", "yml"]))
  var files: [String]

  @Flag(help: "Print one JSON object a line: t, app, kind, text, scenario.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only what was not as expected.")
  var quiet = false

  @Option(
    parsing: .unconditional,
    help: .init("Put so many random steps between those of each scenario.", valueName: "n"))
  var fuzz: Int?

  @Option(
    parsing: .unconditional,
    help: .init(
      "Which random steps: the same seed gives the same ones. (default: 1)", valueName: "s"))
  var seed: UInt64?

  func validate() throws {
    if let fuzz, !(1...ScenarioFuzz.mostSteps).contains(fuzz) {
      throw ValidationError("--fuzz takes 1...\(ScenarioFuzz.mostSteps) steps")
    }
    if seed != nil, fuzz == nil { throw ValidationError("--seed goes with --fuzz") }
  }

  func run() throws {
    var results = RunResults()
    for name in files {
      do throws(Failure) {
        let file = try ScenarioFile(name)
        for scenario in file.scenarios { try run(scenario, of: file, &results) }
      } catch {
        guard error.status == .noInput || error.status == .invalidInput else { throw error }
        if !error.message.isEmpty { Words.say(error.message) }
        results.note(error.status)
      }
    }
    Words.say(results.words)
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
    for advice in report.advice { Words.say("\(file.name):\(advice.advice)".printable) }
    let failures = report.failures.map { "\(file.name):\($0)".printable + "\n" }.joined()
    if json { Words.say(failures: failures) } else { try StandardOutput.write(failures) }
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

/// What came of all scenarios together.
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

  var words: String {
    var words = "\(scenarios.counted("scenario")), \(expectations.counted("expectation")), "
    words += failed > 0 ? "\(failed.counted("scenario")) failed" : "all as expected"
    if scenarios == 0 { words = "no scenario was run" }
    if invalid > 0 { words += ", \(invalid.counted("file")) not valid" }
    if unreadable > 0 { words += ", \(unreadable.counted("file")) not read" }
    return words
  }
}

extension Words {
  /// Says the failures, which standard output has no place for.
  fileprivate static func say(failures: String) {
    if !failures.isEmpty { say(String(failures.dropLast())) }
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
      bytes = try TextFile.bytes(of: name, maximumBytes: ScenarioReader.largestFile)
    } catch {
      throw Failure(error.exitStatus, error.description.printable)
    }
    do throws(ScenarioErrors) {
      scenarios = try ScenarioReader.read(bytes)
    } catch {
      for problem in error.problems { Words.say("\(name):\(problem)".printable) }
      if error.untold > 0 { Words.say("\(name.printable): \(error.untold) more problems") }
      throw Failure(.invalidInput)
    }
  }
}
