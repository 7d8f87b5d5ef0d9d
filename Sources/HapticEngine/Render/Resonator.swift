internal import CRealtime

/// A sine of fixed frequency, perhaps decaying, sixteen samples at a time without a sine per sample.
///
/// Sample j of a vector is `Im(z * p^j)`, p the step of one frame in the complex plane. With P = p^64,
/// each further vector follows from the fourth before it and their difference,
/// ```
/// d[j] = (2 Re(P) - 1 - |P|²) y[j - 64] + |P|² d[j - 64]
/// y[j] = y[j - 64] + d[j]
/// ```
/// which is `y[j] = 2 Re(P) y[j - 64] - |P|² y[j - 128]` written so that the coefficient of a slow sine is
/// a small number, and exact, and not a rounding of 2. Near P = -1 that would be as bad as the other
/// form is near 1: there the same is done, with -P for P, to the sine that is turned upside down
/// every 64 frames. The error grows with the length, so voices reseed from their exact phase every
/// `HapticVoice.longestSpan` frames.
struct Resonator: BitwiseCopyable {
  /// How many vectors lie between a vector and the one that follows from it: so many chains run side
  /// by side, each waiting only for itself.
  static var chainCount: Int { @inline(__always) @_noAllocation @_noLocks get { 4 } }

  /// Every fourth vector.
  struct Chain: BitwiseCopyable {
    /// The vector that sounds next of this chain, and its difference from the one before it.
    var current = Lanes()
    var difference = Lanes()

    @_noAllocation @_noLocks
    init() {}

    @inline(__always) @_noAllocation @_noLocks
    mutating func advance(_ law: Recurrence) {
      difference = multiplyAdd(current, Lanes(repeating: law.restoring), difference * law.damping)
      current = multiplyAdd(current, Lanes(repeating: law.sign), difference)
    }
  }

  /// The coefficients of the recurrence, those of the last line of it included: `sign` is -1 where
  /// every other vector of a chain is upside down, otherwise 1.
  struct Recurrence: BitwiseCopyable {
    var restoring: Float
    var damping: Float
    var sign: Float

    @inline(__always) @_noAllocation @_noLocks
    init(restoring: Float, damping: Float, sign: Float) {
      self.restoring = restoring
      self.damping = damping
      self.sign = sign
    }

    /// The recurrence of a sine that neither decays nor is turned, where it is that, with factors of
    /// 1 that the compiler knows of and leaves out: it shortens the chains.
    var undamped: Recurrence? {
      @inline(__always) @_noAllocation @_noLocks get {
        if damping != 1 || sign != 1 { return nil }
        return Recurrence(restoring: restoring, damping: 1, sign: 1)
      }
    }
  }

  /// The powers p^0 … p^15.
  private var powersReal = Lanes(repeating: 1)
  private var powersImaginary = Lanes()
  /// p^16: from vector to vector.
  private var vectorStep = Complex(1, 0)
  /// What turns a sample into its difference from the one before it in its chain.
  private var back = Complex(0, 0)
  private(set) var recurrence = Recurrence(restoring: 0, damping: 1, sign: 1)
  /// The chains, that of the vector that sounds now first.
  private(set) var first = Chain()
  private(set) var second = Chain()
  private(set) var third = Chain()
  private(set) var fourth = Chain()

  /// The vector that sounds now.
  var current: Lanes { @inline(__always) @_noAllocation @_noLocks get { first.current } }

  /// Silence.
  @_noAllocation @_noLocks
  init() {}

  /// Lets the phase advance by `step` each frame and the level be multiplied by `decay` (more than 0,
  /// at most 1); `seed` must follow.
  @_noAllocation @_noLocks
  mutating func tune(step: Phase, decay: Double) {
    let p = Complex(angle: radians(step), magnitude: decay)
    let p2 = p * p
    let p4 = p2 * p2
    let p8 = p4 * p4
    setPowers(p, p2, p4, p8)
    vectorStep = p8 * p8
    let p32 = vectorStep * vectorStep
    let p64 = p32 * p32
    let sign: Double = p64.real < -0.5 ? -1 : 1
    let (real, imaginary) = (sign * p64.real, sign * p64.imaginary)
    let norm = real * real + imaginary * imaginary
    back = Complex(1 - real / norm, imaginary / norm)
    // 2 Re(P) - 1 - |P|² is -|P - 1|², which loses nothing for P close to 1.
    recurrence = Recurrence(
      restoring: Float(-sign * ((real - 1) * (real - 1) + imaginary * imaginary)),
      damping: Float(sign * norm), sign: Float(sign))
  }

  /// Sets the powers of sixteen lanes by doubling.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func setPowers(_ p: Complex, _ p2: Complex, _ p4: Complex, _ p8: Complex) {
    let p3 = p2 * p
    let real4 = SIMD4(1, Float(p.real), Float(p2.real), Float(p3.real))
    let imaginary4 = SIMD4(0, Float(p.imaginary), Float(p2.imaginary), Float(p3.imaginary))
    let (re4, im4) = (Float(p4.real), Float(p4.imaginary))
    let real8 = SIMD8(lowHalf: real4, highHalf: real4 * re4 - imaginary4 * im4)
    let imaginary8 = SIMD8(lowHalf: imaginary4, highHalf: real4 * im4 + imaginary4 * re4)
    let (re8, im8) = (Float(p8.real), Float(p8.imaginary))
    powersReal = Lanes(lowHalf: real8, highHalf: real8 * re8 - imaginary8 * im8)
    powersImaginary = Lanes(lowHalf: imaginary8, highHalf: real8 * im8 + imaginary8 * re8)
  }

  /// Starts the recurrence at `phase` with `amplitude`.
  @_noAllocation @_noLocks
  mutating func seed(phase: Phase, amplitude: Double) {
    var z = Complex(angle: radians(phase), magnitude: amplitude)
    first = chain(z)
    z = z * vectorStep
    second = chain(z)
    z = z * vectorStep
    third = chain(z)
    z = z * vectorStep
    fourth = chain(z)
  }

  @inline(__always) @_noAllocation @_noLocks
  private func chain(_ z: Complex) -> Chain {
    var chain = Chain()
    chain.current = vector(z)
    chain.difference = vector(z * back)
    return chain
  }

  @inline(__always) @_noAllocation @_noLocks
  private func vector(_ z: Complex) -> Lanes {
    multiplyAdd(
      powersImaginary, Lanes(repeating: Float(z.real)), powersReal * Float(z.imaginary))
  }

  /// Moves on by one vector.
  @inline(__always) @_noAllocation @_noLocks
  mutating func advance() {
    var passed = first
    passed.advance(recurrence)
    first = second
    second = third
    third = fourth
    fourth = passed
  }

  /// Takes the chains back from a loop that kept them in registers.
  @inline(__always) @_noAllocation @_noLocks
  mutating func keep(_ first: Chain, _ second: Chain, _ third: Chain, _ fourth: Chain) {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
  }
}

/// A point of the complex plane.
private struct Complex: BitwiseCopyable {
  var real: Double
  var imaginary: Double

  @inline(__always) @_noAllocation @_noLocks
  init(_ real: Double, _ imaginary: Double) {
    self.real = real
    self.imaginary = imaginary
  }

  @inline(__always) @_noAllocation @_noLocks
  init(angle: Double, magnitude: Double) {
    let point = crealtime_sincos(angle)
    real = magnitude * point.cosine
    imaginary = magnitude * point.sine
  }

  @inline(__always) @_noAllocation @_noLocks
  static func * (a: Complex, b: Complex) -> Complex {
    Complex(
      a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }
}
