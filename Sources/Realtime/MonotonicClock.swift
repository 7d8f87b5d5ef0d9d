private import Glibc

/// The clock that outputs measure waiting with: it never jumps and stands still while the machine
/// sleeps.
public enum MonotonicClock {
  /// Nanoseconds since some moment in the past (CLOCK_MONOTONIC).
  ///
  /// - Thread: any.        Realtime-safe: yes (vDSO; no system call on the usual clock sources).
  public static func nanoseconds() -> Int64 {
    var now = timespec()
    // SAFETY: clock_gettime fills the local it is given and cannot fail for CLOCK_MONOTONIC.
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}
