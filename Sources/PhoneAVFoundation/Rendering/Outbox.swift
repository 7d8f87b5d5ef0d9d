internal import AudioSessionTesting
internal import Dispatch
internal import Foundation
internal import PhoneRuntime

/// The calls of an app's handlers that rendering has caused, until the block is over.
///
/// Handlers are called on a separate thread, as on a phone, while the thread that advances the time waits. So they have
/// all been called when `SimulatedPhone.advance(by:)` returns, and the sounds that they schedule follow without a gap.
///
/// - Thread: filled under the graph's lock; emptied without it.
final class Outbox: @unchecked Sendable {
  // SAFETY (unchecked Sendable): used under the graph's lock.
  private var calls: [() -> Void] = []
  private var later: [(seconds: Double, call: () -> Void)] = []

  /// Whether handlers wait.
  var isEmpty: Bool { GraphLock.with { calls.isEmpty && later.isEmpty } }

  /// Adds a call.
  ///
  /// - Parameters:
  ///   - seconds: the time in which the call is due, if a phone plays; 0 for the end of the block.
  ///   - call: the call.
  func add(after seconds: Double = 0, _ call: @escaping () -> Void) {
    if seconds > 0 { later.append((seconds, call)) } else { calls.append(call) }
  }

  /// Makes the calls that are due, and sets alarms for the others.
  ///
  /// - Parameter phone: the phone that plays; nil to make all calls now.
  func flush(_ phone: SimulatedPhone?) {
    let (due, others) = GraphLock.with {
      defer { (calls, later) = ([], []) }
      return (calls, later)
    }
    for call in due { Self.run(call) }
    for (seconds, call) in others {
      guard let phone else {
        Self.run(call)
        continue
      }
      let call = Unchecked(call)
      let time = phone.runtime.now + PhoneTime(seconds: seconds)
      _ = phone.setAlarm(at: time) { Self.run(call.value) }
    }
  }

  private static let key = DispatchSpecificKey<Bool>()
  private static let queue = {
    let queue = DispatchQueue(label: "com.apple.AVAudioEngine.callbacks")
    queue.setSpecific(key: key, value: true)
    return queue
  }()

  /// Calls a handler on the queue of handlers, and returns when it has returned.
  private static func run(_ call: @escaping () -> Void) {
    if DispatchQueue.getSpecific(key: key) == true { return call() }
    let done = DispatchSemaphore(value: 0)
    let call = Unchecked(call)
    queue.async {
      call.value()
      done.signal()
    }
    // Our choice: far longer than any handler takes.
    guard done.wait(timeout: .now() + 10) == .success else {
      fatalError(
        "AVAudioEngine: a completion handler or tap has not returned within 10 seconds. It waits for the thread that "
          + "advances the phone's time or stops the player, such as with DispatchQueue.main.sync. Use async instead."
      )
    }
  }
}
