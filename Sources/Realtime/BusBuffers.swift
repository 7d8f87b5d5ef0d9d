/// Memory for the buses of blocks of at most `capacity` frames, made once and reused.
///
/// - Thread: one at a time; the owner decides which.        Realtime-safe: `block(frames:)` yes, init
///   and deinit no.
@safe
public struct BusBuffers: ~Copyable {
  /// The largest block, in frames.
  public let capacity: Int
  private let storage: UnsafeMutablePointer<Float>

  /// Allocates three zeroed buffers of `capacity` frames (at least 1).
  public init(capacity: Int) {
    precondition(capacity > 0, "a block holds at least one frame")
    self.capacity = capacity
    unsafe storage = .allocate(capacity: capacity * 3)
    unsafe storage.initialize(repeating: 0, count: capacity * 3)
  }

  deinit { unsafe storage.deallocate() }

  /// The first `frames` frames of the buffers (0...`capacity`); the contents are those of last time.
  public func block(frames: Int) -> BusBlock {
    precondition(frames >= 0 && frames <= capacity, "the block is larger than its buffers")
    return unsafe BusBlock(
      haptic: storage, audioLeft: storage + capacity, audioRight: storage + 2 * capacity,
      frameCount: frames)
  }
}
