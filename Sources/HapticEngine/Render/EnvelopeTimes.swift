internal import CRealtime

/// The normalised envelope times (0...1) in seconds: exponential, `min * (max / min)^p`.
///
/// Core Haptics says that the time grows exponentially and publishes no seconds; these are our
/// choice (`Documentation/Signal.md`, 3).
enum EnvelopeTime {
  /// 2 ms...1 s.
  @_noAllocation @_noLocks
  static func attackSeconds(_ p: Double) -> Seconds { exponential(p, 0.002, 1) }

  /// 20 ms...2 s.
  @_noAllocation @_noLocks
  static func decaySeconds(_ p: Double) -> Seconds { exponential(p, 0.020, 2) }

  /// 5 ms...2 s.
  @_noAllocation @_noLocks
  static func releaseSeconds(_ p: Double) -> Seconds { exponential(p, 0.005, 2) }

  @_noAllocation @_noLocks
  private static func exponential(_ p: Double, _ shortest: Seconds, _ longest: Seconds) -> Seconds {
    p <= 0 ? shortest : shortest * crealtime_pow(longest / shortest, p)
  }
}
