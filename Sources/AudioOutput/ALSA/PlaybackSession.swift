internal import Realtime
internal import RealtimeThreads
private import Synchronization

/// One run of an ALSA output: the state shared by its thread, its watch and its owner.
///
/// ```
///   owner    start ── wait opened ── prepare source ── raise go ── … ── stop / finish ── wait over
///   thread       open, configure, raise opened ── wait go ── play … ── fade / drain, close, over
///   watch                                          looks … ── no progress: over, report
/// ```
/// The run is over when the device is closed, or when the watch gives up on it. A thread that does not respond because
/// a plugin hangs is abandoned: the thread never renders again, and ends when the plugin returns.
final class PlaybackSession: Sendable {
  /// The owner's request, in order of increasing strength.
  enum Command: Int, Comparable, AtomicRepresentable {
    /// Pull and play.
    case play
    /// Stop pulling; play everything queued.
    case finish
    /// Fade out, then drop the rest of the queue.
    case stop
    /// Never pull again; drop the queue.
    case abandon

    static func < (a: Command, b: Command) -> Bool { a.rawValue < b.rawValue }
  }

  /// The libasound function that the thread is executing, if any.
  enum Call: UInt8, AtomicRepresentable {
    case none, query, poll, write, start, prepare, resume, drop, drain, close

    /// The function's name; nil for a function that waits on purpose.
    var function: String? {
      switch self {
      case .none, .poll: nil
      case .query: "snd_pcm_avail_update"
      case .write: "snd_pcm_writei"
      case .start: "snd_pcm_start"
      case .prepare: "snd_pcm_prepare"
      case .resume: "snd_pcm_resume"
      case .drop: "snd_pcm_drop"
      case .drain: "snd_pcm_drain"
      case .close: "snd_pcm_close"
      }
    }
  }

  /// Raised when the device is open, or opening has failed.
  let opened: EventFlag
  /// Raised when the source is prepared, or the owner no longer wants to play.
  let go: EventFlag
  /// Raised when a command has been given.
  let wake: EventFlag
  /// Raised when the thread is about to close the device, or was asked to close it.
  ///
  /// From then on, the watch is no longer needed, or only supervises the closing.
  let closing: EventFlag
  /// Raised when the thread has closed the device.
  let closed: EventFlag
  private let over: EventFlag

  private let wanted = Atomic<Command>(.play)
  private let renders = Atomic<Bool>(false)
  private let progress = Atomic<Int64>(0)
  private let call = Atomic<Call>(.none)
  /// The problem that the thread is trying to solve, as a sentence.
  private let trouble = Guarded<String?>(nil)
  private let answer = Guarded<Result<ALSAOutput.Setup, OutputError>?>(nil)
  private let end = Guarded<(isOver: Bool, failure: OutputError?)>((false, nil))
  let counters = PlaybackCounters()
  /// The watch that checks the device's speed; nil until the device is open.
  let haste = Guarded<HasteWatch?>(nil)

  init() throws(SystemError) {
    opened = try EventFlag()
    go = try EventFlag()
    wake = try EventFlag()
    closing = try EventFlag()
    closed = try EventFlag()
    over = try EventFlag()
  }
}

// Called by the owner.
extension PlaybackSession {
  /// Whether the run is over or was abandoned.
  var isOver: Bool { command == .abandon || over.wait(milliseconds: 0) }

  /// The failure of the device that ended the run or is about to end it, if any.
  var failure: OutputError? { end.withLock { $0.failure } }

  /// The statistics; nil until the device is open.
  var statistics: OutputStatistics? { setup.map(counters.statistics) }

  /// The configuration that the device accepted; nil until it is open.
  var setup: ALSAOutput.Setup? {
    guard case .success(let setup) = answer.withLock({ $0 }) else { return nil }
    return setup
  }

  /// The configuration that the device accepted, once `opened` is raised; nil if the owner gave up before that.
  func agreement() throws(OutputError) -> ALSAOutput.Setup? {
    try answer.withLock { $0 }?.get()
  }

