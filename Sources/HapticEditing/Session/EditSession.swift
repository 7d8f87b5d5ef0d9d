/// A pattern that is being edited: the document, the selection, and all operations so far.
///
/// A session is a value: a copy keeps the current state. Each operation can be undone, and the document is then the
/// same as before, byte for byte.
///
/// Thread: any. Realtime-safe: no.
public struct EditSession: Hashable, Sendable {
  /// The current pattern.
  public private(set) var document: EditDocument
  /// The operations so far, in order.
  public private(set) var steps: [EditStep] = []
  private var selected = EntrySet.all

  /// Creates a session on `document`, with everything selected.
  public init(_ document: EditDocument) { self.document = document }

  /// Applies `operation`.
  ///
  /// - Returns: the effect of the operation.
  /// - Throws: `EditError` if a number of the operation is out of range, or if the operation cannot be applied to the
  ///   pattern; the session is unchanged in this case.
  /// - Complexity: O(bytes of the file).
  @discardableResult
  public mutating func apply(_ operation: EditOperation) throws(EditError) -> EditStep {
    try operation.check()
    let seams = try EditedSeams(document, selected, operation)
    let start = seams?.whole ?? document
    var run = EditRun(start, selected, seams)
    try run.apply(operation)
    let edited = start.patched(run.patch)
    let settled = try seams?.settled(edited, run.origins)
    let result = settled ?? edited
    let isPatched = seams?.whole == nil && settled == nil
    let patch = isPatched ? run.patch : TextPatch(from: document.bytes, to: result.bytes)
    let step = EditStep(
      operation: operation, changed: run.changed, notes: run.notes,
      undo: patch.inverse(for: document.bytes), selectedBefore: selected)
    document = result
    selected = run.selectedAfter ?? selected
    steps.append(step)
    return step
  }

  /// Undoes the last operation that was not undone.
  ///
  /// - Returns: the undone operation; nil if everything has been undone.
  @discardableResult
  public mutating func undo() -> EditStep? {
    guard let step = steps.popLast() else { return nil }
    document = document.patched(step.undo)
    selected = step.selectedBefore
    return step
  }
}

/// The effect of an operation on a document.
public struct EditStep: Hashable, Sendable {
  /// The operation.
  public let operation: EditOperation
  /// The number of entries that the operation changed, added or removed; for `select`, the number of selected entries.
  public let changed: Int
  /// The notes for the caller: requests that the operation could not fulfill, and side effects.
  public let notes: EditNotes
  /// The patch that restores the document.
  public let undo: TextPatch
  let selectedBefore: EntrySet
}
