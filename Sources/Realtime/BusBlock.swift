/// The buses of one block: where a source writes, and an output reads, `frameCount` frames.
///
/// Three planar buffers of `Float` at full scale ±1, not yet clamped: the haptic bus (mono) and the
/// left and right of the audio bus. The memory belongs to the maker of the block and lives at least
/// as long as the call that passes it.
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
  /// How many frames each buffer holds.
  public let frameCount: Int
  /// When the block is pulled and heard; nil where an output has no clock, because it is pulled by
  /// hand or as fast as it goes.
  public let time: BlockTime?
  /// Where the source says which buses carry a signal; nil for an output that does not ask.
  ///
  /// A source that is asked need not write the samples of a bus that is silent: it leaves the bus
  /// out of the set, and the output does not read its buffers. A source that is not asked writes
  /// zeros there.
  public let signal: UnsafeMutablePointer<BusSet>?

  /// A block over three buffers of `frameCount` samples each.
  ///
  /// The caller promises that each pointer is valid for `frameCount` samples, and `signal` for one
  /// set, while the block is in use.
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

  /// Says which buses carry a signal: writes zeros to the others, or, where the output asked,
  /// reports them to it.
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

/// Some of the buses of a block.
public struct BusSet: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// One bit a bus.
  public let rawValue: UInt8

  /// The buses whose bits are set.
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
  /// No bus: silence.
  @inlinable public static var none: BusSet {
    @_noAllocation @_noLocks get { BusSet(rawValue: 0) }
  }

  /// Whether all of `other` are in the set.
  @inlinable @_noAllocation @_noLocks
  public func contains(_ other: BusSet) -> Bool { rawValue & other.rawValue == other.rawValue }
}

/// When a block is pulled and when it is heard, in nanoseconds of `MonotonicClock`.
///
/// Both are steady: the block after one of `n` frames is `n / rate` later, but for slow corrections
/// where a device's clock drifts and for jumps where it stood still (an underrun, sleep). The jitter
/// of the thread that pulls is not in them.
public struct BlockTime: Hashable, Sendable, BitwiseCopyable {
  /// When the first frame of the block is due to be pulled.
  public var pulledNanoseconds: Int64
  /// When the first frame of the block is heard, as far as the output knows.
  public var heardNanoseconds: Int64

  /// The times of a block.
  @inlinable @_noAllocation @_noLocks
  public init(pulledNanoseconds: Int64, heardNanoseconds: Int64) {
    self.pulledNanoseconds = pulledNanoseconds
    self.heardNanoseconds = heardNanoseconds
  }
}
