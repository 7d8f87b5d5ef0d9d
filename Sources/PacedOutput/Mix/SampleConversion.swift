/// The encoding of one sample in the stream of a device or a file; little-endian.
public enum SampleFormat: String, Hashable, Sendable, CaseIterable {
  /// 32-bit floating point, full scale ±1.
  case float32
  /// 32-bit integer.
  case int32
  /// 24-bit integer in the low three bytes of four, sign-extended.
  case int24
  /// 24-bit integer in three bytes.
  case int24Packed
  /// 16-bit integer.
  case int16

  /// The number of bytes per sample.
  public var bytesPerSample: Int {
    switch self {
    case .float32, .int32, .int24: 4
    case .int24Packed: 3
    case .int16: 2
    }
  }
}

// Integer samples: k of n bits means k / 2^(n-1), as in libsndfile and PulseAudio. So x becomes round(x * 2^(n-1)),
// ties to even, and +1 becomes the largest integer. The product is exact (a power of two). To round, 1.5 * 2^m is added
// and subtracted: the last mantissa bit of the sum then stands for 1. `rounded()` must not be called from real-time
// code.

/// Stores `frames` clamped samples of `tile` in `format`, one every `stride` bytes from `place` on.
///
/// - Thread: render.        Realtime-safe: yes.
@_noAllocation @_noLocks
func storeTile(
  _ tile: UnsafePointer<Float>, frames: Int, format: SampleFormat,
  to place: UnsafeMutableRawPointer, stride: Int
) {
  // SAFETY: the caller guarantees `frames` samples in the tile and room for the same number at
  // `place`, a `stride` apart. Storing bytes does not require alignment, so packed samples of 3
  // bytes work like the others.
  switch format {
  case .float32:
    unsafe storeEach(frames, at: place, stride) { at, i in
      unsafe at.storeBytes(of: tile[i], as: Float.self)
    }
  case .int32:
    // SAFETY: as above.
    unsafe storeEach(frames, at: place, stride) { at, i in
      unsafe at.storeBytes(of: int32Sample(tile[i]), as: Int32.self)
    }
  case .int24:
    // SAFETY: as above.
    unsafe storeEach(frames, at: place, stride) { at, i in
      unsafe at.storeBytes(of: int24Sample(tile[i]), as: Int32.self)
    }
  case .int24Packed:
    // SAFETY: as above.
    unsafe storeEach(frames, at: place, stride) { at, i in
      let sample = unsafe int24Sample(tile[i])
      unsafe at.storeBytes(of: UInt16(truncatingIfNeeded: sample), as: UInt16.self)
      unsafe (at + 2).storeBytes(of: UInt8(truncatingIfNeeded: sample &>> 16), as: UInt8.self)
    }
  case .int16:
    // SAFETY: as above.
    unsafe storeEach(frames, at: place, stride) { at, i in
      unsafe at.storeBytes(of: int16Sample(tile[i]), as: Int16.self)
    }
  }
}

/// Calls `store` with the address and the index of each frame.
///
/// The addresses begin at `place` and are `stride` bytes
/// apart.
@_noAllocation @_noLocks @inline(__always)
private func storeEach(
  _ frames: Int, at place: UnsafeMutableRawPointer, _ stride: Int,
  _ store: (UnsafeMutableRawPointer, Int) -> Void
) {
  var at = unsafe place
  var i = 0
  while i < frames {
    unsafe store(at, i)
    unsafe at += stride
    i &+= 1
  }
}

/// The 16-bit sample nearest to `x`, which is within ±1.
@_noAllocation @_noLocks @inline(__always)
func int16Sample(_ x: Float) -> Int16 {
  let magic: Float = 12_582_912  // 1.5 * 2^23
  let rounded = Int32(bitPattern: (x * 32_768 + magic).bitPattern &- magic.bitPattern)
  return Int16(truncatingIfNeeded: min(rounded, 32_767))
}

/// The 24-bit sample nearest to `x`, which is within ±1.
@_noAllocation @_noLocks @inline(__always)
func int24Sample(_ x: Float) -> Int32 {
  min(roundedInteger(Double(x) * 8_388_608), 8_388_607)
}

/// The 32-bit sample nearest to `x`, which is within ±1.
@_noAllocation @_noLocks @inline(__always)
func int32Sample(_ x: Float) -> Int32 {
  let scaled = Double(x) * 2_147_483_648
  return roundedInteger(scaled < 2_147_483_647 ? scaled : 2_147_483_647)
}

@_noAllocation @_noLocks @inline(__always)
private func roundedInteger(_ x: Double) -> Int32 {
  let magic: Double = 6_755_399_441_055_744  // 1.5 * 2^52
  return Int32(truncatingIfNeeded: (x + magic).bitPattern &- magic.bitPattern)
}
