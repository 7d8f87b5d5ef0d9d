internal import HapticEngine
internal import TextFormats

/// The kinds of entries in a pattern.
public enum EntryKind: String, Hashable, Sendable, CaseIterable {
  /// A transient, `HapticTransient`.
  case transient
  /// A vibration, `HapticContinuous`.
  case continuous
  /// A tone, `AudioContinuous`.
  case tone
  /// A sound file, `AudioCustom`.
  case sound
  /// A step of a control, `Parameter`.
  case parameter
  /// A `ParameterCurve`.
  case curve
}

/// A pattern file that is being edited: its bytes, and the places of its entries.
///
/// The file is not converted to a tree of values. An edit replaces only the bytes that it changes, so that unknown
/// keys, metadata, the order of keys, the spelling of numbers and the indentation stay as they were.
///
/// Thread: any. Realtime-safe: no.
public struct EditDocument: Hashable, Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The places of keys and entries.
  let syntax: DocumentSyntax

  /// Creates a document from the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: the text of the file, UTF-8.
  ///   - file: the name of the file, for messages.
  /// - Throws: `EditError.invalid` with every error of a file that is not a valid pattern.
  /// - Complexity: O(bytes).
  public init(_ bytes: [UInt8], file: String = "-") throws(EditError) {
    let reading = AHAP.read(bytes, file: file)
    guard reading.pattern != nil else {
      throw .invalid(
        reading.diagnostics.filter { $0.severity == .error }, count: reading.errorCount)
    }
    self.init(valid: bytes)
  }

  /// Creates a document from a file that is known to be a valid pattern.
  package init(valid bytes: [UInt8]) {
    self.bytes = bytes
    var scanner = EntryScanner(bytes)
    syntax = scanner.outline()
  }

  /// The places of the entries.
  var entries: [EntrySpan] { syntax.entries }
  /// The offset of each entry.
  package var entryOffsets: [Int] { entries.map(\.range.lowerBound) }

  /// The bytes between the brackets of the array of entries.
  var inside: Range<Int> { syntax.inside }

  /// Returns the white space between the entry at `index` and the comma or bracket before it.
  func gap(before index: Int) -> ArraySlice<UInt8> {
    let start = index > 0 ? entries[index - 1].range.upperBound : inside.lowerBound
    let gap = bytes[start..<entries[index].range.lowerBound]
    return gap.firstIndex(of: UInt8(ascii: ",")).map { gap[($0 + 1)...] } ?? gap
  }

  /// The number of entries.
  public var entryCount: Int { entries.count }

  /// Returns the line and column of the byte at `offset`.
  func location(of offset: Int) -> SourceLocation {
    var places = SourceLocations(bytes)
    return places.place(of: offset)
  }

  /// Reads, in order, every entry for which `isRead` returns true.
  package func forEach(
    where isRead: (Int) -> Bool = { _ in true },
    _ body: (EntryFields) throws(EditError) -> Void
  ) throws(EditError) {
    var scanner = EntryScanner(bytes)
    var fields = EntryFields()
    for index in entries.indices where isRead(index) {
      scanner.scan(entries[index], index: index, into: &fields)
      try body(fields)
    }
  }

  /// Returns the contents of the entry at `index`.
  func fields(_ index: Int) -> EntryFields {
    var scanner = EntryScanner(bytes)
    var fields = EntryFields()
    scanner.scan(entries[index], index: index, into: &fields)
    return fields
  }

  /// Returns the text whose JSON string is at `range`; nil for anything else.
  package func text(at range: Range<Int>) -> String? {
    var scanner = EntryScanner(bytes)
    return scanner.text(at: range)
  }

  /// Returns the document with the changes of `patch`.
  package func patched(_ patch: TextPatch) -> EditDocument {
    patch.isEmpty ? self : EditDocument(valid: patch.applied(to: bytes))
  }
}

/// The set of entries on which an edit acts.
package struct EntrySet: Hashable, Sendable {
  /// For each entry, whether it is in the set; nil if the set contains all entries.
  private(set) var flags: [Bool]?

  /// All entries.
  package static let all = EntrySet(flags: nil)

  /// Whether the set contains all entries, even if entries are added or removed.
  var isAll: Bool { flags == nil }

  func contains(_ index: Int) -> Bool { flags.map { index < $0.count && $0[index] } ?? true }
}
