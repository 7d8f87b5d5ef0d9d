/// Memory for the buses of blocks of at most `capacity` frames, made once and reused.
///
/// - Thread: one at a time; the owner decides which.        Realtime-safe: `block(frames:)` yes, init
///   and deinit no.
@safe
public struct BusBuffers: ~Copyable {
  /// The largest block, in frames.
  public let capacity: Int
  private let storage: UnsafeMutablePointer<Float>
  private let signalStorage: UnsafeMutablePointer<BusSet>

  /// Allocates three zeroed buffers of `capacity` frames (at least 1).
  public init(capacity: Int) {
    precondition(capacity > 0, "a block holds at least one frame")
    self.capacity = capacity
    // SAFETY: initialized here, freed in deinit; blocks point into both, and are used while this
    // lives.
    unsafe storage = .allocate(capacity: capacity * 3)
    unsafe storage.initialize(repeating: 0, count: capacity * 3)
    unsafe signalStorage = .allocate(capacity: 1)
    unsafe signalStorage.initialize(to: .none)
  }

  deinit {
    unsafe storage.deallocate()
    unsafe signalStorage.deallocate()
  }

  /// The first `frames` frames of the buffers (0...`capacity`); the contents are those of last time.
  public func block(frames: Int) -> BusBlock {
    precondition(frames >= 0 && frames <= capacity, "the block is larger than its buffers")
    return unsafe BusBlock(
      haptic: storage, audioLeft: storage + capacity, audioRight: storage + 2 * capacity,
      frameCount: frames)
  }

  /// A block for an output that requests which buses carry a signal: a source leaves the samples of a
  /// silent bus as they are, and says so in `signal`.
  ///
  /// - Parameters:
  ///   - frames: 0...`capacity`.
  ///   - time: when the block is pulled and heard; nil without a clock.
  /// - Returns: a block with a place for the answer.
  public func blockWithSignal(frames: Int, time: BlockTime? = nil) -> BusBlock {
    precondition(frames >= 0 && frames <= capacity, "the block is larger than its buffers")
    // A source that knows nothing of this has a signal on every bus.
    unsafe signalStorage.pointee = .all
    return unsafe BusBlock(
      haptic: storage, audioLeft: storage + capacity, audioRight: storage + 2 * capacity,
      frameCount: frames, time: time, signal: signalStorage)
  }

  /// Which buses the source of the last `blockWithSignal` said carry a signal.
  public var signal: BusSet { unsafe signalStorage.pointee }
}
