/// How far an app's output has come: it moves while the output runs, heard or not.
package struct PlayClock: Hashable, Sendable {
  /// When the output was started, if it runs.
  private var start: PhoneTime?
  /// What had been played when it was, or where it stands.
  private var basis = PhoneTime.zero
  /// Where the sound ends, in what is played of it; nil for one without an end.
  package private(set) var end: PhoneTime?

  /// A clock at the beginning, which stands.
  package init() {}

  /// What has been played at `time`.
  package func position(at time: PhoneTime) -> PhoneTime {
    let position = basis + (start.map { time - $0 } ?? .zero)
    return end.map { min($0, position) } ?? position
  }

  /// When the sound will be over; nil if it stands or has no end.
  package var endTime: PhoneTime? {
    guard let start, let end else { return nil }
    return start + max(.zero, end - basis)
  }

  /// Makes it move, or stand still, from `time` on.
  package mutating func run(_ isRunning: Bool, at time: PhoneTime) {
    guard isRunning != (start != nil) else { return }
    basis = position(at: time)
    start = isRunning ? time : nil
  }

  /// Lets the sound be over `duration` from where it is; nil leaves its end as it is.
  package mutating func limit(to duration: PhoneTime?, at time: PhoneTime) {
    if let duration { end = position(at: time) + duration }
  }

  /// Forgets where the sound ends.
  package mutating func forgetEnd() { end = nil }

  /// Goes to a position, from which it moves if it moved before; the sound ends where it ended.
  package mutating func seek(to position: PhoneTime, at time: PhoneTime) {
    let end = end
    begin(at: position, time)
    self.end = end
  }

  /// Begins a sound anew that has no end yet, at a position.
  package mutating func begin(at position: PhoneTime, _ time: PhoneTime) {
    rewind(at: time)
    basis = position
  }

  /// Goes back to the beginning.
  package mutating func rewind(at time: PhoneTime) {
    let isRunning = start != nil
    self = PlayClock()
    run(isRunning, at: time)
  }
}
