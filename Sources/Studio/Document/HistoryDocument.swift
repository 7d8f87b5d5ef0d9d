internal import HapticEditing
internal import HapticEngine
internal import TextFormats

/// A kind of document whose changes the studio stores.
protocol HistoryDocument: Sendable {
  /// The maximum size of a file, in bytes.
  static var maximumBytes: Int { get }
  /// The kind in words, such as `a pattern`.
  static var noun: String { get }

  /// The text of the file, in UTF-8.
  var bytes: [UInt8] { get }

  /// Reads the file called `name`.
  ///
  /// - Throws: `StudioError` if the bytes are not a document of this kind.
  init(_ bytes: [UInt8], name: String) throws(StudioError)

  /// Returns the document with the changes of both sides; nil if they contradict each other.
  static func merged(base: Self, ours: Self, theirs: Self) -> Self?
}

extension EditDocument: HistoryDocument {
  static var maximumBytes: Int { AHAP.maximumFileSize }
  static var noun: String { "a pattern" }

  init(_ bytes: [UInt8], name: String) throws(StudioError) {
    do throws(EditError) {
      try self.init(bytes, file: name)
    } catch {
      throw StudioError("\(name.printable) is not a pattern: \(error.description.printableLines)")
    }
  }

  static func merged(base: EditDocument, ours: EditDocument, theirs: EditDocument) -> EditDocument?
  {
    let merge = PatternMerge(base: base, ours: ours, theirs: theirs)
    return merge.conflicts.isEmpty ? try? EditDocument(merge.bytes) : nil
  }
}
