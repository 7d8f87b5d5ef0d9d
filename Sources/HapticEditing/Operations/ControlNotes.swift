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

/// The effects of curves that are not selected on the selected events.
extension EditRun {
  /// Notes which curves stay although selected haptic events, on which they act, were moved.
  mutating func noteCurvesOfMovedEvents() throws(EditError) {
    if selected.isAll || changed == 0 { return }
    try noteKeptCurves { kept in
      let (first, last) = (kept[0], kept[kept.count - 1])
      let kind = Set(kept.map(\.control)).count == 1 ? first.control.word + " curve" : "curve"
      return kept.count == 1
        ? "1 \(kind) that acts during the moved events is not selected and stays; to move it as well, add "
          + "', [\(first.index)]' to the selection"
        : "\(kept.count.counted(kind)) that act during the moved events are not selected and stay; to move them as "
          + "well, add ', curve [\(first.index)..\(last.index)]' to the selection"
    }
  }

  /// Adds the note that `text` returns for the curves that are not selected and act on selected haptic events, unless
  /// there are no such curves.
  ///
  /// The curves are in the order of the file. The points of a curve do not say for which events they were made: a bump
  /// at a tap may belong to the vibration below it. So the points are kept, and the note names a remedy.
  mutating func noteKeptCurves(_ text: ([ControlSource]) -> String) throws(EditError) {
    let selected = selected
    let curves = try controlSources { !selected.contains($0) }
      .filter { $0.control.isHaptic && $0.start < $0.end }
    var kept: [ControlSource] = []
    for control in Set(curves.map(\.control)) {
      let spans = try spans(movedBy: control)
      kept += curves.filter { curve in
        let later = spans.partitioningIndex { $0.start >= curve.end }
        return curve.control == control && later > 0 && spans[later - 1].latest > curve.start
      }
    }
    if !kept.isEmpty { notes.add(text(kept.sorted { $0.index < $1.index })) }
  }

  /// Returns the starts of the selected haptic events that the control `id` affects, in order, each with the latest end
  /// so far.
  private func spans(
    movedBy id: DynamicParameter.ID
  ) throws(EditError) -> [(start: Seconds, latest: Seconds)] {
    var spans: [(start: Seconds, latest: Seconds)] = []
    try selectedEntries.forEach { fields in
      guard fields.isMoved(by: id) else { return }
      // A transient has no duration, but acts at its time.
      spans.append((fields.time.value, max(fields.end, fields.time.value.nextUp)))
    }
    spans.sort { $0.start < $1.start }
    var latest = -Seconds.infinity
    return spans.map { span in
      latest = max(latest, span.latest)
      return (span.start, latest)
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
