internal import TextFormats

/// The items of a list or map in the bytes of a file, which can be changed one by one.
///
/// A change keeps all comments, except those on the lines of a removed item.
protocol ItemText {
  /// The file.
  var bytes: [UInt8] { get }
  /// The number of items.
  var count: Int { get }

  /// Replaces an item.
  mutating func replace(_ index: Int, with text: String)
  /// Removes an item.
  mutating func remove(_ index: Int)
  /// Inserts an item before the item at `index`, or after the last one.
  mutating func insert(_ text: String, at index: Int)
}

extension ItemText {
  /// Changes items so that the list, which has the items `old`, has the items `new`.
  ///
  /// Items that are in both lists keep their bytes.
  mutating func change(from old: [YAMLNode], to new: [YAMLNode]) {
    let difference = new.difference(from: old) { $0.isEqual(to: $1) }
    let removed = Set(difference.removals.map(\.index))
    let inserted = Set(difference.insertions.map(\.index))
    var (from, to, index) = (0, 0, 0)
    while from < old.count || to < new.count {
      switch (removed.contains(from), inserted.contains(to)) {
      case (true, true):
        replace(index, with: new[to].flow)
        (from, to, index) = (from + 1, to + 1, index + 1)
      case (true, false):
        remove(index)
        from += 1
      case (false, true):
        insert(new[to].flow, at: index)
        (to, index) = (to + 1, index + 1)
      case (false, false): (from, to, index) = (from + 1, to + 1, index + 1)
      }
    }
  }
}

extension CollectionDifference.Change {
  /// The index of the item in its list.
  fileprivate var index: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

extension [UInt8] {
  /// Replaces ranges that do not overlap by texts.
  func replacing(_ splices: [(range: Range<Int>, text: String)]) -> [UInt8] {
    var bytes = self
    for (range, text) in splices.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(range, with: text.utf8)
    }
    return bytes
  }
}
