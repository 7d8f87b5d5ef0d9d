public import Foundation

/// Notifications as an asynchronous sequence, which Foundation on Linux lacks.
extension NotificationCenter {
  /// Returns the notifications with a name that are posted from now on.
  ///
  /// Observation starts with this call: notifications posted before the first call to `next()` are kept.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - object: the object that posts the notifications; nil for any object. The object is not retained.
  /// - Returns: a sequence without end, which can be iterated once.
  public func notifications(named name: Notification.Name, object: AnyObject? = nil)
    -> Notifications
  {
    Notifications(self, name, object)
  }

  /// Notifications in the order in which they are posted.
  ///
  /// - Thread: any, but only one at a time.
  public final class Notifications: AsyncSequence, Sendable {
    /// The notifications that the sequence consists of.
    public typealias Element = Notification

    private let stream: AsyncStream<Unchecked<Notification>>
    private let end: @Sendable () -> Void

    fileprivate init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?)
    {
      let (stream, continuation) = AsyncStream.makeStream(of: Unchecked<Notification>.self)
      let observation = Unchecked(
        center.addObserver(forName: name, object: object, queue: nil) {
          continuation.yield(Unchecked($0))
        })
      self.stream = stream
      end = { [weak center] in
        center?.removeObserver(observation.value)
        continuation.finish()
      }
    }

    deinit { end() }

    /// Returns an iterator over the notifications.
    public func makeAsyncIterator() -> Iterator { Iterator(self, stream.makeAsyncIterator()) }

    /// An iterator over the notifications, which keeps the sequence alive.
    public struct Iterator: AsyncIteratorProtocol {
      private let sequence: Notifications
      private var rest: AsyncStream<Unchecked<Notification>>.Iterator

      fileprivate init(
        _ sequence: Notifications, _ rest: AsyncStream<Unchecked<Notification>>.Iterator
      ) {
        self.sequence = sequence
        self.rest = rest
      }

      /// Waits for the next notification; returns nil if the task is canceled.
      public mutating func next() async -> Notification? {
        await next(isolation: #isolation)
      }

      /// Waits for the next notification in the caller's isolation.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async -> Notification? {
        await rest.next(isolation: actor)?.value
      }
    }
  }
}
