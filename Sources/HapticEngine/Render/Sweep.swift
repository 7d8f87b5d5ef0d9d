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
    var here = start
    var next = first
    var lane = 0
    while lane < laneCount {
      // Sixteen steps on: the sum of next, next + change … next + 15 change.
      let ahead = next &* 16 &+ change &* 120
      phase[lane] = UInt32(truncatingIfNeeded: here &>> 32)
      step[lane] = UInt32(truncatingIfNeeded: ahead &>> 32)
      here = here &+ next
      next = next &+ change
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
