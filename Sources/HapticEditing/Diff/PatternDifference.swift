public import HapticEngine
internal import TextFormats

/// The differences between two pattern files, by event instead of by line.
///
/// The contents of the files are compared: the order of keys, white space and the spelling of numbers do not matter.
/// The order of entries only matters if it affects playback; entries in a different order are counted as reordered.
///
/// Thread: any. Realtime-safe: no.
public struct PatternDifference: Sendable {
  /// An entry that differs.
  public enum Change: Hashable, Sendable {
    /// The entry is only in the first file, at this index.
    case removed(PatternItem)
    /// The entry is only in the second file.
    case added(PatternItem)
    /// The entry has a different time. The associated values are the entry in the first file and in the second file.
    case moved(PatternItem, PatternItem)
    /// The entry has different values, and possibly a different time. The associated values are the entry in the first
    /// file, the entry in the second file, and the values that differ.
    case changed(PatternItem, PatternItem, [FieldChange])
  }

  /// A value that differs.
  public struct FieldChange: Hashable, Sendable, Encodable {
    /// A value of either file.
    public enum Value: Hashable, Sendable, Encodable {
      case number(Double)
      case text(String)

      /// Encodes the number or the text alone.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
      }
    }

    /// AHAP's word for the value, such as `HapticIntensity`; for a value outside of the entries, its path.
    public let name: String
    /// The value in the first file; nil if it is missing.
    public let from: Value?
    /// The value in the second file; nil if it is missing.
    public let to: Value?
  }

  /// The differences outside of the entries, such as `Metadata.Name`.
  public let otherChanges: [FieldChange]
  /// The number of entries that are the same in both files.
  public let sameCount: Int
  /// The number of entries that are the same but in a different order.
  public let reorderedCount: Int
  /// The number of changes of each kind.
  public let counts: (added: Int, removed: Int, moved: Int, changed: Int)

  /// An entry that differs, in compact form: its indices, -1 for missing, and its time.
  private struct Reference {
    var from: Int32
    var to: Int32
    var time: Seconds
  }

  private let first: EditDocument
  private let second: EditDocument
  /// The references in order of time.
  private let references: [Reference]
  /// For each entry of the second file, its counterpart in the first, whether it is the same, moved or changed; nil for
  /// added entries.
  let counterparts: [Int?]

  /// Whether the files have the same contents.
  public var isEmpty: Bool {
    references.isEmpty && otherChanges.isEmpty && reorderedCount == 0
  }

  /// Compares two files.
  ///
  /// - Complexity: O(n log n) in the entries of both; about 100 bytes of memory for each entry.
  public init(from first: EditDocument, to second: EditDocument) {
    let matching = EntryMatching(first, second)
    (self.first, self.second) = (first, second)
    counts = (
      matching.added.count, matching.removed.count, matching.moved.count, matching.changed.count
    )
    sameCount = matching.same.count
    reorderedCount = matching.reorderedCount
    counterparts = matching.counterparts
    otherChanges = first.otherChanges(to: second)
    var references = (matching.moved + matching.changed).map {
      Reference(from: Int32($0.from), to: Int32($0.to), time: $0.time)
    }
    references += matching.removed.map {
      Reference(from: Int32($0.index), to: -1, time: $0.time)
    }
    references += matching.added.map { Reference(from: -1, to: Int32($0.index), time: $0.time) }
    self.references = references.sorted {
      ($0.time, max($0.from, $0.to), $0.to) < ($1.time, max($1.from, $1.to), $1.to)
    }
  }

  /// The differences, in order of time.
  ///
  /// For files with many changes, `forEachChange` takes less memory.
  public var changes: [Change] {
    var changes: [Change] = []
    forEachChange { changes.append($0) }
    return changes
  }

  /// Calls `body` with each difference, in order of time.
  public func forEachChange<Failure: Error>(
    _ body: (Change) throws(Failure) -> Void
  ) throws(Failure) {
    let (a, b) = (PatternItems(first), PatternItems(second))
    for reference in references {
      if reference.to < 0 {
        try body(.removed(a.item(Int(reference.from))))
      } else if reference.from < 0 {
        try body(.added(b.item(Int(reference.to))))
      } else {
        let (old, new) = (a.item(Int(reference.from)), b.item(Int(reference.to)))
        let fields = old.changes(to: new)
        let isMoved = fields.allSatisfy { $0.name == "Time" }
        try body(isMoved ? .moved(old, new) : .changed(old, new, fields))
      }
    }
  }
}

/// The contents of a pattern file's entry.
public struct PatternItem: Hashable, Sendable {
  /// The index of the entry in its file.
  public private(set) var index: Int
  /// The kind of the item.
  public let kind: EntryKind
  /// The time of the item, in seconds.
  public private(set) var time: Seconds
  /// The duration of an event, in seconds; nil if the item does not have a duration.
  public let duration: Seconds?
  /// The parameters of an event in the order of their IDs; if an ID occurs twice, only the last parameter is included.
  public let parameters: [EventParameter]
  /// The control of a parameter or curve; nil for events.
  public let control: DynamicParameter.ID?
  /// The value of a parameter.
  public let value: Double?
  /// The points of a curve.
  public let points: [ParameterCurve.ControlPoint]
  /// Everything else in the entry, such as the file of a sound, as compact JSON.
  public let other: String

