internal import Realtime

/// When each block of a stream is due, in whole nanoseconds of a monotonic clock, without drift.
///
/// Law: block k of n frames is due `k * n / rate` after the start, rounded down to a nanosecond,
/// however many blocks came before.
struct BlockPace: Hashable, Sendable {
  /// How far behind the clock the stream may be before it is set back: it then starts afresh
  /// instead of hurrying after lost time.
  ///
  /// Our choice: 100 ms, several times the worst delay of an ordinary thread on a busy machine.
  static let toleranceNanoseconds: Int64 = 100_000_000

  private let rate: Int64
  private let blockFrames: Int64
  private var startNanoseconds: Int64
  private var framesSinceStart: Int64 = 0
  /// How often the stream was set back.
  private(set) var resets = 0

  /// A stream of `rate` frames per second in blocks of `blockFrames`, whose first block is due at
  /// `start`.
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
  /// - Returns: when it was due; `now` if the stream was set back.
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

/// Frames as time.
package enum FrameTime {
  /// How long `frames` frames at `rate` frames per second (1 or more) take, rounded towards zero to a
  /// nanosecond; exact for centuries.
  package static func nanoseconds(frames: Int64, rate: Int64) -> Int64 {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate)
    return seconds * 1_000_000_000 + rest * 1_000_000_000 / rate
  }
}
