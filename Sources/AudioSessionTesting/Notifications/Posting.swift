package import Dispatch
package import Foundation
internal import Realtime

/// A notification to be posted.
///
/// Posting it is watched for deadlocks.
struct Posting {
  let name: Notification.Name
  let object: AnyObject?
  var userInfo: [AnyHashable: Any]?
  let center: NotificationCenter

  /// Posts the notification on this thread.
  func run() {
    let ticket = PostingWatch.shared.begin(name.rawValue)
    center.post(name: name, object: object, userInfo: userInfo)
    PostingWatch.shared.end(ticket)
  }

  /// Posts the notification on another thread, and waits until every observer has been called.
  func runElsewhere() {
    let ticket = PostingWatch.shared.begin(name.rawValue, onOtherThread: true)
    let done = DispatchSemaphore(value: 0)
    let posting = Unchecked(self)
    Thread.detachNewThread {
      let posting = posting.value
      posting.center.post(name: posting.name, object: posting.object, userInfo: posting.userInfo)
      done.signal()
    }
    done.wait()
    PostingWatch.shared.end(ticket)
  }
}

/// Determines whether the caller is on the main thread, as the main actor defines it.
package enum MainThread {
  private static let key = DispatchSpecificKey<Bool>()
  private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  /// Whether the caller is on the main queue.
  ///
  /// Under Swift Testing, the main queue does not have a fixed thread.
  package static var isHere: Bool {
    _ = mark
    return DispatchQueue.getSpecific(key: key) == true
  }

  /// Returns whether a queue is the main queue.
  ///
  /// On Linux, `DispatchQueue.main` is another object each time.
  package static func isQueue(_ queue: DispatchQueue) -> Bool {
    _ = mark
    return queue.getSpecific(key: key) == true
  }

  /// Calls `body` on the main queue, and returns when it has returned.
  package static func run(_ body: () -> Void) {
    if isHere || Thread.isMainThread { body() } else { DispatchQueue.main.sync(execute: body) }
  }
}

extension SimulatedApp {
  /// Posts a notification to the app's notification center, on this thread.
  ///
  /// - Parameters:
  ///   - name: the name of the notification.
  ///   - object: its sender.
  ///   - userInfo: its further values.
  package func post(
    _ name: Notification.Name, from object: AnyObject?, userInfo: [AnyHashable: Any]? = nil
  ) {
    Posting(name: name, object: object, userInfo: userInfo, center: notificationCenter).run()
  }
}
