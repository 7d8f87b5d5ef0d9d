/// A factor that moves to its target along a straight line and ends exactly there.
///
/// The value of each frame is computed from that of the previous frame, so the result does not depend on how the frames
/// are divided into blocks.
struct LevelRamp: BitwiseCopyable {
  /// The factor of the next frame.
  private(set) var value: Float
  private var target: Float
  /// The number of frames for which the factor will still move.
  private(set) var framesLeft = 0
  private var step: Float = 0

  /// Creates a factor that stays at `value`.
  @_noAllocation @_noLocks
  init(_ value: Float) {
    self.value = value
    target = value
  }

  /// Moves from the current value to `target` within `frames` frames; immediately for 0.
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

  /// Whether the value is constant.
  var isSteady: Bool { @_noAllocation @_noLocks get { framesLeft == 0 } }

  /// Whether the value is constantly 0.
  var isZero: Bool { @_noAllocation @_noLocks get { framesLeft == 0 && value == 0 } }

  /// Returns the factor of the next frame, and advances by one frame.
  @inline(__always) @_noAllocation @_noLocks
  mutating func next() -> Float {
    let current = value
    if framesLeft > 0 {
      framesLeft &-= 1
      // Due to rounding, the sum of the steps is not exactly the target.
      value = framesLeft == 0 ? target : value + step
    }
    return current
  }

  /// Advances by `count` frames.
  @_noAllocation @_noLocks
  mutating func skip(_ count: Int) {
    var left = count
    while left > 0 && framesLeft > 0 {
      _ = next()
      left &-= 1
    }
  }
}
