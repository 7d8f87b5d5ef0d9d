extension JSONReader {
  /// Moves to the next member of the object being read: returns its key, with the value to be begun
  /// next, or nil where the object ends; the object is then closed.
  mutating func nextKey() -> JSONString? {
    guard moveToItem(closing: UInt8(ascii: "}")) else { return nil }
    let key: JSONString
    switch bytes[position] {
    case UInt8(ascii: "\""):
      key = scanString()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let start = words(for: top.start)
      fault(
        .mismatchedBracket, at: position,
        "a key in double quotes must come here; was the object of \(start) not closed?")
      stop()
      return close()
    case let first:
      key = scanIrregularKey(first)
    }
    frames[frames.count - 1].begin(key)
    takeColon()
    return key
  }

  /// Moves to the next element of the array being read: false where the array ends; the array is
  /// then closed.
  mutating func nextElement() -> Bool {
    guard moveToItem(closing: UInt8(ascii: "]")) else { return false }
    frames[frames.count - 1].index += 1
    return true
  }

  /// The innermost container.
  var top: Frame { frames[frames.count - 1] }

  /// Closes the innermost container.
  ///
  /// Always nil, for `nextKey`.
  @discardableResult mutating func close() -> JSONString? {
    closedDamaged = frames[frames.count - 1].isDamaged || isStopped
    frames.removeLast()
    previousEnd = position
    return nil
  }

  /// Ends all reading.
  mutating func stop() {
    isStopped = true
    position = bytes.count
  }

  /// Takes the separator before the next item.
  ///
  /// False where the container is closed.
  private mutating func moveToItem(closing bracket: UInt8) -> Bool {
    var needsComma = frames[frames.count - 1].index >= 0
    if needsComma && takeCommaBeforeItem() { return true }
    while !isStopped {
      skipSpace()
      guard let next = byte else {
        _ = stopAtEnd()
        break
      }
      if next == bracket {
        position += 1
        forgivesSeparator = false
        close()
        return false
      }
      switch next {
      case UInt8(ascii: ","):
        takeComma(needed: needsComma)
        needsComma = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        refuseBracket(next)
      case _ where !Self.startsItem(next):
        refuseCharacter("a comma or the end of the \(top.isObject ? "object" : "array")")
        needsComma = false
      default:
        if needsComma && !forgivesSeparator {
          fault(.missingComma, at: previousEnd, "a comma is missing here")
        }
        forgivesSeparator = false
        return true
      }
    }
    close()
    return false
  }

  /// Takes a comma and the white space after it, where an item follows.
  ///
  /// The way through nearly all of nearly every file; otherwise nothing is taken.
  private mutating func takeCommaBeforeItem() -> Bool {
    let count = bytes.count
    guard !isStopped, position < count, bytes[position] == UInt8(ascii: ",") else { return false }
    var next = position + 1
    while next < count, bytes[next] == 0x20 || bytes[next] == 0x0A { next += 1 }
    guard next < count, bytes[next] == UInt8(ascii: "\"") || bytes[next] == UInt8(ascii: "{")
    else { return false }
    position = next
    forgivesSeparator = false
    return true
  }

  private mutating func takeComma(needed: Bool) {
    if !needed && !forgivesSeparator {
      fault(.extraComma, at: position, "this comma separates nothing")
      forgivesSeparator = true
    } else {
      forgivesSeparator = false
    }
    position += 1
  }

  @inline(__always)
  private mutating func takeColon() {
    if position < bytes.count, bytes[position] == UInt8(ascii: ":") {
      position += 1
      forgivesSeparator = false
      return
    }
    takeIrregularColon()
  }

  private mutating func takeIrregularColon() {
    skipSpace()
    switch byte {
    case UInt8(ascii: ":"):
      position += 1
      forgivesSeparator = false
    case UInt8(ascii: ","), UInt8(ascii: "}"), nil:
      break  // beginValue says that the value is missing.
    case UInt8(ascii: "="):
      fault(.missingColon, at: position, "a key and its value are separated by a colon")
      position += 1
    default:
      if !forgivesSeparator {
        fault(.missingColon, at: previousEnd, "a colon is missing here, between key and value")
      }
      forgivesSeparator = false
    }
  }

  private mutating func refuseBracket(_ bracket: UInt8) {
    let opening = "\(top.isObject ? "{" : "[") of \(words(for: top.start))"
    let found = Character(Unicode.Scalar(bracket))
    fault(
      .mismatchedBracket, at: position,
      "this \(found) does not close the \(opening); reading stops here")
    stop()
  }

  /// Reports the end of the text inside a container.
  mutating func stopAtEnd() -> Value {
    guard !isStopped else { return .damaged }
    if let frame = frames.last {
      let container = "\(frame.isObject ? "object" : "array") of \(words(for: frame.start))"
      fault(.unexpectedEnd, at: bytes.count, "the file ends inside the \(container)")
    } else {
      fault(.emptyFile, at: bytes.count, "the file is empty: a pattern is a JSON object in { }")
    }
    stop()
    return .damaged
  }

  /// Whether an item of a container, or a mistaken one that is understood, can begin so.
  private static func startsItem(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "{"), UInt8(ascii: "["),
      UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), 0xE2:
      true
    default: continuesWord(byte)
    }
  }
}
