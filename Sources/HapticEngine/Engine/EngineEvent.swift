internal import Dispatch
internal import Realtime

/// An event of an engine that is not the result of a call.
public enum EngineEvent: Hashable, Sendable {
  /// The engine stopped, as reported to the stopped handler.
  case stopped(StoppedReason)
  /// The engine was reset, as reported to the reset handler; its players are invalid.
  case reset
}

extension HapticEngine {
  /// Returns the events of the engine from now on, in order, until the engine is released.
  ///
  /// Each call returns an independent, buffered sequence. Elements arrive just before the handlers are called.
  ///
  /// ```swift
  /// for await event in engine.events where event == .stopped(.systemError) { try engine.start() }
  /// ```
  ///
  /// - Thread: any.        Realtime-safe: no.
  public var events: AsyncStream<EngineEvent> {
    AsyncStream { continuation in
      let core = core
      let id = core.state.withLock { $0.handlers.addStream(continuation) }
      continuation.onTermination = { [weak core] _ in
        core?.state.withLock { $0.handlers.streams[id] = nil }
      }
    }
  }

  /// Waits until all players have finished, including players that start in the meantime.
  ///
  /// Returns immediately if no player is playing.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public func playersFinished() async {
    await withCheckedContinuation { continuation in
      notifyWhenPlayersFinished { _ in
        continuation.resume()
        return .leaveEngineRunning
      }
    }
  }
}

extension EngineCore {
  /// Sends `event` to all event sequences, on the queue of the handlers.
  func announce(_ event: EngineEvent) {
    let streams = state.withLock { $0.handlers.streams.values.map { $0 } }
    for stream in streams { stream.yield(event) }
  }

  /// Ends all event sequences, after pending events have been sent.
  func endEvents() {
    lifecycle.async { [self] in
      callbacks.async { [self] in
        for stream in state.withLock({ $0.handlers.streams.values.map { $0 } }) { stream.finish() }
      }
    }
  }
}

/// The reason why an engine stopped without a call to `stop`.
///
/// The raw values are those of Core Haptics' `CHHapticEngine.StoppedReason`.
public enum StoppedReason: Int, Hashable, Sendable, CaseIterable {
  /// Another audio session, such as that of a phone call, interrupted the engine.
  case audioSessionInterrupt = 1
  /// The app was suspended.
  case applicationSuspended = 2
  /// Nothing was played for two minutes, and automatic shutdown is enabled.
  case idleTimeout = 3
  /// A handler of `notifyWhenPlayersFinished` requested it.
  case notifyWhenFinished = 4
  /// The engine was destroyed while running.
  case engineDestroyed = 5
  /// The game controller on which the engine plays was disconnected.
  case gameControllerDisconnect = 6
  /// The output failed.
  case systemError = -1
}

/// The action that an engine takes when its players have finished.
public enum FinishedAction: Int, Hashable, Sendable, CaseIterable {
  /// The engine stops, with the reason `notifyWhenFinished`.
  case stopEngine = 1
  /// The engine keeps running.
  case leaveEngineRunning = 2
}
