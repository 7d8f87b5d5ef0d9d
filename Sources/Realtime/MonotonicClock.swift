private import Glibc

/// The clock that outputs use to measure waiting.
///
/// It never jumps, and stands still while the machine sleeps.
public enum MonotonicClock {
  /// Nanoseconds since an arbitrary moment in the past (CLOCK_MONOTONIC).
  ///
  /// - Thread: any. Realtime-safe: yes (vDSO, without a system call for the usual clock sources).
  public static func nanoseconds() -> Int64 {
    var now = timespec()
    // SAFETY: clock_gettime fills the local passed to it and cannot fail for CLOCK_MONOTONIC.
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}
