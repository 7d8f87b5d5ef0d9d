public import Realtime

/// An output that is pulled by method calls; time stands still in between.
///
/// Intended for tests: nothing depends on a clock or a thread, so the same pulls give the same
/// samples.
///
/// - Thread: any; pulls wait for each other.        Realtime-safe: no.
public final class ManualOutput: BlockOutput {
  /// The samples of the three buses, before mixing and clamping.
  public struct Buses: Hashable, Sendable {
    /// The haptic bus.
    public var haptic: [Float] = []
    /// The left channel of the audio bus.
    public var audioLeft: [Float] = []
    /// The right channel of the audio bus.
    public var audioRight: [Float] = []

    /// Creates buses without frames.
    public init() {}

    /// The number of frames.
    public var frameCount: Int { haptic.count }
  }

  private struct Run {
    let source: any BlockSource
    let onStop: @Sendable (OutputError) -> Void
  }

  /// False: the caller pulls.
  public var isRealTime: Bool { false }

  private let sampleRate: Double
  private let blockFrames: Int
  private let run = Guarded<Run?>(nil)

  /// Creates an output at `sampleRate` frames per second (8 000 to 192 000) that requests at most
  /// `blockFrames` frames (1 to 1 000 000) in one render.
  ///
  /// Values outside these ranges, which are those of `BlockLimits`, are rejected when the output
  /// starts.
  public init(sampleRate: Double = 48_000, blockFrames: Int = 512) {
    self.sampleRate = sampleRate
    self.blockFrames = blockFrames
  }

  /// Prepares `source`, but does not pull it yet.
  ///
  /// - Parameters:
  ///   - source: the source to pull.
  ///   - onStop: called by `fail(with:)`.
  /// - Throws: `OutputError` `.alreadyRunning`, `.unsupportedConfiguration`.
  public func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    try run.withLock { (run: inout Run?) throws(OutputError) in
      if run != nil {
        throw OutputError(.alreadyRunning, subject: "manual", detail: "The output is running.")
      }
      try BlockLimits.check(sampleRate: sampleRate, blockFrames: blockFrames, subject: "manual")
      source.prepare(sampleRate: sampleRate)
      run = Run(source: source, onStop: onStop)
    }
  }

  /// Releases the source.
  public func stop() {
    run.withLock { run in
      run?.source.ended()
      run = nil
    }
  }

  /// Stops like a device that was disconnected: releases the source, then calls `onStop`.
  ///
  /// Does nothing if the output is not running.
  public func fail(with error: OutputError) {
    let failed = run.withLock { run in
      defer { run = nil }
      return run
    }
    failed?.onStop(error)
  }

  /// Renders the next `frames` frames, then lets the source collect.
  ///
  /// - Parameter frames: 0 or more; rendered in blocks of at most `blockFrames`.
  /// - Returns: the rendered samples; silence if the output is not running.
  public func pull(frames: Int) -> Buses {
    var pulled = Buses()
    pulled.haptic.reserveCapacity(frames)
    pulled.audioLeft.reserveCapacity(frames)
    pulled.audioRight.reserveCapacity(frames)
    run.withLock { run in
      // If the output cannot start, it returns silence.
      let blockFrames = min(max(1, blockFrames), BlockLimits.blockFrames.upperBound)
      let buffers = BusBuffers(capacity: blockFrames)
      while pulled.frameCount < frames {
        let block = buffers.block(frames: min(blockFrames, frames - pulled.frameCount))
        if let source = run?.source { RealtimeScope.run { source.render(into: block) } }
        pulled.append(block)
      }
    }
    collect()
    return pulled
  }

  /// Outside the lock: handlers may call the output.
  private func collect() {
    let source = run.withLock { $0?.source }
    source?.collect()
  }
}

extension ManualOutput.Buses {
  fileprivate mutating func append(_ block: BusBlock) {
    let count = block.frameCount
    // SAFETY: each bus of the block holds `count` samples.
    unsafe haptic.append(contentsOf: UnsafeBufferPointer(start: block.haptic, count: count))
    unsafe audioLeft.append(contentsOf: UnsafeBufferPointer(start: block.audioLeft, count: count))
    unsafe audioRight.append(contentsOf: UnsafeBufferPointer(start: block.audioRight, count: count))
  }
}
