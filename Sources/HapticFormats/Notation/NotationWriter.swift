public import HapticEngine
internal import TextFormats

/// A part of a pattern that its notation omits.
public enum NotationLoss: Hashable, Sendable {
  /// A parameter of the entry at this index of `HapticPattern.entries`. The notation does not have a name for the
  /// parameter in events of this type, and such events do not respond to it.
  case parameter(EventParameter.ID, entry: Int)
  /// The sound at this index, because its path contains a quotation mark or a line break.
  case sound(entry: Int)
  /// The metadata, except the inputs that it declares.
  case metadata
  /// The input of this name, because its unit contains a quotation mark. If the name is nil, all inputs, because their
  /// declaration is not valid.
  case input(String?)
  /// The notation has more entries than `Notation.maximumItemCount`. It is complete, but it is too long to be read
  /// again.
  case tooLong
}

extension NotationLoss: CustomStringConvertible {
  /// The omitted part and the reason.
  public var description: String {
    switch self {
    case .parameter(let id, let entry):
      "Pattern[\(entry)]: \(id.rawValue) is omitted, because the event does not respond to it"
    case .sound(let entry):
      "Pattern[\(entry)]: the sound is omitted; its path contains a quotation mark or a line break"
    case .metadata: "the metadata is omitted; a notation can hold only its inputs"
    case .input(let name?):
      "the input \(name) is omitted; its unit contains a quotation mark"
    case .input(nil): "the inputs are omitted; their declaration is not valid"
    case .tooLong:
      "the notation has more than \(Notation.maximumItemCount) events, parameters and points, and cannot be read again"
    }
  }
}

/// Writes a pattern as a notation, in the order of its entries.
///
/// Invariant: reading the notation gives the same entries. Entries that would differ, because a ramp is reset at
/// another time or an event ends early, are written without ramps and at explicit times.
struct NotationWriter {
  /// An item as written.
  struct Item: Hashable {
    let text: String
    /// Whether the item is placed at an explicit time with `at`.
    var isPlaced = false
  }

  private(set) var items: [Item] = []
  /// The declarations of inputs.
  private var inputs: [String] = []
  private(set) var losses: [NotationLoss] = []
  /// The time of the next item if the notation does not give an explicit time.
  private var time: Seconds = 0
  private let entries: [HapticPattern.Entry]
  /// The times of taps.
  private let taps: Set<Seconds>
  /// The indices of events that start while another event is released.
  private let overlapping: Set<Int>
  /// The indices of events that are written without ramps and at explicit times.
  private let plain: Set<Int>
  /// The written items in time.
  private var placed: [NotationPlaced] = []

  init(_ pattern: HapticPattern) {
    var plain: Set<Int> = []
    // Our choice: most patterns need one or two rounds. Any pattern can be written without ramps.
    for _ in 0..<16 {
      self.init(pattern, plain: plain)
      guard let index = firstDifference else { return }
      let next = entries[(index + 1)...].firstIndex { $0.isEvent }
      let found = [entries[...index].lastIndex { $0.isEvent }, next].compactMap(\.self)
      if plain.isSuperset(of: found) { break }
      plain.formUnion(found)
    }
    self.init(pattern, plain: Set(pattern.entries.indices.filter { pattern.entries[$0].isEvent }))
  }

  private init(_ pattern: HapticPattern, plain: Set<Int>) {
    (entries, self.plain) = (pattern.entries, plain)
    taps = Set(
      pattern.events.lazy.filter { $0.type == .hapticTransient }.map(\.time))
    overlapping = PatternCourse(pattern.entries).overlapping
    writeMetadata(of: pattern)
    writeEntries()
    if placed.lazy.map(\.itemCount).reduce(0, +) > Notation.maximumItemCount {
      losses.append(.tooLong)
    }
  }

  private mutating func writeMetadata(of pattern: HapticPattern) {
    if pattern.metadata.contains(where: { $0.key != "Inputs" }) { losses.append(.metadata) }
    do throws(PatternInputError) {
      for input in try pattern.inputs() {
        if let notation = input.notation {
          inputs.append(notation)
        } else {
          losses.append(.input(input.name))
        }
      }
    } catch {
      losses.append(.input(nil))
    }
  }

  private mutating func writeEntries() {
    var index = 0
    while index < entries.count {
      switch entries[index] {
      case .event(let event):
        index = write(event, at: index)
      case .parameter(let parameter):
        placed.append(.control(entries[index]))
        place(parameter.time, "set \(parameter.id.word) \(parameter.value.exactText)")
        index += 1
      case .curve(let curve):
        placed.append(.control(entries[index]))
        let points = curve.controlPoints.map { "\(Self.length($0.time)) \($0.value.exactText)" }
        place(curve.time, "curve \(curve.id.word) \(points.joined(separator: " "))")
        index += 1
      }
    }
  }

  /// The index of the first entry that reading the notation would give differently; nil if all entries are the same.
  private var firstDifference: Int? {
    let made = NotationTiming(placed).entries
    var (index, lost) = (0, losses.lostEntries[...])
    for entry in made {
      while lost.first == index {
        lost = lost.dropFirst()
        index += 1
      }
      if index == entries.count || !entry.isTimed(as: entries[index]) {
        return min(index, entries.count - 1)
      }
      index += 1
    }
    return index + lost.count == entries.count ? nil : min(index, entries.count - 1)
  }

