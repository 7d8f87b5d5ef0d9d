#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// The clock that outputs use to measure waiting.
///
/// It never jumps, and stands still while the machine sleeps.
public enum MonotonicClock {
  #if canImport(Darwin)
    // CLOCK_MONOTONIC of Apple's systems goes on while the machine sleeps.
    private static let clock = CLOCK_UPTIME_RAW
  #else
    private static let clock = CLOCK_MONOTONIC
  #endif

  /// Nanoseconds since an arbitrary moment in the past (CLOCK_MONOTONIC).
  ///
  /// - Thread: any. Realtime-safe: yes (vDSO, without a system call for the usual clock sources).
  public static func nanoseconds() -> Int64 {
    var now = timespec()
    // SAFETY: clock_gettime fills the local passed to it and cannot fail for this clock.
    unsafe clock_gettime(clock, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}
