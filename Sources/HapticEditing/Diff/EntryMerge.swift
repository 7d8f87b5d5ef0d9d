internal import HapticEngine

/// An entry that both sides of a merge have changed, merged field by field.
///
/// A field that only one side has changed is taken from that side. The result is the text of one side. Numbers that the
/// other side has changed are inserted as the other side has written them.
struct EntryMerge {
  struct Side {
    let document: EditDocument
    let fields: EntryFields

    init(_ document: EditDocument, _ index: Int) {
      self.document = document
      fields = document.fields(index)
    }
  }

  private let base: EntryFields
  private let target: Side
  private let source: Side
  private var patch = TextPatch()
  /// The objects of parameters that the source has added.
  private var added: [String] = []
  private var isPossible = true

  /// Returns the merged entry; nil if both sides have changed the same field differently.
  static func text(base: EntryFields, ours: Side, theirs: Side) -> [UInt8]? {
    // One side may have removed a field or changed unknown keys, which the text of the other side cannot take over.
    merged(base, ours, theirs) ?? merged(base, theirs, ours)
  }

  private static func merged(_ base: EntryFields, _ target: Side, _ source: Side) -> [UInt8]? {
    var merge = EntryMerge(base: base, target: target, source: source)
    merge.takeFields()
    guard merge.isPossible else { return nil }
    merge.patch.sort()
    return merge.patch.applied(to: target.document.bytes, in: target.fields.range)
  }

  private init(base: EntryFields, target: Side, source: Side) {
    (self.base, self.target, self.source) = (base, target, source)
  }

  private mutating func takeFields() {
    let (old, new) = (target.fields, source.fields)
    let kinds = Set([base.kind, old.kind, new.kind])
    let controls = Set([base, old, new].map { $0.kind.eventType == nil ? $0.control : nil })
    isPossible = kinds.count == 1 && controls.count == 1
    isPossible = isPossible && (new.unknown == base.unknown || new.unknown == old.unknown)
    take(base.time, old.time, new.time)
    take(base.duration, old.duration, new.duration)
    take(base.value, old.value, new.value)
    for id in EventParameter.ID.allCases { takeParameter(id) }
    if !added.isEmpty {
      let splice = EditRun(target.document, .all).parameterSplice(added, to: old)
      patch.replace(splice.range, with: splice.bytes)
    }
    takePoints()
  }

  /// Takes a number that the source has changed.
  private mutating func take(_ base: NumberToken?, _ old: NumberToken?, _ new: NumberToken?) {
    if new?.value == base?.value || new?.value == old?.value { return }
    guard old?.value == base?.value, let old, let new else { return isPossible = false }
    patch.replace(old.range, with: source.document.bytes[new.range])
  }

  private mutating func takeParameter(_ id: EventParameter.ID) {
    let (old, new) = (target.fields.parameter(id), source.fields.parameter(id))
    if base.parameter(id) == nil, old == nil, let new {
      added.append(String(decoding: source.document.bytes[new.range], as: UTF8.self))
    } else {
      take(base.parameter(id)?.value, old?.value, new?.value)
    }
  }

  /// Takes the points of a curve one by one, or all of them if a side has added or removed some.
  private mutating func takePoints() {
    let points = [base.points, target.fields.points, source.fields.points]
    if Set(points.map(\.count)).count == 1 {
      for index in points[0].indices {
        take(points[0][index].time, points[1][index].time, points[2][index].time)
        take(points[0][index].value, points[1][index].value, points[2][index].value)
      }
      return
    }
    let values = points.map { $0.map { [$0.time.value, $0.value.value] } }
    if values[2] != values[0] && values[2] != values[1] { isPossible = false }
  }
}
