internal import Realtime
internal import Synchronization

/// The sound of an app's audio engine on its way to a mixer, by the frames of the phone's time.
///
/// The thread that advances the phone's time writes, and the mixer reads. A feed belongs to one run of an engine, from
/// its start to its stop.
///
/// The feed is a value over shared memory, so that the render side does not count references. The mixer frees the
/// memory.
///
/// - Thread: `write` control, `add` render.        Realtime-safe: both are; `init` and `deallocate` are not.
@safe
package struct SoundFeed: BitwiseCopyable, @unchecked Sendable {
  // SAFETY (unchecked Sendable): a frame is read only after `written` has passed it, and overwritten only after `read`
  // has passed it.

  /// The number of frames that can wait.
  ///
  /// Our choice: more than a second. A phone's time advances in blocks of an engine, which are much shorter.
  package static var capacity: Int { @_noAllocation @_noLocks get { 1 << 16 } }

  /// The ends of the queue, as frames of the phone's time.
  private struct Ends: ~Copyable {
    let written: Atomic<Int64>
    let read: Atomic<Int64>
    /// The frames that were lost because nobody read.
    let lost = Atomic<Int>(0)

    init(_ start: Int64) {
      written = Atomic(start)
      read = Atomic(start)
    }
  }

  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  private let ends: UnsafeMutablePointer<Ends>

  /// Creates an empty feed that begins at a frame of the phone's time.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package init(from frame: Int64) {
    // SAFETY: freed in `deallocate`.
    unsafe left = .allocate(capacity: 2 * Self.capacity)
    unsafe left.initialize(repeating: 0, count: 2 * Self.capacity)
    unsafe right = left + Self.capacity
    // SAFETY: freed in `deallocate`.
    unsafe ends = .allocate(capacity: 1)
    unsafe ends.initialize(to: Ends(frame))
  }

  /// Frees the memory, when neither side uses the feed anymore.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package func deallocate() {
    unsafe left.deallocate()
    unsafe ends.deinitialize(count: 1)
    unsafe ends.deallocate()
  }

  /// Appends the first frames of a buffer.
  @_noAllocation @_noLocks
  package func write(_ buffer: GraphBuffer, frames: Int) {
    let written = unsafe ends.pointee.written.load(ordering: .relaxed)
    let room = unsafe Self.capacity - Int(written - ends.pointee.read.load(ordering: .acquiring))
    let count = min(frames, room)
    let first = unsafe buffer.channels[0]
    let second = unsafe buffer.channels[buffer.channelCount > 1 ? 1 : 0]
    var index = 0
    while index < count {
      let place = Int((written + Int64(index)) & Int64(Self.capacity - 1))
      unsafe left[place] = first[index]
      unsafe right[place] = second[index]
      index &+= 1
    }
    unsafe ends.pointee.written.store(written + Int64(count), ordering: .releasing)
    if count < frames { unsafe ends.pointee.lost.wrappingAdd(frames - count, ordering: .relaxed) }
  }

  /// The frames that were lost because the mixer was not pulled.
  @_noAllocation @_noLocks
  package func lostFrames() -> Int { unsafe ends.pointee.lost.load(ordering: .relaxed) }

  /// Copies the frames from `now` on, and returns whether there were any; the others are silent.
  @_noAllocation @_noLocks
  func read(into block: BusBlock, at now: Int64) -> Bool {
    let written = unsafe ends.pointee.written.load(ordering: .acquiring)
    let read = unsafe ends.pointee.read.load(ordering: .relaxed)
    let end = min(now + Int64(block.frameCount), written)
    if end <= now || now < read { return false }
    var index = 0
    while index < block.frameCount {
      let place = Int((now + Int64(index)) & Int64(Self.capacity - 1))
      let isThere = now + Int64(index) < end
      unsafe block.audioLeft[index] = isThere ? left[place] : 0
      unsafe block.audioRight[index] = isThere ? right[place] : 0
      index &+= 1
    }
    unsafe ends.pointee.read.store(end, ordering: .releasing)
    return true
  }
}
