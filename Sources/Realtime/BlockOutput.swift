/// An output, which pulls blocks out of a source: a sound device, a file, a clock, or a test.
///
/// - Thread: `start` and `stop` from any control thread, not from inside `render`.
public protocol BlockOutput: AnyObject, Sendable {
  /// Opens the output, prepares `source` with the rate it will run at, and begins pulling it.
  ///
  /// Returns when the first block can be pulled. An output that is running already throws.
  ///
  /// - Parameters:
  ///   - source: what to pull; kept until the output has stopped.
  ///   - onStop: called once, on a thread of the output's, when the output stops for any reason
  ///     other than `stop()`; never from inside `render`. A device that hangs may not be closed yet.
  /// - Throws: `OutputError` if the output cannot be opened or is running.
  func start(pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void)
    throws(OutputError)

  /// Stops pulling, drops what was pulled and not yet heard, and closes the output; when it returns,
  /// `render` is not running and will not run again, and the source knows (`BlockSource.ended()`).
  /// Does nothing when the output is not running.
  ///
  /// An output that is heard does not click: it pulls a few milliseconds more, fades them out, and
  /// drops only the silence after them. So the source still renders while this call waits. Where
  /// that would take long, because much is queued, an output drops at once; it says from where on.
  func stop()

  /// Stops pulling, lets what was pulled be heard or written to its end, and closes the output; the
  /// source knows when it returns or throws (`BlockSource.ended()`).
  ///
  /// Outputs that buffer nothing need not implement it. Does nothing when the output is not
  /// running.
  ///
  /// - Throws: `OutputError` if the output fails meanwhile; `onStop` is not called then.
  func finish() throws(OutputError)

  /// True for an output that pulls by itself at the pace of real time; false for one that is pulled
  /// by hand.
  var isRealTime: Bool { get }

  /// The statistics since the last successful start, also after the output has stopped; nil before
  /// the first start, and for an output without statistics.
  var statistics: OutputStatistics? { get }
}

/// The limits of what an output may ask of a source.
public enum BlockLimits {
  /// The sample rates that are rendered, in frames per second.
  ///
  /// Source: `Documentation/Signal.md`, 1.
  public static let sampleRates: ClosedRange<Double> = 8_000...192_000

  /// The sizes of blocks, in frames.
  ///
  /// Our choice: far more than anyone renders at once.
  public static let blockFrames = 1...1_000_000

  /// Refuses what is outside of the limits.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - blockFrames: the largest block, in frames.
  ///   - subject: what the error is about.
  /// - Throws: `OutputError` `.unsupportedConfiguration`, which says what is allowed.
  public static func check(
    sampleRate: Double, blockFrames: Int = 1, subject: String
  ) throws(OutputError) {
    // False for what is not a number.
    if !sampleRates.contains(sampleRate) {
      throw OutputError(
        .unsupportedConfiguration, subject: subject,
        detail: """
          sampleRate is \(sampleRate); it must be from \(Int(sampleRates.lowerBound)) to \
          \(Int(sampleRates.upperBound)) frames per second.
          """)
    }
    if !Self.blockFrames.contains(blockFrames) {
      throw OutputError(
        .unsupportedConfiguration, subject: subject,
        detail: """
          blockFrames is \(blockFrames); it must be from \(Self.blockFrames.lowerBound) to \
          \(Self.blockFrames.upperBound).
          """)
    }
  }
}

extension BlockOutput {
  /// Stops an output that buffers nothing.
  public func finish() throws(OutputError) { stop() }

  /// No statistics: nil.
  public var statistics: OutputStatistics? { nil }
}
