import ArgumentParser
import AudioOutput
import PhoneRuntime
import PhoneSimulator
import TextFormats

/// `haptic session coverage`.
struct SessionCoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "List the rules, cells and options that scenarios and tests exercise or miss.",
    discussion: """
      Runs the scenarios, and counts the parts of the simulated phone that they exercise: rules, table \
      cells, policy options, interruptors and notifications. Then lists the names of parts that were not \
      exercised. A cell or an option is exercised if a different value in it would change the outcome of at \
      least one step. A folder stands for every scenario in it and its subfolders, sorted by name.

      Tests that use AudioSessionTesting write the coverage of their phones to files ending in \
      \(PhoneCoverage.fileEnding), in the folder that HAPTIC_COVERAGE names. These files are added to the \
      coverage, as are files with this ending that contain an earlier output of --json.

      Examples:
        haptic session coverage scenarios
        haptic session coverage --json call-over-music.yaml | jq '.kinds[0].missing'
        haptic session coverage scenarios --lcov coverage.info
        HAPTIC_COVERAGE=$PWD/coverage swift test; haptic session coverage coverage

      \(ScenarioRuns.exitStatuses(hasChoice: false)); 73 if the tracefile cannot be written.
      """)

  @Argument(
    help:
      "The scenarios, the .coverage.json files of test runs, and folders of both; - for standard input.",
    completion: .scenarios)
  var paths: [String]

  @Flag(
    help:
      "Print a JSON object with the scenarios and, for each kind, the exercised and missing names.")
  var json = false

  @Option(
    help: .init(
      "Also write an lcov tracefile, with a record for each kind and a line for each name.",
      valueName: "file"), completion: .file())
  var lcov: String?

  func validate() throws {
    try ProgramArguments.checkStandardInput(paths)
    if lcov == "-" {
      throw ValidationError("Standard output is for other results; give --lcov a file name.")
    }
  }

  func run() throws {
    let names = try ScenarioFile.names(in: paths, addsCoverages: true)
    let files = names.filter { $0.hasSuffix(PhoneCoverage.fileEnding) }
    let scenarios = names.filter { !$0.hasSuffix(PhoneCoverage.fileEnding) }
    var coverage = try coverage(in: files)
    var failure: Failure?
    do throws(Failure) {
      if files.isEmpty || !scenarios.isEmpty { try run(scenarios, addingTo: &coverage) }
    } catch {
      failure = error
    }
    // The coverage is reported even if an expectation fails.
    if coverage.runs > 0, failure?.status != .usage { try write(coverage) }
    if let failure { throw failure }
  }

  private func run(
    _ scenarios: [String], addingTo coverage: inout PhoneCoverage
  ) throws(Failure) {
    try ScenarioRuns(
      files: scenarios, outputs: { _ in lcov.map { [("--lcov", $0)] } ?? [] }
    ).each { scenario, _, _ in try coverage.run(scenario) }
  }

  /// Returns the combined coverage of test run files, and prints the number of phones.
  private func coverage(in files: [String]) throws(Failure) -> PhoneCoverage {
    var coverage = PhoneCoverage()
    for name in files {
      try SystemCall.refuseSameFile(lcov, as: name)
      let bytes = try InputFile.bytes(of: name, maximumBytes: PhoneCoverage.maximumFileSize)
      do throws(CoverageFileError) {
        coverage.merge(try PhoneCoverage(file: bytes))
      } catch {
        throw Failure(.invalidInput, "\(name): \(error)".printable)
      }
    }
    if !files.isEmpty {
      StandardError.print(
        "\(files.count.counted("file")) of test runs, \(coverage.runs.counted("phone"))")
    }
    return coverage
  }

  private func write(_ coverage: PhoneCoverage) throws {
    if let lcov {
      try NewFiles.check(lcov, replacing: .tracefile)
      TerminationSignals.cleanUpFiles()
      try PendingFile.write(Array(coverage.lcov.utf8), to: lcov, existing: .isReplaced)
    }
    if json { return try JSONOutput.write(coverage) }
    try StandardOutput.write(coverage.text(columns: max(40, StandardOutput.columns)))
  }
}

extension PhoneCoverage {
  /// Returns a table of the kinds, followed by the names that were not exercised.
  fileprivate func text(columns: Int) -> String {
    let rows = CoverageKind.allCases.map { kind in
      [
        kind.rawValue, "\(exercised(of: kind).count)", "\(kind.entries.count)",
        "\(percent(of: kind).rounded(to: 1)) %",
      ]
    }
    let table = TextTable.text([["kind", "exercised", "of", "percent"]] + rows)
    return table + CoverageKind.allCases.map { missingText(of: $0, columns: columns) }.joined()
  }

  /// Returns the names of a kind that were not exercised, one group per line.
  ///
  /// The text is empty if all names were exercised.
  private func missingText(of kind: CoverageKind, columns: Int) -> String {
    let missing = missing(of: kind)
    if missing.isEmpty { return "" }
    var groups: [String] = []
    for entry in missing where !groups.contains(entry.group) { groups.append(entry.group) }
    let lines = groups.map { group in
      let labels = missing.filter { $0.group == group }.map(\.label).joined(separator: ", ")
      let text = group.isEmpty ? labels : "\(group): \(labels)"
      return TextTable.folded(text, first: 2, indent: 4, columns: columns)
    }
    return "\n\(kind.rawValue) not exercised:\n" + lines.joined()
  }
}
