/// Finds repetitions in a row of items.
///
/// The text of an item includes how it follows the previous item, so items with the same text have the same meaning.
/// Items at an explicit time do not repeat.
enum NotationRepeats {
  /// The longest group that is considered.
  ///
  /// Our choice: longer groups are rare and hard to read on one line.
  private static let maximumPeriod = 16

  /// Returns the items, with runs of equal groups written as `3x(…)`.
  ///
  /// At each place, it chooses the group that saves the most items.
  ///
  /// - Complexity: O(n) in the number of items, multiplied by the length of the longest group.
  static func fold(_ items: [NotationWriter.Item]) -> [String] {
    var folded: [String] = []
    var index = 0
    while index < items.count {
      var best = (period: 1, count: 1)
      for period in 1...maximumPeriod where index + 2 * period <= items.count {
        let count = repeats(of: period, at: index, in: items)
        if (count - 1) * period > (best.count - 1) * best.period { best = (period, count) }
      }
      let group = items[index..<index + best.period]
      // Two single items are easier to read than a count.
      if best.count == 1 || best.count * best.period < 3 {
        folded.append(items[index].text)
        index += 1
      } else {
        folded.append(
          "\(best.count)x" + (best.period == 1 ? " \(group[index].text)" : group.joinedGroup))
        index += best.count * best.period
      }
    }
    return folded
  }

  /// The number of times that the group of `period` items at `index` occurs in a row.
  private static func repeats(of period: Int, at index: Int, in items: [NotationWriter.Item]) -> Int
  {
    if items[index..<index + period].contains(where: \.isPlaced) { return 1 }
    var end = index + period
    while end < items.count, items[end] == items[end - period] { end += 1 }
    return (end - index) / period
  }
}

extension ArraySlice<NotationWriter.Item> {
  fileprivate var joinedGroup: String { "(\(map(\.text).joined(separator: ", ")))" }
}
