/// Why an engine stopped without having been told to.
///
/// Raw values are Core Haptics' (`CHHapticEngine.StoppedReason`).
public enum StoppedReason: Int, Hashable, Sendable, CaseIterable {
  /// Another audio session, such as a phone call's, interrupted.
  case audioSessionInterrupt = 1
  /// The app was suspended.
  case applicationSuspended = 2
  /// Nothing was played for two minutes, and automatic shutdown is on.
  case idleTimeout = 3
  /// A handler of `notifyWhenPlayersFinished` asked for it.
  case notifyWhenFinished = 4
  /// The engine was destroyed while it ran.
  case engineDestroyed = 5
  /// The game controller that the engine plays on was disconnected.
  case gameControllerDisconnect = 6
  /// The output failed.
  case systemError = -1
}

/// What becomes of an engine when its players have finished.
public enum FinishedAction: Int, Hashable, Sendable, CaseIterable {
  /// The engine stops, with the reason `notifyWhenFinished`.
  case stopEngine = 1
  /// The engine runs on.
  case leaveEngineRunning = 2
}
