package import PhoneRuntime
internal import Realtime

/// Waiting until code under test has done what it does about something.
extension SimulatedPhone {
  /// Notifies everyone of what waits, with the delivery `queued`; otherwise nothing does.
  public func settle() { runtime.settle() }

  /// Waits until the code under test is through with what has happened, as far as it goes on by the main
  /// actor: notifies everyone of what waits, lets the main actor run what was enqueued before, and repeats
  /// both until nothing follows any more.
  ///
  /// It delivers from a thread that is not the main one. So observers that ask for the main queue are
  /// called, with the delivery `queued`; and observers that ask for none, and notifications that were not
  /// delivered before, come on that thread.
  ///
  /// Code that waits for something else, such as another actor, a timer or a queue of its own, is what
  /// `until` is for.
  @concurrent
  public func settle() async {
    var quietRounds = 0
    for _ in 0..<Self.maximumRounds {
      let before = notifications.activity
      runtime.settle()
      await MainActor.run {}
      await Task.yield()
      runtime.settle()
      let after = notifications.activity
      let isQuiet = after.count == before.count && after.messages == 0
      quietRounds = isQuiet ? quietRounds + 1 : 0
      if quietRounds == Self.quietRounds { return }
    }
    preconditionFailure(
      "the code under test and the phone act upon each other without end: more than "
        + "\(Self.maximumRounds) rounds of the main actor, and something happened in each few of them"
    )
  }

  /// How often in a row the main actor has to be through without anything happening to the phone.
  ///
  /// Our choice: code that hops to the main actor from the main actor, which few do more than twice,
  /// needs a round for each hop.
  static let quietRounds = 8

  /// How many rounds there are at most.
  ///
  /// Our choice: more than any reaction that ends.
  static let maximumRounds = 10_000

  /// Waits until something is so, settling meanwhile: for code that goes on by other actors, queues or
  /// timers.
  ///
  /// - Parameters:
  ///   - what: what is waited for, for the error.
  ///   - limit: how long at most, in real time.
  ///   - isolation: whose isolation `condition` has: the caller's.
  ///   - condition: whether it is so; it is asked about every millisecond, and may ask other actors.
  /// - Throws: `NeverHappened` if it is not so by then; `CancellationError` if the task is cancelled; what
  ///   `condition` throws.
  public func until(
    _ what: String = "what was waited for", within limit: Duration = .seconds(10),
    isolation: isolated (any Actor)? = #isolation,
    _ condition: nonisolated(nonsending) () async throws -> Bool
  ) async throws {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while true {
      await settle()
      if try await condition() { return }
      if clock.now >= end { throw NeverHappened(what: what, limit: limit) }
      try await clock.sleep(for: .milliseconds(1))
    }
  }
}

/// Something that was waited for has not happened.
public struct NeverHappened: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was waited for.
  public let what: String
  /// For how long.
  public let limit: Duration

  /// What was waited for, and for how long.
  public var description: String { "\(what) did not happen within \(limit)" }
}

/// The phone's time, which passes only when a test lets it.
extension SimulatedPhone {
  /// The time of the phone, in seconds since it was made.
  public var time: Double { runtime.now.seconds }

  /// Lets the time pass: sounds of every app go on, and those end that end until then.
  ///
  /// The phone counts frames of 1/48 000 s. The rest below a frame is added to the next call, so that many
  /// small steps add up. If several threads let the time pass at once, their times overlap instead of adding up.
  ///
  /// - Parameter seconds: how much; less than 0 is nothing.
  public func advance(by seconds: Double) {
    let passed = remainder.withLock { remainder in
      let wanted = max(0, seconds) + remainder
      let passed = max(.zero, PhoneTime(seconds: wanted))
      let left = wanted - passed.seconds
      // Seconds that are not a number, or too many, leave no remainder.
      remainder = left.magnitude < 1 / PhoneTime.framesPerSecond ? left : 0
      return passed
    }
    advance(to: runtime.now + passed)
  }

  /// Lets the time pass until `target`.
  package func advance(to target: PhoneTime) {
    // What happens by itself on the way may stop sounds and start others.
    while let next = [nextEnd()?.time, runtime.nextByItself].compactMap(\.self).min(),
      next <= target
    {
      let isDue = next <= runtime.now
      runtime.advance(to: next)
      // Nothing is left to wait for where what is due does not go.
      if !finishDueSounds(), isDue, runtime.nextByItself == next { break }
    }
    runtime.advance(to: target)
    finishDueSounds()
  }

  /// Ends the sounds that are over now; returns whether there was one.
  @discardableResult private func finishDueSounds() -> Bool {
    var hasEnded = false
    while let end = nextEnd(), end.time <= runtime.now {
      end.app.audio.finish(end.id)
      hasEnded = true
    }
    return hasEnded
  }

  private func nextEnd() -> (app: SimulatedApp, id: Int, time: PhoneTime)? {
    let ends = ([app, otherApp] + furtherApps).compactMap { app in
      app.audio.nextEnd.map { (app: app, id: $0.id, time: $0.time) }
    }
    return ends.min { $0.time < $1.time }
  }
}
