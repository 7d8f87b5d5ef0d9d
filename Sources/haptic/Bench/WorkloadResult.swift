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
  /// How much of that rendering added, in bytes: next to nothing, however long the signal.
  let renderMemoryBytes: Int

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
    if case .w3 = workload {
      let reading = try Reading(of: AHAP.encode(pattern))
      pattern = reading.pattern
      parseSeconds = reading.seconds
      textBytes = reading.bytes
    } else {
      parseSeconds = nil
      textBytes = nil
    }
    let compiled = pattern
    compileSeconds = try Measurement.fastest(of: 1, prepare: { compiled }) {
      _ = try OfflineRenderer($0, sampleRate: Self.sampleRate)
    }.cpuSeconds
    let peakBefore = Measurement.peakMemoryBytes()
    var (frames, voiceFrames, polyphony) = (0, 0, 0)
    renderSeconds = try Measurement.fastest(
      of: runs, prepare: { try OfflineRenderer(compiled, sampleRate: Self.sampleRate) }
    ) { renderer in
      Self.render(renderer, frames: renderer.frameCount) { _ in }
      (frames, voiceFrames) = (renderer.frameCount, renderer.voiceFrames)
      polyphony = renderer.polyphony
    }.cpuSeconds
    self.workload = workload.rawValue
    summary = workload.summary
    signalSeconds = Double(frames) / Self.sampleRate
    self.voiceFrames = voiceFrames
    self.polyphony = polyphony
    peakMemoryBytes = Measurement.peakMemoryBytes()
    renderMemoryBytes = peakMemoryBytes - peakBefore
  }

  /// A text that was read, and what that took.
  private struct Reading {
    let pattern: HapticPattern
    let seconds: Double
    let bytes: Int

    init(of text: [UInt8]) throws {
      var read: HapticPattern?
      seconds =
        Measurement.fastest(of: 1, prepare: { text }) { read = AHAP.read($0).pattern }
        .cpuSeconds
      bytes = text.count
      guard let read else { throw Failure(.defect, "the benchmark's own pattern was refused") }
      pattern = read
    }
  }

  /// Renders `frames` frames in blocks of `blockFrames`, and hands each block over.
  static func render(
    _ renderer: OfflineRenderer, frames: Int, blockFrames: Int = blockFrames,
    then use: (BusBlock) throws -> Void
  ) rethrows {
    let buffers = BusBuffers(capacity: blockFrames)
    var left = frames
    while left > 0 {
      let count = min(left, blockFrames)
      let block = buffers.block(frames: count)
      renderer.render(into: block)
      try use(block)
      left -= count
    }
  }
}
