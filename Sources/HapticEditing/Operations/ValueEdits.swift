internal import HapticEngine
internal import Realtime
internal import TextFormats

/// Operations on the values of entries.
extension EditRun {
  /// Multiplies the parameter `id` of all haptic events by `factor`.
  mutating func scale(_ id: EventParameter.ID, by factor: Double) throws(EditError) {
    if factor == 1 { return }
    try change(id) { $0 * factor }
  }

  /// Adds `amount` to the parameter `id` of all haptic events.
  mutating func raise(_ id: EventParameter.ID, by amount: Double) throws(EditError) {
    if amount == 0 { return }
    try change(id) { $0 + amount }
  }

  /// Changes the parameter `id` of all haptic events; results are clamped to its range.
  private mutating func change(
    _ id: EventParameter.ID, _ changed: (Double) -> Double
  ) throws(EditError) {
    var limited = 0
    try selectedEntries.forEach { fields in
      guard let value = fields.value(of: id) else { return }
      let wanted = changed(id.range.clamped(value))
      let new = id.range.clamped(wanted)
      if !id.range.contains(EditNumber.rounded(wanted)) { limited += 1 }
      // A value that was out of range is written as the limit, even if it sounds the same.
      if new != value { setParameter(id, to: new, of: fields) }
    }
    noteLimited(limited, id)
  }

  /// Notes that `count` values of `id` were clamped to its range, so that values that differed may now be equal.
  private mutating func noteLimited(_ count: Int, _ id: EventParameter.ID) {
    if count == 0 { return }
    let bounds =
      "\(EditNumber.word(id.range.lowerBound)) to \(EditNumber.word(id.range.upperBound))"
    notes.add(
      "\(count.counted("\(id.rawValue) value")) \(count == 1 ? "is" : "are") limited to \(bounds)")
  }

  /// Scales intensities so that the strongest event has the intensity `level`.
  mutating func normalize(to level: Double) throws(EditError) {
    let id = EventParameter.ID.hapticIntensity
    var strongest = 0.0
    try selectedEntries.forEach { fields in
      if let value = fields.value(of: id) { strongest = max(strongest, id.range.clamped(value)) }
    }
    if strongest > 0 && level == 0 {
      notes.add("all selected events are silent now, because LEVEL is 0")
    }
    if strongest > 0 { try scale(id, by: level / strongest) }
  }

  /// Varies times and intensities of events.
  ///
  /// Two random numbers are drawn for each event, so that its result does not depend on the limits of other events.
  mutating func humanize(seed: UInt64, time: Seconds, intensity: Double) throws(EditError) {
    let id = EventParameter.ID.hapticIntensity
    var random = SplitMix64(seed: seed)
    var limited = 0
    // The times at which parameters are set, and curves begin and end.
    let borders = try controlSources().flatMap { [$0.start, $0.end] }.sorted()
    try selectedEntries.forEach { fields throws(EditError) in
      guard fields.kind.eventType != nil else { return }
      let (later, stronger) = (random.nextOffset() * time, random.nextOffset() * intensity)
      let latest = PatternLimits.maximumTime
      let ends = [fields.time.value, fields.time.value + (fields.duration?.value ?? 0)]
      // An event is moved only so far that it keeps the controls that belong to it, such as a ramp, and that no other
      // controls affect it.
      var (earliest, furthest) = (-Seconds.infinity, Seconds.infinity)
      for end in ends {
        let next = borders.partitioningIndex { $0 >= end }
        if next > 0 { earliest = max(earliest, borders[next - 1] + Self.together - end) }
        if next < borders.count { furthest = min(furthest, borders[next] - Self.together - end) }
      }
      if earliest <= 0 && furthest >= 0 {
        let moved = fields.time.value + min(max(later, earliest), furthest)
        try setTime(min(max(moved, 0), latest), of: fields)
      }
      // An event that does not vibrate stays silent.
      guard let value = fields.value(of: id), value > 0, stronger != 0 else { return }
      let wanted = id.range.clamped(value) + stronger
      if !id.range.contains(wanted) { limited += 1 }
      setParameter(id, to: id.range.clamped(wanted), of: fields)
    }
    noteLimited(limited, id)
  }

  /// The maximum distance, in seconds, between the ends of an event and of a control that belong together.
  ///
  /// Our choice: more than the 0.1 ms by which a ramp of the notation begins after a tap.
  private static let together = 0.001

  /// Sets the field `target` to `value`.
  mutating func set(_ target: EditTarget, to value: Double) throws(EditError) {
    if let entry = target.entry {
      try check(entry, for: "set")
      let document = document
      try document.forEach(where: { $0 == entry }) { fields throws(EditError) in
        if try !set(target.field, to: value, of: fields) {
          throw error(fields, "\(fields.kind.noun) has no \(target.field.name)")
        }
      }
    } else {
      try selectedEntries.forEach { fields throws(EditError) in
        _ = try set(target.field, to: value, of: fields)
      }
    }
  }

  /// Sets a field of `fields` to `value`; returns false if the entry does not have such a field.
  private mutating func set(
    _ field: EditTarget.Field, to value: Double, of fields: EntryFields
  ) throws(EditError) -> Bool {
    switch field {
    case .time: try setTime(value, of: fields)
    case .duration:
      guard fields.kind.eventType != nil else { return false }
      try setDuration(value, of: fields)
    case .value:
      guard let token = fields.value else { return false }
      try check(value, fields.control.rawValue, fields.control.range, of: fields)
      set(token, to: value, of: fields)
    case .parameter(let id):
      guard let type = fields.kind.eventType, id.applies(to: type) else { return false }
      try check(value, id.rawValue, id.range, of: fields)
      setParameter(id, to: value, of: fields)
    case .parameterValue(let index):
      guard fields.parameters.indices.contains(index) else { return false }
      let parameter = fields.parameters[index]
      try check(value, parameter.id.rawValue, parameter.id.range, of: fields)
      set(parameter.value, to: value, of: fields)
    case .pointTime(let index):
      guard fields.points.indices.contains(index) else { return false }
      set(fields.points[index].time, to: try checkedTime(value, of: fields), of: fields)
    case .pointValue(let index):
      guard fields.points.indices.contains(index) else { return false }
      try check(value, fields.control.rawValue, fields.control.range, of: fields)
      set(fields.points[index].value, to: value, of: fields)
    }
    return true
  }

  /// Throws if the entry at index `entry`, which the operation `name` changes, does not exist.
  func check(_ entry: Int, for name: String) throws(EditError) {
    if document.entries.indices.contains(entry) { return }
    throw .operation(
      name: name,
      reason: "Pattern[\(entry)] does not exist; the pattern has \(document.entries.count) entries")
  }

  /// Throws if `value` is not in `range`, the range of the parameter or control `name`.
  func check(
    _ value: Double, _ name: String, _ range: ClosedRange<Double>, of fields: EntryFields
  ) throws(EditError) {
    if range.contains(value) { return }
    let bounds = "\(EditNumber.word(range.lowerBound)) to \(EditNumber.word(range.upperBound))"
    throw error(fields, "\(name) must be from \(bounds), not \(EditNumber.word(value))")
  }
}

extension EntryKind {
  /// The kind with its article, for a message.
  var noun: String {
    switch self {
    case .transient: "a transient"
    case .continuous: "a continuous event"
    case .tone: "a tone"
    case .sound: "a sound"
    case .parameter: "a parameter"
    case .curve: "a curve"
    }
  }
}
