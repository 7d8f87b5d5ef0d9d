private import CRealtime
private import Synchronization

/// A value that threads access one at a time: `Synchronization.Mutex`, made visible to the thread
/// sanitizer.
///
/// The thread sanitizer does not see the futex inside `Mutex` on Linux, so it would report every access to the value as
/// a race. Under that sanitizer, this type announces its lock to the sanitizer. Otherwise it only locks.
///
/// - Thread: any.        Realtime-safe: no.
@safe
public struct Guarded<Value: ~Copyable>: ~Copyable {
  private let mutex: Mutex<Value>
  /// The sanitizer's handle for the lock; nil without the sanitizer.
  private let clock: UnsafeMutableRawPointer?

  /// Creates a lock around `value`.
  public init(_ value: consuming sending Value) {
    mutex = Mutex(value)
    unsafe clock = crealtime_make_clock()
  }

  deinit { unsafe crealtime_free_clock(clock) }

  /// Calls `body` with exclusive access to the value.
  ///
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`.
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

/// A state that contains values passed in by users: closures and objects.
///
/// The deinitialization of such a value runs code of its owner, which may call back into the object
/// that stored the value.
package protocol HoldsUserValues: Sendable {
  /// All values passed in by users.
  ///
  /// It is copied at each change, so it must be cheap to copy: an array, not the whole of a large state. It does not
  /// have an associated type because unoptimized code would look up that type each time.
  var userValues: any Sendable { get }
}

/// A lock around a state with users' values, which are never released while the lock is held.
///
/// A closure or object that a change removes or replaces is released after unlocking, so that its
/// deinitialization may use the same lock. A plain `Guarded` would release it while locked, and the
/// deinitialization would lock again.
///
/// - Thread: any.        Realtime-safe: no.
package struct UserGuarded<State: HoldsUserValues>: ~Copyable, Sendable {
  private let state: Guarded<State>

  /// Creates a lock around `state`.
  package init(_ state: sending State) { self.state = Guarded(state) }

  /// Calls `body` with exclusive access to the state, and afterward releases the values that `body` removed.
  ///
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`.
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    var former: (any Sendable)?
    defer { withExtendedLifetime(former) {} }
    return try state.withLock { state throws(Failure) in
      former = state.userValues
      return try body(&state)
    }
  }
}
