/// The legality matrix.
extension Phone {
  var optionTable: PolicyTable {
    legalityTable("options", "which option goes with which category, or the error it gives") {
      if case .option = $0 { true } else { false }
    }
  }

  var modeTable: PolicyTable {
    legalityTable("modes", "which mode goes with which category, or the error it gives") {
      if case .mode = $0 { true } else { false }
    }
  }

  var otherLegalityTable: PolicyTable {
    legalityTable("policies", "long-form policies and setters, or the error they give") {
      switch $0 {
      case .longForm, .speakerOverride, .inputSetter: true
      case .option, .mode: false
      }
    }
  }

  private func legalityTable(
    _ name: String, _ title: String, _ isShown: (LegalitySubject) -> Bool
  ) -> PolicyTable {
    PolicyTable(
      name: name, title: title, columns: LegalityRow.columns.map(\.name),
      rows: LegalityRow.table.filter { isShown($0.subject) }.map { row in
        let isKnown = row.since <= system
        let since = row.since == .iOS7 ? "" : ", since \(row.since.rawValue)"
        return PolicyTable.Row(
          label: row.subject.label + since,
          cells: LegalityRow.columns.map { category in
            isKnown
              ? .init(row[category].text, row.evidence)
              : .init("not on \(system.rawValue)", row.evidence)
          })
      })
  }
}