  init(_ fields: EntryFields) {
    index = fields.index
    kind = fields.kind
    time = fields.time.value
    duration = fields.duration?.value
    parameters = fields.countingParameters.map { EventParameter($0.id, $0.value.value) }
    control = fields.kind.eventType == nil ? fields.control : nil
    value = fields.kind == .parameter ? fields.value?.value : nil
    points = fields.points.map { .init(at: $0.time.value, $0.value.value) }
    other = String(decoding: fields.unknown, as: UTF8.self)
  }

  /// The item without its index, equal to the same item at another index.
  var withoutIndex: PatternItem {
    var item = self
    item.index = 0
    return item
  }

  /// The item without its index and time, equal to the same item at another index and time.
  var withoutPlace: PatternItem {
    var item = withoutIndex
    item.time = 0
    return item
  }

  /// AHAP's word for the item: the type of an event, or the control of a parameter or curve.
  public var name: String {
    if let control { return "\(kind == .curve ? "curve of " : "")\(control.rawValue)" }
    return kind.eventType?.rawValue ?? kind.rawValue
  }

  /// Returns the values that differ between this item and `new`, in the order of AHAP's keys.
  public func changes(to new: PatternItem) -> [PatternDifference.FieldChange] {
    typealias Field = PatternDifference.FieldChange
    var changes: [Field] = []
    func compare(_ name: String, _ from: Double?, _ to: Double?) {
      if from != to {
        changes.append(
          Field(name: name, from: from.map(Field.Value.number), to: to.map(Field.Value.number)))
      }
    }
    func compare(_ name: String, _ from: String, _ to: String) {
      if from != to { changes.append(Field(name: name, from: .text(from), to: .text(to))) }
    }
    compare("Time", time, new.time)
    compare("EventDuration", duration, new.duration)
    compare("ParameterValue", value, new.value)
    for id in EventParameter.ID.allCases {
      compare(
        id.rawValue, parameters.first { $0.id == id }?.value,
        new.parameters.first { $0.id == id }?.value)
    }
    if points != new.points {
      if points.count == new.points.count {
        for (index, pair) in zip(points, new.points).enumerated() {
          let name = "ParameterCurveControlPoints[\(index)]"
          compare("\(name).Time", pair.0.time, pair.1.time)
          compare("\(name).ParameterValue", pair.0.value, pair.1.value)
        }
      } else {
        compare("control points", Double(points.count), Double(new.points.count))
      }
    }
    compare("other keys", self.other, new.other)
    return changes
  }
}

extension EntryFields {
  /// The effective parameters, in the order of their IDs.
  ///
  /// If an ID occurs twice, the last parameter is effective.
  var countingParameters: [Parameter] {
    // In most events, the parameters are already in this order, and each occurs once.
    var counting: [Parameter] = []
    for id in EventParameter.ID.allCases {
      if let parameter = parameter(id) { counting.append(parameter) }
    }
    return counting
  }
}

/// Reads items of a document one by one.
final class PatternItems {
  private let document: EditDocument
  private var scanner: EntryScanner
  private var fields = EntryFields()

  init(_ document: EditDocument) {
    self.document = document
    scanner = EntryScanner(document.bytes)
  }

  /// Returns the entry at `index`.
  func item(_ index: Int) -> PatternItem {
    scanner.scan(document.entries[index], index: index, into: &fields)
    return PatternItem(fields)
  }
}

extension EditDocument {
  /// Returns the differences outside of the entries between this document and `new`, in the order of this document.
  fileprivate func otherChanges(to new: EditDocument) -> [PatternDifference.FieldChange] {
    let (members, others) = (otherMembers, new.otherMembers)
    // If a key occurs twice, the last value is used.
    let old = Dictionary(members, uniquingKeysWith: { $1 })
    let other = Dictionary(others, uniquingKeysWith: { $1 })
    var seen: Set<String> = []
    return (members + others).compactMap { path, _ in
      guard seen.insert(path).inserted, old[path] != other[path] else { return nil }
      return PatternDifference.FieldChange(
        name: path, from: old[path].map { .text($0) }, to: other[path].map { .text($0) })
    }
  }

  /// The paths and values of the file's top-level keys, except its entries, and of its metadata's keys.
  private var otherMembers: [(path: String, json: String)] {
    syntax.root.items.flatMap { item -> [(path: String, json: String)] in
      if item.key == "Pattern" { return [] }
      guard item.key == "Metadata", let metadata = syntax.metadata else {
        return [(item.key, json(item))]
      }
      return metadata.items.map { item in
        var path = "Metadata"
        JSONPath.append(key: item.key, to: &path)
        return (path, json(item))
      }
    }
  }
}
