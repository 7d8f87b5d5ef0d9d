internal import Synchronization

/// The counters of one player that both sides share: its recent positions, and the number of its commands that are
/// done.
///
/// Freed with the player.
///
/// - Thread: any.        Realtime-safe: yes, except init.
struct PlayerCounters: ~Copyable, Sendable {
  /// The number of the player's ordinary commands that have been carried out or dropped.
  let ordinaryDone = Atomic<Int>(0)
  /// The number of the player's urgent commands that have been carried out or dropped.
  let urgentDone = Atomic<Int>(0)
  let log = TransportLog()
}

/// The numbers that a player reports to the control side: the starts that are over, and the commands that are done.
///
/// - Thread: render, except init and deinit.        Realtime-safe: all except those two.
@safe
struct PlayerAccount: ~Copyable {
  /// The counters that the control side reads while the player plays.
  let counters: UnsafeMutablePointer<PlayerCounters>
  /// The number of starts that are over: played to the end, stopped, started again or dropped.
  private(set) var startsOver = 0
  /// The frame of the engine at which the most recent of these starts was over.
  private(set) var lastOver: Frame = 0
  /// The number of starts that were reported as over.
  private var startsReported = 0
  /// The number of commands that wait for their frame, and the number of these commands that are starts.
  private(set) var pendingCommands = 0
  private(set) var pendingStarts = 0

  init() {
    // SAFETY: freed in deinit; the control side only reads atomics, and does not read them after the deinit.
    unsafe counters = .allocate(capacity: 1)
    unsafe counters.initialize(to: PlayerCounters())
  }

  deinit {
    unsafe counters.deinitialize(count: 1)
    unsafe counters.deallocate()
  }

  /// Whether all starts that are over were reported.
  var isReported: Bool { @_noAllocation @_noLocks get { startsOver == startsReported } }

  /// Records that all starts that are over were reported.
  @_noAllocation @_noLocks
  mutating func startsWereReported() { startsReported = startsOver }

  /// Records that a start is over, at `frame` of the engine.
  @_noAllocation @_noLocks
  mutating func startIsOver(at frame: Frame) {
    startsOver += 1
    lastOver = frame
  }

  /// Records that a pending start is carried out.
  @_noAllocation @_noLocks
  mutating func startIsCarriedOut() { pendingStarts -= 1 }

  /// Records that a start was dropped before its frame and is over, at `frame` of the engine.
  @_noAllocation @_noLocks
  mutating func startIsDropped(at frame: Frame) {
    pendingStarts -= 1
    startIsOver(at: frame)
  }

  /// Records that a command waits for its frame.
  @_noAllocation @_noLocks
  mutating func commandIsPending(isStart: Bool) {
    pendingCommands += 1
    if isStart { pendingStarts += 1 }
  }

  /// Records that a command was carried out or dropped.
  @_noAllocation @_noLocks
  mutating func commandIsDone(isUrgent: Bool) {
    pendingCommands -= 1
    if isUrgent {
      unsafe counters.pointee.urgentDone.wrappingAdd(1, ordering: .releasing)
    } else {
      unsafe counters.pointee.ordinaryDone.wrappingAdd(1, ordering: .releasing)
    }
  }
}
