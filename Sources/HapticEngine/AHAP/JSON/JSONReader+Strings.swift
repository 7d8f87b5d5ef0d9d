extension JSONReader {
  /// Reads the string whose opening quote is at `position`.
  mutating func scanString() -> JSONString {
    let start = position
    let count = bytes.count
    var hasEscapes = false
    position = JSONText.plainEnd(from: position + 1, in: bytes)
    while position < count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        previousEnd = position
        return JSONString(
          start: start, lower: start + 1, upper: position - 1, hasEscapes: hasEscapes)
      } else if byte >= 0x80 {
        scanMultibyte()
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        scanEscape()
      } else if byte >= 0x20 {
        position += 1
      } else if endsString(byte) {
        break
      } else {
        fault(.controlCharacter, at: position, Self.words(forControl: byte))
        position += 1
      }
    }
    return endUnterminatedString(from: start, hasEscapes: hasEscapes)
  }

  private mutating func endUnterminatedString(from start: Int, hasEscapes: Bool) -> JSONString {
    fault(.unterminatedString, at: start, "this string has no closing quote")
    let string = JSONString(
      start: start, lower: start + 1, upper: position, hasEscapes: hasEscapes)
    forgivesSeparator = true
    previousEnd = position
    if position >= bytes.count { stop() }
    if !frames.isEmpty { frames[frames.count - 1].isDamaged = true }
    return string
  }

  /// Whether a string that meets the control character `byte` was forgotten to be closed: at the
  /// end of a line, where the next one looks like JSON again.
  private func endsString(_ byte: UInt8) -> Bool {
    guard byte == 0x0A || byte == 0x0D else { return false }
    var next = position
    // A bound, so that a string of nothing but line ends is not looked through from each of them.
    let end = min(bytes.count, position + 4096)
    while next < end {
      switch bytes[next] {
      case 0x0A, 0x0D, 0x20, 0x09: next += 1
      case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: ","):
        return true
      default: return false
      }
    }
    return true
  }

  private static func words(forControl byte: UInt8) -> String {
    switch byte {
    case 0x0A, 0x0D: "a string cannot go over the end of a line; write \\n"
    case 0x09: "a tab in a string is written \\t"
    default: "\(name(of: Unicode.Scalar(byte))) cannot stand in a string"
    }
  }

  private mutating func scanMultibyte() {
    if let scalar = UTF8Scan.scalar(at: position, in: bytes) {
      position += UTF8.width(scalar)
      return
    }
    fault(.invalidUTF8, at: position, "these bytes are not UTF-8")
    while position < bytes.count, bytes[position] >= 0x80,
      UTF8Scan.scalar(at: position, in: bytes) == nil
    {
      position += 1
    }
  }

  private mutating func scanEscape() {
    switch byte(after: 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      scanUnicodeEscape()
    default:
      fault(
        .invalidEscape, at: position, "a backslash is written \\\\; JSON does not know this escape")
      position += 1
    }
  }

  private mutating func scanUnicodeEscape() {
    guard let unit = JSONText.escapedUnit(at: position, in: bytes) else {
      fault(.invalidEscape, at: position, "\\u needs four hexadecimal digits")
      position += 2
      return
    }
    guard UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit) else {
      position += 6
      return
    }
    if UTF16.isLeadSurrogate(unit),
      let second = JSONText.escapedUnit(at: position + 6, in: bytes), UTF16.isTrailSurrogate(second)
    {
      position += 12
      return
    }
    fault(.loneSurrogate, at: position, "this is half of a character; its other half is missing")
    position += 6
  }
}
