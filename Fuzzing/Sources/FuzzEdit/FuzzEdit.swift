import FuzzDriver
import HapticEditing
import HapticEngine

/// Operations, as words on the first line, on the pattern file below it.
///
/// Undoing them must restore every byte, and a valid pattern must stay valid.
@main struct FuzzEdit {
  static func main() {
    FuzzDriver.run { bytes in
      guard bytes.count < 1 << 16, let end = bytes.firstIndex(of: 0x0A) else { return }
      // A space inside a word, such as a selection, is written as an underscore.
      let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        .map { String($0.map { $0 == "_" ? " " : $0 }) }
      let file = Array(bytes[(end + 1)...])
      guard let document = try? EditDocument(file) else { return }
      let fragment = EditFragment(name: "x", document: document)
      guard let operations = try? EditWords.operations(words, fragment: { _ in fragment }) else {
        return
      }
      var session = EditSession(document)
      // Limited, because copies of copies double each time.
      for operation in operations.prefix(5) {
        guard (try? session.apply(operation)) != nil else { continue }
        precondition(
          AHAP.read(session.document.bytes).pattern != nil, "not valid after \(operation.words)")
      }
      let difference = PatternDifference(from: document, to: session.document)
      let merge = PatternMerge(base: document, ours: document, theirs: session.document)
      precondition(merge.conflicts.isEmpty, "a conflict without another side: \(merge.conflicts)")
      precondition(difference.sameCount <= document.entryCount, "more common entries than entries")
      while session.undo() != nil {}
      precondition(session.document.bytes == file, "undoing does not restore the file")
    }
  }
}
