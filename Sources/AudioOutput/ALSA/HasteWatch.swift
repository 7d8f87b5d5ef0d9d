internal import Realtime

/// Decides when a device takes samples that it cannot be playing: more than twice as many as real time
/// permits, for a second.
///
/// A device that drops samples runs dry again and again, and takes a full buffer after each recovery. A
/// single refill proves nothing, however large the buffer: the watch looks four times a second, and the
/// device fails if each look within a second finds the same. A device without a clock, such as the PCMs
/// `null` and `file`, is exempt: `DevicePace` holds it back to real time.
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
  private var lastLookNanoseconds: Int64
  private var lastFrames: Int64 = 0
  private var hastyNanoseconds: Int64 = 0

  /// A watch of a device at `rate` frames per second that begins at `now`.
  init(rate: Int, now: Int64) {
    self.rate = Int64(rate)
    lastLookNanoseconds = now
  }

  /// Looks at `now`, when the device has taken `frames` frames in all.
  ///
  /// - Returns: whether the device fails.
  mutating func look(at now: Int64, frames: Int64) -> Bool {
    let passed = now - lastLookNanoseconds
    // In a shorter time one buffer says nothing.
    if passed < StallWatch.tickNanoseconds { return false }
    let taken = FrameTime.nanoseconds(frames: frames - lastFrames, rate: rate)
    (lastLookNanoseconds, lastFrames) = (now, frames)
    hastyNanoseconds = taken > Self.fastest * passed ? hastyNanoseconds + passed : 0
    return hastyNanoseconds >= Self.limitNanoseconds
  }
}
