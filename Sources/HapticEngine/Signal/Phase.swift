internal import CRealtime

/// A phase as a 64-bit fixed-point fraction of a cycle.
///
/// Whole cycles vanish and additions are exact, so that a phase does not depend on the way in which it is reached.
typealias Phase = UInt64

/// Returns the phase by which a frequency of `cycles` per frame (0..<0.5) advances in one frame.
@_noAllocation @_noLocks
func phaseStep(cyclesPerFrame cycles: Double) -> Phase {
  Phase(cycles * 18_446_744_073_709_551_616)
}

/// Returns the change of a phase step from frame to frame, for a frequency that changes by `cycles` per frame each
/// frame; two's complement for a falling frequency.
///
/// A frequency that moves by half a cycle per frame in one frame is at the end of its range in the next. Such a line is
/// one frame long, and its change is never used.
@_noAllocation @_noLocks
func phaseStepChange(cyclesPerFrame cycles: Double) -> Phase {
  if !(cycles.magnitude < 0.5) { return 0 }
  return Phase(bitPattern: Int64(cycles * 18_446_744_073_709_551_616))
}

/// Returns the phase after `frames` frames if the step changes by `change` each frame.
///
/// The result is exactly the sum of the steps.
@_noAllocation @_noLocks
func advanced(_ phase: Phase, step: Phase, change: Phase, frames: Frame) -> Phase {
  let n = UInt64(bitPattern: frames)
  let (high, low) = n.multipliedFullWidth(by: n &- 1)
  let triangle = (low >> 1) | (high << 63)
  return phase &+ n &* step &+ triangle &* change
}

extension Phase {
  /// Creates the phase of `cycles` cycles, of which only the fraction is used.
  @_noAllocation @_noLocks
  init(wrapping cycles: Double) {
    // Above 2^63, doubles are whole numbers.
    if !(cycles.magnitude < 9_223_372_036_854_775_808) {
      self = 0
      return
    }
    let fraction = cycles - Double(Int64(cycles))
    self = Phase(bitPattern: Int64(fraction * 9_223_372_036_854_775_808)) &* 2
  }
}
