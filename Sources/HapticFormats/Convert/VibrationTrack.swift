package import HapticEngine
internal import TextFormats

/// A value over time that moves in straight lines from point to point.
package struct VibrationLine: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package var time: Seconds
    package var value: Double
  }

  /// The points in order of time; two points at the same time are a jump.
  package private(set) var points: [Point] = []

  package init() {}

  /// Creates a line through `points`, which must be in order of time.
  package init(_ points: [Point]) {
    for point in points { append(point.time, point.value) }
  }

  /// Times that are closer than this are treated as the same time.
  package static let resolution = PatternCourse.resolution

  /// Continues the line to `value` at `time`, which must not be before the last point.
  package mutating func append(_ time: Seconds, _ value: Double) {
    if let last = points.last, time - last.time < Self.resolution {
      if abs(value - last.value) < 1e-12 {
        // The later time is the exact start of a piece; the earlier time is the rounded end of the previous piece.
        points[points.count - 1] = Point(time: time, value: value)
        return
      }
      // If several points have the same time, the first and the last form the jump.
      points[points.count - 1].time = time
      if points.count > 1, time - points[points.count - 2].time < Self.resolution {
        points[points.count - 2].time = time
        points.removeLast()
      }
    }
    points.append(Point(time: time, value: value))
  }

  /// Returns the value immediately after `time`; outside the line, the value of the nearest end.
  package func value(after time: Seconds) -> Double {
    value(at: time, firstIndex: firstIndex(after: time))
  }

  /// Returns the value immediately before `time`; outside the line, the value of the nearest end.
  package func value(before time: Seconds) -> Double {
    value(at: time, firstIndex: firstIndex(from: time))
  }

  /// Returns the points between two times, and the values immediately after the first and before the last time.
  package func part(from start: Seconds, to end: Seconds) -> [Point] {
    let inner = points[
      firstIndex(after: start)..<max(firstIndex(after: start), firstIndex(from: end))]
    return [Point(time: start, value: value(after: start))] + inner
      + [Point(time: end, value: value(before: end))]
  }

  /// Returns the points at `time`.
  package func points(at time: Seconds) -> ArraySlice<Point> {
    points[firstIndex(from: time)..<firstIndex(after: time)]
  }

  private func value(at time: Seconds, firstIndex index: Int) -> Double {
    guard index > 0 else { return points.first?.value ?? 0 }
    let before = points[index - 1]
    guard index < points.count else { return before.value }
    let after = points[index]
    guard after.time > before.time else { return after.value }
    let share = (time - before.time) / (after.time - before.time)
    return before.value + (after.value - before.value) * share
  }

  /// Returns the index of the first point later than `time`.
  private func firstIndex(after time: Seconds) -> Int { firstIndex { $0 > time } }

  /// Returns the index of the first point not earlier than `time`.
  private func firstIndex(from time: Seconds) -> Int { firstIndex { $0 >= time } }

  private func firstIndex(_ isBeyond: (Seconds) -> Bool) -> Int {
    points.partitioningIndex { isBeyond($0.time) }
  }
}

/// One vibration, with its strength and sharpness from its start to its end; it is silent elsewhere.
package struct VibrationVoice {
  /// The place of the vibration in the source.
  package var place: String
  /// At least two points.
  package var intensity: VibrationLine
  package var sharpness: VibrationLine

  package init(place: String, intensity: VibrationLine, sharpness: VibrationLine) {
    self.place = place
    self.intensity = intensity
    self.sharpness = sharpness
  }

  package var start: Seconds { intensity.points.first?.time ?? 0 }
  package var end: Seconds { intensity.points.last?.time ?? 0 }
}

/// A transient.
package struct VibrationTransient: Hashable, Sendable {
  package var place: String
  package var time: Seconds
  package var intensity: Double
  package var sharpness: Double

  package init(place: String, time: Seconds, intensity: Double, sharpness: Double) {
    self.place = place
    self.time = time
    self.intensity = intensity
    self.sharpness = sharpness
  }
}

