internal import CRealtime
internal import Realtime

/// Mixes `frames` frames of the buses by `weights` into `tile`, clamps them to ±1, and adds the
/// peak and the number of clamped samples to `report`.
///
/// Samples that are NaN become silence. Buses with weight 0 are not read.
///
/// - Thread: render.        Realtime-safe: yes.
@_noAllocation @_noLocks
func mixTile(
  haptic: UnsafePointer<Float>, left: UnsafePointer<Float>, right: UnsafePointer<Float>,
  frames: Int, weights: BusWeights, into tile: UnsafeMutablePointer<Float>,
  report: inout MixReport
) {
  // SAFETY: the caller guarantees that every pointer is valid for `frames` samples.
  if weights.left == 0 && weights.right == 0 {
    unsafe scaleTile(haptic, frames: frames, by: weights.haptic, into: tile)
  } else if weights.haptic != 0 {
    unsafe addTile(
      haptic: haptic, left: left, right: right, frames: frames, weights: weights, into: tile)
  } else if weights.right == 0 {
    unsafe scaleTile(left, frames: frames, by: weights.left, into: tile)
  } else if weights.left == 0 {
    unsafe scaleTile(right, frames: frames, by: weights.right, into: tile)
  } else {
    unsafe addTwoTiles(left, right, frames: frames, weights: weights, into: tile)
  }
  let isClean = unsafe measureTile(tile, frames: frames, report: &report)
  if !isClean { unsafe clampTile(tile, frames: frames, report: &report) }
}

/// Scales one bus.
///
/// A weight of 0 gives silence, whatever the bus holds.
@_noAllocation @_noLocks
private func scaleTile(
  _ bus: UnsafePointer<Float>, frames: Int, by weight: Float,
  into tile: UnsafeMutablePointer<Float>
) {
  // SAFETY: as for `mixTile`, and i + 8 <= frames, then i < frames.
  if weight == 0 {
    unsafe crealtime_zero(tile, 4 * frames)
    return
  }
  var i = 0
  // Adding 0 turns -0 into 0, just as adding the silence of another bus does.
  while i &+ 8 <= frames {
    unsafe store(load(bus + i) * weight + 0, to: tile + i)
    i &+= 8
  }
  while i < frames {
    unsafe tile[i] = bus[i] * weight + 0
    i &+= 1
  }
}

/// Scales and adds the audio buses.
@_noAllocation @_noLocks
private func addTwoTiles(
  _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int, weights: BusWeights,
  into tile: UnsafeMutablePointer<Float>
) {
  var i = 0
  // SAFETY: as for `mixTile`, and i + 8 <= frames, then i < frames.
  while i &+ 8 <= frames {
    let sound = unsafe load(left + i) * weights.left + 0
    unsafe store(sound + load(right + i) * weights.right, to: tile + i)
    i &+= 8
  }
  while i < frames {
    let sound = unsafe left[i] * weights.left + 0
    unsafe tile[i] = sound + right[i] * weights.right
    i &+= 1
  }
}

/// Scales and adds all buses.
@_noAllocation @_noLocks
private func addTile(
  haptic: UnsafePointer<Float>, left: UnsafePointer<Float>, right: UnsafePointer<Float>,
  frames: Int, weights: BusWeights, into tile: UnsafeMutablePointer<Float>
) {
  var i = 0
  // SAFETY: as for `mixTile`, and i + 8 <= frames, then i < frames.
  while i &+ 8 <= frames {
    let sound = unsafe load(haptic + i) * weights.haptic + load(left + i) * weights.left
    unsafe store(sound + load(right + i) * weights.right, to: tile + i)
    i &+= 8
  }
  while i < frames {
    let sound = unsafe haptic[i] * weights.haptic + left[i] * weights.left
    unsafe tile[i] = sound + right[i] * weights.right
    i &+= 1
  }
}

/// Raises the peak of `report` to that of the tile.
///
/// - Returns: whether every sample is within ±1.
@_noAllocation @_noLocks
private func measureTile(
  _ tile: UnsafePointer<Float>, frames: Int, report: inout MixReport
) -> Bool {
  // SAFETY: as for `mixTile`.
  let measure = unsafe SampleMeasure(tile, count: frames)
  report.peak = max(report.peak, measure.peak)
  return measure.peak <= 1 && measure.areNumbers
}

/// Clamps each sample, and counts the samples that change.
@_noAllocation @_noLocks
private func clampTile(
  _ tile: UnsafeMutablePointer<Float>, frames: Int, report: inout MixReport
) {
  var i = 0
  while i < frames {
    // SAFETY: i < frames.
    let x = unsafe tile[i]
    if !(x.magnitude <= 1) {
      report.clampedSamples &+= 1
      unsafe tile[i] = x > 1 ? 1 : (x < -1 ? -1 : 0)
    }
    i &+= 1
  }
}

@_noAllocation @_noLocks @inline(__always)
private func load(_ pointer: UnsafePointer<Float>) -> SIMD8<Float> {
  // SAFETY: the caller has eight samples from `pointer` on.
  unsafe UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Float>.self)
}

@_noAllocation @_noLocks @inline(__always)
private func store(_ samples: SIMD8<Float>, to pointer: UnsafeMutablePointer<Float>) {
  // SAFETY: the caller has room for eight samples from `pointer` on.
  unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: samples, as: SIMD8<Float>.self)
}
