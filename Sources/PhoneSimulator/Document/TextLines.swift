internal import TextFormats

/// The lines of a YAML file.
///
/// Source: YAML 1.1, 4.1.4, line breaks: LF, CR, CR LF, NEL, LS and PS.
struct TextLines {
  let bytes: [UInt8]
  /// The bytes of each line, without its line break.
  private(set) var lines: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var index = start
    while index < bytes.count {
      let length = Self.breakLength(bytes, at: index)
      if length > 0 { lines.append(start..<index) }
      index += max(1, length)
      if length > 0 { start = index }
    }
    lines.append(start..<bytes.count)
  }

  /// Returns the number of bytes of the line break at `index`; 0 if there is none.
  private static func breakLength(_ bytes: [UInt8], at index: Int) -> Int {
    let rest = bytes[index...].prefix(3)
    switch rest.first {
    case 0x0A: return 1
    case 0x0D: return rest.dropFirst().first == 0x0A ? 2 : 1
    case 0xC2: return rest.dropFirst().first == 0x85 ? 2 : 0
    case 0xE2:
      return rest.elementsEqual([0xE2, 0x80, 0xA8]) || rest.elementsEqual([0xE2, 0x80, 0xA9])
        ? 3 : 0
    default: return 0
    }
  }

  /// Returns the text of the line at `index`.
  func text(_ index: Int) -> String { String(decoding: bytes[lines[index]], as: UTF8.self) }

  /// The line break of the file: that of its first line, or LF.
  var lineBreak: String {
    guard lines.count > 1 else { return "\n" }
    return String(decoding: bytes[lines[0].upperBound..<lines[1].lowerBound], as: UTF8.self)
  }

  /// Returns the offset of a place; nil if there is no such place.
  func offset(of place: SourceLocation) -> Int? {
    guard lines.indices.contains(place.line - 1) else { return nil }
    let line = lines[place.line - 1]
    var offset = line.lowerBound
    for _ in 1..<max(1, place.column) {
      guard offset < line.upperBound else { return nil }
      offset += 1
      while offset < line.upperBound, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  /// Returns the number of spaces at the beginning of the line at `index`; nil for a line with nothing but spaces or a
  /// comment.
  func indent(_ index: Int) -> Int? {
    let line = bytes[lines[index]]
    let spaces = line.prefix { $0 == UInt8(ascii: " ") }.count
    let rest = line.dropFirst(spaces).drop { $0 == UInt8(ascii: "\t") }
    return rest.isEmpty || rest.first == UInt8(ascii: "#") ? nil : spaces
  }
}
