/// The life of an engine, as a pure state machine: a state and an event in, a state and what is to
/// be done out.
///
/// ```
///               outputStarted
///   stopped ─────────────────────► running
///    ▲  ▲                          │  │
///    │  └─ stopRequested, ─────────┘  │
///    │     stoppedBecause,            │ stoppedBecause(idleTimeout)
///    │     outputEnded, serverReset   │
///    │                                ▼
///    └────────────────────────────── idle
///          stopRequested, also before it is started again,
///          serverReset, stoppedBecause(engineDestroyed)
/// ```
/// The one difference between `stopped` and `idle`: a player that starts wakes an idle engine up.
/// An output that is being opened is no state: engines are started and stopped one call at a time, so
/// that nothing happens meanwhile. The engine is stopped until the output is open, and remains so where
/// that fails.
/// Source: Core Haptics, `CHHapticEngine.h`, and its `isAutoShutdownEnabled`.
enum EngineState: Hashable, Sendable, CaseIterable {
  /// Nothing is rendered; only `start` changes that.
  case stopped
  /// Blocks are rendered.
  case running
  /// Shut down because nothing was played; the next player that starts wakes the engine.
  case idle

  enum Event: Hashable, Sendable {
    /// The output is open, and pulls.
    case outputStarted
    /// Somebody else has stopped or finished the output.
    case outputEnded
    case stopRequested
    case stoppedBecause(StoppedReason)
    case serverReset
  }

  enum Effect: Hashable, Sendable {
    /// Close the output and give up what was rendering.
    case closeOutput
    /// Call the stopped handler.
    case notifyStopped(StoppedReason)
    /// Forget the players: those that there are do nothing any more.
    case invalidatePlayers
    /// Call the reset handler.
    case notifyReset
  }

  /// Handles `event`, and returns its effects, in order.
  mutating func handle(_ event: Event) -> [Effect] {
    let (next, effects): (EngineState, [Effect]) =
      switch (self, event) {
      case (_, .outputStarted): (.running, [])

      // An output ended by its owner counts as an explicit stop: the stopped handler is not
      // called.
      case (.running, .outputEnded), (.running, .stopRequested): (.stopped, [.closeOutput])
      case (.stopped, .outputEnded), (.idle, .outputEnded): (self, [])
      case (.stopped, .stopRequested), (.idle, .stopRequested): (.stopped, [])

      case (.running, .stoppedBecause(.idleTimeout)):
        (.idle, [.closeOutput, .notifyStopped(.idleTimeout)])
      case (.running, .stoppedBecause(let reason)):
        (.stopped, [.closeOutput, .notifyStopped(reason)])
      // There is no one left who could stop an engine that woke up again.
      case (.idle, .stoppedBecause(.engineDestroyed)): (.stopped, [])
      case (.stopped, .stoppedBecause), (.idle, .stoppedBecause): (self, [])

      case (.running, .serverReset):
        (.stopped, [.closeOutput, .invalidatePlayers, .notifyReset])
      case (.stopped, .serverReset), (.idle, .serverReset):
        (.stopped, [.invalidatePlayers, .notifyReset])
      }
    self = next
    return effects
  }
}
