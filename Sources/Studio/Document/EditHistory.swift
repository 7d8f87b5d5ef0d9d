internal import HapticEditing

/// A change of a file: the edits of one gesture, or the work of another program.
struct HistoryChange: Codable, Hashable, Sendable {
  /// The displayed name of the change, such as `move 3 events`.
  var label: String
  /// The patch that restores the file.
  var undo: TextPatch
  /// The patch that makes the change again.
  var redo: TextPatch
  /// Whether the change is undone and redone together with the preceding change.
  var joins: Bool
}

/// One line of a history as it is stored.
enum HistoryRecord: Codable, Hashable, Sendable {
  /// The text from which the following records start.
  case base(String)
  case change(HistoryChange)
  /// Undoes the last change that has not been undone.
  case undo
  /// Makes the first undone change again.
  case redo
  /// Records that the file on the disk contains all changes so far.
  case saved
}

/// The two ways to go through the steps of a history.
enum HistoryDirection: Sendable {
  case undo, redo
}

/// The changes of a pattern file.
typealias EditHistory = FileHistory<EditDocument>

/// The changes of a file, each of which can be undone and redone.
///
/// A history is a value. Undoing and redoing restore the file byte for byte.
struct FileHistory<Document: HistoryDocument>: Sendable {
  typealias Change = HistoryChange
  typealias Record = HistoryRecord

  /// The current file.
  private(set) var document: Document
  /// All changes, including undone ones.
  private(set) var changes: [Change] = []
  /// The number of changes that are in the file.
  private(set) var count = 0
  /// The number of records so far, by which the page tells two states of the file apart.
  private(set) var revision = 0

  /// The bytes that the file on the disk had when it was last written.
  private(set) var savedBytes: [UInt8]

  /// Creates an empty history for a file on the disk.
  init(_ document: Document) {
    self.document = document
    savedBytes = document.bytes
  }

  /// Whether a change can be undone.
  var canUndo: Bool { count > 0 }

  /// Whether a change can be redone.
  var canRedo: Bool { count < changes.count }

  /// Returns the records of a change that turns the current file into `document`; none if the two are equal.
  ///
  /// If `joins` is true and the last change in the file has the same label, the two are undone together.
  func records(of document: Document, label: String, joins: Bool = false) -> [Record] {
    let redo = TextPatch(from: self.document.bytes, to: document.bytes)
    if redo.isEmpty { return [] }
    return [
      .change(
        Change(
          label: label, undo: redo.inverse(for: self.document.bytes), redo: redo,
          joins: joins && canUndo && changes[count - 1].label == label))
    ]
  }

  /// Applies `records`.
  ///
  /// The file is read once, after all records.
  ///
  /// - Returns: false if a record does not fit, or if the result is not valid; in this case, nothing is changed.
  @discardableResult
  mutating func apply(_ records: [Record]) -> Bool {
    var next = self
    var bytes = document.bytes
    for record in records where !next.apply(record, to: &bytes) { return false }
    if bytes != document.bytes {
      guard let document = try? Document(bytes, name: "") else { return false }
      next.document = document
    }
    self = next
    return true
  }

  /// Applies `record` to the list of changes, and to the text of the file.
  private mutating func apply(_ record: Record, to bytes: inout [UInt8]) -> Bool {
    func patch(_ patch: TextPatch) -> Bool {
      guard patch.fits(bytes.count) else { return false }
      bytes = patch.applied(to: bytes)
      return true
    }
    switch record {
    case .base(let text):
      bytes = Array(text.utf8)
      (changes, count, savedBytes) = ([], 0, bytes)
    case .change(let change):
      guard patch(change.redo) else { return false }
      changes.removeSubrange(count...)
      changes.append(change)
      count += 1
    case .undo:
      guard canUndo, patch(changes[count - 1].undo) else { return false }
      count -= 1
    case .redo:
      guard canRedo, patch(changes[count].redo) else { return false }
      count += 1
    case .saved:
      savedBytes = bytes
      return true
    }
    revision += 1
    return true
  }

  /// Forgets the oldest steps, so that the records of all changes have at most about `maximumBytes`.
  ///
  /// The steps that remain can be undone and redone as before.
  mutating func forgetSteps(beyond maximumBytes: Int) {
    var bytes = 0
    var first = count
    // A step that can be redone is never forgotten, because it is later.
    for index in changes.indices.reversed() {
      bytes += StudioJournal<Record>.lines(of: [.change(changes[index])]).count
      if bytes > maximumBytes { break }
      if index < count, !changes[index].joins { first = index }
    }
    changes.removeFirst(first)
    count -= first
  }

  /// Records that lead to this state, in which the same steps can be undone and redone; nil if the file on the disk does
  /// not contain all changes.
  var compacted: [Record]? {
    guard savedBytes == document.bytes else { return nil }
    var bytes = document.bytes
    for change in changes[..<count].reversed() { bytes = change.undo.applied(to: bytes) }
    return [.base(String(decoding: bytes, as: UTF8.self))] + changes.map(Record.change)
      + Array(repeating: .undo, count: changes.count - count) + [.saved]
  }

  /// Returns the records that undo the last step, or redo the next one.
  func records(_ direction: HistoryDirection) -> [Record] {
    switch direction {
    case .undo: undoRecords
    case .redo: redoRecords
    }
  }

  /// The records that undo the last step: a change, and all changes that join it.
  var undoRecords: [Record] {
    guard canUndo else { return [] }
    let first = changes[..<count].lastIndex { !$0.joins } ?? 0
    return Array(repeating: .undo, count: count - first)
  }

  /// The records that redo the next step.
  var redoRecords: [Record] {
    guard canRedo else { return [] }
    let joined = changes[(count + 1)...].prefix { $0.joins }.count
    return Array(repeating: .redo, count: 1 + joined)
  }
}

extension EditHistory {
  /// A state between two steps.
  struct Step: Hashable, Sendable {
    /// The number of changes that are in the file in this state.
    let count: Int
    /// The displayed name of the last of these changes; nil for the state before all changes.
    let label: String?
  }

  /// The states before the present one to which undoing leads, the latest first.
  var earlierSteps: [Step] {
    (0..<count).reversed().filter { !changes[$0].joins }.map {
      Step(count: $0, label: $0 > 0 ? changes[$0 - 1].label : nil)
    }
  }

  /// Returns the file with the first `count` changes; nil if there are not so many.
  func document(after count: Int) -> EditDocument? {
    guard (0...changes.count).contains(count) else { return nil }
    var bytes = document.bytes
    for change in changes[min(count, self.count)..<self.count].reversed() {
      bytes = change.undo.applied(to: bytes)
    }
    for change in changes[self.count..<max(count, self.count)] {
      bytes = change.redo.applied(to: bytes)
    }
    return try? EditDocument(bytes)
  }
}
