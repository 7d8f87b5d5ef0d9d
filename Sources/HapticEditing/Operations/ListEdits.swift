internal import HapticEngine
internal import Realtime
internal import TextFormats

/// Operations that add and remove entries.
extension EditRun {
  /// Removes the selected entries.
  mutating func delete() throws(EditError) {
    rewrite(removing: document.entries.indices.map(selected.contains))
    try noteKeptCurves { kept in
      "\(kept.count.counted("curve")) during the removed events \(kept.count == 1 ? "stays" : "stay"); "
        + "'select curve simplify 6' evens out bumps of up to 6 dB, and 'select curve delete' removes all curves"
    }
    selectedAfter = .all
  }

  /// Inserts copies of the selected entries after the last of them.
  ///
  /// If the entries leave a control changed, it is first reset to its value before the entries, so that the copies
  /// sound like the originals.
  mutating func duplicate(after time: Seconds?) throws(EditError) {
    guard let span = try span() else { return }
    var end = span.upperBound
    try selectedEntries.forEach { fields in
      end = max(end, fields.soundingEnd)
    }
    let controls = try controlSources()
    var later = time ?? (end - span.lowerBound)
    // Copies that overlap with the originals are played with the originals' controls.
    let changed =
      later < span.upperBound - span.lowerBound || later <= 0
      ? [] : controlsChanged(controls, span.lowerBound...(span.lowerBound + later))
    if time == nil, !changed.isEmpty {
      try selectedEntries.forEach { fields in
        later = max(later, fields.releaseEnd - span.lowerBound)
      }
    }
    var texts = changed.map { Self.step($0.id, to: $0.value, at: span.lowerBound + later) }
    var last = 0
    try selectedEntries.forEach { fields throws(EditError) in
      let time = try checkedTime(fields.time.value + later, of: fields)
      texts.append(copy(of: fields, time: time))
      if fields.kind.isAudio { sounds.copied.append((fields.time.value, time)) }
      last = fields.index
    }
    insert(texts, after: last)
    let flags = document.entries.indices.map { _ in false }
    selectedAfter = EntrySet(
      flags: flags[...last] + texts.map { _ in true } + flags[(last + 1)...])
  }

  /// Returns the controls that selected entries have changed at the end of `span`, with their values at its start.
  private func controlsChanged(
    _ controls: [ControlSource], _ span: ClosedRange<Seconds>
  ) -> [(id: DynamicParameter.ID, value: Double)] {
    DynamicParameter.ID.allCases.compactMap { id in
      let sources = ControlSources(controls.filter { $0.control == id }).ordered
      // An entry that begins at the same time as the copies precedes them in the file, and would affect them.
      guard let now = sources.last(where: { $0.start <= span.upperBound }),
        selected.contains(now.index)
      else { return nil }
      let before = sources.last { $0.start < span.lowerBound }
      let value = before?.value(at: span.lowerBound) ?? id.defaultValue
      // A control that begins with the copies does not need a step before it.
      let begins = sources.contains { selected.contains($0.index) && $0.start == span.lowerBound }
      return begins || value == now.value(at: span.upperBound) ? nil : (id, value)
    }
  }

  /// Adds `fragment` after the end.
  ///
  /// If the pattern leaves a control changed, it is reset, so that the fragment sounds as it does alone.
  mutating func append(_ fragment: EditFragment) throws(EditError) {
    var (end, releaseEnd, hasHaptics, hasSounds) = (0.0, 0.0, false, false)
    try document.forEach { fields in
      end = max(end, fields.soundingEnd)
      releaseEnd = max(releaseEnd, fields.releaseEnd)
    }
    try fragment.document.forEach { fields in
      hasHaptics = hasHaptics || fields.kind.eventType?.isHaptic == true
      hasSounds = hasSounds || fields.kind.eventType?.isHaptic == false
    }
    let course = course
    let changed = course.setControls.filter { id in
      course.finalValue(of: id) != id.defaultValue && (id.isHaptic ? hasHaptics : hasSounds)
    }
    // The fragment begins after the releases, because they would otherwise continue at the values to which controls are
    // reset.
    if !changed.isEmpty { end = max(end, releaseEnd) }
    let steps = changed.map { DynamicParameter($0, $0.defaultValue, at: end) }
    try noteControls(
      of: fragment, later: end,
      steps.isEmpty
        ? course : PatternCourse(course.entries + steps.map(HapticPattern.Entry.parameter)))
    try add(
      fragment, later: end, after: steps.map { Self.step($0.id, to: $0.value, at: $0.time) })
  }

  /// Adds the entries of `fragment` at their times.
  mutating func overlay(_ fragment: EditFragment) throws(EditError) {
    try noteControls(of: fragment, later: 0, course)
    try add(fragment, later: 0)
  }

  /// Notes that the declared inputs will act on more events, because they act on all events of a pattern.
  private mutating func noteInputs(of fragment: EditFragment) {
    if fragment.document.syntax.metadata?["Inputs"] != nil {
      notes.add(
        "the Inputs of \(fragment.name) are left out, because they would act on all events of the pattern; "
          + "to fix them at a value first, use convert --input")
    }
    if document.syntax.metadata?["Inputs"] != nil {
      notes.add("the Inputs of the pattern also act on the events of \(fragment.name)")
    }
  }

  /// Adds the entries of `fragment` after the last entry, `later` seconds later, with `texts` before them.
  mutating func add(
    _ fragment: EditFragment, later: Seconds, after texts: [[UInt8]] = []
  ) throws(EditError) {
    var texts = texts
    let other = EditRun(fragment.document, .all)
    let layout = FileLayout(document.bytes)
    let indentation = FileLayout.indentation(after: space(layout))
    try fragment.document.forEach { fields throws(EditError) in
      let time = EditNumber.rounded(fields.time.value + later)
      guard time <= PatternLimits.maximumTime else {
        throw .operation(
          name: "append", reason: "\(fields.path) of \(fragment.name) would be later than 1e9 s")
      }
      let text = other.copy(of: fields, time: later == 0 ? fields.time.value : time)
      let old = FileLayout.indentation(of: fields.range.lowerBound, in: fragment.document.bytes)
      texts.append(layout.adapted(text, from: old, to: indentation))
    }
    noteInputs(of: fragment)
    sounds.added = (fragment.document, later)
    rewrite(removing: document.entries.map { _ in false }, last: texts)
  }
}

extension EntryFields {
  /// The time for which a transient can be felt.
  ///
  /// Our choice: by then, a transient of 150 Hz, in the middle of the frequency range, has decayed to 1e-4
  /// (`Documentation/Signal.md`, 4), and a following event is felt as separate.
  private static let transientLength: Seconds = 0.03

  /// The end of the entry's perceptible part, without the release.
  var soundingEnd: Seconds { end + (kind == .transient ? Self.transientLength : 0) }

  /// The end of a continuous event's release.
  var releaseEnd: Seconds {
    guard kind == .continuous || kind == .tone else { return soundingEnd }
    let release = EnvelopeTime.releaseSeconds(value(of: .releaseTime) ?? 0)
    return EditNumber.rounded(end + release)
  }
}
