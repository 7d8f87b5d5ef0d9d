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
          label: interruptor.rawValue,
          cells: [
            absence ?? victimsCell(of: row, evidence),
            PolicyTable.Cell("\(row.priority)", evidence),
            PolicyTable.Cell(row.nests, SessionRule.systemInterruption.evidence),
            nothing ?? reasonCell(of: row),
            nothing ?? endCell(of: row, evidence),
          ])
      })
  }

  /// What says that it interrupts nobody on this version, by this policy; nil if it does.
  private func absence(of interruptor: Interruptor) -> PolicyTable.Cell? {
    let version = Evidence(.header, note: "profile of \(system.rawValue)")
    switch interruptor {
    case .microphoneMute where !profile.muteInterrupts:
      return PolicyTable.Cell("nobody before 14.5", version)
    case .routeLoss where !profile.routeLossInterrupts:
      return PolicyTable.Cell("nobody before 17", version)
    case .suspension where !profile.tellsSuspension:
      return PolicyTable.Cell("nobody on \(system.rawValue)", version)
    case .notificationTone where policy.notificationTone == .mix:
      return PolicyTable.Cell(
        "nobody, by knob notificationTone", PolicyOption[\.notificationTone].evidence)
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency,
      .nonMixableApp, .spokenInterrupter, .microphoneMute, .routeLoss, .suspension:
      return nil
    }
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

  private func endCell(of row: InterruptorRow, _ evidence: Evidence) -> PolicyTable.Cell {
    switch row.interruptor {
    case .nonMixableApp, .spokenInterrupter:
      PolicyTable.Cell(row.end, evidence.and(\.noNotifyEffect))
    case .microphoneMute: PolicyTable.Cell(row.end, evidence.and(\.unmuteResumes))
    case .siri: PolicyTable.Cell(row.end, evidence.and(\.siriHandover))
    case .notificationTone:
      PolicyTable.Cell(
        policy.notificationTone == .interruptWithoutResume
          ? "at once, without shouldResume" : "at once, with shouldResume",
        evidence.and(\.notificationTone))
    case .incomingCall, .answeredCall, .alarm, .timer, .emergency, .routeLoss, .suspension:
      PolicyTable.Cell(row.end, evidence)
    }
  }
}
