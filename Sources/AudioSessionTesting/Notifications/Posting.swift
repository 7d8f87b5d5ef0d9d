package import Foundation

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
    let posting = Unchecked(self)
    MainThread.wait { done in
      Thread.detachNewThread {
        let posting = posting.value
        posting.center.post(name: posting.name, object: posting.object, userInfo: posting.userInfo)
        done()
      }
    }
    PostingWatch.shared.end(ticket)
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
