internal import HapticEngine

/// Which entry of one file is which of another.
///
/// First those that are the same. Of the rest, if most have moved by one and the same time, those, and those
/// of one kind that have moved with them and changed; or if most have been stretched, those; then those of one kind at one time, which have changed; then the cheapest order-preserving match of what is
/// left, in windows, so that the time is nearly linear; then, wherever they are, those that differ by their
/// time only.
struct EntryMatching {
  /// What is compared of an entry: two entries are the same if all of this is.
  fileprivate struct Key {
    var index: Int32
    var kind: UInt8
    var time: Seconds
    /// A hash of everything but the time.
    var content: UInt64
  }

  /// Two entries that are matched, and the earlier of their times.
  struct Pair {
    var from: Int
    var to: Int
    var time: Seconds
  }

  /// Entries that are the same.
  private(set) var same: [(Int, Int)] = []
  /// Entries that are matched, and differ by their time only.
  private(set) var moved: [Pair] = []
  /// Entries that are matched, and differ by more.
  private(set) var changed: [Pair] = []
  /// Entries of the first file without a match.
  private(set) var removed: [(index: Int, time: Seconds)] = []
  /// Entries of the second file without a match.
  private(set) var added: [(index: Int, time: Seconds)] = []
  private let firstCount: Int
  private let secondCount: Int

  /// Windows of the cheapest match have at most this many entries of either file.
  ///
  /// Our choice: a window costs its square, some milliseconds.
  private static let window = 256

  /// An entry that has changed and moved by more than this, in seconds, is another one.
  ///
  /// Our choice: the beat of a fast rhythm, and a microsecond for rounding.
  static let nearSeconds: Seconds = 0.1 + 1e-6

  init(_ first: EditDocument, _ second: EditDocument) {
    (firstCount, secondCount) = (first.entryCount, second.entryCount)
    var a = Self.keys(first)
    var b = Self.keys(second)
    // Of a stretched pattern some entries may stand where others were before.
    takeStretched(&a, &b)
    takeShiftedWhole(&a, &b)
    takeSame(&a, &b)
    takeShifted(&a, &b)
    takeStretched(&a, &b)
    if !a.isEmpty && !b.isEmpty {
      let items = (PatternItems(first), PatternItems(second))
      takeAtOneTime(&a, &b, items.0, items.1)
      takeNear(&a, &b, items.0, items.1)
      takeMoved(&a, &b)
    }
    removed = a.map { (Int($0.index), $0.time) }
    added = b.map { (Int($0.index), $0.time) }
  }

  /// For each entry of the second file its match in the first; nil for none.
  var counterparts: [Int?] {
    var counterparts = [Int?](repeating: nil, count: secondCount)
    for (from, to) in same { counterparts[to] = from }
    for pair in moved { counterparts[pair.to] = pair.from }
    for pair in changed { counterparts[pair.to] = pair.from }
    return counterparts
  }

  /// The number of same entries that are not in the longest run of them that keeps its order.
  var reorderedCount: Int {
    // Patience: the lowest last element of an increasing run of each length.
    var ends: [Int] = []
    for (from, _) in same.sorted(by: { $0.1 < $1.1 }) {
      let low = ends.partitioningIndex { $0 >= from }
      if low == ends.count { ends.append(from) } else { ends[low] = from }
    }
    return same.count - ends.count
  }

  // MARK: Keys

  /// The keys of all entries, sorted by time, kind and content.
  private static func keys(_ document: EditDocument) -> [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(document.entryCount)
    var scanner = EntryScanner(document.bytes)
    var fields = EntryFields()
    for (index, span) in document.entries.enumerated() {
      scanner.scan(span, index: index, into: &fields)
      var hash = ContentHash()
      hash.add(fields)
      keys.append(
        Key(
          index: Int32(index), kind: fields.kind.number, time: fields.time.value,
          content: hash.value))
    }
    let isSorted = zip(keys, keys.dropFirst()).allSatisfy { $0.sortsBefore($1) }
    if !isSorted { keys.sort { $0.sortsBefore($1) } }
    return keys
  }

