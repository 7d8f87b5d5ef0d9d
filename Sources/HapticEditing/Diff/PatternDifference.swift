public import HapticEngine
internal import TextFormats

/// How two pattern files differ: by event, not by line.
///
/// Compared is what the files say: the order of keys, white space and the spelling of numbers make no
/// difference, nor does the order of entries but where it decides, which is counted as `reordered`.
///
/// Thread: any. Realtime-safe: no.
public struct PatternDifference: Sendable {
  /// One entry that differs.
  public enum Change: Hashable, Sendable {
    /// Only in the first file: its index there.
    case removed(PatternItem)
    /// Only in the second file.
    case added(PatternItem)
    /// The same at another time, in the first file and in the second.
    case moved(PatternItem, PatternItem)
    /// With other values, in the first file and in the second; perhaps at another time as well.
    case changed(PatternItem, PatternItem, [FieldChange])
  }

  /// A value that differs.
  public struct FieldChange: Hashable, Sendable, Encodable {
    /// A value of either file.
    public enum Value: Hashable, Sendable, Encodable {
      case number(Double)
      case text(String)

      /// Encodes the number or the text by itself.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
      }
    }

    /// AHAP's word for it, such as `HapticIntensity`; in the rest of the file the path.
    public let name: String
    /// The value in the first file; nil for none.
    public let from: Value?
    /// The value in the second file; nil for none.
    public let to: Value?
  }

  /// What differs outside of the entries, such as `Metadata.Name`.
  public let otherChanges: [FieldChange]
  /// The number of entries that are the same in both files.
  public let sameCount: Int
  /// The number of entries that are the same and stand in another order.
  public let reorderedCount: Int
  /// The numbers of changes of each kind.
  public let counts: (added: Int, removed: Int, moved: Int, changed: Int)

  /// An entry that differs, in little room: its indices, -1 for none, and when it is.
  private struct Reference {
    var from: Int32
    var to: Int32
    var time: Seconds
  }

  private let first: EditDocument
  private let second: EditDocument
  /// In order of time.
  private let references: [Reference]
  /// Which entry of the first file each of the second is: the same, moved or changed; nil for added ones.
  let counterparts: [Int?]

  /// Whether the files say the same.
  public var isEmpty: Bool {
    references.isEmpty && otherChanges.isEmpty && reorderedCount == 0
  }

  /// Compares two files.
  ///
  /// - Complexity: O(n log n) in the entries of both; memory of some 100 bytes for each entry.
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

  /// What differs, in order of time.
  ///
  /// For files of many changes `forEachChange` takes less memory.
  public var changes: [Change] {
    var changes: [Change] = []
    forEachChange { changes.append($0) }
    return changes
  }

  /// Calls `body` with what differs, in order of time.
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

/// What an entry of a pattern file says.
public struct PatternItem: Hashable, Sendable {
  /// The index of the entry in its file.
  public private(set) var index: Int
  /// The kind of the item.
  public let kind: EntryKind
  /// The time of the item, in seconds.
  public private(set) var time: Seconds
  /// The duration of an event, in seconds; nil if it has none.
  public let duration: Seconds?
  /// The parameters of an event, each once: the last counts; in the order of their IDs.
  public let parameters: [EventParameter]
  /// The control of a parameter or curve; nil for events.
  public let control: DynamicParameter.ID?
  /// The value of a parameter.
  public let value: Double?
  /// The points of a curve.
  public let points: [ParameterCurve.ControlPoint]
  /// Everything else that the entry has, such as the file of a sound, as compact JSON.
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

  /// The item as one that is equal to the same at another index.
  var withoutIndex: PatternItem {
    var item = self
    item.index = 0
    return item
  }

  /// The item as one that is equal to the same at another index and time.
  var withoutPlace: PatternItem {
    var item = withoutIndex
    item.time = 0
    return item
  }

  /// AHAP's word for what it is: the type of an event, the control of a parameter or curve.
  public var name: String {
    if let control { return "\(kind == .curve ? "curve of " : "")\(control.rawValue)" }
    return kind.eventType?.rawValue ?? kind.rawValue
  }

  /// The values that differ between this item and `new`, in the order of AHAP's keys.
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
  /// The parameters that count, in the order of their IDs: of two with one ID the last.
  var countingParameters: [Parameter] {
    // Most events have theirs in this order, and each once.
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

  /// The entry at `index`.
  func item(_ index: Int) -> PatternItem {
    scanner.scan(document.entries[index], index: index, into: &fields)
    return PatternItem(fields)
  }
}

extension EditDocument {
  /// The differences outside of the entries between this document and `new`, in order of this one.
  fileprivate func otherChanges(to new: EditDocument) -> [PatternDifference.FieldChange] {
    let (members, others) = (otherMembers, new.otherMembers)
    // Of two with one key the last counts.
    let old = Dictionary(members, uniquingKeysWith: { $1 })
    let other = Dictionary(others, uniquingKeysWith: { $1 })
    var seen: Set<String> = []
    return (members + others).compactMap { path, _ in
      guard seen.insert(path).inserted, old[path] != other[path] else { return nil }
      return PatternDifference.FieldChange(
        name: path, from: old[path].map { .text($0) }, to: other[path].map { .text($0) })
    }
  }

  /// The paths of the keys of the file and of its metadata, except its entries, with their values.
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
