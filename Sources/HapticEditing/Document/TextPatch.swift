/// A change to a text, as a value: some parts are replaced, and everything else is unchanged.
///
/// Every edit of a file is a patch, and so is its undoing: `inverse` returns a patch that restores the original text,
/// byte for byte.
///
/// Thread: any. Realtime-safe: no.
public struct TextPatch: Hashable, Sendable {
  /// A part that is replaced.
  struct Splice: Hashable, Sendable {
    /// The offset in bytes in the old text.
    var offset: Int
    /// The number of bytes of the old text that are removed.
    var removed: Int
    /// The range of `text` that replaces the removed bytes.
    var inserted: Range<Int>
  }

  /// The parts in order of offset, not overlapping.
  private(set) var splices: [Splice] = []
  /// All inserted text.
  private(set) var text: [UInt8] = []

  /// Creates a patch that does not change anything.
  public init() {}

  /// Creates the patch that turns one text into another, in one part of whole characters.
  package init(from old: [UInt8], to new: [UInt8]) {
    // The bytes of a character after its first are 0x80...0xBF in UTF-8. A part of a character is not text, and a log
    // could not store it.
    func continues(_ text: [UInt8], _ index: Int) -> Bool {
      index < text.count && text[index] & 0xC0 == 0x80
    }
    var start = zip(old, new).prefix { $0 == $1 }.count
    let shorter = min(old.count, new.count) - start
    var end = zip(old.reversed(), new.reversed()).prefix(shorter).prefix { $0 == $1 }.count
    while start > 0, continues(old, start) || continues(new, start) { start -= 1 }
    while end > 0, continues(old, old.count - end) { end -= 1 }
    if start + end < max(old.count, new.count) {
      replace(start..<(old.count - end), with: new[start..<(new.count - end)])
    }
  }

  /// Whether the patch does not change anything.
  public var isEmpty: Bool { splices.isEmpty }

  /// The number of places that change.
  public var count: Int { splices.count }

  /// Replaces the bytes of `range` of the old text by `bytes`.
  ///
  /// Two insertions at one offset are inserted in the order in which they are added.
  mutating func replace(_ range: Range<Int>, with bytes: some Sequence<UInt8>) {
    let start = text.count
    text.append(contentsOf: bytes)
    splices.append(
      Splice(offset: range.lowerBound, removed: range.count, inserted: start..<text.count))
  }

  /// Sorts the parts; required once before the patch is used.
  mutating func sort() {
    let isSorted = zip(splices, splices.dropFirst()).allSatisfy { $0.offset <= $1.offset }
    if isSorted { return }
    splices = splices.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }.map(\.element)
  }

  /// Returns whether the patch fits a text of `count` bytes.
  package func fits(_ count: Int) -> Bool {
    var end = 0
    for splice in splices {
      guard splice.offset >= end, splice.removed >= 0,
        splice.removed <= count, splice.offset <= count - splice.removed
      else { return false }
      end = splice.offset + splice.removed
    }
    return true
  }

  /// Returns the part of the old text in `range`, by default all of it, with the changes applied.
  ///
  /// - Complexity: O(bytes).
  package func applied(to bytes: [UInt8], in range: Range<Int>? = nil) -> [UInt8] {
    let range = range ?? 0..<bytes.count
    var output: [UInt8] = []
    // Removed bytes do not need capacity. Otherwise, each of the small parts into which a long entry is split would
    // reserve capacity for the whole entry.
    let removed = splices.reduce(0) { $0 + $1.removed }
    output.reserveCapacity(max(0, range.count - removed) + text.count)
    var position = range.lowerBound
    for splice in splices {
      output.append(contentsOf: bytes[position..<splice.offset])
      output.append(contentsOf: text[splice.inserted])
      position = splice.offset + splice.removed
    }
    output.append(contentsOf: bytes[position..<range.upperBound])
    return output
  }

  /// Returns the patch that undoes this patch after it has been applied to `bytes`.
  package func inverse(for bytes: [UInt8]) -> TextPatch {
    var inverse = TextPatch()
    var shift = 0
    for splice in splices {
      let old = splice.offset..<(splice.offset + splice.removed)
      let new = (splice.offset + shift)..<(splice.offset + shift + splice.inserted.count)
      inverse.replace(new, with: bytes[old])
      shift += splice.inserted.count - splice.removed
    }
    return inverse
  }

  /// Returns the bytes that `splice` inserts.
  func insertion(_ splice: Splice) -> ArraySlice<UInt8> { text[splice.inserted] }
}

extension TextPatch: Codable {
  /// Encodes the parts as in a log: `[[OFFSET, COUNT, "TEXT"], …]`.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.unkeyedContainer()
    for splice in splices {
      var part = parts.nestedUnkeyedContainer()
      try part.encode(splice.offset)
      try part.encode(splice.removed)
      try part.encode(String(decoding: insertion(splice), as: UTF8.self))
    }
  }

  /// Decodes a patch that `encode` has encoded.
  ///
  /// - Throws: `DecodingError` if the value is not a patch.
  public init(from decoder: any Decoder) throws {
    self.init()
    var parts = try decoder.unkeyedContainer()
    while !parts.isAtEnd {
      var part = try parts.nestedUnkeyedContainer()
      let (offset, removed) = (try part.decode(Int.self), try part.decode(Int.self))
      guard (0...1 << 40).contains(offset), (0...1 << 40).contains(removed) else {
        throw DecodingError.dataCorruptedError(
          in: parts, debugDescription: "an offset and a number of bytes were expected")
      }
      replace(offset..<(offset + removed), with: try part.decode(String.self).utf8)
    }
  }
}
