import ArgumentParser
import AudioOutput
import HapticEditing
import HapticEngine
import TextFormats

/// `haptic edit`.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit a pattern file and keep the rest of its text.",
    discussion: """
      The operations, which are applied in the order given:
      \(TextTable.text(EditWords.rows.map { [$0.call, $0.summary] }, indent: 2))
      An operation acts on the most recent selection, initially everything. A selection consists \
      of terms that must all hold, such as 'transient time=0.5..1.2 intensity>0.8', or [3..7]; a \
      comma means "or". TIME is in seconds, or with a unit, as in 10ms. Documentation/Editing.md \
      has the details.

      The file is replaced completely or not at all. If two edits of a file run at the same time, \
      one waits for the other. --log records each operation together with its inverse. With -o, \
      the result is an .ahap file that must not exist yet; --force replaces it. If -o names the \
      input, the file is edited in place, as without -o.

      Examples:
        haptic edit heartbeat -o mine.ahap append impact.heavy --log mine.log
        haptic edit mine.ahap --undo mine.log
        haptic edit mine.ahap scale-intensity 0.8 shift 0.1
        haptic edit mine.ahap select 'time=1..2 transient' delete --dry-run
        haptic edit mine.ahap set 'Pattern[3].HapticIntensity' 0.7

      Exit status: 0 success; 64 an operation, or the extension of the output, is not valid; 65 the \
      pattern is not valid, or does not allow the edit; 66 the input was not found; 73 the output \
      exists or cannot be created, or another program is writing it.
      """)

  @Argument(
    help: "The file to change; - for standard input; with -o also a preset or library name.",
    completion: PatternArgument.completion)
  var file: String

  @Argument(
    help: ArgumentHelp("Operations and their arguments.", valueName: "operation"),
    completion: .custom(OperationCompletion.candidates))
  var operations: [String] = []

  @Option(
    name: .shortAndLong,
    help: "The output file; - for standard output. By default the input file.",
    completion: .file(extensions: ["ahap"]))
  var output: String?

  @Flag(help: NewFiles.forceHelp)
  var force = false

  @Flag(help: "Print the differences without writing the file.")
  var dryRun = false

  @Option(help: "Add the operations and their inverses to this log.", completion: .file())
  var log: String?

  @Option(help: "Apply the operations of this log first.", completion: .file())
  var replay: String?

  @Option(
    help: "Undo the last operation of this log that changed the file, and remove it from the log.",
    completion: .file())
  var undo: String?

  @Flag(help: "Print a JSON object with the changes of each operation.")
  var json = false

  func validate() throws {
    if file.isEmpty { throw ValidationError("FILE is empty; it must be a file name, or -.") }
    let isUndo = undo != nil
    if operations.isEmpty && replay == nil && !isUndo {
      throw ValidationError(
        "Give an operation, such as scale-intensity 0.8, or --replay or --undo.")
    }
    if isUndo && (!operations.isEmpty || replay != nil || log != nil) {
      throw ValidationError("--undo cannot be combined with operations, --replay or --log.")
    }
    if log == "-" { throw ValidationError("--log is -; the log must be a file.") }
    if let log, target != "-", SystemCall.destination(of: log) == SystemCall.destination(of: target)
    {
      throw ValidationError("\(log.printable) is both the pattern and the log; give two files.")
    }
    if json && target == "-" && !dryRun {
      throw ValidationError("--json and - both write to standard output; give a file name with -o.")
    }
    try ProgramArguments.checkStandardInput([file, replay, undo] + operations)
  }

  private var target: String { output ?? file }

  func run() throws {
    if output == nil && file != "-" && SystemCall.mode(at: file) == nil {
      throw missingFile
    }
    try refuseSameFiles()
    if let output, !dryRun { try NewFiles.checkPattern(output, force: force || isInPlace) }
    let held = try HeldFiles(changedFiles)
    defer { held.release() }
    let read = try PatternBytes.document(file)
    if let undo { return try run(undoing: undo, in: read, held) }
    let original = SoundMove(from: file, to: target).moved(read)
    var session = EditSession(original)
    var newLog = EditLog()
    if let log, SystemCall.mode(at: log) != nil { newLog = try continuedLog(log) }
    var edits = try operations(after: newLog)
    // The operations of a command initially act on everything.
    let isContinued = !newLog.leavesAllSelected
    if isContinued { edits.insert(.select(.all), at: 0) }
    for operation in edits {
      let before = session.document
      let step: EditStep
      do throws(EditError) {
        step = try session.apply(operation)
      } catch {
        throw Failure(error, file: file)
      }
      report(step)
      if log != nil { newLog.append(step, from: before, to: session.document) }
    }
    reportUnchanged(session, from: original)
    let steps = isContinued ? session.steps.dropFirst() : session.steps[...]
    // The log is written first. If the program is killed between the two writes, the log has an
    // extra operation, which is skipped. A missing operation could not be undone.
    try finish(
      original, session.document, Array(steps), held,
      before: log.map { [($0, newLog.bytes)] } ?? [])
  }

  /// Whether the result replaces the input.
  private var isInPlace: Bool {
    guard file != "-" && target != "-" && !dryRun, let identity = SystemCall.identity(of: file)
    else { return false }
    return SystemCall.identity(of: target) == identity
  }

  /// The files that are read and written again.
  ///
  /// Logs are last, because every command locks files in this order.
  private var changedFiles: [String] {
    if dryRun { return [] }
    return (isInPlace ? [file] : []) + [log, isInPlace ? undo : nil].compactMap(\.self)
  }

  /// Rejects writing the pattern over a log, or a log over the pattern.
  private func refuseSameFiles() throws(Failure) {
    for other in [log, replay, undo] {
      if let other { try SystemCall.refuseSameFile(target, as: other) }
    }
    try SystemCall.refuseSameFile(log, as: file)
    // Otherwise the log would contain every operation twice.
    if let replay { try SystemCall.refuseSameFile(log, as: replay) }
  }

  /// Undoes the last operation of the log at `path`.
  ///
  /// The log records how the file was made. If the file is changed in place, the undone operation
  /// is therefore removed from the log.
  private func run(
    undoing path: String, in original: EditDocument, _ held: HeldFiles
  ) throws {
    var log = try readLog(path)
    for operation in log.unreached(from: original) {
      StandardError.print(
        "\(path): skipped \(operation.words.joined(separator: " ")): it is in the log but not in \(file)"
      )
    }
    let before: EditDocument
    do throws(EditError) {
      before = try log.undo(in: original)
    } catch {
      throw Failure(error, file: file)
    }
    let changesLog = isInPlace && SystemCall.isFile(path)
    try finish(
      original, SoundMove(from: file, to: target).moved(before), [], held,
      after: changesLog ? [(path, log.bytes)] : [])
  }

  /// Returns the operations of `--replay` and of the command line.
  private func operations(after log: EditLog) throws(Failure) -> [EditOperation] {
    var edits: [EditOperation] = []
    if let replay {
      edits += try readLog(replay).operations
      if edits.isEmpty && !json {
        StandardError.print("\(replay): the log does not contain operations to replay")
      }
    }
    // The reason that a pattern to be added could not be read.
    var failure: Failure?
    do throws(EditError) {
      edits += try EditWords.operations(operations) { name throws(EditError) in
        do throws(Failure) {
          let document = try PatternBytes.document(name)
          if output != file { try SystemCall.refuseSameFile(output, as: name) }
          return EditFragment(
            name: name, document: SoundMove(from: name, to: target).moved(document))
        } catch {
          failure = error
          throw .operation(name: name, reason: error.message)
        }
      }
    } catch {
      throw failure ?? Failure(error, file: file)
    }
    return edits
  }

  /// Returns the log to which operations will be added.
  ///
  /// - Throws: `Failure` of status 73 if it is not a file that can be read, because it is an output.
  private func continuedLog(_ path: String) throws(Failure) -> EditLog {
    do throws(Failure) {
      return try readLog(path)
    } catch {
      throw error.status == .noInput ? Failure(.cannotCreate, error.message) : error
    }
  }

  private func readLog(_ path: String) throws(Failure) -> EditLog {
    let bytes = try InputFile.bytes(of: path, maximumBytes: AHAP.maximumFileSize)
    let log: EditLog
    do throws(EditError) {
      log = try EditLog(bytes)
    } catch {
      throw Failure(error, file: path)
    }
    if let line = log.tornLine {
      StandardError.print("\(path):\(line): the last line is incomplete and is ignored")
    }
    return log
  }

  /// The failure if the file to change in place does not exist.
  private var missingFile: Failure {
    let name = file.printable
    if PatternArgument.isKnown(file) {
      return Failure(
        .noInput, "\(name) is not one of your files; to change a copy of it, add -o FILE")
    }
    // A pattern of the program, with the extension of a file.
    let pattern = PatternArgument(argument: file).name
    let advice =
      file == pattern + ".ahap" && PatternArgument.isKnown(pattern)
      ? "; to change a copy of the pattern with this name, write \(pattern) -o FILE" : ""
    return Failure(.noInput, "\(name): no such file\(advice)")
  }

  /// Prints the operations without an effect, and notes on partial or additional effects.
  private func report(_ step: EditStep) {
    guard !json else { return }
    let words = step.operation.words.joined(separator: " ")
    if step.changed == 0 {
      StandardError.print("\(file): \(words): nothing \(step.isSelection ? "selected" : "changed")")
    }
    for note in step.notes.listed { StandardError.print("\(file): \(words): \(note)") }
    let more = step.notes.count - step.notes.listed.count
    if more > 0 { StandardError.print("\(file): \(words): \(more) more of this kind") }
  }

  /// Prints that the operations changed entries, but together leave the pattern as it was.
  private func reportUnchanged(_ session: EditSession, from original: EditDocument) {
    guard !json, session.document.bytes == original.bytes else { return }
    if !session.steps.isEmpty, session.steps.allSatisfy(\.isSelection) {
      StandardError.print(
        "\(file): unchanged, because these operations only select; add what happens to the selection, such as "
          + "scale-intensity 0.8")
    } else if session.steps.contains(where: { $0.changed > 0 && !$0.isSelection }) {
      StandardError.print("\(file): the operations together leave the pattern unchanged")
    }
  }

  /// Writes the files in `before`, the result, and the files in `after`.
  ///
  /// In a dry run, prints the differences instead.
  ///
  /// All contents are on the disk before any file appears under its name.
  private func finish(
    _ original: EditDocument, _ result: EditDocument, _ steps: [EditStep], _ held: HeldFiles,
    before: [(path: String, bytes: [UInt8])] = [], after: [(path: String, bytes: [UInt8])] = []
  ) throws {
    if dryRun && !json {
      try DifferenceOutput.write(PatternDifference(from: original, to: result))
    }
    if !dryRun {
      var files = before
      if target == "-" {
        try StandardOutput.write(result.bytes)
      } else if output != nil || result.bytes != original.bytes {
        files.append((target, result.bytes))
      }
      try held.write(files + after)
      if files.count > before.count { reportWritten(original, result) }
    }
    if json { try printJSON(original, result, steps) }
  }

  /// Prints the path of the result, its length and its number of events, each with the previous
  /// value.
  private func reportWritten(_ original: EditDocument, _ result: EditDocument) {
    guard !json, let old = AHAP.read(original.bytes).pattern,
      let new = AHAP.read(result.bytes).pattern
    else { return }
    func before(_ old: String, _ new: String) -> String { old == new ? "" : "\(old) -> " }
    let seconds = before(old.duration.brief, new.duration.brief) + new.duration.brief
    let events =
      before("\(old.events.count)", "\(new.events.count)") + new.events.count.counted("event")
    StandardError.print("\(target.printable): written, \(seconds) s, \(events)")
  }

  /// The output of `--json`.
  private struct Report: Encodable {
    struct Step: Encodable {
      let operation: [String]
      let entries: Int
      let notes: [String]?
    }

    let file: String
    let output: String?
    let operations: [Step]
    let changed: Bool
    let difference: DifferenceOutput.Report?
  }

  private func printJSON(
    _ original: EditDocument, _ result: EditDocument, _ steps: [EditStep]
  ) throws {
    let difference = dryRun ? PatternDifference(from: original, to: result) : nil
    try DifferenceOutput.writeJSON(
      Report(
        file: file, output: dryRun ? nil : target,
        operations: steps.map {
          .init(
            operation: $0.operation.words, entries: $0.changed,
            notes: $0.notes.isEmpty ? nil : $0.notes.listed.map(\.printable))
        },
        changed: result.bytes != original.bytes,
        difference: difference.map { DifferenceOutput.Report($0, sensation: nil) }),
      changes: difference)
  }
}

/// Shell completion for an operation and its arguments.
private enum OperationCompletion {
  /// Returns the completions of `prefix`, the word at `index` of `words`.
  ///
  /// They are patterns if the previous word is an operation that adds a pattern, or operations if
  /// the previous operation does not need an argument.
  @Sendable static func candidates(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let previous = words.indices.contains(index - 1) ? words[index - 1] : ""
    switch EditWords.rows.first(where: { $0.name == previous })?.arguments.first {
    case .pattern?: return PatternCompletion.candidates(for: prefix)
    case .value?: return []
    case .optional?, nil: return EditWords.rows.map(\.name).filter { $0.hasPrefix(prefix) }
    }
  }
}

extension EditWords.Row {
  /// The name and the arguments.
  fileprivate var call: String { ([name] + arguments.map(\.description)).joined(separator: " ") }
}

extension EditStep {
  var isSelection: Bool { if case .select = operation { true } else { false } }
}
