// Our choice: the text of each key is its name, because Apple does not publish the texts.

/// The format, an `AudioFormatID`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The frames per second.
public let AVSampleRateKey = "AVSampleRateKey"
/// The number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The bits of an uncompressed sample: 8, 16, 24 or 32.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// Whether the most significant byte of an uncompressed sample is the first.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// Whether uncompressed samples are floating-point numbers.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Whether the channels of an uncompressed sound are apart.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// The kind of file to write.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"
/// The quality of an encoder, from `AVAudioQuality`.
public let AVEncoderAudioQualityKey = "AVEncoderAudioQualityKey"
/// The quality of an encoder with a variable bit rate, from `AVAudioQuality`.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey"
/// The bits per second of an encoder.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The bits per second of an encoder, for each channel.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// How an encoder varies its bit rate.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// The bits per sample of an encoder.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// The quality of a conversion of the sample rate, from `AVAudioQuality`.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"
/// The arrangement of channels.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

/// The quality of an encoder or converter.
///
/// Source: `AVAudioSettings.h`.
public enum AVAudioQuality: Int, Sendable {
  /// The lowest quality.
  case min = 0
  /// Low quality.
  case low = 0x20
  /// Medium quality.
  case medium = 0x40
  /// High quality.
  case high = 0x60
  /// The highest quality.
  case max = 0x7F
}

/// The number of an audio format: its four characters.
public typealias AudioFormatID = UInt32

/// Uncompressed samples: 'lpcm'.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// MPEG-4 AAC: 'aac '.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// Apple Lossless: 'alac'.
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
/// Apple's IMA: 'ima4'.
public let kAudioFormatAppleIMA4: AudioFormatID = 0x696D_6134
/// MP3: '.mp3'.
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033
/// FLAC: 'flac'.
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163
/// Opus: 'opus'.
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573

/// The type of a media file, as a uniform type identifier.
///
/// Source: `AVMediaFormat.h`.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// The uniform type identifier.
  public let rawValue: String

  /// Creates a type from its identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a type from its identifier.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// RIFF WAVE.
  public static let wav = AVFileType("com.microsoft.waveform-audio")
  /// AIFF.
  public static let aiff = AVFileType("public.aiff-audio")
  /// AIFF-C.
  public static let aifc = AVFileType("public.aifc-audio")
  /// Apple's Core Audio Format.
  public static let caf = AVFileType("com.apple.coreaudio-format")
  /// MPEG-4 with sound only.
  public static let m4a = AVFileType("com.apple.m4a-audio")
  /// MPEG-4.
  public static let mp4 = AVFileType("public.mpeg-4")
  /// QuickTime.
  public static let mov = AVFileType("com.apple.quicktime-movie")
  /// MP3.
  public static let mp3 = AVFileType("public.mp3")
}
