public import Realtime

/// An output that writes to a sound file, as fast as it is pulled.
///
/// `start`, then `pull` until there is nothing more to pull, then `finish`: only then is there a
/// file. `stop`, a failed pull, or the end of the output leaves none.
///
/// - Thread: any; calls wait for each other.        Realtime-safe: no.
public final class FileOutput: BlockOutput {
  private struct Run {
    let source: any BlockSource
    let writer: SoundFileWriter
  }

  /// False: it is pulled by hand.
  public var isRealTime: Bool { false }

  /// What to write where.
  public let configuration: SoundFileWriter.Configuration

  private let blockFrames: Int
  private let state = Guarded<Run?>(nil)
  private let lastReport = Guarded(MixReport())

  /// An output with `configuration` that asks for at most `blockFrames` frames (1 to 1 000 000) in one
  /// render.
  ///
  /// Values that are out of range are refused when the output is started.
  public init(_ configuration: SoundFileWriter.Configuration, blockFrames: Int = 4_096) {
    self.configuration = configuration
    self.blockFrames = blockFrames
  }

  /// The mix report since the last start.
  public var report: MixReport { lastReport.withLock { $0 } }

  /// Begins the file and prepares `source`; pulls nothing yet.
  ///
  /// - Parameters:
  ///   - source: what to pull.
  ///   - onStop: never called: `pull` and `finish` throw what fails.
  /// - Throws: `OutputError` `.alreadyRunning`, `.unsupportedConfiguration`, or what
  ///   `SoundFileWriter` throws.
  public func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    try state.withLock { (run: inout sending Run?) throws(OutputError) in
      if run != nil {
        throw OutputError(
          .alreadyRunning, subject: configuration.path, detail: "The output is running.")
      }
      let rate = Double(configuration.sampleRate)
      try BlockLimits.check(
        sampleRate: rate, blockFrames: blockFrames, subject: configuration.path)
      let writer = try SoundFileWriter(configuration)
      source.prepare(sampleRate: rate)
      lastReport.withLock { $0 = MixReport() }
      run = Run(source: source, writer: writer)
    }
  }

  /// Renders the next `frames` frames and writes them, then has the source collect.
  ///
  /// - Throws: `OutputError` `.cannotWrite`; the output has stopped then, there is no file, and the
  ///   source knows (`BlockSource.ended()`).
  public func pull(frames: Int) throws(OutputError) {
    let source = try state.withLock { (run: inout sending Run?) throws(OutputError) in
      guard let current = run else {
        throw OutputError(
          .cannotWrite, subject: configuration.path, detail: "The file was not started.")
      }
      do throws(OutputError) {
        try write(frames, of: current)
      } catch {
        run = nil
        current.source.ended()
        throw error
      }
      return current.source
    }
    // Outside the lock: handlers may call the output.
    source.collect()
  }

  /// Leaves no file behind.
  public func stop() {
    state.withLock { run in
      run?.source.ended()
      run = nil
    }
  }

  /// Completes the file; it is there when this returns.
  ///
  /// - Throws: `OutputError` `.cannotWrite`; there is no file then.
  public func finish() throws(OutputError) {
    try state.withLock { (run: inout sending Run?) throws(OutputError) in
      guard let current = run else { return }
      run = nil
      current.source.ended()
      try current.writer.finish()
    }
  }

  private func write(_ frames: Int, of run: Run) throws(OutputError) {
    let buffers = BusBuffers(capacity: min(blockFrames, max(1, frames)))
    var left = frames
    while left > 0 {
      let block = buffers.blockWithSignal(frames: min(buffers.capacity, left))
      RealtimeScope.run { run.source.render(into: block) }
      try run.writer.write(block)
      left -= block.frameCount
    }
    lastReport.withLock { $0 = run.writer.report }
  }
}
