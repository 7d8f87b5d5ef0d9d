internal import HapticEngine
internal import TextFormats

/// The pace of sensations that follow each other: even, getting faster or getting slower.
struct SensationPace {
  /// The first interval, the last one, and their mean, in seconds.
  let first: Seconds
  let last: Seconds
  let mean: Seconds
  /// Whether no interval is longer, or none shorter, than the one before it.
  private let isOneWay: Bool

  /// The fewest sensations that are described as one at an even pace.
  private static let shortestEven = 3
  /// The fewest sensations that are described as getting faster or slower, if the pace is not even.
  ///
  /// Our choice: fewer random intervals often happen to be in order.
  private static let shortestMoving = 5
  /// The longest interval of a pace, in seconds.
  ///
  /// Our choice: about the slowest beat that people hear as a rhythm.
  private static let longest: Seconds = 2
  /// The factor by which the next interval of a moving pace may be longer or shorter.
  ///
  /// Our choice: a larger step is a rhythm.
  private static let step = 1.5
  /// The part by which the first and the last interval must differ for a change of pace.
  ///
  /// Our choice: about what people notice of a tempo.
  private static let noticeable = 0.1
  /// The rounding of times in files, in seconds.
  private static let rounding: Seconds = 0.0011

  /// The pace of `times`, at least two in ascending order.
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
    guard isOneWay, abs(last - first) > first * Self.noticeable + Self.rounding else {
      return "\(mean.milliseconds) apart"
    }
    let change = last < first ? "faster" : "slower"
    return "getting \(change), first \(first.milliseconds) and last \(last.milliseconds) apart"
  }

  /// The indices of what is one sensation: several of `times` with a pace that are alike, or a single one.
  ///
  /// A pace is even if each interval is the first one, to a quarter of it.
  static func runs(
    _ times: [Seconds], areAlike: (Int, Int) -> Bool = { _, _ in true }
  ) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var first = 0
    while first < times.count {
      let start = first
      func end(_ shortest: Int, _ continues: (Seconds, Seconds, Seconds) -> Bool) -> Int {
        var end = start + 1
        while end < times.count, areAlike(start, end) {
          let (gap, next) = (times[start + 1] - times[start], times[end] - times[end - 1])
          let before = end > start + 1 ? times[end - 1] - times[end - 2] : gap
          guard max(gap, next) <= longest, continues(gap, before, next) else { break }
          end += 1
        }
        return end - start < shortest ? start + 1 : end
      }
      let ends = [
        end(shortestEven) { gap, _, next in abs(next - gap) <= gap / 4 + 1e-6 },
        end(shortestMoving) { _, before, next in
          next <= before + rounding && next >= before / step - rounding
        },
        end(shortestMoving) { _, before, next in
          next >= before - rounding && next <= before * step + rounding
        },
      ]
      first = ends.max() ?? start + 1
      runs.append(start..<first)
    }
    return runs
  }
}

extension Double {
  /// A time in seconds as text: whole milliseconds below a second.
  var milliseconds: String {
    self < 0.9995 ? "\((self * 1_000).rounded(to: 0)) ms" : "\(rounded(to: 2)) s"
  }
}
