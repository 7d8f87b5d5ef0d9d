extension Phone {
  /// What Apple leaves open, and how this phone answers it.
  var knobsTable: PolicyTable {
    PolicyTable(
      name: "knobs",
      title: "the questions that Apple leaves open, with this phone's answers",
      columns: ["question", "here", "default", "other answers"],
      rows: Knob.rows.map { knobTableRow($0) }
        + NumberKnob.allCases.map { numberTableRow($0.row) })
  }

  private func knobTableRow(_ row: KnobRow) -> PolicyTable.Row {
    let others = row.answers.dropFirst().map(\.rawValue).joined(separator: ", ")
    return PolicyTable.Row(
      row.knob.name,
      [row.question, policy[row.knob].rawValue, row.answers.first?.rawValue ?? "", others],
      placed(row.evidence))
  }

  private func numberTableRow(_ row: NumberKnobRow) -> PolicyTable.Row {
    let range = "\(row.range.lowerBound)...\(row.range.upperBound)"
    return PolicyTable.Row(
      row.knob.name,
      [row.question, "\(policy[row.knob])", "\(row.standard)", range],
      placed(row.evidence))
  }

  /// Evidence of no place is placed by what it is.
  private func placed(_ evidence: Evidence) -> Evidence {
    evidence.at(evidence.tags.map(\.meaning).joined(separator: "; "))
  }
}
