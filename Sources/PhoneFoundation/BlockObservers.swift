internal import AudioSessionTesting
public import Foundation

/// Observers with a queue, which are called in place on the main queue.
///
/// Foundation on Linux calls an observer with the queue `main` by adding an operation to the queue and waiting for it.
/// If the main queue itself posts and does not have the main thread, as under Swift Testing, that operation never runs.
/// The functions of this extension are preferred over Foundation's where the queue is written as `.main` or `nil`.
extension NotificationCenter {
  /// Calls a block for each notification, on a queue.
  ///
  /// Source: the page of `addObserver(forName:object:queue:using:)`: the block runs on the queue, and the thread that
  /// posts waits for it.
  ///
  /// - Parameters:
  ///   - name: the name of the notifications.
  ///   - obj: the sender of the notifications; nil for all.
  ///   - queue: the queue. If it is the main queue and the notification is posted there, the block is called in place.
  ///   - block: the block.
  /// - Returns: the observer to pass to `removeObserver`.
  @preconcurrency @discardableResult
  public func addObserver(
    forName name: NSNotification.Name, object obj: Any?, queue: OperationQueue,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {
    guard queue === OperationQueue.main else {
      return addObserver(forName: Optional(name), object: obj, queue: Optional(queue), using: block)
    }
    return addObserver(forName: Optional(name), object: obj, queue: Optional<OperationQueue>.none) {
      notification in
      // Under the address sanitizer, a wait for an operation of the main queue has once returned before its block ran.
      MainThread.run { block(notification) }
    }
  }

  /// Calls a block for each notification, on the thread that posts.
  ///
  /// - Parameters:
  ///   - name: the name of the notifications.
  ///   - obj: the sender of the notifications; nil for all.
  ///   - queue: always nil.
  ///   - block: the block.
  /// - Returns: the observer to pass to `removeObserver`.
  @preconcurrency @discardableResult
  public func addObserver(
    forName name: NSNotification.Name, object obj: Any?, queue: Never?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {
    addObserver(
      forName: Optional(name), object: obj, queue: Optional<OperationQueue>.none, using: block)
  }
}
