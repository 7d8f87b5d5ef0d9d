internal import Synchronization

/// What the two sides share of one player: what it has done lately, and how many of its commands are
/// done.
///
/// Freed with the player.
///
/// - Thread: any.        Realtime-safe: yes, but for init.
struct PlayerCounters: ~Copyable, Sendable {
  /// How many of its commands that are not urgent have been carried out or dropped.
  let ordinaryDone = Atomic<Int>(0)
  /// How many urgent ones.
  let urgentDone = Atomic<Int>(0)
  /// The log of its positions.
  let log = TransportLog()
}

/// What a player owes the control side: the starts that are over, and the commands that are done.
///
/// - Thread: render, but for init and deinit.        Realtime-safe: all but those two.
@safe
struct PlayerAccount: ~Copyable {
  /// What the control side reads while the player plays.
  let counters: UnsafeMutablePointer<PlayerCounters>
  /// How many starts are over: played to the end, stopped, started again or dropped.
  private(set) var startsOver = 0
  /// The frame of the engine at which the last of them was over.
  private(set) var lastOver: Frame = 0
  /// How many of those were reported.
  private var startsReported = 0
  /// How many commands wait for their frame, and how many of them are starts.
  private(set) var pendingCommands = 0
  private(set) var pendingStarts = 0

  init() {
    // SAFETY: freed in deinit; the control side reads atomics only, and not after that.
    unsafe counters = .allocate(capacity: 1)
    unsafe counters.initialize(to: PlayerCounters())
  }

  deinit {
    unsafe counters.deinitialize(count: 1)
    unsafe counters.deallocate()
  }

  /// Whether all starts that are over were reported.
  var isReported: Bool { @_noAllocation @_noLocks get { startsOver == startsReported } }

  /// All starts that are over were reported.
  @_noAllocation @_noLocks
  mutating func startsWereReported() { startsReported = startsOver }

  /// A start is over, at `frame` of the engine.
  @_noAllocation @_noLocks
  mutating func startIsOver(at frame: Frame) {
    startsOver += 1
    lastOver = frame
  }

  /// A start that was pending is carried out.
  @_noAllocation @_noLocks
  mutating func startIsCarriedOut() { pendingStarts -= 1 }

  /// A start that was dropped before its frame is over, at `frame` of the engine.
  @_noAllocation @_noLocks
  mutating func startIsDropped(at frame: Frame) {
    pendingStarts -= 1
    startIsOver(at: frame)
  }

  /// A command waits for its frame.
  @_noAllocation @_noLocks
  mutating func commandIsPending(isStart: Bool) {
    pendingCommands += 1
    if isStart { pendingStarts += 1 }
  }

  /// A command was carried out or dropped.
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
