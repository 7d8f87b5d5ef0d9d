internal import AudioSession
package import PhoneRuntime
internal import Realtime

/// Waiting until code under test has finished responding to events.
extension SimulatedPhone {
  /// Delivers pending notifications.
  ///
  /// Notifications are pending only with the delivery order `queued`.
  public func settle() { runtime.settle() }

  /// Waits until the code under test has finished responding to events, if it responds on the main actor.
  ///
  /// This method delivers pending notifications and lets the main actor run the work that is already enqueued. It
  /// repeats both until nothing more follows.
  ///
  /// Notifications are delivered from a thread other than the main thread. With the delivery order `queued`, observers
  /// on the main queue can therefore be called. Observers without a queue are called on the delivering thread.
  ///
  /// For code that responds elsewhere, such as on another actor, a timer or a separate queue, use `until`.
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
      "the code under test and the phone trigger each other endlessly: after "
        + "\(Self.maximumRounds) rounds of the main actor, something still happens every few rounds"
    )
  }

  /// The number of consecutive rounds of the main actor without any activity on the phone.
  ///
  /// Our choice: code needs a round for each hop from the main actor to the main actor, and rarely hops more than
  /// twice.
  static let quietRounds = 8

  /// The maximum number of rounds.
  ///
  /// Our choice: more rounds than any response that ends at all.
  static let maximumRounds = 10_000

  /// Waits until a condition is true, and settles in the meantime.
  ///
  /// Use it for code that responds on other actors, queues or timers.
  ///
  /// - Parameters:
  ///   - what: a description of the expected event, for the error message.
  ///   - limit: the maximum waiting time, in real time.
  ///   - isolation: the isolation of `condition`, which is the caller's.
  ///   - condition: returns whether the expected event has happened. The closure is called about every millisecond, and
  ///     may call other actors.
  /// - Throws: `NeverHappened` if the condition is not true within the limit; `CancellationError` if the task is
  ///   canceled; the errors of `condition`.
  public func until(
    _ what: String = "the expected event", within limit: Duration = .seconds(10),
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

/// An expected event has not happened.
public struct NeverHappened: Error, Hashable, Sendable, CustomStringConvertible {
  /// The expected event.
  public let what: String
  /// The waiting time.
  public let limit: Duration

  /// The expected event and the waiting time.
  public var description: String { "\(what) did not happen within \(limit)" }
}

/// The phone's time, which passes only when a test advances it.
extension SimulatedPhone {
  /// The time of the phone, in seconds since it was created.
  public var time: Double { runtime.now.seconds }

  /// Advances the time.
  ///
  /// The sounds of every app continue, and sounds that are due to end by the new time end.
  ///
  /// The phone counts frames of 1/48 000 s. A remainder of less than one frame is carried over to the next call, so
  /// that many small steps add up. If several threads advance the time simultaneously, their times overlap instead of
  /// adding up.
  ///
  /// - Parameter seconds: the duration; negative values are treated as zero.
  public func advance(by seconds: Double) {
    let passed = remainder.withLock { remainder in
      let wanted = max(0, seconds) + remainder
      let passed = max(.zero, PhoneTime(seconds: wanted))
      let left = wanted - passed.seconds
      // If the number of seconds is NaN or too large, the remainder is zero.
      remainder = left.magnitude < 1 / PhoneTime.framesPerSecond ? left : 0
      return passed
    }
    advance(to: runtime.now + passed)
  }

  /// Advances the time to `target`.
  package func advance(to target: PhoneTime) {
    // Automatic events until then may stop sounds and start others.
    while let next = [nextEnd()?.time, runtime.nextByItself, alarms.next].compactMap(\.self).min(),
      next <= target
    {
      let isDue = next <= runtime.now
      runtime.advance(to: next)
      let (hasEnded, hasRung) = (finishDueSounds(), alarms.ring(at: runtime.now))
      // If a due event does not happen, the loop must end.
      if !hasEnded, !hasRung, isDue, runtime.nextByItself == next { break }
    }
    runtime.advance(to: target)
    finishDueSounds()
    // Rendering up to now may have set further alarms.
    _ = alarms.ring(at: runtime.now)
  }

  /// Calls a closure when the phone's time reaches a time.
  ///
  /// - Parameters:
  ///   - time: the time; if it has already passed, the closure is called when the time advances next.
  ///   - body: called by the thread that advances the time.
  /// - Returns: the number of the alarm for `cancelAlarm`.
  package func setAlarm(at time: PhoneTime, _ body: @escaping @Sendable () -> Void) -> Int {
    alarms.add(at: time, body)
  }

  /// Cancels an alarm, if its closure has not been called yet.
  package func cancelAlarm(_ number: Int) { alarms.remove(number) }

  /// Ends the sounds that are over now.
  ///
  /// Returns whether any sound was over.
  @discardableResult private func finishDueSounds() -> Bool {
    var hasEnded = false
    while let end = nextEnd(), end.time <= runtime.now {
      end.app.audio.finish(end.direction, end.id)
      hasEnded = true
    }
    return hasEnded
  }

  private func nextEnd() -> (app: SimulatedApp, direction: IODirection, id: Int, time: PhoneTime)? {
    let ends = ([app, otherApp] + furtherApps).compactMap { app in
      app.audio.nextEnd.map { (app: app, direction: $0.direction, id: $0.id, time: $0.time) }
    }
    return ends.min { $0.time < $1.time }
  }
}

/// The closures to call when the phone's time reaches certain times.
///
/// - Thread: any.
final class PhoneAlarms: Sendable {
  private struct State: HoldsUserValues {
    var last = 0
    var waiting: [Int: (time: PhoneTime, body: @Sendable () -> Void)] = [:]

    var userValues: any Sendable { waiting.values.map(\.body) }
  }

  private let state = UserGuarded(State())

  /// The time of the next alarm; nil if none is set.
  var next: PhoneTime? { state.withLock { $0.waiting.values.map(\.time).min() } }

  /// Adds an alarm, and returns its number.
  func add(at time: PhoneTime, _ body: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.last += 1
      state.waiting[state.last] = (time, body)
      return state.last
    }
  }

  /// Removes an alarm.
  func remove(_ number: Int) { state.withLock { $0.waiting[number] = nil } }

  /// Calls the closures that are due, in the order of their times and numbers.
  ///
  /// - Parameter time: the present time.
  /// - Returns: whether any closure was called.
  func ring(at time: PhoneTime) -> Bool {
    let due = state.withLock { state in
      let due = state.waiting.filter { $0.value.time <= time }.sorted {
        ($0.value.time, $0.key) < ($1.value.time, $1.key)
      }
      for (number, _) in due { state.waiting[number] = nil }
      return due.map(\.value.body)
    }
    for body in due { body() }
    return !due.isEmpty
  }
}
