internal import Realtime
internal import Synchronization

/// The times at which the most recently rendered block is pulled and heard.
///
/// Written by the render side and read by any thread; neither waits for the other.
struct RenderClock: ~Copyable, Sendable {
  /// The times of a block.
  struct Reading {
    /// The first frame of the block, in frames of the engine.
    var frame: Frame
    /// The time at which that frame was due to be pulled, and the time at which it is heard.
    var time: BlockTime
    /// The number of frames in the block.
    var frameCount: Int
  }

  private let log = SharedLog(capacity: 4, wordCount: 4)

  /// Records a block; on the render thread only.
  @_noAllocation @_noLocks
  func note(frame: Frame, _ time: BlockTime, frameCount: Int) {
    let words = unsafe log.words(of: log.count)
    unsafe words[0].store(UInt64(bitPattern: frame), ordering: .releasing)
    unsafe words[1].store(UInt64(bitPattern: time.pulledNanoseconds), ordering: .releasing)
    unsafe words[2].store(UInt64(bitPattern: time.heardNanoseconds), ordering: .releasing)
    unsafe words[3].store(UInt64(frameCount), ordering: .releasing)
    log.publish()
  }

  /// Returns the times of the last block; nil before the first block, and for an output without a clock.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func read() -> Reading? {
    while true {
      let index = log.count - 1
      if index < 0 { return nil }
      let words = unsafe log.words(of: index)
      let reading = unsafe Reading(
        frame: Frame(bitPattern: words[0].load(ordering: .acquiring)),
        time: BlockTime(
          pulledNanoseconds: Int64(bitPattern: words[1].load(ordering: .acquiring)),
          heardNanoseconds: Int64(bitPattern: words[2].load(ordering: .acquiring))),
        frameCount: Int(truncatingIfNeeded: words[3].load(ordering: .acquiring)))
      // If the entry is not whole, three blocks were rendered in the meantime.
      if log.isWhole(index) { return reading }
    }
  }
}
