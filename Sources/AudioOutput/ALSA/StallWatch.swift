/// Decides when a device has stopped: no progress for longer than a limit, in time during which this
/// process was running.
///
/// Progress is the device taking samples by itself. A recovery is none, or a device that fails after
/// each recovery would be tried without end.
///
/// The watch looks every quarter of a second, on a thread of its own: a call that hangs would hold
/// up any watch on the thread that calls. A look that comes much later than was asked for means that
/// the whole process did not run, because it was stopped or the machine slept; the device cannot be
/// blamed for that time, and it does not count.
struct StallWatch: Hashable, Sendable {
  /// The longest time between two looks.
  ///
  /// Our choice: four wake-ups a second cost nothing that can be measured.
  static let tickNanoseconds: Int64 = 250_000_000

  /// How late a look may be before the rest counts as time in which the process did not run.
  ///
  /// Our choice: several times the longest delay seen of an ordinary thread on a busy machine.
  static let toleranceNanoseconds: Int64 = 250_000_000

  /// Nil: never.
  private let limitNanoseconds: Int64?
  private var countedNanoseconds: Int64 = 0
  private var lastLookNanoseconds: Int64
  private var lastProgressNanoseconds: Int64

  /// A watch that begins at `now` and gives up after `limitSeconds` without progress; infinity, or
  /// more than a century, is never.
  init(limitSeconds: Double, now: Int64) {
    limitNanoseconds = limitSeconds < 3.2e9 ? Int64(max(0, limitSeconds) * 1e9) : nil
    lastLookNanoseconds = now
    lastProgressNanoseconds = now
  }

  /// How long to wait before the next look.
  var nextLookNanoseconds: Int64 {
    guard let limitNanoseconds else { return Self.tickNanoseconds }
    return max(1, min(Self.tickNanoseconds, limitNanoseconds - countedNanoseconds))
  }

  /// Looks at `now`, when the device has last progressed at `progress`; one that lies ahead is time
  /// that the device has been given.
  ///
  /// - Returns: whether the device has stopped.
  mutating func look(at now: Int64, progress: Int64) -> Bool {
    let planned = nextLookNanoseconds
    var passed = now - lastLookNanoseconds
    if passed > planned + Self.toleranceNanoseconds { passed = planned }
    lastLookNanoseconds = now
    if now < lastProgressNanoseconds {
      countedNanoseconds = 0
    } else if progress > lastProgressNanoseconds {
      lastProgressNanoseconds = progress
      countedNanoseconds = min(passed, max(0, now - progress))
    } else {
      countedNanoseconds += min(passed, now - lastProgressNanoseconds)
    }
    return limitNanoseconds.map { countedNanoseconds >= $0 } ?? false
  }
}
