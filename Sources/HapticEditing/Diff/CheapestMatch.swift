internal import HapticEngine

/// The cheapest match of entries that preserves their order.
///
/// An unmatched entry costs 0.5.
struct CheapestMatch {
  /// The maximum number of entries of either file that are matched in one window.
  ///
  /// Our choice: the time for a window is proportional to the square of its size, and takes some milliseconds with this
  /// size.
  static let window = 256

  let first: PatternItems
  let second: PatternItems

  /// Returns the positions of matched entries in both files.
  func pairs(_ a: ArraySlice<EntryKey>, _ b: ArraySlice<EntryKey>) -> [(Int, Int)] {
    if a.count == 1, b.count == 1, a[a.startIndex].time == b[b.startIndex].time {
      return [(a.startIndex, b.startIndex)]
    }
    let (a, b) = (a.prefix(Self.window), b.prefix(Self.window))
    let costs = costs(a, b)
    let width = b.count + 1
    var found: [(Int, Int)] = []
    var (row, column) = (a.count, b.count)
    while row > 0, column > 0 {
      let cost = costs[row * width + column]
      if cost == costs[(row - 1) * width + column] + 0.5 {
        row -= 1
      } else if cost == costs[row * width + column - 1] + 0.5 {
        column -= 1
      } else {
        row -= 1
        column -= 1
        found.append((a.startIndex + row, b.startIndex + column))
      }
    }
    return found.reversed()
  }

  /// Returns a table, row by row, with the cost of matching the first entries of `a` with the first entries of `b`, for
  /// each number of entries of `a` and of `b`.
  private func costs(_ a: ArraySlice<EntryKey>, _ b: ArraySlice<EntryKey>) -> [Float] {
    let rows = a.map { first.item(Int($0.index)) }
    let columns = b.map { second.item(Int($0.index)) }
    let width = columns.count + 1
    var costs = [Float](repeating: 0, count: (rows.count + 1) * width)
    for row in 0...rows.count {
      for column in 0..<width where row + column > 0 {
        var cost = Float.infinity
        if row > 0 { cost = costs[(row - 1) * width + column] + 0.5 }
        if column > 0 { cost = min(cost, costs[row * width + column - 1] + 0.5) }
        if row > 0, column > 0 {
          let match = rows[row - 1].cost(of: columns[column - 1])
          cost = min(cost, costs[(row - 1) * width + column - 1] + match)
        }
        costs[row * width + column] = cost
      }
    }
    return costs
  }
}

extension PatternItem {
  /// The cost of turning this item into `other`: less than 1, the cost of removing and adding, if they are similar.
  ///
  /// Our choice: a difference of a tenth of a second costs as much as a difference over the whole range of a value.
  /// Both together cost more than removing one event and adding another.
  fileprivate func cost(of other: PatternItem) -> Float {
    guard kind == other.kind, control == other.control else { return .infinity }
    let distance = abs(time - other.time) / EntryMatching.nearSeconds
    var cost = min(1, distance) * 0.9
    var differences = 0.0
    for id in EventParameter.ID.allCases {
      let old = parameters.first { $0.id == id }?.value
      let new = other.parameters.first { $0.id == id }?.value
      if old == nil && new == nil { continue }
      differences += min(1, abs((old ?? id.defaultValue) - (new ?? id.defaultValue)))
    }
    differences += min(1, abs((value ?? 0) - (other.value ?? 0)))
    let (length, otherLength) = (duration ?? 0, other.duration ?? 0)
    if length != otherLength {
      differences += abs(length - otherLength) / max(length, otherLength)
    }
    if points != other.points { differences += 0.3 }
    if self.other != other.other { differences += 0.3 }
    if distance > 1, differences > 0 { return .infinity }
    cost += min(1, differences) * 0.9
    return Float(cost)
  }
}
