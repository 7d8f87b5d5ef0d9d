import HapticEngine

/// How a value of the notation moves from one end of an event to the other.
///
/// Our choice: the quadratic curves that animation calls by these names; straight pieces stand for
/// them, because the curves of a pattern have no others.
public enum NotationShape: String, Hashable, Sendable, CaseIterable {
  /// At a steady pace.
  case linear
  /// Slowly at first.
  case easeIn = "ease-in"
  /// Slowly at the end.
  case easeOut = "ease-out"
  /// Slowly at both ends.
  case easeInOut = "ease-in-out"

  /// How many straight pieces stand for a shape that is not straight.
  ///
  /// Our choice: with eight the largest distance from the curve is 0.4 % of its height, well below
  /// what can be felt, and a curve has room for them (Core Haptics takes 16 points).
  static let pieceCount = 8

  /// How far the value is, from 0 to 1, when `share` of the time is over.
  func progress(at share: Double) -> Double {
    switch self {
    case .linear: share
    case .easeIn: share * share
    case .easeOut: share * (2 - share)
    case .easeInOut: share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share)
    }
  }

  /// The points of a curve from `first` to `last` within `duration` seconds.
  func points(from first: Double, to last: Double, within duration: Seconds)
    -> [ParameterCurve.ControlPoint]
  {
    let count = self == .linear ? 1 : Self.pieceCount
    return (0...count).map { index in
      let share = Double(index) / Double(count)
      let value = index == count ? last : first + (last - first) * progress(at: share)
      return .init(at: index == count ? duration : duration * share, value)
    }
  }
}
