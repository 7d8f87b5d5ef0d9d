import ArgumentParser
import AudioOutput
import Dispatch
import HapticEditing
import HapticEngine
import HapticLint
import Realtime
import TextFormats

/// `haptic lint`.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Judge patterns, sounds and apps by the guidelines.",
    discussion: """
      Reads .ahap files and presets, sound files, folders of both, an app's manifest (.yaml, see \
      `haptic schema manifest`) with the patterns and sounds that it names, and traces of \
      scenarios (.jsonl, from `haptic session run --json`). Each finding states the problem, the \
      rule, its reason, its source and the remedy; Documentation/Lint.md lists the rules.

      A configuration changes thresholds, switches rules off and accepts findings with a reason. \
      Without --config, haptic-lint.yaml in the current folder is read if it exists. A pattern \
      accepts a finding in its own metadata: "Lint": "P-05: the taps are a texture".

      --fix corrects the findings that do not need a decision. As with `haptic edit`, everything \
      else in the file stays unchanged, including unknown keys, metadata and the spelling of numbers.

      Examples:
        haptic lint .
        haptic lint --fix mine.ahap
        haptic lint --notation "tap, rest 100ms, tap"
        haptic lint jump-from-ground --input height=3
        haptic lint app.yaml --sarif > lint.sarif
        haptic session run --json call.yaml | haptic lint -

      Exit status: 0 without errors or warnings; 1 otherwise, also if a pattern is not valid (L-16); \
      65 if a manifest, configuration, trace or sound is not valid, or a pattern lasts more than a \
      day; 66 if a file cannot be read; 73 if a file cannot be corrected because it cannot be written.
      """)

  @Argument(
    help: "Files, folders, presets or names from the library.",
    completion: .file(extensions: ["ahap", "yaml", "wav", "jsonl"]))
  var inputs: [String] = []

  @Option(parsing: .unconditionalSingleValue, help: PatternArgument.notationHelp)
  var notation: [String] = []

  @Option(help: "The configuration file.", completion: .file(extensions: ["yaml"]))
  var config: String?

  @Flag(help: "Correct the findings that do not need a decision.")
  var fix = false

  @Flag(help: "Print one line for each finding.")
  var brief = false

  @Flag(help: "Print a JSON array with an object for each finding, including accepted findings.")
  var json = false

  @Flag(help: "Print a SARIF 2.1.0 log.")
  var sarif = false

  @Flag(
    help:
      "Print findings as workflow commands, which GitHub, Gitea and Forgejo show next to the changed lines."
  )
  var annotations = false

  @Flag(help: "List the rules and their requirements.")
  var rules = false

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @OptionGroup var options: PatternOptions

  func validate() throws {
    if inputs.isEmpty && notation.isEmpty && !rules {
      throw ValidationError("Give a file, a folder or --notation.")
    }
    if rules && (sarif || annotations) {
      throw ValidationError("--rules prints text or JSON; leave out --sarif and --annotations.")
    }
    if [json, sarif, annotations].filter({ $0 }).count > 1 {
      throw ValidationError("Give only one of --json, --sarif and --annotations.")
    }
    try ProgramArguments.checkStandardInput(inputs + notation + [config, profile?.text])
    if fix && inputs.contains("-") {
      throw ValidationError("--fix corrects files in place; give a file instead of -.")
    }
    if fix && !notation.isEmpty {
      throw ValidationError("--fix corrects files in place; a notation is not in a file.")
    }
    if fix && !options.values.inputs.isEmpty {
      throw ValidationError("--fix corrects the pattern in its file; leave out --input.")
    }
    if let config, inputs.contains(config) {
      throw ValidationError("\(config.printable) is both the configuration and an input.")
    }
  }

  func run() throws {
    if rules { return try printRules() }
    try SystemCall.checkThreads()
    let configuration = try LintFiles.configuration(config)
    var files = LintFiles(profile: try ProfileArgument.load(profile), options: options)
    for input in inputs { try files.add(input) }
    for notation in notation { try files.add(notation: notation) }
    let uncorrected = fix ? try correct(files, configuration) : []
    let contents = try files.read()
    let report = LintReport(Lint.check(contents.subjects, configuration: configuration))
    let failures = contents.failures + uncorrected
    try StandardOutput.offer { try print(report, failures.map(\.message)) }
    let accepted = report.findings.count - report.open.count
    var summary =
      "\(files.count.counted("file")): \(report.count(.error).counted("error")), "
      + "\(report.count(.warning).counted("warning")), \(report.count(.info)) informational"
    if accepted > 0 { summary += ", \(accepted) accepted" }
    if !contents.failures.isEmpty { summary += ", \(contents.failures.count) unreadable" }
    if !uncorrected.isEmpty { summary += ", \(uncorrected.count) not corrected" }
    let rules = Lint.rules(for: contents.subjects, configuration: configuration)
    summary += "; \(rules.count.counted("rule")) checked"
    for subject in contents.subjects.patterns {
      for problem in subject.pattern.map(Lint.acceptanceProblems) ?? [] {
        StandardError.print("\(subject.name.printable): warning: \(problem)")
      }
    }
    for failure in failures { StandardError.print(failure.message) }
    StandardError.print(summary)
    if let first = failures.first { throw Failure(first.status) }
    if report.count(.error) + report.count(.warning) > 0 { throw Failure(.checkFailed) }
  }

  private func print(_ report: LintReport, _ failures: [String]) throws {
    if json { return try JSONOutput.write(report.entries) }
    if sarif {
      return try JSONOutput.write(
        SARIFLog(report, version: BuildDescription.version, failures: failures))
    }
    if annotations {
      let others = failures.map(LintReport.annotation(ofFailure:)).joined()
      return try StandardOutput.write(report.annotations + others)
    }
    try StandardOutput.write(report.text(isBrief: brief))
  }

  /// A rule in the output of `--rules --json`.
  private struct Rule: Encodable {
    let id: String
    let name: String
    let title: String
    let isFixable: Bool
  }

  private func printRules() throws {
    if json {
      return try JSONOutput.write(
        Lint.rules.map {
          Rule(id: $0.id, name: $0.name, title: $0.title, isFixable: $0.isFixable)
        })
    }
    let rows = Lint.rules.map { rule in
      [rule.id, rule.name, rule.isFixable ? "--fix" : "", rule.title]
    }
    try StandardOutput.write(TextTable.text(rows))
  }

  /// Writes corrected patterns in place.
  ///
  /// - Returns: The failures of files that could not be corrected. The other files are still
  ///   corrected.
  private func correct(_ files: LintFiles, _ configuration: LintConfiguration) throws -> [Failure] {
    var failures: [Failure] = []
    for file in files.patternNames where SystemCall.isFile(file) {
      do {
        try correct(file, configuration)
      } catch {
        failures.append(Failure(error))
      }
    }
    return failures
  }

  private func correct(_ file: String, _ configuration: LintConfiguration) throws {
    let held = try HeldFiles([file])
    defer { held.release() }
    // A file that cannot be read is reported together with the findings in the other files.
    guard let bytes = try? PatternBytes.bytes(file: file) else { return }
    let corrected: (bytes: [UInt8], rules: [LintRule])
    do throws(EditError) {
      guard let fixed = try Lint.fix(bytes, file: file, configuration: configuration) else {
        return
      }
      corrected = fixed
    } catch {
      throw Failure(error, file: file)
    }
    try held.write([(file, corrected.bytes)])
    let names = corrected.rules.map(\.id).joined(separator: ", ")
    StandardError.print("\(file.printable): corrected (\(names))")
  }
}
