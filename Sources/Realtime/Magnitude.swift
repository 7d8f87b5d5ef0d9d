/// The peak and validity of a run of samples.
public struct SampleMeasure: BitwiseCopyable, Sendable {
  /// The largest magnitude; NaN is ignored.
  public let peak: Float
  /// Whether none of the samples is NaN.
  public let areNumbers: Bool

  /// Measures the `count` samples from `samples` on.
  ///
  /// - Thread: any.        Realtime-safe: yes.
  @inlinable @_noAllocation @_noLocks
  public init(_ samples: UnsafePointer<Float>, count: Int) {
    var peaks = SIMD8<Float>(repeating: 0)
    // A lane becomes NaN after its first NaN, and stays NaN.
    var sums = SIMD8<Float>(repeating: 0)
    var index = 0
    while index &+ 8 <= count {
      // SAFETY: index + 8 <= count.
      let lanes = unsafe UnsafeRawPointer(samples + index).loadUnaligned(as: SIMD8<Float>.self)
      let magnitudes = magnitudes(of: lanes)
      peaks.replace(with: magnitudes, where: magnitudes .> peaks)
      sums += magnitudes
      index &+= 8
    }
    var peak: Float = 0
    var sum: Float = 0
    var lane = 0
    while lane < 8 {
      if peaks[lane] > peak { peak = peaks[lane] }
      sum += sums[lane]
      lane &+= 1
    }
    while index < count {
      // SAFETY: index < count.
      let magnitude = unsafe samples[index].magnitude
      if magnitude > peak { peak = magnitude }
      sum += magnitude
      index &+= 1
    }
    self.peak = peak
    areNumbers = sum == sum
  }
}

/// The samples without their signs.
@inlinable @_noAllocation @_noLocks @inline(__always)
func magnitudes(of samples: SIMD8<Float>) -> SIMD8<Float> {
  let signless = SIMD8<UInt32>(repeating: 0x7FFF_FFFF)
  // SAFETY: both are eight 32-bit lanes of plain bits.
  let bits = unsafe unsafeBitCast(samples, to: SIMD8<UInt32>.self) & signless
  return unsafe unsafeBitCast(bits, to: SIMD8<Float>.self)
}
