internal import Foundation

/// A sound file, as far as its header describes it.
///
/// WAVE, AIFF, Core Audio Format, MPEG-4, MP3 and FLAC are read. Only uncompressed sounds have samples.
struct SoundFile: Sendable {
  /// How the samples of an uncompressed sound are stored.
  struct Samples: Sendable {
    /// The place of the samples in the file.
    var range: Range<Int>
    /// The number of bits of a sample: 8, 16, 24 or 32.
    var bits: Int
    var isFloat = false
    var isBigEndian = false
    /// Whether samples of 8 bits are unsigned.
    var isUnsigned = false
  }

  /// The four characters of the format's name, as a number.
  var format: AudioFormatID
  /// Frames per second.
  var sampleRate: Double
  var channels: Int
  /// The number of bits of an uncompressed sample; 0 for a compressed sound.
  var bits = 0
  /// The length in seconds.
  var seconds: Double
  /// The samples; nil for a compressed sound.
  var samples: Samples?
  /// The bytes of the file.
  var data = Data()

  /// Reads the file at a URL.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`.
  init(contentsOf url: URL) throws {
    guard url.isFileURL, let data = try? Data(contentsOf: url, options: .mappedIfSafe) else {
      throw AudioFileError.unspecified.error("\(url.path): the file cannot be read")
    }
    try self.init(data, name: url.lastPathComponent)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - name: the name of the file, for errors.
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`.
  init(_ data: Data, name: String) throws {
    let reader = ByteReader(data: data)
    guard let read = Self.readers.first(where: { $0.fits(reader) })?.read else {
      throw AudioFileError.unsupportedType.error(
        "\(name): not a WAVE, AIFF, CAF, MPEG-4, MP3 or FLAC file; convert it to one of these")
    }
    // Our choice of limits, because the numbers of a damaged header decide how much memory a player takes: 64 channels
    // are as many as a recorder has, and 10 MHz is ten times the rate of the fastest converters.
    guard var file = read(reader), file.seconds.isFinite, (1...64).contains(file.channels),
      file.sampleRate.isFinite, (1..<1e7).contains(file.sampleRate)
    else { throw AudioFileError.invalid.error("\(name): the header of the sound is damaged") }
    file.data = data
    self = file
  }

  init(
    format: AudioFormatID, sampleRate: Double, channels: Int, seconds: Double, bits: Int = 0,
    samples: Samples? = nil
  ) {
    self.format = format
    self.sampleRate = sampleRate
    self.channels = channels
    self.seconds = seconds
    self.bits = bits
    self.samples = samples
  }

  /// The formats, in the order in which they are tried.
  private static var readers: [(fits: (ByteReader) -> Bool, read: (ByteReader) -> SoundFile?)] {
    [
      ({ $0.name(0) == "RIFF" && $0.name(8) == "WAVE" }, wave),
      ({ $0.name(0) == "FORM" && $0.name(8).hasPrefix("AIF") }, aiff),
      ({ $0.name(0) == "caff" }, coreAudio),
      ({ $0.name(4) == "ftyp" }, mpeg4),
      ({ $0.name(0) == "fLaC" }, flac),
      ({ mpegAudioStart(in: $0) != nil }, mp3),
    ]
  }

  /// The settings with Apple's keys.
  var settings: [String: Any] {
    var settings: [String: Any] = [
      AVFormatIDKey: NSNumber(value: format), AVSampleRateKey: NSNumber(value: sampleRate),
      AVNumberOfChannelsKey: NSNumber(value: channels),
    ]
    if let samples {
      settings[AVLinearPCMBitDepthKey] = NSNumber(value: bits)
      settings[AVLinearPCMIsFloatKey] = NSNumber(value: samples.isFloat)
      settings[AVLinearPCMIsBigEndianKey] = NSNumber(value: samples.isBigEndian)
      settings[AVLinearPCMIsNonInterleaved] = NSNumber(value: false)
    }
    return settings
  }
}

/// The levels of a sound at a position.
struct SoundLevels: Sendable {
  /// The level of silence, in decibels.
  ///
  /// Source: the page of `averagePower(forChannel:)`: from -160 dB to 0 dB at full scale.
  static let silence: Float = -160

  /// The average and the greatest level of each channel, in decibels.
  var channels: [(average: Float, peak: Float)] = []
}

extension SoundFile {
  /// The time over which levels are measured, in seconds.
  ///
  /// Our choice, because Apple does not state it: a twentieth of a second, about two refreshes of a meter.
  private static let levelSeconds = 0.05

  /// Returns the levels of the sound just before a position in seconds; silence for a compressed sound.
  func levels(before position: Double) -> SoundLevels {
    guard let samples else { return silentLevels }
    let width = samples.bits / 8
    let frameCount = samples.range.count / (width * channels)
    let end = min(frameCount, max(0, Int(position * sampleRate)))
    let start = max(0, end - max(1, Int(Self.levelSeconds * sampleRate)))
    let reader = ByteReader(data: data)
    return SoundLevels(
      channels: (0..<channels).map { channel in
        var (sum, peak) = (0.0, 0.0)
        for frame in start..<end {
          let offset = samples.range.lowerBound + (frame * channels + channel) * width
          let value = samples.value(at: offset, in: reader)
          sum += value * value
          peak = max(peak, abs(value))
        }
        let mean = start < end ? (sum / Double(end - start)).squareRoot() : 0
        return (average: Self.decibels(mean), peak: Self.decibels(peak))
      })
  }

  /// The levels of silence.
  var silentLevels: SoundLevels {
    SoundLevels(
      channels: [(average: Float, peak: Float)](
        repeating: (SoundLevels.silence, SoundLevels.silence), count: channels))
  }

  private static func decibels(_ amplitude: Double) -> Float {
    amplitude > 0 ? max(SoundLevels.silence, Float(20 * log10(amplitude))) : SoundLevels.silence
  }
}

extension SoundFile.Samples {
  /// Returns the sample at an offset, -1...1.
  func value(at offset: Int, in reader: ByteReader) -> Double {
    let width = bits / 8
    let raw =
      isBigEndian ? reader.big(offset, bytes: width) : reader.little(offset, bytes: width)
    if isFloat {
      let value =
        bits == 64
        ? Double(bitPattern: raw) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
      return value.isFinite ? value : 0
    }
    if isUnsigned { return Double(raw) / 128 - 1 }
    let shift = 64 - bits
    return Double(Int64(bitPattern: raw << shift) >> shift) / Double(UInt64(1) << (bits - 1))
  }
}
