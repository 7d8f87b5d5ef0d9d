internal import HapticEngine

/// A strength that is constant from one time to another.
struct VibrationStep: Hashable, Sendable {
  var start: Seconds
  var end: Seconds
  /// The strength, 0...1.
  var level: Double
}

/// A vibration in steps, for formats without lines.
enum StepSequence {
  /// The duration of a transient in formats without transients.
  ///
  /// Source: AOSP, "Assess hardware": a single impulse lasts 20 ms or less; a longer impulse is felt as a buzz.
  static let transientSeconds = 0.02
  /// The length of the steps that replace a line, in seconds.
  ///
  /// Source: Lofelt/NiceVibrations and gaimon, 10 ms steps.
  static let gridSeconds = 0.01
  /// The maximum number of steps.
  ///
  /// Our choice: nearly three hours of continuous lines.
  static let maximumSteps = 1_000_000

  /// Returns the steps of `track`, from 0 to its end, without gaps.
  ///
  /// Flat pieces are unchanged, and lines become the mean of each 10 ms. Transients that are stronger than the
  /// vibration become 20 ms of their strength.
  static func steps(
    of track: VibrationTrack, for format: String, losses: inout ConversionLosses
  ) throws(ConversionError) -> [VibrationStep] {
    var borders = try borders(of: track.intensity, for: format, losses: &losses)
    // Each transient ends where the next begins.
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

  /// The times between which steps are flat: the points of `line`, and each 10 ms while it moves.
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

  /// Returns the strongest transient at each time.
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

  /// Returns the steps, and the indices of the pulses that are stronger than the vibration at some time.
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

  /// Returns the steps in whole milliseconds.
  ///
  /// Each border is rounded separately, so errors do not accumulate; steps shorter than half a millisecond disappear.
  static func inMilliseconds(
    _ steps: [VibrationStep], losses: inout ConversionLosses
  ) -> [Timed] {
    var timed: [Timed] = []
    var rounding = MillisecondRounding()
    for step in steps {
      let start = rounding.milliseconds(step.start)
      // Silence lasts until the next step or until the end.
      let end =
        step.level > 0 ? rounding.milliseconds(step.end) : Int((step.end * 1_000).rounded())
      let length = end - start
      if length > 0 { timed.append(Timed(milliseconds: length, level: step.level)) }
    }
    rounding.report(to: &losses)
    return timed
  }

  /// One of many equally long time intervals, and its content.
  struct Cell: Hashable, Sendable {
    /// The length, which differs from the length of the other cells only if the steps end in this cell.
    var milliseconds = 0
    var lowest = Double.infinity
    var highest = -Double.infinity
    private var sum = 0.0

    /// The mean of the content.
    var mean: Double { sum / Double(max(milliseconds, 1)) }

    fileprivate mutating func add(_ milliseconds: Int, of value: Double) {
      self.milliseconds += milliseconds
      sum += value * Double(milliseconds)
      (lowest, highest) = (min(lowest, value), max(highest, value))
    }
  }

  /// Returns `steps` in cells of `length` milliseconds; `value` converts the level of each step.
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

  /// Reports that sharpness is lost, once for each pattern with a sharpness other than the default.
  static func reportSharpness(of track: VibrationTrack, losses: inout ConversionLosses) {
    let usual = EventParameter.ID.hapticSharpness.defaultValue
    let values = track.sharpness.points.map(\.value) + track.transients.map(\.sharpness)
    let farthest = values.map { abs($0 - usual) }.max() ?? 0
    guard farthest > 0 else { return }
    losses.add(
      .sharpness, "", farthest, .share,
      because: "sharpness is not supported; this is the largest difference from the default")
  }
}

/// The best piecewise-constant fit of a signal.
struct StepFit: Hashable, Sendable {
  /// A piece: its number of cells, and its level.
  struct Piece: Hashable, Sendable {
    var cells: Int
    var level: Double
  }

  /// The pieces, in order.
  var pieces: [Piece]
  /// The root mean square of the differences from the signal.
  var error: Double
  /// The largest difference of a single cell.
  var maximumError: Double
}

extension StepFit {
  /// Finds at most `count` pieces that are nearest to `signal` by least squares.
  ///
  /// The result is exact, by dynamic programming over the ends of the pieces. Source: R. Bellman, "On the approximation
  /// of curves by line segments using dynamic programming", 1961. If several fits are equally near, the one with the
  /// fewest pieces is chosen.
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

  /// Returns, for each k and j, the start of the last piece in the best fit of the first j + 1 cells by up to k + 1
  /// pieces; -1 if k pieces fit equally well.
  private static func starts(_ sums: SignalSums, pieces count: Int) -> [[Int]] {
    // The smallest squared error for the first j + 1 cells.
    var best = (1...sums.count).map { sums.rest(0, $0) }
    var starts = [[Int](repeating: 0, count: sums.count)]
    for _ in 1..<count {
      let before = best
      var row = [Int](repeating: -1, count: sums.count)
      for end in 1..<sums.count {
        for start in 1...end {
          let total = before[start - 1] + sums.rest(start, end + 1)
          // A difference that is only rounding does not justify another piece.
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

  /// Returns the squared error of a single piece over `start..<end`.
  func rest(_ start: Int, _ end: Int) -> Double {
    let sum = sums[end] - sums[start]
    return max(squares[end] - squares[start] - sum * sum / Double(end - start), 0)
  }
}
