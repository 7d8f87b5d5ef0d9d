import AudioSession
import AudioSessionAnalysis
import Testing

extension PolicyTable {
  /// Returns the text of a cell, found by the labels of its row and column.
  func text(_ label: String, _ column: String) throws -> String {
    let row = try #require(rows.first { $0.label == label }, "no row \(label)")
    let place = try #require(columns.firstIndex(of: column), "no column \(column)")
    return row.cells[place].text
  }
}

extension Phone {
  /// Returns the table with this name.
  func table(_ name: String) throws -> PolicyTable { try #require(policyTable(named: name)) }
}
