private import Dispatch

/// Lets the time of a phone follow the clock, for tests that wait in real time.
enum RunningClock {
  /// The time between two steps, in milliseconds.
  ///
  /// Our choice: shorter than the shortest interval at which apps observe the position of a player.
  private static let interval = 10

  /// Advances `phone` on the main queue, where the app's handlers are called, until it is released.
  ///
  /// While the main queue is busy, the time of the phone stands still; then it catches up.
  static func drive(_ phone: SimulatedPhone) {
    let start = DispatchTime.now()
    nonisolated(unsafe) var reached = 0.0
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { [weak phone] in
      guard let phone else { return timer.cancel() }
      let now = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) * 1e-9
      let step = unsafe now - reached
      unsafe reached = now
      phone.advance(by: step)
    }
    timer.schedule(deadline: .now(), repeating: .milliseconds(interval))
    timer.resume()
  }
}
