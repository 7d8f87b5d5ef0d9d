import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of the engine's events as a sequence, alongside the handlers.
@Suite struct EngineEventTests {
  @Test func `every subscriber of an engine receives the same events as its handlers, in order`()
    async throws
  {
    let rig = try EngineRig()
    let (first, second) = (rig.engine.events, rig.engine.events)
    rig.engine.stop(because: .audioSessionInterrupt)
    try rig.engine.start()
    rig.engine.reset()
    try rig.engine.start()
    rig.engine.stop()
    try rig.engine.start()
    rig.engine.stop(because: .systemError)
    let expected: [EngineEvent] = [
      .stopped(.audioSessionInterrupt), .reset, .stopped(.systemError),
    ]
    for events in [first, second] {
      var received: [EngineEvent] = []
      for await event in events {
        received.append(event)
        if received.count == expected.count { break }
      }
      #expect(received == expected)
    }
    rig.settle()
    #expect(rig.log.all == ["stopped: audioSessionInterrupt", "reset", "stopped: systemError"])
  }

  @Test func `the last event is the end of the engine`() async throws {
    var rig: EngineRig? = try EngineRig()
    let events = try #require(rig?.engine.events)
    rig = nil
    var received: [EngineEvent] = []
    for await event in events { received.append(event) }
    #expect(received == [.stopped(.engineDestroyed)])
  }

  @Test func `events are not kept for subscribers that have stopped`() async throws {
    let rig = try EngineRig()
    let following = Task { for await _ in rig.engine.events {} }
    following.cancel()
    await following.value
    rig.settle()
    #expect(rig.engine.core.state.withLock { $0.handlers.streams.isEmpty })
  }

  @Test func `a task can wait until everything has been played, or the engine is released`()
    async throws
  {
    var rig: EngineRig? = try EngineRig()
    await rig?.engine.playersFinished()
    let engine = try #require(rig?.engine)
    let player = try engine.makePlayer(with: variedPattern())
    try player.start()
    async let finished: Void = engine.playersFinished()
    engine.stop(because: .systemError)
    await finished
    rig = nil
  }
}
