internal import PhoneSimulator
internal import TextFormats

/// The text of a file of scenarios, valid or not.
struct TextDocument: HistoryDocument {
  static var maximumBytes: Int { ScenarioReader.maximumFileSize }
  static var noun: String { "text in UTF-8" }

  let bytes: [UInt8]

  init(_ bytes: [UInt8], name: String) throws(StudioError) {
    guard bytes.count <= Self.maximumBytes else {
      throw StudioError("\(name.printable) has more than \(Self.maximumBytes) bytes")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw StudioError("\(name.printable) is not text in UTF-8")
    }
    self.bytes = bytes
  }

  /// Texts are not merged: lines that fit together can still contradict each other.
  static func merged(base: TextDocument, ours: TextDocument, theirs: TextDocument) -> TextDocument?
  { nil }
}
