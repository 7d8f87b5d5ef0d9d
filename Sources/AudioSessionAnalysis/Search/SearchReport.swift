public import AudioSession

/// The result of a search.
public struct SearchReport: Sendable {
  /// The number of states.
  public internal(set) var states = 0
  /// The number of steps from a state to another state or back to the same state.
  public internal(set) var transitions = 0
  /// Whether the search stopped at its limit.
  public internal(set) var isIncomplete = false
  /// For each broken invariant, a shortest path to a violation.
  public internal(set) var violations: [Violation] = []
  /// For each app, the number of states in which the app waits for an interruption's end that cannot come without the
  /// app's own action.
  ///
  /// Such a state does not violate an invariant: the system does not guarantee an end. Source: Audio Session
  /// Programming Guide.
  public internal(set) var stuckStates: [Int] = []
  /// For each app with such states, a shortest path to one of these states.
  public internal(set) var stuckExamples: [[SessionEvent]] = []

  /// A broken invariant.
  public struct Violation: Sendable {
    /// The broken invariant.
    public let invariant: Invariant
    /// A shortest path to the violation.
    public let path: [SessionEvent]
  }
}
