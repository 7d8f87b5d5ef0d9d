internal import Foundation

/// The file of a recording: silence, because nobody speaks to a simulated phone.
///
/// A file whose name ends with `wav` is RIFF WAVE. Any other file is Core Audio Format, whatever its name, because
/// nothing is encoded here; players of this module recognize it by its bytes.
struct SilentRecording {
  let url: URL
  let sampleRate: Double
  let channels: Int
  let bits: Int
  /// Whether the samples are floating-point numbers.
  let isFloat: Bool
  /// The bytes of a frame.
  var frameBytes: Int { channels * bits / 8 }
  private var isWave: Bool { url.pathExtension.lowercased() == "wav" }
  /// Whether the samples are unsigned bytes.
  var hasUnsignedBytes: Bool { bits == 8 && isWave }

  /// Reads the settings of a recorder.
  ///
  /// Our choice for missing settings: 44 100 Hz, one channel, 16 bits. Apple does not document its choice.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` with 'fmt?' for impossible numbers.
  init(_ url: URL, _ settings: [String: Any]) throws {
    self.url = url
    sampleRate = (settings[AVSampleRateKey] as? NSNumber)?.doubleValue ?? 44_100
    channels = (settings[AVNumberOfChannelsKey] as? NSNumber)?.intValue ?? 1
    isFloat = (settings[AVLinearPCMIsFloatKey] as? NSNumber)?.boolValue ?? false
    bits = (settings[AVLinearPCMBitDepthKey] as? NSNumber)?.intValue ?? (isFloat ? 32 : 16)
    guard url.isFileURL, sampleRate >= 1, sampleRate < 1e6, (1...64).contains(channels),
      (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bits)
    else {
      throw AudioFileError.unsupportedFormat.error(
        "\(url.lastPathComponent): cannot record \(channels) channels of \(bits) bits at "
          + "\(sampleRate) Hz to \(url)")
    }
  }

  /// Writes the file with a length in seconds, over any earlier file.
  ///
  /// - Throws: the error of the file system.
  func write(seconds: Double) throws {
    let frame = frameBytes
    // The sizes in a WAVE file have 32 bits.
    let limit = isWave ? 0xFFFF_0000 / frame : Int.max / 256
    let frames = min(limit, Int((seconds * sampleRate).rounded()))
    let header = header(bytes: frames * frame)
    try header.write(to: url)
    let file = try FileHandle(forWritingTo: url)
    // The rest of the file is zero: silence. Samples of 8 bits in WAVE are unsigned, so zero is not their middle.
    try file.truncate(atOffset: UInt64(header.count + frames * frame))
    if hasUnsignedBytes {
      try file.seek(toOffset: UInt64(header.count))
      try file.write(contentsOf: Data(repeating: 128, count: frames * frame))
    }
    try file.close()
  }

  /// Returns the header of a file with this number of bytes of samples.
  func header(bytes: Int) -> Data { isWave ? wave(bytes: bytes) : coreAudio(bytes: bytes) }

  private func wave(bytes: Int) -> Data {
    var data = Data("RIFF".utf8)
    data.append(little: 36 + bytes, bytes: 4)
    data.append(contentsOf: "WAVEfmt ".utf8)
    data.append(little: 16, bytes: 4)
    data.append(little: isFloat ? 3 : 1, bytes: 2)
    data.append(little: channels, bytes: 2)
    data.append(little: Int(sampleRate), bytes: 4)
    data.append(little: Int(sampleRate) * channels * bits / 8, bytes: 4)
    data.append(little: channels * bits / 8, bytes: 2)
    data.append(little: bits, bytes: 2)
    data.append(contentsOf: "data".utf8)
    data.append(little: bytes, bytes: 4)
    return data
  }

  private func coreAudio(bytes: Int) -> Data {
    var data = Data("caff".utf8)
    data.append(big: 0x0001_0000, bytes: 4)
    data.append(contentsOf: "desc".utf8)
    data.append(big: 32, bytes: 8)
    data.append(big: Int(bitPattern: UInt(sampleRate.bitPattern)), bytes: 8)
    data.append(contentsOf: "lpcm".utf8)
    // Integers or floating-point numbers, least significant byte first.
    for number in [isFloat ? 3 : 2, frameBytes, 1, channels, bits] {
      data.append(big: number, bytes: 4)
    }
    data.append(contentsOf: "data".utf8)
    data.append(big: 4 + bytes, bytes: 8)
    data.append(big: 0, bytes: 4)
    return data
  }
}

extension Data {
  fileprivate mutating func append(little number: Int, bytes: Int) {
    for place in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }

  fileprivate mutating func append(big number: Int, bytes: Int) {
    for place in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }
}
