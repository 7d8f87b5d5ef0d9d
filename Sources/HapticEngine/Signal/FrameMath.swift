/// A position or a length in frames.
///
/// Positions of one player count from where its voices were last restarted; positions of an engine
/// count from its first block.
typealias Frame = Int64

extension Frame {
  /// Later than anything that is ever rendered (2 000 years at 48 kHz), and far from overflow.
  static var never: Frame {
    @_noAllocation @_noLocks get { 1 << 61 }
  }
}

/// Times this close to a frame, in frames, are on it: rounding of decimal times must not move a
/// step by a frame.
///
/// Our choice; 20 ps at 48 kHz.
var snapFrames: Double {
  @_noAllocation @_noLocks get { 1e-6 }
}

/// The first frame at or after `frames`, a time counted in frames.
@_noAllocation @_noLocks
func frameAtOrAfter(_ frames: Double) -> Frame {
  let snapped = frames - snapFrames
  if !(snapped < Double(Frame.never)) { return .never }
  if snapped <= -Double(Frame.never) { return -.never }
  let whole = Frame(snapped)
  return Double(whole) < snapped ? whole + 1 : whole
}

/// The frame nearest to `frames`, halves upwards: away from zero for all times of a pattern, and
/// the same for a time that is counted from another frame, as after a seek.
@_noAllocation @_noLocks
func nearestFrame(_ frames: Double) -> Frame {
  if !(frames.magnitude < Double(Frame.never)) { return frames > 0 ? .never : -.never }
  let raised = frames + 0.5
  let whole = Frame(raised)
  return Double(whole) > raised ? whole - 1 : whole
}

/// `value` moved into 0...1; 0 for a value that is not a number.
@_noAllocation @_noLocks
func clamp01(_ value: Double) -> Double {
  value > 0 ? (value < 1 ? value : 1) : 0
}

/// Which frame of a player is which time of its pattern: the one conversion between the two.
///
/// A straight line through (`origin`, `originTime`). Playback rate and loops change the line; events
/// that sound are then cut at that frame and go on by the new one. A repetition of a loop begins at the
/// frame nearest to time 0, up to half a frame early: at that frame controls are as they are at time 0.
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
  /// Our choice: far beyond what can be distinguished from standing still, or from a single click.
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
    if time <= 0 && originTime < 0 { return origin }
    let frames = frameAtOrAfter((time - originTime) * sampleRate / rate)
    return frames >= .never ? .never : frames + origin
  }

  /// The frame at which an event at `time` starts.
  @_noAllocation @_noLocks
  func onset(of time: Seconds) -> Frame {
    let frames = nearestFrame((time - originTime) * sampleRate / rate)
    return frames >= .never ? .never : frames + origin
  }

  /// Pattern time, which is 0 or later, moved by the tolerance within which a time is on a frame.
  @_noAllocation @_noLocks
  func snappedTime(of frame: Frame) -> Seconds {
    let time = originTime + (Double(frame - origin) + snapFrames) * rate / sampleRate
    return time > 0 ? time : 0
  }
}
