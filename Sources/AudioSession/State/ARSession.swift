/// An app's AR session: whether the session knows where the device is, and how it continues after an interruption.
///
///     run ──► initializing ──place recognized──► normal
///     initializing, normal, relocalizing ──camera lost──► interrupted ──camera back──► relocalizing
///     any running state ──pause──► paused ──run──► relocalizing
///     relocalizing ──place recognized──► normal (may never happen)
///     relocalizing ──time is up or reset──► initializing
///
/// A session that has not recognized a place before an interruption restarts afterwards, because there is no place to
/// find again.
///
/// Source: ARKit's pages "Managing Session Life Cycle and Tracking Quality" and
/// `ARCamera.TrackingState.Reason.relocalizing`: after an interruption, the session tries to reconcile the world that
/// it knew with the world that it sees. It succeeds only near the place where it was interrupted; otherwise it "will
/// remain in the relocalizing state indefinitely". Quality limits caused by motion or by a scene without features are
/// not simulated.
public struct ARSession: Hashable, Sendable {
  /// The session's tracking quality.
  public internal(set) var tracking = ARTracking.initializing
  /// The session's behavior after an interruption.
  public internal(set) var relocalization: Relocalization
  /// Whether the session knows a place that it could recognize again.
  public internal(set) var knowsPlace = false

  /// How many seconds a session tries to recognize its place if its app leaves the decision to the system.
  ///
  /// Source: page of `sessionShouldAttemptRelocalization(_:)`: it "spends a few seconds trying to relocalize before
  /// restarting your session". Our choice: five seconds.
  public static let automaticSeconds = 5.0

  init(_ relocalization: Relocalization) { self.relocalization = relocalization }
}

/// The behavior of an AR session after an interruption: the answer of its delegate.
///
/// Source: page of `sessionShouldAttemptRelocalization(_:)`, which lists the three possibilities.
public enum Relocalization: String, Hashable, Sendable, CaseIterable {
  /// The delegate does not implement the method: the session tries to relocalize for a few seconds, then restarts.
  case automatic
  /// The delegate returns true: the session tries to relocalize until it succeeds or the app resets tracking.
  case attempted
  /// The delegate returns false: the session restarts immediately.
  case refused
}

/// The tracking quality of an AR session.
///
/// Source: `ARCamera.TrackingState`, with its reasons `initializing` and `relocalizing`.
public enum ARTracking: String, Hashable, Sendable, CaseIterable {
  /// Limited: the session is gathering information about where the device is.
  case initializing
  /// The session knows where the device is.
  case normal
  /// Limited: the session is trying to recognize the place that it knew before an interruption.
  case relocalizing
  /// The session does not receive camera frames. The session continues automatically when frames arrive again.
  case interrupted
  /// The app has paused the session.
  case paused

  /// Whether the session is receiving camera frames.
  public var isRunning: Bool {
    switch self {
    case .initializing, .normal, .relocalizing: true
    case .interrupted, .paused: false
    }
  }
}

/// A message to the delegate of an AR session.
///
/// Source: `ARSessionObserver`.
public enum ARMessage: String, Hashable, Sendable, CaseIterable {
  /// `sessionWasInterrupted`.
  case wasInterrupted
  /// `sessionInterruptionEnded`.
  case interruptionEnded
  /// The tracking state has become limited because the session is initializing.
  case initializing
  /// The tracking state has become normal.
  case normal
  /// The tracking state has become limited because the session is relocalizing.
  case relocalizing
}
