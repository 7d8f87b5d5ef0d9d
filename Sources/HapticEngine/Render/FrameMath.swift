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
