public import Foundation

/// A file of sound, open for reading or for writing.
///
/// Uncompressed WAVE, AIFF and Core Audio Format can be read. A file called `.wav` is written as WAVE, and every other
/// file as Core Audio Format with uncompressed samples, whatever its settings.
///
/// Source: `AVAudioFile.h`.
///
/// - Thread: one at a time.
open class AVAudioFile: NSObject {
  /// The file.
  public let url: URL
  /// The format of the samples in the file.
  public let fileFormat: AVAudioFormat
  /// The format of the samples in the buffers.
  public let processingFormat: AVAudioFormat
  /// The contents of a file that is read.
  let sound: SoundFile?
  private var writer: SoundFileWriter?
  private var position: AVAudioFramePosition = 0

  /// Opens a file; its buffers have the standard format.
  ///
  /// - Throws: an `NSError` with a code of `AudioFile.h`: for a file that cannot be read or decoded.
  public convenience init(forReading fileURL: URL) throws {
    try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// Opens a file; its buffers have a common format.
  ///
  /// - Throws: an `NSError` with a code of `AudioFile.h`: for a file that cannot be read or decoded.
  public init(
    forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool
  ) throws {
    let sound = try SoundFile(contentsOf: fileURL)
    guard sound.samples != nil else {
      throw AudioFileError.unsupportedFormat.error(
        "\(fileURL.lastPathComponent): compressed samples cannot be decoded; convert the file to WAVE"
      )
    }
    url = fileURL
    self.sound = sound
    fileFormat = try Self.format(sound.settings, fileURL)
    processingFormat = Self.common(format, interleaved, like: fileFormat)
    super.init()
  }

  /// Creates a file, over any earlier file; its buffers have the standard format.
  ///
  /// - Throws: an `NSError` with 'fmt?' for an impossible format, or the error of the file system.
  public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
    try self.init(
      forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// Creates a file, over any earlier file; its buffers have a common format.
  ///
  /// - Throws: an `NSError` with 'fmt?' for an impossible format, or the error of the file system.
  public init(
    forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat,
    interleaved: Bool
  ) throws {
    url = fileURL
    sound = nil
    fileFormat = try Self.format(settings, fileURL)
    processingFormat = Self.common(format, interleaved, like: fileFormat)
    writer = try SoundFileWriter(fileURL, settings)
    super.init()
  }

  private static func format(_ settings: [String: Any], _ url: URL) throws -> AVAudioFormat {
    if let format = AVAudioFormat(settings: settings) { return format }
    throw AudioFileError.unsupportedFormat.error(
      "\(url.lastPathComponent): the settings need AVSampleRateKey and AVNumberOfChannelsKey")
  }

  private static func common(
    _ format: AVAudioCommonFormat, _ isInterleaved: Bool, like file: AVAudioFormat
  ) -> AVAudioFormat {
    let channels = file.channelCount
    return AVAudioFormat(
      commonFormat: format, sampleRate: file.sampleRate, channels: channels,
      interleaved: isInterleaved)
      ?? AVAudioChannelLayout(layoutTag: 147 << 16 | channels).map {
        AVAudioFormat(
          commonFormat: format, sampleRate: file.sampleRate, interleaved: isInterleaved,
          channelLayout: $0)
      } ?? file
  }

  /// The number of frames.
  open var length: AVAudioFramePosition {
    AVAudioFramePosition(sound?.frameCount ?? writer?.frameCount ?? 0)
  }

  /// The frame at which the next `read` begins, or at which the next `write` adds frames: the end.
  open var framePosition: AVAudioFramePosition {
    get { sound == nil ? length : position }
    set { position = min(max(0, newValue), length) }
  }

  /// Whether the file is open.
  open var isOpen: Bool { sound != nil || writer != nil }

  /// Closes a file that is written, which the end of the object does as well.
  open func close() { writer = nil }

  /// Reads frames until the buffer is full or the file ends.
  ///
  /// - Throws: an `NSError` with `eofErr` at the end of the file.
  open func read(into buffer: AVAudioPCMBuffer) throws {
    try read(into: buffer, frameCount: buffer.frameCapacity)
  }

  /// Reads frames until the buffer has this number, or the file ends.
  ///
  /// - Throws: an `NSError` with `eofErr` at the end of the file.
  open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
    require(buffer.format == processingFormat, "buffer.format == processingFormat")
    buffer.frameLength = 0
    let count = min(Int(frames), Int(buffer.frameCapacity), Int(length - position))
    guard let sound, count > 0 else {
      // Source: MacErrors.h, `eofErr`. Our choice: Apple does not document the error.
      throw NSError(
        domain: NSOSStatusErrorDomain, code: -39,
        userInfo: [NSLocalizedDescriptionKey: "\(url.lastPathComponent): the end of the file"])
    }
    sound.read(from: Int(position), frames: count, into: buffer)
    position += AVAudioFramePosition(count)
  }

  /// Adds the frames of a buffer at the end.
  ///
  /// - Throws: the error of the file system.
  open func write(from buffer: AVAudioPCMBuffer) throws {
    require(buffer.format == processingFormat, "buffer.format == processingFormat")
    guard let writer else {
      throw AudioFileError.unspecified.error("\(url.lastPathComponent): not open for writing")
    }
    try writer.write(buffer)
  }
}
