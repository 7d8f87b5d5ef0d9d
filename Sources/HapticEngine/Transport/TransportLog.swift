internal import Synchronization

/// Where a player was at its last changes of motion: written by the render side, read by anyone,
/// without waiting for each other.
struct TransportLog: ~Copyable, Sendable {
  /// What a player did from one frame of the engine on.
  struct Entry: BitwiseCopyable {
    /// The first frame of the engine for which it holds.
    var frame: Frame
    /// What it did.
    var motion: Motion
    /// Where it was, in seconds of the pattern.
    var time: Seconds
    /// Seconds of the pattern for each frame of the engine.
    var timePerFrame: Double
    /// Where it goes back to the beginning, in seconds of the pattern.
    var loopEnd: Seconds
    /// How often it has gone back since it was started.
    var repetition: Int
    /// How often it will; `Int.max` for ever.
    var repeatsLeft: Int

    @_noAllocation @_noLocks
    init(
      frame: Frame, motion: Motion, time: Seconds, timePerFrame: Double, loopEnd: Seconds,
      repetition: Int, repeatsLeft: Int
    ) {
      self.frame = frame
      self.motion = motion
      self.time = time
      self.timePerFrame = timePerFrame
      self.loopEnd = loopEnd
      self.repetition = repetition
      self.repeatsLeft = repeatsLeft
    }
  }

  /// What a player does with its time.
  enum Motion: Int, BitwiseCopyable {
    case stopped
    case playing
    case paused
  }

  /// How many changes are kept.
  ///
  /// Our choice: more than a second of the shortest loop, which is 10 ms; what is heard is seldom
  /// further behind what is rendered.
  private static var capacity: Int { @_noAllocation @_noLocks get { 128 } }

  private let log = SharedLog(capacity: capacity, wordCount: 7)

  /// Notes what the player does from `entry.frame` on, which is not before that of the last entry;
  /// on the render thread only.
  @_noAllocation @_noLocks
  func note(_ entry: Entry) {
    beginEntry(frame: entry.frame)
    let slot = unsafe log.words(of: log.count)
    unsafe slot[1].store(UInt64(entry.motion.rawValue), ordering: .releasing)
    unsafe slot[2].store(entry.time.bitPattern, ordering: .releasing)
    unsafe slot[3].store(entry.timePerFrame.bitPattern, ordering: .releasing)
    unsafe slot[4].store(entry.loopEnd.bitPattern, ordering: .releasing)
    unsafe slot[5].store(UInt64(bitPattern: Int64(entry.repetition)), ordering: .releasing)
    unsafe slot[6].store(UInt64(bitPattern: Int64(entry.repeatsLeft)), ordering: .releasing)
    log.publish()
  }

  /// Begins to note something; it counts when it is complete.
  @_noAllocation @_noLocks
  func beginEntry(frame: Frame) {
    unsafe log.words(of: log.count)[0].store(UInt64(bitPattern: frame), ordering: .releasing)
  }

  /// What the player does at `frame` of the engine: the last entry that is not after it, or the
  /// oldest that is kept; nil where there is none.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func entry(at frame: Frame) -> Entry? {
    while true {
      let count = log.count
      if count == 0 { return nil }
      var index = count - 1
      // The oldest of all may be being written over.
      let oldest = max(0, count - Self.capacity + 1)
      while index > oldest, self.frame(of: index) > frame { index -= 1 }
      let entry = entry(index)
      if log.isWhole(index) { return entry }
    }
  }

  /// - Thread: control.        Realtime-safe: no.
  private func frame(of index: Int) -> Frame {
    unsafe Frame(bitPattern: log.words(of: index)[0].load(ordering: .acquiring))
  }

  /// - Thread: control.        Realtime-safe: no.
  private func entry(_ index: Int) -> Entry {
    let slot = unsafe log.words(of: index)
    return unsafe Entry(
      frame: Frame(bitPattern: slot[0].load(ordering: .acquiring)),
      motion: Motion(rawValue: Int(truncatingIfNeeded: slot[1].load(ordering: .acquiring)))
        ?? .stopped,
      time: Seconds(bitPattern: slot[2].load(ordering: .acquiring)),
      timePerFrame: Double(bitPattern: slot[3].load(ordering: .acquiring)),
      loopEnd: Seconds(bitPattern: slot[4].load(ordering: .acquiring)),
      repetition: Int(Int64(bitPattern: slot[5].load(ordering: .acquiring))),
      repeatsLeft: Int(Int64(bitPattern: slot[6].load(ordering: .acquiring))))
  }
}
