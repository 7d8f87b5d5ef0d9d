internal import Foundation

/// The metadata at the start of an MP3 file.
///
/// Source: M. Nilsson, "ID3 tag version 2.3.0" and "ID3 tag version 2.4.0". Older versions are not read, and neither are
/// frames that are compressed or encrypted.
struct ID3Tag {
  /// A piece of metadata.
  struct Frame {
    /// The value of a frame.
    enum Value: Equatable {
      case text(String)
      case data(Data)
    }

    /// The four characters that say what the value means, such as `TIT2`.
    let name: String
    let value: Value
    /// The description of the value; nil if frames of this name do not have one.
    var info: String?
    /// The media type of a picture.
    var mediaType: String?
  }

  /// The frames in the order of the file.
  let frames: [Frame]

  /// Reads the tag of a file; nil if the file does not begin with one.
  init?(_ file: Data) {
    let header = ByteReader(data: file)
    let version = header.byte(3)
    guard file.count >= 10, header.name(0).hasPrefix("ID3"), (3...4).contains(version) else {
      return nil
    }
    let flags = header.byte(5)
    var body = file.dropFirst(10).prefix(header.id3Number(6))
    if version == 3, flags & 0x80 != 0 { body = Self.synchronized(body) }
    let reader = ByteReader(data: body)
    var start = 0
    // The length of the header of version 2.4 contains itself.
    if flags & 0x40 != 0 {
      start = version == 4 ? reader.id3Number(0) : 4 + Int(reader.big(0, bytes: 4))
    }
    frames = Self.frames(reader, version: version, from: start)
  }

  private static func frames(_ body: ByteReader, version: UInt8, from start: Int) -> [Frame] {
    var (frames, offset): ([Frame], Int) = ([], start)
    // The rest is padding.
    while offset + 10 <= body.count, body.byte(offset) != 0 {
      let length =
        version == 4 ? body.id3Number(offset + 4) : Int(body.big(offset + 4, bytes: 4))
      let end = offset + 10 + length
      guard end <= body.count else { break }
      let raw = body.data.dropFirst(offset + 10).prefix(length)
      if let content = content(raw, flags: body.byte(offset + 9), version: version) {
        frames += [Frame(body.name(offset), content)].compactMap(\.self)
      }
      offset = end
    }
    return frames
  }

  /// Returns the content of a frame without what the flags add; nil if it is compressed or encrypted.
  private static func content(_ raw: Data, flags: UInt8, version: UInt8) -> Data? {
    guard version == 4 else {
      return flags & 0xC0 != 0 ? nil : raw.dropFirst(flags & 0x20 != 0 ? 1 : 0)
    }
    if flags & 0x0C != 0 { return nil }
    let content = raw.dropFirst((flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0))
    return flags & 0x02 != 0 ? synchronized(content) : content
  }

  /// Returns data without the zeros that keep a player from taking them for sound: one after each 0xFF.
  private static func synchronized(_ data: Data) -> Data {
    var (result, former): (Data, UInt8) = (Data(), 0)
    for byte in data {
      if byte != 0 || former != 0xFF { result.append(byte) }
      former = byte
    }
    return result
  }
}

extension ID3Tag.Frame {
  /// Reads a frame; nil if its kind is not known.
  fileprivate init?(_ name: String, _ content: Data) {
    self.name = name
    var fields = ID3Fields(rest: content)
    switch name {
    case "APIC":
      let encoding = fields.byte()
      mediaType = fields.text(0)
      // The kind of the picture.
      _ = fields.byte()
      info = fields.text(encoding)
      value = .data(Data(fields.rest))
    case "PRIV":
      info = fields.text(0)
      value = .data(Data(fields.rest))
    case "COMM", "USLT":
      let encoding = fields.byte()
      fields.rest = fields.rest.dropFirst("eng".count)
      info = fields.text(encoding)
      value = .text(fields.text(encoding))
    case "TXXX":
      let encoding = fields.byte()
      info = fields.text(encoding)
      value = .text(fields.text(encoding))
    case _ where name.hasPrefix("T"):
      value = .text(fields.text(fields.byte()))
    default: return nil
    }
  }
}

/// Reads the fields of a frame, one after another.
private struct ID3Fields {
  var rest: Data

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// Reads a text up to its terminator or the end.
  ///
  /// - Parameter encoding: 0 for Latin-1, 1 for UTF-16 with a byte order mark, 2 for UTF-16 with the most significant byte
  ///   first, and 3 for UTF-8.
  /// - Returns: the text without its terminator.
  mutating func text(_ encoding: UInt8) -> String {
    let width = encoding == 1 || encoding == 2 ? 2 : 1
    var end = rest.startIndex
    while end + width <= rest.endIndex, rest[end..<(end + width)].contains(where: { $0 != 0 }) {
      end += width
    }
    let text = rest[rest.startIndex..<end]
    rest = rest.dropFirst(text.count + width)
    switch encoding {
    case 1 where text.starts(with: [0xFF, 0xFE]):
      return String(bytes: text.dropFirst(2), encoding: .utf16LittleEndian) ?? ""
    case 1 where text.starts(with: [0xFE, 0xFF]):
      return String(bytes: text.dropFirst(2), encoding: .utf16BigEndian) ?? ""
    case 1, 2: return String(bytes: text, encoding: .utf16BigEndian) ?? ""
    case 3: return String(decoding: text, as: UTF8.self)
    default: return String(bytes: text, encoding: .isoLatin1) ?? ""
    }
  }
}

extension ByteReader {
  /// Returns a number of ID3 in four bytes, each of which has seven bits of it.
  func id3Number(_ offset: Int) -> Int {
    (offset..<(offset + 4)).reduce(0) { $0 << 7 | Int(byte($1) & 0x7F) }
  }
}
