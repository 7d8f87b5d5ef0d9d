/// A buffer of one or more channels.
///
/// Source: `CoreAudioBaseTypes.h`.
@safe
public struct AudioBuffer {
  /// The number of channels, whose samples alternate.
  public var mNumberChannels: UInt32 = 0
  /// The number of valid bytes.
  public var mDataByteSize: UInt32 = 0
  /// The samples.
  public var mData: UnsafeMutableRawPointer?

  /// Creates a buffer without samples.
  public init() {
    // SAFETY: no memory.
    unsafe mData = nil
  }

  /// Creates a buffer of samples that somebody else owns.
  public init(
    mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?
  ) {
    self.mNumberChannels = mNumberChannels
    self.mDataByteSize = mDataByteSize
    unsafe self.mData = unsafe mData
  }
}

/// The buffers of one piece of sound: one, or one for each channel.
///
/// The further buffers follow `mBuffers` in memory; see ``UnsafeMutableAudioBufferListPointer``.
///
/// Source: `CoreAudioBaseTypes.h`.
public struct AudioBufferList {
  /// The number of buffers.
  public var mNumberBuffers: UInt32
  /// The first buffer.
  public var mBuffers: AudioBuffer

  /// Creates a list of one buffer without samples.
  public init() {
    mNumberBuffers = 1
    mBuffers = AudioBuffer()
  }

  /// Creates a list of one buffer.
  public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) {
    self.mNumberBuffers = mNumberBuffers
    self.mBuffers = mBuffers
  }
}

/// The buffers of a list in memory.
///
/// Source: the overlay of Core Audio for Swift.
@safe
public struct UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
  /// The list.
  public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

  /// Creates a view of a list.
  public init(_ p: UnsafeMutablePointer<AudioBufferList>) {
    unsafe unsafeMutablePointer = unsafe p
  }

  /// Creates a view of a list; nil for no list.
  public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
    guard let p = unsafe p else { return nil }
    unsafe self.init(p)
  }

  /// The list, which must not be changed.
  public var unsafePointer: UnsafePointer<AudioBufferList> {
    // SAFETY: the same memory.
    unsafe UnsafePointer(unsafeMutablePointer)
  }

  /// The number of buffers.
  public var count: Int {
    get { unsafe Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    nonmutating set { unsafe unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
  }

  /// The first index: 0.
  public var startIndex: Int { 0 }
  /// The index after the last buffer.
  public var endIndex: Int { count }

  /// Accesses a buffer.
  public subscript(index: Int) -> AudioBuffer {
    get {
      precondition(index < count, "subscript index out of range")
      return unsafe buffers[index]
    }
    nonmutating set {
      precondition(index < count, "subscript index out of range")
      unsafe buffers[index] = newValue
    }
  }

  private var buffers: UnsafeMutablePointer<AudioBuffer> {
    let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8
    // SAFETY: the layout of a list in C: the buffers follow one another from this offset on.
    let raw = unsafe UnsafeMutableRawPointer(unsafeMutablePointer) + offset
    return unsafe raw.assumingMemoryBound(to: AudioBuffer.self)
  }
}

extension AudioBufferList {
  /// Returns the number of bytes of a list with this many buffers.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    MemoryLayout<AudioBufferList>.size
      + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
  }

  // SAFETY: the caller frees it, as on Apple's platforms.
  /// Allocates a list of buffers without samples, which the caller frees.
  public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
    precondition(maximumBuffers >= 1, "a list has at least one buffer")
    let size = sizeInBytes(maximumBuffers: maximumBuffers)
    // SAFETY: the same memory.
    let raw = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe raw.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    // SAFETY: the memory has the size and the alignment of the list; zeros are buffers without samples.
    let list = unsafe UnsafeMutableAudioBufferListPointer(
      raw.assumingMemoryBound(to: AudioBufferList.self))
    list.count = maximumBuffers
    return list
  }
}

extension UnsafeBufferPointer {
  /// Creates a view of the samples of a buffer, which have the type `Element`.
  public init(_ buffer: AudioBuffer) {
    // SAFETY: the caller knows the type of the samples.
    let start = unsafe buffer.mData?.assumingMemoryBound(to: Element.self)
    unsafe self.init(
      start: start, count: Int(buffer.mDataByteSize) / MemoryLayout<Element>.stride)
  }
}

extension UnsafeMutableBufferPointer {
  /// Creates a view of the samples of a buffer, which have the type `Element`.
  public init(_ buffer: AudioBuffer) {
    // SAFETY: the caller knows the type of the samples.
    let start = unsafe buffer.mData?.assumingMemoryBound(to: Element.self)
    unsafe self.init(
      start: start, count: Int(buffer.mDataByteSize) / MemoryLayout<Element>.stride)
  }
}
