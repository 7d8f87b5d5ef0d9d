/// Reads JSON from bytes, value by value, and says of everything that is not JSON where it is.
///
/// It builds no tree: the caller asks for the next key, element or value and keeps what it needs,
/// so memory does not grow with the text. It does not recurse: nesting is a stack of small frames
/// with a limit.
///
/// Beyond the standard (RFC 8259) it takes a byte order mark and trailing commas, because files in
/// the wild, some of Apple's among them, have these. After a fault it goes on where it is plain
/// what was meant (a missing comma, single quotes, a bad number), and stops where it is not (a
/// bracket that closes something else), so that one mistake does not make a list of complaints.
///
/// Own code and not a library: those at hand give no places, or one fault only, and are slower by
/// an order of magnitude.
struct JSONReader {
  /// A value, or the start of one.
  enum Value {
    case object
    case array
    case string(JSONString)
    case number(Double)
    case boolean(Bool)
    case null
    /// Not JSON, and already reported.
    case damaged
  }

  /// An object or array that is being read.
  struct Frame {
    let isObject: Bool
    /// Where its bracket is.
    let start: Int
    /// The index of the current element, -1 before the first.
    var index = -1
    /// The key of the current member.
    var key = JSONString(start: 0, lower: 0, upper: 0, hasEscapes: false)
    /// Whether anything in it could not be read, so that what seems missing may not be.
    var isDamaged = false

    /// Moves on to the member of `key`.
    mutating func begin(_ key: JSONString) {
      self.key = key
      index += 1
    }
  }

  let bytes: [UInt8]
  /// Where reading goes on.
  var position = 0
  /// Where the value last begun is.
  var valueStart = 0
  /// Where the token last read ends.
  var previousEnd = 0
  /// The containers around `position`, outermost first.
  var frames: [Frame] = []
  var faults: EarliestFirst<JSONFault>
  /// True after a fault that makes the rest unreadable.
  var isStopped = false
  /// Whether the container last closed was damaged.
  var closedDamaged = false
  /// After a damaged token the next separator may be missing without another complaint.
  var forgivesSeparator = false
  /// Containers may be nested this deep.
  let deepestNesting: Int

  /// Reads `bytes`; keeps the first `mostFaults` faults.
  init(_ bytes: [UInt8], deepestNesting: Int, mostFaults: Int) {
    self.bytes = bytes
    self.deepestNesting = deepestNesting
    faults = EarliestFirst(limit: mostFaults)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    refuseOtherEncodings()
  }

  /// Whether all was JSON so far.
  var isSound: Bool { faults.count == 0 }

  /// The byte at `position`, or nil at the end.
  var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The byte `distance` after `position`, or nil past the end.
  func byte(after distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  /// Begins the next value: reads all of a scalar, or the opening bracket of a container.
  mutating func beginValue() -> Value {
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
  mutating func skip(_ value: Value) {
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

  /// Reports what follows the outermost value, if anything does.
  mutating func finish() {
    guard !isStopped else { return }
    skipSpace()
    guard position < bytes.count, !isStopped else { return }
    fault(.trailingContent, at: position, "there is more text after the end of the pattern")
  }

  private mutating func beginContainer(isObject: Bool) -> Value {
    guard frames.count < deepestNesting else {
      let limit = deepestNesting
      fault(
        .tooDeep, at: position,
        "brackets are nested more than \(limit) deep; reading stops here")
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

/// The place of a string in the bytes.
struct JSONString: Hashable {
  /// Where it begins, its opening quote included.
  let start: Int
  /// Where its text begins.
  let lower: Int
  /// Where its text ends.
  let upper: Int
  /// Whether the text has backslashes and must be decoded.
  let hasEscapes: Bool
}