/// A pattern as one vibration and its transients, which is the part of a pattern that most formats can hold.
///
/// Rules: simultaneous vibrations become their sum (`VoiceMerger`). Curves and parameters are applied as in the
/// renderer: intensity is multiplied, sharpness is added and clamped. Attack, decay and release become lines with
/// the renderer's lengths, unless they are the shortest possible.
package struct VibrationTrack {
  /// Strength, 0...1, over the whole length; 0 where nothing vibrates.
  package var intensity = VibrationLine()
  /// Sharpness, 0...1, while the track vibrates.
  package var sharpness = VibrationLine()
  /// The transients, in order of time.
  package var transients: [VibrationTransient] = []
  /// The duration in seconds.
  package var duration: Seconds = 0

  /// The maximum number of points into which a pattern may be split, and of steps to compare them.
  ///
  /// `points` is the
  /// number of events, parameters and curve points in the pattern.
  ///
  /// Our choice: sixteen for each point. No pattern that we have seen needs half of that, and a million events take
  /// seconds. If everything overlapped, the number of points would grow with the square.
  package static func maximumWork(points: Int) -> Int { max(1_000_000, 16 * points) }

  /// Creates a track as the sum of `voices`.
  package init(
    voices: [VibrationVoice], transients: [VibrationTransient], duration: Seconds, format: String,
    losses: inout ConversionLosses
  ) throws(ConversionError) {
    self.transients = transients.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    .map(\.element)
    self.duration = max(duration, voices.map(\.end).max() ?? 0)
    guard max(self.duration, self.transients.last?.time ?? 0) <= PatternFormat.maximumDuration
    else {
      throw .tooLong(format: format)
    }
    for voice in voices where voice.end <= voice.start {
      losses.add(
        .unsupported, voice.place, at: voice.intensity.points.first?.time,
        because: "a vibration without a duration is omitted")
    }
    let ordered = voices.filter { $0.end > $0.start }.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    var merger = VoiceMerger(voices: ordered)
    try merger.merge(into: &self, format: format, losses: &losses)
  }

  /// Creates the track of `pattern`.
  ///
  /// - Parameters:
  ///   - pattern: The pattern to split.
  ///   - format: The target format, which errors name.
  ///   - options: Whether the intensity control acts on transients, as in Core Haptics.
  ///   - losses: Receives the parts of the pattern that a track cannot hold.
  /// - Throws: `ConversionError` if so many events overlap that the conversion would take too long, or if the pattern
  ///   lasts longer than `PatternFormat.maximumDuration`.
  package init(
    _ pattern: HapticPattern, for format: String, _ options: ConversionOptions,
    losses: inout ConversionLosses
  ) throws(ConversionError) {
    let controls = PatternControls(pattern)
    var voices: [VibrationVoice] = []
    var transients: [VibrationTransient] = []
    var work = 0
    let limit = Self.maximumWork(
      points: pattern.entries.count + pattern.curves.reduce(0) { $0 + $1.controlPoints.count })
    for (index, entry) in pattern.entries.enumerated() {
      switch entry {
      case .event(let event) where event.type == .hapticTransient:
        transients.append(
          controls.transient(event, at: index, isScaled: options.curvesActOnTransients))
      case .event(let event) where event.type == .hapticContinuous:
        let voice = controls.voice(event, at: index, losses: &losses)
        work += voice.intensity.points.count + voice.sharpness.points.count
        voices.append(voice)
      case .event(let event):
        losses.add(
          .sound, "Pattern[\(index)]", at: event.time, because: "audio events are not supported")
      case .parameter(let parameter) where !parameter.id.isHaptic:
        losses.add(
          .sound, "Pattern[\(index)]", at: parameter.time,
          because: "audio controls are not supported")
      case .curve(let curve) where !curve.id.isHaptic:
        losses.add(
          .sound, "Pattern[\(index)]", at: curve.time,
          because: "audio controls are not supported")
      case .parameter, .curve: break
      }
      if work > limit { throw Self.tooMuch(format) }
    }
    try self.init(
      voices: voices, transients: transients, duration: pattern.duration, format: format,
      losses: &losses)
  }

  static func tooMuch(_ format: String) -> ConversionError {
    .unwritable(
      format: format,
      reason:
        "too many events and curves overlap at the same time; convert parts of the pattern, for example "
        + "those that `haptic edit trim` makes")
  }

  /// The times at which strength or sharpness has a point, in order.
  var times: [Seconds] { Set((intensity.points + sharpness.points).map(\.time)).sorted() }

  /// Strength and sharpness at each of `times`; a jump has two entries, before and after.
  var moments: [(time: Seconds, intensity: Double, sharpness: Double)] {
    times.flatMap { time in
      let before = (time, intensity.value(before: time), sharpness.value(before: time))
      let after = (time, intensity.value(after: time), sharpness.value(after: time))
      return before == after ? [before] : [before, after]
    }
  }

  /// Returns the strength at `time`, without transients; 0 outside the track.
  package func level(after time: Seconds) -> Double {
    guard let first = intensity.points.first, let last = intensity.points.last,
      time >= first.time && time < last.time
    else { return 0 }
    return intensity.value(after: time)
  }
}

