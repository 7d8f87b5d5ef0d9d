/// A factor that moves to its target along a straight line and ends exactly there.
///
/// Each frame's value follows from that of the frame before, so that nothing depends on how the frames
/// are cut into blocks.
struct LevelRamp: BitwiseCopyable {
  /// The factor of the next frame.
  private(set) var value: Float
  private var target: Float
  /// How many frames it still moves.
  private(set) var framesLeft = 0
  private var step: Float = 0

  /// A factor that stays at `value`.
  @_noAllocation @_noLocks
  init(_ value: Float) {
    self.value = value
    target = value
  }

  /// Moves to `target` within `frames` frames from wherever it is; at once for 0.
  @_noAllocation @_noLocks
  mutating func move(to target: Float, frames: Int) {
    self.target = target
    if frames <= 0 || value == target {
      value = target
      framesLeft = 0
      return
    }
    framesLeft = frames
    step = (target - value) / Float(frames)
  }

  /// Whether it stays where it is.
  var isSteady: Bool { @_noAllocation @_noLocks get { framesLeft == 0 } }

  /// Whether it is 0 and stays there.
  var isZero: Bool { @_noAllocation @_noLocks get { framesLeft == 0 && value == 0 } }

  /// The factor of the next frame, which is over then.
  @inline(__always) @_noAllocation @_noLocks
  mutating func next() -> Float {
    let current = value
    if framesLeft > 0 {
      framesLeft &-= 1
      // The sum of the steps is not exactly the target.
      value = framesLeft == 0 ? target : value + step
    }
    return current
  }

  /// Lets `count` frames go by.
  @_noAllocation @_noLocks
  mutating func skip(_ count: Int) {
    var left = count
    while left > 0 && framesLeft > 0 {
      _ = next()
      left &-= 1
    }
  }
}
