internal import HapticEngine

/// The rises and falls of a sequence of values, and the turns, at which the direction changes.
///
/// Small changes are
/// ignored.
struct SensationCourse {
  /// The indices of the first value, of each turn, and of the last value that is not ignored; a single index if the
  /// values do not change.
  let turns: [Int]
  /// Whether the first change is upward.
  let beginsUpward: Bool

  /// The number of stretches in one direction, up or down.
  var stretches: Int { turns.count - 1 }
  /// Whether the values rise once and then fall once.
  var isSwell: Bool { stretches == 2 && beginsUpward }
  /// Whether each of `count` values is a turn.
  func alternates(_ count: Int) -> Bool { count > 2 && turns.count == count }

  /// The number of maxima: downward turns, a start from which the values fall, and an end to which they have risen.
  var peaks: Int {
    guard stretches > 0 else { return 1 }
    let endsUpward = beginsUpward == (stretches % 2 == 1)
    return (stretches + (beginsUpward ? 0 : 1) + (endsUpward ? 1 : 0)) / 2
  }

  /// Creates the course of `values`; changes of less than `tolerance` are ignored.
  init(_ values: [Float], tolerance: Float) {
    var turns: [Int] = []
    // The lowest and the highest value since the last turn; the direction is unknown at first.
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

/// The frames of a vibration without its pauses.
struct PausedSensation {
  /// The frames in which the vibration is felt, and the frames at its edges.
  let frames: [SensationTrack.Frame]
  /// The lengths of the pauses, in seconds.
  let pauses: [Seconds]

  /// The minimum number of frames in a pause.
  ///
  /// Our choice: 40 ms including the window, which is about the shortest noticeable gap.
  private static let shortestPause = 3

  /// Splits the frames of one vibration.
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
        // A window that is completely silent is longer than the step to the next window.
        let seconds =
          Double(silence.count - 1) * SensationTrack.frameSeconds + SensationTrack.windowSeconds
        pauses.append(seconds)
        // The windows on both sides of a pause extend into it.
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
  /// The indices of the equally strong frames among the frames of the vibration.
  let place: ClosedRange<Int>
  /// Whether the vibration fades in, and whether it fades out.
  let rises: Bool
  let falls: Bool

  /// The frame in the middle of the equally strong part.
  let middle: SensationTrack.Frame

  /// The largest difference from the strongest frame at which frames count as equally strong, in decibels.
  ///
  /// Our choice: less than anybody notices, but more than windows differ by chance.
  private static let tolerance: Float = 1
  /// The smallest depth of a fade, in decibels below the strongest frame.
  ///
  /// Our choice: a quarter of the amplitude; a smaller step leads to another strength and not to silence.
  private static let depth: Float = 12
  /// The largest number of frames in which a rise or fall counts as immediate.
  ///
  /// Our choice: the frames of one window, and one more frame that the window covers in part.
  private static let edge = 3

  /// Analyzes the frames in which one vibration is felt.
  ///
  /// Returns nil if less than half of `all` are equally strong, or if the remaining frames do not form fades.
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
