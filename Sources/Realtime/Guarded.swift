private import CRealtime
private import Synchronization

/// A value that several threads use one at a time: `Synchronization.Mutex`, made visible.
///
/// The thread sanitizer does not see the futex inside of `Mutex` on Linux and would report every use
/// of what is in it as a race. Under that sanitizer this type announces the lock to it; else it is
/// the lock alone.
///
/// - Thread: any.        Realtime-safe: no.
@safe
public struct Guarded<Value: ~Copyable>: ~Copyable {
  private let mutex: Mutex<Value>
  /// What the sanitizer knows the lock by; nil without it.
  private let clock: UnsafeMutableRawPointer?

  /// A lock around `value`.
  public init(_ value: consuming sending Value) {
    mutex = Mutex(value)
    unsafe clock = crealtime_make_clock()
  }

  deinit { unsafe crealtime_free_clock(clock) }

  /// Calls `body` with the value while no other thread has it.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      unsafe crealtime_acquire(clock)
      defer { unsafe crealtime_release(clock) }
      return try body(&value)
    }
  }
}

// SAFETY (unchecked): the mutex is Sendable, and the clock is never changed.
extension Guarded: @unchecked Sendable where Value: ~Copyable {}
