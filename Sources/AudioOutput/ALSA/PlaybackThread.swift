internal import Realtime
internal import RealtimeThreads

/// The threads of an ALSA output: one plays, from opening the device to closing it, and another watches the first.
struct PlaybackThread: Sendable {
  let configuration: ALSAOutput.Configuration
  let session: PlaybackSession
  let source: any BlockSource
  let onStop: @Sendable (OutputError) -> Void

  func main() {
    LibraryMessages.capture { play() }
    if let failure = session.hasClosed() { onStop(failure) }
  }

  /// Plays until the owner stops the output or the device fails; then the device is closed.
  private func play() {
    let opening = DeviceOpening(configuration: configuration)
    do {
      let pcm = try opening.open()
      let (setup, map) = try opening.configure(pcm)
      let poll = try opening.poll(pcm, wake: session.wake)
      var loop = PlaybackLoop(
        pcm: pcm, devicePoll: poll, setup: setup, map: map, opening: opening, session: session,
        source: source)
      LibraryMessages.forget()
      if configuration.priority == .realTime { raise() }
      defer { RealtimeThread.lowerCurrent() }
      session.answer(.success(setup))
      _ = session.go.wait(milliseconds: -1)
      let failure = loop.run() ?? haste()
      // Reported before closing, because closing may hang.
      session.closes(because: failure)
      loop.close()
    } catch {
      session.answer(.failure(error))
    }
  }

  /// The failure of a device that had to play to the end, but took the samples faster than it could play them.
  private func haste() -> OutputError? {
    let now = MonotonicClock.nanoseconds()
    let isHasty = session.haste.withLock {
      $0?.look(at: now, frames: session.counters.frames, isLast: true) ?? false
    }
    return session.command == .finish && isHasty ? .haste(of: configuration.pcmName) : nil
  }

  /// Gives this thread real-time priority, before the owner is notified that the device is open.
  private func raise() {
    let session = self.session
    let isRaised =
      RealtimeThread.raiseCurrent()
      || RealtimeKit.raiseCurrent { session.counters.hasRealTimePriority(true) }
    if isRaised { session.counters.hasRealTimePriority(true) }
  }
}

/// The watching thread of an ALSA output.
struct PlaybackWatch: Sendable {
  /// How long a failed device may take to close before the failure is reported.
  ///
  /// Once the device is closed, it can be reopened immediately.
  ///
  /// Our choice: longer than any sound card takes.
  private static let failureMilliseconds = 100

  /// How long a device that has played to the end may take to close before it is abandoned.
  ///
  /// Our choice: longer than a working sound server takes.
  private static let closingMilliseconds = 1_000

  let configuration: ALSAOutput.Configuration
  let session: PlaybackSession
  let onStop: @Sendable (OutputError) -> Void

  /// Watches until the device is closed or has stopped.
  func main() {
    var watch = StallWatch(
      limitSeconds: configuration.stallSeconds, now: MonotonicClock.nanoseconds())
    if let setup = session.setup {
      session.haste.withLock {
        $0 = HasteWatch(
          rate: setup.sampleRate, periodFrames: setup.periodFrames,
          bufferFrames: setup.bufferFrames, now: MonotonicClock.nanoseconds())
      }
    }
    while true {
      let milliseconds = Int((watch.nextLookNanoseconds + 999_999) / 1_000_000)
      if session.closing.wait(milliseconds: milliseconds) { return seeToClosing() }
      // The owner has already abandoned the run.
      if session.command == .abandon { return }
      let now = MonotonicClock.nanoseconds()
      let problem: OutputError? =
        if watch.look(at: now, progress: session.lastProgress(at: now)) {
          OutputError(
            .deviceStalled, subject: configuration.pcmName,
            detail: "The device has not taken any samples for \(configuration.stallSeconds) s."
              + (session.circumstance.map { " " + $0 } ?? ""))
        } else if session.haste.withLock({
          $0?.look(at: now, frames: session.counters.frames) ?? false
        }) {
          .haste(of: configuration.pcmName)
        } else {
          nil
        }
      guard let problem else { continue }
      let news = session.ends(with: problem)
      session.abandon()
      if let news { onStop(news) }
      return
    }
  }

  private func seeToClosing() {
    let patience = session.failure == nil ? Self.closingMilliseconds : Self.failureMilliseconds
    if session.closed.wait(milliseconds: patience) { return }
    if let news = session.ends(with: session.failure) { onStop(news) }
  }
}

extension OutputError {
  /// The failure of the device `subject`, which takes samples faster than it can play them.
  fileprivate static func haste(of subject: String) -> OutputError {
    OutputError(
      .deviceStalled, subject: subject,
      detail:
        "The device takes samples more than twice as fast as it can play them. Choose another device."
    )
  }
}
