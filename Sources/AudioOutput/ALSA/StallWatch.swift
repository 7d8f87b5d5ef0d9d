/// Detects a device that has stopped: no progress for longer than a limit, not counting time in
/// which this process did not run.
///
/// Progress means that the device takes samples without a recovery. A recovery does not count as progress. Otherwise a
/// device that fails after each recovery would be retried forever.
///
/// The watch runs every quarter of a second, on its own thread, because a call that hangs would also block a watch on
/// the calling thread. If a check comes much later than requested, the whole process was not running, because it was
/// stopped or the machine was asleep. The device is not responsible for that time, so it is not counted.
struct StallWatch: Hashable, Sendable {
  /// The longest time between two checks.
  ///
  /// Our choice: four wake-ups a second cost nothing that can be measured.
  static let tickNanoseconds: Int64 = 250_000_000

  /// How late a check may be.
  ///
  /// Any further delay counts as time in which the process was not running.
  ///
  /// Our choice: several times the longest observed delay of an ordinary thread on a busy machine.
  static let toleranceNanoseconds: Int64 = 250_000_000

  /// The longest permitted time without progress; nil for no limit.
  private let limitNanoseconds: Int64?
  private var countedNanoseconds: Int64 = 0
  private var lastLookNanoseconds: Int64
  private var lastProgressNanoseconds: Int64

  /// Creates a watch that begins at `now` and gives up after `limitSeconds` without progress.
  ///
  /// Infinity, or more than a century, means never.
  init(limitSeconds: Double, now: Int64) {
    limitNanoseconds = limitSeconds < 3.2e9 ? Int64(max(0, limitSeconds) * 1e9) : nil
    lastLookNanoseconds = now
    lastProgressNanoseconds = now
  }

  /// How long to wait before the next check.
  var nextLookNanoseconds: Int64 {
    guard let limitNanoseconds else { return Self.tickNanoseconds }
    return max(1, min(Self.tickNanoseconds, limitNanoseconds - countedNanoseconds))
  }

  /// Checks the device at `now`, when its last progress was at `progress`.
  ///
  /// If `progress` is in the future, the limit counts from that time.
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
