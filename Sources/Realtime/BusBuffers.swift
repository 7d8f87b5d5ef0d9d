/// Memory for the buses of blocks of at most `capacity` frames, allocated once and reused.
///
/// - Thread: one at a time; the owner decides which.        Realtime-safe: `block(frames:)` is; init
///   and deinit are not.
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
    // SAFETY: initialized here, freed in deinit; blocks point into both allocations, and are used only while this
    // object lives.
    unsafe storage = .allocate(capacity: capacity * 3)
    unsafe storage.initialize(repeating: 0, count: capacity * 3)
    unsafe signalStorage = .allocate(capacity: 1)
    unsafe signalStorage.initialize(to: .none)
  }

  deinit {
    unsafe storage.deallocate()
    unsafe signalStorage.deallocate()
  }

  /// Returns the first `frames` frames of the buffers (0...`capacity`), with their previous contents.
  public func block(frames: Int) -> BusBlock {
    precondition(frames >= 0 && frames <= capacity, "the block is larger than its buffers")
    return unsafe BusBlock(
      haptic: storage, audioLeft: storage + capacity, audioRight: storage + 2 * capacity,
      frameCount: frames)
  }

  /// Returns a block for an output that requests the set of buses with a signal.
  ///
  /// A source leaves the samples of a silent bus unchanged, and omits the bus from `signal`.
  ///
  /// - Parameters:
  ///   - frames: 0...`capacity`.
  ///   - time: when the block is pulled and heard; nil without a clock.
  /// - Returns: a block with room for the answer.
  public func blockWithSignal(frames: Int, time: BlockTime? = nil) -> BusBlock {
    precondition(frames >= 0 && frames <= capacity, "the block is larger than its buffers")
    // A source that ignores the request is assumed to have a signal on every bus.
    unsafe signalStorage.pointee = .all
    return unsafe BusBlock(
      haptic: storage, audioLeft: storage + capacity, audioRight: storage + 2 * capacity,
      frameCount: frames, time: time, signal: signalStorage)
  }

  /// The buses with a signal, as reported by the source that rendered the last block of `blockWithSignal`.
  public var signal: BusSet { unsafe signalStorage.pointee }
}
