import HapticEngine
import Realtime

/// The measurements of one workload.
struct WorkloadResult: Encodable {
  let workload: String
  let summary: String
  /// The arithmetic that computed the samples.
  let arithmetic: String
  /// Seconds of signal.
  let signalSeconds: Double
  /// The processor seconds of rendering: the fastest of several runs.
  let renderSeconds: Double
  /// The time to read the text in each of its forms, for workloads that read it.
  let reading: [Reading]
  /// Processor seconds of compiling the pattern.
  let compileSeconds: Double
  /// Samples of all voices together.
  let voiceFrames: Int
  let polyphony: Int
  /// The peak memory of the process up to then, in bytes.
  let peakMemoryBytes: Int
  /// The part of it that rendering added, in bytes: next to nothing, however long the signal.
  let renderMemoryBytes: Int

  /// Frames rendered per second of processor time.
  var framesPerSecond: Double { signalSeconds * Self.sampleRate / renderSeconds }
  /// Voice frames rendered per second of processor time.
  var voiceFramesPerSecond: Double { Double(voiceFrames) / renderSeconds }
  /// Seconds of signal per second of processor time.
  var timesRealTime: Double { signalSeconds / renderSeconds }

  static let sampleRate = 48_000.0
  /// The number of frames per block in an offline render.
  static let blockFrames = 4_096

  /// Measures `workload`, using the fastest of `runs` runs.
  init(_ workload: Workload, runs: Int) throws {
    var pattern = try workload.pattern()
    if case .w3 = workload {
      let text = AHAP.encode(pattern)
      reading = try TextForm.allCases.map { try Reading($0, of: text, runs: min(runs, 3)) }
      guard let read = AHAP.read(text).pattern else { throw Reading.refusal }
      pattern = read
    } else {
      reading = []
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
    arithmetic = Arithmetic.fastest.description
    signalSeconds = Double(frames) / Self.sampleRate
    self.voiceFrames = voiceFrames
    self.polyphony = polyphony
    peakMemoryBytes = Measurement.peakMemoryBytes()
    renderMemoryBytes = peakMemoryBytes - peakBefore
  }

  /// Renders `frames` frames in blocks of `blockFrames`, and passes each block on.
  static func render(
    _ renderer: OfflineRenderer, frames: Int, blockFrames: Int = blockFrames,
    then use: (BusBlock) throws -> Void
  ) rethrows {
    let buffers = BusBuffers(capacity: blockFrames)
    var left = frames
    while left > 0 {
      let count = min(left, blockFrames)
      let block = buffers.blockWithSignal(frames: count)
      renderer.render(into: block)
      try use(block)
      left -= count
    }
  }
}
