import HapticEngine
import Realtime

/// What one workload took.
struct WorkloadResult: Encodable {
  let workload: String
  let summary: String
  /// Seconds of signal.
  let signalSeconds: Double
  /// Processor seconds of rendering; the fastest of several runs.
  let renderSeconds: Double
  /// Processor seconds of reading the text, where it is read.
  let parseSeconds: Double?
  /// Processor seconds of compiling the pattern.
  let compileSeconds: Double
  /// Samples of all voices together.
  let voiceFrames: Int
  let polyphony: Int
  /// Bytes of text that were read, where it was.
  let textBytes: Int?
  /// The most memory the process has had by then, in bytes.
  let peakMemoryBytes: Int

  /// Frames rendered per second of processor time.
  var framesPerSecond: Double { signalSeconds * Self.sampleRate / renderSeconds }
  /// Voice frames rendered per second of processor time.
  var voiceFramesPerSecond: Double { Double(voiceFrames) / renderSeconds }
  /// Seconds of signal per second of processor time.
  var timesRealTime: Double { signalSeconds / renderSeconds }

  static let sampleRate = 48_000.0
  /// Frames per block: what an offline render uses.
  static let blockFrames = 4_096

  /// Measures `workload`, taking the fastest of `runs`.
  init(_ workload: Workload, runs: Int) throws {
    var pattern = try workload.pattern()
    var parseSeconds: Double?
    var textBytes: Int?
    if case .w3 = workload {
      let text = AHAP.encode(pattern)
      textBytes = text.count
      parseSeconds = try Measurement.fastest(of: 1, prepare: { text }) { text in
        guard let read = AHAP.read(text).pattern else {
          throw Failure(.defect, "the benchmark's own pattern was refused")
        }
        pattern = read
      }.cpuSeconds
    }
    let compiled = pattern
    compileSeconds = try Measurement.fastest(of: 1, prepare: { compiled }) {
      _ = try OfflineRenderer($0, sampleRate: Self.sampleRate)
    }.cpuSeconds
    var last: OfflineRenderer?
    renderSeconds = try Measurement.fastest(
      of: runs, prepare: { try OfflineRenderer(compiled, sampleRate: Self.sampleRate) }
    ) { renderer in
      Self.render(renderer, frames: renderer.frameCount)
      last = renderer
    }.cpuSeconds
    self.workload = workload.rawValue
    summary = workload.summary
    self.parseSeconds = parseSeconds
    self.textBytes = textBytes
    signalSeconds = Double(last?.frameCount ?? 0) / Self.sampleRate
    voiceFrames = last?.voiceFrames ?? 0
    polyphony = last?.polyphony ?? 0
    peakMemoryBytes = Measurement.peakMemoryBytes()
  }

  /// Renders `frames` frames in blocks of `blockFrames`, and throws the samples away.
  static func render(_ renderer: OfflineRenderer, frames: Int, blockFrames: Int = blockFrames) {
    let buffers = BusBuffers(capacity: blockFrames)
    var left = frames
    while left > 0 {
      let count = min(left, blockFrames)
      renderer.render(into: buffers.block(frames: count))
      left -= count
    }
  }
}
