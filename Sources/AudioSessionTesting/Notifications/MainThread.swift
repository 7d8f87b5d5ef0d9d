package import Dispatch
internal import Foundation
internal import Realtime

/// The main thread, as the main actor defines it.
///
/// Other threads call handlers on it, also while it waits for a thread that posts a notification.
package enum MainThread {
  private static let key = DispatchSpecificKey<Bool>()
  private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  /// The calls that wait for the main thread, and the main thread's waits.
  private struct State: Sendable {
    var calls: [@Sendable () -> Void] = []
    /// A semaphore for each nested wait, which wakes the main thread.
    var waits: [DispatchSemaphore] = []
  }

  private static let state = Guarded(State())

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

  /// Calls `body` on the main thread, and returns when it has returned.
  ///
  /// If the main thread is in `wait`, it calls `body` there. The main queue would never call it.
  package static func run(_ body: @escaping () -> Void) {
    if isHere || Thread.isMainThread { return body() }
    let (body, done) = (Unchecked(body), DispatchSemaphore(value: 0))
    let wait = state.withLock { state in
      state.calls.append {
        body.value()
        done.signal()
      }
      return state.waits.last
    }
    wait?.signal()
    DispatchQueue.main.async { callWaiting() }
    done.wait()
  }

  /// Calls `body` on the main thread: immediately if the caller is there, and otherwise later.
  ///
  /// The caller does not wait, because the main thread may be waiting for it.
  package static func tell(_ body: @escaping () -> Void) {
    if isHere || Thread.isMainThread { return body() }
    let body = Unchecked(body)
    DispatchQueue.main.async { body.value() }
  }

  /// Waits on any thread until another thread has finished.
  ///
  /// If this is the main thread, it makes the calls of `run` in the meantime.
  ///
  /// - Parameter begin: starts the other thread, which must call the closure that `begin` receives.
  static func wait(_ begin: (_ done: @escaping @Sendable () -> Void) -> Void) {
    let (wake, isDone) = (DispatchSemaphore(value: 0), Flag())
    let isMain = isHere || Thread.isMainThread
    if isMain { state.withLock { $0.waits.append(wake) } }
    begin {
      isDone.value.withLock { $0 = true }
      wake.signal()
    }
    while !isDone.value.withLock({ $0 }) {
      // A call may have come before this wait.
      if isMain { callWaiting() }
      wake.wait()
    }
    if isMain { state.withLock { $0.waits.removeAll { $0 === wake } } }
  }

  private static func callWaiting() {
    while let call = state.withLock({ $0.calls.isEmpty ? nil : $0.calls.removeFirst() }) { call() }
  }

  private final class Flag: Sendable {
    let value = Guarded(false)
  }
}
