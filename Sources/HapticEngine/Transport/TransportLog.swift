internal import Synchronization

/// The last changes of a player's motion: written by the render side and read by any thread, without
/// locks.
struct TransportLog: ~Copyable, Sendable {
  /// What a player did from one frame of the engine on.
  struct Entry: BitwiseCopyable {
    /// The first frame of the engine for which it holds.
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
    /// The number of repetitions left; `Int.max` for ever.
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

/// The last entries of a list that one thread writes, the render thread, and any thread reads.
///
/// Neither waits for the other. An entry is written where the oldest one was, and counted when it is
/// complete: a writer that is delayed in the middle of one delays nobody. A reader that was held up
/// itself finds out whether what it read has been written over since, and reads again; that takes as
/// many new entries as are kept, so it does not happen twice in a row but to a reader that is stopped
/// each time.
@safe
struct SharedLog: ~Copyable, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the words are atomic.

  /// How many entries are kept, the one that is being written over included.
  let capacity: Int
  private let wordCount: Int
  private let written = Atomic<Int>(0)
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  /// A list without entries.
  ///
  /// - Parameters:
  ///   - capacity: how many entries are kept, at least 2.
  ///   - wordCount: how many words an entry has.
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

  /// The words of the entry `index`; `count` for the next one, which only the writer asks for.
  ///
  /// Words are stored with `releasing` order, and loaded with `acquiring`.
  @_noAllocation @_noLocks
  func words(of index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    unsafe words + (index % capacity) * wordCount
  }

  /// How many entries were written.
  var count: Int { @_noAllocation @_noLocks get { written.load(ordering: .acquiring) } }

  /// Counts the entry whose words were just written; on the render thread only.
  @_noAllocation @_noLocks
  func publish() { written.store(written.load(ordering: .relaxed) &+ 1, ordering: .releasing) }

  /// Whether the entry `index` was not written over while it was read; asked after that.
  @_noAllocation @_noLocks
  func isWhole(_ index: Int) -> Bool { count - index < capacity }
}
