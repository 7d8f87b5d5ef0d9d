internal import AudioSession

extension Phone {
  /// The order of the activation checks, and the errors of each check.
  var activationTable: PolicyTable {
    PolicyTable(
      name: "activation",
      title: """
        the checks that can refuse setActive(true): the first check that refuses decides; the order of the checks \
        is our assumption
        """,
      columns: ["refuses", "errors"],
      rows: policy.activationOrder.enumerated().map { index, check in
        PolicyTable.Row(
          label: "\(index + 1) \(check.rawValue)",
          cells: [
            PolicyTable.Cell(check.statement(by: policy), evidence(of: check)),
            PolicyTable.Cell(
              errors(of: check),
              check == .recordPermission
                ? check.errorEvidence.and(\.permissionDenied) : check.errorEvidence),
          ])
      })
  }

  /// Returns the evidence for the check, including the policy option that it depends on.
  private func evidence(of check: ActivationCheck) -> Evidence {
    switch check {
    case .background: check.evidence.and(\.backgroundMixableStart)
    case .recordPermission: check.evidence.and(\.permissionDenied)
    case .ownCall: check.evidence.and(\.ownCallReactivation)
    case .mediaServices, .expired, .foreignCall, .callAudio, .siriRecording, .systemOwnsOutput,
      .inputHardware:
      check.evidence
    }
  }

  /// Returns the errors with which the check refuses activation, tried on phones where no other check can refuse.
  private func errors(of check: ActivationCheck) -> String {
    var found: [String] = []
    for phone in check.trials.compactMap({ trial([$0.app], device: $0.device) }) {
      guard let refusal = phone.refusal(of: 0), refusal.check == check else { continue }
      let error = refusal.error.fourCharacters
      if !found.contains(error) { found.append(error) }
    }
    return found.isEmpty ? "none" : found.joined(separator: " ")
  }
}

extension ActivationCheck {
  private typealias Situation = (app: AppState, device: DeviceState)

  /// Situations in which only this check refuses an activation.
  fileprivate var trials: [(app: AppState, device: DeviceState)] {
    switch self {
    case .mediaServices: [Self.situation(device: { $0.isMediaServerDown = true })]
    case .expired: [Self.situation(app: { $0.isExpired = true })]
    case .background: Self.behind
    case .foreignCall:
      [
        Self.situation(
          .playAndRecord, device: { $0.calls.first = Call(.active, host: .phone) })
      ]
    case .ownCall: [Self.situation(device: { $0.calls.first = Call(.active, host: .app(0)) })]
    case .callAudio: [Self.situation(device: { $0.isCallAudioClosing = true })]
    case .siriRecording: [Self.situation(.record, device: { $0.siri = .recording })]
    case .systemOwnsOutput: [Self.situation(device: { $0.isAlarmRinging = true })]
    case .inputHardware: [Self.situation(.record, device: { $0.hasMicrophone = false })]
    case .recordPermission: [Self.situation(.record, app: { $0.recordPermission = .denied })]
    }
  }

  /// The situations in the background: without the audio background mode, with a category that does not run there,
  /// recording while mixing, and not mixing.
  private static let behind: [Situation] = [
    situation(app: {
      $0.lifecycle = .background
      $0.hasBackgroundAudio = false
    }),
    situation(.ambient, app: { $0.lifecycle = .background }),
    situation(.playAndRecord, options: .mixWithOthers, app: { $0.lifecycle = .background }),
    situation(app: { $0.lifecycle = .background }),
  ]

  private static func situation(
    _ category: SessionCategory = .playback, options: CategoryOptions = [],
    app change: (inout AppState) -> Void = { _ in },
    device changeDevice: (inout DeviceState) -> Void = { _ in }
  ) -> Situation {
    var app = AppState.trial(SessionConfiguration(category, options: options))
    var device = DeviceState()
    change(&app)
    changeDevice(&device)
    return (app, device)
  }
}

