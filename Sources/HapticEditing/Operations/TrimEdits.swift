internal import HapticEngine
internal import HapticPerception

/// Keeps a part of a pattern; that part feels the same as before.
///
/// Events and controls keep their places in the kept part. If a continuous event began before the part, only the rest
/// of the event is written. The rest does not have an attack if the attack was over, and starts at the level that a
/// decay or release had reached. It fades in within the shortest attack, 2 ms, and its vibration begins at phase 0,
/// because AHAP cannot express anything else. Envelope times are those of this program (`Documentation/Signal.md`, 3),
/// and levels are correct for an intensity exponent of 1.
extension EditRun {
  /// Keeps the part from `from` to `to`, and moves it to the start.
  mutating func trim(from: Seconds, to: Seconds) throws(EditError) {
    let governing = ControlSources(try controlSources()).governing(at: from)
    let course = course
    var isRemoved = [Bool](repeating: false, count: document.entries.count)
    var (hadEvents, hasEvents) = (false, false)
    let document = document
    try document.forEach { fields throws(EditError) in
      let stays: Bool
      switch fields.kind {
      case .parameter, .curve:
        stays = try trimControl(
          fields, from: from, to: to, governs: governing.contains(fields.index))
      case .transient, .sound: stays = try trimStart(fields, from: from, to: to)
      case .continuous, .tone:
        stays = try trimContinuous(fields, from: from, to: to, course)
      }
      isRemoved[fields.index] = !stays
      let isEvent = ![.parameter, .curve].contains(fields.kind)
      (hadEvents, hasEvents) = (hadEvents || isEvent, hasEvents || isEvent && stays)
    }
    if hadEvents && !hasEvents {
      notes.add("nothing is left of the pattern")
    }
    rewrite(removing: isRemoved)
    selectedAfter = .all
  }

  /// Trims an entry that cannot start in the middle; returns false if the entry is left out.
  private mutating func trimStart(
    _ fields: EntryFields, from: Seconds, to: Seconds
  ) throws(EditError) -> Bool {
    let time = fields.time.value
    if time > to { return false }
    if time < from {
      // If a sound does not have a duration, only its file determines the length.
      if fields.soundingEnd > from || (fields.kind == .sound && fields.duration == nil) {
        notes.add(
          "\(fields.path): \(fields.kind.noun) that began \(Self.word(from - time)) before the part is left "
            + "out, because an AHAP event cannot start in the middle")
      }
      return false
    }
    try setTime(time - from, of: fields)
    if let duration = fields.duration?.value, fields.kind == .sound, time + duration > to {
      try setDuration(to - time, of: fields)
    }
    return true
  }

  /// Trims a continuous event; returns false if it is removed completely.
  private mutating func trimContinuous(
    _ fields: EntryFields, from: Seconds, to: Seconds, _ course: PatternCourse
  ) throws(EditError) -> Bool {
    guard case .event(let event) = course.entries[fields.index], event.time < to else {
      return false
    }
    if event.time >= from {
      try setTime(event.time - from, of: fields)
      if event.time + event.playedDuration > to {
        try setDuration(to - event.time, of: fields)
      }
      return true
    }
    let envelope = course.envelope(of: event)
    guard let rest = envelope.rest(after: from - event.time) else { return false }
    let times: [EventParameter.ID] =
      envelope.isSustained
      ? [.attackTime, .releaseTime] : [.attackTime, .decayTime, .releaseTime]
    let controls = times.map { (id: $0, value: course.value(of: event.control(of: $0), at: from)) }
    try write(rest, of: fields, from: from, to: to, controls)
    return true
  }

