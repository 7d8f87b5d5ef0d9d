private import AudioOutput
internal import Dispatch
private import Foundation
internal import HapticEditing
internal import HapticEngine
internal import HapticFormats
internal import HapticLint
private import HapticListening
internal import HapticPerception
internal import TextFormats

/// A pattern file that is open in one or more pages.
actor StudioFile {
  /// A message to the pages of the file after a change.
  enum News: Sendable {
    case state(FileState)
    case judgment(Judgment)
    case sound(SoundState)
    case renamed(RenamedFile)
    /// The file with this name is not a pattern anymore.
    case isText(String)
  }

  /// The name in the opened folder.
  nonisolated let name: String
  let stored: StoredHistory
  /// The path on the disk.
  nonisolated let path: String
  /// The file as it was when the studio opened it.
  nonisolated let opened: EditDocument
  /// The states that pages compare or play at another speed.
  var versions = PatternVersions()
  /// The notes of the last change.
  private var notes: [String] = []
  private(set) var profile: Profile
  private var judged: Judgment?
  private var sounds: FileSounds
  private var pages: [Int: AsyncStream<News>.Continuation] = [:]
  private var pageCount = 0
  private var watch: (any DispatchSourceRead)?
  private var isClosed = false

  /// Opens the file called `name` at `path`; its history is at the path `journal`.
  ///
  /// - Throws: `StudioError` if the file is not a pattern, or if its journal cannot be written.
  init(name: String, path: String, journal: String, profile: Profile) throws(StudioError) {
    self.name = name
    self.profile = profile
    sounds = FileSounds(file: name, path: path)
    self.path = path
    stored = try StoredHistory(path: path, name: name, journal: journal)
    opened = stored.history.document
  }

  // MARK: Pages

  /// Returns the changes of the file from now on, beginning with its present state.
  func follow() -> AsyncStream<News> {
    if watch == nil {
      // Without a watch, the file on the disk is only compared at the next change.
      watch = DiskWatch.start(stored.path) { [weak self] in Task { await self?.compare() } }
      compare()
    }
    let (stream, continuation) = AsyncStream<News>.makeStream()
    pageCount += 1
    let page = pageCount
    pages[page] = continuation
    continuation.onTermination = { _ in Task { await self.leave(page) } }
    Task { tell([continuation]) }
    return stream
  }

  private func leave(_ page: Int) {
    pages[page] = nil
    guard pages.isEmpty else { return }
    watch?.cancel()
    (watch, judged) = (nil, nil)
    sounds.forget()
    versions.removeAll()
  }

  /// Tells the pages the new name, and ends the news.
  func leave(for new: String) {
    for page in pages.values {
      page.yield(.renamed(RenamedFile(file: name, to: new)))
      page.finish()
    }
  }

  /// Ends the work on the file, because its text will not be a pattern.
  func close() {
    watch?.cancel()
    watch = nil
    isClosed = true
  }

  /// Tells the pages that the file is not a pattern, and ends the news.
  func leaveToText() {
    for page in pages.values {
      page.yield(.isText(name))
      page.finish()
    }
  }

  private func tell() { tell(Array(pages.values)) }

  /// Tells pages the state, which they show immediately, and then the judgment and the sound.
  private func tell(_ pages: [AsyncStream<News>.Continuation]) {
    if pages.isEmpty { return }
    let state = FileState(
      stored.history, file: name, profile: profile.name, problem: stored.problem, notes: notes)
    for page in pages { page.yield(.state(state)) }
    let sound = sounds.state(of: stored.history.document, at: revision, profile)
    for page in pages { page.yield(.sound(sound)) }
    let judgment = judgment
    for page in pages { page.yield(.judgment(judgment)) }
  }

  // MARK: Changes

  /// Makes the change `edit` to the state at `revision`.
  ///
  /// - Returns: the revision after the change.
  /// - Throws: `StudioError` if the change cannot be made, or if the file has changed in the meantime.
  func make(_ edit: StudioRequest.Edit, at revision: Int) throws(StudioError) -> Int {
    let edits = try Self.operations(edit)
    return try change(at: revision) { history throws(EditError) in
      var session = EditSession(history.document)
      for edit in edits { notes += try session.apply(edit).notes.listed }
      // A curve that is drawn over events is meant to act on them.
      if edit.isDrawn ?? false { notes = [] }
      try Self.checkLength(of: session.document, madeFrom: history.document)
      return history.records(
        of: session.document, label: edit.label, joins: edit.joins ?? false)
    }
  }

  /// The number of the present state.
  var revision: Int { stored.history.revision }

  /// Replaces the whole pattern.
  ///
  /// A change that follows one with the same label is undone together with it.
  func replace(with pattern: HapticPattern, label: String) throws(StudioError) {
    let name = name
    _ = try change { history throws(EditError) in
      history.records(
        of: try EditDocument(AHAP.encode(pattern), file: name), label: label, joins: true)
    }
  }

  /// Undoes the last step.
  func undo() throws(StudioError) -> Int { try change { $0.undoRecords } }

  /// Redoes the step that was undone last.
  func redo() throws(StudioError) -> Int { try change { $0.redoRecords } }

  /// Returns whether `records` lead to a text that is not a pattern.
  func leadsToText(_ records: @Sendable (EditHistory) -> [HistoryRecord]) -> Bool {
    var history = stored.history
    return !history.apply(records(history))
  }

  /// Corrects everything that lint can correct, or only the findings of the rule with the identifier `rule`.
  ///
  /// - Throws: `StudioError` if the rule does not exist, or if the file has changed since `revision`.
  func fix(_ rule: String? = nil, at revision: Int) throws(StudioError) -> Int {
    let name = name
    let configuration = try Self.configuration(onlyRule: rule)
    return try change(at: revision) { history throws(EditError) in
      guard
        let fixed = try Lint.fix(
          history.document.bytes, file: name, configuration: configuration)
      else { return [] }
      return history.records(
        of: try EditDocument(fixed.bytes, file: name),
        label: "fix " + fixed.rules.map(\.id).joined(separator: ", "))
    }
  }

  private static func configuration(onlyRule id: String?) throws(StudioError) -> LintConfiguration {
    guard let id else { return LintConfiguration() }
    guard let rule = Lint.rule(id) else { throw StudioError("no rule is called \(id.printable)") }
    let others = Lint.rules.filter { $0.id != rule.id }.map { ($0.id, "another rule is corrected") }
    do throws(LintConfiguration.Invalid) {
      return try LintConfiguration(off: Dictionary(uniqueKeysWithValues: others))
    } catch {
      throw StudioError(error.description)
    }
  }

  /// Makes a change to the state at `revision`, or to the present state for nil, and tells the pages.
  private func change(
    at revision: Int? = nil,
    _ records: (EditHistory) throws(EditError) -> [EditHistory.Record]
  ) throws(StudioError) -> Int {
    notes = []
    defer { tell() }
    return try stored.exclusively { stored throws(StudioError) in
      guard revision ?? stored.history.revision == stored.history.revision else {
        throw StudioError("the pattern has changed in the meantime; look at it and try again")
      }
      let made: [EditHistory.Record]
      do throws(EditError) {
        made = try records(stored.history)
      } catch {
        throw StudioError(error.description)
      }
      try stored.make(made)
      return stored.history.revision
    }
  }

  /// Renders the sound with another profile from now on.
  func use(_ profile: Profile) {
    self.profile = profile
    judged = nil
    sounds.forget()
    tell()
  }

  private static func operations(
    _ edit: StudioRequest.Edit
  ) throws(StudioError) -> [EditOperation] {
    var operations: [EditOperation] = []
    for words in edit.edits {
      do throws(EditError) {
        operations += try EditWords.operations(words) { name throws(EditError) in
          try fragment(
            edit.pattern ?? "", name, shift: edit.shift ?? 0, isDrawn: edit.isDrawn ?? false)
        }
      } catch {
        throw StudioError(error.description)
      }
    }
    return operations
  }

  /// How far points of a drawn curve are removed, in decibels.
  ///
  /// Our choice: the tolerance of the curves that `haptic listen` makes; people cannot feel smaller differences.
  private static let drawnTolerance = ListenOptions().tolerance

  /// Returns the pattern that `text` describes, a notation or the text of a pattern file, `shift` seconds later.
  ///
  /// If its first entry is a curve that a pen has drawn, points of the curve are removed.
  static func fragment(
    _ text: String, _ name: String, shift: Double, isDrawn: Bool = false
  ) throws(EditError) -> EditFragment {
    var session = EditSession(try document(text, name))
    if isDrawn {
      try session.apply(.select(Selection(groups: [[.field(.index, .equal(0))]])))
      try session.apply(.simplify(decibels: drawnTolerance))
      // Everything is selected again.
      session = EditSession(session.document)
    }
    if shift != 0 { try session.apply(.shift(shift)) }
    return EditFragment(name: name, document: session.document)
  }

  private static func document(_ text: String, _ name: String) throws(EditError) -> EditDocument {
    if text.hasPrefix("{") { return try EditDocument(Array(text.utf8), file: name) }
    let pattern: HapticPattern
    do throws(NotationError) {
      pattern = try HapticPattern(notation: text)
    } catch {
      throw .operation(name: name, reason: error.description)
    }
    return try EditDocument(AHAP.encode(pattern), file: name)
  }

  // MARK: State

  /// The judgment of the present state.
  private var judgment: Judgment {
    if let judged, judged.revision == stored.history.revision { return judged }
    let judgment = Judgment(stored.history, file: name, profile: profile)
    judged = judgment
    return judgment
  }

  /// Returns the sound of the loop between two times, in seconds.
  ///
  /// - Throws: `StudioError` if the loop is too short or too long, or if the pattern cannot be rendered.
  func loop(from: Double, to: Double) throws(StudioError) -> LoopSound {
    try sounds.loop(of: stored.history.document, at: revision, profile, from: from, to: to)
  }

  /// Returns the bytes of the block or course at `address`, if the present sound, a loop or a version has it.
  func bytes(at address: String) -> [UInt8]? {
    sounds.bytes(at: address) ?? versions.bytes(at: address)
  }

  /// The loudness of the present sound as `GatedLevel` measures it, in decibels; nil for silence.
  var level: Double? {
    _ = sounds.state(of: stored.history.document, at: revision, profile)
    return sounds.level
  }

  /// The tiles of the lanes of the present state and of the versions, as far as they are rendered.
  var tiles: [LaneTiles] { ([sounds] + versions.sounds).compactMap(\.tiles) }

  // MARK: The disk

  /// Takes over the changes by another program, and tells the pages.
  func compare() {
    if isClosed { return }
    let before = (stored.history.revision, stored.problem)
    try? stored.exclusively { _ throws(StudioError) in }
    if before == (stored.history.revision, stored.problem) { return }
    notes = []
    tell()
  }
}
