internal import HapticEngine

/// A strength that is held from one time to another.
struct VibrationStep: Hashable, Sendable {
  var start: Seconds
  var end: Seconds
  /// 0...1.
  var level: Double
}

/// A vibration in steps: what formats without lines hold.
enum StepSequence {
  /// How long a transient vibrates where there are no transients.
  ///
  /// Source: AOSP, "Assess hardware": a single impulse of 20 ms or less; what is longer is felt as a
  /// buzz.
  static let transientSeconds = 0.02
  /// A line is cut into pieces of this length.
  ///
  /// Source: Lofelt/NiceVibrations and gaimon, 10 ms steps.
  static let gridSeconds = 0.01
  /// More steps than this are refused.
  ///
  /// Our choice: nearly three hours of nothing but lines.
  static let maximumSteps = 1_000_000

  /// The steps of `track`, from 0 to its end, without gaps: flat pieces as they are, lines as the
  /// mean of each 10 ms, transients as 20 ms of their strength where that is more.
  static func steps(
    of track: VibrationTrack, for format: String, losses: inout ConversionLosses
  ) throws(ConversionError) -> [VibrationStep] {
    var borders: Set<Seconds> = [0]
    for (first, second) in zip(track.intensity.points, track.intensity.points.dropFirst()) {
      borders.insert(first.time)
      borders.insert(second.time)
      guard first.value != second.value, second.time > first.time else { continue }
      let count = ((second.time - first.time) / gridSeconds).rounded(.up)
      guard Double(borders.count) + count <= Double(maximumSteps) else {
        throw .unwritable(
          format: format, reason: "the pattern needs more than \(maximumSteps) steps")
      }
      for step in stride(from: 1, to: count, by: 1) {
        borders.insert(first.time + step * gridSeconds)
      }
      losses.add(
        .curveShape, at: first.time, abs(second.value - first.value) / max(count, 1) / 2, .share,
        because: "a line becomes steps of 10 ms")
    }
    // The strongest transient at each time; one ends where the next begins.
    var transients: [VibrationTransient] = []
    for transient in track.transients {
      if let last = transients.last, last.time == transient.time {
        let weaker = transient.intensity > last.intensity ? last : transient
        if transient.intensity > last.intensity { transients[transients.count - 1] = transient }
        losses.add(
          .overlap, weaker.place, at: weaker.time, weaker.intensity, .share,
          because: "another transient begins at the same time")
      } else {
        transients.append(transient)
      }
    }
    let pulses = transients.enumerated().map { index, transient in
      let next = index + 1 < transients.count ? transients[index + 1].time : .infinity
      return VibrationStep(
        start: transient.time, end: min(transient.time + transientSeconds, next),
        level: transient.intensity)
    }
    let end = max(track.duration, pulses.last?.end ?? 0)
    for pulse in pulses { borders.formUnion([pulse.start, pulse.end]) }
    borders.insert(end)
    let (steps, stronger) = steps(track, between: borders.sorted(), pulses)
    let isHidden = transients.indices.map { !stronger.contains($0) && transients[$0].intensity > 0 }
    reportPulses(of: zip(transients, isHidden).filter { !$1 }.map(\.0), losses: &losses)
    for (transient, isHidden) in zip(transients, isHidden) where isHidden {
      losses.add(
        .overlap, transient.place, at: transient.time, transient.intensity, .share,
        because: "a vibration that is at least as strong hides the transient")
    }
    return steps
  }

  /// The steps, and the indices of the pulses that are stronger than the vibration at some time.
  private static func steps(
    _ track: VibrationTrack, between borders: [Seconds], _ pulses: [VibrationStep]
  ) -> (steps: [VibrationStep], stronger: Set<Int>) {
    var steps: [VibrationStep] = []
    var stronger: Set<Int> = []
    var rest = pulses[...]
    for (start, end) in zip(borders, borders.dropFirst()) {
      while let pulse = rest.first, pulse.end <= start { rest = rest.dropFirst() }
      let hasTransient = (rest.first?.start ?? .infinity) <= start
      let pulse = hasTransient ? rest.first?.level ?? 0 : 0
      let vibration = track.level(after: (start + end) / 2)
      if pulse > vibration { stronger.insert(rest.startIndex) }
      let level = max(vibration, pulse)
      if let last = steps.last, last.level == level {
        steps[steps.count - 1].end = end
      } else {
        steps.append(VibrationStep(start: start, end: end, level: level))
      }
    }
    return (steps, stronger)
  }

  /// A step in whole milliseconds.
  struct Timed: Hashable, Sendable {
    var milliseconds: Int
    var level: Double
  }

  /// The steps in whole milliseconds: each border is rounded by itself, so that errors do not add up;
  /// what is shorter than half a millisecond goes away.
  static func inMilliseconds(
    _ steps: [VibrationStep], losses: inout ConversionLosses
  ) -> [Timed] {
    var timed: [Timed] = []
    var rounding = MillisecondRounding()
    for step in steps {
      let start = rounding.milliseconds(step.start)
      // Where silence ends the next step begins, or nothing does.
      let end =
        step.level > 0 ? rounding.milliseconds(step.end) : Int((step.end * 1_000).rounded())
      let length = end - start
      if length > 0 { timed.append(Timed(milliseconds: length, level: step.level)) }
    }
    rounding.report(to: &losses)
    return timed
  }

