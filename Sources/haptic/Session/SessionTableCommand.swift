import ArgumentParser
import AudioSession
import AudioSessionAnalysis
import Glibc

/// `haptic session table`.
struct SessionTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Print the policy tables that the simulator runs on.",
    discussion: """
      Each cell, or its row or column, has the grade of its evidence (P published by Apple, H \
      header of its SDK, F field log, A our assumption) with the number of its source, which is \
      listed below the table. Evidence has the grade of its weakest part. An error has a second \
      mark for its number, and can be relied on no further than the weaker of the two. They are \
      below the values where there is no room beside them. Where a table is too wide for the terminal, each row \
      becomes a paragraph.

      Examples:
        haptic session table
        haptic session table categories
        haptic session table --os 17 --json
      """)

  @Argument(
    help: "The names of tables; all by default.",
    completion: .custom { _, _, prefix in
      let names = (try? SystemOptions.standardTableNames()) ?? []
      return names.filter { $0.hasPrefix(prefix) }
    })
  var names: [String] = []

  @OptionGroup var system: SystemOptions

  @Flag(help: "Print a JSON array of objects.")
  var json = false

  func run() throws {
    let phone = try system.phone()
    var tables: [PolicyTable] = []
    for name in names {
      guard let table = phone.policyTable(named: name) else {
        throw Failure.unknown("table", name, among: phone.policyTables.map(\.name))
      }
      tables.append(table)
    }
    if names.isEmpty { tables = phone.policyTables }
    if json { return try JSONOutput.write(tables.map(PolicyTableJSON.init)) }
    let width = StandardError.columns(of: STDOUT_FILENO)
    let texts = tables.map { PolicyTableText($0, columns: width).text }
    try StandardOutput.write(texts.joined(separator: "\n"))
  }
}

/// A table for programs.
private struct PolicyTableJSON: Encodable {
  struct Row: Encodable {
    let label: String
    let cells: [Cell]
  }

  struct Cell: Encodable {
    let column: String
    let text: String
    let grade: String
    let sources: [String]
    let note: String
    let number: Evidence?
  }

  let name: String
  let title: String
  let columns: [String]
  let rows: [Row]

  init(_ table: PolicyTable) {
    name = table.name
    title = table.title
    columns = table.columns
    rows = table.rows.map { row in
      Row(
        label: row.label,
        cells: zip(table.columns, row.cells).map { column, cell in
          Cell(
            column: column, text: cell.text, grade: cell.grade.meaning,
            sources: cell.evidence.kinds.map(\.meaning), note: "\(cell.evidence)",
            number: cell.number)
        })
    }
  }
}

/// A table of the policy as text, with marks for its sources and the sources below.
///
/// A mark is the letter of a grade and a number, such as `H2`; an error may have two, one for that
/// it is refused and one for the number. What the whole table, a column or a row has in common is
/// said once, in its title, head or label.
struct PolicyTableText {
  private let table: PolicyTable
  /// The columns of the terminal, if there is one.
  private let columns: Int?
  /// The sources, by grade, in the order in which the table has them first.
  private let sources: [(evidence: Evidence, mark: String)]
  private let marks: [Evidence: String]

  /// The text of `table` for a terminal of `columns` columns; where there is none, for a hundred,
  /// which can be read, but with sentences of any length, which can be searched.
  init(_ table: PolicyTable, columns: Int?) {
    self.table = table
    self.columns = columns
    let cells = table.rows.flatMap(\.cells)
    let all = cells.flatMap { [$0.evidence] + ($0.number.map { [$0] } ?? []) }
    var marks: [Evidence: String] = [:]
    var sources: [(evidence: Evidence, mark: String)] = []
    for grade in EvidenceGrade.allCases {
      var number = 0
      for evidence in all where evidence.grade == grade && marks[evidence] == nil {
        number += 1
        marks[evidence] = "\(grade.rawValue)\(number)"
        sources.append((evidence, "\(grade.rawValue)\(number)"))
      }
    }
    self.marks = marks
    self.sources = sources
  }

