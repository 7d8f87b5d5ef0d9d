internal import Realtime

/// Computes when each block of a stream is due, in whole nanoseconds of a monotonic clock, without
/// drift.
///
/// Law: block k of n frames is due `k * n / rate` after the start, rounded down to a nanosecond, regardless of the
/// number of preceding blocks.
struct BlockPace: Hashable, Sendable {
  /// How far the stream may fall behind the clock before it is reset.
  ///
  /// After a reset, the stream continues from the present time instead of catching up.
  ///
  /// Our choice: 100 ms, several times the worst delay of an ordinary thread on a busy machine.
  static let toleranceNanoseconds: Int64 = 100_000_000

  private let rate: Int64
  private let blockFrames: Int64
  private var startNanoseconds: Int64
  private var framesSinceStart: Int64 = 0
  /// The number of resets.
  private(set) var resets = 0

  /// Creates a stream of `rate` frames per second in blocks of `blockFrames`.
  ///
  /// The first block is due at `start`.
  init(rate: Int, blockFrames: Int, start: Int64) {
    self.rate = Int64(rate)
    self.blockFrames = Int64(blockFrames)
    startNanoseconds = start
  }

  /// When the next block is due.
  var dueNanoseconds: Int64 {
    startNanoseconds + FrameTime.nanoseconds(frames: framesSinceStart, rate: rate)
  }

  /// Notes that the next block is pulled at `now`.
  ///
  /// - Returns: when the block was due; `now` if the stream was reset.
  @discardableResult
  mutating func pulled(at now: Int64) -> Int64 {
    if now - dueNanoseconds > Self.toleranceNanoseconds {
      resets += 1
      startNanoseconds = now
      framesSinceStart = 0
    }
    let due = dueNanoseconds
    framesSinceStart += blockFrames
    return due
  }
}

/// Converts frames to time.
package enum FrameTime {
  /// The duration of `frames` frames at `rate` frames per second (1 or more), rounded towards zero
  /// to a nanosecond; exact for centuries.
  package static func nanoseconds(frames: Int64, rate: Int64) -> Int64 {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate)
    return seconds * 1_000_000_000 + rest * 1_000_000_000 / rate
  }
}
