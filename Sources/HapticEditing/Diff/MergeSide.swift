internal import HapticEngine

/// The properties that a removed and an added entry share if one replaces the other.
private struct ReplacementKey: Hashable {
  /// The preceding entry of the base; nil if the place does not matter.
  let place: Int?
  /// The kind of the entries; nil if the kind does not matter.
  let kind: EntryKind?
  let control: DynamicParameter.ID?
}

/// The entries of one side, compared with the base.
struct MergeSide {
  let document: EditDocument
  /// For each entry, the entry of the base that it corresponds to or replaces; nil for added entries.
  private(set) var baseIndices: [Int?]
  /// For each entry of the base, its counterpart or replacement; nil for removed entries.
  private(set) var indices: [Int?]
  /// For each entry of the base, whether it is unchanged.
  private(set) var isSame: [Bool]
  /// The entries that were added, including replacements.
  private let added: [Int]
  /// The entries of the base that `indices` may confuse with others.
  private(set) var ambiguous: Set<Int> = []

  init(_ document: EditDocument, base: EditDocument) {
    self.document = document
    let matching = EntryMatching(base, document)
    let counterparts = matching.counterparts
    baseIndices = counterparts
    added = counterparts.indices.filter { counterparts[$0] == nil }
    indices = Array(repeating: nil, count: base.entryCount)
    isSame = Array(repeating: false, count: base.entryCount)
    for (index, base) in baseIndices.enumerated() {
      if let base { indices[base] = index }
    }
    for (base, _) in matching.same { isSame[base] = true }
    pairReplaced(base)
    findAmbiguous(base)
  }

  /// Pairs removed entries with entries that were added in their place.
  ///
  /// A comparison treats an event that was moved and changed as a removed and an added event. A merge treats it as the
  /// same event: whatever the other side has done with the event, the result must not contain it twice. If the event
  /// has moved far away, it is uncertain whether it is the same event.
  private mutating func pairReplaced(_ base: EditDocument) {
    let removed = indices.indices.filter { indices[$0] == nil }
    if removed.isEmpty || added.isEmpty { return }
    let items = (PatternItems(base), PatternItems(document))
    // The entry of the base before each entry, omitting removed and added entries.
    let places = (
      Self.places(indices.enumerated().map { $1 == nil ? nil : $0 }), Self.places(baseIndices)
    )
    /// Pairs entries with equal keys, in order of the files.
    func pair(_ key: (PatternItem, _ place: Int) -> ReplacementKey) {
      var waiting: [ReplacementKey: [Int]] = [:]
      for index in added.reversed() where baseIndices[index] == nil {
        waiting[key(items.1.item(index), places.1[index]), default: []].append(index)
      }
      for index in removed where indices[index] == nil {
        let key = key(items.0.item(index), places.0[index])
        guard let replacement = waiting[key]?.popLast() else { continue }
        indices[index] = replacement
        baseIndices[replacement] = index
        let distance = items.1.item(replacement).time - items.0.item(index).time
        if abs(distance) > EntryMatching.nearSeconds { ambiguous.insert(index) }
      }
    }
    pair { .init(place: $1, kind: $0.kind, control: $0.control) }
    pair { .init(place: $1, kind: nil, control: $0.control) }
    pair { item, _ in .init(place: nil, kind: item.kind, control: item.control) }
  }

  /// The identities of the added entries, including replacements.
  var additions: Set<PatternItem> {
    let items = PatternItems(document)
    return Set(added.map { items.item($0).withoutIndex })
  }

  /// Revokes matches of moved, changed or replaced entries if the result equals an entry that the other side has added.
  ///
  /// In this case, the entry of the base was removed, and both sides have added the same entry.
  mutating func forgetMatches(with additions: Set<PatternItem>) {
    if additions.isEmpty { return }
    let items = PatternItems(document)
    for base in indices.indices where !isSame[base] {
      guard let index = indices[base],
        additions.contains(items.item(index).withoutIndex)
      else { continue }
      forgetMatch(index, base)
    }
  }

  /// Unpairs removed and added entries that are far apart and do not have a value in common.
  ///
  /// If the other side has also removed such an entry, both sides have removed it, and this side has added a different
  /// entry.
  mutating func forgetReplacements(of base: EditDocument, besides other: MergeSide) {
    let items = (PatternItems(base), PatternItems(document))
    for index in added {
      guard let base = baseIndices[index], other.indices[base] == nil else { continue }
      let (old, new) = (items.0.item(base), items.1.item(index))
      if abs(new.time - old.time) > EntryMatching.nearSeconds, !old.resembles(new) {
        forgetMatch(index, base)
      }
    }
  }

  private mutating func forgetMatch(_ index: Int, _ base: Int) {
    (indices[base], baseIndices[index]) = (nil, nil)
    ambiguous.remove(base)
  }

  /// Finds entries for which the order in the file gives a different match than the times.
  ///
  /// Equal entries do not have an identity. If one moves to the place of another, a match by time confuses the two. On
  /// the other hand, a program that sorts entries by time changes their order, so a match by order is not reliable
  /// either. Our choice: a match is accepted only if both agree.
  private mutating func findAmbiguous(_ base: EditDocument) {
    let matched = indices.indices.filter { indices[$0] != nil }
    let found = matched.compactMap { indices[$0] }
    let differing = zip(found, found.sorted()).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    guard let first = differing.first, let last = differing.last else { return }
    let items = (PatternItems(base), PatternItems(document))
    let rows = Dictionary(grouping: matched[first...last]) { items.0.item($0).withoutPlace }
    for row in rows.values where row.count > 1 {
      let places = row.compactMap { indices[$0] }
      for (base, (place, other)) in zip(row, zip(places, places.sorted()))
      where items.1.item(place).withoutIndex != items.1.item(other).withoutIndex {
        ambiguous.insert(base)
      }
    }
  }

  /// Returns whether a change by `other` to the entry `base` may belong to another entry of this side.
  func mayMistake(_ base: Int, in other: MergeSide) -> Bool {
    guard ambiguous.contains(base), !other.isSame[base] else { return false }
    guard other.ambiguous.contains(base), let index = indices[base], let their = other.indices[base]
    else { return true }
    // Both sides may have moved the series of equal entries in the same way.
    return PatternItems(document).item(index).withoutIndex
      != PatternItems(other.document).item(their).withoutIndex
  }

  /// For each of `entries`, the last preceding element that is not nil; -1 if all preceding elements are nil.
  private static func places(_ entries: [Int?]) -> [Int] {
    var last = -1
    return entries.map { entry in
      defer { last = entry ?? last }
      return last
    }
  }

  /// The bytes of the entry at `index`.
  func text(_ index: Int) -> ArraySlice<UInt8> { document.bytes[document.entries[index].range] }
}

extension PatternItem {
  /// Whether `other` is of the same kind and has a value in common with this item, apart from the time.
  fileprivate func resembles(_ other: PatternItem) -> Bool {
    kind == other.kind
      && (!Set(parameters).isDisjoint(with: other.parameters)
        || duration != nil && duration == other.duration || value != nil && value == other.value
        || !points.isEmpty && points == other.points
        || !self.other.isEmpty && self.other == other.other)
  }
}
