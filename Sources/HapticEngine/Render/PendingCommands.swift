/// Commands that wait for their frame, in order of frame and, for one frame, of sending.
///
/// - Thread: render.        Realtime-safe: all but init and `deallocate`.
@safe
struct PendingCommands {
  let capacity: Int
  private(set) var count = 0
  private let storage: UnsafeMutablePointer<RenderCommand>

  init(capacity: Int) {
    self.capacity = capacity
    unsafe storage = .allocate(capacity: capacity)
  }

  /// Frees the memory; the list must not be used afterwards.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func deallocate() { unsafe storage.deallocate() }

  /// The frame of the first command; `never` where there is none.
  var nextFrame: Frame {
    @_noAllocation @_noLocks get { unsafe count == 0 ? .never : storage[0].frame }
  }

  /// Inserts `command` behind those of its frame.
  ///
  /// The sender sees to it that there is room.
  @_noAllocation @_noLocks
  mutating func insert(_ command: RenderCommand) {
    var index = count
    while index > 0, unsafe storage[index - 1].frame > command.frame {
      unsafe storage[index] = storage[index - 1]
      index -= 1
    }
    unsafe storage[index] = command
    count += 1
  }

  /// Removes and returns the first command; there must be one.
  @_noAllocation @_noLocks
  mutating func removeFirst() -> RenderCommand {
    let first = unsafe storage[0]
    remove(at: 0)
    return first
  }

  /// The command at `index`.
  @_noAllocation @_noLocks
  func command(at index: Int) -> RenderCommand { unsafe storage[index] }

  /// Removes the command at `index`.
  @_noAllocation @_noLocks
  mutating func remove(at index: Int) {
    var index = index
    while index + 1 < count {
      unsafe storage[index] = storage[index + 1]
      index += 1
    }
    count -= 1
  }
}
