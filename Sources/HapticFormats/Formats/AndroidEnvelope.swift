internal import HapticEngine
internal import TextFormats

/// The control points of an Android envelope: a track at whole milliseconds, with at most one point per millisecond.
///
/// The envelope is at most 1 ms longer than the track, but takes at least 2 ms, the shortest rise and fall. Points of
/// the track that round to the same millisecond become one point if the line passes each of their values at most a
/// millisecond early or late. Otherwise they become two points in adjacent milliseconds, which is how the format writes
/// a jump. If both adjacent milliseconds have points of their own, only the middle of the values is written, and the
/// values that the line does not reach are a loss.
struct AndroidEnvelope {
  /// A point of the track or of the envelope.
  struct Point {
    /// Milliseconds from the start of the effect.
    var time: Double
    /// 0...1.
    var level: Double
    /// 0...1.
    var sharpness: Double
  }

  /// The points that are written, in order of time, each at a different whole millisecond; the first is after 0.
  private(set) var points: [Point] = []
  /// The start of the effect, which Android does not write as a point.
  let start: Point
  /// The points of the track; a jump has two, at the same time.
  private let moments: [Point]
  /// The indices of the moments that do not have a millisecond, or a point, of their own.
  private var shared: [Int] = []
  private var rounding = MillisecondRounding()
  private var worstLevel = LargestDifference()
  private var worstSharpness = LargestDifference()

  /// Values that differ by less than this are treated as equal, because sums and fractions of times are rounded.
  ///
  /// Our choice: far below the resolution of any device, and far above rounding errors.
  private static let noise = 1e-9
  /// A value that the line misses by less than this is not a loss.
  ///
  /// Our choice, as for `.haptic`: far below the threshold of feeling.
  private static let tolerance = 0.001

  /// The moments that round to the same millisecond.
  private struct Group {
    var time: Double
    var moments: Range<Int>
    /// The index of the moment that is nearest to the millisecond; if several are equally near, the last of them.
    var nearest: Int
  }

  /// Creates the points of `track`.
  init(_ track: VibrationTrack, losses: inout ConversionLosses) {
    start = Point(time: 0, level: 0, sharpness: Self.written(track.sharpness.value(after: 0)))
    moments = Self.moments(of: track)
    let groups = Self.groups(of: moments)
    for (index, group) in groups.enumerated() {
      add(group, before: index + 1 < groups.count ? groups[index + 1] : nil)
    }
    if let last = points.last, let end = moments.last, last.level > 0 {
      // Android requires that the last point has intensity 0.
      points.append(Point(time: last.time + 1, level: 0, sharpness: last.sharpness))
      rounding.note((last.time + 1) / 1_000, for: end.time / 1_000)
    }
    let written = Lines([start] + points)
    for index in shared { record(index, in: written) }
    rounding.report(
      to: &losses,
      because:
        "Android's points are at whole milliseconds, and a jump takes 1 ms (ramps between whole milliseconds are "
        + "exact, and --to android-xml-waveform does not need ramps)")
    let reason =
      "curve points less than 1 ms apart become one point (keep them at least 1 ms apart); this is the largest "
      + "difference"
    worstLevel.report(
      .curveShape, .share, beyond: Self.tolerance, to: &losses, because: "\(reason) in intensity")
    worstSharpness.report(
      .sharpness, .share, beyond: Self.tolerance, to: &losses, because: "\(reason) in sharpness")
  }

  /// The points of `track`; a jump has two entries, and so has the start of a track that starts above 0.
  private static func moments(of track: VibrationTrack) -> [Point] {
    let start = track.intensity.points.first?.time
    return track.times.flatMap { time in
      func point(_ level: Double, _ sharpness: Double) -> Point {
        Point(time: time * 1_000, level: level, sharpness: sharpness)
      }
      let after = point(track.intensity.value(after: time), track.sharpness.value(after: time))
      var before = point(track.intensity.value(before: time), track.sharpness.value(before: time))
      let isStart = time == start && track.level(after: time) > 0
      if isStart { before.level = 0 }
      return isStart || before.differs(from: after, by: noise) ? [before, after] : [before]
    }
  }

  /// Returns the latest millisecond for points.
  ///
  /// A track that is above 0 in its last millisecond falls in the millisecond after its last point. Its end is rounded
  /// down, because the fall would otherwise end up to 1.5 ms after the track. There cannot be a point at 0.
  private static func latest(of moments: [Point]) -> Double {
    guard let end = moments.last else { return .infinity }
    let isAbove = moments.reversed().prefix { $0.time.rounded() >= end.time.rounded() }
      .contains { $0.level > 0 }
    return isAbove ? max((end.time + noise).rounded(.down), 1) : .infinity
  }

  private static func groups(of moments: [Point]) -> [Group] {
    var groups: [Group] = []
    let latest = latest(of: moments)
    for (index, moment) in moments.enumerated() {
      let time = min(moment.time.rounded(), latest)
      guard let last = groups.last, last.time == time else {
        groups.append(Group(time: time, moments: index..<index + 1, nearest: index))
        continue
      }
      let isNearest = abs(moment.time - time) <= abs(moments[last.nearest].time - time)
      groups[groups.count - 1] = Group(
        time: time, moments: last.moments.lowerBound..<index + 1,
        nearest: isNearest ? index : last.nearest)
    }
    return groups
  }

