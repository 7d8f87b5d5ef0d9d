public import Realtime
internal import TextFormats

/// A sound file that is read block by block by libsndfile, at its own rate: of any length, in bounded
/// memory.
///
/// Channels beyond two are mixed down to two. What is not a finite number becomes silence. A named pipe,
/// device or folder is refused without waiting for it.
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
  ///   - mixesLowFrequencyEffects: whether the channel of low-frequency effects of surround sound is heard as
  ///     the centre is; players of two channels leave it out.
  /// - Throws: `SoundDecodingError` `.notFound`, `.unreadable`, also for a rate outside of
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

  /// Frames per second, as the file says.
  public var sampleRate: Double { Double(reader.sampleRate) }

  /// How many of the samples that came so far are silence because they were not finite numbers.
  public var silencedCount: Int { reader.silencedCount }

  /// How many bytes the file has less than its header says, as a copy that was broken off; only WAV and AIFF
  /// say it.
  public var missingByteCount: Int { reader.missingByteCount }

  /// The next samples of one or two channels; empty at the end.
  ///
  /// - Returns: equally many samples of each channel, full scale ±1.
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
