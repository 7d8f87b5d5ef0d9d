internal import CRealtime

/// A sine of fixed frequency, perhaps decaying, sixteen samples at a time without a sine per sample.
///
/// Sample j of a block is `Im(z * p^j)`, p the step of one frame in the complex plane. Each further
/// vector follows from the one before and their difference,
/// ```
/// d[j] = (2 Re(p^16) - 1 - |p^16|²) y[j - 16] + |p^16|² d[j - 16]
/// y[j] = y[j - 16] + d[j]
/// ```
/// which is `y[j] = 2 Re(p^16) y[j - 16] - |p^16|² y[j - 32]` written so that the coefficient of a slow
/// sine is a small number, and exact, and not a rounding of 2. The error grows with the length, so
/// voices reseed from their exact phase every `HapticVoice.longestSpan` frames.
struct Resonator: BitwiseCopyable {
  /// The powers p^0 … p^15.
  private var powersReal = Lanes(repeating: 1)
  private var powersImaginary = Lanes()
  /// p^16.
  private var step16Real = 1.0
  private var step16Imaginary = 0.0
  /// The coefficients of the recurrence.
  private var restoring: Float = 0
  private var damping: Float = 1
  /// The vector that sounds now, and its difference from the one before it.
  private(set) var current = Lanes()
  private var difference = Lanes()

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
    let norm = real * real + imaginary * imaginary
    // 2 Re(p^16) - 1 - |p^16|² is -|p^16 - 1|², which loses nothing for p^16 close to 1.
    restoring = Float(-((real - 1) * (real - 1) + imaginary * imaginary))
    damping = Float(norm)
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
    difference = vector(
      real - (real * step16Real + imaginary * step16Imaginary) / norm,
      imaginary - (imaginary * step16Real - real * step16Imaginary) / norm)
  }

  @inline(__always) @_noAllocation @_noLocks
  private func vector(_ real: Double, _ imaginary: Double) -> Lanes {
    multiplyAdd(
      powersImaginary, Lanes(repeating: Float(real)), powersReal * Float(imaginary))
  }

  /// Moves on by one vector.
  @inline(__always) @_noAllocation @_noLocks
  mutating func advance() {
    difference = multiplyAdd(current, Lanes(repeating: restoring), difference * damping)
    current += difference
  }
}
