/// Reads JSON from bytes, value by value, and reports the location of everything that is not JSON.
///
/// The reader does not build a tree: the caller asks for the next key, element or value and keeps only the parts that
/// it needs, so memory does not grow with the text. The reader does not recurse: nesting is represented by a stack of
/// small frames with a limit.
///
/// In addition to the standard (RFC 8259), the reader accepts a byte order mark and trailing commas, because
/// real files, some of them Apple's, contain these. After a fault, the reader continues if the intention is
/// clear (a missing comma, single quotes, a bad number), and stops if it is not (a bracket that closes
/// something else). That way, one mistake does not cause a list of follow-up errors.
///
/// We do not use a library: the available ones do not report locations, or report only one fault, and are slower by an
/// order of magnitude.
package struct JSONReader {
  /// A value, or the start of one.
  package enum Value {
    case object
    case array
    case string(JSONString)
    case number(Double)
    case boolean(Bool)
    case null
    /// Not JSON; already reported.
    case damaged
  }

  /// An object or array that is being read.
  package struct Frame {
    package let isObject: Bool
    /// The offset of the opening bracket.
    package let start: Int
    /// The index of the current element; -1 before the first.
    package var index = -1
    /// The key of the current member.
    package var key = JSONString(start: 0, lower: 0, upper: 0, hasEscapes: false)
    /// Whether a part of the container could not be read, so that keys that seem to be missing may be present.
    package var isDamaged = false

    /// Advances to the member `key`.
    package mutating func begin(_ key: JSONString) {
      self.key = key
      index += 1
    }
  }

  package let bytes: [UInt8]
  /// The offset at which reading continues.
  package var position = 0
  /// The offset of the value that was begun last.
  package var valueStart = 0
  /// The end of the token that was read last.
  package var previousEnd = 0
  /// The containers around `position`, outermost first.
  package var frames: [Frame] = []
  package var faults: EarliestFirst<JSONFault>
  /// True after a fault that makes the remaining text unreadable.
  package var isStopped = false
  /// Whether the most recently closed container was damaged.
  package var closedDamaged = false
  /// Whether a missing separator is accepted because the previous token was damaged.
  package var forgivesSeparator = false
  /// The maximum nesting depth of containers.
  package let maximumNesting: Int

  /// Creates a reader of `bytes` that keeps the first `maximumFaults` faults.
  package init(_ bytes: [UInt8], maximumNesting: Int, maximumFaults: Int) {
    self.bytes = bytes
    self.maximumNesting = maximumNesting
    faults = EarliestFirst(limit: maximumFaults)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    refuseOtherEncodings()
  }

  /// Whether everything so far was valid JSON.
  package var isSound: Bool { faults.count == 0 }

  /// The byte at `position`, or nil at the end.
  package var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The byte `distance` after `position`, or nil past the end.
  package func byte(after distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  /// Begins the next value: reads a complete scalar, or the opening bracket of a container.
  package mutating func beginValue() -> Value {
    guard !isStopped else { return .damaged }
    skipSpace()
    valueStart = position
    guard let first = byte else { return stopAtEnd() }
    switch first {
    case UInt8(ascii: "\""):
      let faultsBefore = faults.count
      let string = scanString()
      return faults.count == faultsBefore ? .string(string) : .damaged
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return scanNumber()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return beginContainer(isObject: first == UInt8(ascii: "{"))
    case UInt8(ascii: "t") where takes("true"): return .boolean(true)
    case UInt8(ascii: "f") where takes("false"): return .boolean(false)
    case UInt8(ascii: "n") where takes("null"): return .null
    default:
      return beginIrregularValue(first)
    }
  }

  /// Skips the rest of a value that was begun.
  package mutating func skip(_ value: Value) {
    switch value {
    case .object, .array: break
    case .string, .number, .boolean, .null, .damaged: return
    }
    let outer = frames.count - 1
    while frames.count > outer {
      if frames[frames.count - 1].isObject ? nextKey() != nil : nextElement() {
        _ = beginValue()
      }
    }
  }

  /// Reports any text after the outermost value.
  package mutating func finish() {
    guard !isStopped else { return }
    skipSpace()
    guard position < bytes.count, !isStopped else { return }
    fault(.trailingContent, at: position, "unexpected text after the end of the JSON value")
  }

  private mutating func beginContainer(isObject: Bool) -> Value {
    guard frames.count < maximumNesting else {
      let limit = maximumNesting
      fault(
        .tooDeep, at: position,
        "brackets are nested more than \(limit) levels deep; reading stops here")
      stop()
      return .damaged
    }
    frames.append(Frame(isObject: isObject, start: position))
    position += 1
    previousEnd = position
    return isObject ? .object : .array
  }

  private mutating func takes(_ word: String) -> Bool {
    var end = position
    for letter in word.utf8 {
      guard end < bytes.count, bytes[end] == letter else { return false }
      end += 1
    }
    if end < bytes.count, Self.continuesWord(bytes[end]) { return false }
    position = end
    previousEnd = end
    return true
  }
}

/// The location of a string in the bytes.
package struct JSONString: Hashable {
  /// The offset of the string, including its opening quote.
  package let start: Int
  /// The offset of its text.
  package let lower: Int
  /// The end of its text.
  package let upper: Int
  /// Whether the text has backslashes and must be decoded.
  package let hasEscapes: Bool
}

extension JSONReader {
  /// Moves to the next member of the object being read.
  ///
  /// Returns its key, so that its value can be begun next. At the end of the object, returns nil and closes the object.
  package mutating func nextKey() -> JSONString? {
    guard moveToItem(closing: UInt8(ascii: "}")) else { return nil }
    let key: JSONString
    switch bytes[position] {
    case UInt8(ascii: "\""):
      key = scanString()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let start = words(for: top.start)
      fault(
        .mismatchedBracket, at: position,
        "a key in double quotes was expected; was the object at \(start) not closed?")
      stop()
      return close()
    case let first:
      key = scanIrregularKey(first)
    }
    frames[frames.count - 1].begin(key)
    takeColon()
    return key
  }

  /// Moves to the next element of the array being read.
  ///
  /// At the end of the array, returns false and closes the array.
  package mutating func nextElement() -> Bool {
    guard moveToItem(closing: UInt8(ascii: "]")) else { return false }
    frames[frames.count - 1].index += 1
    return true
  }

  /// The innermost container.
  package var top: Frame { frames[frames.count - 1] }

  /// Closes the innermost container.
  ///
  /// Always returns nil, for use in `nextKey`.
  @discardableResult package mutating func close() -> JSONString? {
    closedDamaged = frames[frames.count - 1].isDamaged || isStopped
    frames.removeLast()
    previousEnd = position
    return nil
  }

  /// Stops reading for good.
  package mutating func stop() {
    isStopped = true
    position = bytes.count
  }

  /// Skips the separator before the next item.
  ///
  /// Returns false if the container is closed.
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
          fault(.missingComma, at: previousEnd, "missing comma")
        }
        forgivesSeparator = false
        return true
      }
    }
    close()
    return false
  }

  /// Skips a comma and the white space after it, if an item follows.
  ///
  /// If no item follows, nothing is skipped. Nearly all separators of nearly every file take this path.
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
      fault(.extraComma, at: position, "extra comma")
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
      fault(.missingColon, at: position, "a key and its value must be separated by a colon")
      position += 1
    default:
      if !forgivesSeparator {
        fault(.missingColon, at: previousEnd, "missing colon between key and value")
      }
      forgivesSeparator = false
    }
  }

  private mutating func refuseBracket(_ bracket: UInt8) {
    let opening = "\(top.isObject ? "{" : "[") at \(words(for: top.start))"
    let found = Character(Unicode.Scalar(bracket))
    fault(
      .mismatchedBracket, at: position,
      "this \(found) does not close the \(opening); reading stops here")
    stop()
  }

  /// Reports that the text ends inside a container.
  package mutating func stopAtEnd() -> Value {
    guard !isStopped else { return .damaged }
    if let frame = frames.last {
      let container = "\(frame.isObject ? "object" : "array") at \(words(for: frame.start))"
      fault(.unexpectedEnd, at: bytes.count, "the file ends inside the \(container)")
    } else {
      fault(.emptyFile, at: bytes.count, "the file is empty; it must have a JSON object in { }")
    }
    stop()
    return .damaged
  }

  /// Whether `byte` can begin an item of a container, or a faulty item whose meaning is clear.
  private static func startsItem(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "{"), UInt8(ascii: "["),
      UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), 0xE2:
      true
    default: continuesWord(byte)
    }
  }
}

