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
  /// `render` is not running and will not run again. Does nothing when the output is not running.
  ///
  /// An output that is heard does not click: it pulls a few milliseconds more, fades them out, and
  /// drops only the silence after them. So the source still renders while this call waits. Where
  /// that would take long, because much is queued, an output drops at once; it says from where on.
  func stop()

  /// Stops pulling, lets what was pulled be heard or written to its end, and closes the output.
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

extension BlockOutput {
  /// Stops an output that buffers nothing.
  public func finish() throws(OutputError) { stop() }

  /// No statistics: nil.
  public var statistics: OutputStatistics? { nil }
}
