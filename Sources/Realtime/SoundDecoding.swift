/// A sound in memory: planar samples at one rate.
public struct DecodedSound: Hashable, Sendable {
  /// One or two channels with the same number of samples, full scale ±1.
  public let channels: [[Float]]
  /// Frames per second.
  public let sampleRate: Double
  /// The memory, in bytes, that the sound with all its original channels occupies as 32-bit floats at its original
  /// rate.
  ///
  /// Limits apply to this value, regardless of resampling and mixing down.
  public let decodedBytes: Int

  /// Creates a sound of one or two channels of equal length.
  ///
  /// - Parameters:
  ///   - channels: the samples of each channel; one or two of equal length.
  ///   - sampleRate: frames per second, more than 0.
  ///   - decodedBytes: the memory, in bytes, that the sound occupied before it was resampled or mixed down; nil if it
  ///     was neither resampled nor mixed down.
  public init(channels: [[Float]], sampleRate: Double, decodedBytes: Int? = nil) {
    precondition((1...2).contains(channels.count), "a sound must have one or two channels")
    precondition(
      channels.allSatisfy { $0.count == channels[0].count }, "the channels must have equal lengths")
    precondition(
      sampleRate > 0 && sampleRate.isFinite, "the sample rate must be finite and above 0")
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
    /// The decoded sound would exceed the permitted memory.
    case tooLarge
    /// The library that decodes or resamples is not installed; the detail names the package to install.
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

  /// One line for people: the path, then the detail.
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
  ///   - path: a file on the host.
  ///   - sampleRate: frames per second of the result.
  ///   - byteLimit: the most memory, in bytes, that the decoded samples may occupy (`DecodedSound.decodedBytes`).
  /// - Returns: one or two channels at `sampleRate`.
  /// - Throws: `SoundDecodingError` if the file is missing, not a sound, or too large.
  /// - Thread: any; may take a long time.        Realtime-safe: no.
  func decode(path: String, sampleRate: Double, byteLimit: Int) throws(SoundDecodingError)
    -> DecodedSound

  /// Decodes the file at `path` for looping: like `decode`, except that the last sample leads smoothly to the first.
  ///
  /// A decoder that resamples takes the samples on both sides of the seam into account. The default implementation
  /// returns the result of `decode`.
  ///
  /// - Parameters:
  ///   - path: a file on the host.
  ///   - sampleRate: frames per second of the result.
  ///   - byteLimit: the most memory, in bytes, that the decoded samples may occupy, as for `decode`.
  /// - Returns: one or two channels at `sampleRate`. They contain the sound once or, if it is very
  ///   short, several times.
  /// - Throws: `SoundDecodingError`, like `decode`.
  /// - Thread: any; may take a long time.        Realtime-safe: no.
  func decodeLoop(path: String, sampleRate: Double, byteLimit: Int) throws(SoundDecodingError)
    -> DecodedSound
}

extension SoundDecoding {
  /// Returns the result of `decode`, for decoders without special support for loops.
  public func decodeLoop(
    path: String, sampleRate: Double, byteLimit: Int
  ) throws(SoundDecodingError) -> DecodedSound {
    try decode(path: path, sampleRate: sampleRate, byteLimit: byteLimit)
  }
}

/// The properties stated in a sound file's header.
public struct SoundFacts: Hashable, Sendable {
  /// The encoding of samples.
  public enum Encoding: String, Hashable, Sendable, CaseIterable {
    /// Uncompressed samples, integers or floats: linear PCM.
    case linearPCM
    /// Apple's and Microsoft's formats with four bits per sample: IMA4, IMA ADPCM.
    case ima4
    /// Any other encoding.
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
    /// Any other kind.
    case other
  }

  /// The length in seconds; nil if the header does not state it.
  public let seconds: Double?
  /// The encoding of the samples.
  public let encoding: Encoding
  /// The kind of file.
  public let container: Container
  /// The number of bytes that are missing from the file according to its header, for example after an aborted copy; 0
  /// if the header does not state its size.
  public let missingByteCount: Int

  /// Creates the properties of a file.
  public init(
    seconds: Double?, encoding: Encoding, container: Container, missingByteCount: Int = 0
  ) {
    self.seconds = seconds
    self.encoding = encoding
    self.container = container
    self.missingByteCount = missingByteCount
  }
}

/// A reader of sound file headers.
public protocol SoundInspecting: Sendable {
  /// Reads the header of the file at `path` without decoding the sound.
  ///
  /// - Parameter path: a file on the host.
  /// - Returns: the properties in the header.
  /// - Throws: `SoundDecodingError` if the file is missing or not a sound.
  /// - Thread: any.        Realtime-safe: no.
  func inspect(path: String) throws(SoundDecodingError) -> SoundFacts
}

/// A sound that is read from beginning to end, block by block: any length, in bounded memory.
///
/// - Thread: one at a time.        Realtime-safe: no.
public protocol SoundStream: AnyObject {
  /// Frames per second.
  var sampleRate: Double { get }
  /// Returns the next samples of one or two channels, the same number for each, full scale ±1; empty at
  /// the end.
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
