private import AudioOutput
internal import HapticEditing
internal import HapticEngine
internal import Realtime
internal import TextFormats

/// A pattern file on the disk together with its history.
///
/// The file is authoritative. Every change is written to the journal first, and to the file immediately afterward. If
/// another program writes the file, that becomes a change in the history, which can be undone like any other.
///
/// - Thread: one at a time.        Realtime-safe: no.
final class StoredHistory {
  /// The path of the file.
  let path: String
  /// The name for messages.
  let name: String
  /// The file and its changes.
  private(set) var history: EditHistory
  /// Why the file on the disk is not a pattern; nil if it is a pattern.
  private(set) var problem: String?
  /// Whether the file contains text by another program that a change would overwrite.
  private var isBlocked = false
  private let journal: StudioJournal

  /// Opens the pattern called `name` at `path`; its history is at the path `journal`.
  ///
  /// - Throws: `StudioError` if the file is not a pattern, or if the journal cannot be written.
  init(path: String, name: String, journal: String) throws(StudioError) {
    (self.path, self.name) = (path, name)
    do throws(SystemError) {
      self.journal = try StudioJournal(path: journal)
    } catch {
      throw StudioError("the history of \(name.printable) cannot be kept in \(journal): \(error)")
    }
    history = EditHistory(try Self.document(Self.read(path, name), name))
    self.journal.lock()
    defer { self.journal.unlock() }
    let records = self.journal.newRecords()
    if records.isEmpty {
      try add([.base(String(decoding: history.document.bytes, as: UTF8.self))])
    } else {
      follow(records)
      try compare()
    }
  }

  /// Carries out `body` while no other process changes the file or its history.
  ///
  /// - Throws: any error that `body` throws, or `StudioError` if the file cannot be read or written.
  func exclusively<Result>(
    _ body: (StoredHistory) throws(StudioError) -> Result
  ) throws(StudioError) -> Result {
    journal.lock()
    defer { journal.unlock() }
    follow(journal.newRecords())
    try compare()
    return try body(self)
  }

  /// Makes the changes `records` and saves the file.
  ///
  /// - Throws: `StudioError` if another program has written text to the file that is not a pattern, or if the journal
  ///   or the file cannot be written. If only the file cannot be written, the changes are made, and are saved with the
  ///   next changes.
  func make(_ records: [EditHistory.Record]) throws(StudioError) {
    if records.isEmpty { return }
    if isBlocked, let problem { throw StudioError(problem) }
    try add(records)
    for record in records { history.apply(record) }
    try save()
  }

  /// Applies the records of another process.
  private func follow(_ records: [EditHistory.Record]) {
    for record in records where !history.apply(record) {
      // The journal is damaged. The file is still authoritative, and `compare` reads it.
      continue
    }
  }

  /// Compares the file on the disk with the history, and makes the two equal.
  private func compare() throws(StudioError) {
    let bytes: [UInt8]
    do throws(TextFileError) {
      bytes = try TextFile.bytes(of: path, maximumBytes: AHAP.maximumFileSize)
    } catch {
      // A file that was removed is written again with the next change.
      if case .notFound = error {
        return problem = "the file was removed; the next change writes it again"
      }
      throw StudioError("\(name.printable): \(error)")
    }
    let ours = history.document.bytes
    isBlocked = false
    if bytes == ours {
      problem = nil
      if history.savedBytes != ours { try mark() }
      return
    }
    // A server was killed after it wrote the journal and before it wrote the file.
    if bytes == history.savedBytes { return try save() }
    guard let theirs = try? Self.document(bytes, name) else {
      problem = "another program has saved a text that is not a pattern; correct it in that program"
      isBlocked = true
      return
    }
    problem = nil
    try add(merging(theirs))
    try save()
  }

  /// Returns the record of the changes by another program, merged with our changes that are not in the file yet.
  private func merging(_ theirs: EditDocument) throws(StudioError) -> [EditHistory.Record] {
    var result = theirs
    if history.savedBytes != history.document.bytes,
      let saved = try? Self.document(history.savedBytes, name)
    {
      let merge = PatternMerge(base: saved, ours: history.document, theirs: theirs)
      // If the changes contradict each other, undoing the other program's change restores ours.
      if merge.conflicts.isEmpty, let merged = try? Self.document(merge.bytes, name) {
        result = merged
      }
    }
    let record = history.record(of: result, label: "change by another program")
    if let record { history.apply(record) }
    return record.map { [$0] } ?? []
  }

  private func save() throws(StudioError) {
    do throws(OutputError) {
      try PendingFile.write(history.document.bytes, to: path, existing: .isReplaced)
    } catch {
      throw StudioError("\(name.printable) cannot be saved: \(error)")
    }
    problem = nil
    try mark()
  }

  /// Records that the file contains all changes.
  private func mark() throws(StudioError) {
    try add([.saved])
    history.apply(.saved)
  }

  private func add(_ records: [EditHistory.Record]) throws(StudioError) {
    do throws(SystemError) {
      try journal.append(records)
    } catch {
      throw StudioError("the history of \(name.printable) cannot be written: \(error)")
    }
  }

  private static func read(_ path: String, _ name: String) throws(StudioError) -> [UInt8] {
    do throws(TextFileError) {
      return try TextFile.bytes(of: path, maximumBytes: AHAP.maximumFileSize)
    } catch {
      throw StudioError("\(name.printable): \(error)")
    }
  }

  private static func document(
    _ bytes: [UInt8], _ name: String
  ) throws(StudioError) -> EditDocument {
    do throws(EditError) {
      return try EditDocument(bytes, file: name)
    } catch {
      throw StudioError("\(name.printable) is not a pattern: \(error.description.printable)")
    }
  }
}

/// A request that cannot be carried out.
struct StudioError: Error, Hashable, CustomStringConvertible {
  /// The problem, and its remedy.
  let description: String

  init(_ description: String) { self.description = description }
}
