/// What decides about activation, who interrupts, and what sounds are.
extension Phone {
  var activationTable: PolicyTable {
    PolicyTable(
      name: "activation", title: "what is checked when a session is activated, in this order",
      columns: ["refuses"],
      rows: policy.activationOrder.map { check in
        PolicyTable.Row(label: check.rawValue, cells: [.init(check.statement, check.evidence)])
      })
  }

  var interruptorTable: PolicyTable {
    PolicyTable(
      name: "interruptors", title: "what interrupts sessions, and what those are told",
      columns: ["takes", "priority", "nests", "reason", "end"],
      rows: Interruptor.allCases.map { interruptor in
        let row = interruptor.row
        return PolicyTable.Row(
          label: interruptor.rawValue,
          cells: [
            .init(row.victims.statement, row.evidence),
            .init(
              "\(row.priority)",
              Evidence(.peer, .assumed, note: "a lattice as in Android's audio focus")),
            .init(row.nests, Evidence(.peer, note: "counted as in WebKit's sessions")),
            .init(
              system.profile.tellsReason ? row.reason.name : "no reason before 14.5",
              row.evidence),
            .init(row.end, row.evidence),
          ])
      })
  }

  var portTable: PolicyTable {
    let source = Evidence(
      .header, .archive, note: "AVAudioSession.Port, the categories, QA1799, QA1803")
    return PolicyTable(
      name: "ports", title: "who may use which port; of those connected the newest is taken",
      columns: ["input", "output", "for", "several routes"],
      rows: PortRow.rows.map { row in
        let several = [
          row.isMultiRouteInput ? "input" : "", row.isMultiRouteOutput ? "output" : "",
        ]
        .filter { !$0.isEmpty }.joined(separator: ", ")
        return PolicyTable.Row(
          label: row.port.name,
          cells: [
            .init(row.isInput, source), .init(row.isOutput, source),
            .init(row.eligibility.statement, source),
            .init(several.isEmpty ? "no" : several, source),
          ])
      })
  }

  var soundTable: PolicyTable {
    PolicyTable(
      name: "sounds", title: "sounds that go through no session",
      columns: ["silent switch", "while recording", "needs"],
      rows: SoundClass.allCases.map { sound in
        let rule = sound.rule
        return PolicyTable.Row(
          label: sound.rawValue,
          cells: [
            .init(rule.isSilencedBySwitch ? "silences" : "no effect", rule.evidence),
            .init(rule.isMutedByRecording ? "suppressed" : "goes on", rule.evidence),
            .init(rule.needsForeground ? "the foreground" : "nothing", rule.evidence),
          ])
      })
  }

  var errorTable: PolicyTable {
    PolicyTable(
      name: "errors", title: "what calls fail with, in \(SessionErrorCode.domain)",
      columns: ["four characters", "number"],
      rows: SessionErrorCode.allCases.map { code in
        let source = Evidence(.header, note: "AVAudioSession.ErrorCode")
        return PolicyTable.Row(
          label: code.name,
          cells: [.init(code.fourCharacters, source), .init("\(code.rawValue)", source)])
      })
  }

  var versionTable: PolicyTable {
    let source = Evidence(.header, note: "release notes in the headers of each version")
    return PolicyTable(
      name: "versions", title: "what the versions of the system do differently",
      columns: BehaviorProfile.rows.map(\.system.rawValue),
      rows: [
        versions("deactivating while playing", source) { Self.word($0.deactivateWithRunningIO) },
        versions("suspension deactivates", source) { $0.suspensionDeactivates.word },
        versions("suspension is told, later", source) { $0.tellsSuspension.word },
        versions("began has a reason", source) { $0.tellsReason.word },
        versions("a muted microphone interrupts", source) { $0.muteInterrupts.word },
        versions("pulling the output interrupts", source) { $0.routeLossInterrupts.word },
        versions("apps can mute their output", source) { $0.hasOutputMute.word },
        versions("active, inactive, resumption", source) { $0.hasLifecycleNotifications.word },
      ])
  }

  private func versions(
    _ label: String, _ source: Evidence, _ words: (BehaviorProfile) -> String
  ) -> PolicyTable.Row {
    PolicyTable.Row(label: label, cells: BehaviorProfile.rows.map { .init(words($0), source) })
  }

  private static func word(_ answer: Answer) -> String {
    answer == .doneWithError ? "error" : answer.rawValue
  }

  var knobTable: PolicyTable {
    PolicyTable(
      name: "knobs", title: "open questions and how they are answered here",
      columns: ["now", "possible"],
      rows: Knob.allCases.map { knob in
        PolicyTable.Row(
          label: knob.name,
          cells: [
            .init(policy[knob].rawValue, knob.evidence),
            .init(knob.answers.map(\.rawValue).joined(separator: ", "), knob.evidence),
          ])
      }
        + NumberKnob.allCases.map { knob in
          let range = knob.row.range
          return PolicyTable.Row(
            label: knob.name,
            cells: [
              .init(policy[knob].short, knob.row.evidence),
              .init("\(range.lowerBound.short) to \(range.upperBound.short)", knob.row.evidence),
            ])
        })
  }
}

extension Bool {
  /// `yes` or `no`.
  fileprivate var word: String { self ? "yes" : "no" }
}
