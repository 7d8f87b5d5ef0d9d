import ArgumentParser
import AudioOutput
import HapticLint
import TextFormats

/// `haptic test`.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Check patterns and scenarios against expectations.",
    discussion: """
      The expectations of NAME.ahap are in NAME.test.yaml in the same folder. Each key takes a \
      number, or a map with min and max:

        duration: 3.6
        transients: 8
        peak: { max: 0.9 }
        felt: { min: 10, max: 40 }

      The other keys are continuous, sounds, feltSeconds, parts, distance, pattern and profile; \
      see Documentation/PatternTests.md. `haptic inspect` prints these numbers for a pattern. \
      Scenarios run as with `haptic session run`. A folder stands for all scenarios and \
      .test.yaml files in it and its subfolders.

      Examples:
        haptic test mine.ahap
        haptic test . --junit results.xml
        haptic test --quiet --annotations .
        haptic test --json Scenarios | jq '.[] | select(.verdict != "ok")'

      Exit status: 0 if everything is as expected; 1 if not; 65 if a file is not valid; 66 if a file \
      cannot be read; 69 if a library is missing; 73 if the file of --junit cannot be created.
      """)

  @Argument(
    help:
      "Scenarios, .test.yaml files, patterns that have a .test.yaml file, and folders; - for a scenario on standard input.",
    completion: .file(extensions: ["yaml", "yml", "ahap"]))
  var paths: [String]

  @Flag(name: .shortAndLong, help: "Print only failures and problems.")
  var quiet = false

  @Flag(
    help:
      "Print a JSON array with an object for each file: file, verdict, expectations, failures and problems."
  )
  var json = false

  @OptionGroup var reports: TestReports

  func validate() throws {
    try ProgramArguments.checkStandardInput(paths)
    if json && reports.annotations {
      throw ValidationError("Give only one of --json and --annotations.")
    }
  }

  func run() throws {
    try SystemCall.checkThreads()
    var files: [String] = []
    var untested: [TestOutcome] = []
    for path in paths {
      do throws(Failure) {
        files += try TestFiles.named(path)
      } catch {
        if paths.count == 1 { throw error }
        untested.append(TestOutcome(of: path, failure: error))
      }
    }
    try reports.refuseOverwriting(files)
    var results = RunResults(noun: "test")
    var outcomes: [TestOutcome] = []
    func add(_ outcome: TestOutcome) throws {
      try reports.refuseOverwriting(outcome.inputs)
      try print(outcome)
      outcome.add(to: &results)
      if json || reports.junit != nil { outcomes.append(outcome) }
    }
    for outcome in untested { try add(outcome) }
    try ParallelWork.each(files, TestOutcome.init(of:), add)
    try reports.write(outcomes)
    if json { try StandardOutput.offer { try JSONOutput.write(outcomes.map(\.entry)) } }
    StandardError.print(results.summary)
    if let status = results.status { throw Failure(status) }
  }

  private func print(_ outcome: TestOutcome) throws {
    for warning in outcome.warnings { StandardError.print(warning) }
    if json { return }
    var lines = outcome.lines
    if reports.annotations { lines += outcome.annotations(by: "haptic test") }
    if !quiet { lines.append(outcome.summary) }
    try StandardOutput.offer { () throws(Failure) in
      try StandardOutput.write(lines.map { $0 + "\n" }.joined())
    }
  }
}

/// The files of tests.
enum TestFiles {
  private static let endings = [PatternTest.fileEnding, ".test.yml"]

  /// Returns the test files that a path stands for, sorted by name.
  ///
  /// - Throws: `Failure` of status 66 if a folder does not contain tests, or a pattern does not exist
  ///   or does not have a test file.
  static func named(_ path: String) throws(Failure) -> [String] {
    if SystemCall.isFolder(path) {
      let files = ScenarioFile.names(inFolder: path, or: isPatternTest)
      if !files.isEmpty { return files }
      throw Failure(
        .noInput,
        "\(path.printable): the folder contains no scenario or file that ends in "
          + PatternTest.fileEnding)
    }
    guard path.hasSuffix(".ahap") else { return [path] }
    guard SystemCall.isFile(path) else {
      let advice = PatternArgument.copyAdvice(for: path)
      throw Failure(.noInput, "\(path.printable): no such file\(advice)")
    }
    let names = endings.map { String(path.dropLast(5)) + $0 }
    if let name = names.first(where: SystemCall.isFile) { return [name] }
    throw Failure(
      .noInput,
      "\(path.printable): the file with its expectations, \(names[0].printable), does not exist; "
        + "see `haptic test --help` for an example")
  }

  /// Returns whether the file contains the expectations of a pattern.
  static func isPatternTest(_ path: String) -> Bool { ending(of: path) != nil }

  /// Returns the path of the pattern that belongs to a test file.
  static func pattern(of path: String) -> String {
    String(path.dropLast(ending(of: path)?.count ?? 0)) + ".ahap"
  }

  private static func ending(of path: String) -> String? {
    endings.first(where: path.lowercased().hasSuffix)
  }
}
