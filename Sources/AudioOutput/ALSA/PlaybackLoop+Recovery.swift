internal import Realtime

extension PlaybackLoop {
  /// How long to wait between two attempts.
  ///
  /// Our choice: a period.
  private static var attemptMilliseconds: Int { 5 }

  /// Brings the device back after `first`, or throws what makes it hopeless: an error that no
  /// recovery cures, or attempts without progress for as long as the watch permits.
  mutating func recover(from first: ALSAError) throws(OutputError) {
    var error = first
    let isUnderrun = first == .underrun || pcm.state == .underrun
    if isUnderrun {
      session.counters.underrun()
      if hadTimeToPlay {
        watch.progressed(at: MonotonicClock.nanoseconds())
      } else {
        pause(milliseconds: Self.attemptMilliseconds)
      }
    } else if first == .suspended || pcm.state == .suspended {
      session.counters.suspend()
    }
    while session.command != .stop {
      if watch.remainingNanoseconds(at: MonotonicClock.nanoseconds()) <= 0 { error = .stalled }
      let action = Recovery.action(after: error, in: pcm.state)
      if case .fail(let kind) = action { throw failure(error, as: kind, first: first) }
      do throws(ALSAError) {
        if try carryOut(action) { return }
        error = .suspended
      } catch let next {
        error = next
      }
      pause(milliseconds: Self.attemptMilliseconds)
    }
  }

  /// Does what the table says.
  ///
  /// - Returns: false if the device is suspended still.
  private mutating func carryOut(_ action: Recovery.Action) throws(ALSAError) -> Bool {
    switch action {
    case .wait:
      pause(milliseconds: Self.attemptMilliseconds)
      return true
    case .prepare:
      try pcm.prepare()
      prepared()
      return true
    case .resume:
      try pcm.resume()
      // Success says nothing: see `Recovery`.
      let state = pcm.state
      if state == .prepared { prepared() }
      return state == .prepared || state == .running
    case .fail:
      return false
    }
  }

  private func failure(
    _ error: ALSAError, as kind: OutputError.Kind, first: ALSAError
  ) -> OutputError {
    let name = opening.configuration.pcmName
    let told = LibraryMessages.last.map { " (\($0))" } ?? ""
    if kind == .deviceStalled {
      let cause = first == .stalled ? "" : " Last error: \(first)\(told)."
      return OutputError(
        kind, subject: name,
        detail: """
          The device has taken no samples for \(opening.configuration.stallSeconds) s.\(cause)
          """)
    }
    return OutputError(kind, subject: name, detail: "The device has gone: \(error)\(told).")
  }

  /// Has the device play what it was given to the end.
  ///
  /// - Throws: `OutputError` if the device fails or stalls before the end.
  mutating func finish() throws(OutputError) {
    try drain()
    session.counters.delay(frames: 0)
  }

  private mutating func drain() throws(OutputError) {
    while pendingFrames > 0, session.command != .stop {
      do throws(ALSAError) { try step() } catch { try recover(from: error) }
    }
    if framesSincePrepare == 0 {
      pcm.drop()
      return
    }
    watch.progressed(at: MonotonicClock.nanoseconds())
    var lastDelay: Int?
    while session.command != .stop {
      do throws(ALSAError) {
        try pcm.drain()
        return
      } catch {
        switch (error, pcm.state) {
        case (_, .setup), (.underrun, .underrun), (.badState, .underrun), (.badState, .prepared):
          return
        case (.again, _), (.interrupted, _): break
        case (_, let state):
          let action = Recovery.action(after: error, in: state)
          guard case .fail(let kind) = action else { return }
          throw failure(error, as: kind, first: error)
        }
      }
      try waitForDrain(lastDelay: &lastDelay)
    }
    pcm.drop()
  }

  private mutating func waitForDrain(lastDelay: inout Int?) throws(OutputError) {
    let now = MonotonicClock.nanoseconds()
    let delay = pcm.delayFrames()
    if delay != lastDelay { watch.progressed(at: now) }
    lastDelay = delay
    if watch.remainingNanoseconds(at: now) <= 0 {
      throw failure(.stalled, as: .deviceStalled, first: .stalled)
    }
    session.counters.delay(frames: max(0, delay ?? 0))
    // Devices that are drained do not all wake their pollers.
    try? waitForDevice(milliseconds: 2 * Self.attemptMilliseconds)
    pause(milliseconds: 1)
  }
}
