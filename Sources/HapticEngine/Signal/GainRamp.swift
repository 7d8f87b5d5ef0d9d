/// A gain that moves to its target along a straight line, so that muting does not click.
struct GainRamp: BitwiseCopyable {
  private var gain: Float
  private var target: Float
  /// The number of frames for which the gain still moves.
  private(set) var framesLeft = 0
  /// The change per frame.
  private var step: Float = 0
  /// The number of frames that a move from 0 to 1 takes.
  private let frames: Float

  /// Creates a ramp that starts at `gain` and takes `seconds` to move from 0 to 1.
  init(_ gain: Float, seconds: Seconds, sampleRate: Double) {
    self.gain = gain
    target = gain
    frames = Float(seconds * sampleRate)
  }

  /// Sets the target of the ramp.
  @_noAllocation @_noLocks
  mutating func move(to target: Float) {
    self.target = target
    let distance = target - gain
    framesLeft = Int(distance.magnitude * frames)
    if distance != 0 && framesLeft == 0 { framesLeft = 1 }
    step = framesLeft == 0 ? 0 : distance / Float(framesLeft)
  }

  /// Completes the ramp immediately, because it is not heard.
  @_noAllocation @_noLocks
  mutating func jump() {
    gain = target
    framesLeft = 0
  }

  /// Advances by `count` frames.
  @_noAllocation @_noLocks
  mutating func skip(_ count: Int) {
    var left = count
    while left > 0 && framesLeft > 0 {
      _ = next()
      left -= 1
    }
  }

  /// Whether the gain is 1 and stays there.
  var isUnity: Bool { @_noAllocation @_noLocks get { framesLeft == 0 && gain == 1 } }
  /// Whether the gain is 0 and stays there.
  var isZero: Bool { @_noAllocation @_noLocks get { framesLeft == 0 && gain == 0 } }

  /// Returns the gain of the next frame.
  @inline(__always) @_noAllocation @_noLocks
  mutating func next() -> Float {
    let current = gain
    if framesLeft > 0 {
      framesLeft -= 1
      // The sum of the steps is not exactly the target.
      gain = framesLeft == 0 ? target : gain + step
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

/// The gains of one player: its mute on both buses, and its master intensity on the haptic bus.
struct PlayerGains: BitwiseCopyable {
  private(set) var haptic: GainRamp
  private(set) var audio: GainRamp
  /// Whether both gains are 0.
  var isMuted = false
  /// The haptic gain of a player that is not muted.
  var master: Float = 1

  /// Creates gains of 1.
  init(sampleRate: Double) {
    haptic = GainRamp(1, seconds: PatternRenderer.fadeSeconds, sampleRate: sampleRate)
    audio = haptic
  }

  /// Starts moving to the current settings; jumps to them if nothing is heard.
  @_noAllocation @_noLocks
  mutating func move(isHeard: Bool) {
    haptic.move(to: isMuted ? 0 : master)
    audio.move(to: isMuted ? 0 : 1)
    if isHeard { return }
    haptic.jump()
    audio.jump()
  }

  /// The number of frames for which at least one of the gains still moves.
  var framesLeft: Int { @_noAllocation @_noLocks get { max(haptic.framesLeft, audio.framesLeft) } }

  /// Advances by `count` frames.
  @_noAllocation @_noLocks
  mutating func skip(_ count: Int) {
    haptic.skip(count)
    audio.skip(count)
  }
}
