import Dispatch
import Foundation
import Realtime

/// Calls the observers that ask for the main queue while the main queue waits for the posting to finish, and ends a
/// test that would wait forever.
///
/// Source: swift-corelibs-foundation calls an observer with a queue by adding an operation to the queue and waiting for
/// it. On the main queue, it calls the observer in place only if that queue has the main thread, and under
/// Swift Testing it has none. Without this class, an observer that an earlier test has left in the notification center
/// would stop every later test.
///
/// - Thread: any.
final class PostingWatch: Sendable {
  static let shared = PostingWatch()

  /// The number of seconds after which a wait is ended.
  ///
  /// Our choice: no observer takes that long, and nobody waits longer for a test.
  static let limit = 10

  private struct Post: Sendable {
    let name: String
    /// Whether nothing can run on the main queue until the post has ended.
    let blocksMainQueue: Bool
    var ticks = 0
  }

  private struct State: Sendable {
    var next = 0
    var waiting: [Int: Post] = [:]
    /// The blocks that the main queue must call when the posting is done.
    var taken: [@Sendable () -> Void] = []
    /// Whether the watching thread exists, and whether it waits for a posting.
    var isRunning = false
    var isIdle = false
    var limit = PostingWatch.limit
  }

  private let state = Guarded(State())
  private let wake = DispatchSemaphore(value: 0)

  /// Sets another limit, for tests of the watch itself.
  func setLimit(_ seconds: Int) { state.withLock { $0.limit = seconds } }

  /// Starts watching a post if its observers may need the main queue.
  ///
  /// - Parameters:
  ///   - name: the name of the notification.
  ///   - onOtherThread: whether this thread waits for another thread that posts.
  /// - Returns: the ticket for `end`; nil if a deadlock is impossible here.
  func begin(_ name: String, onOtherThread: Bool = false) -> Int? {
    guard MainThread.isHere || Thread.isMainThread else { return nil }
    // An observer that is called on the main thread may run a loop, which runs the queue's operations.
    let post = Post(name: name, blocksMainQueue: onOtherThread || !Thread.isMainThread)
    let (ticket, isFirst, isIdle) = state.withLock { state in
      state.next += 1
      state.waiting[state.next] = post
      defer { (state.isRunning, state.isIdle) = (true, false) }
      return (state.next, !state.isRunning, state.isIdle)
    }
    if isFirst { Thread.detachNewThread { self.watch() } } else if isIdle { wake.signal() }
    return ticket
  }

  /// Stops watching a post, and calls the observers that have asked for the main queue.
  func end(_ ticket: Int?) {
    guard let ticket else { return }
    let taken = state.withLock { state in
      state.waiting[ticket] = nil
      defer { state.taken = [] }
      return state.taken
    }
    for block in taken { block() }
  }

  /// Watches the posts, on a thread of its own.
  ///
  /// Foundation does not report that an operation was added to a queue, so the thread looks every millisecond while
  /// there is a post. Ticks are counted instead of measuring time, so that a program that was suspended is not
  /// considered stuck.
  private func watch() {
    var rounds = 0
    while true {
      let hasPost = state.withLock { state in
        state.isIdle = state.waiting.isEmpty
        return !state.isIdle
      }
      guard hasPost else {
        wake.wait()
        continue
      }
      Thread.sleep(forTimeInterval: 0.001)
      state.withLock { state in
        // A post that has ended no longer blocks the main queue, which runs its operations itself.
        if state.waiting.values.contains(where: \.blocksMainQueue) {
          state.taken += MainQueueOperation.takeAll()
        }
      }
      rounds += 1
      if rounds % 1000 == 0 { tick() }
    }
  }

  private func tick() {
    let late = state.withLock { state in
      for ticket in state.waiting.keys { state.waiting[ticket]?.ticks += 1 }
      return state.waiting.values.first { $0.ticks > state.limit }?.name
    }
    guard let late else { return }
    fatalError(
      """
      Posting \(late) waits for an observer that waits for the main queue, while the main queue waits for the posting \
      to finish. Pass queue: nil or queue: .main to addObserver in tests, or create the phone with delivery: .queued \
      and call `await phone.settle()`.
      """)
  }
}

/// An operation of the main operation queue that cannot run, because the main queue is blocked.
private struct MainQueueOperation {
  private let operation: BlockOperation
  private let block: @Sendable () -> Void
  /// The work item that Foundation has enqueued to run the operation.
  private let item: DispatchWorkItem

  /// Reads the private properties of Foundation's operation; nil if the operation is not the next one to run, or lacks
  /// these properties.
  private init?(_ operation: Operation) {
    guard type(of: operation) == BlockOperation.self, let operation = operation as? BlockOperation
    else { return nil }
    let mirror = Mirror(reflecting: operation)
    func property(_ name: String, of mirror: Mirror?) -> Any? {
      mirror?.children.first { $0.label == name }?.value
    }
    guard property("__state", of: mirror.superclassMirror).map({ "\($0)" }) == "dispatching",
      let block = property("_block", of: mirror) as? @Sendable () -> Void,
      let item = property("__schedule", of: mirror.superclassMirror) as? DispatchWorkItem
    else { return nil }
    (self.operation, self.block, self.item) = (operation, block, item)
  }

  /// Finishes the operation without running it.
  ///
  /// A canceled operation finishes as soon as its work item is performed. The queue later skips the canceled work item.
  ///
  /// - Returns: what the operation would have run.
  private func take() -> @Sendable () -> Void {
    operation.cancel()
    item.perform()
    item.cancel()
    return block
  }

  /// Finishes all operations that wait for the main queue, which must be blocked.
  ///
  /// - Returns: what the operations would have run, in order.
  static func takeAll() -> [@Sendable () -> Void] {
    var blocks: [@Sendable () -> Void] = []
    // Finishing an operation lets the next one wait for the main queue.
    while let operation = OperationQueue.main.operations.lazy.compactMap({ MainQueueOperation($0) })
      .first
    {
      blocks.append(operation.take())
    }
    return blocks
  }
}
