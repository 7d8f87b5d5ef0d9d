public import Realtime

/// An output that a test pulls by hand, in blocks of any sizes, and that fails on request.
///
/// Every block is rendered in a `RealtimeScope`.
public final class PulledOutput: BlockOutput {
  /// The samples of the three buses.
  public struct Buses: Hashable, Sendable {
    /// The haptic bus.
    public var haptic: [Float] = []
    /// The left of the audio bus.
    public var left: [Float] = []
    /// The right of the audio bus.
    public var right: [Float] = []

    /// Creates buses without frames.
    public init() {}
  }

  private struct Run {
    let source: any BlockSource
    let onStop: @Sendable (OutputError) -> Void
  }

  private struct Behavior {
    var sampleRate: Double
    var startError: OutputError?
    var failsAfterPreparing = false
    var starts = 0
  }

  /// False: the caller pulls.
  public var isRealTime: Bool { false }

  private let behavior: Guarded<Behavior>
  private let run = Guarded<Run?>(nil)

  /// Creates an output at `sampleRate` frames per second.
  public init(sampleRate: Double = 48_000) {
    behavior = Guarded(Behavior(sampleRate: sampleRate))
  }

  /// The frames per second, from the next start on.
  public var sampleRate: Double {
    get { behavior.withLock { $0.sampleRate } }
    set { behavior.withLock { $0.sampleRate = newValue } }
  }

  /// The number of starts.
  public var starts: Int { behavior.withLock { $0.starts } }

  /// Whether a source is being pulled.
  public var isRunning: Bool { run.withLock { $0 != nil } }

  /// Makes every start fail with `error`, or with none.
  ///
  /// - Parameters:
  ///   - error: the error to throw; nil for none.
  ///   - afterPreparing: whether the source is prepared first, as by a device that opens but cannot be
  ///     started.
  public func failStarts(with error: OutputError?, afterPreparing: Bool = false) {
    behavior.withLock {
      $0.startError = error
      $0.failsAfterPreparing = afterPreparing
    }
  }

  /// Prepares `source`; pulls nothing yet.
  ///
  /// - Throws: the requested `OutputError`, or `.alreadyRunning`.
  public func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    let (rate, error, prepares) = behavior.withLock { behavior in
      behavior.starts += 1
      return (behavior.sampleRate, behavior.startError, behavior.failsAfterPreparing)
    }
    if isRunning { throw OutputError(.alreadyRunning, subject: "test", detail: "It is running.") }
    if error == nil || prepares { source.prepare(sampleRate: rate) }
    if let error { throw error }
    run.withLock { $0 = Run(source: source, onStop: onStop) }
  }

  /// Releases the source.
  public func stop() {
    run.withLock { run in
      run?.source.ended()
      run = nil
    }
  }

  /// Stops like a device that was disconnected.
  public func fail(with error: OutputError) {
    let failed = run.withLock { run in
      defer { run = nil }
      return run
    }
    failed?.onStop(error)
  }

  /// Renders the next `frames` frames, then lets the source collect.
  ///
  /// - Parameters:
  ///   - frames: 0 or more.
  ///   - blocks: the sizes of the blocks, repeated from the first after the last.
  /// - Returns: the rendered samples; silence if the output is not running.
  @discardableResult
  public func pull(_ frames: Int, blocks: [Int] = [512]) -> Buses {
    var pulled = Buses()
    let buffers = BusBuffers(capacity: blocks.max() ?? 1)
    var index = 0
    while pulled.haptic.count < frames {
      let size = min(blocks[index % blocks.count], frames - pulled.haptic.count)
      index += 1
      let block = buffers.block(frames: size)
      run.withLock { run in
        if let source = run?.source {
          RealtimeScope.run { source.render(into: block) }
        } else {
          unsafe block.haptic.update(repeating: 0, count: size)
          unsafe block.audioLeft.update(repeating: 0, count: size)
          unsafe block.audioRight.update(repeating: 0, count: size)
        }
      }
      pulled.append(block)
    }
    // Outside the lock: handlers may call the output.
    let source = run.withLock { $0?.source }
    source?.collect()
    return pulled
  }
}

extension PulledOutput {
  /// Renders the next `frames` frames as one block that asks for signals, and returns the buses that
  /// carry one; nil if the output is not running.
  public func pullSignal(_ frames: Int) -> BusSet? {
    let buffers = BusBuffers(capacity: frames)
    let block = buffers.blockWithSignal(frames: frames)
    let source = run.withLock { $0?.source }
    guard let source else { return nil }
    RealtimeScope.run { source.render(into: block) }
    source.collect()
    return buffers.signal
  }
}

extension PulledOutput.Buses {
  fileprivate mutating func append(_ block: BusBlock) {
    let count = block.frameCount
    // SAFETY: each bus of the block holds `count` samples.
    unsafe haptic.append(contentsOf: UnsafeBufferPointer(start: block.haptic, count: count))
    unsafe left.append(contentsOf: UnsafeBufferPointer(start: block.audioLeft, count: count))
    unsafe right.append(contentsOf: UnsafeBufferPointer(start: block.audioRight, count: count))
  }
}
