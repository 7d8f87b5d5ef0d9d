/// A gain that moves to its target along a straight line, so that muting does not click.
struct GainRamp: BitwiseCopyable {
  private var gain: Float
  private var target: Float
  private let step: Float

  /// A gain of `gain` that moves from 0 to 1 within `seconds`.
  init(_ gain: Float, seconds: Seconds, sampleRate: Double) {
    self.gain = gain
    target = gain
    step = Float(1 / (seconds * sampleRate))
  }

  /// Where it moves from now on.
  @_noAllocation @_noLocks
  mutating func move(to target: Float) { self.target = target }

  /// Is at once where it would move to, because nobody hears it.
  @_noAllocation @_noLocks
  mutating func jump() { gain = target }

  /// Lets `count` frames go by.
  @_noAllocation @_noLocks
  mutating func pass(_ count: Int) {
    var left = count
    while left > 0 && gain != target {
      _ = next()
      left -= 1
    }
  }

  /// How many frames it still moves.
  var framesLeft: Int {
    @_noAllocation @_noLocks get {
      var ramp = self
      var frames = 0
      while ramp.gain != ramp.target {
        _ = ramp.next()
        frames += 1
      }
      return frames
    }
  }

  /// True when it does not move.
  var isAtRest: Bool { @_noAllocation @_noLocks get { gain == target } }
  /// True when it is 1 and stays there.
  var isUnity: Bool { @_noAllocation @_noLocks get { gain == 1 && target == 1 } }
  /// True when it is 0 and stays there.
  var isZero: Bool { @_noAllocation @_noLocks get { gain == 0 && target == 0 } }

  /// The gain of the next frame.
  @inline(__always) @_noAllocation @_noLocks
  mutating func next() -> Float {
    let current = gain
    if gain < target {
      gain = gain + step < target ? gain + step : target
    } else if gain > target {
      gain = gain - step > target ? gain - step : target
    }
    return current
  }

  /// Multiplies `count` samples of each buffer by the gain.
  @_noAllocation @_noLocks
  mutating func apply(
    _ a: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>?, count: Int
  ) {
    if isUnity { return }
    var index = 0
    while index < count {
      let gain = next()
      unsafe a[index] *= gain
      if let b = unsafe b { unsafe b[index] *= gain }
      index += 1
    }
  }
}
