internal import Realtime

// The ending of a run at the owner's request.
extension PlaybackLoop {
  /// The longest queue for which a fade is played.
  ///
  /// A longer queue is dropped immediately.
  ///
  /// Our choice: a stop that takes longer would feel like a hang.
  private static var longestQueueNanoseconds: Int64 { 250_000_000 }

  /// Fades the signal out, waits until the fade has been heard, and drops the silence after it.
  ///
  /// Drops immediately if nothing is audible, if too much is queued, or if the device fails.
  mutating func fadeOut() {
    do throws(ALSAError) { try playFade() } catch {}
    drop()
  }

  private mutating func playFade() throws(ALSAError) {
    let queued = queuedNanoseconds
    guard isPlaying, session.command == .stop, queued <= Self.longestQueueNanoseconds,
      isSignalQueued(within: queued)
    else { return }
    var now = MonotonicClock.nanoseconds()
    // The device gets twice the reported length of its queue, plus a tenth of a second, whatever it
    // reports later.
    let deadline = now + 2 * queued + 100_000_000
    fade = FadeOut(rate: setup.sampleRate)
    var heardNanoseconds = deadline
    var isWritten = false
    while session.command == .stop, now < heardNanoseconds {
      if !isWritten, fade?.isOver == true, pendingFrames == 0 {
        isWritten = true
        heardNanoseconds = min(deadline, now + queuedNanoseconds)
        continue
      }
      try step()
      now = MonotonicClock.nanoseconds()
    }
  }

  private func drop() {
    session.calls(.drop)
    pcm.drop()
    session.calls(.none)
  }

  /// Lets the device play everything that it was given.
  ///
  /// - Throws: `OutputError` if the device fails before the end. If the device stalls, the watch ends the run.
  mutating func finish() throws(OutputError) {
    try drain()
    session.counters.delay(frames: 0)
  }

  private mutating func drain() throws(OutputError) {
    while pendingFrames > 0, session.command == .finish { try stepOrRecover() }
    if framesSincePrepare == 0 { return drop() }
    // Some devices play their whole queue within the call that drains them.
    progressed(at: MonotonicClock.nanoseconds() + queueNanoseconds())
    var lastDelay: Int?
    while session.command == .finish {
      do throws(ALSAError) {
        try calling(.drain) { () throws(ALSAError) in try pcm.drain() }
        return
      } catch {
        switch (error, pcm.state) {
        case (_, .setup), (.underrun, .underrun), (.badState, .underrun), (.badState, .prepared):
          return
        case (.again, _), (.interrupted, _): break
        case (_, _):
          try recover(from: error)
          // A device that had to be prepared again has dropped the rest of its queue.
          if framesSincePrepare == 0 { return }
        }
      }
      waitForDrain(lastDelay: &lastDelay)
    }
    drop()
  }

  /// The duration of the queue, limited to the longest possible queue.
  private func queueNanoseconds() -> Int64 {
    let frames = min(max(0, delayFrames() ?? 0), 2 * setup.bufferFrames)
    return Int64(Double(frames) / Double(setup.sampleRate) * 1e9)
  }

  private mutating func waitForDrain(lastDelay: inout Int?) {
    let delay = delayFrames()
    if delay != lastDelay { progressed(at: MonotonicClock.nanoseconds()) }
    lastDelay = delay
    session.counters.delay(frames: max(0, delay ?? 0))
    // Not all devices wake their pollers while draining.
    try? waitForDevice(milliseconds: 10)
    pause(milliseconds: 1)
  }
}

/// A ramp from full level to silence, over the following blocks.
///
/// - Thread: render.        Realtime-safe: yes.
@safe
struct FadeOut: Hashable, Sendable {
  /// The duration in milliseconds.
  ///
  /// Our choice, as for a pause: short enough to seem immediate, long enough not to click.
  private static let milliseconds = 5

  private let length: Int
  private var position = 0

  /// Creates a fade for `rate` frames per second.
  init(rate: Int) { length = max(1, rate * Self.milliseconds / 1_000) }

  /// Whether everything that follows is silence.
  var isOver: Bool { position >= length }

  /// Fades the buses of `block` that are in `signal`.
  @_noAllocation @_noLocks
  mutating func apply(to block: BusBlock, signal: BusSet) {
    var index = 0
    while index < block.frameCount {
      position &+= 1
      let gain = position < length ? 1 - Float(position) / Float(length) : 0
      // SAFETY: the block's buffers hold `frameCount` samples; those of a silent bus are not read.
      if signal.contains(.haptic) { unsafe block.haptic[index] *= gain }
      if signal.contains(.audio) {
        unsafe block.audioLeft[index] *= gain
        unsafe block.audioRight[index] *= gain
      }
      index &+= 1
    }
  }
}
