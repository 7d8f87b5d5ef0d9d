internal import HapticEngine
internal import TextFormats

/// What the controls of a pattern do to the events of another one with which they share a file.
extension EditRun {
  /// Notes which controls of `fragment`, added `later` seconds later, act on events of the document, whose controls are
  /// `sources`, and the other way round.
  ///
  /// In AHAP a control acts on all that sounds, and of two sources of one the later governs: no file says otherwise.
  mutating func noteControls(
    of fragment: EditFragment, later: Seconds, _ sources: [ControlSource]
  ) throws(EditError) {
    var added: [ControlSource] = []
    try fragment.document.forEach { fields in
      guard fields.kind.eventType == nil else { return }
      let source = ControlSource(fields)
      // In the file it comes after all of the document's.
      added.append(
        ControlSource(
          index: document.entries.count + 1 + source.index, control: source.control,
          time: source.time + later, points: source.points))
    }
    if sources.isEmpty && added.isEmpty { return }
    let (all, own, other) = (
      ControlSources(sources + added), ControlSources(sources), ControlSources(added)
    )
    try note(other.controls, of: fragment.name, on: document, "the pattern", own, all, later: 0)
    try note(
      own.controls, of: "the pattern", on: fragment.document, fragment.name, other, all,
      later: later)
  }

  /// Notes which of `controls` act on events of `document` otherwise than `own`, its controls, do.
  private mutating func note(
    _ controls: [DynamicParameter.ID], of name: String, on document: EditDocument,
    _ documentName: String, _ own: ControlSources, _ all: ControlSources, later: Seconds
  ) throws(EditError) {
    var found: [DynamicParameter.ID: (count: Int, first: String)] = [:]
    try document.forEach { fields in
      for id in controls where fields.isMoved(by: id) {
        let start = fields.time.value + later
        let end = fields.isMovedThroughout(by: id) ? fields.releaseEnd + later : start
        if own.isSame(as: all, id, from: start, to: end) { continue }
        let place = "\(fields.path) at \(EditNumber.word(fields.time.value)) s"
        found[id] = ((found[id]?.count ?? 0) + 1, found[id]?.first ?? place)
      }
    }
    for id in controls {
      guard let (count, first) = found[id] else { continue }
      notes.add(
        "\(id.rawValue) of \(name) acts on \(count.counted("event")) of \(documentName) as well, "
          + (count > 1 ? "first on \(first)" : first))
    }
  }
}

extension ControlSources {
  /// Whether the control `id` goes from `start` to `end` as it does in `all`, which has these sources and others.
  fileprivate func isSame(
    as all: ControlSources, _ id: DynamicParameter.ID, from start: Seconds, to end: Seconds
  ) -> Bool {
    func isSame(_ time: Seconds) -> Bool { value(of: id, at: time) == all.value(of: id, at: time) }
    guard isSame(start) && isSame(end) else { return false }
    // Both are straight between points.
    return
      (self.sources(of: id, after: start, through: end)
      + all.sources(of: id, after: start, through: end)).allSatisfy { source in
        source.points.allSatisfy { isSame(min(source.time + $0.time, end)) }
      }
  }
}

extension EntryFields {
  /// Whether the control `id` moves events of this kind.
  fileprivate func isMoved(by id: DynamicParameter.ID) -> Bool {
    switch kind {
    // The sharpness of a transient is its own (`Documentation/Signal.md`, 4).
    case .transient: id == .hapticIntensityControl
    case .continuous: id.isHaptic
    case .tone: !id.isHaptic
    case .sound: !id.isHaptic && isMovedThroughout(by: id)
    case .parameter, .curve: false
    }
  }

  /// Whether it does so as long as they sound, and not when they begin only.
  fileprivate func isMovedThroughout(by id: DynamicParameter.ID) -> Bool {
    switch id {
    case .hapticAttackTimeControl, .hapticDecayTimeControl, .hapticReleaseTimeControl,
      .audioAttackTimeControl, .audioDecayTimeControl, .audioReleaseTimeControl:
      false
    case .hapticIntensityControl, .hapticSharpnessControl, .audioVolumeControl, .audioPanControl,
      .audioBrightnessControl, .audioPitchControl:
      kind != .transient
    }
  }
}
