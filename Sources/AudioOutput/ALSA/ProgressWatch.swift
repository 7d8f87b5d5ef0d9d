/// Decides when a device has stopped: no progress for longer than a limit.
///
/// Progress is the device taking samples by itself. A recovery is none, or a device that fails
/// after each recovery would be tried for ever.
struct ProgressWatch: Hashable, Sendable {
  private let limitNanoseconds: Int64
  private var lastNanoseconds: Int64

  /// A watch that begins at `now` and gives up after `limitSeconds`.
  init(limitSeconds: Double, now: Int64) {
    limitNanoseconds = Int64(limitSeconds * 1e9)
    lastNanoseconds = now
  }

  /// Notes that the device took samples at `now`.
  mutating func progressed(at now: Int64) { lastNanoseconds = now }

  /// How long there may still be no progress; negative when the device has stopped.
  func remainingNanoseconds(at now: Int64) -> Int64 { lastNanoseconds + limitNanoseconds - now }
}