  /// Reduces an event that began before `from` to its rest.
  private mutating func write(
    _ rest: EventEnvelope.Rest, of fields: EntryFields, from: Seconds, to: Seconds,
    _ controls: [(id: EventParameter.ID, value: Double)]
  ) throws(EditError) {
    var values: [(id: EventParameter.ID, value: Double)] = []
    var isExact = true
    // The values include what controls add to the envelope times.
    for (id, control) in controls {
      let wanted = rest.value(of: id)
      let value = EditNumber.rounded(wanted - control)
      if id.range.clamped(value) != value, id.range.clamped(control) != wanted { isExact = false }
      let old = fields.value(of: id) ?? 0
      // A value that sounds the same keeps its text.
      if id.range.clamped(id.range.clamped(old) + control) != wanted {
        values.append((id: id, value: id.range.clamped(value)))
      }
    }
    let strength = fields.kind == .tone ? EventParameter.ID.audioVolume : .hapticIntensity
    let level = strength.range.clamped(fields.value(of: strength) ?? strength.defaultValue)
    if rest.level != 1 { values.append((id: strength, value: level * rest.level)) }
    let duration = min(rest.duration, to - from)
    try setTime(0, of: fields)
    try setDuration(duration, of: fields)
    if rest.grown > 0 {
      // The level reached so far becomes a separate event. Together, the two events are as strong as the original.
      var grown = values.filter { $0.id != strength && $0.id != .attackTime }
      grown.append((id: .attackTime, value: 0))
      grown.append((id: strength, value: level * rest.grown))
      insert(
        [copy(of: fields, time: 0, duration: duration, parameters: grown)], after: fields.index)
    }
    setParameters(values, of: fields)
    if !isExact || !rest.isExact {
      notes.add(
        "\(fields.path): the envelope of an event that began \(Self.word(from - fields.time.value)) "
          + "before the part cannot be written exactly and is approximated")
    }
  }

  /// Trims a parameter or curve; returns false if it is removed completely.
  private mutating func trimControl(
    _ fields: EntryFields, from: Seconds, to: Seconds, governs: Bool
  ) throws(EditError) -> Bool {
    let source = ControlSource(fields)
    if source.start > to { return false }
    guard fields.kind == .curve else {
      if fields.time.value < from && !governs { return false }
      try setTime(max(0, fields.time.value - from), of: fields)
      return true
    }
    let time = fields.time.value
    if source.start < from && !governs { return false }
    let points = CurvePoint.clipped(source.points, from: from - time, to: to - time)
    try rewrite(points, of: fields, at: max(0, time - from), base: max(0, from - time))
    return true
  }

  private static func word(_ time: Seconds) -> String {
    "\(EditNumber.word(EditNumber.rounded(time))) s"
  }
}

extension EventEnvelope {
  /// The rest of an event.
  fileprivate struct Rest {
    /// The duration of the rest, and the values of its attack, decay and release, including additions by controls.
    var duration: Seconds
    var attack = 0.0
    var decay: Double
    var release: Double
    /// The fraction of the event's strength at which the rest begins and ends its attack.
    var level = 1.0
    /// The fraction of the event's strength that belongs to a second event, which is already past its attack.
    var grown = 0.0
    /// Whether the rest is exact except for an attack of 2 ms.
    var isExact = true

    func value(of id: EventParameter.ID) -> Double {
      id == .attackTime ? attack : id == .decayTime ? decay : release
    }
  }

  /// Returns the rest at `age` seconds after the start; nil if it cannot be felt.
  fileprivate func rest(after age: Seconds) -> Rest? {
    let edge = EnvelopeTime.attackSeconds(0)
    if age + edge >= hold {
      let level = held(hold) * (1 - (age + edge - hold) / release)
      return fade(from: level, within: hold + release - age - edge)
    }
    var rest = Rest(duration: hold - age, decay: decayValue, release: releaseValue)
    if age + edge < attack {
      let grown = age / attack
      rest.attack = EnvelopeTime.value(attack - age, EnvelopeTime.attackSeconds)
      // A decaying rest cannot be split into two events, and a rest of an event that has hardly begun does not have to
      // be split.
      guard isSustained, grown > 0.001 else {
        rest.isExact = grown <= 0.001
        return rest
      }
      (rest.level, rest.grown) = (1 - grown, grown)
      return rest
    }
    if isSustained { return rest }
    let left = attack + decay - age - edge
    let level = left / decay
    if left >= EnvelopeTime.decaySeconds(0) {
      (rest.level, rest.decay) = (level, EnvelopeTime.value(left, EnvelopeTime.decaySeconds))
      return rest
    }
    var short = fade(from: level, within: min(left, hold - age - edge))
    short?.isExact = left <= hold - age - edge
    return short
  }

  /// Returns a rest that consists of its attack and its release; nil if it would be shorter than the shortest release.
  private func fade(from level: Double, within seconds: Seconds) -> Rest? {
    guard seconds >= EnvelopeTime.releaseSeconds(0), level > 0 else { return nil }
    return Rest(
      duration: EnvelopeTime.attackSeconds(0), decay: decayValue,
      release: EnvelopeTime.value(seconds, EnvelopeTime.releaseSeconds), level: level)
  }
}
