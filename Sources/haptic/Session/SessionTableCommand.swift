import ArgumentParser
import AudioSession
import AudioSessionAnalysis
import Glibc

/// `haptic session table`.
struct SessionTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Print the tables of the policy: the very ones that the simulator runs on.",
    discussion: """
      Each cell, or its row or column, has the grade of its evidence (P published by Apple, H \
      header of its SDK, F field log, A our assumption) and the number of the source, which is \
      told below; an error has a second one for its number. They stand below the values where \
      there is no room beside them; where a table is too wide for the terminal, each row becomes a \
      paragraph.

      Examples:
        haptic session table
        haptic session table categories
        haptic session table --os 17 --json
      """)

  @Argument(
    help: "Which ones, by name; all if none is given.",
    completion: .custom { _, _, prefix in
      let names = (try? SystemOptions.standardTableNames()) ?? []
      return names.filter { $0.hasPrefix(prefix) }
    })
  var names: [String] = []

  @OptionGroup var system: SystemOptions

  @Flag(help: "Print an array of objects.")
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
    let width = Words.columns(of: STDOUT_FILENO)
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
    let number: EvidenceJSON?
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
          let evidence = EvidenceJSON(cell.evidence)
          return Cell(
            column: column, text: cell.text, grade: evidence.grade, sources: evidence.sources,
            note: evidence.note, number: cell.number.map(EvidenceJSON.init))
        })
    }
  }
}

/// What something rests on, for programs.
struct EvidenceJSON: Encodable {
  /// The grade of the source that decides, in words.
  let grade: String
  /// The kinds of the sources.
  let sources: [String]
  /// The sources with their kinds and places, in words.
  let note: String

  init(_ evidence: Evidence) {
    grade = evidence.grade.meaning
    sources = evidence.kinds.map(\.meaning)
    note = evidence.description
  }
}
