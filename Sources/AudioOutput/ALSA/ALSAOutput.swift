public import Realtime
internal import RealtimeThreads

/// An output that plays through a PCM of libasound.
///
/// A thread of its own opens the device, fills it and waits for it, with real-time priority where
/// the system permits; underruns and sleep are recovered and counted. A device that disappears, or
/// accepts no samples for a while, ends the output with an error: it never hangs. A device without a
/// clock of its own, such as the PCM `null`, is fed at the pace of real time.
///
/// - Thread: any; `start`, `stop` and `finish` wait for each other.        Realtime-safe: no.
public final class ALSAOutput: BlockOutput {
  /// How long a device may take to open.
  ///
  /// Our choice: a sound server that is started on demand takes a second or two.
  static let openingMilliseconds = 8_000

  /// How long the device of the last run may take to close before it is opened again.
  private static let closingMilliseconds = 250
  /// How long a device may take to play a fade and close before it is abandoned.
  ///
  /// Our choice: the longest fade takes 0.6 s, and a sound server some tenths of a second to close.
  private static let stoppingMilliseconds = 1_500

  /// The requested configuration.
  public let configuration: Configuration

  /// True: the device pulls.
  public var isRealTime: Bool { true }

  /// The run that is going on, or has ended by itself.
  ///
  /// Held for as long as a call takes.
  private let control = Guarded<Run?>(nil)
  /// The last run that began; never held for long.
  private let latest = Guarded<PlaybackSession?>(nil)
  /// The run whose device is opening, and what wants to end it; never held for long.
  private let opening = Guarded(Opening())

  private struct Run {
    let session: PlaybackSession
    weak var source: (any BlockSource)?
  }

  private struct Opening {
    var session: PlaybackSession?
    /// Calls of `stop` under way: each waits for `control`, so that what opens meanwhile is to end.
    var stopCount = 0
  }

  /// An output with `configuration`; nothing is opened yet.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  deinit { stop() }

  /// The statistics since the last successful start, also after the output has stopped; nil before
  /// the first.
  public var statistics: OutputStatistics? { latest.withLock { $0?.statistics } }

  /// The configuration that the device accepted at the last successful start; nil before the first.
  public var setup: Setup? { latest.withLock { $0?.setup } }

  /// Opens the device, prepares `source` for the rate it has, and starts playing.
  ///
  /// A `stop` from another thread while the device opens ends the wait for it.
  ///
  /// - Parameters:
  ///   - source: what to play.
  ///   - onStop: called once if the device fails later, with `.deviceUnavailable`,
  ///     `.deviceStalled` or `.systemFailure`, on a thread of the output's, after the device is
  ///     closed, unless closing takes long. It may start or stop this or another output.
  /// - Throws: `OutputError` of any kind but `.cannotWrite`; `.unsupportedConfiguration` also for
  ///   invalid values of the configuration.
  public func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    try control.withLock { (run: inout Run?) throws(OutputError) in
      if let run, !run.session.isOver {
        throw OutputError(
          .alreadyRunning, subject: configuration.pcmName, detail: "The output is running.")
      }
      if let problem = configuration.problem {
        throw OutputError(
          .unsupportedConfiguration, subject: configuration.pcmName, detail: problem)
      }
      try alsaLibrary.require(for: configuration.pcmName)
      // A device that is still being closed would be busy.
      _ = run?.session.closed.wait(milliseconds: Self.closingMilliseconds)
      let session: PlaybackSession
      do throws(SystemError) { session = try PlaybackSession() } catch { throw noThread(error) }
      try open(session, pulling: source, onStop: onStop)
      run = Run(session: session, source: source)
      latest.withLock { $0 = session }
      session.go.raise()
    }
  }

  /// Fades out within 5 ms, and drops the rest.
  ///
  /// Takes as long as what is queued in the device, which is dropped at once where that is more than
  /// 250 ms; for a device that does not respond, no more than a second and a half. A `finish` of
  /// another thread ends early.
  public func stop() {
    // Another thread may be waiting for a device to open, or be about to.
    opening.withLock {
      $0.stopCount += 1
      $0.session?.cancel()
    }
    // Or for a device that plays to its end.
    latest.withLock { $0 }?.endFinishing()
    control.withLock { run in
      let wasPlaying = run.map { !$0.session.isOver } ?? false
      run?.session.stop(waitingMilliseconds: Self.stoppingMilliseconds)
      if wasPlaying { run?.source?.ended() }
      opening.withLock { $0.stopCount -= 1 }
    }
  }

  /// Stops pulling, plays what was pulled to its end, and closes the device.
  ///
  /// - Throws: `OutputError` if the device fails or stalls before the end.
  public func finish() throws(OutputError) {
    try control.withLock { (run: inout Run?) throws(OutputError) in
      guard let session = run?.session, !session.isOver else { return }
      session.finish()
      run?.source?.ended()
      if let failure = session.failure { throw failure }
    }
  }

  /// Starts the threads of `session`, and waits until the device is open.
  private func open(
    _ session: PlaybackSession, pulling source: any BlockSource,
    onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    opening.withLock {
      $0.session = session
      if $0.stopCount > 0 { session.cancel() }
    }
    defer { opening.withLock { $0.session = nil } }
    let thread = PlaybackThread(
      configuration: configuration, session: session, source: source, onStop: onStop)
    let watch = PlaybackWatch(configuration: configuration, session: session, onStop: onStop)
    do throws(SystemError) {
      try RealtimeThread.start(name: "haptic-alsa") { thread.main() }
    } catch { throw noThread(error) }
    guard session.opened.wait(milliseconds: Self.openingMilliseconds) else {
      session.abandon()
      throw OutputError(
        .deviceStalled, subject: configuration.pcmName,
        detail: "The device has not opened within \(Self.openingMilliseconds / 1000) s.")
    }
    guard session.command == .play, let setup = try session.agreement() else {
      session.abandon()
      throw OutputError(
        .deviceUnavailable, subject: configuration.pcmName,
        detail: "The output was stopped before the device had opened.")
    }
    source.prepare(sampleRate: Double(setup.sampleRate))
    do throws(SystemError) {
      try RealtimeThread.start(name: "haptic-watch") { watch.main() }
    } catch {
      session.abandon()
      throw noThread(error)
    }
  }

  private func noThread(_ error: SystemError) -> OutputError {
    OutputError(.systemFailure, subject: configuration.pcmName, detail: "No thread: \(error).")
  }
}
