internal import Realtime
internal import Synchronization

/// What the control side and the render side of an engine share: a queue each way and a few
/// counters.
///
/// - Thread: any.        Realtime-safe: yes, but for init and deinit.
@safe
final class RenderLink: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the pointers are set in init only, and what they point to is
  // atomic.

  /// How many commands may be under way: sent and not yet carried out.
  static let commandCapacity = 1_024

  /// What the render side counts.
  struct Counters: ~Copyable, Sendable {
    /// How many commands have been carried out or dropped.
    let commandsDone = Atomic<Int>(0)
    /// The frames rendered so far: the engine's clock.
    let frame = Atomic<Int64>(0)
    /// How many events found no free voice.
    let lostVoices = Atomic<Int>(0)
    /// How many players are heard or wait for their events.
    let soundingPlayers = Atomic<Int>(0)
  }

  /// From control to render.
  let commands = SPSCQueue<RenderCommand>(minimumCapacity: commandCapacity)
  /// From render to control.
  let reports = SPSCQueue<RenderReport>(minimumCapacity: 4 * commandCapacity)
  /// The counters; valid while the link lives.
  let counters: UnsafeMutablePointer<Counters>

  init() {
    unsafe counters = .allocate(capacity: 1)
    unsafe counters.initialize(to: Counters())
  }

  deinit {
    commands.deallocate()
    reports.deallocate()
    unsafe counters.deinitialize(count: 1)
    unsafe counters.deallocate()
  }
}
