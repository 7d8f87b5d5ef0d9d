/// Commands that wait for the frame at which they are due, in order of that frame, of the frame from which
/// they hold and, for one frame, of sending.
///
/// A command that is put off stays behind what was put off before it: both are due at one frame, and hold
/// from the frames that they had.
///
/// A binary heap: a thousand commands that are inserted in any order cost no more than a few
/// microseconds of a block.
///
/// - Thread: render.        Realtime-safe: all but init and deinit.
@safe
struct PendingCommands: ~Copyable {
  /// A command, and when it was sent.
  struct Entry: BitwiseCopyable {
    let command: RenderCommand
    /// How many were inserted before it.
    let order: UInt64
    /// When it is looked at: its own frame, or a later one to which it was put off.
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
  /// What was taken last: the second half of the memory.
  private let taken: UnsafeMutablePointer<Entry>

  init(capacity: Int) {
    self.capacity = capacity
    // SAFETY: freed in deinit; commands are plain bits, and only the first `count` are read, and of those
    // that were taken as many as `takeFirst` says.
    unsafe storage = .allocate(capacity: 2 * capacity)
    unsafe taken = storage + capacity
    // Touched here, so that no page is missing when the render side first writes to it.
    unsafe UnsafeMutableRawPointer(storage).initializeMemory(
      as: UInt8.self, repeating: 0, count: 2 * capacity * MemoryLayout<Entry>.stride)
  }

  deinit { unsafe storage.deallocate() }

  /// The frame at which the first command is due; `never` where there is none.
  var nextFrame: Frame {
    @_noAllocation @_noLocks get { unsafe count == 0 ? .never : storage[0].due }
  }

  /// Inserts `command` behind those of its frame.
  ///
  /// The sender sees to it that there is room.
  @_noAllocation @_noLocks
  mutating func insert(_ command: RenderCommand) {
    insert(Entry(command: command, order: inserted, due: command.frame))
    inserted += 1
  }

  /// Inserts `entry`, which was taken, for it to be due at `frame`.
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

  /// Takes the first command, of which there must be one, and with it the others of its batch.
  ///
  /// - Returns: how many those are: `taken(0)` and so on.
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

  /// What was taken last, at `index` of it.
  @_noAllocation @_noLocks
  func taken(_ index: Int) -> Entry { unsafe taken[index] }

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
