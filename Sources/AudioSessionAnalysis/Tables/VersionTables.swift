internal import AudioSession

extension Phone {
  /// What each version of the system does differently.
  var profilesTable: PolicyTable {
    PolicyTable(
      name: "profiles",
      title: "what changed from version to version; this phone runs \(system.rawValue)",
      columns: ProfileColumn.allCases.map(\.rawValue),
      rows: tables.profiles.map { profile in
        PolicyTable.Row(
          label: profile.system.rawValue,
          cells: ProfileColumn.allCases.map { PolicyTable.Cell($0.text(for: profile), $0.evidence) }
        )
      })
  }
}

/// A column of the table of versions.
private enum ProfileColumn: String, CaseIterable {
  case deactivation = "deactivating while running"
  case suspension = "suspension"
  case reason = "reason of began"
  case mute = "muted microphone"
  case unplug = "unplugged output"
  case outputMute = "output mute"
  case lifecycle = "stream"

  func text(for profile: BehaviorProfile) -> String {
    switch self {
    case .deactivation:
      switch profile.deactivateWithRunningIO {
      case .refused: "refused, !act"
      case .doneWithError: "done, !act"
      case .done: "done"
      }
    case .suspension:
      profile.tellsSuspension
        ? "deactivates, told later" : profile.suspensionDeactivates ? "deactivates" : "nothing"
    case .reason: profile.tellsReason ? "yes" : "no"
    case .mute: profile.muteInterrupts ? "interrupts" : "nothing"
    case .unplug: profile.routeLossInterrupts ? "interrupts" : "nothing"
    case .outputMute: profile.hasOutputMute ? "yes" : "no"
    case .lifecycle: profile.hasLifecycleNotifications ? "began, ended + three" : "began, ended"
    }
  }

  var evidence: Evidence {
    switch self {
    case .deactivation:
      Evidence(.header, note: "setActive(_:options:), notes for 8 and 26")
    case .suspension:
      Evidence(.header, note: "InterruptionReason.appWasSuspended, notes for 10, 14.5 and 16")
    case .reason: Evidence(.header, note: "AVAudioSessionInterruptionReasonKey (14.5)")
    case .mute: Evidence(.header, note: "InterruptionReason.builtInMicMuted (14.5)")
    case .unplug: Evidence(.header, note: "InterruptionReason.routeDisconnected (17)")
    case .outputMute: Evidence(.header, note: "setOutputMuted (26)")
    case .lifecycle:
      Evidence(
        .header, .documentation, note: "didBecomeActive, didBecomeInactive, recommendation (27)")
    }
  }
}

extension Phone {
  /// What Apple leaves open, and how this phone answers it.
  var policyOptionsTable: PolicyTable {
    PolicyTable(
      name: "knobs",
      title: "the questions that Apple leaves open, with this phone's answers",
      columns: ["question", "here", "default", "other answers"],
      rows: PolicyOption.bySubject.map { option in
        let others = option.allowed.filter { $0 != option.standard }.joined(separator: ", ")
        return PolicyTable.Row(
          option.key, [option.question, option.text(in: policy), option.standard, others],
          // Evidence of no place is placed by what it is.
          option.evidence.at(option.evidence.tags.map(\.meaning).joined(separator: "; ")))
      })
  }
}
