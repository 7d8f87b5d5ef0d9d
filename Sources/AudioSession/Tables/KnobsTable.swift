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
      row.evidence.at(row.evidence.tags.map(\.meaning).joined(separator: "; ")))
  }

  private func numberTableRow(_ row: NumberKnobRow) -> PolicyTable.Row {
    let range = "\(row.range.lowerBound)...\(row.range.upperBound)"
    return PolicyTable.Row(
      row.knob.name,
      [row.question, "\(policy[row.knob])", "\(row.standard)", range],
      row.evidence.at(row.evidence.tags.map(\.meaning).joined(separator: "; ")))
  }
}
