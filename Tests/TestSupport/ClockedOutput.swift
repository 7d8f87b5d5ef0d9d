public import Realtime

/// An output that claims to have a clock but is pulled by hand: the test decides when each block is due
/// and heard.
///
/// - Thread: any; pulls one at a time.
public final class ClockedOutput: BlockOutput {
  private struct Run {
    var source: (any BlockSource)?
    var frames: Int64 = 0
  }

  /// True: the engine collects automatically, and timestamps its commands.
  public var isRealTime: Bool { true }

  private let sampleRate: Double
  private let run = Guarded(Run())

  /// Creates an output at `sampleRate` frames per second.
  public init(sampleRate: Double = 48_000) { self.sampleRate = sampleRate }

  /// Prepares `source`; pulls nothing yet.
  public func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    source.prepare(sampleRate: sampleRate)
    run.withLock { $0 = Run(source: source) }
  }

  /// Releases the source.
  public func stop() { run.withLock { $0.source = nil } }

  /// Renders `frames` frames in one block that is due at `pulled` and heard at `heard`, in nanoseconds
  /// of `MonotonicClock`.
  ///
  /// - Returns: the samples of the haptic bus.
  @discardableResult
  public func pull(_ frames: Int, pulled: Int64, heard: Int64) -> [Float] {
    let buffers = BusBuffers(capacity: frames)
    let time = BlockTime(pulledNanoseconds: pulled, heardNanoseconds: heard)
    let plain = buffers.block(frames: frames)
    let block = unsafe BusBlock(
      haptic: plain.haptic, audioLeft: plain.audioLeft, audioRight: plain.audioRight,
      frameCount: frames, time: time)
    run.withLock { run in
      guard let source = run.source else { return }
      RealtimeScope.run { source.render(into: block) }
    }
    // SAFETY: the haptic bus holds `frames` samples.
    return unsafe Array(UnsafeBufferPointer(start: block.haptic, count: frames))
  }
}
