internal import CRealtime

/// A sine of fixed frequency, perhaps decaying, sixteen samples at a time without a sine per sample.
///
/// Sample j of a block is `Im(z * p^j)`, p the step of one frame in the complex plane; each further
/// vector follows from the two before: `y[j] = 2 Re(p^16) y[j - 16] - |p^16|² y[j - 32]`. The error of
/// that recurrence grows with its length and as the frequency falls, so voices reseed it from their
/// exact phase every `HapticVoice.longestSpan` frames.
struct Resonator: BitwiseCopyable {
  /// The powers p^0 … p^15.
  private var powersReal = Lanes(repeating: 1)
  private var powersImaginary = Lanes()
  /// p^16.
  private var step16Real = 1.0
  private var step16Imaginary = 0.0
  /// The recurrence.
  var gain1: Float = 0
  var gain2: Float = 0
  /// The vector that sounds now and the one before it.
  var current = Lanes()
  var previous = Lanes()

  /// Silence.
  @_noAllocation @_noLocks
  init() {}

  /// A resonator whose phase advances by `step` each frame and whose level is multiplied by `decay`
  /// (more than 0, at most 1).
  @_noAllocation @_noLocks
  init(step: Phase, decay: Double) {
    let angle = radians(step)
    var real = decay * crealtime_cos(angle)
    var imaginary = decay * crealtime_sin(angle)
    var index = 1
    // Powers by doubling: lanes whose index has the bit are multiplied by p^bit.
    while index < laneCount {
      multiplyLanes(withBit: index, Float(real), Float(imaginary))
      let squared = real * real - imaginary * imaginary
      imaginary = 2 * real * imaginary
      real = squared
      index *= 2
    }
    step16Real = real
    step16Imaginary = imaginary
    gain1 = Float(2 * real)
    gain2 = Float(-(real * real + imaginary * imaginary))
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func multiplyLanes(withBit bit: Int, _ real: Float, _ imaginary: Float) {
    let has =
      (SIMD16<Int32>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        & SIMD16(repeating: Int32(bit))) .!= SIMD16(repeating: 0)
    let re = powersReal * real - powersImaginary * imaginary
    let im = powersReal * imaginary + powersImaginary * real
    powersReal.replace(with: re, where: has)
    powersImaginary.replace(with: im, where: has)
  }

  /// Starts the recurrence at `phase` with `amplitude`.
  @_noAllocation @_noLocks
  mutating func seed(phase: Phase, amplitude: Double) {
    let angle = radians(phase)
    let real = amplitude * crealtime_cos(angle)
    let imaginary = amplitude * crealtime_sin(angle)
    current = vector(real, imaginary)
    // One vector back is z / p^16.
    let norm = step16Real * step16Real + step16Imaginary * step16Imaginary
    previous = vector(
      (real * step16Real + imaginary * step16Imaginary) / norm,
      (imaginary * step16Real - real * step16Imaginary) / norm)
  }

  @inline(__always) @_noAllocation @_noLocks
  private func vector(_ real: Double, _ imaginary: Double) -> Lanes {
    multiplyAdd(
      powersImaginary, Lanes(repeating: Float(real)), powersReal * Float(imaginary))
  }

  /// Moves on by one vector.
  @inline(__always) @_noAllocation @_noLocks
  mutating func advance() {
    let next = multiplyAdd(current, Lanes(repeating: gain1), previous * gain2)
    previous = current
    current = next
  }
}