  // MARK: Steps

  /// Takes all if the second file is the first one later or earlier.
  ///
  /// In a row of equal entries, others then stand where those were. Entries may have changed besides, if none is as and
  /// where it was.
  private mutating func takeShiftedWhole(_ a: inout [Key], _ b: inout [Key]) {
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

  /// Takes those that are the same: both lists are sorted alike.
  private mutating func takeSame(_ a: inout [Key], _ b: inout [Key]) {
    var rest: (a: [Key], b: [Key]) = ([], [])
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if a[i].isSame(b[j]) {
        same.append((Int(a[i].index), Int(b[j].index)))
        i += 1
        j += 1
      } else if a[i].isLess(b[j]) {
        rest.a.append(a[i])
        i += 1
      } else {
        rest.b.append(b[j])
        j += 1
      }
    }
    a = rest.a + a[i...]
    b = rest.b + b[j...]
  }

  /// Takes those that have moved by the time by which most have, if those are more than stand at their old times.
  private mutating func takeShifted(_ a: inout [Key], _ b: inout [Key]) {
    if a.isEmpty || b.isEmpty { return }
    let candidates = Self.alike(a, b)
    // To the microsecond: what was computed elsewhere may be rounded otherwise.
    let offsets = candidates.map { ((b[$0.1].time - a[$0.0].time) * 1e6).rounded() }
    guard let common = Self.mostCommon(offsets), common.count * 2 >= min(a.count, b.count),
      common.count > Self.countAtOneTime(a, b)
    else { return }
    take(zip(candidates, offsets).filter { $0.1 == common.value }.map(\.0), &a, &b)
    // What has moved with them and has changed besides: of one kind, and as much later.
    takeAtTimes(&a, &b) { ($0 * 1e6).rounded() + common.value }
  }

  /// Takes those that were stretched with the factor with which most were, if most do not stand at their old times.
  private mutating func takeStretched(_ a: inout [Key], _ b: inout [Key]) {
    if a.isEmpty || b.isEmpty || Self.countAtOneTime(a, b) * 2 > min(a.count, b.count) { return }
    let pairs = Self.ranked(a, b)
    // Neighbours of one kind are as far apart as before, times a factor, to a millionth.
    let factors = zip(pairs, pairs.dropFirst()).compactMap { first, second -> Double? in
      let length = a[second.0].time - a[first.0].time
      guard a[first.0].kind == a[second.0].kind, length > 1e-6 else { return nil }
      return ((b[second.1].time - b[first.1].time) / length * 1e6).rounded() / 1e6
    }
    // One factor alone is that of any two entries.
    guard let factor = Self.mostCommon(factors), factor.count >= 2,
      factor.count * 2 >= factors.count,
      factor.value > 0, factor.value != 1, let origin = pairs.first,
      let last = pairs.last(where: { a[$0.0].kind == a[origin.0].kind })
    else { return }
    let (old, new) = (a[origin.0].time, b[origin.1].time)
    // The farther the two are apart, the less their rounding counts.
    let length = a[last.0].time - old
    let exact = length > 0 ? (b[last.1].time - new) / length : factor.value
    if abs(exact - factor.value) > 1e-6 { return }
    takeAtTimes(&a, &b) { ((new + ($0 - old) * exact) * 1e6).rounded() }
  }

