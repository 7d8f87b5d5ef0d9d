import AppPorting
import ArgumentParser
import HapticLint
import TextFormats

/// `haptic port check`.
struct PortCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tell which Swift files of an app compile on Linux.",
    discussion: """
      Compiles all files together as one module, with modules that have Apple's names, unchanged and \
      as `haptic port rewrite` writes them. For each file, prints whether it compiles, the errors that \
      rewriting leaves, the lines that conditions such as `#if os(iOS)` leave out, and what cannot run \
      without the Objective-C runtime. Modules that do not exist on Linux are replaced by empty ones and \
      listed. If two files declare the same type, as examples for several systems do, each other file is \
      compiled with the nearer one. The first run compiles the modules, which takes some minutes; they \
      are kept in ~/.cache/haptic/port.

      Needs the Swift toolchain.

      Examples:
        haptic port check MyApp
        haptic port check MyApp/Haptics MyApp/Audio --brief
        haptic port check MyApp --annotations

      Exit status: 0 if every file compiles; 1 if not; 66 if a file cannot be read; 69 if the Swift \
      toolchain is missing.
      """)

  @Argument(help: "Folders and Swift files.", completion: .file(extensions: ["swift"]))
  var paths: [String]

  @Flag(help: "Print one line for each file.")
  var brief = false

  @Flag(help: "Print a JSON array with an object for each file.")
  var json = false

  @Flag(help: "Print a SARIF 2.1.0 log.")
  var sarif = false

  @Flag(
    help:
      "Print errors as workflow commands, which GitHub, Gitea and Forgejo show next to the changed lines."
  )
  var annotations = false

  @OptionGroup var place: ProjectPlace

  func validate() throws {
    if [json, sarif, annotations].filter({ $0 }).count > 1 {
      throw ValidationError("Give only one of --json, --sarif and --annotations.")
    }
  }

  func run() throws {
    let files = try AppFiles.at(paths)
    var sources: [AppSource] = []
    for file in files { sources.append(AppSource(path: file, bytes: try AppFiles.bytes(of: file))) }
    let check = try PortCheck(
      sources, project: try place.project(), languageMode: place.languageMode)
    let report = try check.report()
    try StandardOutput.offer { try print(report) }
    for other in report.others { StandardError.print(other.printable) }
    var summary =
      "\(report.files.count.counted("file")): \(report.compiling) compile, "
      + "\(report.compilingRewritten) after haptic port rewrite"
    if !report.missing.isEmpty {
      let names = report.missing.map { "\($0.module) (\($0.files.counted("file")))" }
      summary += "; missing modules: \(names.joined(separator: ", "))"
    }
    StandardError.print(summary)
    if report.compiling < report.files.count || !report.others.isEmpty {
      throw Failure(.checkFailed)
    }
  }

  private func print(_ report: PortingReport) throws {
    if json { return try JSONOutput.write(report.files) }
    if sarif {
      return try JSONOutput.write(log(report))
    }
    if annotations {
      let lines = Self.problems(report).map { problem in
        LintReport.annotation(
          problem.level, problem.file, problem.place, title: "haptic port check", problem.message)
      }
      return try StandardOutput.write(lines.joined())
    }
    try StandardOutput.write(report.text(isBrief: brief))
  }
}

extension PortCheckCommand {
  private typealias Problem = (file: String, place: SourceLocation, level: String, message: String)

  private func log(_ report: PortingReport) -> SARIFLog {
    SARIFLog(
      tool: "haptic port check", version: BuildDescription.version,
      rule: (
        "linux", "The file compiles and runs on Linux.",
        "Use a form that does not need the Objective-C runtime, or haptic port rewrite."
      ),
      problems: Self.problems(report), failures: report.others)
  }

  private static func problems(_ report: PortingReport) -> [Problem] {
    report.files.flatMap { file in
      file.errors.map { (file.file, $0.location, "error", $0.message) }
        + file.remarks.map { (file.file, $0.location, "warning", $0.message) }
    }
  }
}
