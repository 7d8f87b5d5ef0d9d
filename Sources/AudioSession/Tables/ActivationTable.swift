extension Phone {
  /// In which order activation is checked, and the errors that the checks give.
  var activationTable: PolicyTable {
    PolicyTable(
      name: "activation",
      title: "what setActive(true) is refused for: the first check that refuses decides",
      columns: ["refuses", "errors"],
      rows: policy.activationOrder.enumerated().map { index, check in
        PolicyTable.Row(
          label: "\(index + 1) \(check.rawValue)",
          cells: [
            PolicyTable.Cell(check.statement(by: policy), evidence(of: check)),
            PolicyTable.Cell(
              errors(of: check),
              check == .systemOwnsOutput
                ? check.evidence.and(\.blockedOutputCode) : check.evidence),
          ])
      })
  }

  /// What the check rests on, with the option that it asks.
  private func evidence(of check: ActivationCheck) -> Evidence {
    switch check {
    case .background: check.evidence.and(\.backgroundMixableStart)
    case .recordPermission: check.evidence.and(\.permissionDenied)
    case .mediaServices, .expired, .foreignCall, .siriRecording, .systemOwnsOutput, .inputHardware:
      check.evidence
    }
  }

  /// The errors that the check gives on phones where nothing but it can refuse.
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

  /// Situations in which the check refuses and no other one would.
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
    case .siriRecording: [Self.situation(.record, device: { $0.siri = .recording })]
    case .systemOwnsOutput: [Self.situation(device: { $0.isAlarmRinging = true })]
    case .inputHardware: [Self.situation(.record, device: { $0.hasMicrophone = false })]
    case .recordPermission: [Self.situation(.record, app: { $0.recordPermission = .denied })]
    }
  }

  /// Without the mode, with a category that stops there, recording while mixing, not mixing.
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
