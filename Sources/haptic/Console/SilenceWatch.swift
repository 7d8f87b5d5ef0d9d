import Realtime

/// Decides when a program that plays nothing lets its sound device sleep: a device that is open wakes the
/// processor hundreds of times a second, silence or not.
struct SilenceWatch: Hashable, Sendable {
  /// The environment variable with another limit, in seconds from 0.05 to an hour.
  static let variable = "HAPTIC_SLEEP_SECONDS"

  /// How long a program stays ready to play, in nanoseconds.
  ///
  /// Our choice is a minute: a pause to think is shorter, and the time that a device takes to open again is not
  /// noticed after a longer one.
  static let limitNanoseconds: Int64 = {
    let seconds = SystemCall.environment(variable).flatMap(Double.init) ?? 60
    return Int64((seconds >= 0.05 && seconds <= 3_600 ? seconds : 60) * 1e9)
  }()

  private var since: Int64

  /// A watch that begins at `now`, on the monotonic clock.
  init(now: Int64 = MonotonicClock.nanoseconds()) { since = now }

  /// Notes that something was heard, or done, at `now`.
  mutating func interrupted(at now: Int64 = MonotonicClock.nanoseconds()) { since = now }

  /// Whether the device may sleep at `now`.
  func isOver(at now: Int64 = MonotonicClock.nanoseconds()) -> Bool {
    now - since >= Self.limitNanoseconds
  }

  /// How long to wait until it may, in milliseconds.
  func millisecondsLeft(at now: Int64 = MonotonicClock.nanoseconds()) -> Int32 {
    Int32(clamping: max(0, (since + Self.limitNanoseconds - now + 999_999) / 1_000_000))
  }
}
