/// Notices a device that has no clock, and says how long to hold back for it.
///
/// A device with a clock makes its writer wait; from each such moment on it can take at most a
/// buffer ahead of real time. A device that takes more has no clock.
struct DevicePace: Hashable, Sendable {
  private let rate: Int64
  private let bufferFrames: Int64
  private var anchorNanoseconds: Int64
  private var framesSinceAnchor: Int64 = 0

  /// The pace of a device with a buffer of `bufferFrames` at `rate` frames per second.
  init(rate: Int, bufferFrames: Int, now: Int64) {
    self.rate = Int64(rate)
    self.bufferFrames = Int64(bufferFrames)
    anchorNanoseconds = now
  }

  /// Notes that the device made its writer wait until `now`, or was started anew.
  mutating func waited(until now: Int64) {
    anchorNanoseconds = now
    framesSinceAnchor = 0
  }

  /// Notes that the device took `frames` frames.
  mutating func wrote(frames: Int) { framesSinceAnchor += Int64(frames) }

  /// How far the device is ahead of real time and its buffer at `now`; 0 if it is not.
  func excessNanoseconds(at now: Int64) -> Int64 {
    let ahead = (framesSinceAnchor - bufferFrames) * 1_000_000_000 / rate
    return max(0, ahead - (now - anchorNanoseconds))
  }
}
