public import Foundation

/// Notifications as a sequence to wait for, which Foundation on Linux lacks.
extension NotificationCenter {
  /// What is posted under a name from now on.
  ///
  /// It begins with the call: what is posted before the first `next()` is kept.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - object: who posts it; nil for anybody. It is not kept alive.
  /// - Returns: a sequence without end, which is to be gone through once.
  public func notifications(named name: Notification.Name, object: AnyObject? = nil)
    -> Notifications
  {
    Notifications(self, name, object)
  }

  /// Notifications in the order in which they are posted.
  ///
  /// - Thread: any; one at a time.
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

    /// Goes through it.
    public func makeAsyncIterator() -> Iterator { Iterator(self, stream.makeAsyncIterator()) }

    /// Goes through the sequence, which lasts as long as this does.
    public struct Iterator: AsyncIteratorProtocol {
      private let sequence: Notifications
      private var rest: AsyncStream<Unchecked<Notification>>.Iterator

      fileprivate init(
        _ sequence: Notifications, _ rest: AsyncStream<Unchecked<Notification>>.Iterator
      ) {
        self.sequence = sequence
        self.rest = rest
      }

      /// The next one, when it is posted; nil if the task is cancelled.
      public mutating func next() async -> Notification? {
        await next(isolation: #isolation)
      }

      /// The same on the isolation of the caller.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async -> Notification? {
        await rest.next(isolation: actor)?.value
      }
    }
  }
}
