import ArgumentParser
import AudioOutput
import HapticEditing
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
        git config merge.haptic.driver 'haptic diff --merge %O %A %B --path %P'
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

  @Option(
    help: "What messages of a merge call the file, whose versions Git gives as temporary files.")
  var path: String?

  @Flag(help: "Take the arguments that Git gives a diff driver, and exit with 0.")
  var git = false

  func validate() throws {
    if merge {
      if patterns.count != 3 {
        throw ValidationError("--merge takes three files: BASE OURS THEIRS.")
      }
      if git || stat || json || eventsOnly || profile != nil {
        throw ValidationError("--merge goes with -o and --path only.")
      }
    } else if git {
      if !GitChange.counts.contains(patterns.count) {
        throw ValidationError("--git is for Git, which gives 1, 7 or 9 arguments.")
      }
      if json { throw ValidationError("--git and --json do not go together.") }
    } else if patterns.count != 2 {
      throw ValidationError("Give two patterns: haptic diff A B.")
    }
    if output != nil && !merge { throw ValidationError("-o goes with --merge only.") }
    if path != nil && !merge { throw ValidationError("--path goes with --merge only.") }
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
    let change = GitChange(patterns)
    try StandardOutput.write("haptic diff \(change.heading)\n")
    guard change.isMerged else {
      return try StandardOutput.write("not merged; resolve the conflicts first\n")
    }
    // Git would end with the first file that cannot be compared: what is wrong is part of the result.
    guard let old = try gitBytes(change.old, "old"), let new = try gitBytes(change.new, "new")
    else {
      return
    }
    if old == new {
      return try StandardOutput.write(change.isRenamed ? "renamed; the same otherwise\n" : "")
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

  /// The version in the file at `path`, one without entries if there is none; nil, with the reason printed,
  /// if it cannot be read.
  private func gitBytes(_ path: String, _ version: String) throws(Failure) -> [UInt8]? {
    if path == GitChange.nothing { return Self.empty }
    do throws(Failure) {
      return try PatternBytes.bytes(file: path)
    } catch {
      try StandardOutput.write("the \(version) version cannot be read: \(error.message)\n")
      return nil
    }
  }

  /// A version as a document; nil, with what is wrong printed, if it is not a valid pattern.
  private func gitDocument(_ bytes: [UInt8], _ version: String) throws(Failure) -> EditDocument? {
    do throws(EditError) {
      return try EditDocument(bytes)
    } catch {
      guard case .invalid(let problems, let count) = error else { throw Failure(error, file: "-") }
      // Our choice: enough to see what is wrong.
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
    // What both sides have added has an empty file for its base.
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
  /// One version of what is merged, the file called `file`; Git's files have no name that says anything.
  private func version(
    _ bytes: [UInt8], _ file: String, _ side: String
  ) throws(Failure) -> EditDocument {
    guard let path else { return try PatternBytes.document(bytes, file: file) }
    do throws(Failure) {
      return try PatternBytes.document(bytes, file: "\(path) (\(side))")
    } catch {
      StandardError.print(
        "\(path): not merged, and left as ours; mend that version, or take one with "
          + "git checkout --ours or --theirs")
      throw error
    }
  }
}
