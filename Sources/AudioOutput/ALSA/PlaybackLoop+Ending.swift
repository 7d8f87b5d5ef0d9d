internal import Realtime

// How a run ends that its owner ends.
extension PlaybackLoop {
  /// How much may be queued for a fade to be waited for; beyond it, what is queued is dropped at
  /// once.
  ///
  /// Our choice: a stop that takes longer would feel like a hang.
  private static var longestQueueNanoseconds: Int64 { 250_000_000 }

  /// Fades the signal out, waits until that is heard, and drops the silence after it.
  ///
  /// Drops at once where nothing is heard, where too much is queued, and where the device fails.
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
    // Whatever the device says of its queue: it has twice as long, and a tenth of a second.
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

  /// Has the device play what it was given to the end.
  ///
  /// - Throws: `OutputError` if the device fails before the end; the watch ends one that stalls.
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
          // A device that had to be prepared has dropped the rest.
          if framesSincePrepare == 0 { return }
        }
      }
      waitForDrain(lastDelay: &lastDelay)
    }
    drop()
  }

  /// How long what is queued takes to be played, at most the longest queue there is.
  private func queueNanoseconds() -> Int64 {
    let frames = min(max(0, delayFrames() ?? 0), 2 * setup.bufferFrames)
    return Int64(Double(frames) / Double(setup.sampleRate) * 1e9)
  }

  private mutating func waitForDrain(lastDelay: inout Int?) {
    let delay = delayFrames()
    if delay != lastDelay { progressed(at: MonotonicClock.nanoseconds()) }
    lastDelay = delay
    session.counters.delay(frames: max(0, delay ?? 0))
    // Devices that are drained do not all wake their pollers.
    try? waitForDevice(milliseconds: 10)
    pause(milliseconds: 1)
  }
}

/// A ramp from full level to silence, over the blocks that come.
///
/// - Thread: render.        Realtime-safe: yes.
@safe
struct FadeOut: Hashable, Sendable {
  /// The duration in milliseconds.
  ///
  /// Our choice, as for a pause: short enough to seem at once, long enough not to click.
  private static let milliseconds = 5

  private let length: Int
  private var position = 0

  /// A fade at `rate` frames per second.
  init(rate: Int) { length = max(1, rate * Self.milliseconds / 1_000) }

  /// Whether all that follows is silence.
  var isOver: Bool { position >= length }

  /// Turns down those buses of `block` that carry a `signal`.
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
