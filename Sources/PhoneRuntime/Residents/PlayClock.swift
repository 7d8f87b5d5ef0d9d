/// The position of an app's output.
///
/// It advances while the output is running, whether audible or not.
package struct PlayClock: Hashable, Sendable {
  /// The time at which the output was started, or will start; nil if it is not running.
  private var start: PhoneTime?
  /// The position at `start`, or the present position if the output is not running.
  private var basis = PhoneTime.zero
  /// The position at which the sound ends; nil for a sound without an end.
  package private(set) var end: PhoneTime?
  /// The seconds of the sound that pass in one second, more than 0.
  package private(set) var rate = 1.0

  /// Creates a stopped clock at the beginning.
  package init() {}

  /// Returns the position at `time`.
  package func position(at time: PhoneTime) -> PhoneTime {
    let passed = start.map { max(.zero, time - $0) } ?? .zero
    let position = basis + (rate == 1 ? passed : PhoneTime(seconds: passed.seconds * rate))
    return end.map { min($0, position) } ?? position
  }

  /// Returns the time at which the clock reaches a position; nil if the clock is stopped.
  ///
  /// For a position that has already passed, the result is the time at which the clock was started.
  package func time(of position: PhoneTime) -> PhoneTime? {
    guard let start else { return nil }
    let rest = max(.zero, position - basis)
    if rate == 1 { return start + rest }
    // Rounded up, so that the position has been reached at the time.
    return start + PhoneTime(frames: Int64((Double(rest.frames) / rate).rounded(.up)))
  }

  /// The time at which the sound will end; nil if the clock is stopped or the sound does not have an end.
  package var endTime: PhoneTime? { end.flatMap(time(of:)) }

  /// Starts or stops the clock at `time`.
  ///
  /// The clock can also be started at a later time than the present.
  package mutating func run(_ isRunning: Bool, at time: PhoneTime) {
    guard isRunning != (start != nil) else { return }
    basis = position(at: time)
    start = isRunning ? time : nil
  }

  /// Changes the rate at `time`, without changing the position.
  ///
  /// - Parameters:
  ///   - rate: the new rate, more than 0.
  ///   - time: the present time.
  package mutating func setRate(_ rate: Double, at time: PhoneTime) {
    basis = position(at: time)
    start = start.map { max($0, time) }
    self.rate = rate
  }

  /// Makes the sound end `duration` after the present position.
  ///
  /// If `duration` is nil, the end does not change.
  package mutating func limit(to duration: PhoneTime?, at time: PhoneTime) {
    if let duration { end = position(at: time) + duration }
  }

  /// Removes the end of the sound.
  package mutating func forgetEnd() { end = nil }

  /// Moves to a position without starting or stopping the clock.
  ///
  /// The end of the sound does not change.
  package mutating func seek(to position: PhoneTime, at time: PhoneTime) {
    let end = end
    begin(at: position, time)
    self.end = end
  }

  /// Starts a new sound without an end at a position.
  package mutating func begin(at position: PhoneTime, _ time: PhoneTime) {
    rewind(at: time)
    basis = position
  }

  /// Returns to the beginning, at the same rate.
  package mutating func rewind(at time: PhoneTime) {
    let (former, rate) = (start, rate)
    self = PlayClock()
    self.rate = rate
    if let former { run(true, at: max(former, time)) }
  }
}
