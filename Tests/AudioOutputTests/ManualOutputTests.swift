import AudioOutput
import PacedOutput
import Realtime
import Testing

struct ManualOutputTests {
  @Test(arguments: [1, 7, 64, 512])
  func `pulling returns the source's signal for every block size`(blockFrames: Int)
    throws
  {
    let output = ManualOutput(sampleRate: 8_000, blockFrames: blockFrames)
    let source = NoiseSource()
    try output.start(pulling: source) { _ in }
    let first = output.pull(frames: 100)
    let second = output.pull(frames: 33)
    #expect(source.preparedRate == 8_000)
    #expect(first.haptic + second.haptic == (0..<133).map(NoiseSource.haptic))
    #expect(first.audioLeft + second.audioLeft == (0..<133).map(NoiseSource.left))
    #expect(first.audioRight + second.audioRight == (0..<133).map(NoiseSource.right))
    #expect(source.collectCount == 2)
  }

  @Test func `an output that is not running returns silence and does not call the source`() throws {
    let output = ManualOutput()
    let source = NoiseSource()
    try output.start(pulling: source) { _ in }
    output.stop()
    #expect(output.pull(frames: 3).haptic == [0, 0, 0])
    #expect(source.framesRendered == 0)
  }

  @Test func `a running output cannot be started again`() throws {
    let output = ManualOutput()
    try output.start(pulling: NoiseSource()) { _ in }
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { _ in }
    }
    #expect(error?.kind == .alreadyRunning)
  }

  @Test func `a failure is reported once and ends the run`() throws {
    let output = ManualOutput()
    let stops = try StopRecorder()
    try output.start(pulling: NoiseSource(), onStop: stops.handler)
    let failure = OutputError(.deviceUnavailable, subject: "manual", detail: "Unplugged.")
    output.fail(with: failure)
    output.fail(with: failure)
    #expect(stops.all == [failure])
    try output.start(pulling: NoiseSource(), onStop: stops.handler)
  }
}
