import HapticEngine

/// The way that a value of the notation moves from one end of an event to the other.
///
/// Our choice: the quadratic curves that have these names in animation. They are approximated by straight pieces,
/// because a pattern's curves consist of straight lines.
public enum NotationShape: String, Hashable, Sendable, CaseIterable {
  /// Moves at a constant rate.
  case linear
  /// Moves slowly at first.
  case easeIn = "ease-in"
  /// Moves slowly at the end.
  case easeOut = "ease-out"
  /// Moves slowly at both ends.
  case easeInOut = "ease-in-out"

  /// The number of straight pieces that approximate a shape that is not linear.
  ///
  /// Our choice: with eight pieces the largest distance from the curve is 0.4 % of its height, well below the
  /// threshold of feeling, and they fit into one curve (Core Haptics accepts 16 points).
  static let pieceCount = 8

  /// Returns the progress of the value, from 0 to 1, after `share` of the time.
  func progress(at share: Double) -> Double {
    switch self {
    case .linear: share
    case .easeIn: share * share
    case .easeOut: share * (2 - share)
    case .easeInOut: share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share)
    }
  }

  /// Returns the points of a curve from `first` to `last` within `duration` seconds; the times between the ends are
  /// rounded to the nanosecond.
  func points(from first: Double, to last: Double, within duration: Seconds)
    -> [ParameterCurve.ControlPoint]
  {
    let count = self == .linear ? 1 : Self.pieceCount
    return (0...count).map { index in
      let share = Double(index) / Double(count)
      let value = index == count ? last : first + (last - first) * progress(at: share)
      let time = min(NotationEvaluator.rounded(duration * share), duration)
      return .init(at: index == count ? duration : time, value)
    }
  }
}
