import HapticEditing
import HapticEngine
import TestSupport
import Testing

/// Merges in which one side moves some of a row of equal taps, and the other side changes one of the taps.
@Suite struct EqualTapMergeTests {
  /// A tap of the model: its time in half steps of the row, and its intensity.
  struct Tap: Hashable, Comparable {
    var time: Int
    var intensity = 0.5

    static func < (first: Tap, second: Tap) -> Bool {
      (first.time, first.intensity) < (second.time, second.intensity)
    }
  }

  /// A change that one side makes to the times of the row.
  enum Change: Hashable, CustomStringConvertible {
    /// Moves a range of taps by half steps.
    case shift(Range<Int>, Int)
    /// Mirrors a range of taps within their span.
    case reverse(Range<Int>)
    /// Moves the taps to other times.
    case move([Int: Int])

    var description: String {
      switch self {
      case .shift(let taps, let time): "shift \(taps) by \(time)"
      case .reverse(let taps): "reverse \(taps)"
      case .move(let times): "move \(times.sorted { $0.key < $1.key })"
      }
    }

    func apply(to row: [Tap]) -> [Tap] {
      var row = row
      switch self {
      case .shift(let taps, let time):
        for index in taps { row[index].time += time }
      case .reverse(let taps):
        let sum = taps.reduce(into: (Int.max, Int.min)) { span, index in
          span = (min(span.0, row[index].time), max(span.1, row[index].time))
        }
        for index in taps { row[index].time = sum.0 + sum.1 - row[index].time }
      case .move(let times):
        for (index, time) in times { row[index].time = time }
      }
      return row
    }
  }

  private static func row(_ count: Int) -> [Tap] { (0..<count).map { Tap(time: 20 + 2 * $0) } }

  private static func document(_ row: [Tap]) throws -> EditDocument {
    try EditSample.document(
      HapticPattern {
        for tap in row {
          Transient(at: Double(tap.time) * 0.05, intensity: tap.intensity, sharpness: 0.5)
        }
      })
  }

