internal import HapticEngine

/// A match of the entries of one file with those of another.
///
/// Entries are matched in this order:
///
/// 1. Entries that are the same.
/// 2. If most of the remaining entries have moved by the same time: these entries, and entries of the same kind that
///    have moved by that time and have also changed. If most of the remaining entries have been stretched instead: the
///    stretched entries.
/// 3. Entries of the same kind at the same time, which must have changed.
/// 4. The cheapest order-preserving match of the remaining entries, in windows, so that the running time is nearly
///    linear.
/// 5. Entries that differ only by their time, wherever they are.
struct EntryMatching {
  /// Two matched entries, and the earlier of their times.
  struct Pair {
    var from: Int
    var to: Int
    var time: Seconds
  }

  /// Entries that are the same.
  private(set) var same: [(Int, Int)] = []
  /// Matched entries that differ only by their time.
  private(set) var moved: [Pair] = []
  /// Matched entries that differ by more than their time.
  private(set) var changed: [Pair] = []
  /// Entries of the first file without a match.
  private(set) var removed: [(index: Int, time: Seconds)] = []
  /// Entries of the second file without a match.
  private(set) var added: [(index: Int, time: Seconds)] = []
  private let firstCount: Int
  private let secondCount: Int

  /// The distance, in seconds, beyond which an entry that has changed and moved is considered a different entry.
  ///
  /// Our choice: the beat of a fast rhythm, and a microsecond for rounding.
  static let nearSeconds: Seconds = 0.1 + 1e-6

  init(_ first: EditDocument, _ second: EditDocument) {
    (firstCount, secondCount) = (first.entryCount, second.entryCount)
    var (a, b) = (EntryKey.sorted(of: first), EntryKey.sorted(of: second))
    // In a stretched pattern, some entries may be at the former times of other entries.
    takeStretched(&a, &b)
    takeShiftedWhole(&a, &b)
    takeSame(&a, &b)
    takeShifted(&a, &b)
    takeStretched(&a, &b)
    if !a.isEmpty && !b.isEmpty {
      let match = CheapestMatch(first: PatternItems(first), second: PatternItems(second))
      takeAtOneTime(&a, &b, match)
      takeNear(&a, &b, match)
      takeMoved(&a, &b)
    }
    removed = a.map { (Int($0.index), $0.time) }
    added = b.map { (Int($0.index), $0.time) }
  }

  /// For each entry of the second file, its match in the first; nil for unmatched entries.
  var counterparts: [Int?] {
    var counterparts = [Int?](repeating: nil, count: secondCount)
    for (from, to) in same { counterparts[to] = from }
    for pair in moved { counterparts[pair.to] = pair.from }
    for pair in changed { counterparts[pair.to] = pair.from }
    return counterparts
  }

  /// The number of unchanged entries that are not part of the longest sequence of unchanged entries in the same order.
  var reorderedCount: Int {
    // Patience sorting: the lowest last element of an increasing run of each length.
    var ends: [Int] = []
    for (from, _) in same.sorted(by: { $0.1 < $1.1 }) {
      let low = ends.partitioningIndex { $0 >= from }
      if low == ends.count { ends.append(from) } else { ends[low] = from }
    }
    return same.count - ends.count
  }

  // MARK: Steps

  /// Takes all entries if the whole second file is later or earlier than the first.
  ///
  /// In a row of equal entries, each entry is then at the former time of another. Some entries may also have changed,
  /// provided that no entry is unchanged at its old time.
  private mutating func takeShiftedWhole(_ a: inout [EntryKey], _ b: inout [EntryKey]) {
    guard a.count == b.count, let first = a.first, let other = b.first else { return }
    let offset = ((other.time - first.time) * 1e6).rounded()
    let isShifted = zip(a, b).allSatisfy { one, two in
      one.kind == two.kind && abs(((two.time - one.time) * 1e6).rounded() - offset) <= 1
    }
    if offset == 0 || !isShifted { return }
    if zip(a, b).contains(where: { $0.content != $1.content }) {
      var (trial, rest) = (self, (a: a, b: b))
      trial.takeSame(&rest.a, &rest.b)
      if rest.a.count < a.count { return }
    }
    take(a.indices.map { ($0, $0) }, &a, &b)
  }

  /// Takes entries that are the same: both lists are sorted in the same way.
  private mutating func takeSame(_ a: inout [EntryKey], _ b: inout [EntryKey]) {
    take(Self.equals(a, b) { $0.isLess($1) }, &a, &b)
  }

