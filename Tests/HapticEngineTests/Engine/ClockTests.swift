import Dispatch
import Realtime
import Synchronization
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of the engine's time on an output with a clock: when commands take effect, and when they are heard.
@Suite struct ClockTests {
  /// Returns an engine whose first block, 240 frames, was due now and is heard 20 ms later.
  private func clockedEngine() throws -> (HapticEngine, ClockedOutput, Int64) {
    let output = ClockedOutput()
    let engine = HapticEngine(output: output)
    try engine.start()
    let now = MonotonicClock.nanoseconds()
    output.pull(240, pulled: now, heard: now + 20_000_000)
    return (engine, output, now)
  }

  /// Returns the frames that pass from `start` until now.
  private func frames(since start: Int64) -> Double {
    Double(MonotonicClock.nanoseconds() - start) * 48_000 / 1e9
  }

  @Test
  func `a command without a time takes effect one block after it is sent`()
    throws
  {
    let (engine, output, start) = try clockedEngine()
    let player = try engine.makePlayer(with: .tap)
    let before = frames(since: start)
    try player.start()
    let after = frames(since: start)
    // The block is long enough for the time that the machine may have needed for the calls.
    let rest = output.pull(48_000, pulled: start + 5_000_000, heard: start + 25_000_000)
    let onset = try #require(rest.firstIndex { $0 != 0 }) + 240 - 1
    // A block of 240 frames later, but at most two blocks after the last rendered frame.
    #expect(Double(onset) >= min(before + 240, 720).rounded(.down) - 1)
    #expect(Double(onset) <= min(after + 240, 720) + 1)
  }

  @Test func `time advances while no block is pulled`() throws {
    let output = ClockedOutput()
    let engine = HapticEngine(output: output)
    try engine.start()
    // With a block of one second, time advances by two more blocks at most.
    let start = MonotonicClock.nanoseconds()
    output.pull(48_000, pulled: start, heard: start)
    let first = engine.currentTime
    let later = MonotonicClock.nanoseconds() + 1_000_000
    while MonotonicClock.nanoseconds() < later {}
    #expect(engine.currentTime > first)
  }

  @Test
  func `time between blocks never goes backward, and waits for a stopped device`()
    throws
  {
    let (engine, output, start) = try clockedEngine()
    var last = engine.currentTime
    #expect(last >= Double(240) / 48_000)
    for _ in 0..<1_000 {
      let now = engine.currentTime
      #expect(now >= last)
      last = now
    }
    // A block that is due earlier than expected, because the device was restarted.
    output.pull(240, pulled: start - 50_000_000, heard: start)
    #expect(engine.currentTime >= last)
    // At most two blocks after the last rendered one.
    #expect(engine.currentTime <= max(last, Double(240 + 720) / 48_000))
  }

  @Test func `heard time lags behind rendered time by the output's delay`() throws {
    let (engine, _, start) = try clockedEngine()
    #expect(engine.outputDelay == 0.02)
    #expect(engine.heardTime <= Double(240) / 48_000)
    let heard = try #require(engine.nanoseconds(heardAt: 1))
    #expect(heard == start + 1_020_000_000)
    #expect(try #require(engine.time(heardAtNanoseconds: heard)) == 1)
  }

  @Test func `alignment requires a clock`() throws {
    let rig = try EngineRig()
    rig.output.pull(480)
    #expect(rig.engine.nanoseconds(heardAt: 1) == nil)
    #expect(rig.engine.time(heardAtNanoseconds: 1) == nil)
    #expect(rig.engine.outputDelay == 0)
    #expect(rig.engine.heardTime == 0.01)
    #expect(rig.engine.currentTime == 0.01)
  }

  // MARK: Batches

  @Test func `a batch takes effect at one frame, even while blocks are rendered`()
    throws
  {
    let rig = try EngineRig()
    let pattern = try variedPattern()
    let (one, two) = (try rig.player(pattern), try rig.player(pattern))
    try rig.engine.batch {
      one.playbackRate = 2
      try one.start()
      rig.output.pull(500)
      try two.start()
      two.playbackRate = 2
      rig.output.pull(300)
    }
    let both = rig.output.pull(30_000)
    let expected = try RenderedSignal(
      pattern, sampleRate: 48_000, frameCount: 30_000, playback: Playback(rate: 2))
    #expect(largestDifference(both.haptic, expected.haptic.map { 2 * $0 }, 0..<30_000) < 1e-6)
  }

