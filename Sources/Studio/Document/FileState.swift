internal import HapticEditing
internal import HapticEngine
internal import HapticLint
internal import HapticPerception
internal import TextFormats

extension FileState {
  /// Creates the present state of `history`, the history of the file called `file`, for a page without entries.
  init(_ history: EditHistory, file: String, profile: String, problem: String?, notes: [String]) {
    self.init(
      history.document, file: file, revision: history.revision, profile: profile, notes: notes)
    undo = history.canUndo ? history.changes[history.count - 1].label : nil
    redo = history.canRedo ? history.changes[history.count].label : nil
    self.problem = problem
  }

  /// Creates the state of a file with the content `document`, for a page without entries.
  init(
    _ document: EditDocument, file: String, revision: Int, profile: String, notes: [String] = []
  ) {
    self.init(
      file: file, revision: revision,
      entries: RowSplice(from: [], to: EntryRow.rows(of: document)),
      seconds: AHAP.read(document.bytes, file: file).pattern?.duration ?? 0, profile: profile,
      notes: notes)
  }

  /// Returns this state, which is for a page without entries, for a page with the entries `rows`.
  func changes(from rows: [EntryRow]) -> FileState {
    var state = self
    state.entries = RowSplice(from: rows, to: entries.rows)
    return state
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
