import AudioSession
import AudioSessionAnalysis
import Testing

@testable import haptic

/// The tables of the policy on terminals of all widths.
struct PolicyTableTextTests {
  @Test(arguments: [40, 60, 80, 100, 200])
  func `only a word of a table may be wider than the terminal`(columns: Int) throws {
    for table in try Phone(PhoneSetup()).policyTables {
      for line in PolicyTableText(table, columns: columns).text.split(separator: "\n") {
        let isWord = line.split(separator: " ").count == 1
        #expect(isWord || line.count <= columns, "\(table.name): \(line)")
      }
    }
  }

  @Test func `a folded table leaves nothing of its sources out`() throws {
    for table in try Phone(PhoneSetup()).policyTables {
      let text = PolicyTableText(table, columns: 24).text
      let words = text.split { $0.isWhitespace }.joined(separator: " ")
      for note in Set(table.rows.flatMap(\.cells).map(\.evidence.note)) where !note.isEmpty {
        #expect(words.contains(note), "\(table.name): \(note)")
      }
    }
  }

  @Test func `a word that is longer than a line has one of its own`() {
    #expect(
      TextTable.folded("of interruptions and resets", first: 1, indent: 3, columns: 12)
        == " of\n   interruptions\n   and\n   resets\n")
    #expect(TextTable.folded("one", first: 2, indent: 4, columns: 80) == "  one\n")
  }
}
