/// A source of blocks: renders the next block of the buses whenever an output pulls.
///
/// An engine's render side is one. The contract between source and output:
/// 1. `prepare(sampleRate:)` once, before the first block, from any thread but not during `render`.
/// 2. `render(into:)` again and again, from one thread at a time. Each call is the next
///    `frameCount` frames; no call may be left out or repeated.
/// 3. `collect()` now and then from a thread that may wait, so that what the render side has
///    finished with is freed and handlers are called. An engine that plays in real time does this
///    by itself; an output that is pulled by hand calls it after each pull.
/// 4. `ended()` after the last block of a run that a call of the output's `stop` or `finish` has
///    ended, by whichever caller; a failure is reported by `onStop` instead.
public protocol BlockSource: AnyObject, Sendable {
  /// Prepares the source for the rate at which it will be pulled.
  ///
  /// - Parameter sampleRate: frames per second, in `BlockLimits.sampleRates`.
  func prepare(sampleRate: Double)

  /// Renders the next `block.frameCount` frames over whatever the buffers hold.
  ///
  /// - Thread: render.        Realtime-safe: yes; implementations allocate nothing and take no lock.
  func render(into block: BusBlock)

  /// Frees memory that the render side has returned, and delivers its reports.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func collect()

  /// Takes note that the output has stopped because somebody called its `stop` or `finish`.
  ///
  /// The output may hold a lock of its own: an implementation does not wait, and does not call the
  /// output. A source that does not care need not implement it.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func ended()
}

extension BlockSource {
  /// Does nothing.
  public func ended() {}
}