  /// Takes those of one kind of which the time, in microseconds, is what `time` makes of the old one.
  ///
  /// A microsecond more or less is rounding; `time` keeps the order of times.
  private mutating func takeAtTimes(
    _ a: inout [Key], _ b: inout [Key], _ time: (Seconds) -> Double
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

  /// How many of both lists are of one kind and at one time.
  private static func countAtOneTime(_ a: [Key], _ b: [Key]) -> Int {
    var (i, j, count) = (0, 0, 0)
    while i < a.count, j < b.count {
      let (x, y) = ((a[i].time, a[i].kind), (b[j].time, b[j].kind))
      if x == y { count += 1 }
      (i, j) = (x <= y ? i + 1 : i, y <= x ? j + 1 : j)
    }
    return count
  }

  /// Positions of those of one kind, the first with the first, of the kinds of which there are as many in both.
  private static func ranked(_ a: [Key], _ b: [Key]) -> [(Int, Int)] {
    let places = (a: byKind(a), b: byKind(b))
    return places.a.keys.sorted().flatMap { kind -> [(Int, Int)] in
      let (first, second) = (places.a[kind] ?? [], places.b[kind] ?? [])
      return first.count == second.count ? Array(zip(first, second)) : []
    }
  }

  /// The positions of each kind, in order.
  private static func byKind(_ keys: [Key]) -> [UInt8: [Int]] {
    var places: [UInt8: [Int]] = [:]
    for (position, key) in keys.enumerated() { places[key.kind, default: []].append(position) }
    return places
  }

  /// Takes those of one kind at one time.
  private mutating func takeAtOneTime(
    _ a: inout [Key], _ b: inout [Key], _ first: PatternItems, _ second: PatternItems
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
        taken += Self.cheapest(i..<ends.0, j..<ends.1, a, b, first, second)
        (i, j) = ends
      }
    }
    take(taken, &a, &b)
  }

  /// Takes the cheapest match of the rest, in windows of time.
  private mutating func takeNear(
    _ a: inout [Key], _ b: inout [Key], _ first: PatternItems, _ second: PatternItems
  ) {
    var taken: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      var (end, other) = (min(i + Self.window, a.count), min(j + Self.window, b.count))
      // Both windows end at one time: that of the one that ends earlier.
      if end < a.count || other < b.count {
        let time = min(a[end - 1].time, b[other - 1].time)
        end = a[i..<end].partitioningIndex { $0.time > time }
        other = b[j..<other].partitioningIndex { $0.time > time }
      }
      taken += Self.cheapest(i..<end, j..<other, a, b, first, second)
      (i, j) = (end, other)
    }
    take(taken, &a, &b)
  }

  /// Takes those that differ by their time only.
  private mutating func takeMoved(_ a: inout [Key], _ b: inout [Key]) {
    if a.isEmpty || b.isEmpty { return }
    take(Self.alike(a, b), &a, &b)
  }

  /// Notes pairs of positions in `a` and `b`, and removes them there.
  private mutating func take(_ taken: [(Int, Int)], _ a: inout [Key], _ b: inout [Key]) {
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

  /// Positions of those that differ by their time only, the earliest with the earliest.
  private static func alike(_ a: [Key], _ b: [Key]) -> [(Int, Int)] {
    func order(_ keys: [Key]) -> [Int] {
      keys.indices.sorted {
        (keys[$0].kind, keys[$0].content, keys[$0].time, $0)
          < (keys[$1].kind, keys[$1].content, keys[$1].time, $1)
      }
    }
    let orders = (a: order(a), b: order(b))
    var found: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < orders.a.count, j < orders.b.count {
      let (x, y) = (a[orders.a[i]], b[orders.b[j]])
      if (x.kind, x.content) == (y.kind, y.content) {
        found.append((orders.a[i], orders.b[j]))
        i += 1
        j += 1
      } else if (x.kind, x.content) < (y.kind, y.content) {
        i += 1
      } else {
        j += 1
      }
    }
    return found
  }

  /// The value that `values` have most often.
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

  /// The cheapest match of entries that keeps their order; an entry without a match costs a half.
  private static func cheapest(
    _ rows: Range<Int>, _ columns: Range<Int>, _ a: [Key], _ b: [Key], _ first: PatternItems,
    _ second: PatternItems
  ) -> [(Int, Int)] {
    if rows.count == 1, columns.count == 1, a[rows.lowerBound].time == b[columns.lowerBound].time {
      return [(rows.lowerBound, columns.lowerBound)]
    }
    let rows = rows.prefix(window)
    let columns = columns.prefix(window)
    let items = (
      a: rows.map { first.item(Int(a[$0].index)) }, b: columns.map { second.item(Int(b[$0].index)) }
    )
    let width = items.b.count + 1
    var costs = [Float](repeating: 0, count: (items.a.count + 1) * width)
    for row in 0...items.a.count {
      for column in 0..<width where row + column > 0 {
        var cost = Float.infinity
        if row > 0 { cost = costs[(row - 1) * width + column] + 0.5 }
        if column > 0 { cost = min(cost, costs[row * width + column - 1] + 0.5) }
        if row > 0, column > 0 {
          let match = items.a[row - 1].cost(of: items.b[column - 1])
          cost = min(cost, costs[(row - 1) * width + column - 1] + match)
        }
        costs[row * width + column] = cost
      }
    }
    var found: [(Int, Int)] = []
    var (row, column) = (items.a.count, items.b.count)
    while row > 0, column > 0 {
      let cost = costs[row * width + column]
      if cost == costs[(row - 1) * width + column] + 0.5 {
        row -= 1
      } else if cost == costs[row * width + column - 1] + 0.5 {
        column -= 1
      } else {
        found.append((rows.lowerBound + row - 1, columns.lowerBound + column - 1))
        row -= 1
        column -= 1
      }
    }
    return found.reversed()
  }
}

