/// An AR session of an app: whether it knows where the device is, and what it does after an interruption.
///
///     run ──► initializing ──place recognized──► normal
///     initializing, normal, relocalizing ──camera lost──► interrupted ──camera back──► relocalizing
///     any that runs ──pause──► paused ──run──► relocalizing
///     relocalizing ──place recognized──► normal, or never
///     relocalizing ──time is up, reset──► initializing
///
/// A session that has recognized no place yet has none to find again: it starts anew.
///
/// Source: ARKit's pages "Managing Session Life Cycle and Tracking Quality" and
/// `ARCamera.TrackingState.Reason.relocalizing`: after an interruption the session tries to reconcile the
/// world that it knew with the one that it sees, and succeeds only near the place where it was interrupted;
/// otherwise it "will remain in the relocalizing state indefinitely". Quality that is limited by motion or
/// by a scene without features is not simulated.
public struct ARSession: Hashable, Sendable {
  /// How well the session tracks the world.
  public internal(set) var tracking = ARTracking.initializing
  /// What the session does after an interruption.
  public internal(set) var relocalization: Relocalization
  /// Whether there is a place that the session could recognize again.
  public internal(set) var knowsPlace = false

  /// For how many seconds a session tries to recognize its place whose app has not decided.
  ///
  /// Source: page of `sessionShouldAttemptRelocalization(_:)`: it "spends a few seconds trying to
  /// relocalize before restarting your session". Our choice: five of them.
  public static let automaticSeconds = 5.0

  init(_ relocalization: Relocalization) { self.relocalization = relocalization }
}

/// What an AR session does after an interruption: the answer of its delegate.
///
/// Source: page of `sessionShouldAttemptRelocalization(_:)`, which lists the three.
public enum Relocalization: String, Hashable, Sendable, CaseIterable {
  /// The delegate does not implement the method: a few seconds of trying, then the session starts anew.
  case automatic
  /// The delegate returns true: the session tries until it succeeds or the app resets tracking.
  case attempted
  /// The delegate returns false: the session starts anew at once.
  case refused
}

/// How well an AR session tracks the world.
///
/// Source: `ARCamera.TrackingState`, with its reasons `initializing` and `relocalizing`.
public enum ARTracking: String, Hashable, Sendable, CaseIterable {
  /// Limited: the session gathers what it needs to know where the device is.
  case initializing
  /// The session knows where the device is.
  case normal
  /// Limited: the session tries to recognize the place that it knew before an interruption.
  case relocalizing
  /// The session receives nothing from the camera, and goes on by itself when it does again.
  case interrupted
  /// The app has paused the session.
  case paused

  /// Whether the session receives frames.
  public var isRunning: Bool {
    switch self {
    case .initializing, .normal, .relocalizing: true
    case .interrupted, .paused: false
    }
  }
}

/// What the delegate of an AR session is called with.
///
/// Source: `ARSessionObserver`.
public enum ARMessage: String, Hashable, Sendable, CaseIterable {
  /// `sessionWasInterrupted`.
  case wasInterrupted
  /// `sessionInterruptionEnded`.
  case interruptionEnded
  /// The tracking state has become limited, as the session initializes.
  case initializing
  /// The tracking state has become normal.
  case normal
  /// The tracking state has become limited, as the session relocalizes.
  case relocalizing
}
