import AudioSession
import Testing

@testable import AudioSessionAnalysis
@testable import haptic

/// The policy tables on terminals of all widths.
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

  @Test func `a folded table contains its complete sources`() throws {
    for table in try Phone(PhoneSetup()).policyTables {
      let text = PolicyTableText(table, columns: 24).text
      let words = text.split { $0.isWhitespace }.joined(separator: " ")
      for cell in table.rows.flatMap(\.cells) {
        #expect(words.contains(cell.evidence.description), "\(table.name): \(cell)")
        guard let number = cell.number else { continue }
        #expect(words.contains(number.description), "\(table.name): \(cell)")
      }
    }
  }

  @Test(arguments: ["categories", "who-interrupts-whom", "options"])
  func `a terminal of a hundred columns shows the values of a row in one line`(
    name: String
  ) throws {
    let table = try #require(Phone(PhoneSetup()).policyTable(named: name))
    let lines = PolicyTableText(table, columns: 100).text.split(separator: "\n")
    for row in table.rows {
      let line = lines.first { line in
        line.contains(row.label) && row.cells.allSatisfy { line.contains($0.text) }
      }
      #expect(line != nil, "\(name): \(row.label)")
    }
  }

  @Test func `a cell shows its grade next to the value, or below it if it does not fit`() throws {
    let decided = Evidence(.types("somewhere"))
    let number = Evidence(.log("a log"))
    let cells = [
      PolicyTable.Cell(text: "yes", evidence: decided, number: nil),
      PolicyTable.Cell(text: "-50", evidence: decided, number: number),
    ]
    let table = PolicyTable(
      name: "trial", title: "two cells", columns: ["a", "b"],
      rows: [
        PolicyTable.Row(label: "one", cells: cells),
        PolicyTable.Row(label: "two", cells: cells.reversed()),
      ])
    let wide = PolicyTableText(table, columns: 100).text
    #expect(wide.contains("  one  yes [H1]     -50 [H1 F1]\n"))
    #expect(wide.contains("  H1 SDK header: AVAudioSessionTypes.h, somewhere\n"))
    #expect(wide.contains("  F1 public issue or field log: a log\n"))
    let narrow = PolicyTableText(table, columns: 22).text
    #expect(narrow.contains("  one  yes    -50\n       H1     H1 F1\n"))
  }

  @Test func `a word longer than a line gets a separate line`() {
    #expect(
      TextTable.folded("of interruptions and resets", first: 1, indent: 3, columns: 12)
        == " of\n   interruptions\n   and\n   resets\n")
    #expect(TextTable.folded("one", first: 2, indent: 4, columns: 80) == "  one\n")
  }
}
