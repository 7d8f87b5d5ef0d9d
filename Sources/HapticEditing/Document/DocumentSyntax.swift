/// The syntax of a pattern file: the places of its top-level keys, of its metadata's keys, and of its entries.
///
/// `EntryScanner` reads the entries one by one.
struct DocumentSyntax: Hashable, Sendable {
  /// The top-level object of the file.
  var root = ContainerSyntax(isObject: true, inside: 0..<0, items: [])
  /// The object `Metadata`, if any.
  var metadata: ContainerSyntax?
  /// The places of the entries.
  var entries: [EntrySpan] = []
  /// The bytes between the brackets of the array of entries.
  var inside = 0..<0
}

/// An object or array of a file, with the places of its items.
struct ContainerSyntax: Hashable, Sendable {
  /// A member of an object, or an element of an array.
  struct Item: Hashable, Sendable {
    /// The key; empty in an array.
    let key: String
    /// The offset of the key, or of an element.
    let start: Int
    /// The bytes of the value.
    let value: Range<Int>

    /// The bytes of key and value.
    var range: Range<Int> { start..<value.upperBound }
  }

  let isObject: Bool
  /// The bytes between the brackets.
  let inside: Range<Int>
  let items: [Item]
  private let indices: [String: Int]

  init(isObject: Bool, inside: Range<Int>, items: [Item]) {
    (self.isObject, self.inside, self.items) = (isObject, inside, items)
    indices =
      isObject
      ? Dictionary(items.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { $1 }) : [:]
  }

  /// The member `key` of an object; the last if the key occurs twice.
  subscript(key: String) -> Item? { indices[key].map { items[$0] } }

  /// The keys of an object, in order.
  var keys: [String] { items.map(\.key) }

  /// Whether each key occurs only once.
  var hasDistinctKeys: Bool { indices.count == items.count }
}
