import Realtime
import RealtimeThreads

/// Records the errors that an output passes to `onStop`, and lets a test wait for them.
final class StopRecorder: Sendable {
  private let errors = Guarded<[OutputError]>([])
  private let flag: EventFlag

  init() throws { flag = try EventFlag() }

  /// The handler to pass to `start`.
  var handler: @Sendable (OutputError) -> Void {
    { error in
      self.errors.withLock { $0.append(error) }
      self.flag.raise()
    }
  }

  /// All errors so far.
  var all: [OutputError] { errors.withLock { $0 } }

  /// Waits for the first error and returns it; nil after half a minute, which only guards against a
  /// hang.
  func first() -> OutputError? {
    _ = flag.wait(milliseconds: 30_000)
    return all.first
  }
}

/// Waits until `condition` holds, checking every millisecond.
///
/// Returns false after half a minute, which only guards against a hang.
func eventually(_ condition: () -> Bool) throws -> Bool {
  let pause = try EventFlag()
  for _ in 0..<30_000 {
    if condition() { return true }
    _ = pause.wait(milliseconds: 1)
  }
  return condition()
}
