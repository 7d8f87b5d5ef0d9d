internal import Realtime
internal import Synchronization

/// When the block that was rendered last is pulled and heard: written by the render side, read by
/// anyone, without waiting for each other.
struct RenderClock: ~Copyable, Sendable {
  /// The times of a block.
  struct Reading {
    /// The frame of the engine that the block begins with.
    var frame: Frame
    /// When that frame was due to be pulled, and when it is heard.
    var time: BlockTime
    /// How many frames the block has.
    var frameCount: Int
  }

  private let log = SharedLog(capacity: 4, wordCount: 4)

  /// Notes a block; on the render thread only.
  @_noAllocation @_noLocks
  func note(frame: Frame, _ time: BlockTime, frameCount: Int) {
    let words = unsafe log.words(of: log.count)
    unsafe words[0].store(UInt64(bitPattern: frame), ordering: .releasing)
    unsafe words[1].store(UInt64(bitPattern: time.pulledNanoseconds), ordering: .releasing)
    unsafe words[2].store(UInt64(bitPattern: time.heardNanoseconds), ordering: .releasing)
    unsafe words[3].store(UInt64(frameCount), ordering: .releasing)
    log.publish()
  }

  /// The last block; nil before the first, and for an output without a clock.
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
      // Else three blocks were rendered meanwhile.
      if log.isWhole(index) { return reading }
    }
  }
}
