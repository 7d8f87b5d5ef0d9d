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
  let problem: String?

  /// Creates the present state of `history`, which is the history of the file called `file`.
  init(_ history: EditHistory, file: String, problem: String?) {
    self.file = file
    self.problem = problem
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
      seconds: seconds, undo: undo, redo: redo, problem: problem)
  }
}

extension Judgment {
  /// Judges the present state of `history`, the history of the file called `file`.
  init(_ history: EditHistory, file: String, profile: Profile) {
    let bytes = history.document.bytes
    let reading = AHAP.read(bytes, file: file)
    let name = file.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? file
    let linted = try? LintedPattern(reading, name: name, bytes: bytes, profile: profile)
    self.init(
      file: file, revision: history.revision,
      lint: linted.map { LintReport(Lint.check(LintSubjects(patterns: [$0]))).entries } ?? [],
      description: reading.pattern.flatMap {
        try? PatternDescription(of: $0, profile: profile)
      }?.summary ?? "")
  }
}

extension SoundState {
  /// The state of `sound`, with `problems` of the sound files that it plays.
  init(file: String, revision: Int, _ sound: PatternSound, problems: [String]) {
    func text(_ address: UInt64) -> String { String(address, radix: 16) }
    self.init(
      file: file, revision: revision, rate: PatternSound.sampleRate, frames: sound.frames,
      blockFrames: PatternSound.blockFrames, blocks: sound.addresses.map(text),
      course: "c" + text(PatternSound.address(of: sound.course.bytes)), peak: sound.peak,
      problems: problems)
  }
}
