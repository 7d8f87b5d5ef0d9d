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
    var borders = try borders(of: track.intensity, for: format, losses: &losses)
    // One ends where the next begins.
    let transients = strongestTransients(of: track, losses: &losses)
    let pulses = transients.enumerated().map { index, transient in
      let next = index + 1 < transients.count ? transients[index + 1].time : .infinity
      return VibrationStep(
        start: transient.time, end: min(transient.time + transientSeconds, next),
        level: transient.intensity)
    }
    for pulse in pulses { borders.formUnion([pulse.start, pulse.end]) }
    borders.insert(max(track.duration, pulses.last?.end ?? 0))
    let (steps, stronger) = steps(track, between: borders.sorted(), pulses)
    let isHidden = transients.indices.map { !stronger.contains($0) && transients[$0].intensity > 0 }
    reportPulses(of: zip(transients, isHidden).filter { !$1 }.map(\.0), losses: &losses)
    for (transient, isHidden) in zip(transients, isHidden) where isHidden {
      losses.add(
        .overlap, of: transient, transient.intensity,
        because: "a vibration that is at least as strong hides the transient")
    }
    return steps
  }

  /// The times between which steps are flat: those of the points of `line`, and each 10 ms where it moves.
  private static func borders(
    of line: VibrationLine, for format: String, losses: inout ConversionLosses
  ) throws(ConversionError) -> Set<Seconds> {
    var borders: Set<Seconds> = [0]
    for (first, second) in zip(line.points, line.points.dropFirst()) {
      borders.formUnion([first.time, second.time])
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
    return borders
  }

  /// The strongest transient at each time.
  private static func strongestTransients(
    of track: VibrationTrack, losses: inout ConversionLosses
  ) -> [VibrationTransient] {
    var strongest: [VibrationTransient] = []
    for transient in track.transients {
      guard let last = strongest.last, last.time == transient.time else {
        strongest.append(transient)
        continue
      }
      let isStronger = transient.intensity > last.intensity
      if isStronger { strongest[strongest.count - 1] = transient }
      let weaker = isStronger ? last : transient
      losses.add(
        .overlap, of: weaker, weaker.intensity,
        because: "another transient begins at the same time")
    }
    return strongest
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
        .transient, of: transient, transientSeconds, .seconds,
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
}

extension StepFit {
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
    let sums = SignalSums(signal)
    let starts = Self.starts(sums, pieces: min(count, n))
    var pieces: [Piece] = []
    var (end, row) = (n, starts.count - 1)
    while end > 0 {
      while row > 0, starts[row][end - 1] < 0 { row -= 1 }
      let start = starts[row][end - 1]
      pieces.append(Piece(cells: end - start, level: sums.mean(start, end)))
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

  /// Where the last of up to k + 1 pieces of the first j + 1 cells begins, by k and j; -1 where k pieces do as well.
  private static func starts(_ sums: SignalSums, pieces count: Int) -> [[Int]] {
    // The least that is left of the first j + 1 cells.
    var best = (1...sums.count).map { sums.rest(0, $0) }
    var starts = [[Int](repeating: 0, count: sums.count)]
    for _ in 1..<count {
      let before = best
      var row = [Int](repeating: -1, count: sums.count)
      for end in 1..<sums.count {
        for start in 1...end {
          let total = before[start - 1] + sums.rest(start, end + 1)
          // Rounding alone is no reason for one more piece.
          if total < best[end] - 1e-12 { (best[end], row[end]) = (total, start) }
        }
      }
      starts.append(row)
    }
    return starts
  }
}

/// The sums of the first cells of a signal, and of their squares.
private struct SignalSums {
  private var sums = [0.0]
  private var squares = [0.0]

  init(_ signal: [Double]) {
    for value in signal {
      sums.append(sums[sums.count - 1] + value)
      squares.append(squares[squares.count - 1] + value * value)
    }
  }

  var count: Int { sums.count - 1 }

  func mean(_ start: Int, _ end: Int) -> Double { (sums[end] - sums[start]) / Double(end - start) }

  /// What a single piece over `start..<end` leaves.
  func rest(_ start: Int, _ end: Int) -> Double {
    let sum = sums[end] - sums[start]
    return max(squares[end] - squares[start] - sum * sum / Double(end - start), 0)
  }
}
