import HapticEngine
import Testing

@testable import HapticEditing

/// Patches between two texts.
@Suite struct TextPatchTests {
  /// Two texts, and the parts of them that differ, in whole characters.
  static let texts: [(old: String, new: String, removed: String, inserted: String)] = [
    // C3 A9 and C3 A8.
    ("caf\u{E9}s", "caf\u{E8}s", "\u{E9}", "\u{E8}"),
    // C3 A9 and C4 A9.
    ("caf\u{E9}s", "caf\u{129}s", "\u{E9}", "\u{129}"),
    ("\u{E9}", "\u{E8}", "\u{E9}", "\u{E8}"),
    // E2 82 AC and E2 84 AC, which differ in the middle.
    ("1 \u{20AC}", "1 \u{212C}", "\u{20AC}", "\u{212C}"),
    // F0 9F 98 80 and F0 9F 98 81.
    ("\u{1F600}\u{1F600}", "\u{1F600}\u{1F601}", "\u{1F600}", "\u{1F601}"),
    // C3 A9 C3 A8 and C3 A8: the common bytes begin and end within characters.
    ("\u{E9}\u{E8}", "\u{E8}", "\u{E9}\u{E8}", "\u{E8}"),
    ("0.5", "0.25", "", "2"), ("", "\u{E9}", "", "\u{E9}"), ("\u{E9}", "", "\u{E9}", ""),
  ]

  @Test(arguments: texts)
  func `a patch replaces whole characters`(
    old: String, new: String, removed: String, inserted: String
  ) throws {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let patch = TextPatch(from: old, to: new)
    let splice = try #require(patch.splices.first)
    let range = splice.offset..<(splice.offset + splice.removed)
    #expect(patch.count == 1)
    #expect(Array(old[range]) == Array(removed.utf8))
    #expect(Array(patch.insertion(splice)) == Array(inserted.utf8))
    #expect(patch.applied(to: old) == new)
    #expect(patch.inverse(for: old).applied(to: new) == old)
  }

  @Test func `equal texts do not need a patch`() {
    #expect(TextPatch(from: Array("\u{E9}".utf8), to: Array("\u{E9}".utf8)).isEmpty)
  }

  @Test func `a log restores a character whose second byte changed`() throws {
    let before = try EditSample.document("{\"Pattern\": [], \"Name\": \"caf\u{E9}\"}")
    let after = try EditSample.document("{\"Pattern\": [], \"Name\": \"caf\u{E8}\"}")
    let undo = TextPatch(from: after.bytes, to: before.bytes)
    let step = EditStep(
      operation: .reverse, changed: 1, notes: EditNotes(), undo: undo, selectedBefore: .all)
    var log = EditLog()
    log.append(step, from: before, to: after)
    let read = try EditLog(log.bytes)
    #expect(read == log)
    #expect(try read.undoing(in: after).bytes == before.bytes)
  }

  @Test func `a text that is not UTF-8 is patched as well`() {
    let texts: [[UInt8]] = [[], [0x80], [0x80, 0x81], [0xC3], [0xC3, 0x80], [0x41, 0xC3, 0x41]]
    for old in texts {
      for new in texts {
        let patch = TextPatch(from: old, to: new)
        #expect(patch.fits(old.count) && patch.applied(to: old) == new)
        #expect(patch.inverse(for: old).applied(to: new) == old)
      }
    }
  }
}
