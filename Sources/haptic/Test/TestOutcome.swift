import AudioOutput
import HapticEngine
import HapticLint
import PhoneSimulator
import TextFormats

/// The outcome of a test file.
struct TestOutcome: Sendable {
  /// A failure, or a problem of the file.
  struct Finding: Sendable {
    /// The location in the file; nil for the whole file.
    let place: SourceLocation?
    /// The found and the expected value, or the problem.
    let message: String
    var hint: String?

    /// Returns the finding as lines that are safe to print.
    func lines(in file: String) -> [String] {
      [(place.map { "\(file):\($0): \(message)" } ?? message).printable]
        + (hint.map { ["  hint: \($0)".printable] } ?? [])
    }
  }

  /// A scenario, or one expectation of a pattern.
  struct Case: Sendable {
    let name: String
    let place: SourceLocation
    let expectations: Int
    let failures: [Finding]
  }

  /// The name of the file.
  let file: String
  private(set) var cases: [Case] = []
  /// The patterns and sounds that the tests read.
  private(set) var inputs: [String] = []
  private(set) var warnings: [String] = []
  /// The problems of a file that cannot be run.
  private(set) var problems: [Finding] = []
  /// The status for a file that cannot be run; nil if it was run.
  private(set) var status: ExitStatus?

  /// Runs the tests of a file.
  @Sendable init(of file: String) {
    self.file = file
    do {
      if TestFiles.isPatternTest(file) { try checkPattern() } else { try runScenarios() }
    } catch let error as LintConfiguration.Invalid {
      status = .invalidInput
      problems =
        FileKind.failure(file, expected: .patternTest).map {
          [Finding(place: nil, message: $0.message)]
        } ?? error.problems.map { Finding(place: $0.place, message: "error: \($0.message)") }
    } catch {
      note(Failure(error))
    }
  }

  /// Creates the outcome of a file or folder whose tests cannot be found.
  init(of file: String, failure: Failure) {
    self.file = file
    note(failure)
  }

  private mutating func note(_ failure: Failure) {
    status = failure.status
    problems += failure.message.split(separator: "\n")
      .map { Finding(place: nil, message: String($0)) }
  }

  /// Creates the outcome of a file whose tests another command has run.
  ///
  /// - Parameters:
  ///   - file: the name of the file.
  ///   - cases: the tests with their failures.
  ///   - problems: the problems of the file.
  ///   - status: the status for a file that cannot be run; nil if it was run.
  init(of file: String, cases: [Case], problems: [Finding], status: ExitStatus?) {
    self.file = file
    self.cases = cases
    self.problems = problems
    self.status = status
  }

  // MARK: Scenarios

  private mutating func runScenarios() throws {
    var found: [Finding] = []
    defer { problems = found }
    let read = try ScenarioFile(file) { [file] errors in
      found = Finding.problems(of: errors, in: file)
    }
    inputs = read.inputs
    for scenario in read.scenarios {
      let run = try ScenarioRun(scenario, checks: .all)
      run.run()
      let report = run.report
      warnings += report.advice.map { "\(file):\($0.advice)".printable }
      cases.append(
        Case(
          name: scenario.name, place: scenario.place, expectations: report.expectations,
          failures: report.failures.map { Finding($0) }))
    }
  }

  // MARK: Patterns

  private mutating func checkPattern() throws {
    let bytes = try InputFile.bytes(of: file, maximumBytes: PatternTest.maximumBytes)
    let test = try PatternTest(yaml: bytes)
    let loaded = try pattern(test.pattern)
    let (sounds, missing) = SoundLibrary(of: loaded.folder)
      .load(for: loaded.pattern, sampleRate: 48_000)
    warnings = missing.map { "\(loaded.name): sound file \($0); its events stay silent".printable }
    var others: [String: HapticPattern] = [:]
    for name in test.others { others[name] = try pattern(name).pattern }
    cases = try test.results(for: loaded.pattern, sounds: sounds, others: others).map { result in
      Case(
        name: result.name, place: result.place, expectations: 1,
        failures: result.failure.map { [Finding(place: result.place, message: $0)] } ?? [])
    }
  }

