internal import PacedOutput

/// Compares a device's queue with real time.
///
/// This shows whether the device does not have a clock and must be held back, and whether it has run dry without
/// reporting it.
///
/// A device with a clock makes its writer wait. After each wait, the writer can be at most a buffer ahead of real time.
/// A device that accepts more samples does not have a clock. If a device reports that it is empty and the next write
/// comes later than the end of everything queued, a gap was heard.
struct DevicePace: Hashable, Sendable {
  /// How much later than the end of the queue a write must come for a gap to be assumed.
  ///
  /// Our choice: this covers the granularity of waits, and the error that arises because the time and the queue are
  /// read one after the other.
  private static let marginNanoseconds: Int64 = 1_000_000

  private let rate: Int64
  private let bufferFrames: Int64
  private var anchorNanoseconds: Int64
  private var framesSinceAnchor: Int64 = 0
  /// When everything queued will have been played; nil while the device is not playing.
  private var emptyNanoseconds: Int64?
  private var wasHeldUp = false
  /// Whether the device is being held back because it accepts more than real time permits, which means that it does not
  /// have a clock.
  var isHoldingBack = false

  /// Creates the pace of a device with a buffer of `bufferFrames` at `rate` frames per second.
  init(rate: Int, bufferFrames: Int, now: Int64) {
    self.rate = Int64(rate)
    self.bufferFrames = Int64(bufferFrames)
    anchorNanoseconds = now
  }

  /// Notes that the device made its writer wait until `now`.
  mutating func waited(until now: Int64) {
    anchorNanoseconds = now
    framesSinceAnchor = 0
    isHoldingBack = false
  }

  /// Notes that a wait for the device, which began at `start` and could take at most `limit`
  /// nanoseconds, has ended at `now`.
  ///
  /// If the wait took longer by the duration of the whole queue, the device was not the cause: this thread was held up.
  /// Not every plugin notices such a delay, because a plugin may run in this process and be held up as well.
  mutating func waited(from start: Int64, atMost limit: Int64, until now: Int64) {
    waited(until: now)
    if emptyNanoseconds != nil, now - start > limit + duration(bufferFrames) { wasHeldUp = true }
  }

  /// Notes that the device was emptied or has run dry, and that it starts again at `now`.
  mutating func restarted(at now: Int64) {
    let hadNoClock = isHoldingBack
    waited(until: now)
    isHoldingBack = hadNoClock
    emptyNanoseconds = nil
    wasHeldUp = false
  }

  /// Notes that the device took `frames` frames.
  mutating func wrote(frames: Int) { framesSinceAnchor += Int64(frames) }

  /// Notes that the device is playing at `now` and reports `queuedFrames` queued frames.
  mutating func queued(frames queuedFrames: Int, afterWriting frames: Int, at now: Int64) {
    // A device without a clock, and a server that immediately passes on its input, always report an empty queue. For
    // these devices, the written frames are used instead.
    let written = (emptyNanoseconds.map { max($0, now) } ?? now) + duration(Int64(frames))
    let longest = now + duration(bufferFrames)
    let reported = now + duration(Int64(max(0, queuedFrames)))
    emptyNanoseconds = max(reported, min(written, longest))
  }

  /// Whether a write at `now`, to a device with room for `room` frames, comes after a gap.
  func isDry(at now: Int64, room: Int) -> Bool {
    if wasHeldUp { return true }
    guard let emptyNanoseconds, Int64(room) >= bufferFrames else { return false }
    return now > emptyNanoseconds + Self.marginNanoseconds
  }

  /// When `frames` more frames are due to be written to a device without a clock.
  func dueNanoseconds(adding frames: Int) -> Int64 {
    anchorNanoseconds + duration(framesSinceAnchor + Int64(frames) - bufferFrames)
  }

  /// How long to hold back `frames` more frames at `now`, so that the device is at most its buffer
  /// ahead of real time; 0 if it already is.
  func excessNanoseconds(at now: Int64, adding frames: Int = 0) -> Int64 {
    max(0, dueNanoseconds(adding: frames) - now)
  }

  private func duration(_ frames: Int64) -> Int64 {
    FrameTime.nanoseconds(frames: frames, rate: rate)
  }
}
