internal import HapticEngine
internal import Realtime
internal import Synchronization

/// The state that both sides of a mixer share.
///
/// It is freed manually instead of in a deinit: both sides hold a copy, which a noncopyable type does not allow, and a
/// class would be reference-counted on the render thread. The mixer frees it when nothing is rendering any more.
@safe
struct MixerLink: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the counters are atomic, and the queues can be used by both sides at the same time.
  /// The capacity of the command queue.
  ///
  /// If it is full, the sender waits.
  ///
  /// Our choice: enough for several dozen events on a phone with the maximum number of apps.
  static let commandCapacity = 1_024

  let commands = SPSCQueue<MixerCommand>(minimumCapacity: Self.commandCapacity)
  let counters: UnsafeMutablePointer<Counters>
  /// The meters of each strip, followed by those of the whole phone.
  let meters: UnsafeMutablePointer<LevelMeters>
  /// The number of meters, which is one more than the number of strips.
  let meterCount: Int
  /// The number of strips: one for each app, and one for the system.
  var stripCount: Int { meterCount - 1 }

  /// The counters of the render side.
  struct Counters: ~Copyable {
    /// The number of frames rendered so far.
    let frame = Atomic<Int64>(0)
    /// The frame after the last frame that has been rendered or is being rendered.
    let begun = Atomic<Int64>(0)
    /// The number of commands that arrived after their frame.
    let late = Atomic<Int>(0)
    /// The number of commands carried out.
    let carriedOut = Atomic<Int>(0)
  }

  /// Creates a link without commands, for the given number of strips.
  init(strips: Int) {
    meterCount = strips + 1
    // SAFETY: freed in `deallocate`.
    unsafe counters = .allocate(capacity: 1)
    unsafe counters.initialize(to: Counters())
    // SAFETY: freed in `deallocate`.
    unsafe meters = .allocate(capacity: meterCount)
    for index in 0..<meterCount { unsafe (meters + index).initialize(to: LevelMeters()) }
  }

  /// Frees the memory.
  ///
  /// Neither side may use the link afterwards.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func deallocate() {
    commands.deallocate()
    unsafe counters.deinitialize(count: 1)
    unsafe counters.deallocate()
    unsafe meters.deinitialize(count: meterCount)
    unsafe meters.deallocate()
  }
}
