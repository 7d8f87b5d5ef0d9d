internal import HapticEngine

/// Trains of pulses that are too fast to be felt separately, such as those of an idling engine.
extension SoundListening {
  /// The limit beyond which strokes do not become separate transients: the average time between strokes, in seconds,
  /// and the duration of a run from which the limit applies.
  ///
  /// Our choice: a drum roll has up to 19 strokes per second, and the cylinders of an idling engine fire more often.
  /// Runs of faster strokes are felt as a rough vibration if they last this long.
  static let (fastest, shortRun) = (0.05, 0.5)

  /// Returns the strokes that are felt separately, and the first stroke of each run of strokes that are too fast to be
  /// felt separately.
  func separate(_ strokes: [Onset]) -> [Onset] {
    let slow = Self.separate(strokes)
    let trains = Self.runs(of: onsets, gap: Self.longestGap).filter(isTrain)
      .map { $0[$0.startIndex].time...$0[$0.endIndex - 1].time }
    guard !trains.isEmpty else { return slow }
    var (separate, rest): ([Onset], ArraySlice<ClosedRange<Seconds>>) = ([], trains[...])
    var isStarted = false
    for stroke in slow {
      while let train = rest.first, train.upperBound < stroke.time {
        (rest, isStarted) = (rest.dropFirst(), false)
      }
      if let train = rest.first, train.contains(stroke.time) {
        if isStarted { continue }
        isStarted = true
      }
      separate.append(stroke)
    }
    return separate
  }

  private static func separate(_ strokes: [Onset]) -> [Onset] {
    runs(of: strokes, gap: 2 * fastest).flatMap { run in
      let seconds = run[run.endIndex - 1].time - run[run.startIndex].time
      let isRough = seconds >= shortRun && seconds < fastest * Double(run.count - 1)
      return isRough ? run.prefix(1) : run
    }
  }

  /// Returns the runs of `onsets` in which the time between two onsets is below `gap`.
  private static func runs(of onsets: [Onset], gap: Seconds) -> [ArraySlice<Onset>] {
    var (runs, start): ([ArraySlice<Onset>], Int) = ([], 0)
    for index in onsets.indices {
      guard index + 1 == onsets.count || onsets[index + 1].time - onsets[index].time >= gap else {
        continue
      }
      runs.append(onsets[start...index])
      start = index + 1
    }
    return runs
  }

  /// The properties of a train of pulses: the largest gap between detected pulses, in seconds; the largest deviation of
  /// a gap from a multiple of the period, in periods; the fraction of the gaps that must be multiples; and the fraction
  /// of the pulses that must be detected.
  ///
  /// Our choice: an idling engine varies by less, and the gaps of a drummed rhythm by more.
  private static let (longestGap, unevenness, regular, detected) = (0.15, 0.2, 0.8, 0.3)

  /// Returns whether a run of onsets is a train of pulses that are too fast to be felt separately.
  private func isTrain(_ run: ArraySlice<Onset>) -> Bool {
    guard let period = Self.period(of: run) else { return false }
    // A tone whose period differs from that of the train is struck in a rhythm.
    let own = frames(from: run[run.startIndex].time, to: run[run.endIndex - 1].time)
    let pitched = own.filter { $0.pitch > 0 }
    let repeating = pitched.count { frame in
      let cycles = Double(frame.pitch) * period
      let whole = cycles < 1 ? 1 / cycles : cycles
      return abs(whole - whole.rounded()) < Self.unevenness
    }
    return 2 * pitched.count < own.count || 2 * repeating >= pitched.count
  }

  /// Returns the period of a run of onsets, in seconds; nil if it is too slow or not a train.
  ///
  /// Spectra show only some of the pulses of a fast train, so the gaps are multiples of the period.
  private static func period(of run: ArraySlice<Onset>) -> Seconds? {
    let gaps = zip(run.dropFirst(), run).map { $0.time - $1.time }
    guard run[run.endIndex - 1].time - run[run.startIndex].time >= shortRun else { return nil }
    let shortest = gaps.sorted()[gaps.count / 10]
    guard shortest < fastest else { return nil }
    let counts = gaps.map { ($0 / shortest).rounded() }
    let period = gaps.reduce(0, +) / counts.reduce(0, +)
    let fitting = zip(gaps, counts).count { abs($0 - $1 * period) < unevenness * period }
    let isTrain =
      Double(fitting) >= regular * Double(gaps.count)
      && Double(gaps.count) >= detected * counts.reduce(0, +)
    return isTrain ? period : nil
  }
}
