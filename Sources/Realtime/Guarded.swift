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

/// A state of which a part was handed over by users: closures and objects.
///
/// The end of such a value runs code of its owner, which may call back to whatever stored the value.
package protocol HoldsUserValues: Sendable {
  /// All that users have handed over.
  ///
  /// Each change copies it, so that it has to be cheap to copy: an array, and not the whole of a large state. It
  /// has no type of its own because code that is not optimised would look that up each time.
  var userValues: any Sendable { get }
}

/// A lock around a state that holds values of users, which never end while it is locked.
///
/// A closure or object that a change removes or replaces is released after the lock, so that its end may use
/// the same lock. A plain `Guarded` would release it under the lock, and the end would lock again.
///
/// - Thread: any.        Realtime-safe: no.
package struct UserGuarded<State: HoldsUserValues>: ~Copyable, Sendable {
  private let state: Guarded<State>

  /// A lock around `state`.
  package init(_ state: sending State) { self.state = Guarded(state) }

  /// Calls `body` with the state while no other thread has it, and lets go afterwards what it has removed.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
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
