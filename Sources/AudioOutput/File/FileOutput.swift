public import Realtime

/// An output that writes to a sound file, as fast as it is pulled.
///
/// Call `start`, then `pull` until everything is pulled, then `finish`, which creates the file. If
/// `stop` is called, a pull fails, or the output is released first, no file is left.
///
/// - Thread: any; calls wait for each other.        Realtime-safe: no.
public final class FileOutput: BlockOutput {
  private struct Run {
    let source: any BlockSource
    let writer: SoundFileWriter
  }

  /// False: the caller pulls.
  public var isRealTime: Bool { false }

  /// The path and format of the file.
  public let configuration: SoundFileWriter.Configuration

  private let blockFrames: Int
  private let state = Guarded<Run?>(nil)
  private let lastReport = Guarded(MixReport())

  /// Creates an output with `configuration` that requests at most `blockFrames` frames (1 to 1 000
  /// 000) in one render.
  ///
  /// Values out of range are rejected when the output starts.
  public init(_ configuration: SoundFileWriter.Configuration, blockFrames: Int = 4_096) {
    self.configuration = configuration
    self.blockFrames = blockFrames
  }

  /// The mix report since the last start.
  public var report: MixReport { lastReport.withLock { $0 } }

  /// Begins the file and prepares `source`, but does not pull it yet.
  ///
  /// - Parameters:
  ///   - source: the source to pull.
  ///   - onStop: never called, because `pull` and `finish` throw errors instead.
  /// - Throws: `OutputError` `.alreadyRunning`, `.unsupportedConfiguration`, or an error of
  ///   `SoundFileWriter`.
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

  /// Renders the next `frames` frames and writes them, then lets the source collect.
  ///
  /// - Throws: `OutputError` `.cannotWrite`. After an error, the output has stopped, the file does not exist, and the
  ///   source has been notified (`BlockSource.ended()`).
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

  /// Discards the file.
  public func stop() {
    state.withLock { run in
      run?.source.ended()
      run = nil
    }
  }

  /// Completes the file, which exists once this method returns.
  ///
  /// - Throws: `OutputError` `.cannotWrite`; the file then does not exist.
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