extension Phone {
  /// The interruptors, the sessions that they interrupt, and the notifications of the interruption.
  var interruptorsTable: PolicyTable {
    PolicyTable(
      name: "interruptors",
      title: """
        the interruptors: the sessions that they interrupt, their priority (our choice), and the contents of began \
        and ended; only an iPad has a folio that mutes its microphone
        """,
      columns: ["interrupts", "priority", "joins others", "reason of began", "ended"],
      rows: Interruptor.allCases.map { interruptor in
        let row = row(interruptor)
        let evidence = interruptor.evidence
        let absence = absence(of: interruptor).map { PolicyTable.Cell($0.statement, $0.evidence) }
        let nothing = absence.map { PolicyTable.Cell("none", $0.evidence) }
        return PolicyTable.Row(
          label: interruptor.name,
          cells: [
            absence ?? victimsCell(of: row, evidence.victims),
            PolicyTable.Cell("\(row.priority)", evidence.priority),
            PolicyTable.Cell(row.nests, evidence.nests),
            nothing ?? reasonCell(of: row, evidence.reason),
            nothing ?? PolicyTable.Cell(end(of: row), evidence.end),
          ])
      })
  }

  private func victimsCell(of row: InterruptorRow, _ evidence: Evidence) -> PolicyTable.Cell {
    let isSaid = row.victims == .nonMixable || row.priority <= 1
    guard !isSaid, sparesMixing(row) else { return PolicyTable.Cell(victims(of: row), evidence) }
    return PolicyTable.Cell(
      "only without mixing: \(victims(of: row))",
      .option(\.systemInterruptsMixable))
  }

  private func reasonCell(of row: InterruptorRow, _ evidence: Evidence) -> PolicyTable.Cell {
    profile.tellsReason
      ? PolicyTable.Cell("\(row.reason.rawValue) \(row.reason.name)", evidence)
      : PolicyTable.Cell(
        "not before iOS 14.5", Evidence(.types("AVAudioSessionInterruptionReasonKey (iOS 14.5)")))
  }
}

extension Phone {
  /// The errors and their numbers.
  var errorsTable: PolicyTable {
    let header = Evidence(.errors("…"), .page("AVAudioSession.ErrorCode"))
    return PolicyTable(
      name: "errors",
      title: """
        the errors of a session; logs show that their domain is \(SessionErrorCode.domain)
        """,
      columns: ["characters", "number", "means"],
      rows: SessionErrorCode.allCases.map {
        PolicyTable.Row($0.name, [$0.fourCharacters, "\($0.rawValue)", $0.meaning], header)
      })
  }
}

extension Phone {
  /// The rules that the tables implement.
  var rulesTable: PolicyTable {
    PolicyTable(
      name: "rules",
      title: "the rules that explanations refer to",
      columns: ["rule"],
      rows: SessionRule.allCases.map { PolicyTable.Row($0.name, [$0.statement], $0.evidence) })
  }
}

extension Phone {
  /// The conditions for sounds that bypass sessions, and for haptics.
  var soundsTable: PolicyTable {
    PolicyTable(
      name: "sounds",
      title: """
        the conditions that silence sounds and vibration outside a session; vibration means a vibration that an \
        app requests: together with a sound, it obeys the setting vibratesWithSound; an engine's haptics obey \
        the setting haptics
        """,
      columns: ["switch", "recording", "background", "without input view", "user's setting"],
      rows: SoundClass.allCases.map { sound in
        let rule = rule(sound)
        let evidence = sound.evidence
        return PolicyTable.Row(
          label: sound.name,
          cells: [
            PolicyTable.Cell(
              rule.isSilencedBySwitch ? "silences" : "ignored", evidence.silentSwitch),
            PolicyTable.Cell(rule.isMutedByRecording ? "silences" : "ignored", evidence.recording),
            PolicyTable.Cell(rule.needsForeground ? "silences" : "ignored", evidence.background),
            PolicyTable.Cell(rule.needsInputView ? "silences" : "ignored", evidence.inputView),
            PolicyTable.Cell(settingText(of: rule), evidence.setting),
          ])
      })
  }

  private func settingText(of rule: SoundRule) -> String {
    UserSettings.named.first { $0.setting == rule.setting }?.name ?? "none"
  }
}
