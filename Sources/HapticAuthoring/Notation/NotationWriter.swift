public import HapticEngine
internal import TextFormats

/// Something of a pattern that its notation leaves out.
public enum NotationLoss: Hashable, Sendable {
  /// A parameter, of the entry at this index of `HapticPattern.entries`, that the notation does not
  /// name for its type of event, which does not respond to it.
  case parameter(EventParameter.ID, entry: Int)
  /// The sound at this index: its path has a quotation mark or a line break.
  case sound(entry: Int)
  /// The metadata.
  case metadata
}

extension NotationLoss: CustomStringConvertible {
  /// What is left out, and why.
  public var description: String {
    switch self {
    case .parameter(let id, let entry):
      "Pattern[\(entry)]: \(id.rawValue) is left out; the event does not respond to it"
    case .sound(let entry):
      "Pattern[\(entry)]: the sound is left out; its path has a quotation mark or a line break"
    case .metadata: "the metadata is left out; a notation has none"
    }
  }
}

/// Writes a pattern as a notation, in the order of its entries.
struct NotationWriter {
  private(set) var items: [String] = []
  private(set) var losses: [NotationLoss] = []
  /// Where the item that comes next is, if nothing else is said.
  private var time: Seconds = 0
  /// The indices of the steps that are written as part of ramps.
  private var backs: Set<Int> = []
  /// The lengths that are written for events that end before their fades, by their indices.
  private var lengths: [Int: Seconds] = [:]
  /// The steps that may be part of ramps, and when those go back; nil to find what may.
  private let ramps: (backs: Set<Int>, ends: RampEnds)?

  /// Writes `pattern`.
  ///
  /// A step that is not part of a ramp governs the control, on which depends when ramps go back: so what is found not
  /// to be part of one is left out, and the others are looked at again.
  init(_ pattern: HapticPattern) {
    self.init(pattern, backs: nil, lengths: [:])
    // Our choice: two rounds are enough for what was made from a notation; without ramps any pattern can be written.
    for round in 0..<5 {
      let found = (backs, lengths)
      self.init(pattern, backs: round == 4 ? [] : found.0, lengths: round == 4 ? [:] : found.1)
      if (backs, lengths) == found { return }
    }
  }

  private init(_ pattern: HapticPattern, backs: Set<Int>?, lengths: [Int: Seconds]) {
    ramps = backs.map { ($0, RampEnds(Self.written(pattern.entries, lengths), backs: $0)) }
    if !pattern.metadata.isEmpty { losses.append(.metadata) }
    let entries = pattern.entries
    var index = 0
    while index < entries.count {
      switch entries[index] {
      case .event(let event):
        index = write(event, at: index, of: entries)
      case .parameter(let parameter):
        place(parameter.time, "set \(parameter.id.word) \(parameter.value.exactText)")
        index += 1
      case .curve(let curve):
        let points = curve.controlPoints.map { "\(Self.length($0.time)) \($0.value.exactText)" }
        place(curve.time, "curve \(curve.id.word) \(points.joined(separator: " "))")
        index += 1
      }
    }
  }

  /// The entries with the lengths of events that are written.
  private static func written(
    _ entries: [HapticPattern.Entry], _ lengths: [Int: Seconds]
  ) -> [HapticPattern.Entry] {
    var entries = entries
    for (index, length) in lengths {
      guard case .event(var event) = entries[index] else { continue }
      event.duration = length
      entries[index] = .event(event)
    }
    return entries
  }

  /// The items with what repeats written once.
  var text: String { NotationRepeats.fold(items).joined(separator: ", ") }

  // MARK: Time

  /// Adds an item that begins at `start`, with a rest before it where one gives that time exactly.
  private mutating func place(_ start: Seconds, _ item: String) {
    if start == time {
      items.append(item)
    } else if let rest = Self.rest(from: time, to: start) {
      items += ["rest \(Self.length(rest))", item]
    } else {
      items.append("at \(Self.length(start)) \(item)")
    }
    time = start
  }

  /// The rest after which it is exactly `end`; nil if there is none, or none that is short to write.
  private static func rest(from start: Seconds, to end: Seconds) -> Seconds? {
    guard end > start else { return nil }
    let rest = ((end - start) * 1e9).rounded() / 1e9
    return rest > 0 && NotationEvaluator.sum(start, rest) == end ? rest : nil
  }

  // MARK: Events

  /// Writes the event at `index` and the ramps that belong to it, and returns the index of what
  /// follows.
  private mutating func write(
    _ event: HapticEvent, at index: Int, of entries: [HapticPattern.Entry]
  ) -> Int {
    // Quotation marks, line breaks and what a terminal would obey.
    if let path = event.waveform?.path, path.contains("\"") || path.printable != path {
      losses.append(.sound(entry: index))
      return index + 1
    }
    var item = NotationEventItem(event)
    for given in event.parameters where !item.row.names(given.id) {
      losses.append(.parameter(given.id, entry: index))
    }
    var next = index + 1
    var length = event.duration
    if let ramped = item.ramped(event, in: entries, from: index, ramps: ramps) {
      (item, length, next) = (ramped.item, ramped.length, ramped.next)
      if length != event.duration { lengths[index] = length }
      for step in index..<next {
        if case .parameter = entries[step] { backs.insert(step) }
      }
    }
    place(event.time, item.text(duration: length))
    time = NotationEvaluator.sum(time, length ?? 0)
    return next
  }

  // MARK: Words and numbers

  /// A length in seconds, or in milliseconds where it is shorter than one.
  static func length(_ seconds: Seconds) -> String {
    seconds > 0 && seconds < 1 ? thousandfold(seconds.exactText) + "ms" : seconds.exactText + "s"
  }

