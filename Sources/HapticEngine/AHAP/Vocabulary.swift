internal import TextFormats

/// A small set of words that bytes are looked up in.
///
/// Its memory is never freed: a vocabulary is a constant of the program. Nothing in it counts
/// references, because a file asks it millions of times.
///
/// The type asks nothing of `Word`, so that the runtime need not look for conformances to make it;
/// that costs more than reading a small file.
@safe
struct Vocabulary<Word>: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the memory is written in init only.

  /// One word, with its place among all.
  struct Item {
    let word: Word
    let index: Int
  }

  /// How a word is written.
  @safe
  private struct Spelling {
    let bytes: UnsafePointer<UInt8>
    let count: Int
  }

  private let items: UnsafePointer<Item>
  private let spellings: UnsafePointer<Spelling>
  private let count: Int

  /// A bit for each word that must be there, by its place among all.
  let required: UInt32

  /// The word that `string` is, or nil.
  func item(_ string: JSONString, in bytes: [UInt8]) -> Item? {
    if string.hasEscapes {
      let decoded = JSONText.decoded(bytes, string.lower..<string.upper)
      return item(decoded, 0..<decoded.count)
    }
    return item(bytes, string.lower..<string.upper)
  }

  private func item(_ bytes: [UInt8], _ range: Range<Int>) -> Item? {
    var index = 0
    while index < count {
      // SAFETY: index < count, and a spelling holds as many bytes as it says.
      let spelling = unsafe spellings[index]
      if spelling.count == range.count {
        var offset = 0
        while offset < spelling.count,
          unsafe spelling.bytes[offset] == bytes[range.lowerBound + offset]
        {
          offset += 1
        }
        if offset == spelling.count { return unsafe items[index] }
      }
      index += 1
    }
    return nil
  }
}

extension Vocabulary
where Word: RawRepresentable & CaseIterable & Sendable, Word.RawValue == String {
  /// All cases of `Word`, not more than 32.
  ///
  /// Those of `required` must be there if they are keys.
  init(required: [Word] = []) {
    count = Word.allCases.count
    // SAFETY: all are initialized below and never freed: there is one vocabulary for each kind of
    // word.
    let items = UnsafeMutablePointer<Item>.allocate(capacity: count)
    let spellings = UnsafeMutablePointer<Spelling>.allocate(capacity: count)
    let names = required.map(\.rawValue)
    var bits: UInt32 = 0
    for (index, word) in Word.allCases.enumerated() {
      let utf8 = Array(word.rawValue.utf8)
      // SAFETY: as above.
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: utf8.count)
      unsafe bytes.initialize(from: utf8, count: utf8.count)
      unsafe (items + index).initialize(to: Item(word: word, index: index))
      unsafe (spellings + index).initialize(to: Spelling(bytes: bytes, count: utf8.count))
      if names.contains(word.rawValue) { bits |= 1 << UInt32(index) }
    }
    unsafe self.items = UnsafePointer(items)
    unsafe self.spellings = UnsafePointer(spellings)
    self.required = bits
  }

  /// The words whose bits are set in `bits`.
  func words(of bits: UInt32) -> [String] {
    Word.allCases.enumerated().filter { bits & 1 << UInt32($0.offset) != 0 }.map(\.element.rawValue)
  }

  /// The word nearest to what was written, or nil if none is near.
  func nearest(to written: String) -> String? {
    NearestWord.find(
      written, in: Word.allCases.map(\.rawValue), others: AHAPWords.meanings)
  }
}
