public import Foundation

/// The common formats of uncompressed samples.
///
/// Source: `AVAudioFormat.h`.
public enum AVAudioCommonFormat: UInt, Sendable {
  /// Another format.
  case otherFormat = 0
  /// Floating-point numbers of 32 bits.
  case pcmFormatFloat32 = 1
  /// Floating-point numbers of 64 bits.
  case pcmFormatFloat64 = 2
  /// Integers of 16 bits.
  case pcmFormatInt16 = 3
  /// Integers of 32 bits.
  case pcmFormatInt32 = 4

  /// The bits of a sample; 0 for another format.
  var bits: UInt32 {
    switch self {
    case .otherFormat: 0
    case .pcmFormatFloat32, .pcmFormatInt32: 32
    case .pcmFormatFloat64: 64
    case .pcmFormatInt16: 16
    }
  }

  var isFloat: Bool { self == .pcmFormatFloat32 || self == .pcmFormatFloat64 }
}

/// The number of a channel layout, with the number of its channels in the lower 16 bits.
public typealias AudioChannelLayoutTag = UInt32
/// One channel.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1
/// A left and a right channel.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2

/// The arrangement of channels, of which only the number of channels has an effect.
///
/// Source: `AVAudioChannelLayout.h`.
///
/// - Thread: any.
open class AVAudioChannelLayout: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): immutable.

  /// The number of the layout.
  public let layoutTag: AudioChannelLayoutTag

  /// Creates a layout; nil without channels.
  public init?(layoutTag: AudioChannelLayoutTag) {
    guard layoutTag & 0xFFFF > 0 else { return nil }
    self.layoutTag = layoutTag
  }

  /// The number of channels.
  open var channelCount: AVAudioChannelCount { layoutTag & 0xFFFF }

  /// Returns whether the other object is the same layout.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? AVAudioChannelLayout)?.layoutTag == layoutTag
  }

  open override var hash: Int { Int(layoutTag) }
}

