internal import Dispatch

/// Collects now and then while there is something to collect; nothing wakes an engine that rests.
///
/// Part of the state that the engine's lock protects.
@safe
struct Collector: @unchecked Sendable {
  // SAFETY (unchecked Sendable): whoever has the engine's lock is the only one to use it.

  /// How often is collected while players play, in milliseconds.
  ///
  /// Our choice: the default period of a device.
  private static let intervalMilliseconds = 5

  /// Nil while no real-time output runs.
  private var timer: (any DispatchSourceTimer)?
  private var isAwake = false

  /// Calls `collect` on `queue` from now on, when there is something to collect.
  mutating func begin(on queue: DispatchQueue, _ collect: @escaping @Sendable () -> Void) {
    end()
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler(handler: collect)
    timer.schedule(deadline: .distantFuture)
    timer.resume()
    self.timer = timer
    wake()
  }

  /// Calls it no more.
  mutating func end() {
    timer?.cancel()
    timer = nil
    isAwake = false
  }

  /// Something has been sent: there will be something to collect.
  mutating func wake() {
    guard let timer, !isAwake else { return }
    isAwake = true
    let interval = DispatchTimeInterval.milliseconds(Self.intervalMilliseconds)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(2))
  }

  /// There is nothing to collect until something is sent, or `seconds` from now if that is not nil.
  mutating func rest(for seconds: Seconds?) {
    // Who rests already rests on, but for one whose time has just come too early: the engine's clock
    // and the machine's are not the same.
    guard let timer, isAwake || seconds != nil else { return }
    isAwake = false
    timer.schedule(
      deadline: seconds.map { .now() + max($0, 0.005) } ?? .distantFuture,
      leeway: .milliseconds(100))
  }
}
