private import AudioOutput
internal import HapticEditing
internal import HapticEngine
internal import Realtime
internal import TextFormats

/// A pattern file on the disk together with its history.
typealias StoredHistory = StoredFile<EditDocument>

/// A file on the disk together with its history.
///
/// The file is authoritative. Every change is written to the journal first, and to the file immediately afterward. If
/// another program writes the file, that becomes a change in the history, which can be undone like any other.
///
/// - Thread: one at a time.        Realtime-safe: no.
final class StoredFile<Document: HistoryDocument> {
  /// The time to wait for another command that changes the file.
  ///
  /// Our choice: `haptic edit` changes all but the largest files in less time.
  private static var patience: Duration { .seconds(10) }

  /// When a journal is written again without the records that are not needed.
  struct JournalLimits: Sendable {
    /// The length from which it is written again if it has doubled since the last time, in bytes.
    ///
    /// Our choice: thousands of ordinary changes, which are read in a tenth of a second.
    var compacted = 4 << 20
    /// The length of the steps that are kept, in bytes; the oldest are forgotten.
    ///
    /// Our choice: a hundred thousand ordinary changes, which are read in a second or two.
    var kept = 64 << 20
  }

  /// The path of the file.
  let path: String
  /// The path without links when the file was opened.
  private let target: String?
  /// The name for messages.
  let name: String
  /// The file and its changes.
  private(set) var history: FileHistory<Document>
  /// Why the file on the disk differs from the history; nil if the two are equal.
  private(set) var problem: String?
  /// Whether the file contains text by another program that a change would overwrite.
  private var isBlocked = false
  /// Whether the file contains text by another program that is not a document of this kind.
  private(set) var holdsText = false
  private let journal: StudioJournal<HistoryRecord>
  /// The path of the journal.
  let journalPath: String
  private let limits: JournalLimits
  /// The length from which the journal is written again, in bytes.
  private var nextCompaction: Int
  /// The lock on the file while it is compared and written.
  private var lock: FileLock?

  /// Opens the file called `name` at `path`; its history is at the path `journal`.
  ///
  /// - Throws: `StudioError` if the file is not valid, or if the journal cannot be written.
  init(
    path: String, name: String, journal: String, limits: JournalLimits = JournalLimits()
  ) throws(StudioError) {
    (self.path, self.name, journalPath) = (path, name, journal)
    target = SystemPath.resolved(path)
    (self.limits, nextCompaction) = (limits, limits.compacted)
    do throws(SystemError) {
      self.journal = try StudioJournal(path: journal)
    } catch {
      throw StudioError("the history of \(name.printable) cannot be kept in \(journal): \(error)")
    }
    // If opening fails, the journal is closed, which unlocks it.
    self.journal.lock()
    let lock = try Self.hold(path)
    let bytes: [UInt8]
    do throws(TextFileError) {
      bytes = try Self.read(path)
    } catch {
      throw StudioError("\(name.printable): \(error)")
    }
    history = FileHistory(try Document(bytes, name: name))
    self.lock = lock
    defer {
      self.lock = nil
      self.journal.unlock()
    }
    try follow()
    if try compare(with: bytes) { try holdAndCompare() }
    compact()
  }

  /// Carries out `body` while no other process of this project changes the file or its history.
  ///
  /// - Throws: any error that `body` throws, or `StudioError` if the journal cannot be read or written, or if another
  ///   command holds the file for longer than `patience`.
  func exclusively<Result>(
    _ body: (StoredFile) throws(StudioError) -> Result
  ) throws(StudioError) -> Result {
    journal.lock()
    defer {
      lock = nil
      journal.unlock()
    }
    try follow()
    try holdAndCompare()
    compact()
    return try body(self)
  }

  private func holdAndCompare() throws(StudioError) {
    repeat {
      lock = nil
      lock = try Self.hold(path)
    } while try compare()
  }

  private static func hold(_ path: String) throws(StudioError) -> FileLock? {
    do throws(FileBusy) {
      return try FileLock.hold(path, patience: Self.patience)
    } catch {
      throw StudioError(error.description)
    }
  }

  /// Writes the journal again if it has grown, without the records that are not needed.
  ///
  /// If it cannot be written, it just continues to grow.
  private func compact() {
    guard journal.length > nextCompaction, history.savedBytes == history.document.bytes else {
      return
    }
    history.forgetSteps(beyond: limits.kept)
    if let records = history.compacted { try? journal.replace(by: records) }
    nextCompaction = max(limits.compacted, 2 * journal.length)
  }

