/// A sound in memory: planar samples at one rate.
public struct DecodedSound: Hashable, Sendable {
  /// One or two channels of equally many samples, full scale ±1.
  public let channels: [[Float]]
  /// Frames per second.
  public let sampleRate: Double
  /// The memory that the sound takes as 32-bit floats at its own rate, with all channels that it has,
  /// in bytes: what it is counted as, whatever it was resampled to and mixed down to.
  public let decodedBytes: Int

  /// A sound of one or two channels of equal length.
  ///
  /// - Parameters:
  ///   - channels: the samples of each channel; one or two of equally many.
  ///   - sampleRate: frames per second, more than 0.
  ///   - decodedBytes: the memory it took before it was resampled or mixed down, in bytes; nil where
  ///     it was not.
  public init(channels: [[Float]], sampleRate: Double, decodedBytes: Int? = nil) {
    precondition((1...2).contains(channels.count), "a sound has one channel or two")
    precondition(
      channels.allSatisfy { $0.count == channels[0].count }, "channels have equal lengths")
    precondition(sampleRate > 0 && sampleRate.isFinite, "a sound has a sample rate above 0")
    self.channels = channels
    self.sampleRate = sampleRate
    self.decodedBytes =
      decodedBytes ?? channels.count * channels[0].count * MemoryLayout<Float>.size
  }

  /// The number of frames in each channel.
  public var frameCount: Int { channels[0].count }
}

/// An error in decoding a sound file.
public struct SoundDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The file does not exist, or is not a regular file.
    case notFound
    /// The file is not a sound file of a known format, or is damaged.
    case unreadable
    /// The decoded sound would not fit in the memory allowed.
    case tooLarge
    /// The library that decodes or resamples is not installed; the detail says what to install.
    case libraryMissing
  }

  /// The kind of error.
  public let kind: Kind
  /// The file.
  public let path: String
  /// The decoder's message.
  public let detail: String

  /// An error of `kind` about the file at `path`.
  public init(_ kind: Kind, path: String, detail: String) {
    self.kind = kind
    self.path = path
    self.detail = detail
  }

  /// One line for a person: path, then detail.
  public var description: String { "\(path): \(detail)" }
}

/// A decoder of sound files.
///
/// Engines use it for the sound files that patterns name.
public protocol SoundDecoding: Sendable {
  /// Decodes the file at `path`, mixes more than two channels down to two, and resamples to
  /// `sampleRate`.
  ///
  /// - Parameters:
  ///   - path: a file of the host.
  ///   - sampleRate: frames per second of the result.
  ///   - byteLimit: the most memory the decoded samples may take (`DecodedSound.decodedBytes`), in
  ///     bytes.
  /// - Returns: one or two channels at `sampleRate`.
  /// - Throws: `SoundDecodingError` if the file is missing, not a sound, or too large.
  /// - Thread: any; may take long.        Realtime-safe: no.
  func decode(path: String, sampleRate: Double, byteLimit: Int) throws(SoundDecodingError)
    -> DecodedSound

  /// Decodes the file at `path` for being repeated: as `decode`, but that its last sample leads to its first.
  ///
  /// A decoder that resamples does so across the seam; by default the sound is that of `decode`.
  ///
  /// - Parameters:
  ///   - path: a file of the host.
  ///   - sampleRate: frames per second of the result.
  ///   - byteLimit: the most memory the decoded samples may take, as for `decode`.
  /// - Returns: one or two channels at `sampleRate`, the sound once or, if it is very short, several times.
  /// - Throws: `SoundDecodingError` as `decode`.
  /// - Thread: any; may take long.        Realtime-safe: no.
  func decodeLoop(path: String, sampleRate: Double, byteLimit: Int) throws(SoundDecodingError)
    -> DecodedSound
}

extension SoundDecoding {
  /// The sound of `decode`, for decoders that have nothing better for loops.
  public func decodeLoop(
    path: String, sampleRate: Double, byteLimit: Int
  ) throws(SoundDecodingError) -> DecodedSound {
    try decode(path: path, sampleRate: sampleRate, byteLimit: byteLimit)
  }
}

/// What a sound file says of itself.
public struct SoundFacts: Hashable, Sendable {
  /// The encoding of samples.
  public enum Encoding: String, Hashable, Sendable, CaseIterable {
    /// Samples as they are, whole numbers or floats: linear PCM.
    case linearPCM
    /// Apple's and Microsoft's four bits for a sample: IMA4, IMA ADPCM.
    case ima4
    /// Something else.
    case other
  }

  /// The kind of file.
  public enum Container: String, Hashable, Sendable, CaseIterable {
    /// RIFF WAVE.
    case wave
    /// AIFF and AIFF-C.
    case aiff
    /// Apple's Core Audio Format.
    case caf
    /// Something else.
    case other
  }

  /// The length in seconds; nil if the header does not say.
  public let seconds: Double?
  /// The encoding of the samples.
  public let encoding: Encoding
  /// The kind of file.
  public let container: Container
  /// How many bytes the file has less than its header says, as a copy that was broken off; 0 if the header
  /// does not say.
  public let missingByteCount: Int

  /// What a file says.
  public init(
    seconds: Double?, encoding: Encoding, container: Container, missingByteCount: Int = 0
  ) {
    self.seconds = seconds
    self.encoding = encoding
    self.container = container
    self.missingByteCount = missingByteCount
  }
}

/// A reader of what sound files say of themselves.
public protocol SoundInspecting: Sendable {
  /// Reads the header of the file at `path`; nothing is decoded.
  ///
  /// - Parameter path: a file of the host.
  /// - Returns: what it says.
  /// - Throws: `SoundDecodingError` if the file is missing or not a sound.
  /// - Thread: any.        Realtime-safe: no.
  func inspect(path: String) throws(SoundDecodingError) -> SoundFacts
}

/// A sound that is read from its beginning to its end, block by block: of any length, in bounded memory.
///
/// - Thread: one at a time.        Realtime-safe: no.
public protocol SoundStream: AnyObject {
  /// Frames per second.
  var sampleRate: Double { get }
  /// The next samples of one or two channels, equally many of each, full scale ±1; empty at the end.
  ///
  /// - Throws: `SoundDecodingError` if the sound is damaged.
  func next() throws(SoundDecodingError) -> [[Float]]
}

extension DecodedSound {
  /// The sound as a stream.
  public func stream() -> some SoundStream { DecodedSoundStream(self) }
}

private final class DecodedSoundStream: SoundStream {
  /// Our choice: about a second.
  private static let blockFrames = 65_536
  private let sound: DecodedSound
  private var position = 0

  init(_ sound: DecodedSound) { self.sound = sound }

  var sampleRate: Double { sound.sampleRate }

  func next() -> [[Float]] {
    let end = min(position + Self.blockFrames, sound.frameCount)
    defer { position = end }
    return position < end ? sound.channels.map { Array($0[position..<end]) } : []
  }
}
