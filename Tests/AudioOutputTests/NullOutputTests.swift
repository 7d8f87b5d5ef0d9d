import Realtime
import Testing

@testable import AudioOutput
@testable import PacedOutput

struct NullOutputTests {
  @Test func `blocks are pulled one after another until the output stops`() throws {
    let output = NullOutput(sampleRate: 48_000, blockFrames: 48)
    let source = NoiseSource()
    try output.start(pulling: source) { Issue.record("stopped: \($0)") }
    #expect(source.preparedRate == 48_000)
    #expect(try eventually { source.framesRendered >= 480 })
    output.stop()
    let rendered = source.framesRendered
    #expect(rendered % 48 == 0)
    #expect(output.report.frames == Int64(rendered))
    #expect(output.report.peak == NoiseSource.stereoMix(frames: rendered).map(\.magnitude).max())
    #expect(source.framesRendered == rendered)
  }

  @Test func `a running output cannot be started again, but a stopped one can`() throws {
    let output = NullOutput()
    try output.start(pulling: NoiseSource()) { _ in }
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { _ in }
    }
    #expect(error?.kind == .alreadyRunning)
    output.stop()
    try output.start(pulling: NoiseSource()) { _ in }
    output.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `stop does not wait for the next block`() throws {
    // A block of 125 s.
    let output = NullOutput(sampleRate: 8_000, blockFrames: 1_000_000)
    try output.start(pulling: NoiseSource()) { Issue.record("stopped: \($0)") }
    #expect(try eventually { output.report.frames == 1_000_000 })
    output.stop()
    #expect(output.report.frames == 1_000_000)
  }

  @Test(arguments: [44_100, 48_000, 192_000])
  func `the pace does not drift over a day`(rate: Int) {
    let blocks = rate * 86_400 / 240
    var pace = BlockPace(rate: rate, blockFrames: 240, start: 5)
    for _ in stride(from: 0, to: blocks, by: blocks / 1_000) {
      pace.pulled(at: pace.dueNanoseconds)
    }
    let pulled = (blocks + blocks / 1_000 - 1) / (blocks / 1_000)
    #expect(pace.dueNanoseconds == 5 + Int64(pulled * 240) * 1_000_000_000 / Int64(rate))
    #expect(pace.resets == 0)
  }

  @Test func `a long delay is not made up for`() {
    var pace = BlockPace(rate: 1_000, blockFrames: 10, start: 0)
    pace.pulled(at: 0)
    #expect(pace.dueNanoseconds == 10_000_000)
    pace.pulled(at: 5_000_000_000)
    #expect(pace.dueNanoseconds == 5_010_000_000)
    #expect(pace.resets == 1)
  }

  @Test func `a short delay is made up for`() {
    var pace = BlockPace(rate: 1_000, blockFrames: 10, start: 0)
    pace.pulled(at: 0)
    pace.pulled(at: 60_000_000)
    #expect(pace.dueNanoseconds == 20_000_000)
    #expect(pace.resets == 0)
  }
}
