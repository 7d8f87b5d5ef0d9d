internal import Foundation

/// The formats of compressed sounds, of which only the header is read.
extension SoundFile {
  /// Reads MPEG-4: the length of the movie, and the format of its first sound.
  ///
  /// Source: ISO/IEC 14496-12, boxes `mvhd`, `hdlr` and `stsd`.
  static func mpeg4(_ file: ByteReader) -> SoundFile? {
    guard let movie = file.box(["moov"], in: 0..<file.count),
      let header = file.box(["mvhd"], in: movie)?.lowerBound
    else { return nil }
    let isLong = file.byte(header) == 1
    let scale = Double(file.big(header + (isLong ? 20 : 12), bytes: 4))
    let length = Double(file.big(header + (isLong ? 24 : 16), bytes: isLong ? 8 : 4))
    // A movie may have tracks of pictures or text before its sound.
    let media = file.boxes(movie).lazy.filter { $0.name == "trak" }
      .compactMap { file.box(["mdia"], in: $0.content) }
      .first { media in
        file.box(["hdlr"], in: media).map { file.name($0.lowerBound + 8) } == "soun"
      }
    let table = media.flatMap { file.box(["minf", "stbl", "stsd"], in: $0) }?.lowerBound
    // The first entry follows eight bytes of the table; its channels and rate are those of a sound.
    let entry = table.map { $0 + 8 }
    return SoundFile(
      format: entry.map { AudioFormatID(file.big($0 + 4, bytes: 4)) } ?? kAudioFormatMPEG4AAC,
      sampleRate: entry.map { Double(file.big($0 + 32, bytes: 2)) }.flatMap { $0 > 0 ? $0 : nil }
        ?? scale,
      channels: max(1, entry.map { Int(file.big($0 + 24, bytes: 2)) } ?? 2),
      seconds: length / scale)
  }

  /// Reads FLAC.
  ///
  /// Source: RFC 9639, section 8.2.
  static func flac(_ file: ByteReader) -> SoundFile? {
    let numbers = file.big(18, bytes: 8)
    let rate = Double(numbers >> 44)
    return SoundFile(
      format: kAudioFormatFLAC, sampleRate: rate, channels: Int(numbers >> 41 & 7) + 1,
      seconds: Double(numbers & 0xF_FFFF_FFFF) / rate)
  }

  /// The kilobits per second of MPEG-1 and MPEG-2 layer III, by the index in the header of a frame.
  private static let bitRates: [[Double]] = [
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
  ]
  /// The frames per second of MPEG-1, by the index in the header of a frame; MPEG-2 has half of it.
  private static let mpegRates: [Double] = [44_100, 48_000, 32_000, 0]

  /// Returns the offset of the first frame of layer III, after a tag; nil if the file begins otherwise.
  ///
  /// Source: ISO/IEC 11172-3, header of a frame; "ID3 tag version 2.4.0", section 3.1.
  static func mpegAudioStart(in file: ByteReader) -> Int? {
    let start = file.name(0).hasPrefix("ID3") ? 10 + file.id3Number(6) : 0
    let word = file.big(start, bytes: 2)
    return word & 0xFFE0 == 0xFFE0 && word >> 1 & 3 == 1 ? start : nil
  }

  /// Reads MP3: the number of frames from the Xing header or, without one, the length from the first frame's bit rate.
  ///
  /// Source: ISO/IEC 11172-3 and 13818-3.
  static func mp3(_ file: ByteReader) -> SoundFile? {
    guard let start = mpegAudioStart(in: file) else { return nil }
    let version = Int(file.byte(start + 1) >> 3 & 3)
    let isFirst = version == 3
    let mono = file.byte(start + 3) >> 6 == 3
    let divisor: Double = isFirst ? 1 : version == 2 ? 2 : 4
    let rate = mpegRates[Int(file.byte(start + 2) >> 2 & 3)] / divisor
    let bitRate = bitRates[isFirst ? 0 : 1][Int(file.byte(start + 2) >> 4)] * 1000
    let xing = start + 4 + (isFirst ? (mono ? 17 : 32) : (mono ? 9 : 17))
    let hasCount = ["Xing", "Info"].contains(file.name(xing)) && file.byte(xing + 7) & 1 != 0
    let seconds =
      hasCount
      ? Double(file.big(xing + 8, bytes: 4)) * (isFirst ? 1152 : 576) / rate
      : Double(file.count - start) * 8 / bitRate
    return SoundFile(
      format: kAudioFormatMPEGLayer3, sampleRate: rate, channels: mono ? 1 : 2, seconds: seconds)
  }
}

/// The boxes of MPEG-4.
extension ByteReader {
  /// Returns the boxes in a part of the file.
  ///
  /// Source: ISO/IEC 14496-12, section 4.2: a size of 1 means that a size of 64 bits follows the name.
  fileprivate func boxes(_ range: Range<Int>) -> [Chunk] {
    chunks(from: range.lowerBound, to: range.upperBound, headerBytes: 8) { offset in
      let size = big(offset, bytes: 4)
      return size == 0 ? nil : max(8, size == 1 ? big(offset + 8, bytes: 8) : size) - 8
    }.map {
      // The size comes before the name.
      let isLong = big($0.content.lowerBound - 8, bytes: 4) == 1
      return Chunk(
        name: name($0.content.lowerBound - 4), content: $0.content.dropFirst(isLong ? 8 : 0))
    }
  }

  /// Returns the content of the first box with a path, from the outermost box to the innermost.
  fileprivate func box(_ path: [String], in range: Range<Int>) -> Range<Int>? {
    guard let name = path.first else { return range }
    return boxes(range).lazy.filter { $0.name == name }.compactMap {
      box(Array(path.dropFirst()), in: $0.content)
    }.first
  }
}
