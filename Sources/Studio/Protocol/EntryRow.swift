internal import HapticEditing
internal import HapticEngine

/// An entry of a pattern as the page draws it.
struct EntryRow: Codable, Hashable, Sendable {
  /// The kind: `transient`, `continuous`, `tone`, `sound`, `parameter` or `curve`.
  var kind: String
  /// The time in the file, in seconds.
  var time: Double
  /// The duration of an event, in seconds, if the file states one.
  var duration: Double?
  /// The parameters of an event by their AHAP names, as written in the file.
  var parameters: [String: Double]?
  /// The attack, decay and release of a vibration or tone, in seconds.
  var envelope: [Double]?
  /// The path of a sound file.
  var waveform: String?
  /// The AHAP name of the control that a parameter or curve sets.
  var control: String?
  /// The value of a parameter.
  var value: Double?
  /// The points of a curve, each as a time in seconds from the start of the curve, and a value.
  var points: [[Double]]?

  init(_ fields: EntryFields, in document: EditDocument) {
    kind = fields.kind.rawValue
    time = fields.time.value
    duration = fields.duration?.value
    switch fields.kind {
    case .transient, .continuous, .tone, .sound:
      envelope = Self.envelope(fields)
      waveform = fields.waveform.flatMap(document.text)
      parameters = Dictionary(
        fields.parameters.map { ($0.id.rawValue, $0.value.value) },
        uniquingKeysWith: { _, last in last })
    case .parameter:
      control = fields.control.rawValue
      value = fields.value?.value
    case .curve:
      control = fields.control.rawValue
      points = fields.points.map { [$0.time.value, $0.value.value] }
    }
  }

  private static func envelope(_ fields: EntryFields) -> [Double]? {
    guard fields.kind == .continuous || fields.kind == .tone else { return nil }
    func value(_ id: EventParameter.ID) -> Double {
      min(1, max(0, fields.value(of: id) ?? id.defaultValue))
    }
    let envelope = EventEnvelope(
      hold: fields.duration?.value ?? 0, attack: value(.attackTime), decay: value(.decayTime),
      release: value(.releaseTime), isSustained: value(.sustained) > 0)
    return [envelope.attack, envelope.decay, envelope.release]
  }

  /// The rows of all entries of `document`, in order of the file.
  static func rows(of document: EditDocument) -> [EntryRow] {
    var rows: [EntryRow] = []
    rows.reserveCapacity(document.entryCount)
    try? document.forEach { rows.append(EntryRow($0, in: document)) }
    return rows
  }
}

/// A change of a list: some elements, from a position on, are replaced by others.
struct RowSplice: Codable, Hashable, Sendable {
  /// The index of the first replaced row.
  var at: Int
  /// The number of rows that are removed.
  var removed: Int
  /// The rows that are inserted.
  var rows: [EntryRow]

  /// The change that turns `old` into `new`.
  init(from old: [EntryRow], to new: [EntryRow]) {
    at = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - at
    let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    removed = old.count - at - end
    rows = Array(new[at..<(new.count - end)])
  }
}
