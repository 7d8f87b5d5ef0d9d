import AudioOutput
import PhoneSimulator
import TextFormats

/// Runs the scenarios of files one after another, and prints the results.
struct ScenarioRuns {
  /// A function that runs all or part of a scenario, and can pass on the growing trace during the run.
  typealias Run = (Scenario, ScenarioPart, ([TraceEntry]) throws -> Void) throws -> ScenarioReport

  /// The description of the exit status for help texts.
  static let statuses = exitStatuses(hasChoice: true)

  /// Returns the exit statuses of a command, with or without `--scenario`.
  static func exitStatuses(hasChoice: Bool) -> String {
    "Exit status: 0 if everything was as expected; 1 if not; "
      + (hasChoice ? "64 if a file does not have the scenario of --scenario; " : "")
      + "65 if a file is not a valid scenario; 66 if a file cannot be read"
  }

  /// The names of the files.
  let files: [String]
  /// The choice of a scenario in each file; nil for all scenarios.
  var choice: ScenarioChoice?
  /// The part of a scenario to run; nil for the whole scenario.
  var part: PartOptions?
  /// The options for printing the trace; nil if it is not printed.
  var trace: TraceOptions?
  /// Whether files with several scenarios are refused.
  var isOne = false
  /// Returns the output options for a scenario, except the snapshot, with the files that they name.
  var outputs: (Scenario) -> [(option: String, path: String)] = { _ in [] }

  /// Runs each scenario by calling `run`.
  ///
  /// - Throws: `Failure` at the end if the options exclude a file, a file is unreadable or invalid, or an
  ///   expectation fails. Other failures are thrown immediately.
  func each(_ run: Run) throws(Failure) {
    var results = RunResults(noun: "scenario")
    for name in files {
      do {
        try runAll(of: ScenarioFile(name, isSnapshot: part?.fromSnapshot != nil), run, &results)
      } catch {
        let failure = Failure(error)
        // A wrong option for the only file is reported like any other wrong option.
        guard failure.status.isOfFile, failure.status != .usage || files.count > 1 else {
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
        .usage, "--until is \(until.brief), which is before the snapshot's time, \(start.brief) s")
    }
    if part != nil, file.snapshot == nil, let stopped = try? ScenarioSnapshot(file.bytes) {
      StandardError.print(
        "\(file.name): this snapshot is run from the beginning; use --from-snapshot to resume at "
          + "\(stopped.time.brief) s")
    }
    let scenarios =
      try choice?.chosen(of: file, isOne: isOne || part?.snapshot != nil) ?? file.scenarios
    try refuseOverwriting(file, scenarios)
    for scenario in scenarios { try self.run(scenario, of: file, run, &results) }
    try part?.save(file, scenarios)
  }

  /// The kinds of files that options replace; other options replace any file.
  private static let replaced: [String: FileKind] = [
    "--snapshot": .snapshot, "--lcov": .tracefile,
  ]

  /// Throws if an output would overwrite an input or a file of another kind, or if two outputs have the same file.
  private func refuseOverwriting(_ file: ScenarioFile, _ scenarios: [Scenario]) throws(Failure) {
    let snapshot = (part?.snapshot).map { [(option: "--snapshot", path: $0)] } ?? []
    var owners: [String: String] = [:]
    for (option, path) in snapshot + scenarios.flatMap(outputs) where path != "-" {
      // Several outputs can go to the same device.
      if SystemCall.isFile(path) {
        // A snapshot is allowed to replace the snapshot from which it was resumed.
        if option != "--snapshot" || file.snapshot == nil {
          try SystemCall.refuseSameFile(path, as: file.name == "-" ? "/dev/stdin" : file.name)
        }
        for input in file.inputs { try SystemCall.refuseSameFile(path, as: input) }
        if let kind = Self.replaced[option] { try NewFiles.check(path, replacing: kind) }
      } else if SystemCall.mode(at: path) != nil {
        continue
      }
      let other = owners.updateValue(option, forKey: SystemCall.destination(of: path))
      // Two apps with the same file name are reported later for the stems, in a message that names
      // the apps.
      guard let other, other != option else { continue }
      throw Failure(
        .usage,
        "\(path.printable): \(other) and \(option) would both write this file; choose different names"
      )
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
      // Standard output has another purpose here, so failures go to standard error.
      failures.forEach(StandardError.print)
    }
    let isOtherwise = isOff ? try HapticsOffOutput.differs(scenario, part) : false
    results.add(
      expectations: report.expectations, isFailed: isOtherwise || !report.failures.isEmpty)
  }
}

extension ExitStatus {
  /// Whether the failure concerns one file, so that the files after it still run.
  var isOfFile: Bool { [.usage, .noInput, .invalidInput].contains(self) }
}

extension ScenarioFailure {
  /// Returns the failure and its hint as lines that are safe to print.
  func lines(in file: String) -> [String] {
    ["\(file):\(self)".printable] + (hint.map { ["  hint: \($0)".printable] } ?? [])
  }
}

/// The totals of a series of runs.
struct RunResults {
  /// The noun for one run, such as "scenario".
  private let noun: String
  private var runs = 0
  private var expectations = 0
  private var failed = 0
  private var invalid = 0
  private var unreadable = 0
  private var excluded = 0
  private var unavailable = 0

  init(noun: String) { self.noun = noun }

  mutating func add(expectations count: Int, isFailed: Bool) {
    runs += 1
    expectations += count
    if isFailed { failed += 1 }
  }

  /// Whether anything was run.
  var hasRun: Bool { runs > 0 }

  /// Counts a file that could not be run, with the status of its failure.
  mutating func note(_ status: ExitStatus) {
    switch status {
    case .noInput: unreadable += 1
    case .usage: excluded += 1
    case .deviceUnavailable: unavailable += 1
    default: invalid += 1
    }
  }

  /// The worst status of all files: first a missing library, then wrong options, files that cannot be run, and failures.
  var status: ExitStatus? {
    if unavailable > 0 { return .deviceUnavailable }
    if excluded > 0 { return .usage }
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

  /// The numbers of files that could not be run, each preceded by a comma; empty if all were run.
  var omissions: String {
    var text = ""
    if invalid > 0 { text += ", \(invalid.counted("file")) not valid" }
    if unreadable > 0 { text += ", \(unreadable.counted("file")) not readable" }
    if excluded > 0 { text += ", \(excluded.counted("file")) not run" }
    if unavailable > 0 { text += ", \(unavailable.counted("file")) not read without a library" }
    return text
  }
}
