internal import Glibc

/// A lock of C, which must not be moved or copied once it is in use.
///
/// Our choice: a mutex of POSIX. Unlike Apple's lock, it does not end the process if a thread locks it twice; the thread
/// waits forever.
@safe
public struct os_unfair_lock_s: Sendable {
  // SAFETY: an initialized mutex consists of zeros, as `PTHREAD_MUTEX_INITIALIZER`.
  fileprivate var mutex = unsafe pthread_mutex_t()

  /// Creates an unlocked lock.
  public init() {}
}

/// A lock of C.
public typealias os_unfair_lock = os_unfair_lock_s
/// The location of a lock of C.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

/// Locks a lock, and waits until it is unlocked by another thread.
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
  // SAFETY: the caller guarantees that the lock exists and does not move.
  unsafe pthread_mutex_lock(&lock.pointee.mutex)
}

/// Locks a lock, unless it is locked.
///
/// - Parameter lock: the lock.
/// - Returns: whether the lock was locked by this call.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
  // SAFETY: see `os_unfair_lock_lock`.
  unsafe pthread_mutex_trylock(&lock.pointee.mutex) == 0
}

/// Unlocks a lock, which this thread has locked.
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
  // SAFETY: see `os_unfair_lock_lock`.
  unsafe pthread_mutex_unlock(&lock.pointee.mutex)
}
