package import HapticEngine
internal import TextFormats

/// A value over time that moves in straight lines from point to point.
package struct VibrationLine: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package var time: Seconds
    package var value: Double
  }

  /// In order of time; two at one time are a jump.
  package private(set) var points: [Point] = []

  package init() {}

  /// A line through `points`, which are in order of time.
  package init(_ points: [Point]) {
    for point in points { append(point.time, point.value) }
  }

  /// Times that are nearer than this are one time.
  package static let resolution = PatternCourse.resolution

  /// Goes on to `value` at `time`, which is not before the last point.
  package mutating func append(_ time: Seconds, _ value: Double) {
    if let last = points.last, time - last.time < Self.resolution {
      if abs(value - last.value) < 1e-12 {
        // The later one is the beginning of a piece, and not the rounded end of one.
        points[points.count - 1] = Point(time: time, value: value)
        return
      }
      // Of several points at one time the first and the last are the jump.
      points[points.count - 1].time = time
      if points.count > 1, time - points[points.count - 2].time < Self.resolution {
        points[points.count - 2].time = time
        points.removeLast()
      }
    }
    points.append(Point(time: time, value: value))
  }

  /// The value right after `time`; that of the nearest end outside.
  package func value(after time: Seconds) -> Double {
    value(at: time, firstIndex: firstIndex(after: time))
  }

  /// The value right before `time`; that of the nearest end outside.
  package func value(before time: Seconds) -> Double {
    value(at: time, firstIndex: firstIndex(from: time))
  }

  /// The points between two times, and the values right after the first and right before the last.
  package func part(from start: Seconds, to end: Seconds) -> [Point] {
    let inner = points[
      firstIndex(after: start)..<max(firstIndex(after: start), firstIndex(from: end))]
    return [Point(time: start, value: value(after: start))] + inner
      + [Point(time: end, value: value(before: end))]
  }

  /// The points at `time`.
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

  /// The index of the first point that is later than `time`.
  private func firstIndex(after time: Seconds) -> Int { firstIndex { $0 > time } }

  /// The index of the first point that is not earlier than `time`.
  private func firstIndex(from time: Seconds) -> Int { firstIndex { $0 >= time } }

  private func firstIndex(_ isBeyond: (Seconds) -> Bool) -> Int {
    points.partitioningIndex { isBeyond($0.time) }
  }
}

/// One vibration: its strength and sharpness from its start to its end; silent elsewhere.
package struct VibrationVoice {
  /// Where it is in the source.
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

/// A pattern as one vibration and its transients: what most formats can hold of it.
///
/// Laws: vibrations at the same time become their sum (`VoiceMerger`). Curves and parameters are worked in, the way the renderer
/// plays them: intensity is multiplied, sharpness added and clamped. Attack, decay and release become
/// lines of the lengths that the renderer gives them, where they are more than their shortest.
package struct VibrationTrack {
  /// Strength, 0...1, over the whole length; 0 where nothing vibrates.
  package var intensity = VibrationLine()
  /// Sharpness, 0...1, where anything vibrates.
  package var sharpness = VibrationLine()
  /// In order of time.
  package var transients: [VibrationTransient] = []
  /// Seconds.
  package var duration: Seconds = 0

  /// A pattern of `points` events, parameters and points of curves is not taken apart into more points than
  /// this, nor compared in more steps.
  ///
  /// Our choice: sixteen for each, which no pattern seen takes half of and a million events take seconds
  /// for. Where everything overlaps there would be as many as the square.
  package static func maximumWork(points: Int) -> Int { max(1_000_000, 16 * points) }

  /// A track of `voices`, added up.
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
        because: "a vibration without a duration is left out")
    }
    let ordered = voices.filter { $0.end > $0.start }.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    var merger = VoiceMerger(voices: ordered)
    try merger.merge(into: &self, format: format, losses: &losses)
  }

  /// The track of `pattern`.
  ///
  /// - Parameters:
  ///   - pattern: What is taken apart.
  ///   - format: The format that it is for, which an error names.
  ///   - options: Whether the control of intensity acts on transients, as in Core Haptics.
  ///   - losses: What a track does not hold is added to these.
  /// - Throws: `ConversionError` if so much overlaps that it would take too long, or if the pattern
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
          because: "controls of audio are not supported")
      case .curve(let curve) where !curve.id.isHaptic:
        losses.add(
          .sound, "Pattern[\(index)]", at: curve.time,
          because: "controls of audio are not supported")
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
        "too many events and curves overlap at the same time; convert parts of the pattern, such "
        + "as of `haptic edit trim`")
  }

  /// The times at which strength or sharpness has a point, in order.
  var times: [Seconds] { Set((intensity.points + sharpness.points).map(\.time)).sorted() }

  /// Strength and sharpness at each of `times`; a jump is there twice, before and after.
  var moments: [(time: Seconds, intensity: Double, sharpness: Double)] {
    times.flatMap { time in
      let before = (time, intensity.value(before: time), sharpness.value(before: time))
      let after = (time, intensity.value(after: time), sharpness.value(after: time))
      return before == after ? [before] : [before, after]
    }
  }

  /// The strength at `time`, transients left out; 0 outside.
  package func level(after time: Seconds) -> Double {
    guard let first = intensity.points.first, let last = intensity.points.last,
      time >= first.time && time < last.time
    else { return 0 }
    return intensity.value(after: time)
  }
}

extension VibrationLine {
  /// How far a line may be from the one that it stands for without a loss.
  ///
  /// Our choice: far below what is noticed, and far above the rounding.
  private static let shapeTolerance = 0.001

  /// A line that would have more points is not refined.
  ///
  /// Our choice: the file is a tenth of `PatternFormat.maximumBytes`, with 70 bytes for each point; a curve that
  /// goes from none to full ten times a second has as many in ten minutes.
  private static let maximumRefinedPoints = 100_000

  /// The line with so many points that straight lines between their squares are its square within
  /// `shapeTolerance`.
  ///
  /// The difference between values a and b is (a - b)² / 4, so that equal steps of the value need the fewest points.
  func refinedForSquares() -> VibrationLine {
    let step = 2 * Self.shapeTolerance.squareRoot()
    let pieces = zip(points, points.dropFirst()).map { first, second in
      // More points than fit into a piece would be one.
      min(
        max((abs(second.value - first.value) / step).rounded(.up), 1),
        max(((second.time - first.time) / Self.resolution / 2).rounded(.down), 1))
    }
    guard pieces.reduce(1, +) <= Double(Self.maximumRefinedPoints) else { return self }
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
    return refined
  }

  /// Reports the largest difference between the line and one of its square roots: between values a²
  /// and b² it is (a - b)² / 4, in the middle.
  func reportShape(
    ofSquared squared: String, root: String, to losses: inout ConversionLosses
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
      because: "between points a line in \(squared) is not a line in \(root); of "
        + "\(count.counted("such piece")) this is the farthest off")
  }
}
