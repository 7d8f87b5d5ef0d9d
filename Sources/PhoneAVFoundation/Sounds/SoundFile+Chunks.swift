internal import Foundation

/// The formats of uncompressed sounds, which consist of chunks.
extension SoundFile {
  /// Reads RIFF WAVE.
  ///
  /// Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", and "Multiple Channel
  /// Audio Data and WAVE Files" for the tag 0xFFFE.
  static func wave(_ file: ByteReader) -> SoundFile? {
    let chunks = file.chunks(from: 12, to: file.count, headerBytes: 8, alignment: 2) {
      file.little($0 + 4, bytes: 4)
    }
    guard let header = chunks.first(where: { $0.name == "fmt " })?.content.lowerBound,
      let content = chunks.first(where: { $0.name == "data" })?.content
    else { return nil }
    var tag = file.little(header, bytes: 2)
    if tag == 0xFFFE { tag = file.little(header + 24, bytes: 2) }
    let channels = Int(file.little(header + 2, bytes: 2))
    let rate = Double(file.little(header + 4, bytes: 4))
    let bits = Int(file.little(header + 14, bytes: 2))
    let bytesPerSecond = Double(file.little(header + 8, bytes: 4))
    guard tag == 1 || tag == 3 else {
      // The format IDs of compressed WAVE are "ms" and the tag.
      return SoundFile(
        format: 0x6D73_0000 | AudioFormatID(tag), sampleRate: rate, channels: channels,
        seconds: Double(content.count) / bytesPerSecond)
    }
    return uncompressed(
      Samples(range: content, bits: bits, isFloat: tag == 3, isUnsigned: bits == 8),
      rate: rate, channels: channels)
  }

  /// Reads AIFF and AIFF-C.
  ///
  /// Source: Apple, "Audio Interchange File Format" and its draft for compression.
  static func aiff(_ file: ByteReader) -> SoundFile? {
    let chunks = file.chunks(from: 12, to: file.count, headerBytes: 8, alignment: 2) {
      file.big($0 + 4, bytes: 4)
    }
    guard let header = chunks.first(where: { $0.name == "COMM" })?.content.lowerBound,
      let content = chunks.first(where: { $0.name == "SSND" })?.content, content.count >= 8
    else { return nil }
    let channels = Int(file.big(header, bytes: 2))
    let bits = Int(file.big(header + 6, bytes: 2))
    let rate = extended(file, header + 8)
    let compression = file.name(8) == "AIFC" ? file.name(header + 18) : "NONE"
    guard ["NONE", "twos", "sowt", "fl32", "FL32", "fl64", "FL64"].contains(compression) else {
      return SoundFile(
        format: AudioFormatID(file.big(header + 18, bytes: 4)), sampleRate: rate,
        channels: channels, seconds: Double(file.big(header + 2, bytes: 4)) / rate)
    }
    return uncompressed(
      Samples(
        range: (content.lowerBound + 8)..<content.upperBound, bits: bits,
        isFloat: compression.lowercased().hasPrefix("fl"), isBigEndian: compression != "sowt"),
      rate: rate, channels: channels)
  }

  /// Reads Apple's Core Audio Format.
  ///
  /// Source: Apple, "Apple Core Audio Format Specification 1.0".
  static func coreAudio(_ file: ByteReader) -> SoundFile? {
    let chunks = file.chunks(from: 8, to: file.count, headerBytes: 12) {
      let size = file.big($0 + 4, bytes: 8)
      return size == .max ? nil : size
    }
    guard let header = chunks.first(where: { $0.name == "desc" })?.content.lowerBound,
      let content = chunks.first(where: { $0.name == "data" })?.content, content.count >= 4
    else { return nil }
    let rate = Double(bitPattern: file.big(header, bytes: 8))
    let flags = file.big(header + 12, bytes: 4)
    let framesPerPacket = Double(file.big(header + 20, bytes: 4))
    let channels = Int(file.big(header + 24, bytes: 4))
    if file.name(header + 8) == "lpcm" {
      return uncompressed(
        Samples(
          range: (content.lowerBound + 4)..<content.upperBound,
          bits: Int(file.big(header + 28, bytes: 4)), isFloat: flags & 1 != 0,
          isBigEndian: flags & 2 == 0),
        rate: rate, channels: channels)
    }
    let packets = chunks.first { $0.name == "pakt" }?.content.lowerBound
    let bytesPerPacket = Double(file.big(header + 16, bytes: 4))
    let frames =
      packets.map { Double(file.big($0 + 8, bytes: 8)) }
      ?? Double(content.count - 4) / bytesPerPacket * framesPerPacket
    return SoundFile(
      format: AudioFormatID(file.big(header + 8, bytes: 4)), sampleRate: rate, channels: channels,
      seconds: frames / rate)
  }

  /// Creates an uncompressed sound, whose length follows from its bytes; nil if the header is damaged.
  private static func uncompressed(_ samples: Samples, rate: Double, channels: Int) -> SoundFile? {
    let widths = samples.isFloat ? [32, 64] : [8, 16, 24, 32]
    guard channels > 0, widths.contains(samples.bits), rate > 0 else { return nil }
    let frames = samples.range.count / (samples.bits / 8 * channels)
    return SoundFile(
      format: kAudioFormatLinearPCM, sampleRate: rate, channels: channels,
      seconds: Double(frames) / rate, bits: samples.bits, samples: samples)
  }

  /// Returns the number of 80 bits at an offset, without its sign.
  private static func extended(_ file: ByteReader, _ offset: Int) -> Double {
    let exponent = Int(file.big(offset, bytes: 2) & 0x7FFF) - 16_383 - 63
    return Double(file.big(offset + 2, bytes: 8)) * pow(2, Double(exponent))
  }
}
