import Dispatch
import Realtime
import RealtimeThreads
import Synchronization
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of when the control side collects the render side's reports, and of the data that both sides share.
@Suite struct CollectorTests {
  private func quietSeconds(_ engine: HapticEngine) -> Seconds {
    engine.core.state.withLock { $0.quietSeconds }
  }

  @Test func `while players are stopped or paused, the collector rests`() throws {
    let rig = try EngineRig()
    #expect(quietSeconds(rig.engine) == .infinity)
    let player = try rig.player(variedPattern())
    #expect(quietSeconds(rig.engine) == 0, "the command was sent, but not yet taken")
    rig.output.pull(480)
    #expect(quietSeconds(rig.engine) == .infinity)
    try player.start()
    rig.output.pull(480)
    #expect(quietSeconds(rig.engine) == 0, "the player may finish")
    rig.engine.notifyWhenPlayersFinished { _ in .leaveEngineRunning }
    try player.pause()
    #expect(quietSeconds(rig.engine) == 0)
    rig.output.pull(64)
    #expect(quietSeconds(rig.engine) == 0, "the player fades out")
    rig.output.pull(480)
    #expect(quietSeconds(rig.engine) == .infinity)
    player.playbackRate = 20
    rig.output.pull(480)
    #expect(quietSeconds(rig.engine) == .infinity)
    try player.resume()
    rig.output.pull(48_000)
    rig.output.pull(480)
    #expect(quietSeconds(rig.engine) == .infinity, "the player has finished")
  }

  @Test func `until a player starts, the collector rests`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    try player.start(at: 10)
    rig.output.pull(48_000)
    #expect((quietSeconds(rig.engine) - 9).magnitude < 1e-6)
    rig.output.pull(9 * 48_000 + 100)
    #expect(quietSeconds(rig.engine) == 0)
    try player.start(at: 1e12)
    rig.output.pull(48_000)
    #expect(quietSeconds(rig.engine) == .infinity)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a resting collector wakes for every command`() throws {
    let output = ClockedOutput(sampleRate: 8_000)
    let engine = HapticEngine(output: output)
    try engine.start()
    let over = DispatchSemaphore(value: 0)
    let player = try engine.makeAdvancedPlayer(
      with: HapticPattern { Continuous(duration: 0.2) })
    player.completionHandler = { _ in over.signal() }
    func pull(_ frames: Int) {
      let now = MonotonicClock.nanoseconds()
      output.pull(frames, pulled: now, heard: now)
    }
    for _ in 0..<5 {
      try player.start()
      pull(400)
      pull(400)
      try player.pause()
      pull(400)
      pull(400)
      // Collects until nothing more can arrive.
      while quietSeconds(engine) == 0 { engine.core.collection.sync {} }
      engine.core.collect()
      try player.stop()
      pull(400)
      pull(400)
      over.wait()
    }
    for _ in 0..<3 {
      try player.start(at: engine.currentTime + 0.2)
      pull(40)
      while quietSeconds(engine) == 0 { engine.core.collection.sync {} }
      engine.core.collect()
      for _ in 0..<20 { pull(800) }
      over.wait()
    }
  }

  // MARK: Shared data

  @Test func `an incomplete entry does not hide earlier ones`() {
    let log = TransportLog()
    func note(_ index: Int) {
      log.note(
        TransportLog.Entry(
          frame: Frame(index), motion: .playing, time: Double(index), timePerFrame: 1,
          loopEnd: 0, repetition: index, repeatsLeft: 0))
    }
    for index in 0..<300 { note(index) }
    // The writer is stopped in the middle of an entry; readers do not wait for it.
    log.beginEntry(frame: 1_000)
    #expect(log.entry(at: 5_000)?.repetition == 299)
    #expect(log.entry(at: 250)?.repetition == 250)
    #expect(log.entry(at: 0)?.repetition == 300 - 127, "the oldest entry that is kept")
    note(300)
    #expect(log.entry(at: 5_000)?.repetition == 300)
  }

  /// The logs that one thread writes and another reads, and the results of the reader.
  private final class SharedLogs: Sendable {
    let clock = RenderClock()
    let log = TransportLog()
    let isOver = Atomic<Bool>(false)
    let reads = Atomic<Int>(0)
    let torn = Atomic<Int>(0)

    func write(_ index: Int) {
      let frame = Frame(index)
      clock.note(
        frame: frame, BlockTime(pulledNanoseconds: 2 * frame, heardNanoseconds: 3 * frame),
        frameCount: index)
      log.note(
        TransportLog.Entry(
          frame: frame, motion: .playing, time: Double(index), timePerFrame: 1, loopEnd: 0,
          repetition: index, repeatsLeft: index))
    }

    func readUntilOver() {
      while !isOver.load(ordering: .acquiring) {
        guard let reading = clock.read(), let entry = log.entry(at: .never) else { continue }
        let isWhole =
          reading.time.pulledNanoseconds == 2 * reading.frame
          && reading.time.heardNanoseconds == 3 * reading.frame
          && reading.frameCount == Int(reading.frame) && entry.time == Double(entry.frame)
          && entry.repetition == Int(entry.frame) && entry.repeatsLeft == Int(entry.frame)
        if !isWhole { torn.add(1, ordering: .relaxed) }
        reads.add(1, ordering: .relaxed)
      }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a log gives consistent entries while it is being written`() throws {
    let shared = SharedLogs()
    let ended = DispatchSemaphore(value: 0)
    try RealtimeThread.start(name: "reader") {
      shared.readUntilOver()
      ended.signal()
    }
    var index = 1
    // Continues until the reader has read during writing, however late its thread starts.
    while index < 200_000 || shared.reads.load(ordering: .relaxed) < 1_000 {
      shared.write(index)
      index += 1
    }
    shared.isOver.store(true, ordering: .releasing)
    ended.wait()
    #expect(shared.torn.load(ordering: .relaxed) == 0)
  }

  // MARK: Returned objects

  @Test func `concurrent threads make exactly as many players as the engine allows`() throws {
    let rig = try EngineRig()
    let made = Guarded<[PatternPlayer]>([])
    let engine = rig.engine
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<80 {
        if let player = try? engine.makePlayer(with: .tap) { made.withLock { $0.append(player) } }
      }
    }
    #expect(made.withLock { $0.count } == Renderer.playerCapacity)
    #expect(rig.playerCount == Renderer.playerCapacity)
  }
}
