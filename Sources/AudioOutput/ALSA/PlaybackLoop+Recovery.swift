internal import Realtime

extension PlaybackLoop {
  /// How long to wait between two attempts.
  ///
  /// Our choice: a period.
  private static var attemptMilliseconds: Int { 5 }

  /// Recovers the device after the error `first`, or throws an error from which recovery is not possible.
  ///
  /// If attempts make no progress, the watch ends them by abandoning the thread.
  mutating func recover(from first: ALSAError) throws(OutputError) {
    var error = first
    if first == .underrun || pcm.state == .underrun {
      try recoverFromUnderrun()
    } else if first == .suspended || pcm.state == .suspended {
      session.counters.suspend()
      // The time that the machine was asleep does not count as a stall of the device; this applies only to the first
      // recovery.
      if recoveriesWithoutProgress == 0 { progressed(at: MonotonicClock.nanoseconds()) }
    }
    recoveriesWithoutProgress += 1
    session.isInTrouble("Last error: \(first)\(LibraryMessages.inBrackets).")
    while session.command < .stop {
      let action = Recovery.action(after: error, in: pcm.state)
      if case .fail(let kind) = action { throw failure(error, as: kind) }
      do throws(ALSAError) {
        if try carryOut(action) { return }
        error = .suspended
      } catch let next {
        error = next
      }
      pause(milliseconds: Self.attemptMilliseconds)
    }
  }

  /// The number of failed attempts after which the existence of the device is checked, for a device that runs dry
  /// immediately after each start.
  ///
  /// Our choice: a tenth of a second of attempts.
  private static var attemptsBeforeLooking: Int { 20 }

  private mutating func recoverFromUnderrun() throws(OutputError) {
    if hadTimeToPlay {
      session.counters.underrun()
      progressed(at: MonotonicClock.nanoseconds())
      return
    }
    // Only the first recovery is counted as an underrun: a device that runs dry again immediately after its start is
    // failing, although the samples arrived in time.
    if recoveriesWithoutProgress == 0 { session.counters.underrun() }
    if recoveriesWithoutProgress == Self.attemptsBeforeLooking { try look() }
    pause(milliseconds: Self.attemptMilliseconds)
  }

  /// Fails if the device can no longer be found.
  ///
  /// With some plugins (PipeWire's), the stream of a server that has ended can still be prepared
  /// and started, but runs dry immediately. A new stream cannot be opened. A device that exists is
  /// busy, because we have it open.
  private func look() throws(OutputError) {
    let configuration = opening.configuration
    do throws(ALSAError) {
      _ = try PCM.open(name: configuration.pcmName, definitions: configuration.definitions)
    } catch {
      if error.kind == .deviceUnavailable { throw failure(error, as: error.kind) }
    }
  }

  /// Carries out an action from the table.
  ///
  /// - Returns: false if the device is still suspended.
  private mutating func carryOut(_ action: Recovery.Action) throws(ALSAError) -> Bool {
    switch action {
    case .wait:
      pause(milliseconds: Self.attemptMilliseconds)
      return true
    case .prepare:
      try calling(.prepare) { () throws(ALSAError) in try pcm.prepare() }
      prepared()
      return true
    case .resume:
      try calling(.resume) { () throws(ALSAError) in try pcm.resume() }
      // Success proves nothing: see `Recovery`.
      switch pcm.state {
      case .prepared:
        prepared()
        return true
      case .running:
        resumed()
        return true
      default: return false
      }
    case .fail:
      return false
    }
  }

  private func failure(_ error: ALSAError, as kind: OutputError.Kind) -> OutputError {
    let end = kind == .deviceUnavailable ? "was disconnected" : "has failed"
    return OutputError(
      kind, subject: opening.configuration.pcmName,
      detail: "The device \(end): \(error)\(LibraryMessages.inBrackets).")
  }
}
