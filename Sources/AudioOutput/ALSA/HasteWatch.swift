internal import PacedOutput
internal import Realtime

/// Detects a device that takes samples faster than it can play them: more than twice as fast as
/// real time permits, for a second.
///
/// A device that drops samples runs dry again and again, and takes a full buffer after each recovery. A single refill
/// therefore proves nothing. The watch compares over at least a second, two periods and two buffers, and ignores one
/// extra buffer in that time. A device without a clock, such as the PCMs `null` and `file`, is exempt: `DevicePace`
/// holds it back to real time.
struct HasteWatch: Hashable, Sendable {
  /// How many times faster than real time a device may take samples.
  ///
  /// Our choice: more than the error of any clock, and less than the rate of any device that drops
  /// samples.
  private static let fastest: Int64 = 2
  /// How long the device must exceed that speed, in nanoseconds.
  ///
  /// Our choice: longer than a start and an underrun take.
  private static let limitNanoseconds: Int64 = 1_000_000_000

  private let rate: Int64
  private let bufferNanoseconds: Int64
  /// How long a comparison lasts.
  private let windowNanoseconds: Int64
  /// The states at the checks within the last window, and at the check before the window.
  private var looks: [Look]

  private struct Look: Hashable {
    let nanoseconds: Int64
    let frames: Int64
  }

  /// Creates a watch that begins at `now`, for a device at `rate` frames per second with this
  /// period and buffer.
  init(rate: Int, periodFrames: Int, bufferFrames: Int, now: Int64) {
    self.rate = Int64(rate)
    let period = FrameTime.nanoseconds(frames: Int64(periodFrames), rate: Int64(rate))
    bufferNanoseconds = FrameTime.nanoseconds(frames: Int64(bufferFrames), rate: Int64(rate))
    windowNanoseconds = max(Self.limitNanoseconds, 2 * period, 2 * bufferNanoseconds)
    looks = [Look(nanoseconds: now, frames: 0)]
  }

  /// Checks the device at `now`, when it has taken `frames` frames in total.
  ///
  /// - Parameters:
  ///   - now: The monotonic clock, in nanoseconds.
  ///   - frames: The frames since the watch began.
  ///   - isLast: Whether the device has just played everything. In this case, a second of sound is enough for a
  ///     decision.
  /// - Returns: Whether the device is too fast.
  mutating func look(at now: Int64, frames: Int64, isLast: Bool = false) -> Bool {
    // In a shorter time, one buffer proves nothing.
    if !isLast, let last = looks.last, now - last.nanoseconds < StallWatch.tickNanoseconds {
      return false
    }
    looks.append(Look(nanoseconds: now, frames: frames))
    while looks.count > 2, now - looks[1].nanoseconds >= windowNanoseconds { looks.removeFirst() }
    let passed = now - looks[0].nanoseconds
    let taken = FrameTime.nanoseconds(frames: frames - looks[0].frames, rate: rate)
    guard passed >= windowNanoseconds || isLast && taken >= Self.limitNanoseconds else {
      return false
    }
    return taken > Self.fastest * passed + bufferNanoseconds
  }
}