  /// Takes entries that have moved by the most common time, if they outnumber the entries at their old times.
  private mutating func takeShifted(_ a: inout [EntryKey], _ b: inout [EntryKey]) {
    if a.isEmpty || b.isEmpty { return }
    let candidates = Self.alike(a, b)
    // Rounded to the microsecond, because other programs may round differently.
    let offsets = candidates.map { ((b[$0.1].time - a[$0.0].time) * 1e6).rounded() }
    guard let common = Self.mostCommon(offsets), common.count * 2 >= min(a.count, b.count),
      common.count > Self.countAtOneTime(a, b)
    else { return }
    take(zip(candidates, offsets).filter { $0.1 == common.value }.map(\.0), &a, &b)
    // Entries of the same kind that have moved by the same time and have also changed.
    takeAtTimes(&a, &b) { ($0 * 1e6).rounded() + common.value }
  }

  /// Takes entries that were stretched by the most common factor, if most entries are not at their old times.
  private mutating func takeStretched(_ a: inout [EntryKey], _ b: inout [EntryKey]) {
    if a.isEmpty || b.isEmpty || Self.countAtOneTime(a, b) * 2 > min(a.count, b.count) { return }
    let pairs = Self.ranked(a, b)
    // The distances between neighbors of one kind have changed by the same factor, to a millionth.
    let factors = zip(pairs, pairs.dropFirst()).compactMap { first, second -> Double? in
      let length = a[second.0].time - a[first.0].time
      guard a[first.0].kind == a[second.0].kind, length > 1e-6 else { return nil }
      return ((b[second.1].time - b[first.1].time) / length * 1e6).rounded() / 1e6
    }
    // A single factor fits any two entries.
    guard let factor = Self.mostCommon(factors), factor.count >= 2,
      factor.count * 2 >= factors.count,
      factor.value > 0, factor.value != 1, let origin = pairs.first,
      let last = pairs.last(where: { a[$0.0].kind == a[origin.0].kind })
    else { return }
    let (old, new) = (a[origin.0].time, b[origin.1].time)
    // The rounding matters less if the two entries are far apart.
    let length = a[last.0].time - old
    let exact = length > 0 ? (b[last.1].time - new) / length : factor.value
    if abs(exact - factor.value) > 1e-6 { return }
    takeAtTimes(&a, &b) { ((new + ($0 - old) * exact) * 1e6).rounded() }
  }

  /// Takes entries of the same kind whose new time, in microseconds, is the result of `time` for the old time.
  ///
  /// A difference of a microsecond is rounding; `time` must preserve the order of times.
  private mutating func takeAtTimes(
    _ a: inout [EntryKey], _ b: inout [EntryKey], _ time: (Seconds) -> Double
  ) {
    let places = (a: Self.byKind(a), b: Self.byKind(b))
    var pairs: [(Int, Int)] = []
    for (kind, first) in places.a {
      let second = places.b[kind] ?? []
      var (i, j) = (0, 0)
      while i < first.count, j < second.count {
        let later = (b[second[j]].time * 1e6).rounded() - time(a[first[i]].time)
        if abs(later) <= 1 { pairs.append((first[i], second[j])) }
        (i, j) = (later >= -1 ? i + 1 : i, later <= 1 ? j + 1 : j)
      }
    }
    take(pairs, &a, &b)
  }

  /// The number of entries in both lists with the same kind and time.
  private static func countAtOneTime(_ a: [EntryKey], _ b: [EntryKey]) -> Int {
    equals(a, b) { ($0.time, $0.kind) < ($1.time, $1.kind) }.count
  }

