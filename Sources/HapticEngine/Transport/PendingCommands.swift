/// Commands that wait for the frame at which they are due.
///
/// Commands are sorted by that frame, then by the frame from which they are effective, then by the order of sending. A
/// deferred command stays behind commands that were deferred to the same frame before it, because all of them keep
/// their original frames.
///
/// A binary heap: inserting a thousand commands in any order takes only a few microseconds of a block.
///
/// - Thread: render.        Realtime-safe: all except init and deinit.
@safe
struct PendingCommands: ~Copyable {
  /// A command, and the order in which it was sent.
  struct Entry: BitwiseCopyable {
    let command: RenderCommand
    /// The number of commands that were inserted before it.
    let order: UInt64
    /// The frame at which the command is considered: its own frame, or a later frame to which it was deferred.
    var due: Frame

    @_noAllocation @_noLocks
    fileprivate func isBefore(_ other: Entry) -> Bool {
      if due != other.due { return due < other.due }
      if command.frame != other.command.frame { return command.frame < other.command.frame }
      return order < other.order
    }
  }

  let capacity: Int
  private(set) var count = 0
  private var inserted: UInt64 = 0
  private let storage: UnsafeMutablePointer<Entry>
  /// The most recently taken commands: the second half of the memory.
  private let taken: UnsafeMutablePointer<Entry>

  init(capacity: Int) {
    self.capacity = capacity
    // SAFETY: freed in deinit. Commands are plain bits. Only the first `count` commands are read, and only as many
    // taken commands as `takeFirst` returned.
    unsafe storage = .allocate(capacity: 2 * capacity)
    unsafe taken = storage + capacity
    // The memory is touched here, so that the first write of the render side does not cause a page fault.
    unsafe UnsafeMutableRawPointer(storage).initializeMemory(
      as: UInt8.self, repeating: 0, count: 2 * capacity * MemoryLayout<Entry>.stride)
  }

  deinit { unsafe storage.deallocate() }

  /// The frame at which the first command is due; `never` if the heap is empty.
  var nextFrame: Frame {
    @_noAllocation @_noLocks get { unsafe count == 0 ? .never : storage[0].due }
  }

  /// Inserts `command` behind other commands for the same frame.
  ///
  /// The sender ensures that there is room.
  @_noAllocation @_noLocks
  mutating func insert(_ command: RenderCommand) {
    insert(Entry(command: command, order: inserted, due: command.frame))
    inserted += 1
  }

  /// Inserts `entry`, which had been taken, again.
  ///
  /// It is then due at `frame`.
  @_noAllocation @_noLocks
  mutating func putOff(_ entry: Entry, until frame: Frame) {
    var entry = entry
    entry.due = frame
    insert(entry)
  }

  @_noAllocation @_noLocks
  private mutating func insert(_ entry: Entry) {
    var index = count
    count += 1
    while index > 0, unsafe entry.isBefore(storage[(index - 1) / 2]) {
      unsafe storage[index] = storage[(index - 1) / 2]
      index = (index - 1) / 2
    }
    unsafe storage[index] = entry
  }

  /// Takes the first command, which must exist, and the other commands of its batch.
  ///
  /// - Returns: the number of taken commands; access them as `taken(0)` and so on.
  @_noAllocation @_noLocks
  mutating func takeFirst() -> Int {
    let batch = unsafe storage[0].command.batch
    var number = 0
    repeat {
      unsafe taken[number] = storage[0]
      number += 1
      count -= 1
      if count > 0 { unsafe sink(storage[count], from: 0) }
    } while unsafe batch != 0 && count > 0 && storage[0].command.batch == batch
    return number
  }

  /// Returns the command at `index` of the most recently taken commands.
  @_noAllocation @_noLocks
  func taken(_ index: Int) -> Entry { unsafe taken[index] }

  /// Returns the entry at `index`; the order of the indices does not have a meaning.
  @_noAllocation @_noLocks
  func entry(at index: Int) -> Entry { unsafe storage[index] }

  /// Moves the command at `index` to the place `kept`, which must not be behind it, during a pass that keeps some of
  /// the commands; `keepFirst` ends the pass.
  @_noAllocation @_noLocks
  func keep(_ index: Int, at kept: Int) { unsafe storage[kept] = storage[index] }

  /// Removes all commands except the first `kept`, and puts the kept commands in order.
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

  /// Inserts `entry` at `index` or below, at its place in the order.
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