  /// The taps of the merged file; nil if it has conflicts.
  private static func merged(_ base: [Tap], _ ours: [Tap], _ theirs: [Tap]) throws -> [Tap]? {
    let merge = PatternMerge(
      base: try document(base), ours: try document(ours), theirs: try document(theirs))
    if !merge.conflicts.isEmpty { return nil }
    return try #require(AHAP.read(merge.bytes).pattern).events.map { event in
      Tap(
        time: Int((event.time / 0.05).rounded()), intensity: event.value(of: .hapticIntensity) ?? 1)
    }.sorted()
  }

  /// Merges `changes` with a weaker tap, each on either side, and returns results that are wrong but not a conflict.
  private static func wrong(
    _ count: Int, _ changes: [Change], isSorted: Bool = false
  ) throws -> [String] {
    let base = row(count)
    let moved = changes.reduce(base) { $1.apply(to: $0) }
    let written = isSorted ? moved.sorted() : moved
    var wrong: [String] = []
    for index in base.indices {
      var (weaker, expected) = (base, moved)
      weaker[index].intensity = 0.3
      expected[index].intensity = 0.3
      for (ours, theirs) in [(written, weaker), (weaker, written)] {
        if let result = try merged(base, ours, theirs), result != expected.sorted() {
          wrong.append("\(changes), tap \(index): \(result.map(\.time)), sorted: \(isSorted)")
        }
      }
    }
    return wrong
  }

  private static let count = 5

  @Test func `shifting some of the taps merges with the right taps or is a conflict`() throws {
    for start in 0..<Self.count {
      for end in (start + 1)...Self.count {
        for time in [-4, -3, -2, -1, 1, 2, 3, 4] {
          for isSorted in [false, true] {
            let changes = [Change.shift(start..<end, time)]
            #expect(try Self.wrong(Self.count, changes, isSorted: isSorted) == [])
          }
        }
      }
    }
  }

  /// Written in order of time, a mirrored row gives the same file.
  @Test func `mirroring taps merges with the right taps or is a conflict`() throws {
    for start in 0..<Self.count {
      for end in (start + 1)...Self.count {
        #expect(try Self.wrong(Self.count, [.reverse(start..<end)]) == [])
      }
    }
  }

  /// Written in order of time, a row with one end moved past the other end gives the same file as a shifted row.
  @Test func `moving a tap merges as the right tap or is a conflict`() throws {
    for index in 0..<Self.count {
      for time in 16...34 {
        let isShift = index == 0 && time == 30 || index == Self.count - 1 && time == 18
        for isSorted in isShift ? [false] : [false, true] {
          let changes = [Change.move([index: time])]
          #expect(try Self.wrong(Self.count, changes, isSorted: isSorted) == [])
        }
      }
    }
  }

  @Test(arguments: seeds(1..<101))
  func `moving taps randomly merges as the right taps or is a conflict`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 2...9, using: &random)
    let changes = (0..<Int.random(in: 1...3, using: &random)).map { _ -> Change in
      let start = Int.random(in: 0..<count, using: &random)
      let taps = start..<Int.random(in: (start + 1)...count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return .shift(taps, Int.random(in: -5...5, using: &random))
      case 1: return .reverse(taps)
      default:
        let times = taps.map { ($0, Int.random(in: 16...44, using: &random)) }
        return .move(Dictionary(uniqueKeysWithValues: times))
      }
    }
    #expect(try Self.wrong(count, changes) == [])
  }

  /// The change of one side, the tap that the other side changes, and whether the match is certain.
  @Test(arguments: [
    // At a place where no other tap was.
    (Change.shift(3..<5, 1), 4, true), (.shift(3..<5, 5), 3, true), (.move([1: 23]), 2, true),
    (.shift(0..<5, 2), 2, true), (.move([1: 27]), 2, true),
    // At places of other taps.
    (.shift(3..<5, 2), 2, true), (.shift(3..<5, 2), 3, false), (.shift(3..<5, 2), 4, false),
    (.reverse(1..<4), 1, false), (.reverse(1..<4), 2, true), (.reverse(1..<4), 4, true),
  ])
  func `only a change of an ambiguous tap is a conflict`(
    change: Change, index: Int, isCertain: Bool
  ) throws {
    let base = Self.row(5)
    let moved = change.apply(to: base)
    var (weaker, expected) = (base, moved)
    weaker[index].intensity = 0.3
    expected[index].intensity = 0.3
    #expect(try Self.merged(base, moved, weaker) == (isCertain ? expected.sorted() : nil))
    #expect(try Self.merged(base, weaker, moved) == (isCertain ? expected.sorted() : nil))
  }

  @Test func `an ambiguous tap is named, even if it is removed`() throws {
    let base = Self.row(5)
    let moved = Change.shift(3..<5, 2).apply(to: base)
    let documents = try [base, moved, Array(base.dropLast())].map(Self.document)
    let here = PatternMerge(base: documents[0], ours: documents[1], theirs: documents[2])
    #expect(
      here.conflicts.map(\.description) == [
        "Pattern[3]: changed there, but the matching event here is ambiguous"
      ])
    let there = PatternMerge(base: documents[0], ours: documents[2], theirs: documents[1])
    #expect(
      there.conflicts.map(\.description) == [
        "Pattern[3] of theirs: changed here, but the matching event there is ambiguous"
      ])
  }

  // MARK: Rows of different taps

  /// The taps of a document with their times, intensities and sharpnesses.
  private static func document(_ taps: [Double: (intensity: Double, sharpness: Double)]) throws
    -> EditDocument
  {
    try EditSample.document(
      HapticPattern {
        for (time, tap) in taps.sorted(by: { $0.key < $1.key }) {
          Transient(at: time, intensity: tap.intensity, sharpness: tap.sharpness)
        }
      })
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a change stays with its tap while other taps are removed and added`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let times = (1..<45).map { Double($0) * 0.1 }.shuffled(using: &random)
    let count = Int.random(in: 3...10, using: &random)
    var base: [Double: (intensity: Double, sharpness: Double)] = [:]
    for time in times.prefix(count) {
      let hundredths = Int.random(in: 20...100, using: &random)
      base[time] = (Double(hundredths) / 100, Double(hundredths % 7) / 10)
    }
    var (ours, theirs) = (base, base)
    ours[times[0]]?.sharpness = 0.95
    theirs[times[0]]?.intensity = 0.13
    theirs[times[1]] = nil
    theirs[times[count]] = (0.9, 0.85)
    var merged = theirs
    merged[times[0]]?.sharpness = 0.95
    for sides in [(ours, theirs), (theirs, ours)] {
      let merge = try PatternMerge(
        base: Self.document(base), ours: Self.document(sides.0), theirs: Self.document(sides.1))
      #expect(merge.conflicts.isEmpty)
      let events = try #require(AHAP.read(merge.bytes).pattern).events.sorted { $0.time < $1.time }
      let wanted = merged.sorted { $0.key < $1.key }
      #expect(events.map(\.time) == wanted.map(\.key))
      #expect(events.map { $0.value(of: .hapticIntensity) } == wanted.map(\.value.intensity))
      #expect(events.map { $0.value(of: .hapticSharpness) } == wanted.map(\.value.sharpness))
    }
  }

  @Test func `a tap that both sides add appears once, even if one side removes another`() throws {
    let base = [0.2: (0.5, 0.2), 0.3: (0.8, 0.85), 0.4: (0.3, 0.4), 0.5: (0.6, 0.7)]
    for (time, value) in [(0.35, (0.8, 0.2)), (0.8, (0.1, 0.2)), (0.8, (0.8, 0.85))] {
      var theirs = base
      theirs[time] = value
      var ours = theirs
      ours[0.3] = nil
      for sides in [(ours, theirs), (theirs, ours)] {
        let merge = try PatternMerge(
          base: Self.document(base), ours: Self.document(sides.0), theirs: Self.document(sides.1))
        #expect(merge.conflicts.isEmpty)
        let times = try #require(AHAP.read(merge.bytes).pattern).events.map(\.time).sorted()
        #expect(times == ours.keys.sorted())
      }
    }
  }

  @Test(arguments: [(0.2, 1, 0.35), (0.6, 0.5, 0.9)])
  func `a change of a tap whose replacement is far away is a conflict`(
    time: Double, intensity: Double, sharpness: Double
  ) throws {
    let base = [0.2: (1, 0.3), 0.4: (0.8, 0.5), 0.6: (0.5, 0.6)]
    var (ours, theirs) = (base, base)
    ours[time] = nil
    ours[3.85] = (intensity, sharpness)
    theirs[time]?.0 = 0.7
    for sides in [(ours, theirs), (theirs, ours)] {
      let merge = try PatternMerge(
        base: Self.document(base), ours: Self.document(sides.0), theirs: Self.document(sides.1))
      #expect(merge.conflicts.count == 1)
    }
  }

  @Test(arguments: [3, 0.1, 1.2])
  func `a tap added far from a tap that both sides remove merges`(time: Double) throws {
    let base = [0.5: (0.5, 0.2), 1.0: (0.9, 0.1), 1.5: (0.3, 0.4)]
    var theirs = base
    theirs[1] = nil
    var ours = theirs
    ours[time] = (0.7, 0.8)
    for sides in [(ours, theirs), (theirs, ours)] {
      let merge = try PatternMerge(
        base: Self.document(base), ours: Self.document(sides.0), theirs: Self.document(sides.1))
      #expect(merge.conflicts.isEmpty)
      let events = try #require(AHAP.read(merge.bytes).pattern).events
      #expect(events.map(\.time).sorted() == ours.keys.sorted())
    }
  }

  @Test func `a tap that one side replaces nearby and the other side removes is a conflict`() throws
  {
    let base = [0.5: (0.5, 0.2), 1.0: (0.9, 0.1)]
    var (ours, theirs) = (base, base)
    theirs[1] = nil
    ours[1] = nil
    ours[1.08] = (0.2, 0.8)
    for sides in [(ours, theirs), (theirs, ours)] {
      let merge = try PatternMerge(
        base: Self.document(base), ours: Self.document(sides.0), theirs: Self.document(sides.1))
      #expect(merge.conflicts.count == 1)
    }
  }

  @Test func `taps that both sides move in the same way merge`() throws {
    let base = Self.row(5)
    let moved = Change.shift(2..<5, 2).apply(to: base)
    #expect(try Self.merged(base, moved, moved) == moved)
    let further = Change.shift(1..<5, 2).apply(to: base)
    #expect(try Self.merged(base, moved, further) == nil)
  }
}
