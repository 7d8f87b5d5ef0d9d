extension Phone {
  /// What interrupts a session, whose, and how that is told.
  var interruptorsTable: PolicyTable {
    PolicyTable(
      name: "interruptors",
      title: "what interrupts: whose sessions, how strong it is, what began and ended say",
      columns: ["interrupts", "priority", "joins others", "reason of began", "ended"],
      rows: Interruptor.allCases.map { interruptor in
        let row = interruptor.row
        let evidence = interruptor.placedEvidence
        return PolicyTable.Row(
          label: interruptor.rawValue,
          cells: [
            victimsCell(of: row, evidence),
            PolicyTable.Cell("\(row.priority)", evidence),
            PolicyTable.Cell(row.nests, SessionRule.systemInterruption.evidence),
            PolicyTable.Cell(
              system.profile.tellsReason
                ? "\(row.reason.rawValue) \(row.reason.name)" : "not before 14.5",
              Evidence(.header, note: "AVAudioSession.InterruptionReason (14.5)")),
            endCell(of: row, evidence),
          ])
      })
  }

  /// Whose sessions it takes on this version, by this policy.
  private func victimsCell(of row: InterruptorRow, _ evidence: Evidence) -> PolicyTable.Cell {
    let profile = system.profile
    let version = Evidence(.header, note: "profile of \(system.rawValue)")
    switch row.interruptor {
    case .microphoneMute where !profile.muteInterrupts:
      return PolicyTable.Cell("nobody before 14.5", version)
    case .routeLoss where !profile.routeLossInterrupts:
      return PolicyTable.Cell("nobody before 17", version)
    case .suspension where !profile.tellsSuspension:
      return PolicyTable.Cell("nobody on \(system.rawValue)", version)
    case .notificationTone where policy[.notificationTone] == .mix:
      return PolicyTable.Cell("nobody, by knob notificationTone", Knob.notificationTone.evidence)
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency,
      .nonMixableApp, .spokenInterrupter, .microphoneMute, .routeLoss, .suspension:
      let exempt = policy[.systemInterruptsMixable] == .no && row.priority > 1
      return exempt
        ? PolicyTable.Cell(
          "\(row.victims.statement), if they do not mix", evidence.and(.systemInterruptsMixable))
        : PolicyTable.Cell(row.victims.statement, evidence)
    }
  }

  private func endCell(of row: InterruptorRow, _ evidence: Evidence) -> PolicyTable.Cell {
    switch row.interruptor {
    case .nonMixableApp, .spokenInterrupter:
      PolicyTable.Cell(row.end, evidence.and(.noNotifyEffect))
    case .microphoneMute: PolicyTable.Cell(row.end, evidence.and(.unmuteResumes))
    case .siri: PolicyTable.Cell(row.end, evidence.and(.siriHandover))
    case .incomingCall, .answeredCall, .alarm, .timer, .notificationTone, .emergency, .routeLoss,
      .suspension:
      PolicyTable.Cell(row.end, evidence)
    }
  }
}
