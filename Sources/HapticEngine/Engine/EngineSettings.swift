internal import Realtime

/// What is set on an engine.
struct EngineSettings: Hashable, Sendable {
  /// Take effect when the engine is started.
  var playsHapticsOnly = false
  var playsAudioOnly = false
  /// Take effect at once.
  var isMutedForHaptics = false
  var isMutedForAudio = false
  var isAutoShutdownEnabled = false
  var isMeteringEnabled = false
}

/// The handlers of an engine.
struct EngineHandlers: Sendable {
  var stopped: @Sendable (StoppedReason) -> Void = { _ in }
  var reset: @Sendable () -> Void = {}
  /// Wait for all players to have finished.
  var finished: [@Sendable (EngineError?) -> FinishedAction] = []
  /// Who follows the engine's events, by number.
  var streams: [Int: AsyncStream<EngineEvent>.Continuation] = [:]
  private var lastStream = 0

  /// Adds a sequence of events.
  ///
  /// - Returns: its number.
  mutating func addStream(_ stream: AsyncStream<EngineEvent>.Continuation) -> Int {
    lastStream += 1
    streams[lastStream] = stream
    return lastStream
  }
}
