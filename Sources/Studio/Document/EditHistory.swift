internal import HapticEditing

/// The changes of a pattern file, each of which can be undone and redone.
///
/// A history is a value. Undoing and redoing restore the file byte for byte.
struct EditHistory: Sendable {
  /// A change of the file: the edits of one gesture, or the work of another program.
  struct Change: Codable, Hashable, Sendable {
    /// The displayed name of the change, such as `move 3 events`.
    var label: String
    /// The edits in the words of `haptic edit`; empty for a change by another program.
    var edits: [EditOperation]
    /// The patch that restores the file.
    var undo: TextPatch
    /// The patch that makes the change again.
    var redo: TextPatch
    /// Whether the change is undone and redone together with the preceding change.
    var joins: Bool
  }

  /// One line of the history as it is stored.
  enum Record: Codable, Hashable, Sendable {
    /// The text from which the following records start.
    case base(String)
    case change(Change)
    /// Undoes the last change that has not been undone.
    case undo
    /// Makes the first undone change again.
    case redo
    /// Records that the file on the disk contains all changes so far.
    case saved
  }

  /// The current file.
  private(set) var document: EditDocument
  /// All changes, including undone ones.
  private(set) var changes: [Change] = []
  /// The number of changes that are in the file.
  private(set) var count = 0
  /// The number of records so far, by which the page tells two states of the file apart.
  private(set) var revision = 0

  /// The bytes that the file on the disk had when it was last written.
  private(set) var savedBytes: [UInt8]

  /// Creates an empty history for a file on the disk.
  init(_ document: EditDocument) {
    self.document = document
    savedBytes = document.bytes
  }

  /// Whether a change can be undone.
  var canUndo: Bool { count > 0 }

  /// Whether a change can be redone.
  var canRedo: Bool { count < changes.count }

  /// Returns the record of applying `edits` to the current file; nil if the edits do not change the file.
  ///
  /// - Throws: `EditError` of the first edit that cannot be applied.
  func record(
    of edits: [EditOperation], label: String, joins: Bool
  ) throws(EditError) -> Record? {
    var session = EditSession(document)
    for edit in edits { try session.apply(edit) }
    return record(of: session.document, edits: edits, label: label, joins: joins)
  }

  /// Returns the record of a change, made elsewhere, that turns the current file into `document`; nil if the two are
  /// equal.
  func record(
    of document: EditDocument, edits: [EditOperation] = [], label: String, joins: Bool = false
  ) -> Record? {
    let redo = TextPatch(from: self.document.bytes, to: document.bytes)
    if redo.isEmpty { return nil }
    return .change(
      Change(
        label: label, edits: edits, undo: redo.inverse(for: self.document.bytes), redo: redo,
        joins: joins && canUndo))
  }

  /// Applies `record`.
  ///
  /// - Returns: false if the record does not fit the current file; in this case, the file is unchanged.
  @discardableResult
  mutating func apply(_ record: Record) -> Bool {
    switch record {
    case .base(let text):
      guard let document = try? EditDocument(Array(text.utf8)) else { return false }
      self = EditHistory(document)
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
      savedBytes = document.bytes
      return true
    }
    revision += 1
    return true
  }

  /// Applies `patch` to the file if the patch fits.
  private mutating func patch(_ patch: TextPatch) -> Bool {
    guard patch.fits(document.bytes.count),
      let changed = try? EditDocument(patch.applied(to: document.bytes))
    else { return false }
    document = changed
    return true
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
