import ArgumentParser
import AudioOutput
import HapticEditing
import HapticEngine
import TextFormats

/// `haptic diff`.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two patterns event by event, or merge changes.",
    discussion: """
      Differences are listed by time: + added, - removed, > moved, ! changed, with the values in \
      the first and in the second pattern. White space, key order and number spelling do not \
      matter. Below the list is the perceived difference, computed with the model in \
      Documentation/Perception.md.

      --merge BASE OURS THEIRS merges the changes of both versions since BASE into OURS, or into \
      -o FILE. If both changed the same event, the result has both versions between Git's conflict \
      markers.

      To use haptic as Git's diff and merge driver:
        git config diff.haptic.command 'haptic diff --git'
        git config merge.haptic.driver 'haptic diff --merge %O %A %B --path %P'
        echo '*.ahap diff=haptic merge=haptic' >> .gitattributes

      Examples:
        haptic diff old.ahap new.ahap
        haptic diff heartbeat mine.ahap --stat
        haptic diff old.ahap new.ahap --json
        haptic diff --merge base.ahap ours.ahap theirs.ahap

      Exit status: 0 the patterns are the same, or the merge is clean; 1 the patterns differ, or \
      the merge has conflicts; 65 a pattern is not valid; 66 a pattern was not found; 73 the \
      output cannot be created.
      """)

  @Argument(
    help: "Two patterns: files, - for standard input, presets or library names.",
    completion: PatternArgument.completion)
  var patterns: [String] = []

  @Flag(help: "Print only the numbers of changes.")
  var stat = false

  @Flag(help: "Print a JSON object.")
  var json = false

  @Flag(help: "Compare only the events, not how they feel.")
  var eventsOnly = false

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @Flag(help: "Merge the three files BASE OURS THEIRS.")
  var merge = false

  @Option(
    name: .shortAndLong,
    help: "The file for the merge result; - for standard output. By default OURS.",
    completion: .file(extensions: ["ahap"]))
  var output: String?

  @Option(
    help: "The file name to show in merge messages, instead of the name of Git's temporary file.")
  var path: String?

  @Flag(help: "Accept the arguments that Git passes to a diff driver, and exit with 0.")
  var git = false

  func validate() throws {
    if merge {
      if patterns.count != 3 {
        throw ValidationError("--merge takes three files: BASE OURS THEIRS.")
      }
      if git || stat || json || eventsOnly || profile != nil {
        throw ValidationError("--merge can be combined only with -o and --path.")
      }
    } else if git {
      if !GitChange.counts.contains(patterns.count) {
        throw ValidationError("--git is for Git, which passes 1, 7 or 9 arguments.")
      }
      if json { throw ValidationError("--git cannot be combined with --json.") }
    } else if patterns.count != 2 {
      throw ValidationError("Give two patterns: haptic diff A B.")
    }
    if output != nil && !merge { throw ValidationError("-o requires --merge.") }
    if path != nil && !merge { throw ValidationError("--path requires --merge.") }
    try ProgramArguments.checkStandardInput(patterns)
  }

  func run() throws {
    if merge { return try runMerge() }
    let profile = try ProfileArgument.load(profile)
    if git { return try runGit(profile) }
    let first = try PatternBytes.document(patterns[0])
    let second = try PatternBytes.document(patterns[1])
    let difference = PatternDifference(from: first, to: second)
    let sensation = try sensation(first, second, difference, profile)
    try StandardOutput.offer {
      if json {
        try DifferenceOutput.writeJSON(
          DifferenceOutput.Report(difference, sensation: sensation),
          changes: stat ? nil : difference)
      } else {
        try printText(difference, sensation)
      }
    }
    if !difference.isEmpty { throw Failure(.checkFailed) }
  }

  /// Returns the perceived difference; nil if the patterns are equal or the comparison is off.
  private func sensation(
    _ first: EditDocument, _ second: EditDocument, _ difference: PatternDifference,
    _ profile: Profile
  ) throws -> SensationDifference? {
    if eventsOnly || difference.isEmpty { return nil }
    guard let a = AHAP.read(first.bytes).pattern, let b = AHAP.read(second.bytes).pattern else {
      return nil
    }
    return try SensationDifference(from: a, to: b, profile: profile)
  }

  private func printText(_ difference: PatternDifference, _ sensation: SensationDifference?) throws
  {
    if difference.isEmpty { return }
    if !stat { try DifferenceOutput.write(difference) }
    try StandardOutput.write(difference.statistics + "\n")
    if let sensation { try DifferenceOutput.write(sensation) }
  }

  // MARK: Git

  private func runGit(_ profile: Profile) throws {
    let change = GitChange(patterns)
    try StandardOutput.write("haptic diff \(change.heading)\n")
    guard change.isMerged else {
      return try StandardOutput.write("not merged; resolve the conflicts first\n")
    }
    // Git would stop at the first file that cannot be compared, so the problem is printed as part
    // of the result.
    guard let old = try gitBytes(change.old, "old"), let new = try gitBytes(change.new, "new")
    else {
      return
    }
    if old == new {
      return try StandardOutput.write(change.isRenamed ? "renamed; otherwise the same\n" : "")
    }
    let first = try gitDocument(old, "old")
    let second = try gitDocument(new, "new")
    guard let first, let second else {
      return try StandardOutput.write("git diff --no-ext-diff shows the lines\n")
    }
    let difference = PatternDifference(from: first, to: second)
    if difference.isEmpty {
      return try StandardOutput.write("the same events; only the text differs\n")
    }
    try printText(difference, try sensation(first, second, difference, profile))
  }

  /// Returns the version in the file at `path`, or an empty pattern if the file does not exist.
  ///
  /// If the file cannot be read, prints the reason and returns nil.
  private func gitBytes(_ path: String, _ version: String) throws(Failure) -> [UInt8]? {
    if path == GitChange.nothing { return Self.empty }
    do throws(Failure) {
      return try PatternBytes.bytes(file: path)
    } catch {
      try StandardOutput.write("the \(version) version cannot be read: \(error.message)\n")
      return nil
    }
  }

  /// Returns a version as a document.
  ///
  /// If the version is not a valid pattern, prints the problems and returns nil.
  private func gitDocument(_ bytes: [UInt8], _ version: String) throws(Failure) -> EditDocument? {
    do throws(EditError) {
      return try EditDocument(bytes)
    } catch {
      guard case .invalid(let problems, let count) = error else { throw Failure(error, file: "-") }
      // Our choice: enough to see the problem.
      let listed = problems.prefix(3).map { "  \($0.location): \($0.message)".printable }
      let more = count - listed.count
      try StandardOutput.write(
        (["the \(version) version is not a valid pattern:"] + listed
          + (more > 0 ? ["  \(more.counted("more error"))"] : [])).joined(separator: "\n") + "\n")
      return nil
    }
  }

  /// A pattern without entries.
  private static let empty = Array("{\"Pattern\": []}\n".utf8)

  // MARK: Merge

  private func runMerge() throws {
    let ours = patterns[1]
    let target = output ?? ours
    let held = try HeldFiles(target == ours ? [ours] : [])
    defer { held.release() }
    // If both sides added the file, its base is an empty file.
    let baseBytes = try PatternBytes.bytes(file: patterns[0])
    let merged = PatternMerge(
      base: try version(baseBytes.isEmpty ? Self.empty : baseBytes, patterns[0], "base"),
      ours: try version(try PatternBytes.bytes(file: ours), ours, "ours"),
      theirs: try version(try PatternBytes.bytes(file: patterns[2]), patterns[2], "theirs"))
    if target == "-" {
      try StandardOutput.offer { () throws(Failure) in try StandardOutput.write(merged.bytes) }
    } else {
      try held.write([(target, merged.bytes)])
    }
    let name = path ?? ours
    for conflict in merged.conflicts.prefix(20) {
      StandardError.print("\(name): conflict: \(conflict)")
    }
    let more = merged.conflicts.count - 20
    if more > 0 { StandardError.print("\(name): \(more.counted("more conflict"))") }
    if !merged.conflicts.isEmpty { throw Failure(.checkFailed) }
  }
  /// Returns one version of the merged pattern, from the file called `file`.
  ///
  /// The names of Git's temporary files are not meaningful.
  private func version(
    _ bytes: [UInt8], _ file: String, _ side: String
  ) throws(Failure) -> EditDocument {
    guard let path else { return try PatternBytes.document(bytes, file: file) }
    do throws(Failure) {
      return try PatternBytes.document(bytes, file: "\(path) (\(side))")
    } catch {
      StandardError.print(
        "\(path): not merged, and left as ours; correct the invalid version, or choose a version with "
          + "git checkout --ours or --theirs")
      throw error
    }
  }
}
