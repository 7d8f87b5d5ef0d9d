import Dispatch
import Foundation
import Realtime

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
    let ticket = PostingWatch.shared.begin(name.rawValue)
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
enum MainThread {
  private static let key = DispatchSpecificKey<Bool>()
  private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  /// Whether the caller is on the main queue.
  ///
  /// Under Swift Testing, the main queue does not have a fixed thread.
  static var isHere: Bool {
    _ = mark
    return DispatchQueue.getSpecific(key: key) == true
  }
}

/// Ends a test that would wait forever because an observer asks to be called on the main queue while the main queue
/// waits for it.
///
/// Source: swift-corelibs-foundation posts to an observer with a queue by adding an operation to the queue and waiting
/// for it, even on the main thread.
final class PostingWatch: Sendable {
  static let shared = PostingWatch()

  /// The number of seconds after which a wait is ended.
  ///
  /// Our choice: no observer takes that long, and nobody waits longer for a test.
  static let limit = 10

  private struct State: Sendable {
    var next = 0
    var waiting: [Int: (name: String, ticks: Int)] = [:]
    var isRunning = false
    var limit = PostingWatch.limit
  }

  private let state = Guarded(State())

  /// Sets another limit, for tests of the watch itself.
  func setLimit(_ seconds: Int) { state.withLock { $0.limit = seconds } }

  /// Starts watching a post if its observers may need the main queue.
  ///
  /// - Returns: the ticket for `end`; nil if a deadlock is impossible here.
  func begin(_ name: String) -> Int? {
    guard MainThread.isHere || Thread.isMainThread else { return nil }
    let (ticket, isFirst) = state.withLock { state in
      state.next += 1
      state.waiting[state.next] = (name, 0)
      defer { state.isRunning = true }
      return (state.next, !state.isRunning)
    }
    // Ticks are counted instead of measuring time, so that a program that was suspended is not considered stuck.
    if isFirst {
      Thread.detachNewThread {
        while true {
          Thread.sleep(forTimeInterval: 1)
          self.tick()
        }
      }
    }
    return ticket
  }

  /// Stops watching a post.
  func end(_ ticket: Int?) {
    guard let ticket else { return }
    state.withLock { $0.waiting[ticket] = nil }
  }

  private func tick() {
    let late = state.withLock { state in
      for ticket in state.waiting.keys { state.waiting[ticket]?.ticks += 1 }
      return state.waiting.values.first { $0.ticks > state.limit }?.name
    }
    guard let late else { return }
    fatalError(
      """
      Posting \(late) waits for an observer on the main queue, while the main queue waits for the posting to finish. \
      Pass queue: nil to addObserver in tests, or create the phone with delivery: .queued and \
      call `await phone.settle()`.
      """)
  }
}
