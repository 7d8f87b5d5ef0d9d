import ArgumentParser
import AudioSession
import AudioSessionAnalysis
import Glibc

/// `haptic session table`.
struct SessionTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Print the policy tables that the simulator uses.",
    discussion: """
      Each cell, or its row or column, is marked with the grade of its evidence (P published by \
      Apple, H header of its SDK, F field log, A our assumption) and the number of its source. The \
      sources are listed below the table. Evidence from several sources has the grade of the weakest source. \
      Errors have a second mark for the error number, and are only as reliable as the weaker of the \
      two marks. If the marks do not fit next to the values, they are printed below the values. If a \
      table is too wide for the terminal, each row becomes a paragraph.

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

/// A policy table as JSON.
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

/// A policy table as text, with marks for its sources and a list of the sources below.
///
/// A mark is the letter of a grade and a number, such as `H2`. An error may have two marks: one for
/// the refusal and one for the error number. A mark shared by the whole table, a column or a row is
/// printed once, in its title, head or label.
struct PolicyTableText {
  private let table: PolicyTable
  /// The number of columns of the terminal; nil without a terminal.
  private let columns: Int?
  /// The sources by grade, in order of first use in the table.
  private let sources: [(evidence: Evidence, mark: String)]
  private let marks: [Evidence: String]

  /// Creates the text of `table` for a terminal with `columns` columns.
  ///
  /// Without a terminal, the table fits in a hundred columns, but sentences are not folded, so
  /// that they can be searched.
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

  /// The table in the first form that fits.
  ///
  /// A narrow table has column heads; a wider table has numbers instead. The marks are next to the
  /// values or, if there is less room, below them. If no grid fits, each row becomes a paragraph,
  /// aligned if possible.
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

  /// Returns heads and rows, with the marks next to the values.
  private func beside(_ heads: [String]) -> String {
    let rows = table.rows.map { [$0.label + rowMark($0)] + words(of: $0) }
    return TextTable.text([[""] + heads] + rows, indent: 2)
  }

  /// Returns heads and rows, with the marks on separate lines below the values.
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

  /// Returns the mark of a whole column, unless the whole table shares one mark.
  private func columnMark(_ column: Int) -> String {
    guard sources.count > 1 else { return "" }
    return common(table.rows.map { $0.cells[column] }).map { " [\($0)]" } ?? ""
  }

  /// Returns the mark that the cells of a row share, ignoring cells whose column has a mark.
  private func rowMark(_ row: PolicyTable.Row) -> String {
    guard sources.count > 1 else { return "" }
    let others = row.cells.indices.filter { columnMark($0).isEmpty }.map { row.cells[$0] }
    return common(others).map { " [\($0)]" } ?? ""
  }

  private func common(_ cells: [PolicyTable.Cell]) -> String? {
    let marks = Set(cells.map(mark))
    return marks.count == 1 ? marks.first : nil
  }

  /// Returns the marks of a cell.
  private func mark(_ cell: PolicyTable.Cell) -> String {
    ([cell.evidence] + (cell.number.map { [$0] } ?? [])).compactMap { marks[$0] }
      .joined(separator: " ")
  }

  /// Returns the marks of a cell, unless the table, its column or its row has them.
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

  /// The grades that the table uses, and its sources.
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

  /// Returns `words` starting at a column, folded to the width of the terminal.
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
