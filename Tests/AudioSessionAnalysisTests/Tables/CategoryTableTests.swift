import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// The table of the design guidelines.
///
/// Source of the expectations: Human Interface Guidelines, Audio, and for lock, interruptions and
/// options the Audio Session Programming Guide, Table B-1.
@Suite struct CategoryTableTests {
  private static let columns = [
    "switch", "lock", "background", "mixes", "interrupts", "yields to", "output", "input",
  ]

  private static let expected: [(String, [String])] = [
    (
      "soloAmbient",
      ["silent", "silent", "stops", "never", "non-mixing", "apps, system", "yes", "no"]
    ),
    ("ambient", ["silent", "silent", "stops", "always", "nobody", "system", "yes", "no"]),
    (
      "playback",
      ["ignored", "audio mode", "audio mode", "option", "non-mixing", "apps, system", "yes", "no"]
    ),
    (
      "record",
      ["no output", "audio mode", "audio mode", "never", "non-mixing", "apps, system", "no", "yes"]
    ),
    (
      "playAndRecord",
      ["ignored", "audio mode", "audio mode", "option", "non-mixing", "apps, system", "yes", "yes"]
    ),
    (
      "multiRoute",
      ["ignored", "audio mode", "audio mode", "option", "non-mixing", "apps, system", "yes", "yes"]
    ),
  ]

  @Test(arguments: OSVersion.allCases)
  func `the categories agree with the guidelines on every version`(
    system: OSVersion
  ) throws {
    let table = try Phone.tabled(on: system).table("categories")
    #expect(table.columns == Self.columns)
    for (label, texts) in Self.expected {
      for (column, text) in zip(Self.columns, texts) {
        #expect(try table.text(label, column) == text, "\(label), \(column)")
      }
    }
    #expect(table.rows.map(\.label) == Self.expected.map(\.0))
  }

  @Test func `an option changes only the cells that it decides`() throws {
    let standard = try Phone.tabled().table("categories")
    let changes: [(policy: [String: String], label: String, column: String, text: String)] = [
      (["recordAndMixablePeers": "interrupt"], "record", "interrupts", "all"),
      (["systemInterruptsMixable": "false"], "ambient", "yields to", "nobody"),
    ]
    for change in changes {
      let table = try Phone.tabled(policy: change.policy).table("categories")
      #expect(try table.text(change.label, change.column) == change.text)
      for (row, other) in zip(table.rows, standard.rows) where row.label != change.label {
        #expect(row == other, "\(change.policy): \(row.label)")
      }
    }
  }
}
