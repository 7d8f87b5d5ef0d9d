/// The vectors the kernels compute in.
///
/// Sixteen lanes are one AVX-512 register, two AVX or four SSE registers; the compiler splits them,
/// and the lanes are independent chains either way.
typealias Lanes = SIMD16<Float>
/// Phases of sixteen samples, as fractions of a cycle in 32-bit fixed point.
typealias PhaseLanes = SIMD16<UInt32>

/// How many samples a vector holds.
var laneCount: Int {
  @inline(__always) @_noAllocation @_noLocks get { 16 }
}

/// `a * b + c`, fused only where the processor that is compiled for can: elsewhere a fused
/// multiply-add is a library call for each lane.
@inline(__always) @_noAllocation @_noLocks
func multiplyAdd(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  #if HAPTIC_NATIVE
    return c.addingProduct(a, b)
  #else
    return a * b + c
  #endif
}

/// 0, 1, 2 … 15.
@inline(__always) @_noAllocation @_noLocks
func laneIndices() -> Lanes {
  Lanes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
}

/// The sines of sixteen phases, to within 3e-7.
///
/// The phase in 0..<1 becomes w in -0.5..<0.5 without a conversion, by its upper 23 bits as a
/// mantissa. sin(2 pi p) = -sin(2 pi w) = w (1 - 4 w²) Q(w²), which is exactly 0 at the zeros of the
/// sine; Q is a least-squares fit reweighted towards the least maximum.
@inline(__always) @_noAllocation @_noLocks
func sine(_ phase: PhaseLanes) -> Lanes {
  let mantissa = (phase &>> 9) | PhaseLanes(repeating: 0x3F80_0000)
  let w = unsafe unsafeBitCast(mantissa, to: Lanes.self) - 1.5
  let w2 = w * w
  var q = multiplyAdd(Lanes(repeating: -3.058_325_8), w2, Lanes(repeating: 9.530_8))
  q = multiplyAdd(q, w2, Lanes(repeating: -16.760_975))
  q = multiplyAdd(q, w2, Lanes(repeating: 16.208_67))
  q = multiplyAdd(q, w2, Lanes(repeating: -6.283_182_6))
  return w * multiplyAdd(w2, Lanes(repeating: -4), Lanes(repeating: 1)) * q
}
