public import Realtime

/// An output that plays through a PCM of libasound.
///
/// A thread of its own opens the device, fills it and waits for it, with real-time priority where
/// the system permits; underruns and sleep are recovered and counted. A device that disappears, or
/// takes no samples for a while, ends the output with an error: it never hangs. A device without a
/// clock of its own, such as the PCM `null`, is fed at the pace of real time.
///
/// - Thread: any; `start`, `stop` and `finish` wait for each other.        Realtime-safe: no.
public final class ALSAOutput: BlockOutput {
  /// How long a device may take to open.
  ///
  /// Our choice: a sound server that is started on demand takes a second or two.
  static let openingMilliseconds = 8_000

  /// What is asked of the device.
  public let configuration: Configuration

  /// True: the device pulls.
  public var isRealTime: Bool { true }

  /// The run that is going on, or has ended by itself.
  ///
  /// Held for as long as a call takes.
  private let control = Guarded<PlaybackSession?>(nil)
  /// The last run that began; never held for long.
  private let latest = Guarded<PlaybackSession?>(nil)

  /// An output with `configuration`; nothing is opened yet.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  deinit { stop() }

  /// What has happened since the last successful start, also after the output has stopped; nil
  /// before the first.
  public var statistics: OutputStatistics? { latest.withLock { $0?.statistics } }

  /// Opens the device, prepares `source` for the rate it has, and starts playing.
  ///
  /// - Parameters:
  ///   - source: what to play.
  ///   - onStop: called once if the device fails later, with `.deviceUnavailable`,
  ///     `.deviceStalled` or `.systemFailure`, on the device's thread after the device is closed.
  ///     It may start or stop this or another output.
  /// - Throws: `OutputError` of any kind but `.cannotWrite`.
  public func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    try control.withLock { (current: inout PlaybackSession?) throws(OutputError) in
      if let current, !current.hasEnded {
        throw OutputError(
          .alreadyRunning, subject: configuration.pcmName, detail: "The output is running.")
      }
      let session = try makeSession(pulling: source, onStop: onStop)
      guard session.opened.wait(milliseconds: Self.openingMilliseconds) else {
        session.stop(waitingMilliseconds: 0)
        throw OutputError(
          .deviceStalled, subject: configuration.pcmName,
          detail: "The device has not opened within \(Self.openingMilliseconds / 1000) s.")
      }
      let setup = try session.agreement()
      source.prepare(sampleRate: Double(setup.sampleRate))
      current = session
      latest.withLock { $0 = session }
      session.go.raise()
    }
  }

  /// Stops at once: what is queued in the device is dropped.
  public func stop() {
    control.withLock { session in
      session?.stop(waitingMilliseconds: configuration.patienceMilliseconds)
      session = nil
    }
  }

  /// Stops pulling, plays what was pulled to its end, and closes the device.
  ///
  /// - Throws: `OutputError` if the device fails or stalls before the end.
  public func finish() throws(OutputError) {
    try control.withLock { (current: inout PlaybackSession?) throws(OutputError) in
      guard let session = current, !session.hasEnded else { return }
      current = nil
      let queued = session.statistics.map { Int($0.delaySeconds * 1_000) } ?? 0
      let patience = configuration.patienceMilliseconds + queued
      guard session.finish(waitingMilliseconds: patience) else {
        throw OutputError(
          .deviceStalled, subject: configuration.pcmName,
          detail: "The device has not played what it was given.")
      }
      if let failure = session.failure { throw failure }
    }
  }

  private func makeSession(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) -> PlaybackSession {
    do throws(SystemError) {
      let session = try PlaybackSession()
      let thread = PlaybackThread(
        configuration: configuration, session: session, source: source, onStop: onStop)
      try RealtimeThread.start(name: "haptic-alsa") { thread.main() }
      return session
    } catch {
      throw OutputError(
        .systemFailure, subject: configuration.pcmName, detail: "No thread: \(error).")
    }
  }
}

extension ALSAOutput.Configuration {
  /// How long to wait for the thread before leaving it to itself: as long as the watch over the
  /// device, which ends the thread, and a second.
  fileprivate var patienceMilliseconds: Int { Int(stallSeconds * 1_000) + 1_000 }
}