  /// Returns the pattern that the file calls `name`, or the pattern next to the file.
  private mutating func pattern(_ name: String?) throws(Failure) -> LoadedPattern {
    var path = name ?? TestFiles.pattern(of: file)
    if let name, name.hasSuffix(".ahap") || name.contains("/"), !name.hasPrefix("/") {
      path = (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + name
    }
    let argument = PatternArgument(argument: path)
    if let file = argument.file { inputs.append(file) }
    let read = try argument.read()
    guard let pattern = read.reading.pattern else {
      let errors = read.reading.diagnostics.filter { $0.severity == .error }
      throw Failure(
        .invalidInput,
        errors.map { $0.text(in: read.reading.file).printable }.joined(separator: "\n"))
    }
    try RenderLimit.check(pattern, read.name)
    inputs += pattern.soundFiles(in: read.folder)
    return LoadedPattern(
      name: read.name, pattern: pattern, reading: read.reading, folder: read.folder)
  }
}

extension TestOutcome {
  /// All problems and failures.
  private var findings: [Finding] { problems + cases.flatMap(\.failures) }

  private var expectations: Int { cases.reduce(0) { $0 + $1.expectations } }

  /// The problems and failures as lines that are safe to print.
  var lines: [String] { findings.flatMap { $0.lines(in: file) } }

  /// A line with the verdict on the file.
  var summary: String {
    let count = cases.reduce(0) { $0 + $1.failures.count }
    let verdict =
      status != nil ? "not run" : count == 0 ? "ok" : "FAILED, \(count.counted("failure"))"
    return "\(file): \(verdict), \(expectations.counted("expectation"))".printable
  }

  /// Returns the findings as commands for Git hosts, with the name of the command that found them.
  func annotations(by command: String) -> [String] {
    findings.map { finding in
      let message = finding.message + (finding.hint.map { "; \($0)" } ?? "")
      let line =
        finding.place.map {
          LintReport.annotation("error", file, $0, title: command, message)
        } ?? LintReport.annotation(ofFailure: message)
      return String(line.dropLast())
    }
  }

  /// A file in the output of `--json`.
  struct Entry: Encodable {
    /// A failure, or a problem of the file.
    ///
    /// Without a line, it concerns the whole file.
    struct Item: Encodable {
      let line: Int?
      let column: Int?
      let message: String
      let hint: String?

      init(_ finding: Finding) {
        line = finding.place?.line
        column = finding.place?.column
        message = finding.message
        hint = finding.hint
      }
    }

    let file: String
    /// `ok`, `failed`, or `not run`.
    let verdict: String
    let expectations: Int
    let failures: [Item]
    let problems: [Item]
  }

  /// The file as an object of JSON.
  var entry: Entry {
    let failures = cases.flatMap(\.failures)
    return Entry(
      file: file, verdict: status != nil ? "not run" : failures.isEmpty ? "ok" : "failed",
      expectations: expectations, failures: failures.map { Entry.Item($0) },
      problems: problems.map { Entry.Item($0) })
  }

  /// Adds the file to the totals.
  func add(to results: inout RunResults) {
    if let status { return results.note(status) }
    results.add(
      expectations: expectations, isFailed: cases.contains { !$0.failures.isEmpty })
  }
}

extension TestOutcome.Finding {
  /// Creates a finding from the failure of a scenario's expectation.
  init(_ failure: ScenarioFailure) {
    self.init(
      place: failure.place, message: "at \(failure.time.brief) s: \(failure.message)",
      hint: failure.hint)
  }

  /// Returns the problems of a file that is not a valid scenario.
  static func problems(of errors: ScenarioErrors, in file: String) -> [Self] {
    var found = errors.problems.map {
      Self(place: $0.location, message: "error: \($0.message) [\($0.code.rawValue)]")
    }
    if errors.omittedCount > 0 {
      found.append(
        Self(place: nil, message: "\(file): \(errors.omittedCount.counted("more problem"))"))
    }
    return found
  }
}
