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
      Each cell, or its row or column, has the number of its source, which is listed below the \
      table. Where a table is too wide for the terminal, each row becomes a paragraph.

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
    let all = try system.phone().policyTables
    let known = all.map(\.name)
    var tables: [PolicyTable] = []
    for name in names {
      guard let table = all.first(where: { $0.name == name }) else {
        throw Failure.unknown("table", name, among: known)
      }
      tables.append(table)
    }
    if names.isEmpty { tables = all }
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
    let sources: [String]
    let note: String
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
            column: column, text: cell.text, sources: cell.evidence.tags.map(\.meaning),
            note: cell.evidence.note)
        })
    }
  }
}

/// A table of the policy as text, with the numbers of its sources and the sources below.
///
/// What the whole table, a column or a row has in common is said once, in its title, head or label.
struct PolicyTableText {
  private let table: PolicyTable
  /// The columns of the terminal, if there is one.
  private let columns: Int?
  private let sources: [Evidence]

  /// The text of `table` for a terminal of `columns` columns; where there is none, for a hundred,
  /// which can be read, but with sentences of any length, which can be searched.
  init(_ table: PolicyTable, columns: Int?) {
    self.table = table
    self.columns = columns
    var sources: [Evidence] = []
    for cell in table.rows.flatMap(\.cells) where !sources.contains(cell.evidence) {
      sources.append(cell.evidence)
    }
    self.sources = sources
  }

  /// The table: with its heads where it is narrow enough, else with numbers for them, else as a
  /// paragraph for each row, aligned if that fits.
  var text: String {
    let title = sentence(
      "\(table.name): \(table.title)\(sources.count == 1 ? mark(sources.first) : "")", at: 0)
    let body = table.rows.map { row in [row.label + mark(commonSource(of: row))] + words(of: row) }
    let wide = TextTable.text([[""] + heads] + body, indent: 2)
    if fits(wide) { return title + wide + legend }
    let numbers = table.columns.indices.map { "(\($0 + 1))" }
    let numbered = TextTable.text([[""] + numbers] + body, indent: 2)
    if fits(numbered) {
      let key = zip(numbers, heads).map { sentence("\($0) \($1)", at: 2) }.joined()
      return title + numbered + key + legend
    }
    return title + paragraphs + legend
  }

  private func fits(_ text: String) -> Bool {
    text.split(separator: "\n").allSatisfy { $0.count <= columns ?? 100 }
  }

  // MARK: Sources

  private var heads: [String] {
    table.columns.indices.map { table.columns[$0] + mark(commonSource(ofColumn: $0)) }
  }

  private func words(of row: PolicyTable.Row) -> [String] {
    let isSaid = commonSource(of: row) != nil || sources.count == 1
    return row.cells.enumerated().map { column, cell in
      let isInHead = commonSource(ofColumn: column) != nil
      return cell.text + (isSaid || isInHead ? "" : mark(cell.evidence))
    }
  }

  /// The source of a whole column, where it is not that of the whole table.
  private func commonSource(ofColumn column: Int) -> Evidence? {
    guard sources.count > 1 else { return nil }
    return common(table.rows.map { $0.cells[column].evidence })
  }

  /// The source of all cells of a row that their columns do not say.
  private func commonSource(of row: PolicyTable.Row) -> Evidence? {
    guard sources.count > 1 else { return nil }
    return common(
      row.cells.indices.filter { commonSource(ofColumn: $0) == nil }.map { row.cells[$0].evidence })
  }

  private func common(_ evidence: [Evidence]) -> Evidence? {
    Set(evidence).count == 1 ? evidence.first : nil
  }

  /// The number of a source, small and high.
  private func mark(_ evidence: Evidence?) -> String {
    guard let evidence, let place = sources.firstIndex(of: evidence) else { return "" }
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    return String(String(place + 1).compactMap { $0.wholeNumberValue.map { digits[$0] } })
  }

  private var legend: String {
    sources.map { source in
      let kinds = source.tags.map(\.meaning).joined(separator: ", ")
      let words = "\(mark(source)) \(kinds)\(source.note.isEmpty ? "" : ": \(source.note)")"
      return sentence(words, at: 2)
    }.joined()
  }

  /// The words from a column on, in as many lines as the terminal needs.
  private func sentence(_ words: String, at first: Int) -> String {
    guard let columns else { return String(repeating: " ", count: first) + words + "\n" }
    return TextTable.folded(words, first: first, indent: first + 2, columns: columns)
  }

  private var paragraphs: String {
    table.rows.map { row in
      let lines = zip(heads, words(of: row)).map { ["\($0):", $1] }
      let label = row.label + mark(commonSource(of: row))
      let aligned = TextTable.text(lines, indent: 4)
      let folded = lines.map { sentence($0.joined(separator: " "), at: 4) }.joined()
      return sentence(label, at: 2) + (fits(aligned) ? aligned : folded)
    }.joined()
  }
}
