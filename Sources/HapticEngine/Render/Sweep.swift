/// A sine whose frequency moves along a straight line: the phases of sixteen samples, advanced by
/// second differences.
struct Sweep: BitwiseCopyable {
  /// The phases of the vector that sounds now.
  var phase = PhaseLanes()
  /// How far each lane advances to the next vector.
  var step = PhaseLanes()
  /// How much `step` grows from vector to vector, the same for each lane.
  var stepChange: UInt32 = 0

  /// Silence.
  @_noAllocation @_noLocks
  init() {}

  /// A sweep from `phase`, advancing by `step` each frame, which itself changes by `change`.
  ///
  /// The lanes are rounded to 32 bits once; over one span the rounding grows to no more than 2e-8 of
  /// a cycle.
  @_noAllocation @_noLocks
  init(phase start: Phase, step first: Phase, change: Phase) {
    var lane = 0
    while lane < laneCount {
      let here = advanced(start, step: first, change: change, frames: Frame(lane))
      let next = advanced(start, step: first, change: change, frames: Frame(lane + laneCount))
      phase[lane] = UInt32(truncatingIfNeeded: here &>> 32)
      step[lane] = UInt32(truncatingIfNeeded: (next &- here) &>> 32)
      lane += 1
    }
    stepChange = UInt32(
      truncatingIfNeeded: (change &* UInt64(laneCount * laneCount)) &>> 32)
  }

  /// Moves on by one vector.
  @inline(__always) @_noAllocation @_noLocks
  mutating func advance() {
    phase = phase &+ step
    step = step &+ PhaseLanes(repeating: stepChange)
  }
}
