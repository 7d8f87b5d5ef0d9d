import Realtime
import Synchronization
import Testing

@testable import AudioOutput
@testable import PacedOutput

/// The times at which blocks are pulled and heard: first the filter alone, then the reports of outputs
/// to a source.
struct BlockTimeTests {
  private static let period: Int64 = 5_000_000

  /// The block times of a clock with 240 frames at 48 kHz and 960 in the buffer, for a device that is
  /// `drift` faster than its rate and is queried with a `jitter` in nanoseconds.
  private func times(
    blocks: Int, drift: Double = 0, jitter: Int64 = 0, from start: Int64 = 1_000_000_000
  ) -> [BlockTime] {
    var clock = BlockClock(rate: 48_000, blockFrames: 240, bufferFrames: 960)
    var random: UInt64 = 7
    return (0..<blocks).map { block in
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = jitter == 0 ? 0 : Int64(random >> 33) % (2 * jitter) - jitter
      let due = start + truth(block, drift)
      // The first four blocks fill the buffer immediately.
      if block < 4 { return clock.block(now: start, measured: nil, extra: nil) }
      return clock.block(now: due + 1_000_000, measured: due + noise, extra: 10_000_000)
    }
  }

  /// The time at which a block is due: the fourth fills the buffer.
  private func truth(_ block: Int, _ drift: Double) -> Int64 {
    Int64(Double(Int64(block - 3) * Self.period) / (1 + drift))
  }

  @Test func `blocks of a device that keeps its rate are exactly a block apart`() {
    let times = times(blocks: 10_000)
    let gaps = zip(times, times.dropFirst()).map { $1.pulledNanoseconds - $0.pulledNanoseconds }
    #expect(Set(gaps) == [Self.period])
    // A block is heard 15 ms after it was pulled, plus the 10 ms that the device reports.
    #expect(times[5_000].heardNanoseconds - times[5_000].pulledNanoseconds == 25_000_000)
  }

  @Test func `a jitter of a millisecond does not appear in the times`() {
    let times = times(blocks: 20_000, jitter: 1_000_000)
    let gaps = zip(times.dropFirst(2_000), times.dropFirst(2_001)).map {
      $1.pulledNanoseconds - $0.pulledNanoseconds
    }
    #expect(gaps.map { ($0 - Self.period).magnitude }.max() ?? .max < 10_000)
    #expect(largestError(of: times, after: 2_000) < 200_000)
  }

  @Test(arguments: [-3e-4, 3e-4])
  func `a drifting device is followed`(drift: Double) {
    let times = times(blocks: 60_000, drift: drift, jitter: 100_000)
    #expect(largestError(of: times, drift: drift, after: 10_000) < 50_000)
  }

  /// The largest error of the times, in nanoseconds, after `count` blocks have passed.
  private func largestError(
    of times: [BlockTime], drift: Double = 0, after count: Int
  ) -> UInt64 {
    let errors = times.enumerated().dropFirst(count).map { block, time in
      (time.pulledNanoseconds - 1_000_000_000 - truth(block, drift)).magnitude
    }
    return errors.max() ?? .max
  }

  @Test func `a device that stood still is followed immediately`() {
    var clock = BlockClock(rate: 48_000, blockFrames: 240, bufferFrames: 960)
    for block in 0..<1_000 {
      _ = clock.block(now: 0, measured: Int64(block) * Self.period, extra: 0)
    }
    let time = clock.block(now: 0, measured: 60_000_000_000, extra: 0)
    #expect(time.pulledNanoseconds == 60_000_000_000)
    #expect(time.heardNanoseconds == 60_015_000_000)
  }

  @Test(arguments: [(8_000, 80_000), (192_000, 60), (48_000, 1)])
  func `the filter of block times is stable for every block size`(rate: Int, frames: Int) {
    var clock = BlockClock(rate: rate, blockFrames: frames, bufferFrames: 4 * frames)
    let length = FrameTime.nanoseconds(frames: Int64(frames), rate: Int64(rate))
    let errors = (0..<5_000).map { block in
      let due = Int64(block) * length
      // The first measured time is off by a millisecond.
      let time = clock.block(now: due, measured: block == 0 ? 1_000_000 : due, extra: 0)
      return (time.pulledNanoseconds - due).magnitude
    }
    #expect(errors.dropFirst().max() ?? .max < 2_000_000)
  }

  @Test func `a device reports when its blocks are pulled and heard`() throws {
    let device = try FaultDevice("patient yes latency 480")
    let times = try play(on: ALSAOutput(device.configuration(stallSeconds: 5)), blocks: 200)
    try expectSteady(times.map(\.block))
    let last = times.suffix(100)
    // 15 ms of buffer and 10 ms of latency after the pull, except for the initial error of the filter.
    let delays = last.map { $0.block.heardNanoseconds - $0.block.pulledNanoseconds }
    let others = delays.filter { !(20_000_000...30_000_000).contains($0) }
    #expect(others.isEmpty)
    // Pulled when due, or later if the thread was held up.
    let early = last.count { $0.actual < $0.block.pulledNanoseconds - 3_000_000 }
    #expect(early <= last.count / 10)
  }

  @Test func `a device without a clock and the null output report block times at their own pace`()
    throws
  {
    let nothing = ALSAOutput(.init(pcmName: "nothing", definitions: "pcm.nothing { type null }"))
    try expectSteady(try play(on: nothing, blocks: 100).map(\.block))
    try expectSteady(try play(on: NullOutput(), blocks: 100).map(\.block))
  }

  private func play(
    on output: any BlockOutput, blocks: Int
  ) throws -> [(block: BlockTime, actual: Int64)] {
    let source = TimeSource(capacity: blocks)
    try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
    #expect(try eventually { source.isFull })
    output.stop()
    let times = source.times
    try #require(times.count == blocks)
    return times
  }

  /// Expects that all gaps are 5 ms, except a few when a busy machine made an output restart.
  private func expectSteady(_ times: [BlockTime]) throws {
    let uneven = zip(times, times.dropFirst()).count { before, after in
      (after.pulledNanoseconds - before.pulledNanoseconds - Self.period).magnitude > 500_000
    }
    #expect(uneven <= times.count / 20)
  }
}

/// Silence that records the time of each block, in preallocated memory.
@safe
private final class TimeSource: BlockSource {
  // SAFETY: the rendering thread writes entry `count` and then raises `count`; others read below it.
  private nonisolated(unsafe) let entries: UnsafeMutablePointer<(BlockTime, Int64)>
  private let capacity: Int
  private let count = Atomic<Int>(0)

  init(capacity: Int) {
    self.capacity = capacity
    unsafe entries = .allocate(capacity: capacity)
  }

  deinit { unsafe entries.deallocate() }

  var isFull: Bool { count.load(ordering: .acquiring) >= capacity }

  var times: [(block: BlockTime, actual: Int64)] {
    (0..<count.load(ordering: .acquiring)).map { unsafe entries[$0] }
  }

  func prepare(sampleRate: Double) {}

  func render(into block: BusBlock) {
    block.setSignal(.none)
    let index = count.load(ordering: .relaxed)
    guard let time = block.time, index < capacity else { return }
    unsafe (entries + index).initialize(to: (time, MonotonicClock.nanoseconds()))
    count.store(index + 1, ordering: .releasing)
  }

  func collect() {}
}