extension EntryMatching.Key {
  func isSame(_ other: Self) -> Bool {
    time == other.time && kind == other.kind && content == other.content
  }

  func isLess(_ other: Self) -> Bool {
    (time, kind, content) < (other.time, other.kind, other.content)
  }

  func sortsBefore(_ other: Self) -> Bool {
    (time, kind, content, index) < (other.time, other.kind, other.content, other.index)
  }
}

extension [EntryMatching.Key] {
  /// The end of the entries of the same kind and time as that at `start`.
  fileprivate func end(ofGroupAt start: Int) -> Int {
    var end = start + 1
    while end < count, self[end].time == self[start].time, self[end].kind == self[start].kind {
      end += 1
    }
    return end
  }
}

extension EntryKind {
  /// A number for each kind.
  fileprivate var number: UInt8 {
    switch self {
    case .transient: 0
    case .continuous: 1
    case .tone: 2
    case .sound: 3
    case .parameter: 4
    case .curve: 5
    }
  }
}

extension PatternItem {
  /// What it costs to make `other` of this item: less than 1, what removing and adding costs, if they are
  /// alike.
  ///
  /// Our choice: a tenth of a second counts as much as the whole range of a value, and together they are
  /// more than an event that goes and another that comes.
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

/// A hash of what an entry says besides its time, the same in every run.
///
/// Source: FNV-1a, 64 bits, by words, with the upper bits folded into the lower ones.
private struct ContentHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ fields: EntryFields) {
    add(fields.duration?.value)
    if fields.kind.eventType == nil {
      for byte in fields.control.rawValue.utf8 { add(UInt64(byte)) }
      add(fields.value?.value)
      for point in fields.points {
        add(point.time.value)
        add(point.value.value)
      }
    } else {
      for (number, id) in EventParameter.ID.allCases.enumerated() {
        guard let parameter = fields.parameter(id) else { continue }
        add(UInt64(number))
        add(parameter.value.value)
      }
    }
    for byte in fields.unknown { add(UInt64(byte)) }
  }

  private mutating func add(_ number: Double?) {
    // 0 and -0 are the same.
    add(number.map { $0 == 0 ? 0 : $0.bitPattern } ?? .max)
  }

  private mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01B3
    value ^= value >> 32
  }
}
