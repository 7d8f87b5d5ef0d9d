/// The text of strings in JSON.
package enum JSONText {
  /// The text of `string` in `bytes`, with escapes resolved.
  ///
  /// Parts that are not text (half a character, bytes that are not UTF-8) become U+FFFD. At most
  /// `maximumBytes` bytes are read.
  package static func text(_ string: JSONString, in bytes: [UInt8], maximumBytes: Int = .max)
    -> String
  {
    let upper =
      string.upper - string.lower > maximumBytes ? string.lower + maximumBytes : string.upper
    guard string.hasEscapes else {
      return String(decoding: bytes[string.lower..<upper], as: UTF8.self)
    }
    return String(decoding: decoded(bytes, string.lower..<upper), as: UTF8.self)
  }

  /// The first offset from `start` on at which a byte is not plain text of a string: a quote, a backslash, a control
  /// character, a byte that is not ASCII, or the end.
  package static func plainEnd(from start: Int, in bytes: [UInt8]) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in
      var index = start
      // Checks eight bytes at a time, with the trick for finding the first zero byte of a word: the
      // subtraction borrows only from higher bytes, so the lowest bit that is set is correct.
      while index + 8 <= bytes.count {
        // SAFETY: index + 8 <= count.
        let word = unsafe UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let quote = word ^ 0x2222_2222_2222_2222
        let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let special =
          ((quote &- 0x0101_0101_0101_0101) & ~quote)
          | ((backslash &- 0x0101_0101_0101_0101) & ~backslash)
          | ((word &- 0x2020_2020_2020_2020) & ~word) | word
        let found = special & 0x8080_8080_8080_8080
        if found != 0 { return index + found.trailingZeroBitCount / 8 }
        index += 8
      }
      while index < bytes.count {
        let byte = unsafe bytes[index]
        if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"")
          || byte == UInt8(ascii: "\\")
        {
          break
        }
        index += 1
      }
      return index
    }
  }

  /// The UTF-8 of a string with its escapes resolved.
  package static func decoded(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), index + 1 < range.upperBound {
        index += appendEscape(at: index, in: bytes, to: &result)
      } else {
        result.append(byte)
        index += 1
      }
    }
    return result
  }

  /// The UTF-16 unit of an escape `\uXXXX` at `index`, or nil if it is not such an escape.
  package static func escapedUnit(at index: Int, in bytes: [UInt8]) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[(index + 2)..<(index + 6)] {
      guard let digit = hexDigit(byte) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Appends the character that the escape at `index` represents, and returns its length in bytes.
  private static func appendEscape(
    at index: Int, in bytes: [UInt8], to result: inout [UInt8]
  ) -> Int {
    switch bytes[index + 1] {
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"): return appendUnicodeEscape(at: index, in: bytes, to: &result)
    case let byte: result.append(byte)
    }
    return 2
  }

  private static func appendUnicodeEscape(
    at index: Int, in bytes: [UInt8], to result: inout [UInt8]
  ) -> Int {
    guard let first = escapedUnit(at: index, in: bytes) else {
      result.append(contentsOf: UTF8.encodedReplacementCharacter)
      return 2
    }
    if let scalar = Unicode.Scalar(first) {
      result.append(contentsOf: scalar.utf8Bytes)
      return 6
    }
    if UTF16.isLeadSurrogate(first), let second = escapedUnit(at: index + 6, in: bytes),
      UTF16.isTrailSurrogate(second)
    {
      let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
      result.append(contentsOf: (Unicode.Scalar(value) ?? "\u{FFFD}").utf8Bytes)
      return 12
    }
    result.append(contentsOf: UTF8.encodedReplacementCharacter)
    return 6
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Unicode.Scalar {
  package var utf8Bytes: UTF8.EncodedScalar {
    UTF8.encode(self) ?? UTF8.encodedReplacementCharacter
  }
}

/// UTF-8, one character at a time.
package enum UTF8Scan {
  /// The scalar that begins at `index`, or nil if the bytes are not UTF-8: truncated, too long, a
  /// surrogate, or beyond U+10FFFF.
  package static func scalar(at index: Int, in bytes: [UInt8]) -> Unicode.Scalar? {
    let first = bytes[index]
    let length: Int
    var value: UInt32
    let least: UInt32
    switch first {
    case 0..<0x80: return Unicode.Scalar(first)
    case 0xC2..<0xE0: (length, value, least) = (2, UInt32(first & 0x1F), 0x80)
    case 0xE0..<0xF0: (length, value, least) = (3, UInt32(first & 0x0F), 0x800)
    case 0xF0..<0xF5: (length, value, least) = (4, UInt32(first & 0x07), 0x10000)
    default: return nil
    }
    guard index + length <= bytes.count else { return nil }
    for offset in 1..<length {
      let byte = bytes[index + offset]
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return value < least ? nil : Unicode.Scalar(value)
  }
}

extension JSONText {
  /// Appends `text` as a JSON string: quotes, backslashes and control characters escaped, everything
  /// else as UTF-8.
  package static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
      case 0x08: output += "\\b".utf8
      case 0x09: output += "\\t".utf8
      case 0x0A: output += "\\n".utf8
      case 0x0C: output += "\\f".utf8
      case 0x0D: output += "\\r".utf8
      case 0..<0x20, 0x7F:
        output += "\\u00".utf8
        output += [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
}

extension JSONReader {
  /// Reads the string whose opening quote is at `position`.
  package mutating func scanString() -> JSONString {
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

  /// Whether the closing quote was probably forgotten before the control character `byte`: at the end
  /// of a line, if the next line looks like JSON again.
  private func endsString(_ byte: UInt8) -> Bool {
    guard byte == 0x0A || byte == 0x0D else { return false }
    var next = position
    // Without this bound, a string that consists of line ends would be searched to its end from each of them.
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
    case 0x0A, 0x0D: "a string cannot contain a line break; write \\n"
    case 0x09: "a string cannot contain a tab; write \\t"
    default: "\(name(of: Unicode.Scalar(byte))) is not allowed in a string"
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
        .invalidEscape, at: position, "unknown escape; a backslash itself is written \\\\")
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
    fault(.loneSurrogate, at: position, "lone surrogate: half of a character is missing")
    position += 6
  }
}
