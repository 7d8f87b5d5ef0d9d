internal import Realtime
private import Synchronization

/// One run of an ALSA output: what its thread and its owner share.
///
/// ```
///   owner    start ──────── wait opened ── prepare source ── raise go ── … ── stop / finish ── wait ended
///   thread       open, configure, raise opened ── wait go ── play … ── drop / drain, close, raise ended
/// ```
/// A thread that does not answer, because a plugin hangs, is left to itself: it ends when the plugin
/// lets it, and never renders again.
final class PlaybackSession: Sendable {
  /// What the owner wants; only ever grows.
  enum Command: Int, Comparable, AtomicRepresentable {
    /// Pull and play.
    case play
    /// Pull no more; play what is queued.
    case finish
    /// Pull no more; drop what is queued.
    case stop

    static func < (a: Command, b: Command) -> Bool { a.rawValue < b.rawValue }
  }

  /// The device is open, or is not going to be.
  let opened: EventFlag
  /// The source is prepared, or the owner has lost interest.
  let go: EventFlag
  /// There is a command.
  let wake: EventFlag
  private let ended: EventFlag

  private let wanted = Atomic<Command>(.play)
  private let isRendering = Atomic<Bool>(false)
  private let answer = Guarded<Result<ALSAOutput.Setup, OutputError>?>(nil)
  private let end = Guarded<OutputError?>(nil)
  let counters = PlaybackCounters()

  init() throws(SystemError) {
    opened = try EventFlag()
    go = try EventFlag()
    wake = try EventFlag()
    ended = try EventFlag()
  }
}

// What the owner calls.
extension PlaybackSession {
  /// True when the thread has closed the device.
  var hasEnded: Bool { ended.wait(milliseconds: 0) }

  /// Why the thread ended, if it was a failure of the device.
  var failure: OutputError? { end.withLock { $0 } }

  /// What has happened; nil until the device is open.
  var statistics: OutputStatistics? {
    guard case .success(let setup) = answer.withLock({ $0 }) else { return nil }
    return counters.statistics(of: setup)
  }

  /// What the device agreed to, once `opened` is up.
  func agreement() throws(OutputError) -> ALSAOutput.Setup {
    guard let answer = answer.withLock({ $0 }) else {
      preconditionFailure("asked before the device has answered")
    }
    return try answer.get()
  }

  /// Ends the thread; when this returns, it is not rendering and will not again.
  func stop(waitingMilliseconds milliseconds: Int) {
    demand(.stop)
    if ended.wait(milliseconds: milliseconds) { return }
    while isRendering.load(ordering: .sequentiallyConsistent) {
      if ended.wait(milliseconds: 1) { return }
    }
  }

  /// Has the thread play what is queued, and end.
  ///
  /// - Returns: false if it has not ended after `milliseconds`; it is then left to itself.
  func finish(waitingMilliseconds milliseconds: Int) -> Bool {
    demand(.finish)
    if ended.wait(milliseconds: milliseconds) { return true }
    stop(waitingMilliseconds: 0)
    return false
  }

  private func demand(_ command: Command) {
    var former = wanted.load(ordering: .sequentiallyConsistent)
    while former < command {
      let (exchanged, original) = wanted.compareExchange(
        expected: former, desired: command, ordering: .sequentiallyConsistent)
      if exchanged { break }
      former = original
    }
    go.raise()
    wake.raise()
  }
}

// What the thread calls.
extension PlaybackSession {
  /// What the owner wants.
  var command: Command { wanted.load(ordering: .sequentiallyConsistent) }

  /// Tells the owner how opening went.
  func answer(_ result: Result<ALSAOutput.Setup, OutputError>) {
    answer.withLock { $0 = result }
    opened.raise()
  }

  /// Runs `render` unless the owner has asked to stop.
  ///
  /// Each side first says what it does and then looks at the other, in one order for both, so that
  /// the owner cannot miss a render.
  ///
  /// - Returns: false if the owner has asked to stop.
  func rendering(_ render: () -> Void) -> Bool {
    isRendering.store(true, ordering: .sequentiallyConsistent)
    defer { isRendering.store(false, ordering: .sequentiallyConsistent) }
    if command == .stop { return false }
    render()
    return true
  }

  /// Notes that the device is closed, because of `failure` if there was one.
  func end(with failure: OutputError?) {
    end.withLock { $0 = failure }
    ended.raise()
  }
}
