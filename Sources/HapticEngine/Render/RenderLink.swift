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
    let commandsDone = Atomic<Int>(0)
    /// How many of them were urgent and for the engine.
    let urgentDone = Atomic<Int>(0)
    /// The frames rendered so far.
    let frame = Atomic<Int64>(0)
    /// How many events found no free voice.
    let lostVoices = Atomic<Int>(0)
    /// When the last block was pulled and heard.
    let clock = RenderClock()
    /// Whether peaks are measured.
    let isMetering = Atomic<Bool>(false)
    /// The largest magnitudes since they were last read; magnitudes are in order of their bits.
    let hapticPeakBits = Atomic<UInt32>(0)
    let audioLeftPeakBits = Atomic<UInt32>(0)
    let audioRightPeakBits = Atomic<UInt32>(0)
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

/// When the block that was rendered last is pulled and heard: written by the render side, read by
/// anyone, without waiting for each other.
struct RenderClock: ~Copyable, Sendable {
  /// What is known of a block.
  struct Reading {
    /// The frame of the engine that the block begins with.
    var frame: Frame
    /// When that frame was due to be pulled, and when it is heard.
    var time: BlockTime
    /// How many frames the block has.
    var frameCount: Int
  }

  /// Odd while the render side writes; 0 before the first block.
  private let version = Atomic<UInt>(0)
  private let frame = Atomic<Int64>(0)
  private let pulled = Atomic<Int64>(0)
  private let heard = Atomic<Int64>(0)
  private let frameCount = Atomic<Int>(0)

  /// Notes a block; on the render thread only.
  @_noAllocation @_noLocks
  func note(frame: Frame, _ time: BlockTime, frameCount: Int) {
    let before = version.load(ordering: .relaxed)
    version.store(before &+ 1, ordering: .relaxed)
    // Each of these comes after the odd version and before the even one, to whoever reads them.
    self.frame.store(frame, ordering: .releasing)
    pulled.store(time.pulledNanoseconds, ordering: .releasing)
    heard.store(time.heardNanoseconds, ordering: .releasing)
    self.frameCount.store(frameCount, ordering: .releasing)
    version.store(before &+ 2, ordering: .releasing)
  }

  /// The last block; nil before the first, and for an output without a clock.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func read() -> Reading? {
    while true {
      let before = version.load(ordering: .acquiring)
      if before == 0 { return nil }
      let reading = Reading(
        frame: frame.load(ordering: .acquiring),
        time: BlockTime(
          pulledNanoseconds: pulled.load(ordering: .acquiring),
          heardNanoseconds: heard.load(ordering: .acquiring)),
        frameCount: frameCount.load(ordering: .acquiring))
      // The render side writes five numbers: this does not go round often.
      if before & 1 == 0, version.load(ordering: .relaxed) == before { return reading }
    }
  }
}

/// Memory that the render side gives back: a stack of any depth, which it pushes to and the control
/// side empties.
///
/// What is pushed begins with a word that the stack uses for itself.
///
/// - Thread: `push` render, `takeAll` control.        Realtime-safe: `push`.
@safe
struct ReturnStack: @unchecked Sendable {
  // SAFETY (unchecked Sendable): what is on the stack belongs to nobody until it is taken, and the
  // exchange of the top makes what was written before visible to who takes it.
  private let top: UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>>

  init() {
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

  /// Takes everything that was given back, the last first.
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
