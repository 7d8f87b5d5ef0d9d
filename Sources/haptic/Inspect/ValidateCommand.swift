import ArgumentParser
import HapticEngine
import Realtime
import TextFormats

/// `haptic validate`.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check whether Core Haptics would accept pattern files.",
    discussion: """
      Every problem is printed as FILE:LINE:COLUMN: error|warning: message [code]. Errors are \
      problems that a device rejects; warnings are keys and values that it clamps, ignores or \
      plays differently. Up to \(AHAP.maximumDiagnostics) errors and as many warnings are listed \
      per file; all are counted. A folder stands for every .ahap file in it and its subfolders, \
      sorted by name.

      Examples:
        haptic validate mine.ahap
        haptic validate --strict --resources sounds *.ahap
        haptic validate .
        haptic new - --template tap | haptic validate -

      Exit status: 0 without errors; 65 with an error, or a warning with --strict; 66 if a file \
      cannot be read.
      """)

  @Argument(
    help: "The files and folders to check; - for standard input.",
    completion: .file(extensions: ["ahap"]))
  var files: [String]

  @Flag(help: "Print a JSON array of objects: file, line, column, severity, code, message, path.")
  var json = false

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Option(
    help: "The folder with the sound files; by default each pattern's folder.",
    completion: .directory)
  var resources: String?

  func validate() throws { try ProgramArguments.checkStandardInput(files) }

  func run() throws {
    try SystemCall.checkThreads()
    var report = ValidationReport(printsJSON: json)
    for name in files where SystemCall.isFolder(name) && PatternFiles.below(name).isEmpty {
      report.add(
        .unreadable(name, .noInput, "\(name.printable): the folder does not contain an .ahap file"))
    }
    let all = files.flatMap { SystemCall.isFolder($0) ? PatternFiles.below($0) : [$0] }
    try ParallelWork.each(all, { [resources] in FileCheck($0, resources: resources) }) {
      try report.print($0)
    }
    try report.finish()
    if report.errors > 0 || (strict && report.warnings > 0) { throw Failure(.invalidInput) }
    if report.unreadable > 0 { throw Failure(.noInput) }
  }
}

/// The pattern files of a folder.
enum PatternFiles {
  /// Returns every `.ahap` file in the folder at `path` and its subfolders, in order of their
  /// names.
  ///
  /// Links to folders are not followed. If a folder cannot be read, its own path is returned.
  static func below(_ path: String) -> [String] {
    files(below: path, where: FileKind.pattern.isNamed)
  }

  /// Returns every file below `path` whose name `fits`, under the same rules.
  static func files(below path: String, where fits: (String) -> Bool) -> [String] {
    let folder = path.hasSuffix("/") ? path : path + "/"
    guard let names = SystemCall.names(inFolder: path) else { return [path] }
    return names.flatMap { name in
      let whole = folder + name
      if fits(name) && !SystemCall.isFolder(whole) { return [whole] }
      return SystemCall.isFolder(whole) && !SystemCall.isLink(whole)
        ? files(below: whole, where: fits) : []
    }
  }
}

/// The result of checking one file.
private enum FileCheck: Sendable {
  case read(AHAPReading)
  /// A file that cannot be read: its name, the exit status and the message.
  case unreadable(String, ExitStatus, String)

  init(_ name: String, resources: String?) {
    if SystemCall.isFolder(name) {
      self = .unreadable(name, .noInput, "\(name.printable): the folder cannot be read")
      return
    }
    do throws(Failure) {
      let read = ReadPattern(
        try PatternArgument.reading(of: name) { PatternArgument.copyAdvice(for: name) })
      self = .read(SoundLibrary(of: resources ?? read.folder).checking(read.reading))
    } catch {
      self = .unreadable(name, error.status, error.message)
    }
  }
}

/// The problems of several files, for people or for programs.
private struct ValidationReport {
  /// One problem in the output of `--json`.
  struct Item: Encodable {
    let file: String
    let line: Int
    let column: Int
    let severity: String
    let code: String
    let message: String
    let path: String
  }

  let printsJSON: Bool
  private(set) var files = 0
  private(set) var errors = 0
  private(set) var warnings = 0
  private(set) var unreadable = 0
  private var items: [Item] = []

  init(printsJSON: Bool) { self.printsJSON = printsJSON }

  /// Counts a file that cannot be read.
  mutating func add(_ check: FileCheck) {
    guard case .unreadable(let name, let status, let message) = check else { return }
    files += 1
    if status == .invalidInput { errors += 1 } else { unreadable += 1 }
    items.append(
      Item(
        file: name, line: 1, column: 1, severity: "error", code: "unreadable-file",
        message: message, path: ""))
    StandardError.print("haptic: \(message)")
  }

  /// Counts the problems of one file, and prints them.
  mutating func print(_ check: FileCheck) throws(Failure) {
    guard case .read(let reading) = check else { return add(check) }
    files += 1
    errors += reading.errorCount
    warnings += reading.warningCount
    if printsJSON {
      addItems(of: reading)
    } else {
      let lines = reading.diagnostics.map {
        $0.text(in: reading.file, colored: StandardOutput.isColored) + "\n"
      }
      try StandardOutput.offer { () throws(Failure) in
        try StandardOutput.write(lines.joined())
      }
    }
    if reading.omittedCount > 0 {
      StandardError.print(
        "\(reading.file.printable): \(reading.omittedCount.counted("more problem"))")
    }
  }

  private mutating func addItems(of reading: AHAPReading) {
    items += reading.diagnostics.map {
      Item(
        file: $0.file, line: $0.line, column: $0.column,
        severity: $0.severity.rawValue, code: $0.code.rawValue, message: $0.message,
        path: $0.path)
    }
    guard reading.omittedCount > 0 else { return }
    let listed = reading.diagnostics.count { $0.severity == .error }
    items.append(
      Item(
        file: reading.file, line: 1, column: 1,
        severity: reading.errorCount > listed ? "error" : "warning", code: "more-problems",
        message: "\(reading.omittedCount.counted("more problem")), not listed", path: ""))
  }

  /// Prints the JSON, if requested, and the totals.
  func finish() throws {
    if printsJSON { try StandardOutput.offer { try JSONOutput.write(items) } }
    let problems = "\(errors.counted("error")), \(warnings.counted("warning"))"
    var summary = "\(files.counted("file")): \(problems)"
    if unreadable > 0 { summary += ", \(unreadable) unreadable" }
    StandardError.print(summary)
  }
}