  /// A thousand times the decimal number `text`, as a decimal number.
  private static func thousandfold(_ text: String) -> String {
    if let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]) {
      return "\(text[..<mark])e\(exponent + 3)"
    }
    guard let point = text.firstIndex(of: ".") else { return text + "000" }
    let fraction = text[text.index(after: point)...]
    let padded = fraction + String(repeating: "0", count: max(0, 3 - fraction.count))
    let digits = text[..<point] + padded.prefix(3)
    let whole = digits.drop { $0 == "0" }
    let rest = padded.dropFirst(3)
    return (whole.isEmpty ? "0" : whole) + (rest.isEmpty ? "" : "." + rest)
  }
}

extension NotationEventItem {
  /// The item of an event without ramps: each parameter once, those that play no part left out.
  fileprivate init(_ event: HapticEvent) {
    self.init(row: NotationEvent.row(of: event.type))
    waveform = event.waveform
    first = event.value(of: row.values.first).map { NotationValue(start: $0) }
    second = event.value(of: row.values.second).map { NotationValue(start: $0) }
    parameters = row.parameters.compactMap { id in
      event.value(of: id).map { EventParameter(id, $0) }
    }
  }

  /// The item with ramps in place of the entries after `index`, if these are just what ramps give; the length that is
  /// written for its event, which may end before its fade, and the index of what follows them.
  fileprivate func ramped(
    _ played: HapticEvent, in entries: [HapticPattern.Entry], from index: Int,
    ramps: (backs: Set<Int>, ends: RampEnds)?
  ) -> (item: NotationEventItem, length: Seconds, next: Int)? {
    guard let shortest = played.duration, shortest > 0 else { return nil }
    var event = played
    if case .curve(let curve)? = entries[(index + 1)...].first, let last = curve.controlPoints.last,
      last.time > shortest, last.time < shortest + 2 * EnvelopeTime.releaseSeconds(0)
    {
      event.duration = last.time
    }
    let duration = event.duration ?? shortest
    var item = self
    var isRamp = false
    for entry in entries[(index + 1)...].prefix(2) {
      guard case .curve(let curve) = entry, curve.time == event.time,
        let start = curve.controlPoints.first?.value, let end = curve.controlPoints.last?.value
      else { break }
      if curve.id == row.controls.first, let base = first?.start {
        item.first = NotationValue(start: Self.short(base * start), end: Self.short(base * end))
        isRamp = true
      } else if curve.id == row.controls.second, let base = second?.start {
        item.second = NotationValue(start: base, end: Self.short(base + end))
        isRamp = true
      }
    }
    guard isRamp else { return nil }
    for shape in NotationShape.allCases {
      item.shape = shape
      let expected = item.entries(at: event.time, duration: duration)
      guard case .event(let same)? = expected.first, same.hasValues(of: event, row),
        index + expected.count <= entries.count
      else { continue }
      let isSame = expected.indices.dropFirst().allSatisfy { offset in
        guard case .parameter(let back) = expected[offset] else {
          guard case .curve(let curve) = expected[offset], let ramps else {
            return entries[index + offset].isRamp(expected[offset])
          }
          return entries[index + offset] == .curve(ramps.ends.begun(curve))
        }
        guard case .parameter(let step) = entries[index + offset] else { return false }
        guard (step.id, step.value) == (back.id, back.value) else { return false }
        guard let ramps else { return step.time >= back.time }
        return ramps.backs.contains(index + offset)
          && step.time == ramps.ends.back(step.id, after: event, at: index + offset)
      }
      guard isSame else { continue }
      if let ramps, !ramps.ends.isReleased(event, expected, from: index, as: played) { continue }
      return (item, duration, index + expected.count)
    }
    return nil
  }

  /// A product or sum as somebody would have written it: with at most twelve digits.
  private static func short(_ value: Double) -> Double {
    (value * 1e12).rounded() / 1e12
  }

  /// The item as it is written.
  fileprivate func text(duration: Seconds?) -> String {
    var parts = [row.word]
    if let waveform { parts.append("\"\(waveform.path)\"") }
    if let duration { parts.append(NotationWriter.length(duration)) }
    var values = first?.text ?? ""
    // Whole numbers in the place of the length are taken for one without its unit.
    if duration == nil, row.type != .hapticTransient, let whole = Int(values), whole > 1 {
      values += ".0"
    }
    values += second.map { "/" + $0.text } ?? ""
    if !values.isEmpty { parts.append(values) }
    if shape != .linear { parts.append(shape.rawValue) }
    for given in parameters {
      parts.append("\(given.id.word) \(given.value.exactText)")
    }
    if waveform?.loops == true { parts.append(NotationWord.loop) }
    if waveform?.usesVolumeEnvelope == false { parts.append(NotationWord.noEnvelope) }
    return parts.joined(separator: " ")
  }
}

extension HapticPattern.Entry {
  /// Whether this is the curve of a ramp, `expected`, wherever it begins.
  fileprivate func isRamp(_ expected: Self) -> Bool {
    guard case .curve(var curve) = self, case .curve(let other) = expected,
      let first = curve.controlPoints.first, first.time == 0 || first.time == RampEnds.behindTap
    else { return self == expected }
    curve.controlPoints[0].time = 0
    return curve == other
  }
}

extension HapticEvent {
  /// Whether the two values of an item are the same in `other`.
  fileprivate func hasValues(of other: HapticEvent, _ row: NotationEvent) -> Bool {
    value(of: row.values.first) == other.value(of: row.values.first)
      && value(of: row.values.second) == other.value(of: row.values.second)
  }
}

extension NotationValue {
  fileprivate var text: String {
    start.exactText + (end.map { ".." + $0.exactText } ?? "")
  }
}