  /// Returns the positions of equal elements of two lists that are sorted by `isLess`, in order.
  private static func equals(
    _ a: [EntryKey], _ b: [EntryKey], _ isLess: (EntryKey, EntryKey) -> Bool
  ) -> [(Int, Int)] {
    var equals: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      let (isFirst, isSecond) = (isLess(a[i], b[j]), isLess(b[j], a[i]))
      if !isFirst && !isSecond { equals.append((i, j)) }
      (i, j) = (isSecond ? i : i + 1, isFirst ? j : j + 1)
    }
    return equals
  }

  /// Returns the positions of entries of one kind, in order, for kinds with the same number of entries in both lists.
  private static func ranked(_ a: [EntryKey], _ b: [EntryKey]) -> [(Int, Int)] {
    let places = (a: byKind(a), b: byKind(b))
    return places.a.keys.sorted().flatMap { kind -> [(Int, Int)] in
      let (first, second) = (places.a[kind] ?? [], places.b[kind] ?? [])
      return first.count == second.count ? Array(zip(first, second)) : []
    }
  }

  /// Returns the positions of each kind, in order.
  private static func byKind(_ keys: [EntryKey]) -> [UInt8: [Int]] {
    var places: [UInt8: [Int]] = [:]
    for (position, key) in keys.enumerated() { places[key.kind, default: []].append(position) }
    return places
  }

  /// Takes entries of the same kind at the same time.
  private mutating func takeAtOneTime(
    _ a: inout [EntryKey], _ b: inout [EntryKey], _ match: CheapestMatch
  ) {
    var taken: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      let (x, y) = (a[i], b[j])
      if (x.time, x.kind) < (y.time, y.kind) {
        i += 1
      } else if (y.time, y.kind) < (x.time, x.kind) {
        j += 1
      } else {
        let ends = (a.end(ofGroupAt: i), b.end(ofGroupAt: j))
        taken += match.pairs(a[i..<ends.0], b[j..<ends.1])
        (i, j) = ends
      }
    }
    take(taken, &a, &b)
  }

  /// Takes the cheapest match of the remaining entries, in windows of time.
  private mutating func takeNear(
    _ a: inout [EntryKey], _ b: inout [EntryKey], _ match: CheapestMatch
  ) {
    var taken: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      var (end, other) = (
        min(i + CheapestMatch.window, a.count), min(j + CheapestMatch.window, b.count)
      )
      // Both windows end at the same time: the end of the window that ends earlier.
      if end < a.count || other < b.count {
        let time = min(a[end - 1].time, b[other - 1].time)
        end = a[i..<end].partitioningIndex { $0.time > time }
        other = b[j..<other].partitioningIndex { $0.time > time }
      }
      taken += match.pairs(a[i..<end], b[j..<other])
      (i, j) = (end, other)
    }
    take(taken, &a, &b)
  }

  /// Takes entries that differ only by their time.
  private mutating func takeMoved(_ a: inout [EntryKey], _ b: inout [EntryKey]) {
    if a.isEmpty || b.isEmpty { return }
    take(Self.alike(a, b), &a, &b)
  }

  /// Records pairs of positions in `a` and `b`, and removes the entries there.
  private mutating func take(_ taken: [(Int, Int)], _ a: inout [EntryKey], _ b: inout [EntryKey]) {
    if taken.isEmpty { return }
    var flags = (
      a: [Bool](repeating: false, count: a.count), b: [Bool](repeating: false, count: b.count)
    )
    for (from, to) in taken {
      let pair = Pair(
        from: Int(a[from].index), to: Int(b[to].index), time: min(a[from].time, b[to].time))
      if a[from].isSame(b[to]) {
        same.append((pair.from, pair.to))
      } else if a[from].content == b[to].content {
        moved.append(pair)
      } else {
        changed.append(pair)
      }
      flags.a[from] = true
      flags.b[to] = true
    }
    a = zip(a, flags.a).filter { !$0.1 }.map(\.0)
    b = zip(b, flags.b).filter { !$0.1 }.map(\.0)
  }

  // MARK: Candidates

  /// Returns the positions of entries that differ only by their time, in order of time.
  private static func alike(_ a: [EntryKey], _ b: [EntryKey]) -> [(Int, Int)] {
    func order(_ keys: [EntryKey]) -> [Int] {
      keys.indices.sorted {
        (keys[$0].kind, keys[$0].content, keys[$0].time, $0)
          < (keys[$1].kind, keys[$1].content, keys[$1].time, $1)
      }
    }
    let orders = (a: order(a), b: order(b))
    return equals(orders.a.map { a[$0] }, orders.b.map { b[$0] }) {
      ($0.kind, $0.content) < ($1.kind, $1.content)
    }.map { (orders.a[$0], orders.b[$1]) }
  }

  /// Returns the most frequent of `values`.
  private static func mostCommon(_ values: [Double]) -> (value: Double, count: Int)? {
    var best: (value: Double, count: Int)?
    var run = 0
    let sorted = values.sorted()
    for (index, value) in sorted.enumerated() {
      run = index > 0 && sorted[index - 1] == value ? run + 1 : 1
      if run > best?.count ?? 0 { best = (value, run) }
    }
    return best
  }
}
