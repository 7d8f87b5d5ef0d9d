private import CSampleRate
public import Realtime
internal import TextFormats

/// Decodes sound files with libsndfile (WAV, FLAC, Ogg, AIFF and others) and resamples them with
/// libsamplerate.
///
/// Designed for untrusted files. The size that a header announces is checked against the limit before memory is
/// allocated, and the actual content is checked again. Named pipes, devices and folders are rejected without waiting
/// for them.
///
/// - Thread: any; decodings do not share state.        Realtime-safe: no.
public struct SoundFileDecoder: SoundDecoding, SoundInspecting {
  /// The sample rates of files that can be decoded, in frames per second.
  ///
  /// Our choice: other rates are not used for audio, and a file whose header states 1 Hz must not grow to gigabytes
  /// when resampled.
  public static let supportedRates = 4_000...768_000

  /// Creates a decoder.
  public init() {}

  /// Decodes the file at `path`.
  ///
  /// Channels beyond two are mixed down to two. If the file already has `sampleRate`, its samples are unchanged.
  /// Otherwise they are resampled (SRC_SINC_MEDIUM_QUALITY: 121 dB signal to noise, bandwidth 90 %. Source:
  /// libsamplerate's documentation). Samples that are not finite become silence.
  ///
  /// - Parameters:
  ///   - path: a file on the host.
  ///   - sampleRate: frames per second of the result.
  ///   - byteLimit: the most memory, in bytes, that the decoded samples of all channels may occupy
  ///     before resampling.
  /// - Returns: one or two channels at `sampleRate`.
  /// - Throws: `SoundDecodingError` `.notFound` if the file does not exist. `.unreadable` if it is not a sound file of
  ///   a known format, ends early, does not contain any sound, or has a rate outside `supportedRates`. `.tooLarge` if
  ///   it exceeds the limit. `.libraryMissing` if libsndfile or libsamplerate is not installed.
  public func decode(
    path: String, sampleRate: Double, byteLimit: Int
  ) throws(SoundDecodingError) -> DecodedSound {
    try decode(path, sampleRate, byteLimit) { samples, ratio throws(ResamplingError) in
      try samples.resampled(by: ratio)
    }
  }

  /// Decodes the file at `path` for looping, like `decode`.
  ///
  /// A file at another rate is resampled as if it were already repeating, so that its end has neither a gap nor a
  /// click.
  ///
  /// A loop has a whole number of frames. A sound shorter than a second is repeated several times in the result, so
  /// that its pitch is off by at most 10 millionths.
  ///
  /// - Parameters:
  ///   - path: a file on the host.
  ///   - sampleRate: frames per second of the result.
  ///   - byteLimit: the most memory, in bytes, that the decoded samples of all channels may occupy
  ///     before resampling.
  /// - Returns: one or two channels at `sampleRate`.
  /// - Throws: `SoundDecodingError`, like `decode`.
  public func decodeLoop(
    path: String, sampleRate: Double, byteLimit: Int
  ) throws(SoundDecodingError) -> DecodedSound {
    try decode(path, sampleRate, byteLimit) { samples, ratio throws(ResamplingError) in
      try samples.resampledAsLoop(by: ratio, atLeast: Int(sampleRate))
    }
  }

  private func decode(
    _ path: String, _ sampleRate: Double, _ byteLimit: Int,
    _ resample: ([Float], Double) throws(ResamplingError) -> [Float]
  ) throws(SoundDecodingError) -> DecodedSound {
    let reader = try SoundFileReader(path: path)
    try Self.checkRate(of: reader, path: path)
    let downmix = Downmix(speakers: reader.speakers)
    let channels = try reader.read(through: downmix, byteLimit: byteLimit)
    if channels[0].isEmpty {
      throw SoundDecodingError(
        .unreadable, path: path, detail: "The file does not contain any sound.")
    }
    let decodedBytes = channels[0].count * reader.frameBytes
    if Double(reader.sampleRate) == sampleRate {
      return DecodedSound(
        channels: channels, sampleRate: sampleRate, decodedBytes: decodedBytes)
    }
    do throws(ResamplingError) {
      let ratio = sampleRate / Double(reader.sampleRate)
      var resampled: [[Float]] = []
      for channel in channels { resampled.append(try resample(channel, ratio)) }
      return DecodedSound(
        channels: resampled, sampleRate: sampleRate, decodedBytes: decodedBytes)
    } catch {
      throw SoundDecodingError(
        error.isLibraryMissing ? .libraryMissing : .unreadable, path: path, detail: error.detail)
    }
  }
}

extension SoundFileDecoder {
  /// Rejects a file with a rate outside `supportedRates`.
  static func checkRate(of reader: SoundFileReader, path: String) throws(SoundDecodingError) {
    guard !supportedRates.contains(reader.sampleRate) else { return }
    throw SoundDecodingError(
      .unreadable, path: path,
      detail: """
        The sample rate is \(reader.sampleRate) Hz; it must be from \(supportedRates.lowerBound) \
        to \(supportedRates.upperBound) Hz.
        """)
  }

