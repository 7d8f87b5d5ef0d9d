import Foundation

/// The bytes of small sound files.
enum SoundBytes {
  /// A WAVE file of 16 bits with these samples in every channel.
  static func wave(_ samples: [Int16], rate: Int = 8000, channels: Int = 1) -> Data {
    let frame = 2 * channels
    var data = Data("RIFF".utf8)
    data += little(36 + samples.count * frame, 4)
    data += Data("WAVEfmt ".utf8)
    for (value, bytes) in [
      (16, 4), (1, 2), (channels, 2), (rate, 4), (rate * frame, 4), (frame, 2), (16, 2),
    ] {
      data += little(value, bytes)
    }
    data += Data("data".utf8) + little(samples.count * frame, 4)
    for sample in samples {
      for _ in 0..<channels { data += little(Int(sample), 2) }
    }
    return data
  }

  /// A silent WAVE file.
  static func silence(seconds: Double) -> Data {
    wave([Int16](repeating: 0, count: Int(seconds * 8000)))
  }

  /// AIFF of 16 bits at 44 100 Hz with two channels.
  static func aiff(frames: Int) -> Data {
    let common = big(2, 2) + big(frames, 4) + big(16, 2) + big(0x400E, 2) + big(0xAC44 << 48, 8)
    let content = "SSND".utf8 + big(8 + frames * 4, 4) + big(0, 8) + Data(count: frames * 4)
    let body = Data("AIFF".utf8) + Data("COMM".utf8) + big(18, 4) + common + content
    return Data("FORM".utf8) + big(body.count, 4) + body
  }

  /// Core Audio Format of 16 bits at 8000 Hz with one channel.
  static func coreAudio(frames: Int) -> Data {
    var data = Data("caff".utf8) + big(0x0001_0000, 4) + Data("desc".utf8) + big(32, 8)
    data += big(Int(8000.0.bitPattern), 8) + Data("lpcm".utf8)
    for number in [0, 2, 1, 1, 16] { data += big(number, 4) }
    return data + Data("data".utf8) + big(4 + frames * 2, 8) + Data(count: 4 + frames * 2)
  }

  /// MPEG-4 with AAC at 44 100 Hz with two channels after a track of pictures, without its sound.
  ///
  /// The size of the movie has 64 bits.
  static func mpeg4(milliseconds: Int) -> Data {
    func box(_ name: String, _ content: Data) -> Data {
      big(8 + content.count, 4) + Data(name.utf8) + content
    }
    func track(_ handler: String, _ table: Data) -> Data {
      let type = box("hdlr", big(0, 8) + Data(handler.utf8) + Data(count: 13))
      return box("trak", box("mdia", type + box("minf", box("stbl", box("stsd", table)))))
    }
    let movie = big(0, 4) + big(0, 8) + big(1000, 4) + big(milliseconds, 4) + Data(count: 80)
    let entry =
      big(36, 4) + Data("mp4a".utf8) + Data(count: 16) + big(2, 2) + big(16, 2) + big(0, 4)
      + big(44_100, 2) + big(0, 2)
    let pictures = track("vide", big(0, 4) + big(1, 4) + big(36, 4) + Data("avc1".utf8))
    let content = box("mvhd", movie) + pictures + track("soun", big(0, 4) + big(1, 4) + entry)
    return box("ftyp", Data("M4A ".utf8) + big(0, 4)) + big(1, 4) + Data("moov".utf8)
      + big(16 + content.count, 8) + content
  }

  /// MPEG-1 layer III at 44 100 Hz and 128 kbit/s with two channels, after an ID3 tag.
  static func mp3(bytes: Int) -> Data {
    Data("ID3".utf8) + Data([4, 0, 0, 0, 0, 0, 10]) + Data(count: 10)
      + Data([0xFF, 0xFB, 0x90, 0x00]) + Data(count: bytes - 4)
  }

  /// MP3 with a tag of ID3 of these frames, each with its flags, and padding.
  static func mp3(
    id3 version: UInt8, flags: UInt8 = 0, _ frames: [(name: String, flags: UInt8, content: Data)]
  ) -> Data {
    func number(_ value: Int, _ bits: Int = 7) -> Data {
      Data([3, 2, 1, 0].map { UInt8(value >> ($0 * bits) & ((1 << bits) - 1)) })
    }
    let body = frames.reduce(into: Data()) { body, frame in
      body += Data(frame.name.utf8) + number(frame.content.count, version == 4 ? 7 : 8)
      body += Data([0, frame.flags]) + frame.content
    }
    let tag = Data("ID3".utf8) + Data([version, 0, flags]) + number(body.count + 20) + body
    return tag + Data(count: 20) + Data([0xFF, 0xFB, 0x90, 0x00]) + Data(count: 1000)
  }

  /// The same, with a Xing header that states the number of frames.
  static func xing(frames: Int) -> Data {
    Data([0xFF, 0xFB, 0x90, 0x00]) + Data(count: 32) + Data("Xing".utf8) + big(1, 4)
      + big(frames, 4) + Data(count: 400)
  }

  /// FLAC at 48 000 Hz with two channels.
  static func flac(frames: Int) -> Data {
    let numbers = 48_000 << 44 | 1 << 41 | 15 << 36 | frames
    return Data("fLaC".utf8) + big(34, 4) + Data(count: 10) + big(numbers, 8) + Data(count: 16)
  }

  /// The bytes of a number, least significant first.
  static func little(_ value: Int, _ bytes: Int) -> Data {
    Data((0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
  }

  /// The bytes of a number, most significant first.
  static func big(_ value: Int, _ bytes: Int) -> Data {
    Data((0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
  }

  /// Writes bytes to a new file, which `body` may use.
  static func withFile<Result>(
    _ bytes: Data, named name: String = "sound.wav", _ body: (URL) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try bytes.write(to: file)
    return try body(file)
  }
}
