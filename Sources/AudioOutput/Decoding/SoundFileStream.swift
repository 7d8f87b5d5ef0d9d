public import Realtime
internal import TextFormats

/// A sound file of any length that libsndfile reads block by block, at the file's own rate and in bounded memory.
///
/// Channels beyond two are mixed down to two. Samples that are not finite become silence. Named pipes, devices and
/// folders are rejected without waiting for them.
///
/// - Thread: one at a time.        Realtime-safe: no.
public final class SoundFileStream: SoundStream {
  private let reader: SoundFileReader
  private let downmix: Downmix
  private let path: String
  private var frames = 0

  /// Opens the file at `path`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - mixesLowFrequencyEffects: whether the low-frequency effects channel of surround sound is mixed in, with the
  ///     same weights as the center. Players that mix surround sound down to two channels omit it.
  /// - Throws: `SoundDecodingError` `.notFound`, `.unreadable`, including for a rate outside
  ///   `SoundFileDecoder.supportedRates`, or `.libraryMissing`.
  public init(
    path: String, mixesLowFrequencyEffects: Bool = false
  ) throws(SoundDecodingError) {
    reader = try SoundFileReader(path: path)
    try SoundFileDecoder.checkRate(of: reader, path: path)
    let speakers = reader.speakers
    downmix = Downmix(
      speakers: mixesLowFrequencyEffects
        ? speakers.map { $0 == .lowFrequency ? .center : $0 } : speakers)
    self.path = path
  }

  /// The file's frames per second.
  public var sampleRate: Double { Double(reader.sampleRate) }

  /// The number of samples so far that became silence because they were not finite.
  public var silencedCount: Int { reader.silencedCount }

  /// The number of bytes that are missing from the file according to its header, for example after an aborted copy.
  ///
  /// Only WAV and AIFF state their size.
  public var missingByteCount: Int { reader.missingByteCount }

  /// Returns the next samples of one or two channels; empty at the end.
  ///
  /// - Returns: the same number of samples for each channel, full scale ±1.
  /// - Throws: `SoundDecodingError` `.unreadable` if the file is damaged or ends early.
  public func next() throws(SoundDecodingError) -> [[Float]] {
    var channels = [[Float]](repeating: [], count: downmix.channelCount)
    guard try reader.readNext(through: downmix, to: &channels) else {
      try reader.checkCompleteness(frames: frames)
      return []
    }
    frames += channels[0].count
    return channels
  }
}
