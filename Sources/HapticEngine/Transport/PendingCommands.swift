/// Commands that wait for their frame, in order of frame and, for one frame, of sending.
///
/// A binary heap: a thousand commands that are inserted in any order cost no more than a few
/// microseconds of a block.
///
/// - Thread: render.        Realtime-safe: all but init and deinit.
@safe
struct PendingCommands: ~Copyable {
  /// A command, and when it was sent.
  struct Entry: BitwiseCopyable {
    var command: RenderCommand
    /// How many were inserted before it.
    var order: UInt64

    @_noAllocation @_noLocks
    init(command: RenderCommand, order: UInt64) {
      self.command = command
      self.order = order
    }

    @_noAllocation @_noLocks
    fileprivate func isBefore(_ other: Entry) -> Bool {
      command.frame < other.command.frame
        || (command.frame == other.command.frame && order < other.order)
    }
  }

  let capacity: Int
  private(set) var count = 0
  private var inserted: UInt64 = 0
  private let storage: UnsafeMutablePointer<Entry>

  init(capacity: Int) {
    self.capacity = capacity
    // SAFETY: freed in deinit; commands are plain bits, and only the first `count` are read.
    unsafe storage = .allocate(capacity: capacity)
    // Touched here, so that no page is missing when the render side first writes to it.
    unsafe UnsafeMutableRawPointer(storage).initializeMemory(
      as: UInt8.self, repeating: 0, count: capacity * MemoryLayout<Entry>.stride)
  }

  deinit { unsafe storage.deallocate() }

  /// The frame of the first command; `never` where there is none.
  var nextFrame: Frame {
    @_noAllocation @_noLocks get { unsafe count == 0 ? .never : storage[0].command.frame }
  }

  /// The batch of the first command, of which there must be one; 0 for none.
  var nextBatch: UInt32 { @_noAllocation @_noLocks get { unsafe storage[0].command.batch } }

  /// Inserts `command` behind those of its frame.
  ///
  /// The sender sees to it that there is room.
  @_noAllocation @_noLocks
  mutating func insert(_ command: RenderCommand) {
    let entry = Entry(command: command, order: inserted)
    inserted += 1
    var index = count
    count += 1
    while index > 0, unsafe entry.isBefore(storage[(index - 1) / 2]) {
      unsafe storage[index] = storage[(index - 1) / 2]
      index = (index - 1) / 2
    }
    unsafe storage[index] = entry
  }

  /// Removes and returns the first command; there must be one.
  @_noAllocation @_noLocks
  mutating func removeFirst() -> Entry {
    let first = unsafe storage[0]
    count -= 1
    if count > 0 { unsafe sink(storage[count], from: 0) }
    return first
  }

  /// The entry at `index`; the order of the indices means nothing.
  @_noAllocation @_noLocks
  func entry(at index: Int) -> Entry { unsafe storage[index] }

  /// Puts the command at `index` in the place `kept`, which is not behind it, while all are gone
  /// through to keep some: `keepFirst` ends that.
  @_noAllocation @_noLocks
  func keep(_ index: Int, at kept: Int) { unsafe storage[kept] = storage[index] }

  /// Removes all but the first `kept` and puts those in order.
  @_noAllocation @_noLocks
  mutating func keepFirst(_ kept: Int) {
    if kept == count { return }
    count = kept
    var index = kept / 2
    while index > 0 {
      index -= 1
      unsafe sink(storage[index], from: index)
    }
  }

  /// Puts `entry` at `index` or below, where its place is.
  @_noAllocation @_noLocks
  private func sink(_ entry: Entry, from index: Int) {
    var index = index
    while 2 * index + 1 < count {
      var child = 2 * index + 1
      if child + 1 < count, unsafe storage[child + 1].isBefore(storage[child]) { child += 1 }
      if unsafe entry.isBefore(storage[child]) { break }
      unsafe storage[index] = storage[child]
      index = child
    }
    unsafe storage[index] = entry
  }
}