  /// Ends the thread.
  ///
  /// After this returns, the thread never renders again.
  ///
  /// - Parameter milliseconds: how long it may take to fade out and close the device.
  func stop(waitingMilliseconds milliseconds: Int) {
    demand(.stop)
    if over.wait(milliseconds: milliseconds) && closed.wait(milliseconds: 0) { return }
    abandon()
  }

  /// Ends the wait for the device to open.
  func cancel() {
    demand(.abandon)
    opened.raise()
  }

  /// Lets the thread play the queue, and waits until it has been played, or until the watch gives up on the device.
  func finish() {
    demand(.finish)
    _ = over.wait(milliseconds: -1)
    abandon()
  }

  /// If the thread is playing its queue to the end, makes it drop the rest.
  ///
  /// Otherwise does nothing.
  func endFinishing() {
    if command == .finish { demand(.stop) }
  }

  /// Abandons the thread.
  ///
  /// After this returns, the thread never renders again.
  func abandon() {
    demand(.abandon)
    while renders.load(ordering: .sequentiallyConsistent) {
      if closed.wait(milliseconds: 1) { return }
    }
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

// Called by the thread.
extension PlaybackSession {
  /// The owner's current command.
  var command: Command { wanted.load(ordering: .sequentiallyConsistent) }

  /// Reports the result of opening to the owner.
  func answer(_ result: Result<ALSAOutput.Setup, OutputError>) {
    answer.withLock { $0 = result }
    opened.raise()
  }

  /// Runs `render` unless the owner has abandoned the thread.
  ///
  /// Each side first announces its action and then checks the other side, in one sequentially consistent order.
  /// Therefore the owner cannot overlook a render in progress.
  ///
  /// - Returns: false if the owner has abandoned the thread.
  func rendering(_ render: () -> Void) -> Bool {
    renders.store(true, ordering: .sequentiallyConsistent)
    defer { renders.store(false, ordering: .sequentiallyConsistent) }
    if command == .abandon { return false }
    render()
    return true
  }

  /// Notes that the device took samples at `now`.
  func progressed(at now: Int64) { progress.store(now, ordering: .relaxed) }

  /// Notes which function of libasound the thread is about to call; `.none` after it has returned.
  func calls(_ function: Call) { call.store(function, ordering: .relaxed) }

  /// Notes the problem that the thread is trying to solve, or, with nil, that it is solved.
  func isInTrouble(_ words: String?) { trouble.withLock { $0 = words } }

  /// Notes that the device is about to be closed.
  ///
  /// If `failure` is not nil, it is the reason.
  func closes(because failure: OutputError?) {
    end.withLock { if !$0.isOver { $0.failure = failure } }
    calls(.close)
    closing.raise()
  }

  /// Notes that the device is closed.
  ///
  /// - Returns: the error that the caller has to report to the owner.
  func hasClosed() -> OutputError? {
    calls(.none)
    closed.raise()
    return ends(with: failure)
  }
}

// Called by the watch.
extension PlaybackSession {
  /// When the device last took samples.
  ///
  /// While the source is rendering, the result is `now`, because the device is not responsible for the time that a
  /// source takes.
  func lastProgress(at now: Int64) -> Int64 {
    if renders.load(ordering: .relaxed) { return now }
    return progress.load(ordering: .relaxed)
  }

  /// A sentence to append to the report of a stalled device: the call that hangs, or the problem
  /// that the thread was trying to solve.
  var circumstance: String? {
    if let function = call.load(ordering: .relaxed).function {
      return "\(function) has not returned."
    }
    return trouble.withLock { $0 }
  }

  /// Ends the run, unless the run is already over.
  ///
  /// If `failure` is not nil, it is the reason.
  ///
  /// - Returns: the error that the caller has to report to the owner. Nil if the error was already reported, or if the
  ///   owner is waiting for the end and receives the error there.
  func ends(with failure: OutputError?) -> OutputError? {
    let isFirst = end.withLock { end in
      if end.isOver { return false }
      end = (true, failure)
      return true
    }
    if !isFirst { return nil }
    let wasWanted = command == .play
    over.raise()
    return wasWanted ? failure : nil
  }
}