extension VibrationLine {
  /// The distance from the exact line up to which an approximation is not a loss.
  ///
  /// Our choice: far below the threshold of feeling, and far above rounding errors.
  private static let shapeTolerance = 0.001

  /// The maximum number of points that refining adds to a line.
  ///
  /// Our choice: with 85 bytes for each point, they need an eighth of `PatternFormat.maximumBytes`. A curve that goes
  /// from 0 to 1 ten times a second gets as many points in eleven minutes.
  static let maximumAddedPoints = 100_000

  /// Returns the line with enough points that straight lines between the squares of these points are within
  /// `shapeTolerance` of the line's square.
  ///
  /// The difference between values a and b is (a - b)² / 4, so points at equal steps of the value need the fewest
  /// points. If more than `maximumAddedPoints` were needed, the steps become larger until that number suffices.
  ///
  /// - Returns: The line, and whether the steps are larger than the tolerance requires.
  /// - Complexity: O(n) for n points.
  func refinedForSquares() -> (line: VibrationLine, isCoarse: Bool) {
    let finest = 2 * Self.shapeTolerance.squareRoot()
    var step = finest
    var pieces = pieces(ofAtMost: step)
    // Values are 0...1, so a step of 1 does not add a point.
    while pieces.reduce(0, { $0 + $1 - 1 }) > Double(Self.maximumAddedPoints) {
      step *= 1.1
      pieces = self.pieces(ofAtMost: step)
    }
    var refined = VibrationLine(Array(points.prefix(1)))
    for (index, count) in pieces.enumerated() {
      let (first, second) = (points[index], points[index + 1])
      for part in stride(from: 1, to: count, by: 1) {
        let share = part / count
        refined.append(
          first.time + (second.time - first.time) * share,
          first.value + (second.value - first.value) * share)
      }
      refined.append(second.time, second.value)
    }
    return (refined, step > finest)
  }

  /// Returns the number of pieces of each part of the line, so that the value changes by at most `step` in a piece.
  private func pieces(ofAtMost step: Double) -> [Double] {
    zip(points, points.dropFirst()).map { first, second in
      // Points that are closer than the resolution would become one point.
      min(
        max((abs(second.value - first.value) / step).rounded(.up), 1),
        max(((second.time - first.time) / Self.resolution / 2).rounded(.down), 1))
    }
  }

  /// Reports the largest difference between the line and straight lines between its square roots.
  ///
  /// Between values a² and b² the difference is (a - b)² / 4, in the middle. `remedy` advises the author.
  func reportShape(
    ofSquared squared: String, root: String, remedy: String = "", to losses: inout ConversionLosses
  ) {
    var worst = LargestDifference()
    var count = 0
    for (first, second) in zip(points, points.dropFirst())
    where first.time < second.time {
      let step = first.value.squareRoot() - second.value.squareRoot()
      let size = step * step / 4
      if size > Self.shapeTolerance { count += 1 }
      worst.add(size, at: first.time)
    }
    worst.report(
      .curveShape, .share, beyond: Self.shapeTolerance, to: &losses, at: squared,
      because:
        "between points a line in \(squared) is not a line in \(root); this is the largest error of "
        + "\(count.counted("such piece"))\(remedy)")
  }
}
