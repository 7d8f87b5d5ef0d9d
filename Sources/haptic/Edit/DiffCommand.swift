import ArgumentParser
import AudioOutput
import HapticAuthoring
import HapticEngine
import TextFormats

/// `haptic diff`.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two patterns by event, and merge.",
    discussion: """
      What differs is listed in order of time: + added, - removed, > moved, ! changed, with the values \
      in the first and in the second. The order of keys, white space and the spelling of numbers \
      make no difference. Below is how different they feel, by the model of \
      Documentation/Perception.md.

      With --merge BASE OURS THEIRS what both have made of BASE is merged into OURS, or -o FILE. \
      Where both changed one event, the result has both between Git's marks.

      As Git's drivers:
        git config diff.haptic.command 'haptic diff --git'
        git config merge.haptic.driver 'haptic diff --merge %O %A %B'
        echo '*.ahap diff=haptic merge=haptic' >> .gitattributes

      Examples:
        haptic diff old.ahap new.ahap
        haptic diff heartbeat mine.ahap --stat
        haptic diff old.ahap new.ahap --json
        haptic diff --merge base.ahap ours.ahap theirs.ahap

      Exit status: 0 the patterns are the same, or the merge has no conflict; 1 they differ, or it \
      has; 65 a pattern is not valid; 66 one was not found; 73 the output cannot be created.
      """)

  @Argument(
    help: "Two patterns: files, - for standard input, presets or library names.",
    completion: PatternArgument.completion)
  var patterns: [String] = []

  @Flag(help: "Print the numbers of changes only.")
  var stat = false

  @Flag(help: "Print an object.")
  var json = false

  @Flag(help: "Compare the events only, not how they feel.")
  var eventsOnly = false

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @Flag(help: "Merge: BASE OURS THEIRS.")
  var merge = false

  @Option(
    name: .shortAndLong, help: "Where a merge goes; - for standard output. By default OURS.",
    completion: .file(extensions: ["ahap"]))
  var output: String?

  @Flag(help: "Take the arguments that Git gives a diff driver, and exit with 0.")
  var git = false

  func validate() throws {
    if merge {
      if patterns.count != 3 {
        throw ValidationError("--merge takes three files: BASE OURS THEIRS.")
      }
      if git || stat || json || eventsOnly || profile != nil {
        throw ValidationError("--merge goes with -o only.")
      }
    } else if git {
      // Source: git(1), GIT_EXTERNAL_DIFF: path, old file, its hash and mode, new file, its hash and mode; for a file that
      // was renamed also its new name and what the index says; for one that is not merged its path only.
      if ![1, 7, 9].contains(patterns.count) {
        throw ValidationError("--git is for Git, which gives 1, 7 or 9 arguments.")
      }
      if json { throw ValidationError("--git and --json do not go together.") }
    } else if patterns.count != 2 {
      throw ValidationError("Give two patterns: haptic diff A B.")
    }
    if output != nil && !merge { throw ValidationError("-o goes with --merge only.") }
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

  /// How different the patterns feel; nil if nothing differs, or nobody asked.
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
    let path = patterns[0].printable
    try StandardOutput.write("haptic diff \(path)\n")
    if patterns.count == 1 {
      return try StandardOutput.write("not merged; resolve the conflicts first\n")
    }
    let first = try gitDocument(patterns[1])
    let second = try gitDocument(patterns[4])
    guard let first, let second else {
      // A version with marks of a conflict, for instance: Git would end if this failed.
      return try StandardOutput.write("\(path): one of the versions is not a valid pattern\n")
    }
    let difference = PatternDifference(from: first, to: second)
    if difference.isEmpty {
      return try StandardOutput.write("the same events; only the text differs\n")
    }
    try printText(difference, try sensation(first, second, difference, profile))
  }

  /// The version in a file; one without entries for a version that is not there, nil for one that is not
  /// valid.
  private func gitDocument(_ path: String) throws -> EditDocument? {
    if path == "/dev/null" { return try Self.empty() }
    let bytes = try PatternBytes.bytes(file: path)
    do throws(EditError) {
      return try EditDocument(bytes, file: path)
    } catch {
      if case .invalid = error { return nil }
      throw Failure(error, file: path)
    }
  }

  /// A pattern without entries.
  private static func empty() throws -> EditDocument {
    try PatternBytes.document(Array("{\"Pattern\": []}\n".utf8), file: "-")
  }

  // MARK: Merge

  private func runMerge() throws {
    let ours = patterns[1]
    let target = output ?? ours
    // What both sides have added has an empty file for its base.
    let baseBytes = try PatternBytes.bytes(file: patterns[0])
    let base =
      baseBytes.isEmpty ? try Self.empty() : try PatternBytes.document(baseBytes, file: patterns[0])
    let merged = PatternMerge(
      base: base, ours: try PatternBytes.document(try PatternBytes.bytes(file: ours), file: ours),
      theirs: try PatternBytes.document(
        try PatternBytes.bytes(file: patterns[2]), file: patterns[2]))
    if target == "-" {
      try StandardOutput.write(merged.bytes)
    } else {
      TerminationSignals.cleanUpFiles()
      try PendingFile.write(merged.bytes, to: target, existing: .isReplaced)
    }
    for conflict in merged.conflicts.prefix(20) {
      StandardError.print("\(ours): conflict: \(conflict)")
    }
    let more = merged.conflicts.count - 20
    if more > 0 { StandardError.print("\(ours): \(more.counted("more conflict"))") }
    if !merged.conflicts.isEmpty { throw Failure(.checkFailed) }
  }
}
