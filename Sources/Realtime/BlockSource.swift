/// A source of blocks: renders the next block of the buses each time an output pulls.
///
/// One example is an engine's render side. The contract between source and output:
/// 1. `prepare(sampleRate:)` is called once, before the first block, from any thread but not during
///    `render`.
/// 2. `render(into:)` is called again and again, from one thread at a time. Each call is for the next
///    `frameCount` frames; calls must not be skipped or repeated.
/// 3. `collect()` is called now and then from a thread that may wait, to free everything that the
///    render side has finished with and to call handlers. An engine that plays in real time does this
///    automatically; an output that is pulled by the caller does it after each pull.
/// 4. `ended()` is called after the last block of a run that was ended by the output's `stop` or
///    `finish`, on any thread. A failure is reported through `onStop` instead.
public protocol BlockSource: AnyObject, Sendable {
  /// Prepares the source for the rate at which it will be pulled.
  ///
  /// - Parameter sampleRate: frames per second, in `BlockLimits.sampleRates`.
  func prepare(sampleRate: Double)

  /// Renders the next `block.frameCount` frames, overwriting the buffers.
  ///
  /// - Thread: render.        Realtime-safe: yes; implementations must not allocate or lock.
  func render(into block: BusBlock)

  /// Frees memory that the render side has returned, and delivers its reports.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func collect()

  /// Notifies the source that the output has stopped because `stop` or `finish` was called.
  ///
  /// The output may hold a lock, so an implementation must not wait or call the output. Sources that do
  /// not need the notification do not have to implement it.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func ended()
}

extension BlockSource {
  /// Does nothing.
  public func ended() {}
}
