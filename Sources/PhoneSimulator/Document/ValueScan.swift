/// The ends of values in the bytes of a YAML file.
///
/// Source: YAML 1.1, 5 and 9.
struct ValueScan {
  let bytes: [UInt8]

  /// Returns the end of the entry that begins at `start` in a map in braces, without spaces and comments after it.
  ///
  /// - Returns: nil if the map does not end.
  func entryEnd(from start: Int) -> Int? { end(from: start, ofBrackets: false) }

  /// Returns the end of the value that begins at `start` in a map without braces, if it is in brackets or quotes, or
  /// has only one line.
  func valueEnd(from start: Int) -> Int? {
    switch bytes[start] {
    case UInt8(ascii: "["), UInt8(ascii: "{"): end(from: start, ofBrackets: true)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): quoteEnd(from: start)
    default: plainEnd(from: start)
    }
  }

  /// Returns the index behind the colon of the key that begins at `start`; nil without one.
  func colonEnd(from start: Int) -> Int? {
    var index = start
    if bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") {
      guard let end = quoteEnd(from: start) else { return nil }
      index = bytes[end...].first == UInt8(ascii: ":") ? end : bytes.count
    }
    while index < bytes.count, !Self.isBreak(bytes[index]) {
      if bytes[index] == UInt8(ascii: ":"), index > start { return index + 1 }
      index += 1
    }
    return nil
  }

  /// Returns the index of the next byte from `start` on that is not a space, a line break or in a comment; the number of
  /// bytes if there is none.
  func nextToken(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "#"), index > 0, Self.isSpace(bytes[index - 1]) {
        while index < bytes.count, !Self.isBreak(bytes[index]) { index += 1 }
      } else if Self.isSpace(bytes[index]) {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  /// Returns whether a range, which is not in quotes, has a comment.
  func hasComment(in range: Range<Int>) -> Bool {
    range.contains {
      $0 > 0 && bytes[$0] == UInt8(ascii: "#") && Self.isSpace(bytes[$0 - 1])
    }
  }

  /// Returns the end of the last token before the end of an entry, or of the brackets that begin at `start`.
  private func end(from start: Int, ofBrackets: Bool) -> Int? {
    var (index, end, depth) = (start, start, 0)
    // Quotes are quotes only at the beginning of a token.
    var (isTokenNext, wasQuoted) = (true, false)
    while index < bytes.count {
      index = nextToken(from: index)
      guard index < bytes.count else { break }
      let byte = bytes[index]
      if isTokenNext, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        guard let close = quoteEnd(from: index) else { return nil }
        (index, end, isTokenNext, wasQuoted) = (close, close, false, true)
        continue
      }
      if !ofBrackets, depth == 0, Self.isSeparator(byte) { return end }
      depth += Self.depth(byte)
      (index, end) = (index + 1, index + 1)
      if ofBrackets, depth == 0 { return end }
      isTokenNext =
        Self.isOpening(byte)
        || byte == UInt8(ascii: ":")
          && (wasQuoted || bytes[index...].first.map(Self.isSpace) ?? true)
      wasQuoted = false
    }
    return nil
  }

  private func quoteEnd(from start: Int) -> Int? {
    let quote = bytes[start]
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == quote {
        let isDoubled = quote == UInt8(ascii: "'") && bytes[(index + 1)...].first == quote
        if !isDoubled { return index + 1 }
        index += 1
      } else if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        index += 1
      }
      index += 1
    }
    return nil
  }

  /// The end of a word without quotes in a map without braces: the end of the line, or a comment.
  private func plainEnd(from start: Int) -> Int {
    var (index, end) = (start, start)
    while index < bytes.count, !Self.isBreak(bytes[index]) {
      if bytes[index] == UInt8(ascii: "#"), index > start, Self.isSpace(bytes[index - 1]) { break }
      index += 1
      if !Self.isSpace(bytes[index - 1]) { end = index }
    }
    return end
  }

  // MARK: Bytes

  static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isBreak(byte) }

  private static func isOpening(_ byte: UInt8) -> Bool {
    [UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ",")].contains(byte)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    [UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ",")].contains(byte)
  }

  private static func depth(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"): 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"): -1
    default: 0
    }
  }
}