  /// Makes the changes `records` and saves the file.
  ///
  /// If only the file cannot be written, the changes are made, `problem` says so, and they are saved with the next
  /// changes.
  ///
  /// - Throws: `StudioError` if the file contains text by another program that is not valid, or if the
  ///   journal cannot be written.
  func make(_ records: [HistoryRecord]) throws(StudioError) {
    if records.isEmpty { return }
    if isBlocked, let problem { throw StudioError(problem) }
    try add(records)
    try save()
  }

  /// Writes the file again if it was removed.
  ///
  /// - Throws: `StudioError` if it cannot be written.
  func restore() throws(StudioError) {
    if isBlocked, let problem { throw StudioError(problem) }
    try save()
    if let problem { throw StudioError(problem) }
  }

  /// Applies the records of other processes, and starts the journal again if it is new or damaged.
  private func follow() throws(StudioError) {
    do throws(SystemError) {
      let records = try journal.newRecords()
      if journal.length > 0, let records, history.apply(records) { return }
    } catch {
      throw failed("the history of \(name.printable) cannot be read: \(error)")
    }
    // The file is authoritative: `compare` reads it, and a difference becomes a change.
    try add([.base(String(decoding: history.document.bytes, as: UTF8.self))])
  }

  /// Compares the file on the disk with the history, and makes the two equal if possible.
  ///
  /// - Returns: whether the file was written; its lock then is that of the former file.
  private func compare() throws(StudioError) -> Bool {
    holdsText = false
    // The link, which may lead to a file that does not exist, may lead outside the opened folder.
    if ![path, target].contains(SystemPath.followed(path)) {
      (problem, isBlocked) = ("\(name.printable) was replaced by a link; remove the link", true)
      return false
    }
    let bytes: [UInt8]
    do throws(TextFileError) {
      bytes = try Self.read(path)
    } catch {
      isBlocked = false
      if case .notFound = error {
        // A file that was removed is written again with the next change.
        problem = "the file was removed; the next change writes it again"
      } else {
        (problem, isBlocked) = ("\(name.printable): \(error)", true)
      }
      return false
    }
    return try compare(with: bytes)
  }

  /// Makes the history and the file on the disk, whose content is `bytes`, equal if possible.
  private func compare(with bytes: [UInt8]) throws(StudioError) -> Bool {
    isBlocked = false
    let ours = history.document.bytes
    if bytes == ours {
      problem = nil
      if history.savedBytes != ours { try add([.saved]) }
      return false
    }
    // A server was killed after it wrote the journal and before it wrote the file, or the file could not be written.
    if bytes == history.savedBytes { return try save() }
    guard let theirs = try? Document(bytes, name: name) else {
      problem =
        "another program has saved a text that is not \(Document.noun); correct it in that program"
      (isBlocked, holdsText) = (true, String(validating: bytes, as: UTF8.self) != nil)
      return false
    }
    problem = nil
    try add(merging(theirs))
    return try save()
  }

  /// Returns the record of the changes by another program, merged with our changes that are not in the file yet.
  private func merging(_ theirs: Document) -> [HistoryRecord] {
    var result = theirs
    if history.savedBytes != history.document.bytes,
      let saved = try? Document(history.savedBytes, name: name)
    {
      // If the changes contradict each other, undoing the other program's change restores ours.
      if let merged = Document.merged(base: saved, ours: history.document, theirs: theirs) {
        result = merged
      }
    }
    return history.records(of: result, label: "change by another program")
  }

  /// Writes the file, unless another program has written it since it was compared; the next comparison merges the two.
  ///
  /// - Returns: whether the file was written. If not, `problem` gives the reason.
  /// - Throws: `StudioError` if the journal cannot be written.
  @discardableResult
  private func save() throws(StudioError) -> Bool {
    if let lock, !lock.isUnchanged {
      problem = "another program is writing the file; its changes will be merged"
      return false
    }
    do throws(OutputError) {
      try PendingFile.write(history.document.bytes, to: path, existing: .isReplaced)
    } catch {
      problem = "\(name.printable) cannot be saved: \(error)"
      return false
    }
    problem = nil
    try add([.saved])
    return true
  }

  /// Writes `records` to the journal, and then applies them.
  private func add(_ records: [HistoryRecord]) throws(StudioError) {
    do throws(SystemError) {
      try journal.append(records)
    } catch {
      throw failed("the history of \(name.printable) cannot be written: \(error)")
    }
    history.apply(records)
  }

  /// Makes `text` the problem, and returns it as an error.
  private func failed(_ text: String) -> StudioError {
    problem = text
    return StudioError(text)
  }

  private static func read(_ path: String) throws(TextFileError) -> [UInt8] {
    try TextFile.bytes(of: path, maximumBytes: Document.maximumBytes)
  }
}

/// A request that cannot be carried out.
struct StudioError: Error, Hashable, CustomStringConvertible {
  /// The problem, and its remedy.
  let description: String

  init(_ description: String) { self.description = description }
}
