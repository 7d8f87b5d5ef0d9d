internal import HapticEngine
internal import TextFormats

/// The pace of consecutive sensations, or of pairs of them: even, getting faster or getting slower.
struct SensationPace {
  /// The first interval, the last one, and their mean, in seconds.
  let first: Seconds
  let last: Seconds
  let mean: Seconds
  /// Whether the intervals never increase, or never decrease.
  private let isOneWay: Bool

  /// The minimum number of sensations that are described as having an even pace.
  ///
  /// Our choice: two sensations have only one interval, which is not a pace.
  private static let shortestEven = 3
  /// The minimum number of sensations that are described as getting faster or slower, if the pace is not even.
  ///
  /// Our choice: a smaller number of random intervals is often in ascending or descending order by chance. Sensations
  /// that stand apart from others are not part of a random sequence, so fewer are enough.
  private static let shortestMoving = 5
  /// Sensations stand apart if the pauses before and after them are longer than this multiple of their intervals.
  ///
  /// Our choice: people group sensations that are close together, and a pause of twice the interval clearly separates
  /// groups.
  private static let apart = 2.0
  /// The interval, in seconds, below which sensations form a texture; our choice.
  static let texture: Seconds = 0.05
  /// The longest interval of a pace, in seconds.
  ///
  /// Our choice: about the slowest beat that people hear as a rhythm.
  private static let longest: Seconds = 2
  /// The maximum factor by which consecutive intervals of a changing pace may differ.
  ///
  /// Our choice: a larger step is perceived as a rhythm.
  private static let step = 1.5
  /// The minimum difference between the first and the last interval of a changing pace, as a fraction.
  ///
  /// Our choice: about the smallest change of tempo that people notice.
  private static let noticeable = 0.1
  /// The tolerance for the rounding of times in files, in seconds.
  ///
  /// Our choice: other programs write milliseconds, and the difference of two intervals contains two rounding errors.
  private static let rounding: Seconds = 0.0011

  /// Creates the pace of `times`, which must contain at least two times, in ascending order.
  init(of times: ArraySlice<Seconds>) {
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
    (first, last) = (gaps.first ?? 0, gaps.last ?? 0)
    mean = gaps.reduce(0, +) / Double(max(gaps.count, 1))
    let steps = zip(gaps.dropFirst(), gaps).map { $0 - $1 }
    isOneWay =
      steps.allSatisfy { $0 <= Self.rounding } || steps.allSatisfy { $0 >= -Self.rounding }
  }

  /// The pace in words, such as `100 ms apart`.
  var text: String {
    change.map { "\($0), from \(first.milliseconds) to \(last.milliseconds) apart" }
      ?? "\(mean.milliseconds) apart"
  }

  /// The pace of pairs in words, such as `every 900 ms`.
  var pairText: String {
    change.map { "\($0), from every \(first.milliseconds) to every \(last.milliseconds)" }
      ?? "every \(mean.milliseconds)"
  }

  private var change: String? {
    guard isOneWay, abs(last - first) > first * Self.noticeable + Self.rounding else { return nil }
    return "getting \(last < first ? "faster" : "slower")"
  }

  /// Sensations that are described together: several of `times` with a pace, or a single one.
  struct Run {
    let indices: Range<Int>
    /// Whether the sensations are pairs that follow each other at the pace.
    let isPaired: Bool

    /// Returns the number and the pace of several sensations at `times`, such as
    /// `4 pairs of taps, 150 ms apart, every 600 ms` for `taps`.
    func text(_ name: String, at times: [Seconds]) -> String {
      guard isPaired else {
        return "\(indices.count) \(name), \(SensationPace(of: times[indices]).text)"
      }
      let starts = stride(from: indices.lowerBound, to: indices.upperBound, by: 2)
      let gap = starts.reduce(0) { $0 + times[$1 + 1] - times[$1] } * 2 / Double(indices.count)
      let pace = SensationPace(of: starts.map { times[$0] }[...])
      return "\(indices.count / 2) pairs of \(name), \(gap.milliseconds) apart, \(pace.pairText)"
    }
  }

