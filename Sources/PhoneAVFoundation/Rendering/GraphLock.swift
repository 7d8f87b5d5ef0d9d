internal import Foundation

/// The lock around all graphs of engines.
///
/// Blocks are rendered by the thread that advances the phone's time, while it holds the lock; the lock is taken before a
/// block begins, never in between. It is recursive, because a node's block may use the graph.
///
/// - Thread: any.
enum GraphLock {
  private static let lock = NSRecursiveLock()

  /// Calls `body` while no other thread renders or changes a graph.
  static func with<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
