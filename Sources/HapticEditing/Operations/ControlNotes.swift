internal import HapticEngine
internal import TextFormats

/// The effects of a pattern's controls on the events of another pattern in the same file.
extension EditRun {
  /// Notes which controls of `fragment` act on events of the document, and vice versa.
  ///
  /// `own` is the course of the document. The fragment is added `later` seconds after its own time.
  ///
  /// In AHAP a control acts on all events. If two parameters or curves set the same control, the one that starts later
  /// takes precedence, and a file cannot express anything else.
  mutating func noteControls(
    of fragment: EditFragment, later: Seconds, _ own: PatternCourse
  ) throws(EditError) {
    let added = fragment.document.patternEntries.compactMap { $0.control(later: later) }
    let (all, other) = (PatternCourse(own.entries + added), PatternCourse(added))
    try note(other.setControls, of: fragment.name, on: document, "the pattern", own, all, later: 0)
    try note(
      own.setControls, of: "the pattern", on: fragment.document, fragment.name, other, all,
      later: later)
  }

  /// Notes which of `controls` change events of `document`, compared with `own`, the course of that document alone.
  private mutating func note(
    _ controls: [DynamicParameter.ID], of name: String, on document: EditDocument,
    _ documentName: String, _ own: PatternCourse, _ all: PatternCourse, later: Seconds
  ) throws(EditError) {
    if controls.isEmpty { return }
    var found: [DynamicParameter.ID: (count: Int, first: String)] = [:]
    try document.forEach { fields in
      for id in controls where fields.isMoved(by: id) {
        let start = fields.time.value + later
        let end = fields.isMovedThroughout(by: id) ? fields.releaseEnd + later : start
        if own.agrees(with: all, on: id, from: start, to: end) { continue }
        let place = "\(fields.path) at \(EditNumber.word(fields.time.value)) s"
        found[id] = ((found[id]?.count ?? 0) + 1, found[id]?.first ?? place)
      }
    }
    for id in controls {
      guard let (count, first) = found[id] else { continue }
      notes.add(
        "\(id.rawValue) of \(name) also acts on \(count.counted("event")) of \(documentName), "
          + (count > 1 ? "first on \(first)" : first))
    }
  }
}

extension HapticPattern.Entry {
  /// Returns a parameter or curve moved `later` seconds later; nil for an event.
  fileprivate func control(later: Seconds) -> HapticPattern.Entry? {
    switch self {
    case .event: return nil
    case .parameter(var step):
      step.time += later
      return .parameter(step)
    case .curve(var curve):
      curve.time += later
      return .curve(curve)
    }
  }
}

extension EntryFields {
  /// Returns whether the control `id` affects events of this kind.
  fileprivate func isMoved(by id: DynamicParameter.ID) -> Bool {
    switch kind {
    // The sharpness of a transient is not affected by the control (`Documentation/Signal.md`, 4).
    case .transient: id == .hapticIntensityControl
    case .continuous: id.isHaptic
    case .tone: !id.isHaptic
    case .sound: !id.isHaptic && isMovedThroughout(by: id)
    case .parameter, .curve: false
    }
  }

  /// Returns whether the control affects events throughout their duration, and not only when they begin.
  fileprivate func isMovedThroughout(by id: DynamicParameter.ID) -> Bool {
    kind != .transient && !id.isForEnvelope
  }
}
