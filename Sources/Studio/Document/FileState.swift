internal import HapticEditing
internal import HapticEngine
internal import HapticLint
internal import HapticPerception
internal import TextFormats

/// The state of a pattern file as a page shows it, apart from its sound.
struct StudioFileState: Sendable {
  let file: String
  let revision: Int
  let rows: [EntryRow]
  let seconds: Double
  let undo: String?
  let redo: String?
  let profile: String
  let problem: String?
  let notes: [String]

  /// Creates the present state of `history`, which is the history of the file called `file`.
  init(_ history: EditHistory, file: String, profile: String, problem: String?, notes: [String]) {
    (self.file, self.profile, self.problem, self.notes) = (file, profile, problem, notes)
    revision = history.revision
    rows = EntryRow.rows(of: history.document)
    undo = history.canUndo ? history.changes[history.count - 1].label : nil
    redo = history.canRedo ? history.changes[history.count].label : nil
    seconds = AHAP.read(history.document.bytes, file: file).pattern?.duration ?? 0
  }

  /// The message to a page whose last known entries are `rows`.
  func message(after rows: [EntryRow]) -> FileState {
    FileState(
      file: file, revision: revision, entries: RowSplice(from: rows, to: self.rows),
      seconds: seconds, undo: undo, redo: redo, profile: profile, problem: problem,
      notes: notes)
  }
}

extension Judgment {
  /// Judges the present state of `history`, the history of the file called `file`.
  init(_ history: EditHistory, file: String, profile: Profile) {
    let bytes = history.document.bytes
    let reading = AHAP.read(bytes, file: file)
    let linted = try? LintedPattern(reading, name: file.fileStem, bytes: bytes, profile: profile)
    let description = reading.pattern.flatMap { try? PatternDescription(of: $0, profile: profile) }
    self.init(
      file: file, revision: history.revision,
      lint: linted.map { LintReport(Lint.check(LintSubjects(patterns: [$0]))).entries } ?? [],
      description: description?.summary ?? "", captions: description?.lines ?? [])
  }
}

extension String {
  /// The part of a path after the last slash.
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }

  /// The path of the folder of the file at this path.
  var folderName: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "." }

  /// The name of a file without its folder and its extension.
  var fileStem: String {
    let name = fileName
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
