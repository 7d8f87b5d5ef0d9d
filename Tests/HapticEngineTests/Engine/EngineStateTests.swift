import Testing

@testable import HapticEngine

/// The life of an engine, every state and event of it.
@Suite struct EngineStateTests {
  typealias Phase = EngineState.Phase
  typealias Event = EngineState.Event
  typealias Effect = EngineState.Effect

  static let events: [Event] =
    [.startRequested, .outputStarted, .outputStartFailed, .stopRequested, .serverReset]
    + [.playRequested] + StoppedReason.allCases.map(Event.stoppedBecause)

  /// What each pair is said to come to, one line a pair.
  private static func outcome(_ phase: Phase, _ event: Event) -> (Phase, [Effect]) {
    let refused = [Effect.refuse(.engineNotRunning)]
    return switch (phase, event) {
    case (.stopped, .startRequested): (.starting, [.openOutput])
    case (.stopped, .outputStarted): (.stopped, [.closeOutput])
    case (.stopped, .outputStartFailed): (.stopped, [])
    case (.stopped, .stopRequested): (.stopped, [])
    case (.stopped, .stoppedBecause): (.stopped, [])
    case (.stopped, .serverReset): (.stopped, [.invalidatePlayers, .notifyReset])
    case (.stopped, .playRequested): (.stopped, refused)

    case (.starting, .startRequested): (.starting, [.refuse(.operationNotPermitted)])
    case (.starting, .outputStarted): (.running, [])
    case (.starting, .outputStartFailed): (.stopped, [])
    case (.starting, .stopRequested): (.stopped, [])
    case (.starting, .stoppedBecause(let reason)): (.stopped, [.notifyStopped(reason)])
    case (.starting, .serverReset): (.stopped, [.invalidatePlayers, .notifyReset])
    case (.starting, .playRequested): (.starting, refused)

    case (.running, .startRequested): (.running, [])
    case (.running, .outputStarted): (.running, [])
    case (.running, .outputStartFailed): (.running, [])
    case (.running, .stopRequested): (.stopped, [.closeOutput])
    case (.running, .stoppedBecause(.idleTimeout)):
      (.idle, [.closeOutput, .notifyStopped(.idleTimeout)])
    case (.running, .stoppedBecause(let reason)):
      (.stopped, [.closeOutput, .notifyStopped(reason)])
    case (.running, .serverReset): (.stopped, [.closeOutput, .invalidatePlayers, .notifyReset])
    case (.running, .playRequested): (.running, [])

    case (.idle, .startRequested): (.starting, [.openOutput])
    case (.idle, .outputStarted): (.idle, [.closeOutput])
    case (.idle, .outputStartFailed): (.idle, [])
    case (.idle, .stopRequested): (.stopped, [])
    case (.idle, .stoppedBecause(.engineDestroyed)): (.stopped, [])
    case (.idle, .stoppedBecause): (.idle, [])
    case (.idle, .serverReset): (.stopped, [.invalidatePlayers, .notifyReset])
    case (.idle, .playRequested): (.starting, [.openOutput])
    }
  }

  @Test(arguments: Phase.allCases, events)
  func `each event has in each phase the outcome that is stated for it`(
    phase: Phase, event: Event
  ) {
    var state = EngineState()
    state.phase = phase
    let effects = state.handle(event)
    let (expectedPhase, expectedEffects) = Self.outcome(phase, event)
    #expect(state.phase == expectedPhase)
    #expect(effects == expectedEffects)
  }

  @Test(arguments: Phase.allCases, events)
  func `the output is closed exactly when a run ends, and opened exactly when one is to begin`(
    phase: Phase, event: Event
  ) {
    var state = EngineState()
    state.phase = phase
    let effects = state.handle(event)
    let endsRun = phase == .running && state.phase != .running
    // An output that comes up when nobody waits for it any more is closed, too.
    let isLate = event == .outputStarted && (phase == .stopped || phase == .idle)
    #expect(effects.contains(.closeOutput) == (endsRun || isLate))
    #expect(effects.contains(.openOutput) == (phase != .starting && state.phase == .starting))
    #expect(effects.count { $0 == .closeOutput } <= 1)
  }

  @Test(arguments: Phase.allCases, events)
  func `a refusal changes nothing, and a notice comes after the end it is of`(
    phase: Phase, event: Event
  ) {
    var state = EngineState()
    state.phase = phase
    let effects = state.handle(event)
    if effects.contains(where: { if case .refuse = $0 { true } else { false } }) {
      #expect(state.phase == phase)
      #expect(effects.count == 1)
    }
    if let close = effects.firstIndex(of: .closeOutput) { #expect(close == 0) }
    for case .notifyStopped(let reason) in effects {
      #expect(event == .stoppedBecause(reason))
      #expect(state.phase == (reason == .idleTimeout && phase == .running ? .idle : .stopped))
    }
    #expect(effects.contains(.notifyReset) == (event == .serverReset))
    #expect(event != .stopRequested || state.phase == .stopped)
  }

  @Test func `no sequence of six events opens an output twice without a close or a failure`() {
    var worlds: Set<World> = [World()]
    for _ in 0..<6 {
      worlds = Set(worlds.flatMap { world in Self.events.compactMap { world.after($0) } })
    }
    #expect(worlds.allSatisfy { $0.isSound })
    #expect(Set(worlds.map(\.state.phase)) == Set(Phase.allCases))
  }

  /// A state and the output that belongs to it, which answers what it was asked.
  private struct World: Hashable {
    var state = EngineState()
    var isOpening = false
    var isOpen = false
    var isSound = true

    func after(_ event: Event) -> World? {
      var next = self
      switch event {
      case .outputStarted where !isOpening, .outputStartFailed where !isOpening: return nil
      case .outputStarted: (next.isOpening, next.isOpen) = (false, true)
      case .outputStartFailed: next.isOpening = false
      // The output is opened and closed on one queue: nothing else comes in between.
      case .startRequested where isOpening, .playRequested where isOpening: return nil
      default: break
      }
      for effect in next.state.handle(event) {
        switch effect {
        case .openOutput:
          if next.isOpen || next.isOpening { next.isSound = false }
          next.isOpening = true
        case .closeOutput:
          if !next.isOpen { next.isSound = false }
          next.isOpen = false
        case .notifyStopped, .invalidatePlayers, .notifyReset, .refuse: break
        }
      }
      if next.isOpen != (next.state.phase == .running) { next.isSound = false }
      return next
    }
  }
}
