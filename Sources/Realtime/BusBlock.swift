/// The buses of one block: a source writes `frameCount` frames, and an output reads them.
///
/// Three planar buffers of `Float` at full scale ±1, not yet clamped: the haptic bus (mono) and the left and right
/// channels of the audio bus. The memory belongs to the creator of the block and lives at least as long as the call
/// that passes it.
///
/// - Thread: render.        Realtime-safe: yes.
@safe
public struct BusBlock {
  /// The haptic bus, mono, `frameCount` samples.
  public let haptic: UnsafeMutablePointer<Float>
  /// The left channel of the audio bus, `frameCount` samples.
  public let audioLeft: UnsafeMutablePointer<Float>
  /// The right channel of the audio bus, `frameCount` samples.
  public let audioRight: UnsafeMutablePointer<Float>
  /// The number of frames in each buffer.
  public let frameCount: Int
  /// When the block is pulled and heard.
  ///
  /// Nil for an output without a clock, which is pulled by the caller or as fast as possible.
  public let time: BlockTime?
  /// Receives the set of buses that carry a signal; nil for an output that does not request the set.
  ///
  /// If the output requests the set, the source does not have to write the samples of a silent bus. The source omits
  /// the bus from the set, and the output does not read the bus's buffers. If the output does not request the set, the
  /// source writes zeros to silent buses.
  public let signal: UnsafeMutablePointer<BusSet>?

  /// Creates a block over three buffers of `frameCount` samples each.
  ///
  /// The caller guarantees that each pointer is valid for `frameCount` samples, and `signal` for one set, while the
  /// block is in use.
  @inlinable
  public init(
    haptic: UnsafeMutablePointer<Float>, audioLeft: UnsafeMutablePointer<Float>,
    audioRight: UnsafeMutablePointer<Float>, frameCount: Int, time: BlockTime? = nil,
    signal: UnsafeMutablePointer<BusSet>? = nil
  ) {
    unsafe self.haptic = haptic
    unsafe self.audioLeft = audioLeft
    unsafe self.audioRight = audioRight
    self.frameCount = frameCount
    self.time = time
    unsafe self.signal = signal
  }

  /// Declares which buses carry a signal.
  ///
  /// If the output requests the set, this method reports it; otherwise it writes
  /// zeros to the other buses.
  @inlinable @_noAllocation @_noLocks
  public func setSignal(_ buses: BusSet) {
    if let signal = unsafe signal {
      unsafe signal.pointee = buses
      return
    }
    var index = 0
    if !buses.contains(.haptic) {
      while index < frameCount {
        unsafe haptic[index] = 0
        index &+= 1
      }
    }
    index = 0
    if !buses.contains(.audio) {
      while index < frameCount {
        unsafe audioLeft[index] = 0
        unsafe audioRight[index] = 0
        index &+= 1
      }
    }
  }
}

/// A set of a block's buses.
public struct BusSet: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// One bit per bus.
  public let rawValue: UInt8

  /// Creates the set of buses whose bits are set.
  @inlinable @_noAllocation @_noLocks
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The haptic bus.
  @inlinable public static var haptic: BusSet {
    @_noAllocation @_noLocks get { BusSet(rawValue: 1) }
  }
  /// Both channels of the audio bus.
  @inlinable public static var audio: BusSet {
    @_noAllocation @_noLocks get { BusSet(rawValue: 2) }
  }
  /// All buses.
  @inlinable public static var all: BusSet {
    @_noAllocation @_noLocks get { BusSet(rawValue: 3) }
  }
  /// The empty set: silence.
  @inlinable public static var none: BusSet {
    @_noAllocation @_noLocks get { BusSet(rawValue: 0) }
  }

  /// Whether the set contains all of `other`.
  @inlinable @_noAllocation @_noLocks
  public func contains(_ other: BusSet) -> Bool { rawValue & other.rawValue == other.rawValue }
}

/// When a block is pulled and when it is heard, in nanoseconds of `MonotonicClock`.
///
/// Both times are steady: after a block of `n` frames, the times of the next block are later by `n / rate`. The
/// exceptions are slow corrections if a device's clock drifts, and jumps if the device stood still (an underrun,
/// sleep). The times do not include the jitter of the pulling thread.
public struct BlockTime: Hashable, Sendable, BitwiseCopyable {
  /// When the first frame of the block is due to be pulled.
  public var pulledNanoseconds: Int64
  /// When the first frame of the block is heard, to the output's best knowledge.
  public var heardNanoseconds: Int64

  /// Creates the times of a block.
  @inlinable @_noAllocation @_noLocks
  public init(pulledNanoseconds: Int64, heardNanoseconds: Int64) {
    self.pulledNanoseconds = pulledNanoseconds
    self.heardNanoseconds = heardNanoseconds
  }
}
