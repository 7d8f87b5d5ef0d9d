internal import Dispatch
internal import Realtime

/// Something that happens to an engine without being asked for.
public enum EngineEvent: Hashable, Sendable {
  /// The engine stopped: what the stopped handler is called for.
  case stopped(StoppedReason)
  /// The engine was reset, and its players are invalid: what the reset handler is called for.
  case reset
}

extension HapticEngine {
  /// What happens to the engine from now on, in order, for as long as it lives.
  ///
  /// Each call gives a sequence of its own; what happens before someone asks for the next element
  /// waits. Elements come when the handlers are called, before them.
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

  /// Waits until no player plays, at once if none does; players that start meanwhile are waited for.
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
  /// Tells everyone who follows the engine's events, on the queue of the handlers.
  func announce(_ event: EngineEvent) {
    let streams = state.withLock { $0.handlers.streams.values.map { $0 } }
    for stream in streams { stream.yield(event) }
  }

  /// Ends what follows the engine's events, after what is under way.
  func endEvents() {
    lifecycle.async { [self] in
      callbacks.async { [self] in
        for stream in state.withLock({ $0.handlers.streams.values.map { $0 } }) { stream.finish() }
      }
    }
  }
}

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