  /// A piece of time of equal length to others, and what was there.
  struct Cell: Hashable, Sendable {
    /// How much of it there is; less only where the steps end in it.
    var milliseconds = 0
    var lowest = Double.infinity
    var highest = -Double.infinity
    private var sum = 0.0

    /// The mean of what there is.
    var mean: Double { sum / Double(max(milliseconds, 1)) }
    /// How far `mean` is off at most.
    var largestDifference: Double { max(highest - mean, mean - lowest) }

    fileprivate mutating func add(_ milliseconds: Int, of value: Double) {
      self.milliseconds += milliseconds
      sum += value * Double(milliseconds)
      (lowest, highest) = (min(lowest, value), max(highest, value))
    }
  }

  /// `steps` in cells of `length` milliseconds, each step being worth what `value` makes of its level.
  static func cells(
    of steps: [Timed], length: Int, value: (Double) -> Double = { $0 }
  ) -> [Cell] {
    var cells: [Cell] = []
    for step in steps {
      var rest = step.milliseconds
      while rest > 0 {
        if cells.last?.milliseconds ?? length == length { cells.append(Cell()) }
        let part = min(rest, length - cells[cells.count - 1].milliseconds)
        cells[cells.count - 1].add(part, of: value(step.level))
        rest -= part
      }
    }
    return cells
  }

  /// Reports that transients become vibrations of `transientSeconds`.
  static func reportPulses(of transients: [VibrationTransient], losses: inout ConversionLosses) {
    for transient in transients {
      losses.add(
        .transient, transient.place, at: transient.time, transientSeconds, .seconds,
        because: "a transient becomes a short vibration")
    }
  }

  /// Reports that sharpness is lost, once for each pattern that has any that is not the default.
  static func reportSharpness(of track: VibrationTrack, losses: inout ConversionLosses) {
    let usual = EventParameter.ID.hapticSharpness.defaultValue
    let values = track.sharpness.points.map(\.value) + track.transients.map(\.sharpness)
    let farthest = values.map { abs($0 - usual) }.max() ?? 0
    guard farthest > 0 else { return }
    losses.add(
      .sharpness, "", farthest, .share,
      because: "sharpness is not supported; this is the farthest from the default")
  }
}

/// The best piecewise-constant fit of a signal.
struct StepFit: Hashable, Sendable {
  /// A piece: how many cells, and its level.
  struct Piece: Hashable, Sendable {
    var cells: Int
    var level: Double
  }

  /// In order.
  var pieces: [Piece]
  /// The root of the mean square of what is left.
  var error: Double
  /// The largest difference of one cell.
  var maximumError: Double

  /// The pieces, at most `count` of them, that are nearest to `signal` by least squares.
  ///
  /// Exact, by dynamic programming over where the pieces end. Source: R. Bellman, "On the
  /// approximation of curves by line segments using dynamic programming", 1961. Of fits that are as
  /// near the one with fewer pieces.
  /// - Complexity: O(count * n²).
  init(_ signal: [Double], pieces count: Int) {
    let n = signal.count
    guard n > 0, count > 0 else {
      self.init(pieces: [], error: 0, maximumError: 0)
      return
    }
    var sums = [0.0]
    var squares = [0.0]
    for value in signal {
      sums.append(sums[sums.count - 1] + value)
      squares.append(squares[squares.count - 1] + value * value)
    }
    /// What a single piece over `start..<end` leaves.
    func cost(_ start: Int, _ end: Int) -> Double {
      let sum = sums[end] - sums[start]
      return max(squares[end] - squares[start] - sum * sum / Double(end - start), 0)
    }
    // best[k][j]: the least that is left of the first j cells with k + 1 pieces.
    var best = [(1...n).map { cost(0, $0) }]
    var starts = [[Int](repeating: 0, count: n)]
    for _ in 1..<max(1, min(count, n)) {
      let before = best[best.count - 1]
      var row = before
      var rowStarts = [Int](repeating: -1, count: n)
      for end in 1..<n {
        for start in 1...end {
          let total = before[start - 1] + cost(start, end + 1)
          // Rounding alone is no reason for one more piece.
          if total < row[end] - 1e-12 {
            row[end] = total
            rowStarts[end] = start
          }
        }
      }
      best.append(row)
      starts.append(rowStarts)
    }
    var pieces: [Piece] = []
    var (end, row) = (n, best.count - 1)
    while end > 0 {
      while row > 0, starts[row][end - 1] < 0 { row -= 1 }
      let start = starts[row][end - 1]
      pieces.append(
        Piece(cells: end - start, level: (sums[end] - sums[start]) / Double(end - start)))
      end = start
      row -= 1
    }
    pieces.reverse()
    let fitted = pieces.flatMap { [Double](repeating: $0.level, count: $0.cells) }
    let rests = zip(signal, fitted).map { $0 - $1 }
    self.init(
      pieces: pieces,
      error: (rests.reduce(0) { $0 + $1 * $1 } / Double(n)).squareRoot(),
      maximumError: rests.map(abs).max() ?? 0)
  }

  private init(pieces: [Piece], error: Double, maximumError: Double) {
    self.pieces = pieces
    self.error = error
    self.maximumError = maximumError
  }
}
