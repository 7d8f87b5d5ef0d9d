/// An output that pulls blocks from a source: a sound device, a file, a clock, or a test.
///
/// - Thread: `start` and `stop` from any control thread, not from inside `render`.
public protocol BlockOutput: AnyObject, Sendable {
  /// Opens the output, prepares `source` with the rate at which it will be pulled, and begins pulling from it.
  ///
  /// Returns when the first block can be pulled. Throws if the output is already running.
  ///
  /// - Parameters:
  ///   - source: the source to pull; retained until the output has stopped.
  ///   - onStop: called once, on a thread of the output, when the output stops for any reason other than `stop()`;
  ///     never from inside `render`. At that time, a device that hangs may not have been closed yet.
  /// - Throws: `OutputError` if the output cannot be opened or is running.
  func start(pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void)
    throws(OutputError)

  /// Stops pulling, drops everything pulled but not yet heard, and closes the output. After it returns,
  /// `render` is not running and is not called again, and the source has been notified (`BlockSource.ended()`). Does
  /// nothing if the output is not running.
  ///
  /// An audible output does not click: it pulls a few more milliseconds, fades them out, and drops only the silence
  /// after them. So the source still renders while this call waits. If the fade would take long because much is queued,
  /// an output drops the queue immediately; each output documents its limit.
  func stop()

  /// Stops pulling, lets everything that was pulled be heard or written, and closes the output. When it
  /// returns or throws, the source has been notified (`BlockSource.ended()`).
  ///
  /// Outputs without a buffer do not need to implement this method. Does nothing if the output is not running.
  ///
  /// - Throws: `OutputError` if the output fails while finishing; `onStop` is not called in this case.
  func finish() throws(OutputError)

  /// Whether the output pulls automatically in real time. False for an output that is pulled by the
  /// caller.
  var isRealTime: Bool { get }

  /// The statistics since the last successful start, including after the output has stopped. Nil before
  /// the first start, and for an output without statistics.
  var statistics: OutputStatistics? { get }
}

/// The limits of an output's requests to a source.
public enum BlockLimits {
  /// The supported sample rates, in frames per second.
  ///
  /// Source: `Documentation/Signal.md`, 1.
  public static let sampleRates: ClosedRange<Double> = 8_000...192_000

  /// The sizes of blocks, in frames.
  ///
  /// Our choice: far more than anyone renders at a time.
  public static let blockFrames = 1...1_000_000

  /// Rejects values outside the limits.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - blockFrames: the largest block, in frames.
  ///   - subject: the subject of the error.
  /// - Throws: `OutputError` `.unsupportedConfiguration`, which states the permitted values.
  public static func check(
    sampleRate: Double, blockFrames: Int = 1, subject: String
  ) throws(OutputError) {
    // False for NaN.
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
  /// Stops an output without a buffer.
  public func finish() throws(OutputError) { stop() }

  /// Nil: the output does not have statistics.
  public var statistics: OutputStatistics? { nil }
}
