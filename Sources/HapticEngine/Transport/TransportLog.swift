internal import Synchronization

/// The most recent changes of a player's motion, written by the render side and read by any thread, without locks.
struct TransportLog: ~Copyable, Sendable {
  /// The motion of a player from one frame of the engine on.
  struct Entry: BitwiseCopyable {
    /// The first frame of the engine for which the entry is valid.
    var frame: Frame
    /// The motion of the player.
    var motion: Motion
    /// The position, in seconds of the pattern.
    var time: Seconds
    /// Seconds of the pattern for each frame of the engine.
    var timePerFrame: Double
    /// The end of the loop, in seconds of the pattern.
    var loopEnd: Seconds
    /// The number of repetitions since the start.
    var repetition: Int
    /// The number of repetitions left; `Int.max` for an endless loop.
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

  /// The way in which a player's time advances.
  enum Motion: Int, BitwiseCopyable {
    case stopped
    case playing
    case paused
  }

  /// The number of changes that are kept.
  ///
  /// Our choice: more than a second of the shortest loop, which is 10 ms. The heard signal is seldom more than a second
  /// behind the rendered signal.
  private static var capacity: Int { @_noAllocation @_noLocks get { 128 } }

  private let log = SharedLog(capacity: capacity, wordCount: 7)

  /// Records the player's motion from `entry.frame` on, which must not be before the frame of the last entry.
  ///
  /// Called on the render thread only.
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

  /// Begins to record an entry, which becomes valid once it is complete.
  @_noAllocation @_noLocks
  func beginEntry(frame: Frame) {
    unsafe log.words(of: log.count)[0].store(UInt64(bitPattern: frame), ordering: .releasing)
  }

  /// Returns the player's motion at `frame` of the engine: the last entry that is not after `frame`, or the oldest
  /// entry that is kept; nil if the log is empty.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func entry(at frame: Frame) -> Entry? {
    while true {
      let count = log.count
      if count == 0 { return nil }
      var index = count - 1
      // The oldest entry may be being overwritten.
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

/// The most recent entries of a list that the render thread writes and any thread reads.
///
/// Writer and readers do not wait for each other. The writer replaces the oldest entry, and counts the new entry once
/// it is complete, so a writer that is delayed in the middle does not delay readers. A reader that was delayed detects
/// whether its entry has been overwritten in the meantime, and reads again. Overwriting an entry takes as many new
/// entries as are kept, so a reader has to repeat more than once only if it is stopped each time.
@safe
struct SharedLog: ~Copyable, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the words are atomic.

  /// The number of entries that are kept, including the one that is being overwritten.
  let capacity: Int
  private let wordCount: Int
  private let written = Atomic<Int>(0)
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  /// Creates a list without entries.
  ///
  /// - Parameters:
  ///   - capacity: the number of entries that are kept, at least 2.
  ///   - wordCount: the number of words in an entry.
  init(capacity: Int, wordCount: Int) {
    self.capacity = capacity
    self.wordCount = wordCount
    // SAFETY: all are initialized here and freed in deinit.
    unsafe words = .allocate(capacity: capacity * wordCount)
    for index in 0..<capacity * wordCount {
      unsafe (words + index).initialize(to: Atomic(0))
    }
  }

  deinit {
    unsafe words.deinitialize(count: capacity * wordCount)
    unsafe words.deallocate()
  }

  /// Returns the words of the entry `index`; `count` for the next one, which only the writer requests.
  ///
  /// Words are stored with `releasing` order, and loaded with `acquiring`.
  @_noAllocation @_noLocks
  func words(of index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    unsafe words + (index % capacity) * wordCount
  }

  /// The number of entries that were written.
  var count: Int { @_noAllocation @_noLocks get { written.load(ordering: .acquiring) } }

  /// Counts the entry whose words were just written; on the render thread only.
  @_noAllocation @_noLocks
  func publish() { written.store(written.load(ordering: .relaxed) &+ 1, ordering: .releasing) }

  /// Returns whether the entry `index` was not overwritten while it was read; to be called after reading.
  @_noAllocation @_noLocks
  func isWhole(_ index: Int) -> Bool { count - index < capacity }
}