  /// Returns the memory that all channels of the sound at `path` occupy as 32-bit floats at the sound's own rate,
  /// according to the file's header.
  ///
  /// Does not decode anything.
  ///
  /// - Parameter path: a file on the host.
  /// - Returns: the size in bytes; `Int.max` if the header does not state it.
  /// - Throws: `SoundDecodingError`, like `decode`, except for sounds that end early or are too
  ///   large.
  /// - Thread: any.        Realtime-safe: no.
  public func decodedBytes(path: String) throws(SoundDecodingError) -> Int {
    let reader = try SoundFileReader(path: path)
    try Self.checkRate(of: reader, path: path)
    guard let frames = reader.announcedFrames else { return .max }
    return frames.multipliedReportingOverflow(by: reader.frameBytes).partialValue
  }
}

extension SoundFileDecoder {
  /// Reads the header of the file at `path` without decoding the sound.
  ///
  /// - Parameter path: a file on the host.
  /// - Returns: the duration and format of the file.
  /// - Throws: `SoundDecodingError`, like `decode`, except for sounds that end early or are too
  ///   large.
  /// - Thread: any.        Realtime-safe: no.
  public func inspect(path: String) throws(SoundDecodingError) -> SoundFacts {
    let reader = try SoundFileReader(path: path)
    try Self.checkRate(of: reader, path: path)
    return SoundFacts(
      seconds: reader.announcedFrames.map { Double($0) / Double(reader.sampleRate) },
      encoding: reader.encoding, container: reader.container,
      missingByteCount: reader.missingByteCount)
  }
}

/// An error from libsamplerate.
struct ResamplingError: Error, Hashable, Sendable {
  /// libsamplerate's message.
  let detail: String
  /// Whether libsamplerate is not installed.
  var isLibraryMissing = false
}

extension [Float] {
  /// Returns the signal at `ratio` times its rate, `round(count * ratio)` samples long.
  ///
  /// The first sample stays at time zero.
  func resampled(by ratio: Double) throws(ResamplingError) -> [Float] {
    do throws(MissingLibrary) {
      try samplerateLibrary.require()
    } catch {
      throw ResamplingError(detail: "\(error).", isLibraryMissing: true)
    }
    let wanted = Int((Double(count) * ratio).rounded())
    // The filter may return a few samples more or less than the ratio implies.
    var output = [Float](repeating: 0, count: wanted + 16)
    let code = unsafe withUnsafeBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        var work = unsafe SRC_DATA()
        unsafe work.data_in = input.baseAddress
        unsafe work.input_frames = input.count
        unsafe work.data_out = output.baseAddress
        unsafe work.output_frames = output.count
        unsafe work.src_ratio = ratio
        return unsafe samplerate.src_simple(&work, Int32(SRC_SINC_MEDIUM_QUALITY), 1)
      }
    }
    if code != 0 {
      throw ResamplingError(detail: unsafe libraryText(samplerate.src_strerror(code)))
    }
    output.removeLast(16)
    return output
  }

  /// Returns the signal at `ratio` times its rate, resampled as an endless loop.
  ///
  /// The result has a whole number of frames, at least `frames`; the signal is repeated if necessary. The first sample
  /// stays at time zero.
  func resampledAsLoop(
    by ratio: Double, atLeast frames: Int
  ) throws(ResamplingError) -> [Float] {
    let once = Double(count) * ratio
    let repeats = once < Double(frames) ? Int((Double(frames) / once).rounded(.up)) : 1
    let wanted = Swift.max(1, Int((once * Double(repeats)).rounded()))
    // The ratio includes the rounding to whole frames.
    let exact = Double(wanted) / Double(count * repeats)
    let lead = Self.lead(exact)
    let length = lead + count * repeats + lead
    let place = count - lead % count
    let repeated = (0..<length).map { self[(place + $0) % count] }
    let resampled = try repeated.resampled(by: exact)
    let first = Int((Double(lead) * exact).rounded())
    return Array(resampled[first..<first + wanted])
  }

  /// The number of samples before the seam.
  ///
  /// This number is greater than the filter's reach, and is chosen so that the sample after the seam falls as closely
  /// as possible on a sample of the result.
  ///
  /// Source: the filter of SRC_SINC_MEDIUM_QUALITY has 22 438 coefficients, 491 for each sample: it reaches 46 samples
  /// of the lower rate to both sides.
  private static func lead(_ ratio: Double) -> Int {
    let reach = Int((64 * Swift.max(1, 1 / ratio)).rounded(.up))
    return (reach...reach + 1_000).min { first, second in
      func miss(_ samples: Int) -> Double {
        let frames = Double(samples) * ratio
        return (frames - frames.rounded()).magnitude
      }
      return miss(first) < miss(second)
    } ?? reach
  }
}