  /// Divides `times` into runs.
  ///
  /// A pace is even if each interval differs from the first by at most a quarter. Sensations are pairs if the
  /// intervals inside the pairs are even, the intervals between the pairs are longer, and the first sensations of
  /// the pairs have a pace.
  static func runs(
    _ times: [Seconds], areAlike: (Int, Int) -> Bool = { _, _ in true }
  ) -> [Run] {
    var runs: [Run] = []
    var first = 0
    while first < times.count {
      let start = first
      let pause = pause(before: start, times)
      let count = countBeforeTexture(from: start, times, areAlike)
      let pairs = length(after: pause) { index in
        let place = start + 2 * index
        let isPair = isPair(times, at: place, like: start)
        return isPair && areAlike(start, place) && areAlike(start + 1, place + 1)
          ? times[place] : nil
      }
      let isPaired = pairs > 1 && 2 * pairs > count
      first += isPaired ? 2 * pairs : count
      runs.append(Run(indices: start..<first, isPaired: isPaired))
    }
    return runs
  }

  /// Returns the time between `times[index]` and the previous time; infinite for the first time.
  private static func pause(before index: Int, _ times: [Seconds]) -> Seconds {
    index > 0 ? times[index] - times[index - 1] : .infinity
  }

  /// Returns the number of `times` that have a pace, starting at `start`.
  ///
  /// The first tick of a texture that follows slower sensations is not counted.
  private static func countBeforeTexture(
    from start: Int, _ times: [Seconds], _ areAlike: (Int, Int) -> Bool
  ) -> Int {
    func paced(from start: Int) -> Int {
      length(after: pause(before: start, times)) { index in
        let place = start + index
        return place < times.count && areAlike(start, place) ? times[place] : nil
      }
    }
    let count = paced(from: start)
    let last = start + count - 1
    guard count > 1, last + 1 < times.count else { return count }
    let tick = times[last + 1] - times[last]
    let beginsTexture =
      tick < texture && times[last] - times[last - 1] > apart * tick && paced(from: last) > 1
    guard beginsTexture else { return count }
    return count > shortestEven ? count - 1 : 1
  }

  /// Returns how many of the times that `time` returns, from the first on, have a pace.
  ///
  /// The first of these times is `pause` seconds after the previous sensation. Returns 1 if too few times have a pace.
  private static func length(after pause: Seconds, _ time: (Int) -> Seconds?) -> Int {
    func length(_ shortest: Int, _ continues: (Seconds, Seconds, Seconds) -> Bool) -> Int {
      guard let start = time(0), let second = time(1) else { return 1 }
      let gap = second - start
      var (last, before, count) = (start, gap, 1)
      while let next = time(count), max(gap, next - last) <= longest,
        continues(gap, before, next - last)
      {
        (last, before, count) = (next, next - last, count + 1)
      }
      if count >= shortest { return count }
      let next = time(count).map { $0 - last } ?? .infinity
      let standsApart = min(pause, next) > apart * max(gap, before)
      return count >= shortestEven && standsApart ? count : 1
    }
    return max(
      length(shortestEven) { gap, _, next in isEven(next, gap) },
      length(shortestMoving) { _, before, next in
        next <= before + rounding && next >= before / step - rounding
      },
      length(shortestMoving) { _, before, next in
        next >= before - rounding && next <= before * step + rounding
      })
  }

  private static func isEven(_ gap: Seconds, _ first: Seconds) -> Bool {
    abs(gap - first) <= first / 4 + 1e-6
  }

  /// Whether the time at `index` and the next time are as far apart as the two times at `first`, and the following time
  /// is farther away.
  private static func isPair(_ times: [Seconds], at index: Int, like first: Int) -> Bool {
    guard index + 1 < times.count else { return false }
    let gap = times[first + 1] - times[first]
    guard isEven(times[index + 1] - times[index], gap) else { return false }
    guard index + 2 < times.count else { return true }
    let next = times[index + 2] - times[index + 1]
    return next > gap && !isEven(next, gap)
  }
}

extension Double {
  /// The time as text: whole milliseconds below a second.
  var milliseconds: String {
    self < 0.9995 ? "\((self * 1_000).rounded(to: 0)) ms" : "\(rounded(to: 2)) s"
  }
}