  /// Adds the points for `group`, and records the differences.
  private mutating func add(_ group: Group, before next: Group?) {
    if group.moments.count == 1, group.time > 0 {
      points.append(placed(group.nearest, at: group.time))
      return rounding.note(group.time / 1_000, for: moments[group.nearest].time / 1_000)
    }
    shared += group.moments
    let last = points.last ?? start
    let following = next.map { [placed($0.nearest, at: $0.time)] } ?? []
    // The effect starts at 0 with intensity 0, so there cannot be a point at 0.
    let single = group.time > 0 ? [placed(group.nearest, at: group.time)] : []
    var chosen = single
    let lines = Lines([last] + single + following)
    if group.moments.contains(where: { miss(of: $0, by: lines) != nil }) {
      let (first, final) = (group.moments.lowerBound, group.moments.upperBound - 1)
      // A track that ends above 0 needs the millisecond after its end to end at 0.
      let isFreeAfter =
        next.map { $0.time > group.time + 1 } ?? (group.time <= 0 || moments[final].level == 0)
      if group.time <= 0 {
        chosen = isFreeAfter ? [placed(final, at: 1)] : []
      } else if isFreeAfter {
        chosen = [placed(first, at: group.time), placed(final, at: group.time + 1)]
      } else if last.time < group.time - 1 {
        chosen = [placed(first, at: group.time - 1), placed(final, at: group.time)]
      } else {
        chosen = [middle(of: group)]
      }
    }
    points += chosen
  }

  /// The point at `group` that is at the smallest distance from all its moments.
  private func middle(of group: Group) -> Point {
    func middle(_ value: KeyPath<Point, Double>) -> Double {
      let values = moments[group.moments].map { $0[keyPath: value] }
      return Self.written(((values.min() ?? 0) + (values.max() ?? 0)) / 2)
    }
    return Point(time: group.time, level: middle(\.level), sharpness: middle(\.sharpness))
  }

  private func placed(_ index: Int, at time: Double) -> Point {
    Point(
      time: time, level: Self.written(moments[index].level),
      sharpness: Self.written(moments[index].sharpness))
  }

  /// Returns `value` as written, without rounding errors of numbers that have at most nine decimals.
  private static func written(_ value: Double) -> Double {
    let rounded = (value * 1e9).rounded() / 1e9
    return abs(rounded - value) < 1e-12 ? rounded : value
  }

  /// Whether the sharpness of the moment at `index` can be felt; it cannot be felt in silence.
  private func isFelt(_ index: Int) -> Bool {
    let moment = moments[index]
    return [index - 1, index, index + 1].contains { neighbor in
      moments.indices.contains(neighbor) && moments[neighbor].level > Self.noise
        && (neighbor == index || moments[neighbor].time != moment.time)
    }
  }

  /// Straight lines through points, over milliseconds.
  private struct Lines {
    let levels: VibrationLine
    let tones: VibrationLine

    init(_ points: [Point]) {
      levels = VibrationLine(points.map { .init(time: $0.time, value: $0.level) })
      tones = VibrationLine(points.map { .init(time: $0.time, value: $0.sharpness) })
    }
  }

  /// Returns how far `lines` stay from the moment at `index` within a millisecond of its time; nil if they reach its
  /// values.
  private func miss(of index: Int, by lines: Lines) -> (level: Double, sharpness: Double)? {
    let moment = moments[index]
    func distance(of line: VibrationLine, from value: Double) -> Double {
      let reached = line.part(from: moment.time - 1, to: moment.time + 1).map(\.value)
      return max((reached.min() ?? value) - value, value - (reached.max() ?? value), 0)
    }
    let level = distance(of: lines.levels, from: moment.level)
    let tone = isFelt(index) ? distance(of: lines.tones, from: moment.sharpness) : 0
    return max(level, tone) > Self.tolerance ? (level, tone) : nil
  }

  /// Records how much earlier or later, and how far, `lines`, which go through `points`, pass the moment at `index`.
  private mutating func record(_ index: Int, in lines: Lines) {
    let moment = moments[index]
    let seconds = moment.time / 1_000
    func matches(_ level: Double, _ sharpness: Double) -> Bool {
      abs(level - moment.level) <= Self.noise
        && (abs(sharpness - moment.sharpness) <= Self.noise || !isFelt(index))
    }
    let (level, tone) = (
      lines.levels.value(before: moment.time), lines.tones.value(before: moment.time)
    )
    guard !matches(level, tone) else { return }
    if let miss = miss(of: index, by: lines) {
      worstLevel.add(miss.level, at: seconds)
      worstSharpness.add(miss.sharpness, at: seconds)
    }
    // If the lines reach a value that is not written as a point, they reach it within a millisecond.
    let first = points.partitioningIndex { $0.time >= moment.time - 1 }
    let shift =
      points[first...].prefix { $0.time <= moment.time + 1 }
      .filter { matches($0.level, $0.sharpness) }.map { abs($0.time - moment.time) }.min() ?? 1
    rounding.note(seconds + shift / 1_000, for: seconds)
  }
}

extension AndroidEnvelope.Point {
  /// Whether level or sharpness differ by more than `noise`.
  fileprivate func differs(from other: Self, by noise: Double) -> Bool {
    abs(level - other.level) > noise || abs(sharpness - other.sharpness) > noise
  }
}
