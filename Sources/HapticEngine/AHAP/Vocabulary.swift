/// A small set of words that bytes are looked up in.
struct Vocabulary<Word: RawRepresentable & CaseIterable & Sendable>: Sendable
where Word.RawValue == String {
  /// One word, with its place among all.
  struct Item: Sendable {
    let word: Word
    let index: Int
    fileprivate let bytes: [UInt8]
  }

  private let byLength: [[Item]]
  private let all: [Item]

  /// A bit for each word that must be there, by its place among all.
  let required: UInt32

  /// All cases of `Word`, not more than 32.
  ///
  /// Those of `required` must be there if they are keys.
  init(required: [Word] = []) {
    let items = Word.allCases.enumerated().map {
      Item(word: $1, index: $0, bytes: Array($1.rawValue.utf8))
    }
    let longest = items.map(\.bytes.count).max() ?? 0
    all = items
    let names = required.map(\.rawValue)
    self.required = items.reduce(0) {
      names.contains($1.word.rawValue) ? $0 | 1 << UInt32($1.index) : $0
    }
    byLength = (0...longest).map { length in items.filter { $0.bytes.count == length } }
  }

  /// The word that `string` is, or nil.
  func item(_ string: JSONString, in bytes: [UInt8]) -> Item? {
    if string.hasEscapes {
      let decoded = JSONText.decoded(bytes, string.lower..<string.upper)
      return item(decoded, 0..<decoded.count)
    }
    return item(bytes, string.lower..<string.upper)
  }

  /// The words whose bits are set in `bits`.
  func words(of bits: UInt32) -> [String] {
    all.filter { bits & 1 << UInt32($0.index) != 0 }.map(\.word.rawValue)
  }

  /// The word nearest to what was written, or nil if none is near.
  func nearest(to written: String) -> String? {
    NearestWord.find(written, in: Word.allCases.map(\.rawValue))
  }

  private func item(_ bytes: [UInt8], _ range: Range<Int>) -> Item? {
    guard range.count < byLength.count else { return nil }
    return byLength[range.count].first { item in
      var index = range.lowerBound
      for byte in item.bytes {
        if bytes[index] != byte { return false }
        index += 1
      }
      return true
    }
  }
}
