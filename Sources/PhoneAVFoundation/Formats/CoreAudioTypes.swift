public import Foundation

/// A place for an error, as Objective-C's methods have it.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
/// The number of a frame, or a number of frames that may be negative.
public typealias AVAudioFramePosition = Int64
/// A number of frames.
public typealias AVAudioFrameCount = UInt32
/// A number of packets; for uncompressed sound, a packet is a frame.
public typealias AVAudioPacketCount = UInt32
/// A number of channels.
public typealias AVAudioChannelCount = UInt32
/// The number of a bus of a node.
public typealias AVAudioNodeBus = Int
/// The properties of an uncompressed format, such as `kAudioFormatFlagIsFloat`.
public typealias AudioFormatFlags = UInt32

/// The samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1
/// The most significant byte of a sample is the first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2
/// The samples are signed integers.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 4
/// The samples fill their bytes.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 8
/// The channels are apart.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 32
/// Packed floating-point numbers.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags = 9

/// A format of sound.
///
/// Source: `CoreAudioBaseTypes.h`.
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// The frames per second.
  public var mSampleRate: Double = 0
  /// The format; `kAudioFormatLinearPCM` for uncompressed samples.
  public var mFormatID: AudioFormatID = 0
  /// The properties of the format.
  public var mFormatFlags: AudioFormatFlags = 0
  /// The bytes of a packet.
  public var mBytesPerPacket: UInt32 = 0
  /// The frames of a packet.
  public var mFramesPerPacket: UInt32 = 0
  /// The bytes of a frame in one buffer.
  public var mBytesPerFrame: UInt32 = 0
  /// The number of channels.
  public var mChannelsPerFrame: UInt32 = 0
  /// The bits of a sample.
  public var mBitsPerChannel: UInt32 = 0
  /// Padding: 0.
  public var mReserved: UInt32 = 0

  /// Creates a description of nothing.
  public init() {}

  /// Creates a description.
  public init(
    mSampleRate: Double, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags,
    mBytesPerPacket: UInt32, mFramesPerPacket: UInt32, mBytesPerFrame: UInt32,
    mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32, mReserved: UInt32
  ) {
    self.mSampleRate = mSampleRate
    self.mFormatID = mFormatID
    self.mFormatFlags = mFormatFlags
    self.mBytesPerPacket = mBytesPerPacket
    self.mFramesPerPacket = mFramesPerPacket
    self.mBytesPerFrame = mBytesPerFrame
    self.mChannelsPerFrame = mChannelsPerFrame
    self.mBitsPerChannel = mBitsPerChannel
    self.mReserved = mReserved
  }
}

/// The valid members of a time stamp.
public struct AudioTimeStampFlags: OptionSet, Hashable, Sendable {
  /// One bit for each member.
  public let rawValue: UInt32

  /// Creates the set of members whose bits are set.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The sample time is valid.
  public static let sampleTimeValid = AudioTimeStampFlags(rawValue: 1)
  /// The host time is valid.
  public static let hostTimeValid = AudioTimeStampFlags(rawValue: 2)
}

/// A time in frames and on the clock of the phone.
///
/// Source: `CoreAudioBaseTypes.h`. The time codes of SMPTE are absent.
public struct AudioTimeStamp: Hashable, Sendable {
  /// The time in frames.
  public var mSampleTime: Double = 0
  /// The time on the clock; see `AVAudioTime.hostTime`.
  public var mHostTime: UInt64 = 0
  /// The actual frames per nominal frame: 1.
  public var mRateScalar: Double = 1
  /// The time of a word clock, which is not used.
  public var mWordClockTime: UInt64 = 0
  /// The valid members.
  public var mFlags: AudioTimeStampFlags = []
  /// Padding: 0.
  public var mReserved: UInt32 = 0

  /// Creates a time stamp without a time.
  public init() {}
}
