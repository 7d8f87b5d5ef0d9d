import ArgumentParser
import AudioOutput
import Dispatch
import HapticEngine
import HapticPerception
import PacedOutput
import Realtime
import Testing

@testable import haptic

/// A playing pattern and its picture.
struct PlayRunTests {
  private static func outline(length: Seconds) throws -> SignalOutline {
    try SignalOutline(
      of: HapticPattern { Continuous(at: 0, duration: length, intensity: 1, sharpness: 0.5) },
      profile: .wideband)
  }

  @Test func `an outline does not block, and only the most recent of many is rendered`() throws {
    let worker = OutlineWorker()
    let gate = DispatchSemaphore(value: 0)
    let rendered = Guarded<[Int]>([])
    let outlines = try (0..<20).map { try Self.outline(length: 0.1 + Double($0) * 0.01) }
    for (index, outline) in outlines.enumerated() {
      worker.render { _ in
        gate.wait()
        rendered.withLock { $0.append(index) }
        return outline
      }
    }
    // None could be finished so far, and the requests did not block.
    #expect(worker.take() == nil)
    for _ in outlines { gate.signal() }
    worker.finish(within: 30)
    #expect(worker.take() == outlines.last)
    #expect(worker.take() == nil)
    #expect(rendered.withLock { $0.count } <= 2)
  }

  @Test func `an outline that is no longer needed is abandoned`() throws {
    let worker = OutlineWorker()
    let begun = DispatchSemaphore(value: 0)
    worker.render { isWanted in
      begun.signal()
      while isWanted() {}
      return nil
    }
    begun.wait()
    worker.close()
    worker.finish(within: 30)
    #expect(worker.take() == nil)
  }

  @Test func `a key that changes the strength changes the picture, once it is rendered`() throws {
    let stage = try Self.stage(on: ManualOutput())
    try stage.engine.start()
    let options = try PlayOptions.parse([])
    let run = try stage.play(
      Self.item(), rate: 1, from: PlayStart(options), isDrawn: true)
    // Its length is known immediately.
    #expect(run.outline.length > 0)
    run.takeOutline(waiting: 30)
    let before = try #require(run.outline.cells.map(\.level).max())
    for _ in 0..<10 { try run.handle(.weaker, shown: 1) }
    run.takeOutline(waiting: 30)
    let after = try #require(run.outline.cells.map(\.level).max())
    #expect((after / before - 0.5).magnitude < 0.05)
  }

  @Test func `a device that is lost before the pattern begins is a device failure`() throws {
    let output = LostOutput()
    let stage = try Self.stage(on: output)
    try stage.engine.start()
    let stopped = DispatchSemaphore(value: 0)
    stage.engine.stoppedHandler = { _ in stopped.signal() }
    output.lose(OutputError(.deviceUnavailable, subject: "hw:9", detail: "It was unplugged."))
    stopped.wait()
    let failure = #expect(throws: Failure.self) {
      try stage.play(
        Self.item(), rate: 1, from: PlayStart(PlayOptions.parse([])), isDrawn: false)
    }
    #expect(failure?.status == .deviceUnavailable)
    #expect(failure?.message == "the sound device stopped: hw:9: It was unplugged.")
  }

  @Test func `warnings of every output are shown`() {
    let device = PlayDevice(WarningOutput(), name: "test")
    #expect(device.faults() == ["warning: haptics may be folded"])
  }

  private static func item() throws -> PlayItem {
    try PlayItem(
      PatternArgument(argument: "impact.heavy"), PlayOptions.parse([]), profile: .wideband)
  }

  private static func stage(on output: any BlockOutput) throws -> PlayStage {
    try PlayStage(item(), on: PlayDevice(output, name: "test"), PlayOptions.parse([]))
  }
}

/// An output whose device disappears on request.
private final class LostOutput: BlockOutput {
  private let onStop = Guarded<(@Sendable (OutputError) -> Void)?>(nil)

  var isRealTime: Bool { false }

  func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    source.prepare(sampleRate: 48_000)
    self.onStop.withLock { $0 = onStop }
  }

  func stop() {}

  func lose(_ error: OutputError) { onStop.withLock { $0 }?(error) }
}

/// An output with a report on its playback.
private final class WarningOutput: BlockOutput {
  var isRealTime: Bool { false }

  var statistics: OutputStatistics? {
    var statistics = OutputStatistics(
      sampleRate: 48_000, channelCount: 4, format: "float32", periodFrames: 256, bufferFrames: 1024)
    statistics.warnings = ["haptics may be folded"]
    return statistics
  }

  func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {}

  func stop() {}
}
