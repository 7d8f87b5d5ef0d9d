/// The life of an engine, as a pure state machine: a state and an event go in; a state and its effects come out.
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
/// `idle` differs from `stopped` only in that a starting player wakes an idle engine. There is no state for an output
/// that is being opened: engines are started and stopped one call at a time, so nothing can happen in between. The
/// engine is stopped until the output is open, and remains stopped if opening fails. Source: Core Haptics,
/// `CHHapticEngine.h`, and its `isAutoShutdownEnabled`.
enum EngineState: Hashable, Sendable, CaseIterable {
  /// Nothing is rendered; only `start` changes that.
  case stopped
  /// Blocks are rendered.
  case running
  /// The engine was shut down because nothing was played; the next player that starts wakes it.
  case idle

  enum Event: Hashable, Sendable {
    /// The output is open and pulls blocks.
    case outputStarted
    /// The output was stopped or finished by its owner, not by the engine.
    case outputEnded
    case stopRequested
    case stoppedBecause(StoppedReason)
    case serverReset
  }

  enum Effect: Hashable, Sendable {
    /// Close the output and discard the renderer.
    case closeOutput
    /// Call the stopped handler.
    case notifyStopped(StoppedReason)
    /// Invalidate the players: existing players no longer do anything.
    case invalidatePlayers
    /// Call the reset handler.
    case notifyReset
  }

  /// Handles `event` and returns its effects, in order.
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
      // A destroyed engine must not be woken, because nobody could stop it afterward.
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
