import ArgumentParser
import HapticEngine

/// `haptic validate`.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Say whether files are patterns that Core Haptics would take.",
    discussion: """
      Every problem is printed, with its place: FILE:LINE:COLUMN: error|warning: words [code]. \
      Errors are what a device refuses, warnings what it clamps, ignores or plays differently.

      Examples:
        haptic validate heartbeat.ahap
        haptic validate --strict --resources sounds *.ahap
        haptic new - --template tap | haptic validate -

      Exit status: 0 if there is no error; 65 if there is one, or with --strict a warning; 66 if a \
      file cannot be read.
      """)

  @Argument(
    help: "The files to check; - for standard input.",
    completion: .file(extensions: ["ahap"]))
  var files: [String]

  @Flag(help: "Print an array of objects with file, line, column, severity, code, message, path.")
  var json = false

  @Flag(help: "Take warnings for errors.")
  var strict = false

  @Option(
    help: "The folder that sounds are in; by default that of each file.", completion: .directory)
  var resources: String?

  func run() throws {
    var check = FileCheck(resources: resources, printsJSON: json)
    for file in files { try check.add(file) }
    if json { try JSONOutput.write(check.items) }
    check.sayCounts()
    if check.errors > 0 || (strict && check.warnings > 0) { throw Failure(.invalidInput) }
    if check.unreadable > 0 { throw Failure(.noInput) }
  }
}

/// The problems of several files.
private struct FileCheck {
  /// What `--json` prints.
  struct Item: Encodable {
    let file: String
    let line: Int
    let column: Int
    let severity: String
    let code: String
    let message: String
    let path: String
  }

  let resources: String?
  let printsJSON: Bool
  private(set) var items: [Item] = []
  private(set) var files = 0
  private(set) var errors = 0
  private(set) var warnings = 0
  private(set) var unreadable = 0

  init(resources: String?, printsJSON: Bool) {
    self.resources = resources
    self.printsJSON = printsJSON
  }

  /// Checks one file and prints its problems.
  mutating func add(_ file: String) throws(Failure) {
    files += 1
    let read: ReadPattern
    do throws(PatternFileError) {
      read = ReadPattern(try AHAP.read(path: file))
    } catch {
      refuse(file, error)
      return
    }
    let reading = SoundFolder(resources ?? read.folder).checking(read.reading)
    errors += reading.errorCount
    warnings += reading.warningCount
    try show(reading)
    if reading.omittedCount > 0 { Words.say("\(file): and \(reading.omittedCount) more") }
  }

  private mutating func refuse(_ file: String, _ error: PatternFileError) {
    unreadable += 1
    items.append(
      Item(
        file: file, line: 1, column: 1, severity: "error", code: "unreadable-file",
        message: error.description, path: ""))
    Words.say("haptic: \(error)")
  }

  private mutating func show(_ reading: AHAPReading) throws(Failure) {
    if printsJSON {
      items += reading.diagnostics.map {
        Item(
          file: $0.file, line: $0.line, column: $0.column, severity: $0.severity.rawValue,
          code: $0.code.rawValue, message: $0.message, path: $0.path)
      }
    } else {
      let lines = reading.diagnostics.map { $0.words(coloured: StandardOutput.isColoured) + "\n" }
      try StandardOutput.write(lines.joined())
    }
  }

  /// Says how many of each there are.
  func sayCounts() {
    let problems = "\(errors.counted("error")), \(warnings.counted("warning"))"
    var words = "\(files.counted("file")): \(problems)"
    if unreadable > 0 { words += ", \(unreadable) cannot be read" }
    Words.say(words)
  }
}
