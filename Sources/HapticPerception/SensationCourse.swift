internal import HapticEngine

/// How a row of values goes up and down: where it turns, small changes left out.
struct SensationCourse {
  /// The indices of the first value, of each turn, and of the last value that counts; one index alone if
  /// nothing changes.
  let turns: [Int]
  /// Whether the first change is upward.
  let beginsUpward: Bool

  /// How many stretches go one way, up or down.
  var stretches: Int { turns.count - 1 }
  /// Whether it rises and falls, once.
  var isSwell: Bool { stretches == 2 && beginsUpward }
  /// Whether each value is a turn.
  func alternates(_ count: Int) -> Bool { count > 2 && turns.count == count }

  /// How many times it is high: at a turn downward, at a beginning that falls, at an end that has risen.
  var peaks: Int {
    guard stretches > 0 else { return 1 }
    let endsUpward = beginsUpward == (stretches % 2 == 1)
    return (stretches + (beginsUpward ? 0 : 1) + (endsUpward ? 1 : 0)) / 2
  }

  /// The course of `values`, in which changes of less than `tolerance` are none.
  init(_ values: [Float], tolerance: Float) {
    var turns: [Int] = []
    // The lowest and the highest since the last turn; which way it went is not known at first.
    var (low, high) = (0, 0)
    var isUpward: Bool?
    for index in values.indices {
      if values[index] < values[low] { low = index }
      if values[index] > values[high] { high = index }
      let fell = values[high] - values[index] >= tolerance
      let rose = values[index] - values[low] >= tolerance
      if isUpward != false, fell {
        turns.append(high)
        (isUpward, low) = (false, index)
      } else if isUpward != true, rose {
        turns.append(low)
        (isUpward, high) = (true, index)
      }
    }
    switch isUpward {
    case true?: turns.append(high)
    case false?: turns.append(low)
    case nil: turns.append(0)
    }
    self.turns = turns
    beginsUpward = turns.count > 1 && values[turns[1]] > values[turns[0]]
  }
}

/// The frames of a vibration without the pauses in it.
struct PausedSensation {
  /// The frames in which it is felt, and those at its edges.
  let frames: [SensationTrack.Frame]
  /// The lengths of the pauses, in seconds.
  let pauses: [Seconds]

  /// At least so many frames make a pause.
  ///
  /// Our choice: 40 ms with the window, about as long as a gap that is noticed.
  private static let shortestPause = 3

  /// Takes apart the frames of one vibration.
  init(_ frames: ArraySlice<SensationTrack.Frame>) {
    var kept: [SensationTrack.Frame] = []
    var pauses: [Seconds] = []
    var rest = frames.drop { !$0.isPerceptible }
    while let last = rest.lastIndex(where: \.isPerceptible), !rest.isEmpty {
      rest = rest[...last]
      let run = rest.prefix { $0.isPerceptible }
      kept += run
      rest = rest.dropFirst(run.count)
      let silence = rest.prefix { !$0.isPerceptible }
      rest = rest.dropFirst(silence.count)
      if silence.count >= Self.shortestPause {
        // A window that is silent as a whole is longer than the step to the next one.
        let seconds =
          Double(silence.count - 1) * SensationTrack.frameSeconds + SensationTrack.windowSeconds
        pauses.append(seconds)
        // The windows at both sides of a pause are partly in it.
        if kept.count > 1 { kept.removeLast() }
        if rest.count > 1 { rest = rest.dropFirst() }
      } else {
        kept += silence
      }
    }
    (self.frames, self.pauses) = (kept, pauses)
  }
}

/// A vibration that is equally strong for most of its time, and may fade in and out.
struct SteadySensation {
  /// The indices of the equally strong frames in those of the vibration.
  let place: ClosedRange<Int>
  /// Whether the vibration fades in, and whether it fades out.
  let rises: Bool
  let falls: Bool

  /// The frame in the middle.
  let middle: SensationTrack.Frame

  /// Frames that differ from the strongest by no more are equally strong, in decibels.
  ///
  /// Our choice: less than anybody notices, and more than windows differ by chance.
  private static let tolerance: Float = 1
  /// A fade begins or ends at least so many decibels below the strongest frame.
  ///
  /// Our choice: a quarter of the amplitude; a smaller step is another strength, not silence.
  private static let depth: Float = 12
  /// What rises or falls within so many frames does so immediately.
  ///
  /// Our choice: a window, and one frame that it cuts.
  private static let edge = 3

  /// Takes apart the frames of one vibration in which it is felt.
  ///
  /// Returns nil if less than half of `all` are equally strong, or if the others are no fades.
  init?(_ all: [SensationTrack.Frame]) {
    let strongest = all.map(\.level).max() ?? 0
    let strong = all.indices.filter { all[$0].level >= strongest - Self.tolerance }
    guard strongest > 0, 2 * strong.count >= all.count else { return nil }
    guard let first = strong.first, let last = strong.last else { return nil }
    func isDeep(_ frame: SensationTrack.Frame) -> Bool { frame.level <= strongest - Self.depth }
    (rises, falls) = (first > Self.edge, all.count - 1 - last > Self.edge)
    guard !rises || isDeep(all[0]), !falls || isDeep(all[all.count - 1]) else { return nil }
    place = first...last
    middle = all[first + (place.count / 2)]
  }
}
