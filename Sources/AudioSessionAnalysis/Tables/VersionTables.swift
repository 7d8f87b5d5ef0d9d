internal import AudioSession

extension Phone {
  /// The differences between the versions of the system.
  var profilesTable: PolicyTable {
    PolicyTable(
      name: "profiles",
      title: """
        the changes between iOS versions; each row applies until the version in the next row; \
        the suspension column applies to most apps; this phone runs \(system.rawValue)
        """,
      columns: ProfileColumn.allCases.map(\.rawValue),
      rows: tables.profiles.map { profile in
        PolicyTable.Row(
          label: profile.system.rawValue,
          cells: ProfileColumn.allCases.map {
            PolicyTable.Cell($0.text(for: profile), $0.evidence(for: profile))
          })
      })
  }
}

/// A column of the table of versions.
private enum ProfileColumn: String, CaseIterable {
  case deactivation = "deactivating while running"
  case suspension = "suspension"
  case haptics = "haptics while recording"
  case pictures = "picture in picture"
  case reason = "reason of began"
  case mute = "muted microphone"
  case unplug = "unplugged output"
  case outputMute = "output mute"
  case lifecycle = "notifications"

  func text(for profile: BehaviorProfile) -> String {
    switch self {
    case .deactivation:
      switch profile.deactivateWithRunningIO {
      case .refused: "refused, !act"
      case .doneWithError: "done, !act"
      case .done: "done"
      }
    case .suspension:
      profile.reportsSuspension
        ? "deactivates, reported later" : profile.suspensionDeactivates ? "deactivates" : "nothing"
    case .haptics:
      profile.system.has(SessionPreference.hapticsAndSystemSoundsDuringRecording.since)
        ? "allowed by the app" : "silenced"
    case .pictures:
      profile.system.has(Platform.iPhone.firstWithPictureInPicture)
        ? "iPhone, iPad"
        : profile.system.has(Platform.iPad.firstWithPictureInPicture)
          ? "iPad"
          : profile.system.covers(Platform.iPad.firstWithPictureInPicture)
            ? "iPad from iOS 9" : "none"
    case .reason: profile.tellsReason ? "yes" : "no"
    case .mute: profile.muteInterrupts ? "interrupts (iPad)" : "nothing"
    case .unplug: profile.routeLossInterrupts ? "interrupts" : "nothing"
    case .outputMute: profile.hasOutputMute ? "yes" : "no"
    case .lifecycle: profile.hasLifecycleNotifications ? "began, ended, three more" : "began, ended"
    }
  }

  func evidence(for profile: BehaviorProfile) -> Evidence {
    switch self {
    case .deactivation: Evidence(.session("setActive(_:options:), notes for iOS 8 and iOS 26"))
    case .suspension:
      Evidence(
        .types("AVAudioSessionInterruptionWasSuspendedKey (iOS 10.3 to 14.5), \"most apps\""),
        .types("InterruptionReason.appWasSuspended (iOS 14.5 to 16)"))
    case .haptics:
      Evidence(.session("setAllowHapticsAndSystemSoundsDuringRecording(_:) (iOS 13.0)"))
    case .pictures:
      Evidence(
        .page("AVPictureInPictureController (iOS 9)"),
        .log("docs.jwplayer.com: an iPhone from iOS 14 on"))
    case .reason: Evidence(.types("AVAudioSessionInterruptionReasonKey (iOS 14.5)"))
    case .mute:
      profile.muteInterrupts
        ? Evidence(
          .types("InterruptionReason.builtInMicMuted (iOS 14.5)"),
          .guidelines("Playing audio: the Smart Folio of an iPad"))
        : Evidence(.ours("the first version in which a mute interrupts is not documented"))
    case .unplug: Evidence(.session("setPrefersInterruptionOnRouteDisconnect(_:) (iOS 17)"))
    case .outputMute: Evidence(.session("setOutputMuted(_:) (iOS 26)"))
    case .lifecycle:
      profile.hasLifecycleNotifications
        ? Evidence(
          .types("didBecomeActive, didBecomeInactive, recommendation (iOS 27)"),
          .ours("that the deprecated notifications are still posted")
        ).and(\.legacyOn27)
        : Evidence(.types("AVAudioSessionInterruptionNotification"))
    }
  }
}

extension Phone {
  /// The questions that Apple leaves open, with this phone's answers.
  var policyOptionsTable: PolicyTable {
    PolicyTable(
      name: "policy-options",
      title: "the questions that Apple leaves open, with this phone's answers",
      columns: ["question", "here", "default", "other answers"],
      rows: PolicyOption.bySubject.map { option in
        let others = option.allowed.filter { $0 != option.standard }.joined(separator: ", ")
        return PolicyTable.Row(
          option.key, [option.question, option.text(in: policy), option.standard, others],
          option.evidence)
      })
  }
}
