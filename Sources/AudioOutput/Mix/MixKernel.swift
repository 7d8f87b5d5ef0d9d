/// Mixes `frames` frames of the buses by `weights`, clamps to ±1 into `tile`, and adds to `report`
/// the peak and the number of samples clamped.
///
/// What is not a number becomes silence.
///
/// - Thread: render.        Realtime-safe: yes.
@_noAllocation @_noLocks
func mixTile(
  haptic: UnsafePointer<Float>, left: UnsafePointer<Float>, right: UnsafePointer<Float>,
  frames: Int, weights: BusWeights, into tile: UnsafeMutablePointer<Float>,
  report: inout MixReport
) {
  typealias Lanes = SIMD8<Float>
  let one = Lanes(repeating: 1)
  var peaks = Lanes(repeating: 0)
  var clamped = SIMD8<Int32>(repeating: 0)
  var i = 0
  while i &+ 8 <= frames {
    // SAFETY: i + 8 <= frames, and every pointer is valid for `frames` samples.
    var x = unsafe load(haptic + i) * weights.haptic + load(left + i) * weights.left
    x += unsafe load(right + i) * weights.right
    let magnitude = Lanes(bitPatternOf: x, clearing: 0x8000_0000)
    // The comparison is false for NaN, which is therefore clamped too.
    let inside = magnitude .<= one
    peaks.replace(with: magnitude, where: magnitude .> peaks)
    clamped.replace(with: clamped &+ 1, where: .!inside)
    let limit = Lanes(repeating: 0).replacing(with: one, where: x .> one)
      .replacing(with: -one, where: x .< -one)
    let result = limit.replacing(with: x, where: inside)
    unsafe UnsafeMutableRawPointer(tile + i).storeBytes(of: result, as: Lanes.self)
    i &+= 8
  }
  var lane = 0
  while lane < 8 {
    report.peak = max(report.peak, peaks[lane])
    report.clampedSamples &+= Int64(clamped[lane])
    lane &+= 1
  }
  while i < frames {
    // SAFETY: i < frames.
    var x = unsafe haptic[i] * weights.haptic + left[i] * weights.left
    x += unsafe right[i] * weights.right
    if !(x.magnitude <= 1) {
      report.clampedSamples &+= 1
      report.peak = x.magnitude > report.peak ? x.magnitude : report.peak
      x = x > 1 ? 1 : (x < -1 ? -1 : 0)
    }
    report.peak = max(report.peak, x.magnitude)
    unsafe tile[i] = x
    i &+= 1
  }
}

@_noAllocation @_noLocks @inline(__always)
private func load(_ pointer: UnsafePointer<Float>) -> SIMD8<Float> {
  // SAFETY: the caller has eight samples from `pointer` on.
  unsafe UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Float>.self)
}

extension SIMD8<Float> {
  /// `value` with the bits of `mask` cleared in every lane.
  @_noAllocation @_noLocks @inline(__always)
  fileprivate init(bitPatternOf value: SIMD8<Float>, clearing mask: UInt32) {
    // SAFETY: both are eight 32-bit lanes of plain bits.
    let bits = unsafe unsafeBitCast(value, to: SIMD8<UInt32>.self) & SIMD8<UInt32>(repeating: ~mask)
    self = unsafe unsafeBitCast(bits, to: SIMD8<Float>.self)
  }
}
