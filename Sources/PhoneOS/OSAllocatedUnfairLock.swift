internal import Foundation

/// A lock, and the state that it protects.
///
/// - Thread: any.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the state is used only while the lock is locked.

  private final class Storage {
    let lock = NSLock()
    var state: State

    init(_ state: State) { self.state = state }
  }

  private let storage: Storage

  /// Creates a lock with a state that does not have to be sendable.
  public init(uncheckedState initialState: State) { storage = Storage(initialState) }

  /// Creates a lock with a state.
  public init(initialState: State) where State: Sendable { storage = Storage(initialState) }

  /// Locks, calls `body` with the state, and unlocks.
  public func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result {
    try storage.lock.withLock { try body(&storage.state) }
  }

  /// Locks, calls `body` with the state, and unlocks.
  public func withLockUnchecked<Result>(
    _ body: (inout State) throws -> Result
  ) rethrows -> Result {
    try storage.lock.withLock { try body(&storage.state) }
  }

  /// Calls `body` with the state, unless another thread has locked.
  ///
  /// - Returns: the result of `body`; nil if another thread has locked.
  public func withLockIfAvailable<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result? {
    guard storage.lock.try() else { return nil }
    defer { storage.lock.unlock() }
    return try body(&storage.state)
  }
}

extension OSAllocatedUnfairLock where State == Void {
  /// Creates a lock without a state.
  public init() { self.init(uncheckedState: ()) }

  /// Locks.
  public func lock() { storage.lock.lock() }

  /// Unlocks.
  public func unlock() { storage.lock.unlock() }

  /// Locks, unless another thread has locked.
  ///
  /// - Returns: whether this thread has locked.
  public func lockIfAvailable() -> Bool { storage.lock.try() }

  /// Locks, calls `body`, and unlocks.
  public func withLock<Result: Sendable>(
    _ body: @Sendable () throws -> Result
  ) rethrows -> Result {
    try storage.lock.withLock(body)
  }

  /// Locks, calls `body`, which does not have to be sendable, and unlocks.
  public func withLockUnchecked<Result>(_ body: () throws -> Result) rethrows -> Result {
    try storage.lock.withLock(body)
  }
}
