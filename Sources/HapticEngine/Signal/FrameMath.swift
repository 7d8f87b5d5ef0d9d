/// A position or a length in frames.
///
/// Positions in a player are counted from the most recent restart of its voices; positions in an engine are counted
/// from its first block.
typealias Frame = Int64

extension Frame {
  /// A frame that is never reached (2 000 years at 48 kHz), and far from overflow.
  static var never: Frame {
    @_noAllocation @_noLocks get { 1 << 61 }
  }
}

/// The distance from a frame, in frames, within which a time is treated as this frame, so that the rounding of decimal
/// times does not move a step to another frame.
///
/// Our choice; 20 ps at 48 kHz.
var snapFrames: Double {
  @_noAllocation @_noLocks get { 1e-6 }
}

/// Returns the first frame at or after `frames`, a time counted in frames.
@_noAllocation @_noLocks
func frameAtOrAfter(_ frames: Double) -> Frame {
  let snapped = frames - snapFrames
  if !(snapped < Double(Frame.never)) { return .never }
  if snapped <= -Double(Frame.never) { return -.never }
  let whole = Frame(snapped)
  return Double(whole) < snapped ? whole + 1 : whole
}

/// Returns the frame nearest to `frames`, rounding halves up.
///
/// Pattern times are not negative, so halves are rounded away from zero. The result is the same if the time is counted
/// from another frame, as after a seek.
@_noAllocation @_noLocks
func nearestFrame(_ frames: Double) -> Frame {
  if !(frames.magnitude < Double(Frame.never)) { return frames > 0 ? .never : -.never }
  let raised = frames + 0.5
  let whole = Frame(raised)
  return Double(whole) > raised ? whole - 1 : whole
}

/// Returns `value` clamped to 0...1; 0 for a value that is not a number.
@_noAllocation @_noLocks
func clamp01(_ value: Double) -> Double {
  value > 0 ? (value < 1 ? value : 1) : 0
}

/// The conversion between frames of a player and times of its pattern.
///
/// No other code converts them.
///
/// A straight line through (`origin`, `originTime`). Playback rate and loops change the line; voices are then cut at
/// that frame and continue along the new line. A repetition of a loop begins at the frame nearest to time 0, up to half
/// a frame early. At that frame, controls have their values of time 0.
struct TimeMap: BitwiseCopyable {
  /// The frame rate of the output, in frames per second.
  let sampleRate: Double
  /// The seconds of pattern per second of output; more than 0.
  var rate: Double = 1
  /// A frame of the player.
  var origin: Frame = 0
  /// The pattern time, in seconds, of that frame.
  var originTime: Seconds = 0

  /// The range of rates that are played.
  ///
  /// Other rates are clamped to it, so that a voice's numbers never leave their range.
  ///
  /// Our choice: far beyond the rates at which a pattern can be distinguished from standing still, or from a single
  /// click.
  private static var slowestRate: Double { @_noAllocation @_noLocks get { 1e-6 } }
  private static var fastestRate: Double { @_noAllocation @_noLocks get { 1e6 } }

  /// Returns the rate that is played for `rate`, which must be more than 0.
  @_noAllocation @_noLocks
  static func clamped(rate: Double) -> Double { min(max(rate, slowestRate), fastestRate) }

  init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Returns the pattern time of `frame`; exactly `frame / sampleRate` for a pattern played from its start.
  @_noAllocation @_noLocks
  func time(of frame: Frame) -> Seconds {
    originTime + Double(frame - origin) * rate / sampleRate
  }

  /// Returns the first frame whose time is `time` or later.
  @_noAllocation @_noLocks
  func frame(atOrAfter time: Seconds) -> Frame {
    if time <= 0 && originTime < 0 { return origin }
    let frames = frameAtOrAfter((time - originTime) * sampleRate / rate)
    return frames >= .never ? .never : frames + origin
  }

  /// Returns the frame at which an event at `time` starts.
  @_noAllocation @_noLocks
  func onset(of time: Seconds) -> Frame {
    let frames = nearestFrame((time - originTime) * sampleRate / rate)
    return frames >= .never ? .never : frames + origin
  }

  /// Returns the pattern time of `frame` plus the tolerance within which a time counts as a frame; at least 0.
  @_noAllocation @_noLocks
  func snappedTime(of frame: Frame) -> Seconds {
    let time = originTime + (Double(frame - origin) + snapFrames) * rate / sampleRate
    return time > 0 ? time : 0
  }
}
