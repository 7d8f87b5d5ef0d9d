private import AudioOutput
internal import Dispatch
private import Foundation
internal import HapticEditing
internal import HapticEngine
internal import HapticFormats
internal import HapticLint
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
  var notes: [String] = []
  private(set) var profile: Profile
  private var judged: Judgment?
  private var sounds: FileSounds
  private var pages: [Int: AsyncStream<News>.Continuation] = [:]
  private var pageCount = 0
  private var watch: (any DispatchSourceRead)?
  private var isClosed = false
  /// The check whether the file still holds a text by another program that is not a pattern.
  private var textCheck: Task<Void, any Error>?
  /// Called when the file holds such a text, which another object then shows.
  private let becomesText: @Sendable () async -> Void

  /// Opens the file called `name` at `path`; its history is at the path `journal`.
  ///
  /// `becomesText` is called when another program has saved a text that is not a pattern.
  ///
  /// - Throws: `StudioError` if the file is not a pattern, or if its journal cannot be written.
  init(
    name: String, path: String, journal: String, profile: Profile,
    becomesText: @escaping @Sendable () async -> Void = {}
  ) throws(StudioError) {
    self.name = name
    self.becomesText = becomesText
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
    textCheck?.cancel()
    (watch, judged, textCheck) = (nil, nil, nil)
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
    textCheck?.cancel()
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

  /// The number of the present state.
  var revision: Int { stored.history.revision }

  /// Makes a change to the state at `revision`, or to the present state for nil, and tells the pages.
  func change(
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
        throw StudioError(error.reason)
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
    expectPattern()
    if before == (stored.history.revision, stored.problem) { return }
    notes = []
    tell()
  }

  /// The time after which a file that is not a pattern is shown as text.
  ///
  /// Our choice: programs that write a file in several parts do so in less time.
  private static let textPatience = Duration.seconds(1)

  /// Hands the file over as text, if it does not become a pattern again soon.
  private func expectPattern() {
    textCheck?.cancel()
    textCheck = nil
    guard stored.holdsText else { return }
    textCheck = Task {
      try await Task.sleep(for: Self.textPatience)
      try? stored.exclusively { _ throws(StudioError) in }
      guard stored.holdsText, !isClosed else { return tell() }
      close()
      await becomesText()
      leaveToText()
    }
  }
}
