/// The position of an app's output.
///
/// It advances while the output is running, whether audible or not.
package struct PlayClock: Hashable, Sendable {
  /// The time at which the output was started; nil if it is not running.
  private var start: PhoneTime?
  /// The position at `start`, or the present position if the output is not running.
  private var basis = PhoneTime.zero
  /// The position at which the sound ends; nil for a sound without an end.
  package private(set) var end: PhoneTime?

  /// Creates a stopped clock at the beginning.
  package init() {}

  /// Returns the position at `time`.
  package func position(at time: PhoneTime) -> PhoneTime {
    let position = basis + (start.map { time - $0 } ?? .zero)
    return end.map { min($0, position) } ?? position
  }

  /// The time at which the sound will end; nil if the clock is stopped or the sound does not have an end.
  package var endTime: PhoneTime? {
    guard let start, let end else { return nil }
    return start + max(.zero, end - basis)
  }

  /// Starts or stops the clock at `time`.
  package mutating func run(_ isRunning: Bool, at time: PhoneTime) {
    guard isRunning != (start != nil) else { return }
    basis = position(at: time)
    start = isRunning ? time : nil
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

  /// Returns to the beginning.
  package mutating func rewind(at time: PhoneTime) {
    let isRunning = start != nil
    self = PlayClock()
    run(isRunning, at: time)
  }
}
