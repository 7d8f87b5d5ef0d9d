/// The life of an engine, as a pure state machine: a state and an event in, a state and what is to
/// be done out.
///
/// ```
///             startRequested          outputStarted
///   stopped ─────────────────► starting ───────────► running
///      ▲  ▲                       │                   │  │
///      │  └── outputStartFailed ──┘                   │  │
///      └───────── stopRequested, stoppedBecause ──────┘  │
///                                                        │
///   idle ◄──────────────── stoppedBecause(idleTimeout) ──┘
/// ```
/// The one difference between `stopped` and `idle`: a player that starts wakes an idle engine up.
/// Source: Core Haptics, `CHHapticEngine.h`, and its `isAutoShutdownEnabled`.
struct EngineState: Hashable, Sendable {
  enum Phase: Hashable, Sendable, CaseIterable {
    /// Nothing is rendered; only `start` changes that.
    case stopped
    /// The output is being opened.
    case starting
    /// Blocks are rendered.
    case running
    /// Shut down because nothing was played; the next player that starts wakes the engine.
    case idle
  }

  enum Event: Hashable, Sendable {
    case startRequested
    case outputStarted
    case outputStartFailed
    case stopRequested
    case stoppedBecause(StoppedReason)
    case serverReset
    /// A player is to start.
    case playRequested
  }

  enum Effect: Hashable, Sendable {
    /// Open the output; answer with `outputStarted` or `outputStartFailed`.
    case openOutput
    /// Close the output and give up what was rendering.
    case closeOutput
    /// Call the stopped handler.
    case notifyStopped(StoppedReason)
    /// Call the reset handler; players of before are invalid.
    case invalidatePlayers
    case notifyReset
    /// Refuse the call.
    case refuse(CoreHapticsError)
  }

  var phase = Phase.stopped

  /// Handles `event`, and returns its effects, in order.
  mutating func handle(_ event: Event) -> [Effect] {
    let (next, effects) = Self.transition(from: phase, on: event)
    phase = next
    return effects
  }

  static func transition(from phase: Phase, on event: Event) -> (Phase, [Effect]) {
    switch (phase, event) {
    case (.stopped, .startRequested), (.idle, .startRequested), (.idle, .playRequested):
      (.starting, [.openOutput])
    case (.starting, .startRequested): (.starting, [.refuse(.operationNotPermitted)])
    // Starting an engine that runs is allowed and does nothing.
    case (.running, .startRequested): (.running, [])

    case (.starting, .outputStarted): (.running, [])
    case (.starting, .outputStartFailed): (.stopped, [])
    // An answer from the output after the engine was stopped: what was opened is closed again.
    case (.stopped, .outputStarted), (.idle, .outputStarted): (phase, [.closeOutput])
    case (.running, .outputStarted): (.running, [])
    case (.stopped, .outputStartFailed), (.idle, .outputStartFailed),
      (.running, .outputStartFailed):
      (phase, [])

    case (.stopped, .stopRequested): (.stopped, [])
    case (.idle, .stopRequested): (.stopped, [])
    case (.starting, .stopRequested): (.stopped, [])
    // An explicit stop does not call the stopped handler.
    case (.running, .stopRequested): (.stopped, [.closeOutput])

    case (.running, .stoppedBecause(.idleTimeout)):
      (.idle, [.closeOutput, .notifyStopped(.idleTimeout)])
    case (.running, .stoppedBecause(let reason)):
      (.stopped, [.closeOutput, .notifyStopped(reason)])
    case (.starting, .stoppedBecause(let reason)): (.stopped, [.notifyStopped(reason)])
    // There is no one left who could stop an engine that woke up again.
    case (.idle, .stoppedBecause(.engineDestroyed)): (.stopped, [])
    case (.stopped, .stoppedBecause), (.idle, .stoppedBecause): (phase, [])

    case (.running, .serverReset):
      (.stopped, [.closeOutput, .invalidatePlayers, .notifyReset])
    case (.stopped, .serverReset), (.idle, .serverReset), (.starting, .serverReset):
      (.stopped, [.invalidatePlayers, .notifyReset])

    case (.running, .playRequested): (.running, [])
    case (.stopped, .playRequested), (.starting, .playRequested):
      (phase, [.refuse(.engineNotRunning)])
    }
  }
}
