internal import PacedOutput
internal import Realtime

/// Decides when a device takes samples that it cannot be playing: more than twice as many as real time
/// permits, for a second.
///
/// A device that drops samples runs dry again and again, and takes a full buffer after each recovery. A
/// single refill proves nothing: the watch compares over at least a second, two periods and two buffers, and
/// excuses one buffer in that time. A device without a clock, such as the PCMs `null` and `file`, is exempt:
/// `DevicePace` holds it back to real time.
struct HasteWatch: Hashable, Sendable {
  /// How many times faster than real time a device may take samples.
  ///
  /// Our choice: more than any clock is wrong, and less than any device takes that drops samples.
  private static let fastest: Int64 = 2
  /// How long it must take more, in nanoseconds.
  ///
  /// Our choice: longer than a start and an underrun take.
  private static let limitNanoseconds: Int64 = 1_000_000_000

  private let rate: Int64
  private let bufferNanoseconds: Int64
  /// How long a comparison lasts.
  private let windowNanoseconds: Int64
  /// The looks of the last window, and the one before it.
  private var looks: [Look]

  private struct Look: Hashable {
    let nanoseconds: Int64
    let frames: Int64
  }

  /// A watch that begins at `now`, of a device at `rate` frames per second with this period and buffer.
  init(rate: Int, periodFrames: Int, bufferFrames: Int, now: Int64) {
    self.rate = Int64(rate)
    let period = FrameTime.nanoseconds(frames: Int64(periodFrames), rate: Int64(rate))
    bufferNanoseconds = FrameTime.nanoseconds(frames: Int64(bufferFrames), rate: Int64(rate))
    windowNanoseconds = max(Self.limitNanoseconds, 2 * period, 2 * bufferNanoseconds)
    looks = [Look(nanoseconds: now, frames: 0)]
  }

  /// Looks at `now`, when the device has taken `frames` frames in all.
  ///
  /// - Parameters:
  ///   - now: The monotonic clock, in nanoseconds.
  ///   - frames: The frames since the watch began.
  ///   - isLast: Whether the device has just played everything: then a second of sound is enough.
  /// - Returns: Whether the device fails.
  mutating func look(at now: Int64, frames: Int64, isLast: Bool = false) -> Bool {
    // In a shorter time one buffer says nothing.
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
