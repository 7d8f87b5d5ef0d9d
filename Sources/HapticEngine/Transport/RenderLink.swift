internal import Realtime
internal import Synchronization

/// The connection between the control side and the render side of an engine: a queue in each direction, a few counters,
/// and the memory that the render side borrows.
///
/// - Thread: any.        Realtime-safe: yes, except init and deinit.
@safe
final class RenderLink: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the pointers are set in init only, and they point to atomics.

  /// The maximum number of commands under way, that is, sent but not yet carried out.
  ///
  /// If there are more, commands without reserved room are rejected.
  static let sharedCapacity = 2_048
  /// The maximum number of commands of one player that are under way.
  static let playerCapacity = 1_024
  /// The number of one player's commands for which there is always room, however many commands other players have sent.
  static let ownCapacity = 8
  /// The additional room for commands that must get through (stop, pause, cancel and settings): room for this many
  /// commands of each player and for the same number of commands of the engine.
  static let urgentCapacity = 8
  /// The capacity of the queue: the shared room, the urgent room and, for each player, its own room, its urgent room
  /// and the commands that add and remove it.
  static let commandCapacity =
    sharedCapacity + urgentCapacity + Renderer.playerCapacity * (ownCapacity + urgentCapacity + 2)

  /// The counters of the render side.
  struct Counters: ~Copyable, Sendable {
    /// The number of commands that have been carried out or dropped.
    let allDone = Atomic<Int>(0)
    /// The number of these commands that were urgent and for the engine.
    let urgentDone = Atomic<Int>(0)
    /// The number of frames rendered so far.
    let frame = Atomic<Int64>(0)
    /// The number of commands that had been taken when the block was rendered, and the frame before which these
    /// commands will not produce anything to collect.
    let commandsTaken = Atomic<Int>(0)
    let quietUntil = Atomic<Int64>(.never)
    /// The number of events that did not find a free voice.
    let lostVoices = Atomic<Int>(0)
    /// The times at which the last block was pulled and heard.
    let clock = RenderClock()
    /// The meters that measure the levels of the buses.
    let meters = LevelMeters()
  }

  /// The commands from the control side to the render side.
  let commands = SPSCQueue<RenderCommand>(minimumCapacity: commandCapacity)
  /// The reports from the render side to the control side.
  ///
  /// A full queue does not lose anything, because reports that do not fit are repeated.
  let reports = SPSCQueue<RenderReport>(minimumCapacity: 1_024)
  /// The points of curves that the render side has finished with.
  let curvesBack = ReturnStack()
  /// The voices that the render side has finished with.
  let voicesBack = ReturnStack()
  /// The counters; valid while the link lives.
  let counters: UnsafeMutablePointer<Counters>

  init() {
    // SAFETY: initialized here, freed in deinit.
    unsafe counters = .allocate(capacity: 1)
    unsafe counters.initialize(to: Counters())
  }

  deinit {
    commands.deallocate()
    reports.deallocate()
    curvesBack.deallocate()
    voicesBack.deallocate()
    unsafe counters.deinitialize(count: 1)
    unsafe counters.deallocate()
  }
}

/// Memory that the render side returns: a stack of any depth, onto which it pushes and which the control side empties.
///
/// The first word of pushed memory is used by the stack.
///
/// The link, which outlives both sides, frees the stack explicitly. A deinit is not possible: both sides hold a copy,
/// so the type cannot be noncopyable, and a class would be reference-counted on the render thread.
///
/// - Thread: `push` render, `takeAll` control.        Realtime-safe: `push`.
@safe
struct ReturnStack: @unchecked Sendable {
  // SAFETY (unchecked Sendable): memory on the stack does not have an owner until it is taken, and the exchange of the
  // top makes earlier writes visible to the taker.
  private let top: UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>>

  init() {
    // SAFETY: initialized here, freed in `deallocate`.
    unsafe top = .allocate(capacity: 1)
    unsafe top.initialize(to: Atomic(nil))
  }

  /// Frees the stack, but not the memory on it.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func deallocate() {
    unsafe top.deinitialize(count: 1)
    unsafe top.deallocate()
  }

  /// Returns `memory` to the control side.
  @_noAllocation @_noLocks
  func push(_ memory: UnsafeMutableRawPointer) {
    var below = unsafe top.pointee.load(ordering: .relaxed)
    // SAFETY: returned memory has room for a pointer at its beginning, and belongs to the stack now.
    while true {
      unsafe memory.storeBytes(of: below, as: UnsafeMutableRawPointer?.self)
      let (isDone, original) = unsafe top.pointee.compareExchange(
        expected: below, desired: memory, ordering: .releasing)
      if isDone { return }
      unsafe below = original
    }
  }

  /// Whether all returned memory has been taken.
  ///
  /// - Thread: control.        Realtime-safe: no.
  var isEmpty: Bool { unsafe top.pointee.load(ordering: .acquiring) == nil }

  /// Takes all returned memory, most recent first.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func takeAll() -> [UnsafeMutableRawPointer] {
    var all: [UnsafeMutableRawPointer] = unsafe []
    var next = unsafe top.pointee.exchange(nil, ordering: .acquiring)
    while let memory = unsafe next {
      // SAFETY: `push` has put the pointer there, and the exchange made it visible.
      unsafe all.append(memory)
      unsafe next = memory.load(as: UnsafeMutableRawPointer?.self)
    }
    return unsafe all
  }
}
