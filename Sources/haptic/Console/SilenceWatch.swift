import Realtime

/// Decides when a silent program lets its sound device sleep.
///
/// An open device wakes the processor hundreds of times a second, even during silence.
struct SilenceWatch: Hashable, Sendable {
  /// The environment variable that sets a different limit, in seconds from 0.05 to an hour.
  static let variable = "HAPTIC_SLEEP_SECONDS"

  /// The time for which a silent program keeps its device open, in nanoseconds.
  ///
  /// Our choice is a minute: pauses to think are shorter, and after a longer pause the time to open
  /// the device again is not noticeable.
  static let limitNanoseconds: Int64 = {
    let seconds = SystemCall.environment(variable).flatMap(Double.init) ?? 60
    return Int64((seconds >= 0.05 && seconds <= 3_600 ? seconds : 60) * 1e9)
  }()

  private var since: Int64

  /// Creates a watch that starts at `now`, on the monotonic clock.
  init(now: Int64 = MonotonicClock.nanoseconds()) { since = now }

  /// Notes that something was heard or done at `now`.
  mutating func interrupted(at now: Int64 = MonotonicClock.nanoseconds()) { since = now }

  /// Whether the device may sleep at `now`.
  func isOver(at now: Int64 = MonotonicClock.nanoseconds()) -> Bool {
    now - since >= Self.limitNanoseconds
  }

  /// Returns the time until the device may sleep, in milliseconds.
  func millisecondsLeft(at now: Int64 = MonotonicClock.nanoseconds()) -> Int32 {
    Int32(clamping: max(0, (since + Self.limitNanoseconds - now + 999_999) / 1_000_000))
  }
}
