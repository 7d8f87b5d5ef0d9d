internal import AudioSession

extension Phone {
  /// What each category does: the table of the design guidelines, with multi-route.
  var categoriesTable: PolicyTable {
    PolicyTable(
      name: "categories",
      title: """
        what the switch and the lock do to a category, and it and others to each other, without \
        options
        """,
      columns: CategoryColumn.allCases.map(\.rawValue),
      rows: Self.tabledCategories.map { category in
        PolicyTable.Row(
          label: category.name,
          cells: CategoryColumn.allCases.map { column in
            PolicyTable.Cell(text(of: column, for: category), column.evidence)
          })
      })
  }

  /// The categories in the order of the guidelines, then the one that these do not name.
  ///
  /// The deprecated audio processing has no sound. Source: Human Interface Guidelines, Audio.
  static let tabledCategories: [SessionCategory] = [
    .soloAmbient, .ambient, .playback, .record, .playAndRecord, .multiRoute,
  ]

  private func text(of column: CategoryColumn, for category: SessionCategory) -> String {
    let row = row(category)
    return switch column {
    case .silentSwitch: isSilenced(category) { $0.isSilent = true } ? "silent" : "ignored"
    case .lock: isSilenced(category) { $0.isLocked = true } ? "silent" : "ignored"
    case .background: goesOnBehind(category) ? "goes on" : "stops"
    case .mixes: mixing(of: category)
    case .interrupts: victims(of: category)
    case .interruptedBy: interruptors(of: category)
    case .output: row.hasOutput ? "yes" : "no"
    case .input: row.hasInput ? "yes" : "no"
    }
  }

  /// Whether what was heard is silent after the device has changed.
  private func isSilenced(
    _ category: SessionCategory, by change: (inout DeviceState) -> Void
  ) -> Bool {
    let app = playingApp(SessionConfiguration(category))
    guard let before = trial([app]) else { return false }
    var after = before
    change(&after.state.device)
    return before.isAudible(0) && !after.isAudible(0)
  }

  private func goesOnBehind(_ category: SessionCategory) -> Bool {
    let app = playingApp(SessionConfiguration(category))
    guard let phone = trial([app])?.after(.enterBackground(0)) else { return false }
    return phone.isPlaying(0) || phone.isRecording(0)
  }

  private func mixing(of category: SessionCategory) -> String {
    if traits(of: SessionConfiguration(category)).isMixable { return "always" }
    let verdict = verdict(on: SessionConfiguration(category, options: .mixWithOthers))
    return verdict.error == nil && traits(of: verdict.accepted).isMixable ? "option" : "never"
  }

  private func victims(of category: SessionCategory) -> String {
    let mixable = SessionConfiguration(.playback, options: .mixWithOthers)
    let configuration = SessionConfiguration(category)
    if takesPlace(configuration, of: mixable) { return "all" }
    return takesPlace(configuration, of: SessionConfiguration(.playback)) ? "non-mixing" : "nobody"
  }

  private func interruptors(of category: SessionCategory) -> String {
    let configuration = SessionConfiguration(category)
    let byApps = takesPlace(SessionConfiguration(.playback), of: configuration)
    let bySystem =
      trial([.trial(configuration, isActive: true)])?.after(.callRang(.phone))?.isInterrupted(0)
      ?? false
    return switch (byApps, bySystem) {
    case (true, true): "apps, system"
    case (true, false): "apps"
    case (false, true): "system"
    case (false, false): "nobody"
    }
  }

  /// Whether the first one, when it is activated, interrupts the second one.
  private func takesPlace(
    _ configuration: SessionConfiguration, of other: SessionConfiguration
  ) -> Bool {
    let phone = trial([.trial(configuration), playingApp(other)])
    return phone?.after(.activate(0))?.isInterrupted(1) ?? false
  }
}

/// A column of the category table.
private enum CategoryColumn: String, CaseIterable {
  case silentSwitch = "switch"
  case lock
  case background
  case mixes
  case interrupts
  case interruptedBy = "yields to"
  case output
  case input

  var evidence: Evidence {
    let guide = "Programming Guide, Table B-1"
    return switch self {
    case .silentSwitch:
      Evidence(.archive, .documentation, note: "guidelines, Audio; \(guide)")
        .and(\.switchAffectsHeadphones)
    case .lock, .output, .input:
      Evidence(.archive, .documentation, note: "\(guide); category pages")
    case .background:
      Evidence(
        .documentation, .header, note: "guidelines, Audio; UIBackgroundModes; cannotStartPlaying")
    case .mixes:
      Evidence(.archive, .header, note: "\(guide); CategoryOptions.mixWithOthers")
    case .interrupts:
      Evidence(.archive, .documentation, note: "\(guide); category pages")
        .and(\.recordAndMixablePeers)
    case .interruptedBy:
      Evidence(.archive, .documentation, note: "Programming Guide, Responding to Interruptions")
        .and(\.systemInterruptsMixable)
    }
  }
}

extension Phone {
  /// What the activation of one configuration does to an active other one.
  var whoInterruptsWhomTable: PolicyTable {
    let all = Self.contestants.filter { verdict(on: $0).error == nil }
    return PolicyTable(
      name: "who-interrupts-whom",
      title: """
        what the activation of the row does to the session of the column, which plays; the \
        columns are the rows by number, and a prompt interrupts spoken audio
        """,
      columns: all.indices.map { "\($0 + 1)" },
      rows: all.enumerated().map { index, winner in
        PolicyTable.Row(
          label: "\(index + 1) \(winner.shortName)",
          cells: all.map { PolicyTable.Cell(outcome(of: winner, over: $0), evidence(of: winner)) })
      })
  }