  @Test func `commands in a batch keep an explicit time`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    let later = try rig.player(.tap)
    try rig.engine.batch {
      try rig.engine.batch { try player.start() }
      try later.start(at: rig.time(20_000))
    }
    let live = rig.output.pull(30_000)
    let tap = try offline(.tap, 9_000)
    #expect(live.difference(to: tap, 0..<9_000) == 0)
    #expect(live.difference(to: tap, shiftedBy: 20_000, 20_000..<29_000) == 0)
  }

  @Test func `a batch that fails sends the commands before the error`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    let code = engineCode {
      try rig.engine.batch {
        try player.start()
        try player.stop(at: -1)
      }
    }
    #expect(code == .invalidTime)
    #expect(!rig.output.pull(480).isSilent(0..<480))
  }

  // MARK: Levels

  @Test func `levels are the peaks since they were last taken, once metering is enabled`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    try player.start()
    rig.output.pull(9_600)
    #expect(rig.engine.takeLevels() == BusLevels())
    rig.engine.isMeteringEnabled = true
    let live = rig.output.pull(9_600, blocks: [64, 333])
    let levels = rig.engine.takeLevels()
    #expect(levels.haptic == live.haptic.map(\.magnitude).max())
    #expect(levels.audioLeft == live.left.map(\.magnitude).max())
    #expect(levels.audioRight == live.right.map(\.magnitude).max())
    #expect(rig.engine.takeLevels() == BusLevels())
    rig.output.pull(960)
    rig.engine.isMeteringEnabled = false
    #expect(rig.engine.takeLevels() == BusLevels())
    try player.stop()
    rig.output.pull(9_600)
    rig.engine.isMeteringEnabled = true
    #expect(rig.engine.takeLevels() == BusLevels(), "earlier measurements are not kept")
  }

  // MARK: Handlers

  @Test func `a slow handler does not delay controls`() throws {
    let output = ClockedOutput(sampleRate: 8_000)
    let engine = HapticEngine(output: output)
    try engine.start()
    let players = try (0..<64).map { _ in try engine.makePlayer(with: .tap) }
    let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = Atomic<Bool>(true)
    let over = Atomic<Int>(0)
    let last = try engine.makeAdvancedPlayer(with: .tap)
    last.completionHandler = { _ in
      over.add(1, ordering: .relaxed)
      if first.exchange(false, ordering: .relaxed) {
        entered.signal()
        release.wait()
      }
    }
    @discardableResult
    func pull() -> [Float] {
      let now = MonotonicClock.nanoseconds()
      return output.pull(40, pulled: now, heard: now)
    }
    try last.start()
    for _ in 0..<20 { pull() }
    try last.stop()
    for _ in 0..<20 { pull() }
    entered.wait()
    // Only the handler blocks: there are many more reports than any queue holds.
    for _ in 0..<200 {
      for player in players { try player.start() }
      pull()
    }
    for player in players { try player.stop() }
    for _ in 0..<10 { pull() }
    #expect(pull().allSatisfy { $0 == 0 })
    release.signal()
    engine.stop()
    EngineRig.settle(engine.core)
    #expect(over.load(ordering: .relaxed) == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a collector that pauses for a time resumes after it`() {
    let queue = DispatchQueue(label: "collecting")
    let fired = DispatchSemaphore(value: 0)
    var collector = Collector()
    collector.begin(on: queue) { fired.signal() }
    fired.wait()
    collector.rest(for: nil)
    queue.sync {}
    while fired.wait(timeout: .now()) == .success {}
    for _ in 0..<3 {
      collector.rest(for: 0.001)
      fired.wait()
    }
    collector.end()
  }

  @Test(.timeLimit(.minutes(1)))
  func `a handler may wait for the engine to stop`() throws {
    let rig = try EngineRig()
    let engine = rig.engine
    let player = try rig.player(.tap)
    let stopped = DispatchSemaphore(value: 0)
    player.completionHandler = { _ in
      let done = DispatchSemaphore(value: 0)
      engine.stop { _ in done.signal() }
      done.wait()
      stopped.signal()
    }
    try player.start()
    rig.output.pull(9_600)
    stopped.wait()
    #expect(!rig.isRunning)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a player does not wait for a device that is being opened`() throws {
    let output = SlowOutput()
    let engine = HapticEngine(output: output)
    let player = try engine.makePlayer(with: .tap)
    let started = DispatchSemaphore(value: 0)
    engine.start { _ in started.signal() }
    output.entered.wait()
    #expect(engineCode { try player.start() } == .engineNotRunning)
    output.release.signal()
    started.wait()
    try player.start()
    engine.stop()
  }
}

/// An output that takes as long to open as a test requests.
private final class SlowOutput: BlockOutput {
  let entered = DispatchSemaphore(value: 0)
  let release = DispatchSemaphore(value: 0)
  var isRealTime: Bool { false }

  func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    entered.signal()
    release.wait()
    source.prepare(sampleRate: 48_000)
  }

  func stop() {}
}