/// The format of a piece of sound.
///
/// Source: `AVAudioFormat.h`.
///
/// - Thread: any.
@safe
open class AVAudioFormat: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): immutable.

  private let description_: AudioStreamBasicDescription
  private let pointer: UnsafeMutablePointer<AudioStreamBasicDescription>
  /// The arrangement of the channels, if it was given.
  public let channelLayout: AVAudioChannelLayout?

  private init(_ description: AudioStreamBasicDescription, _ layout: AVAudioChannelLayout?) {
    description_ = description
    channelLayout = layout
    // SAFETY: freed in deinit.
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: description)
    super.init()
  }

  deinit { unsafe pointer.deallocate() }

  /// Creates a format from a description; nil if it has more than two channels.
  public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
    let description = unsafe asbd.pointee
    guard (1...2).contains(description.mChannelsPerFrame) else { return nil }
    self.init(description, nil)
  }

  /// Creates a format from a description and a channel layout.
  public convenience init(
    streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>,
    channelLayout layout: AVAudioChannelLayout?
  ) {
    unsafe self.init(asbd.pointee, layout)
  }

  /// Creates the standard format: floating-point numbers of 32 bits, with the channels apart; nil for more than two
  /// channels, which need a layout.
  public convenience init?(
    standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount
  ) {
    self.init(
      commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels,
      interleaved: false)
  }

  /// Creates the standard format with a channel layout.
  public convenience init(
    standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout
  ) {
    self.init(
      commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false,
      channelLayout: layout)
  }

  /// Creates a common format; nil for more than two channels, which need a layout.
  public convenience init?(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount,
    interleaved: Bool
  ) {
    guard (1...2).contains(channels), sampleRate.isFinite, sampleRate >= 0, format != .otherFormat
    else { return nil }
    self.init(Self.describe(format, sampleRate, channels, interleaved), nil)
  }

  /// Creates a common format with a channel layout.
  public convenience init(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
    channelLayout layout: AVAudioChannelLayout
  ) {
    self.init(Self.describe(format, sampleRate, layout.channelCount, interleaved), layout)
  }

  /// Creates a format from settings with Apple's keys; nil if the rate or the channels are missing.
  public convenience init?(settings: [String: Any]) {
    guard let rate = (settings[AVSampleRateKey] as? NSNumber)?.doubleValue, rate.isFinite,
      let channels = (settings[AVNumberOfChannelsKey] as? NSNumber)?.intValue,
      (1...64).contains(channels)
    else { return nil }
    let id = (settings[AVFormatIDKey] as? NSNumber)?.uint32Value ?? kAudioFormatLinearPCM
    guard id == kAudioFormatLinearPCM else {
      var description = AudioStreamBasicDescription()
      description.mSampleRate = rate
      description.mFormatID = id
      description.mChannelsPerFrame = UInt32(channels)
      self.init(description, nil)
      return
    }
    func flag(_ key: String) -> Bool { (settings[key] as? NSNumber)?.boolValue ?? false }
    let isFloat = flag(AVLinearPCMIsFloatKey)
    let bits = (settings[AVLinearPCMBitDepthKey] as? NSNumber)?.uint32Value ?? (isFloat ? 32 : 16)
    guard (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bits) else { return nil }
    self.init(
      Self.describe(
        rate, UInt32(channels), bits, isFloat: isFloat,
        isInterleaved: !flag(AVLinearPCMIsNonInterleaved),
        isBigEndian: flag(AVLinearPCMIsBigEndianKey)), nil)
  }

  /// Returns the standard format for any rate and number of channels, including 0.
  static func native(_ sampleRate: Double, _ channels: Int) -> AVAudioFormat {
    AVAudioFormat(
      describe(
        channels > 0 ? sampleRate : 0, UInt32(channels), 32, isFloat: true, isInterleaved: false,
        isBigEndian: false), nil)
  }

  private static func describe(
    _ format: AVAudioCommonFormat, _ rate: Double, _ channels: UInt32, _ isInterleaved: Bool
  ) -> AudioStreamBasicDescription {
    describe(
      rate, channels, format.bits, isFloat: format.isFloat, isInterleaved: isInterleaved,
      isBigEndian: false)
  }

  private static func describe(
    _ rate: Double, _ channels: UInt32, _ bits: UInt32, isFloat: Bool, isInterleaved: Bool,
    isBigEndian: Bool
  ) -> AudioStreamBasicDescription {
    let bytes = bits / 8 * (isInterleaved ? channels : 1)
    return AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsPacked
        | (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
        | (isInterleaved ? 0 : kAudioFormatFlagIsNonInterleaved)
        | (isBigEndian ? kAudioFormatFlagIsBigEndian : 0),
      mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes,
      mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
  }

  // MARK: Properties

  /// The description of the format, valid as long as the format.
  open var streamDescription: UnsafePointer<AudioStreamBasicDescription> {
    // SAFETY: the memory lives as long as the format.
    unsafe UnsafePointer(pointer)
  }

  /// The common format; `otherFormat` for any other.
  open var commonFormat: AVAudioCommonFormat {
    guard isUncompressed, description_.mFormatFlags & kAudioFormatFlagIsBigEndian == 0 else {
      return .otherFormat
    }
    let isFloat = description_.mFormatFlags & kAudioFormatFlagIsFloat != 0
    switch (isFloat, description_.mBitsPerChannel) {
    case (true, 32): return .pcmFormatFloat32
    case (true, 64): return .pcmFormatFloat64
    case (false, 16): return .pcmFormatInt16
    case (false, 32): return .pcmFormatInt32
    default: return .otherFormat
    }
  }

  /// Whether the samples are uncompressed.
  var isUncompressed: Bool { description_.mFormatID == kAudioFormatLinearPCM }

  /// Whether the format is the standard format: floating-point numbers of 32 bits, with the channels apart.
  open var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }
  /// The number of channels.
  open var channelCount: AVAudioChannelCount { description_.mChannelsPerFrame }
  /// The frames per second.
  open var sampleRate: Double { description_.mSampleRate }
  /// Whether the samples of the channels alternate.
  open var isInterleaved: Bool {
    isUncompressed && description_.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
  }

  /// The format, with Apple's keys.
  open var settings: [String: Any] {
    var settings: [String: Any] = [
      AVFormatIDKey: NSNumber(value: description_.mFormatID),
      AVSampleRateKey: NSNumber(value: sampleRate),
      AVNumberOfChannelsKey: NSNumber(value: channelCount),
    ]
    guard isUncompressed else { return settings }
    let flags = description_.mFormatFlags
    settings[AVLinearPCMBitDepthKey] = NSNumber(value: description_.mBitsPerChannel)
    settings[AVLinearPCMIsFloatKey] = NSNumber(value: flags & kAudioFormatFlagIsFloat != 0)
    settings[AVLinearPCMIsBigEndianKey] = NSNumber(value: flags & kAudioFormatFlagIsBigEndian != 0)
    settings[AVLinearPCMIsNonInterleaved] = NSNumber(value: !isInterleaved)
    return settings
  }

  /// Returns whether the other object is an equal format.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioFormat else { return false }
    return description_ == other.description_ && channelLayout == other.channelLayout
  }

  open override var hash: Int { description_.hashValue }

  open override var description: String {
    "<AVAudioFormat: \(channelCount) ch, \(sampleRate) Hz, \(commonFormat)"
      + "\(isInterleaved ? ", interleaved" : "")>"
  }
}
