/// Which frame of a player is which time of its pattern: the one conversion between the two.
///
/// A straight line through (`origin`, `originTime`). Playback rate and loops change the line; events
/// that sound are then cut at that frame and go on by the new one.
struct TimeMap: BitwiseCopyable {
  /// Frames per second of the output.
  let sampleRate: Double
  /// Seconds of pattern per second of output; more than 0.
  var rate: Double = 1
  /// A frame of the player.
  var origin: Frame = 0
  /// The pattern time, in seconds, of that frame.
  var originTime: Seconds = 0

  /// The rates that are played; others become the nearest of them, so that no number of a voice
  /// ever leaves its range.
  ///
  /// Our choice: far beyond what can be told from standing still, or from a single click.
  private static var slowestRate: Double { @_noAllocation @_noLocks get { 1e-6 } }
  private static var fastestRate: Double { @_noAllocation @_noLocks get { 1e6 } }

  /// The rate that is played for `rate`, which is more than 0.
  @_noAllocation @_noLocks
  static func clamped(rate: Double) -> Double { min(max(rate, slowestRate), fastestRate) }

  init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// The pattern time of `frame`; exactly `frame / sampleRate` for a pattern played from its start.
  @_noAllocation @_noLocks
  func time(of frame: Frame) -> Seconds {
    originTime + Double(frame - origin) * rate / sampleRate
  }

  /// The first frame whose time is `time` or later.
  @_noAllocation @_noLocks
  func frame(atOrAfter time: Seconds) -> Frame {
    let frames = frameAtOrAfter((time - originTime) * sampleRate / rate)
    return frames >= .never ? .never : frames + origin
  }

  /// The frame at which an event at `time` starts.
  @_noAllocation @_noLocks
  func onset(of time: Seconds) -> Frame {
    let frames = nearestFrame((time - originTime) * sampleRate / rate)
    return frames >= .never ? .never : frames + origin
  }

  /// Pattern time moved by the tolerance within which a time is on a frame.
  @_noAllocation @_noLocks
  func snappedTime(of frame: Frame) -> Seconds {
    originTime + (Double(frame - origin) + snapFrames) * rate / sampleRate
  }
}
