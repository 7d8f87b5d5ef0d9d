import Realtime
import Synchronization
import Testing

@testable import AudioOutput
@testable import PacedOutput

/// The sound of a stop.
struct ALSAStopTests {
  @Test(arguments: [
    "speed 1 patient yes", "speed 1 patient yes format S16_LE", "speed 1 latency 480",
  ])
  func `stop fades out audibly within 5 ms`(settings: String) throws {
    let device = try FaultDevice(settings)
    let output = ALSAOutput(device.configuration(stallSeconds: 5))
    let source = LevelSource()
    try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
    #expect(try eventually { source.framesRendered >= 4_800 })
    output.stop()
    let format: SampleFormat = settings.contains("S16") ? .int16 : .float32
    let played = try device.captured().samples(in: format)
    let last = try #require(played.last)
    #expect(last.magnitude < 0.001)
    // From 0.5 to silence over 240 frames, without a step elsewhere.
    let steps = zip(played.dropFirst(2), played.dropFirst(4)).map { ($0 - $1).magnitude }
    #expect(try #require(steps.max()) < 0.5 / 240 * 1.1)
    let falling = played.count { $0 > 0 && $0 < 0.499 }
    #expect(falling <= 2 * 240)
  }

  @Test func `stop drops a long queue immediately`() throws {
    let device = try FaultDevice("patient yes")
    var configuration = device.configuration(stallSeconds: 60)
    configuration.periodSeconds = 1
    configuration.bufferSeconds = 30
    let output = ALSAOutput(configuration)
    let source = LevelSource()
    try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
    #expect(try eventually { source.framesRendered >= 30 * 48_000 })
    output.stop()
    // Only a small part of the queue was heard.
    #expect(try device.capturedFloats().count < 15 * 48_000 * 2)
  }

  @Test func `silence does not need a fade, and nothing more is rendered`() throws {
    let device = try FaultDevice("patient yes")
    let output = ALSAOutput(device.configuration(stallSeconds: 5))
    let source = SilentSource()
    try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
    #expect(try eventually { source.blocks.load(ordering: .acquiring) >= 20 })
    let before = source.blocks.load(ordering: .acquiring)
    output.stop()
    #expect(source.blocks.load(ordering: .acquiring) <= before + 2)
  }
}

/// A constant level, only on the haptic bus.
private final class LevelSource: BlockSource {
  private let frames = Atomic<Int>(0)

  var framesRendered: Int { frames.load(ordering: .acquiring) }

  func prepare(sampleRate: Double) {}

  func render(into block: BusBlock) {
    for index in 0..<block.frameCount {
      unsafe block.haptic[index] = 0.5
      unsafe block.audioLeft[index] = 0
      unsafe block.audioRight[index] = 0
    }
    frames.add(block.frameCount, ordering: .releasing)
  }

  func collect() {}
}

/// A source that reports silence.
private final class SilentSource: BlockSource {
  let blocks = Atomic<Int>(0)

  func prepare(sampleRate: Double) {}

  func render(into block: BusBlock) {
    block.setSignal(.none)
    blocks.add(1, ordering: .releasing)
  }

  func collect() {}
}
