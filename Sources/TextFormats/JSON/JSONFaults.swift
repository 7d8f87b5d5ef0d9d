/// A fault: a location at which a text is not JSON.
package struct JSONFault {
  /// The kind of fault.
  package enum Kind: CaseIterable {
    case emptyFile
    case notUTF8
    case invalidUTF8
    case unexpectedEnd
    case unexpectedCharacter
    case invalidWord
    case invalidNumber
    case numberTooLarge
    case invalidEscape
    case loneSurrogate
    case controlCharacter
    case unterminatedString
    case wrongQuotes
    case unquotedKey
    case comment
    case missingComma
    case extraComma
    case missingColon
    case missingValue
    case mismatchedBracket
    case tooDeep
    case trailingContent
  }

  /// The kind of fault.
  package let kind: Kind
  /// The path of keys and indices to the fault.
  package let path: String
  /// A sentence that describes the fault.
  package let words: String
}

extension JSONReader {
  /// Records a fault.
  ///
  /// The words are computed only if the fault is kept.
  package mutating func fault(
    _ kind: JSONFault.Kind, at offset: Int, _ words: @autoclosure () -> String
  ) {
    faults.add(at: offset) { [frames, bytes] in
      JSONFault(kind: kind, path: JSONPath.words(frames, in: bytes), words: words())
    }
  }

  /// A location in words, for use in a message.
  ///
  /// Lines are counted from the start of the text, so this is intended only for faults that occur once.
  package func words(for offset: Int) -> String {
    var places = SourceLocations(bytes)
    let place = places.place(of: offset)
    return "line \(place.line), column \(place.column)"
  }

  /// The path to the current value.
  package var path: String { JSONPath.words(frames, in: bytes) }

  /// The path to the container whose frame is the `count`-th.
  package func path(frames count: Int) -> String { JSONPath.words(frames.prefix(count), in: bytes) }

  /// Skips white space, and reports comments and other Unicode spaces.
  @inline(__always)
  package mutating func skipSpace() {
    guard position < bytes.count else { return }
    let byte = bytes[position]
    if byte > 0x20 && byte < 0x80 && byte != UInt8(ascii: "/") { return }
    skipAllSpace()
  }

  private mutating func skipAllSpace() {
    let count = bytes.count
    while position < count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      case UInt8(ascii: "/"):
        guard skipComment() else { return }
      case 0x80...:
        guard skipForeignSpace() else { return }
      default: return
      }
    }
  }

  private mutating func skipComment() -> Bool {
    switch byte(after: 1) {
    case UInt8(ascii: "/"):
      fault(.comment, at: position, "JSON does not allow comments; move the text to \"Metadata\"")
      while let next = byte, next != 0x0A, next != 0x0D { position += 1 }
      return true
    case UInt8(ascii: "*"):
      skipBlockComment()
      return true
    default: return false
    }
  }

  private mutating func skipBlockComment() {
    let start = position
    position += 2
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), byte(after: 1) == UInt8(ascii: "/") {
        fault(.comment, at: start, "JSON does not allow comments; move the text to \"Metadata\"")
        position += 2
        return
      }
      position += 1
    }
    fault(.comment, at: start, "JSON does not allow comments, and this one is not closed")
    stop()
  }

  private mutating func skipForeignSpace() -> Bool {
    guard let scalar = UTF8Scan.scalar(at: position, in: bytes) else { return false }
    guard scalar.properties.isWhitespace || scalar == "\u{FEFF}" || scalar == "\u{200B}" else {
      return false
    }
    let name = Self.name(of: scalar)
    fault(.unexpectedCharacter, at: position, "\(name) is not white space in JSON")
    position += UTF8.width(scalar)
    return true
  }

  /// Reports the character at `position`, and skips it with its continuation bytes.
  package mutating func refuseCharacter(_ expected: String) {
    let found: String
    if let scalar = UTF8Scan.scalar(at: position, in: bytes) {
      found = Self.name(of: scalar)
    } else {
      found = "a byte that is not UTF-8"
    }
    if !forgivesSeparator {
      fault(.unexpectedCharacter, at: position, "\(expected) was expected instead of \(found)")
    }
    forgivesSeparator = true
    if !frames.isEmpty { frames[frames.count - 1].isDamaged = true }
    position += 1
    while let next = byte, !Self.endsGarbage(next) { position += 1 }
    previousEnd = position
  }

  private static func endsGarbage(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "["), UInt8(ascii: "\""), 0x0A, 0x0D:
      true
    default: false
    }
  }

  /// The scalar as text that is safe to print.
  package static func name(of scalar: Unicode.Scalar) -> String {
    let isPlain = scalar.value > 0x20 && scalar.value < 0x7F
    let hex = String(scalar.value, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    return isPlain ? "\"\(scalar)\"" : "the character U+\(padded)"
  }

  /// Rejects other encodings with one fault instead of one for each byte.
  package mutating func refuseOtherEncodings() {
    let head = bytes.prefix(4)
    let hasMark = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
    guard hasMark || (head.count > 1 && head.prefix(2).contains(0)) else { return }
    fault(.notUTF8, at: 0, "the file is not UTF-8 text; it may be UTF-16, UTF-32 or binary")
    stop()
  }
}

/// Paths to values, such as `Pattern[3].Event.EventParameters[0].ParameterValue`.
package enum JSONPath {
  /// The path that `frames` lead to.
  ///
  /// Keys that are not plain words appear in brackets and quotes.
  package static func words(_ frames: some Sequence<JSONReader.Frame>, in bytes: [UInt8]) -> String
  {
    var path = ""
    for frame in frames where frame.index >= 0 {
      if frame.isObject {
        append(key: JSONText.text(frame.key, in: bytes, maximumBytes: 64), to: &path)
      } else {
        path += "[\(frame.index)]"
      }
    }
    return path
  }

  /// Appends one key.
  package static func append(key: String, to path: inout String) {
    let isPlain =
      !key.isEmpty
      && key.utf8.allSatisfy {
        JSONReader.continuesWord($0) && $0 < 0x80 && $0 != UInt8(ascii: "+")
      }
    if isPlain {
      path += path.isEmpty ? key : ".\(key)"
    } else {
      path += "[\(Quoted.words(key))]"
    }
  }
}
