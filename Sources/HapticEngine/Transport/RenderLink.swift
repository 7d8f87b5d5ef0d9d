internal import Realtime
internal import Synchronization

/// What the control side and the render side of an engine share: a queue each way, a few counters,
/// and the memory that the render side borrows.
///
/// - Thread: any.        Realtime-safe: yes, but for init and deinit.
@safe
final class RenderLink: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the pointers are set in init only, and what they point to is
  // atomic.

  /// How many commands may be under way, sent and not yet carried out, before those that have no
  /// room of their own are refused.
  static let sharedCapacity = 2_048
  /// How many commands of one player may be under way.
  static let playerCapacity = 1_024
  /// How many commands of one player always have room, whatever others have sent.
  static let ownCapacity = 8
  /// How many commands that must get through (stop, pause, cancel and settings) have room beyond
  /// that, for each player, and as many for the engine.
  static let urgentCapacity = 8
  /// How many commands there can be at most: those with shared room, and for each player those of
  /// its own, and its being added and removed.
  static let commandCapacity =
    sharedCapacity + urgentCapacity + Renderer.playerCapacity * (ownCapacity + urgentCapacity + 2)

  /// What the render side counts.
  struct Counters: ~Copyable, Sendable {
    /// How many commands have been carried out or dropped.
    let allDone = Atomic<Int>(0)
    /// How many of them were urgent and for the engine.
    let urgentDone = Atomic<Int>(0)
    /// The frames rendered so far.
    let frame = Atomic<Int64>(0)
    /// How many commands had been taken when the block was rendered, and the frame up to which, as
    /// far as those go, nothing will come of them that is to be collected.
    let commandsTaken = Atomic<Int>(0)
    let quietUntil = Atomic<Int64>(.never)
    /// How many events found no free voice.
    let lostVoices = Atomic<Int>(0)
    /// When the last block was pulled and heard.
    let clock = RenderClock()
    /// What the levels of the buses are measured with.
    let meters = LevelMeters()
  }

  /// From control to render.
  let commands = SPSCQueue<RenderCommand>(minimumCapacity: commandCapacity)
  /// From render to control: a full queue loses nothing, since what it has no room for is reported
  /// again.
  let reports = SPSCQueue<RenderReport>(minimumCapacity: 1_024)
  /// The points of curves that the render side no longer needs.
  let curvesBack = ReturnStack()
  /// The voices that the render side no longer needs.
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

/// Memory that the render side returns: a stack of any depth, which it pushes to and the control
/// side empties.
///
/// The first word of pushed memory is used by the stack.
///
/// - Thread: `push` render, `takeAll` control.        Realtime-safe: `push`.
@safe
struct ReturnStack: @unchecked Sendable {
  // SAFETY (unchecked Sendable): what is on the stack has no owner until it is taken, and the
  // exchange of the top makes what was written before visible to the taker.
  private let top: UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>>

  init() {
    // SAFETY: initialized here, freed in `deallocate`.
    unsafe top = .allocate(capacity: 1)
    unsafe top.initialize(to: Atomic(nil))
  }

  /// Frees the stack, but nothing that is on it.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func deallocate() {
    unsafe top.deinitialize(count: 1)
    unsafe top.deallocate()
  }

  /// Gives `memory` back.
  @_noAllocation @_noLocks
  func push(_ memory: UnsafeMutableRawPointer) {
    var below = unsafe top.pointee.load(ordering: .relaxed)
    while true {
      unsafe memory.storeBytes(of: below, as: UnsafeMutableRawPointer?.self)
      let (isDone, original) = unsafe top.pointee.compareExchange(
        expected: below, desired: memory, ordering: .releasing)
      if isDone { return }
      unsafe below = original
    }
  }

  /// Whether nothing was given back that is not taken.
  ///
  /// - Thread: control.        Realtime-safe: no.
  var isEmpty: Bool { unsafe top.pointee.load(ordering: .acquiring) == nil }

  /// Takes all returned memory, the last first.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func takeAll() -> [UnsafeMutableRawPointer] {
    var all: [UnsafeMutableRawPointer] = unsafe []
    var next = unsafe top.pointee.exchange(nil, ordering: .acquiring)
    while let memory = unsafe next {
      unsafe all.append(memory)
      unsafe next = memory.load(as: UnsafeMutableRawPointer?.self)
    }
    return unsafe all
  }
}