  /// The table: with its heads where it is narrow enough, else with numbers for them, and with marks
  /// beside the values or, in less room, below them; else as a paragraph for each row, aligned if
  /// that fits.
  var text: String {
    let common = sources.count == 1 ? " [\(sources[0].mark)]" : ""
    let title = sentence("\(table.name): \(table.title)\(common)", at: 0)
    let numbers = table.columns.indices.map { "(\($0 + 1))" }
    let key = zip(numbers, table.columns).map { sentence("\($0) \($1)", at: 2) }.joined()
    let marked = zip(numbers, table.columns.indices).map { $0 + columnMark($1) }
    let besides = [(heads, ""), (marked, key)].map { (beside($0), $1) }
    let belows = [(table.columns, "", 2), (numbers, key, 2), (numbers, key, 1)].map {
      (below($0, gap: $2), $1)
    }
    for (grid, key) in besides + belows where fits(grid) { return title + grid + key + legend }
    return title + paragraphs + legend
  }

  /// Heads and rows, the marks beside the values.
  private func beside(_ heads: [String]) -> String {
    let rows = table.rows.map { [$0.label + rowMark($0)] + words(of: $0) }
    return TextTable.text([[""] + heads] + rows, indent: 2)
  }

  /// Heads and rows, the marks on lines of their own below the values.
  private func below(_ heads: [String], gap: Int) -> String {
    let longest = table.rows.map(\.label.count).max() ?? 0
    let rows = table.rows.flatMap { row -> [[String]] in
      let values = row.cells.map(\.text)
      guard let mark = common(row.cells) else {
        return [[row.label] + values, [""] + row.cells.map(mark)]
      }
      let label = "\(row.label) [\(mark)]"
      if label.count <= longest { return [[label] + values] }
      return [[row.label] + values, ["  [\(mark)]"]]
    }
    return TextTable.text([[""] + heads] + rows, indent: 2, gap: gap)
  }

  private func fits(_ text: String) -> Bool {
    text.split(separator: "\n").allSatisfy { $0.count <= columns ?? 100 }
  }

  // MARK: Sources

  private var heads: [String] {
    table.columns.enumerated().map { $1 + columnMark($0) }
  }

  /// The mark of a whole column, where it is not that of the whole table.
  private func columnMark(_ column: Int) -> String {
    guard sources.count > 1 else { return "" }
    return common(table.rows.map { $0.cells[column] }).map { " [\($0)]" } ?? ""
  }

  /// The mark of all cells of a row that their columns do not have.
  private func rowMark(_ row: PolicyTable.Row) -> String {
    guard sources.count > 1 else { return "" }
    let others = row.cells.indices.filter { columnMark($0).isEmpty }.map { row.cells[$0] }
    return common(others).map { " [\($0)]" } ?? ""
  }

  private func common(_ cells: [PolicyTable.Cell]) -> String? {
    let marks = Set(cells.map(mark))
    return marks.count == 1 ? marks.first : nil
  }

  /// The marks of a cell.
  private func mark(_ cell: PolicyTable.Cell) -> String {
    ([cell.evidence] + (cell.number.map { [$0] } ?? [])).compactMap { marks[$0] }
      .joined(separator: " ")
  }

  /// The marks of a cell where neither the table nor its column or row says them.
  private func ownMark(of row: PolicyTable.Row, _ column: Int) -> String {
    guard sources.count > 1, columnMark(column).isEmpty, rowMark(row).isEmpty else { return "" }
    return mark(row.cells[column])
  }

  private func words(of row: PolicyTable.Row) -> [String] {
    row.cells.enumerated().map { column, cell in
      let mark = ownMark(of: row, column)
      return mark.isEmpty ? cell.text : "\(cell.text) [\(mark)]"
    }
  }

  /// The grades that there are, and the sources.
  private var legend: String {
    let grades = EvidenceGrade.allCases.filter { grade in
      sources.contains { $0.evidence.grade == grade }
    }
    let numbers = table.rows.contains { $0.cells.contains { $0.number != nil } }
    let key =
      grades.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")
      + (numbers ? "; the second mark is for the number of the error" : "")
    return sentence(key, at: 2)
      + sources.map { sentence("\($0.mark) \($0.evidence)", at: 2) }.joined()
  }

  /// The words from a column on, in as many lines as the terminal needs.
  private func sentence(_ words: String, at first: Int) -> String {
    guard let columns else { return String(repeating: " ", count: first) + words + "\n" }
    return TextTable.folded(words, first: first, indent: first + 2, columns: columns)
  }

  private var paragraphs: String {
    table.rows.map { row in
      let lines = zip(heads, words(of: row)).map { ["\($0):", $1] }
      let aligned = TextTable.text(lines, indent: 4)
      let folded = lines.map { sentence($0.joined(separator: " "), at: 4) }.joined()
      return sentence(row.label + rowMark(row), at: 2) + (fits(aligned) ? aligned : folded)
    }.joined()
  }
}
