import Realtime
import RealtimeThreads

/// Keeps what an output passes to `onStop`, and lets a test wait for it.
final class StopRecorder: Sendable {
  private let errors = Guarded<[OutputError]>([])
  private let flag: EventFlag

  init() throws { flag = try EventFlag() }

  /// What to give to `start`.
  var handler: @Sendable (OutputError) -> Void {
    { error in
      self.errors.withLock { $0.append(error) }
      self.flag.raise()
    }
  }

  /// All errors so far.
  var all: [OutputError] { errors.withLock { $0 } }

  /// The first error, when it has come; nil if it has not within half a minute, which only guards
  /// against a hang.
  func first() -> OutputError? {
    _ = flag.wait(milliseconds: 30_000)
    return all.first
  }
}

/// Waits until `condition` holds, looking every millisecond; false if it has not within half a
/// minute, which only guards against a hang.
func eventually(_ condition: () -> Bool) throws -> Bool {
  let pause = try EventFlag()
  for _ in 0..<30_000 {
    if condition() { return true }
    _ = pause.wait(milliseconds: 1)
  }
  return condition()
}
