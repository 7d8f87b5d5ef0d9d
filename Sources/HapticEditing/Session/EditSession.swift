/// A pattern that is being edited: the document, what is selected, and everything done so far.
///
/// A value: a copy is a place to return to. What each operation did can be undone, and the document is then
/// the same as before, byte for byte.
///
/// Thread: any. Realtime-safe: no.
public struct EditSession: Hashable, Sendable {
  /// The pattern as it is now.
  public private(set) var document: EditDocument
  /// What was done, in order.
  public private(set) var steps: [EditStep] = []
  private var selected = EntrySet.all

  /// A session on `document`, with everything selected.
  public init(_ document: EditDocument) { self.document = document }

  /// Applies `operation`.
  ///
  /// - Returns: what it did.
  /// - Throws: `EditError` if a number of the operation is out of its range, or if the pattern cannot take it;
  ///   nothing has changed then.
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
  /// - Returns: it; nil if there is none.
  @discardableResult
  public mutating func undo() -> EditStep? {
    guard let step = steps.popLast() else { return nil }
    document = document.patched(step.undo)
    selected = step.selectedBefore
    return step
  }
}

/// What an operation did to a document.
public struct EditStep: Hashable, Sendable {
  /// The operation.
  public let operation: EditOperation
  /// The number of entries that it changed, added or removed; of `select` those that are selected.
  public let changed: Int
  /// The notes for the one who asked: what the operation could not do, or did besides.
  public let notes: EditNotes
  /// What turns the document back into what it was.
  public let undo: TextPatch
  let selectedBefore: EntrySet
}
