/// An address pattern of an OSC message.
///
/// `?`, `*`, `[a-z]`, `[!a-z]` and `{height,speed}` match characters within one part of an address.
///
/// liblo's `lo_pattern_match` is not used, because it takes 18 seconds for eight `*` and a name of 64 bytes, and does
/// not match `{height,h}eight` with `height`. The time of this implementation is at most proportional to the product of
/// both lengths.
///
/// Source: Open Sound Control 1.0, "OSC Message Dispatching and Pattern Matching".
package struct AddressPattern: Sendable {
  /// The maximum length of a pattern, in bytes.
  ///
  /// Longer patterns do not match anything.
  ///
  /// Our choice: four times the longest input name, plus brackets. This limit bounds the time that a hostile packet can
  /// take.
  package static let longest = 320

  private static let slash = UInt8(ascii: "/")

  private let bytes: [UInt8]

  /// Creates the pattern `text`.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether the pattern contains wildcards.
  package var hasWildcards: Bool { bytes.contains { Array("?*[{".utf8).contains($0) } }

  /// Whether the pattern matches `address`.
  ///
  /// A pattern with an unclosed bracket does not match anything.
  package func matches(_ address: String) -> Bool {
    if bytes.count > Self.longest { return false }
    let address = Array(address.utf8)
    // For each position in the address: whether a match of the pattern so far can end there.
    var ends = [true] + address.map { _ in false }
    var rest = bytes[...]
    while let first = rest.popFirst() {
      switch first {
      case UInt8(ascii: "*"):
        for (place, byte) in address.enumerated() where ends[place] && byte != Self.slash {
          ends[place + 1] = true
        }
      case UInt8(ascii: "?"): ends = Self.moved(ends, in: address) { $0 != Self.slash }
      case UInt8(ascii: "["):
        guard let list = Self.popList(&rest, until: UInt8(ascii: "]")) else { return false }
        let isNegated = list.first == UInt8(ascii: "!")
        let members = Self.members(of: isNegated ? list.dropFirst() : list)
        ends = Self.moved(ends, in: address) {
          $0 != Self.slash && members.contains($0) != isNegated
        }
      case UInt8(ascii: "{"):
        guard let list = Self.popList(&rest, until: UInt8(ascii: "}")) else { return false }
        let words = list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        var next = ends.map { _ in false }
        for place in ends.indices where ends[place] {
          for word in words where address[place...].starts(with: word) {
            next[place + word.count] = true
          }
        }
        ends = next
      default: ends = Self.moved(ends, in: address) { $0 == first }
      }
    }
    return ends[address.count]
  }

  /// Returns the ends, each moved by one byte if that byte matches.
  private static func moved(
    _ ends: [Bool], in address: [UInt8], _ fits: (UInt8) -> Bool
  ) -> [Bool] {
    [false] + zip(ends, address).map { $0 && fits($1) }
  }

  /// Removes and returns the bytes before `closing`, and removes `closing` as well; nil if `rest`
  /// does not contain it.
  private static func popList(
    _ rest: inout ArraySlice<UInt8>, until closing: UInt8
  ) -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: closing) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }

  /// The bytes that a list in square brackets contains.
  ///
  /// A minus sign at the end is literal.
  private static func members(of list: ArraySlice<UInt8>) -> Set<UInt8> {
    var members: Set<UInt8> = []
    var rest = list
    while let byte = rest.popFirst() {
      if rest.first == UInt8(ascii: "-"), let last = rest.dropFirst().first {
        members.formUnion(min(byte, last)...max(byte, last))
        rest = rest.dropFirst(2)
      } else {
        members.insert(byte)
      }
    }
    return members
  }
}
