public import AudioSession

/// What a search has found.
public struct SearchReport: Sendable {
  /// How many states there are.
  public internal(set) var states = 0
  /// How many steps lead from one to another, or to itself.
  public internal(set) var transitions = 0
  /// Whether the search gave up at its limit.
  public internal(set) var isIncomplete = false
  /// For each invariant that was broken, the shortest way there.
  public internal(set) var violations: [Violation] = []
  /// In how many states each app waits for an end that cannot come without its own doing.
  ///
  /// These are no violations: nobody promises an end. Source: Audio Session Programming Guide.
  public internal(set) var stuckStates: [Int] = []
  /// A shortest way to one of those, for each app that has any.
  public internal(set) var stuckExamples: [[SessionEvent]] = []

  /// One broken invariant.
  public struct Violation: Sendable {
    /// What is broken.
    public let invariant: Invariant
    /// A shortest way to it.
    public let path: [SessionEvent]
  }
}