  /// Each category, and every way in which playback may treat others; those of play-and-record are
  /// the same.
  static let contestants: [SessionConfiguration] = [
    SessionConfiguration(.soloAmbient),
    SessionConfiguration(.ambient),
    SessionConfiguration(.ambient, options: .duckOthers),
    SessionConfiguration(.playback),
    SessionConfiguration(.playback, mode: .spokenAudio),
    SessionConfiguration(.playback, options: .mixWithOthers),
    SessionConfiguration(.playback, options: .duckOthers),
    SessionConfiguration(.playback, options: .interruptSpokenAudioAndMixWithOthers),
    SessionConfiguration(.playback, options: [.interruptSpokenAudioAndMixWithOthers, .duckOthers]),
    SessionConfiguration(.record),
    SessionConfiguration(.playAndRecord),
    SessionConfiguration(.multiRoute),
  ]

  /// What becomes of the second one when the first one is activated, by the rules themselves.
  private func outcome(
    of winner: SessionConfiguration, over loser: SessionConfiguration
  ) -> String {
    let apps: [AppState] = [.trial(winner), playingApp(loser)]
    guard let phone = trial(apps)?.after(.activate(0)) else { return "refused" }
    if phone.isInterrupted(1) { return "stop" }
    if phone.recorder(silencing: 1) != nil { return "mute" }
    return phone.isDucked(1) ? "duck" : "mix"
  }

  /// What a row rests on: the arbitration, and what it does beside that.
  private func evidence(of winner: SessionConfiguration) -> Evidence {
    let rule = SessionRule.arbitration.evidence
    let traits = traits(of: winner)
    var evidence = rule
    if traits.interruptsSpoken {
      evidence.note += "; CategoryOptions.interruptSpokenAudioAndMixWithOthers"
    }
    if traits.ducksOthers { evidence.note += "; CategoryOptions.duckOthers" }
    return traits.base.silencesOthers ? evidence.and(\.recordAndMixablePeers) : evidence
  }
}

extension SessionConfiguration {
  /// Category, mode and options in few words, such as `playback+mix` or `playback, spokenAudio`.
  var shortName: String {
    var name = category.name
    if options.contains(.mixWithOthers), options == .mixWithOthers { name += "+mix" }
    if options.isSuperset(of: .interruptSpokenAudioAndMixWithOthers) { name += "+prompt" }
    if options.contains(.duckOthers) { name += "+duck" }
    return mode == .default ? name : "\(name), \(mode.name)"
  }
}

extension Phone {
  /// What each route sharing policy goes with.
  var policiesTable: PolicyTable {
    PolicyTable(
      name: "policies",
      title: "with whom a session shares its route: what each policy goes with",
      columns: ["number", "categories", "modes", "options", "otherwise"],
      rows: RouteSharingPolicy.allCases.map { policy in
        let evidence = policy.tableEvidence
        let taken = legalConfigurations(with: policy)
        var cells = [PolicyTable.Cell("\(policy.rawValue)", policy.numberEvidence)]
        cells += [
          PolicyTable.Cell(
            names(taken.map(\.category.name), of: SessionCategory.allCases.count), evidence),
          PolicyTable.Cell(names(taken.map(\.mode.name), of: SessionMode.allCases.count), evidence),
          PolicyTable.Cell(takesOptions(policy, taken) ? "as the category" : "none", evidence),
          PolicyTable.Cell(refusal(of: policy), evidence),
        ]
        return PolicyTable.Row(label: policy.name, cells: cells)
      })
  }

  /// Every category in every mode that the policy goes with, without options but those a mode needs.
  private func legalConfigurations(with policy: RouteSharingPolicy) -> [SessionConfiguration] {
    Self.everyCategoryAndMode(policy).filter {
      let verdict = verdict(on: $0)
      return verdict.error == nil && verdict.accepted.policy == policy
    }
  }

  private static func everyCategoryAndMode(
    _ policy: RouteSharingPolicy
  ) -> [SessionConfiguration] {
    SessionCategory.allCases.flatMap { category in
      SessionMode.allCases.map { mode in
        SessionConfiguration(
          category, mode: mode, policy: policy,
          options: mode == .dualRoute ? .allowBluetoothHFP : [])
      }
    }
  }

  private func names(_ names: [String], of count: Int) -> String {
    let distinct = names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
    if distinct.isEmpty { return "none" }
    return distinct.count == count ? "all" : distinct.joined(separator: ", ")
  }

  private func takesOptions(
    _ policy: RouteSharingPolicy, _ taken: [SessionConfiguration]
  ) -> Bool {
    taken.contains { configuration in
      CategoryOptions.named.contains { _, option in
        var wanted = configuration
        wanted.options = option
        let verdict = verdict(on: wanted)
        return verdict.error == nil && verdict.accepted.policy == policy
      }
    }
  }

  /// What a category gives that the policy does not go with.
  private func refusal(of policy: RouteSharingPolicy) -> String {
    let wrong = SessionConfiguration(.soloAmbient, policy: policy)
    let verdict = verdict(on: wrong)
    if let error = verdict.error { return error.fourCharacters }
    return verdict.accepted.policy == policy ? "nothing" : "ignored"
  }
}

extension RouteSharingPolicy {
  fileprivate var numberEvidence: Evidence {
    Evidence(.header, note: "AVAudioSession.RouteSharingPolicy")
  }

  fileprivate var tableEvidence: Evidence {
    guard isLongForm else { return numberEvidence }
    let row = LegalityRow.table.first { $0.subject == .longForm }
    return (row?.evidence ?? numberEvidence).and(\.illegalPolicy)
  }
}
