internal import Synchronization

/// The last entries of a list that one thread writes, the render thread, and any thread reads.
///
/// Neither waits for the other. An entry is written where the oldest one was, and counted when it is
/// complete: a writer that is held up in the middle of one holds up nobody. A reader that was held up
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
