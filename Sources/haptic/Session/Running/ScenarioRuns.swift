import AudioOutput
import PhoneSimulator
import TextFormats

/// Runs the scenarios of files one after another, and prints what came of them.
struct ScenarioRuns {
  /// Runs a scenario, or a part of it; what it is given may be called with the trace while that grows.
  typealias Run = (Scenario, ScenarioPart, ([TraceEntry]) throws -> Void) throws -> ScenarioReport

  /// What help says of the exit status.
  static let statuses =
    "Exit status: 0 if all was as expected; 1 if not; 65 if a file is not a valid scenario; 66 if a file "
    + "cannot be read"

  /// The names of the files.
  let files: [String]
  /// Which scenarios of a file are run; nil for all.
  var choice: ScenarioChoice?
  /// What is run of a scenario; nil for the whole as it is.
  var part: PartOptions?
  /// How the trace is printed; nil where it is not.
  var trace: TraceOptions?
  /// Whether a file that has several scenarios is refused.
  var isOne = false
  /// What is written of a scenario besides a snapshot: the options, and the files that they name.
  var outputs: (Scenario) -> [(option: String, path: String)] = { _ in [] }

  /// Runs each by `run`.
  ///
  /// - Throws: `Failure`, at the end, if a file cannot be read, is not valid or something is not as
  ///   expected; at once if it is of another kind.
  func each(_ run: Run) throws(Failure) {
    var results = RunResults(noun: "scenario")
    for name in files {
      do {
        try runAll(of: ScenarioFile(name, isSnapshot: part?.fromSnapshot != nil), run, &results)
      } catch {
        let failure = Failure(error)
        guard failure.status == .noInput || failure.status == .invalidInput else {
          if results.hasRun { StandardError.print(results.summary) }
          throw failure
        }
        if !failure.message.isEmpty { StandardError.print(failure.message) }
        results.note(failure.status)
      }
    }
    StandardError.print(results.summary)
    if let status = results.status { throw Failure(status) }
  }

  private func runAll(
    of file: ScenarioFile, _ run: Run, _ results: inout RunResults
  ) throws {
    if let until = part?.until, let start = file.snapshot?.time, until < start {
      throw Failure(
        .usage, "--until is \(until.brief), before the snapshot's \(start.brief) s")
    }
    if part != nil, file.snapshot == nil, let stopped = try? ScenarioSnapshot(file.bytes) {
      StandardError.print(
        "\(file.name): this snapshot is run from the beginning; with --from-snapshot it goes on at "
          + "\(stopped.time.brief) s")
    }
    let scenarios =
      try choice?.chosen(of: file, isOne: isOne || part?.snapshot != nil) ?? file.scenarios
    try refuseOverwriting(file, scenarios)
    for scenario in scenarios { try self.run(scenario, of: file, run, &results) }
    try part?.save(file, scenarios)
  }

  /// Refuses to write over anything that is read, and two results to one file.
  private func refuseOverwriting(_ file: ScenarioFile, _ scenarios: [Scenario]) throws(Failure) {
    let snapshot = (part?.snapshot).map { [(option: "--snapshot", path: $0)] } ?? []
    var owners: [String: String] = [:]
    for (option, path) in snapshot + scenarios.flatMap(outputs) where path != "-" {
      // A device can be written to any number of times.
      if SystemCall.isFile(path) {
        // A snapshot may take the place of the one that it goes on from.
        if option != "--snapshot" || file.snapshot == nil {
          try SystemCall.refuseSameFile(path, as: file.name == "-" ? "/dev/stdin" : file.name)
        }
        for input in file.inputs { try SystemCall.refuseSameFile(path, as: input) }
      } else if SystemCall.mode(at: path) != nil {
        continue
      }
      let other = owners.updateValue(option, forKey: SystemCall.destination(of: path))
      // Apps whose files have the same name are found by the stems, which name the apps.
      guard let other, other != option else { continue }
      throw Failure(
        .usage,
        "\(path.printable): \(other) and \(option) would both write this file; give one of them "
          + "another name")
    }
  }

  private func run(
    _ scenario: Scenario, of file: ScenarioFile, _ run: Run, _ results: inout RunResults
  ) throws {
    var printer = TracePrinter(scenario, trace)
    let isTraced = trace?.quiet == false
    let isOff = part?.isHapticsOff(in: file) == true
    let part = ScenarioPart(from: file.snapshot?.time, until: part?.until)
    let report = try run(isOff ? scenario.withoutHaptics : scenario, part) { entries in
      if isTraced { try printer.print(entries) }
    }
    if isTraced {
      try printer.finish(report.trace)
    } else if trace?.json == true {
      try printer.finish(report.trace.filter(\.isFailure))
    }
    for advice in report.advice { StandardError.print("\(file.name):\(advice.advice)".printable) }
    let failures = report.failures.flatMap { $0.lines(in: file.name) }
    if trace?.json == false {
      try StandardOutput.offer {
        try StandardOutput.write(failures.map { $0 + "\n" }.joined())
      }
    } else {
      // Standard output is for something else.
      failures.forEach(StandardError.print)
    }
    let isOtherwise = isOff ? try HapticsOffOutput.differs(scenario, part) : false
    results.add(
      expectations: report.expectations, isFailed: isOtherwise || !report.failures.isEmpty)
  }
}

extension ScenarioFailure {
  /// The failure with its hint, as lines that are safe to print.
  func lines(in file: String) -> [String] {
    ["\(file):\(self)".printable] + (hint.map { ["  hint: \($0)".printable] } ?? [])
  }
}

/// The totals of what was run.
struct RunResults {
  /// The word for what was run.
  private let noun: String
  private var runs = 0
  private var expectations = 0
  private var failed = 0
  private var invalid = 0
  private var unreadable = 0

  init(noun: String) { self.noun = noun }

  mutating func add(expectations count: Int, isFailed: Bool) {
    runs += 1
    expectations += count
    if isFailed { failed += 1 }
  }

  /// Whether anything was run.
  var hasRun: Bool { runs > 0 }

  mutating func note(_ status: ExitStatus) {
    if status == .noInput { unreadable += 1 } else { invalid += 1 }
  }

  var status: ExitStatus? {
    if invalid > 0 { return .invalidInput }
    if unreadable > 0 { return .noInput }
    return failed > 0 ? .checkFailed : nil
  }

  var summary: String {
    var text = "\(runs.counted(noun)), \(expectations.counted("expectation")), "
    text += failed > 0 ? "\(failed.counted(noun)) failed" : "all as expected"
    if !hasRun { text = "no \(noun) was run" }
    return text + omissions
  }

  /// The numbers of files that could not be run, each after a comma; nothing if all were.
  var omissions: String {
    var text = ""
    if invalid > 0 { text += ", \(invalid.counted("file")) not valid" }
    if unreadable > 0 { text += ", \(unreadable.counted("file")) not readable" }
    return text
  }
}
