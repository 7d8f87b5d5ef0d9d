import AudioSession

/// A table of the policy as text, with its sources below.
struct PolicyTableText {
  private let table: PolicyTable
  private let columns: Int
  private let sources: [Evidence]

  /// The text of `table` for a terminal of `columns` columns.
  init(_ table: PolicyTable, columns: Int) {
    self.table = table
    self.columns = columns
    var sources: [Evidence] = []
    for cell in table.rows.flatMap(\.cells) where !sources.contains(cell.evidence) {
      sources.append(cell.evidence)
    }
    self.sources = sources
  }

  /// The table, its cells with the numbers of their sources, and the sources.
  var text: String {
    let heading = "\(table.name): \(table.title)\n"
    let rows = [[""] + table.columns] + table.rows.map { [$0.label] + $0.cells.map(words) }
    let wide = TextTable.text(rows, indent: 2)
    let fits = wide.split(separator: "\n").allSatisfy { $0.count <= columns }
    return heading + (fits ? wide : paragraphs) + legend
  }

  private func words(_ cell: PolicyTable.Cell) -> String {
    let number = (sources.firstIndex(of: cell.evidence) ?? 0) + 1
    return "\(cell.text) [\(number)]"
  }

  private var paragraphs: String {
    table.rows.map { row in
      let lines = zip(table.columns, row.cells).map { ["\($0):", words($1)] }
      return "  \(row.label)\n" + TextTable.text(lines, indent: 4)
    }.joined()
  }

  private var legend: String {
    sources.enumerated().map { number, source in
      let kinds = source.tags.map(\.meaning).joined(separator: ", ")
      let note = source.note.isEmpty ? "" : ": \(source.note)"
      return "  [\(number + 1)] \(kinds)\(note)\n"
    }.joined()
  }
}
