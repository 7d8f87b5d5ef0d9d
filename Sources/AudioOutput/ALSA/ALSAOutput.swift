public import Realtime
internal import RealtimeThreads

/// An output that plays through a PCM of libasound.
///
/// A dedicated thread opens the device, fills it and waits for it, with real-time priority if the system permits it.
/// The output recovers from underruns and sleep, and counts them. If a device disappears, or does not accept samples
/// for a while, the output ends with an error; the output never hangs. A device without its own clock, such as the PCM
/// `null`, is fed in real time.
///
/// - Thread: any; calls to `start`, `stop` and `finish` wait for each other. Realtime-safe: no.
public final class ALSAOutput: BlockOutput {
  /// How long a device may take to open.
  ///
  /// Our choice: a sound server that is started on demand takes a second or two.
  static let openingMilliseconds = 8_000

  /// How long the device of the last run may take to close before it is opened again.
  private static let closingMilliseconds = 250
  /// How long a device may take to play a fade and close before it is abandoned.
  ///
  /// Our choice: the longest fade takes 0.6 s, and a sound server needs some tenths of a second to close.
  private static let stoppingMilliseconds = 1_500

  /// The requested configuration.
  public let configuration: Configuration

  /// True: the device pulls.
  public var isRealTime: Bool { true }

  /// The current run, or the last one if it has ended without `stop` or `finish`.
  ///
  /// The lock is held for the duration of a call.
  private let control = Guarded<Run?>(nil)
  /// The last run that began.
  ///
  /// The lock is never held for long.
  private let latest = Guarded<PlaybackSession?>(nil)
  /// The run whose device is opening, and the calls that want to end it.
  ///
  /// The lock is never held for long.
  private let opening = Guarded(Opening())

  private struct Run {
    let session: PlaybackSession
    weak var source: (any BlockSource)?
  }

  private struct Opening {
    var session: PlaybackSession?
    /// The number of calls to `stop` in progress.
    ///
    /// They wait for `control`, which `start` holds while its device opens. A run that begins to open a device
    /// meanwhile is canceled.
    var stopCount = 0
  }

  /// Creates an output with `configuration`.
  ///
  /// The device is not opened yet.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  deinit { stop() }

  /// The statistics since the last successful start, which remain available after the output has stopped; nil before
  /// the first start.
  public var statistics: OutputStatistics? { latest.withLock { $0?.statistics } }

  /// The configuration that the device accepted at the last successful start; nil before the first
  /// start.
  public var setup: Setup? { latest.withLock { $0?.setup } }

  /// Opens the device, prepares `source` for the device's rate, and starts playing.
  ///
  /// While the device opens, calling `stop` on another thread ends the wait.
  ///
  /// - Parameters:
  ///   - source: the source to play.
  ///   - onStop: called once if the device fails later, with `.deviceUnavailable`, `.deviceStalled` or
  ///     `.systemFailure`. It is called on a thread of the output. The device is closed by then, unless closing takes
  ///     long. The closure may start or stop this or another output.
  /// - Throws: `OutputError` of any kind except `.cannotWrite`. `.unsupportedConfiguration` is also thrown for invalid
  ///   values in the configuration.
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
      // A device that is still closing would be busy.
      _ = run?.session.closed.wait(milliseconds: Self.closingMilliseconds)
      let session: PlaybackSession
      do throws(SystemError) { session = try PlaybackSession() } catch { throw noThread(error) }
      try open(session, pulling: source, onStop: onStop)
      run = Run(session: session, source: source)
      latest.withLock { $0 = session }
      session.go.raise()
    }
  }

  /// Fades out within 5 ms, drops the rest of the queue, and closes the device.
  ///
  /// This call takes as long as the device's queue. If more than 250 ms are queued, the queue is dropped immediately.
  /// If the device does not respond, the call takes at most a second and a half. A call to `finish` in progress on
  /// another thread ends early.
  public func stop() {
    // Another thread may be waiting for a device to open, or may be about to.
    opening.withLock {
      $0.stopCount += 1
      $0.session?.cancel()
    }
    // Another thread may be waiting for a device to finish playing.
    latest.withLock { $0 }?.endFinishing()
    control.withLock { run in
      let wasPlaying = run.map { !$0.session.isOver } ?? false
      run?.session.stop(waitingMilliseconds: Self.stoppingMilliseconds)
      if wasPlaying { run?.source?.ended() }
      opening.withLock { $0.stopCount -= 1 }
    }
  }

  /// Stops pulling, lets the device play everything that was pulled, and closes it.
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
        detail: "The output was stopped before the device opened.")
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
    OutputError(
      .systemFailure, subject: configuration.pcmName,
      detail: "A thread could not be started: \(error).")
  }
}