extension JSONReader {
  /// Reads the rest of a value that was begun, and writes the whole value as compact JSON: without
  /// white space and trailing commas, with strings as `JSONText.append` writes them, and with numbers
  /// unchanged.
  ///
  /// A damaged part becomes null.
  package mutating func copy(_ value: Value, to output: inout [UInt8]) {
    copyStart(value, to: &output)
    switch value {
    case .object, .array: break
    case .string, .number, .boolean, .null, .damaged: return
    }
    let outer = frames.count - 1
    while frames.count > outer {
      let isObject = top.isObject
      let isFirst = top.index < 0
      let key = isObject ? nextKey() : nil
      guard isObject ? key != nil : nextElement() else {
        output.append(UInt8(ascii: isObject ? "}" : "]"))
        continue
      }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      if let key {
        JSONText.append(JSONText.text(key, in: bytes), to: &output)
        output.append(UInt8(ascii: ":"))
      }
      let item = beginValue()
      copyStart(item, to: &output)
    }
  }

  private func copyStart(_ value: Value, to output: inout [UInt8]) {
    switch value {
    case .object: output.append(UInt8(ascii: "{"))
    case .array: output.append(UInt8(ascii: "["))
    case .string(let string): JSONText.append(JSONText.text(string, in: bytes), to: &output)
    case .number: output.append(contentsOf: bytes[valueStart..<position])
    case .boolean(let boolean): output.append(contentsOf: (boolean ? "true" : "false").utf8)
    case .null, .damaged: output.append(contentsOf: "null".utf8)
    }
  }
}
