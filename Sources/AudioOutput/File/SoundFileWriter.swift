private import Glibc
internal import PacedOutput
public import Realtime
internal import TextFormats

/// Writes blocks of the buses to a sound file that appears only once it is complete, or not at all.
///
/// Blocks are mixed, converted and written through one small buffer, so memory use does not grow with the length. The
/// path `-` means a WAV stream to standard output. A path to a device or a named pipe is also written as a stream.
/// Until `finish` succeeds, a previous file at the path is kept. A writer that is released without `finish` leaves
/// nothing behind.
///
/// - Thread: one at a time.        Realtime-safe: no.
@safe
public final class SoundFileWriter {
  /// The path and format of the file.
  public struct Configuration: Hashable, Sendable {
    /// The file, or `-` for standard output.
    public var path: String
    /// The kind of file.
    public var format: SoundFileFormat
    /// Frames per second.
    public var sampleRate: Int
    /// Which bus goes to which channel.
    public var map: ChannelMap
    /// The expected number of frames, if known.
    ///
    /// It is required for WAV files larger than 4 GB and for streams whose readers need the length.
    public var expectedFrames: Int64?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - path: the file, or `-`.
    ///   - format: the kind of file.
    ///   - sampleRate: frames per second, 8 000 to 192 000 (`BlockLimits.sampleRates`).
    ///   - map: which bus goes to which channel.
    ///   - expectedFrames: the expected number of frames, or nil.
    public init(
      path: String, format: SoundFileFormat, sampleRate: Int = 48_000,
      map: ChannelMap = .mix(channelCount: 2), expectedFrames: Int64? = nil
    ) {
      self.path = path
      self.format = format
      self.sampleRate = sampleRate
      self.map = map
      self.expectedFrames = expectedFrames
    }
  }

  /// The number of frames written at a time.
  ///
  /// Our choice: 4 096 frames of two floats are 32 KiB, which stay in the cache and are enough for one system call.
  private static let bufferFrames = 4_096

  private let pending: PendingFile?
  private let streamDescriptor: Int32?
  private let sink: any FrameSink
  private var mixdown: Mixdown
  private let buffer: UnsafeMutableRawPointer

  /// The mix report so far.
  public var report: MixReport { mixdown.report }

  /// Begins the file.
  ///
  /// - Throws: `OutputError` `.cannotWrite` if a file cannot be created at the path, or if the path only allows a
  ///   stream and the format is not WAV; `.unsupportedConfiguration` if the rate cannot be rendered, or the format does
  ///   not support the channels or the rate.
  public convenience init(_ configuration: Configuration) throws(OutputError) {
    try BlockLimits.check(
      sampleRate: Double(configuration.sampleRate), subject: configuration.path)
    let parameters = FrameSinkParameters(
      path: configuration.path, format: configuration.format,
      sampleRate: configuration.sampleRate, channelCount: configuration.map.channelCount,
      expectedFrames: configuration.expectedFrames)
    if let stream = try Self.stream(at: configuration) {
      self.init(
        sink: try WaveStream(parameters, descriptor: stream.descriptor),
        map: configuration.map, pending: nil,
        streamDescriptor: stream.isOurs ? stream.descriptor : nil)
    } else {
      let pending = try PendingFile.create(at: configuration.path)
      self.init(
        sink: try SoundFileEncoder(parameters, descriptor: pending.descriptor),
        map: configuration.map, pending: pending, streamDescriptor: nil)
    }
  }

  private init(
    sink: any FrameSink, map: ChannelMap, pending: PendingFile?, streamDescriptor: Int32?
  ) {
    self.sink = sink
    self.pending = pending
    self.streamDescriptor = streamDescriptor
    mixdown = Mixdown(map: map, format: sink.sampleFormat)
    // SAFETY: freed in deinit; written before it is read.
    unsafe buffer = .allocate(
      byteCount: Self.bufferFrames * mixdown.frameBytes, alignment: 16)
  }

  deinit {
    unsafe buffer.deallocate()
    if let streamDescriptor { close(streamDescriptor) }
  }

  /// Writes all frames of `block`.
  ///
  /// - Throws: `OutputError` `.cannotWrite` if the disk is full, the reader has closed the pipe, or the file has become
  ///   too large for its format. The file cannot be finished after such an error.
  public func write(_ block: BusBlock) throws(OutputError) {
    var offset = 0
    while offset < block.frameCount {
      let count = min(Self.bufferFrames, block.frameCount - offset)
      // SAFETY: offset + count <= frameCount, for which the block's pointers are valid.
      let part = unsafe BusBlock(
        haptic: block.haptic + offset, audioLeft: block.audioLeft + offset,
        audioRight: block.audioRight + offset, frameCount: count, signal: block.signal)
      unsafe mixdown.convert(part, to: buffer)
      try unsafe sink.write(buffer, frames: count)
      offset += count
    }
  }

  /// Completes the file and gives it its name.
  ///
  /// Nothing can be written afterward.
  ///
  /// - Throws: `OutputError` `.cannotWrite`; the new file then does not exist.
  public func finish() throws(OutputError) {
    try sink.finish()
    try pending?.commit()
  }

  /// The descriptor to stream to, if the path does not name a file.
  private static func stream(
    at configuration: Configuration
  ) throws(OutputError) -> (descriptor: Int32, isOurs: Bool)? {
    let path = configuration.path
    let isStandardOutput = path == "-"
    if !isStandardOutput && !PendingFile.isStream(path) { return nil }
    if configuration.format.container != .wav {
      throw OutputError(
        .cannotWrite, subject: path,
        detail: "Only WAV can be written to a stream, not \(configuration.format.container).")
    }
    if isStandardOutput { return (STDOUT_FILENO, false) }
    return (try PendingFile.openStream(path), true)
  }
}