  /// The items, with repetitions written once.
  var text: String { (inputs + NotationRepeats.fold(items)).joined(separator: ", ") }

  // MARK: Time

  /// Adds an item that starts at `start`.
  ///
  /// If a rest gives that time exactly, a rest is added before the item. Otherwise the item is placed at its time with
  /// `at`.
  ///
  /// - Returns: whether the item is placed with `at`.
  @discardableResult
  private mutating func place(_ start: Seconds, _ item: String, isPlaced: Bool = false) -> Bool {
    let rest = isPlaced ? nil : Self.rest(from: time, to: start)
    let isPlaced = isPlaced || start != time && rest == nil
    if let rest { items.append(Item(text: "\(NotationWord.rest) \(Self.length(rest))")) }
    let text = isPlaced ? "\(NotationWord.at) \(Self.length(start)) \(item)" : item
    items.append(Item(text: text, isPlaced: isPlaced))
    time = start
    return isPlaced
  }

  /// The rest from `start` after which the time is exactly `end`; nil if there is no such rest with a short text.
  private static func rest(from start: Seconds, to end: Seconds) -> Seconds? {
    guard end > start else { return nil }
    let rest = ((end - start) * 1e9).rounded() / 1e9
    return rest > 0 && NotationEvaluator.sum(start, rest) == end ? rest : nil
  }

  // MARK: Events

  /// Writes the event at `index` and the ramps that belong to it, and returns the index of the next entry.
  private mutating func write(_ event: HapticEvent, at index: Int) -> Int {
    // Omits paths with quotation marks, line breaks, and control characters that a terminal would execute.
    if let path = event.waveform?.path, path.contains("\"") || path.printable != path {
      losses.append(.sound(entry: index))
      return index + 1
    }
    let item = NotationEventItem(event)
    for given in event.parameters where !item.row.names(given.id) {
      losses.append(.parameter(given.id, entry: index))
    }
    let isPlaced = plain.contains(index) || overlapping.contains(index)
    let single = NotationPlacedEvent(item: item, time: event.time, duration: event.duration)
    let ramps = NotationRamps(event, item, in: entries, at: index)
    let chain = plain.contains(index) ? nil : ramps?.chain(behind: taps)
    var parts = chain?.parts ?? [single]
    for (number, part) in parts.enumerated() {
      let isFirst = number == 0 && isPlaced
      // Records the part as it will be read: if a rest cannot reach its time exactly, it has an explicit time (`at`).
      parts[number].isPlaced = place(
        part.time, part.item.text(duration: part.duration), isPlaced: isFirst)
      placed.append(.event(parts[number]))
      time = part.end
    }
    return chain == nil ? index + 1 : ramps?.next ?? index + 1
  }

  // MARK: Words and numbers

  /// Returns a length in seconds, or in milliseconds if it is shorter than one second.
  static func length(_ seconds: Seconds) -> String {
    seconds > 0 && seconds < 1 ? thousandfold(seconds.exactText) + "ms" : seconds.exactText + "s"
  }

  /// Returns a thousand times the decimal number `text`, as a decimal number.
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
  /// Creates the item of an event without ramps.
  ///
  /// Each parameter occurs once; parameters without an effect are omitted.
  fileprivate init(_ event: HapticEvent) {
    self.init(row: NotationEvent.row(of: event.type))
    waveform = event.waveform
    first = event.value(of: row.values.first).map { NotationValue(start: $0) }
    second = event.value(of: row.values.second).map { NotationValue(start: $0) }
    parameters = row.parameters.compactMap { id in
      event.value(of: id).map { EventParameter(id, $0) }
    }
  }

  /// Returns the item as written.
  fileprivate func text(duration: Seconds?) -> String {
    var parts = [row.word]
    if let waveform { parts.append("\"\(waveform.path)\"") }
    if let duration { parts.append(NotationWriter.length(duration)) }
    var values = first?.text ?? ""
    // A whole number in the place of the length would be mistaken for a length without its unit.
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

extension NotationPlaced {
  /// The number of entries that the item contributes to a notation's limit.
  fileprivate var itemCount: Int {
    switch self {
    case .event(let event): 1 + event.item.parameters.count
    case .control(.curve(let curve)): 1 + curve.controlPoints.count
    case .control(.event), .control(.parameter): 1
    }
  }
}

extension HapticPattern.Entry {
  fileprivate var isEvent: Bool { if case .event = self { true } else { false } }

  /// Whether the two entries are the same, or are events with the same time, length and release.
  fileprivate func isTimed(as other: Self) -> Bool {
    guard case .event(let event) = self, case .event(let other) = other else {
      return self == other
    }
    return event.time == other.time && event.duration == other.duration
      && event.value(of: .releaseTime) == other.value(of: .releaseTime)
  }
}

extension [NotationLoss] {
  /// The indices of omitted entries, in order.
  fileprivate var lostEntries: [Int] {
    compactMap { if case .sound(let entry) = $0 { entry } else { nil } }
  }
}

extension NotationValue {
  fileprivate var text: String {
    start.exactText + (end.map { ".." + $0.exactText } ?? "")
  }
}
