extension Phone {
  /// What interrupts a session, whose, and how that is told.
  var interruptorsTable: PolicyTable {
    PolicyTable(
      name: "interruptors",
      title: "what interrupts: whose sessions, how strong it is, what began and ended say",
      columns: ["interrupts", "priority", "joins others", "reason of began", "ended"],
      rows: Interruptor.allCases.map { interruptor in
        let row = row(interruptor)
        let evidence = row.placedEvidence
        let absence = absence(of: interruptor)
        let nothing = absence.map { PolicyTable.Cell("none", $0.evidence) }
        return PolicyTable.Row(
          label: interruptor.name,
          cells: [
            absence ?? victimsCell(of: row, evidence),
            PolicyTable.Cell("\(row.priority)", evidence),
            PolicyTable.Cell(row.nests, SessionRule.systemInterruption.evidence),
            nothing ?? reasonCell(of: row),
            nothing ?? endCell(of: row, evidence),
          ])
      })
  }

  private func victimsCell(of row: InterruptorRow, _ evidence: Evidence) -> PolicyTable.Cell {
    let isExempt = policy.systemInterruptsMixable == .no && row.priority > 1
    guard isExempt else { return PolicyTable.Cell(row.victims.statement, evidence) }
    return PolicyTable.Cell(
      "of those that do not mix, \(row.victims.statement)", evidence.and(\.systemInterruptsMixable))
  }

  private func reasonCell(of row: InterruptorRow) -> PolicyTable.Cell {
    PolicyTable.Cell(
      profile.tellsReason
        ? "\(row.reason.rawValue) \(row.reason.name)" : "not before 14.5",
      Evidence(.header, note: "AVAudioSession.InterruptionReason (14.5)"))
  }
}
