import Testing

@testable import HapticEngine

/// Tests of the life of an engine, with every state and event.
@Suite struct EngineStateTests {
  typealias Event = EngineState.Event
  typealias Effect = EngineState.Effect

  static let ends: [Event] =
    [.outputEnded, .stopRequested, .serverReset]
    + StoppedReason.allCases.map(Event.stoppedBecause)

  /// Returns the state to which `events` lead from the beginning, and the effects of the last of them.
  private func after(_ events: Event...) -> (EngineState, [Effect]) {
    var state = EngineState.stopped
    var effects: [Effect] = []
    for event in events { effects = state.handle(event) }
    return (state, effects)
  }

  // MARK: Laws

  @Test(arguments: EngineState.allCases, ends)
  func `the output is closed first, exactly when a run ends, and ends leave the engine stopped`(
    state: EngineState, event: Event
  ) {
    var next = state
    let effects = next.handle(event)
    #expect(effects.contains(.closeOutput) == (state == .running))
    #expect(state != .running || effects.first == .closeOutput)
    #expect(effects.count { $0 == .closeOutput } <= 1)
    #expect(next != .running)
  }

  @Test(arguments: EngineState.allCases, ends)
  func `the stopped handler is called with the reason exactly when a running engine stops`(
    state: EngineState, event: Event
  ) {
    var next = state
    let notices = next.handle(event).filter { if case .notifyStopped = $0 { true } else { false } }
    if state == .running, case .stoppedBecause(let reason) = event {
      #expect(notices == [.notifyStopped(reason)])
    } else {
      #expect(notices == [])
    }
  }

  @Test(arguments: EngineState.allCases, ends)
  func `a repeated event does not have an effect, except a reset`(
    state: EngineState, event: Event
  ) {
    var next = state
    _ = next.handle(event)
    let once = next
    let again = next.handle(event)
    #expect(next == once)
    #expect(again == (event == .serverReset ? [.invalidatePlayers, .notifyReset] : []))
  }

  @Test(arguments: EngineState.allCases)
  func `an output that has started makes any engine run`(state: EngineState) {
    var next = state
    #expect(next.handle(.outputStarted) == [])
    #expect(next == .running)
  }

  // MARK: Core Haptics' documentation

  @Test func `an explicit stop does not call a handler, and a player does not wake the engine`() {
    #expect(after(.outputStarted, .stopRequested) == (.stopped, [.closeOutput]))
    let idle = Event.stoppedBecause(.idleTimeout)
    #expect(after(.outputStarted, idle, .stopRequested) == (.stopped, []))
  }

  @Test func `only an engine that was idle for too long waits for a player that wakes it`() {
    for reason in StoppedReason.allCases {
      let (state, _) = after(.outputStarted, .stoppedBecause(reason))
      #expect((state == .idle) == (reason == .idleTimeout))
    }
  }

  @Test func `an idle engine that is destroyed does not wake up again`() {
    let (state, effects) = after(
      .outputStarted, .stoppedBecause(.idleTimeout), .stoppedBecause(.engineDestroyed))
    #expect(state == .stopped)
    #expect(effects == [])
  }

  @Test func `a reset ends the run, then the players, and then calls the reset handler`() {
    let (state, effects) = after(.outputStarted, .serverReset)
    #expect(state == .stopped)
    #expect(effects == [.closeOutput, .invalidatePlayers, .notifyReset])
  }

  @Test func `an output that is ended externally counts as an explicit stop`() {
    #expect(after(.outputStarted, .outputEnded) == after(.outputStarted, .stopRequested))
    let idle = Event.stoppedBecause(.idleTimeout)
    let (state, effects) = after(.outputStarted, idle, .outputEnded)
    #expect(state == .idle, "the output that was closed for this state has ended")
    #expect(effects == [])
  }
}
