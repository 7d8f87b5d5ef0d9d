internal import AudioSession

extension Phone {
  /// The behavior of each category: the design guidelines' table, with multi-route added.
  var categoriesTable: PolicyTable {
    PolicyTable(
      name: "categories",
      title: """
        the effects of the ring/silent switch and the lock on each category, and of categories on each other, \
        without options; "audio mode": continues if the app has the audio background mode; \
        record also silences sessions that mix (policy option recordAndMixablePeers)
        """,
      columns: CategoryColumn.allCases.map(\.rawValue),
      rows: Self.tabledCategories.map { category in
        PolicyTable.Row(
          label: category.name,
          cells: CategoryColumn.allCases.map { column in
            PolicyTable.Cell(text(of: column, for: category), column.evidence(for: category))
          })
      })
  }

  /// The categories in the order of the guidelines, followed by the category that the guidelines do not mention.
  ///
  /// The deprecated audio processing is omitted because it does not play sound. Source: Human Interface
  /// Guidelines, Audio.
  static let tabledCategories: [SessionCategory] = [
    .soloAmbient, .ambient, .playback, .record, .playAndRecord, .multiRoute,
  ]

  private func text(of column: CategoryColumn, for category: SessionCategory) -> String {
    let row = row(category)
    return switch column {
    case .silentSwitch:
      row.hasOutput
        ? isSilenced(category, by: .phone(.silentModeSet(true))) ? "silent" : "ignored"
        : "no output"
    case .lock: continuation(of: category, through: .phone(.locked), else: "silent")
    case .background: continuation(of: category, through: .app(0, .enterBackground), else: "stops")
    case .mixes: mixing(of: category)
    case .interrupts: victims(of: category)
    case .interruptedBy: interruptors(of: category)
    case .output: row.hasOutput ? "yes" : "no"
    case .input: row.hasInput ? "yes" : "no"
    }
  }

  /// Returns whether an app that was heard is silent after the event.
  private func isSilenced(_ category: SessionCategory, by event: SessionEvent) -> Bool {
    guard let before = trial([playingApp(SessionConfiguration(category))]),
      let after = before.after(event)
    else { return false }
    return before.isAudible(0) && !after.isAudible(0)
  }

  /// Returns whether the app continues after the event, and whether that requires the audio background mode.
  private func continuation(
    of category: SessionCategory, through event: SessionEvent, else stops: String
  ) -> String {
    var app = playingApp(SessionConfiguration(category))
    if goesOn(app, through: event) {
      app.hasBackgroundAudio = false
      return goesOn(app, through: event) ? "continues" : "audio mode"
    }
    return stops
  }

  private func goesOn(_ app: AppState, through event: SessionEvent) -> Bool {
    guard let before = trial([app]), let after = before.after(event) else { return false }
    return before.isAudible(0) ? after.isAudible(0) : after.isRecording(0)
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
      trial([.trial(configuration, isActive: true)])?.after(.phone(.callRang(.phone)))?
      .isInterrupted(0)
      ?? false
    return switch (byApps, bySystem) {
    case (true, true): "apps, system"
    case (true, false): "apps"
    case (false, true): "system"
    case (false, false): "nobody"
    }
  }

  /// Returns whether activating the first configuration interrupts the second configuration.
  private func takesPlace(
    _ configuration: SessionConfiguration, of other: SessionConfiguration
  ) -> Bool {
    let phone = trial([.trial(configuration), playingApp(other)])
    return phone?.after(.app(0, .activate))?.isInterrupted(1) ?? false
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

  /// Returns the evidence for the cell of a category.
  func evidence(for category: SessionCategory) -> Evidence {
    switch self {
    case .silentSwitch:
      category == .multiRoute
        ? Evidence(.tableB1) : Evidence(.guidelines("Playing audio, categories"), .tableB1)
    case .lock: lockEvidence(for: category)
    case .background: backgroundEvidence(for: category)
    case .mixes: mixingEvidence(for: category)
    case .interrupts:
      category == .record
        ? Evidence(.tableB1, .page(category.page)).and(\.recordAndMixablePeers)
        : Evidence(.tableB1, .page(category.page))
    case .interruptedBy: yieldingEvidence(for: category)
    case .output, .input: Evidence(.tableB1)
    }
  }

  private func lockEvidence(for category: SessionCategory) -> Evidence {
    switch category {
    case .soloAmbient, .ambient: Evidence(.tableB1, .page(category.page))
    case .playback, .record, .playAndRecord, .audioProcessing:
      Evidence(.page("\(category.page): with UIBackgroundModes, audio"), .tableB1)
    case .multiRoute: Evidence(.tableB1, .ours("requires the audio mode, as with playAndRecord"))
    }
  }

  private func backgroundEvidence(for category: SessionCategory) -> Evidence {
    switch category {
    case .soloAmbient, .ambient:
      Evidence(.guidelines("Playing audio, categories"), .errors("CannotStartPlaying"))
    case .playback, .record, .playAndRecord, .audioProcessing:
      Evidence(
        .guidelines("Playing audio, categories"),
        .page("\(category.page): with UIBackgroundModes, audio"))
    case .multiRoute: Evidence(.ours("as with playAndRecord"))
    }
  }

  private func mixingEvidence(for category: SessionCategory) -> Evidence {
    let header = Citation.types("CategoryOptions.mixWithOthers")
    return switch category {
    case .ambient:
      Evidence(
        .page("CategoryOptions.mixWithOthers: set automatically"),
        .guidelines("Playing audio, categories"), against: header)
    case .soloAmbient, .record:
      Evidence(.guidelines("Playing audio, categories"), .page(category.page), header)
    case .playback, .playAndRecord, .audioProcessing: Evidence(header, .tableB1)
    case .multiRoute: Evidence(header, against: .guide("Table B-1: cannot be overridden"))
    }
  }

  private func yieldingEvidence(for category: SessionCategory) -> Evidence {
    switch category {
    case .ambient: .option(\.systemInterruptsMixable)
    case .record: Evidence(.page("\(category.page), note"))
    case .soloAmbient, .playback, .playAndRecord, .multiRoute, .audioProcessing:
      Evidence(.interruptions)
    }
  }
}

extension SessionCategory {
  /// Its reference page.
  fileprivate var page: String { "AVAudioSession.Category.\(name)" }
}

extension Phone {
  /// The effect of activating one configuration on another configuration that is active.
  var whoInterruptsWhomTable: PolicyTable {
    let all = Self.contestants.filter { verdict(on: $0).error == nil }
    return PolicyTable(
      name: "who-interrupts-whom",
      title: """
        the effect of activating the row's session while the column's session is playing; the column numbers \
        refer to the rows; a prompt interrupts spoken audio; a session that mixes with an active record session \
        is itself silent
        """,
      columns: all.indices.map { "\($0 + 1)" },
      rows: all.enumerated().map { index, winner in
        PolicyTable.Row(
          label: "\(index + 1) \(winner.shortName)",
          cells: all.map {
            let outcome = outcome(of: winner, over: $0)
            return PolicyTable.Cell(outcome, evidence(of: outcome, of: winner, over: $0))
          })
      })
  }

  /// Each category, and playback with each option that affects others.
  ///
  /// These options have the same effect with play-and-record.
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

  /// Returns the effect of the first configuration's activation on the second configuration, as decided by the rules.
  private func outcome(
    of winner: SessionConfiguration, over loser: SessionConfiguration
  ) -> String {
    let apps: [AppState] = [.trial(winner), playingApp(loser)]
    guard let phone = trial(apps)?.after(.app(0, .activate)) else { return "refused" }
    if phone.isInterrupted(1) { return "stop" }
    if phone.recorder(silencing: 1) != nil { return "mute" }
    return phone.isDucked(1) ? "duck" : "mix"
  }

  /// Returns the evidence for a cell.
  private func evidence(
    of outcome: String, of winner: SessionConfiguration, over loser: SessionConfiguration
  ) -> Evidence {
    let (ours, theirs) = (traits(of: winner), traits(of: loser))
    if ours.interruptsSpoken, ours.isMixable {
      let prompt = "CategoryOptions.interruptSpokenAudioAndMixWithOthers"
      if outcome == "stop" { return Evidence(.types("\(prompt): who plays"), .page(prompt)) }
      if outcome == "mix", theirs.base.hasOutput { return Evidence(.types(prompt)) }
    }
    if outcome == "duck" {
      let ducking = "CategoryOptions.duckOthers"
      return winner.category == .ambient
        ? .option(\.ambientDuck) : Evidence(.types(ducking), .page(ducking))
    }
    if ours.ducksOthers {
      return Evidence(.ours("the other session does not have output to lower"))
    }
    if ours.base.silencesOthers, theirs.isMixable { return .option(\.recordAndMixablePeers) }
    if ours.isMixable, winner.category != .ambient {
      return Evidence(.types("CategoryOptions.mixWithOthers"))
    }
    return outcome == "stop" && winner.category != .multiRoute
      ? Evidence(.tableB1, .page("AVAudioSession.Category.\(winner.category.name)"))
      : outcome == "stop" ? Evidence(.tableB1) : Evidence(.interruptions, .tableB1)
  }
}

extension SessionConfiguration {
  /// A short form of the category, mode and options, such as `playback+mix` or `playback, spokenAudio`.
  var shortName: String {
    var name = category.name
    if options.contains(.mixWithOthers), options == .mixWithOthers { name += "+mix" }
    if options.isSuperset(of: .interruptSpokenAudioAndMixWithOthers) { name += "+prompt" }
    if options.contains(.duckOthers) { name += "+duck" }
    return mode == .default ? name : "\(name), \(mode.name)"
  }
}

extension Phone {
  /// The configurations that each route sharing policy is compatible with.
  var policiesTable: PolicyTable {
    PolicyTable(
      name: "policies",
      title:
        "the route sharing policies: the apps that share the route, and the settings compatible with each policy",
      columns: ["number", "categories", "modes", "options", "otherwise"],
      rows: RouteSharingPolicy.allCases.map { policy in
        let evidence = policy.tableEvidence
        let taken = legalConfigurations(with: policy)
        return PolicyTable.Row(
          label: policy.name,
          cells: [
            PolicyTable.Cell("\(policy.rawValue)", policy.numberEvidence),
            PolicyTable.Cell(
              names(taken.map(\.category.name), of: SessionCategory.allCases.count), evidence),
            PolicyTable.Cell(
              names(taken.map(\.mode.name), of: SessionMode.allCases.count), evidence),
            PolicyTable.Cell(takesOptions(policy, taken) ? "as the category" : "none", evidence),
            refusalCell(of: policy),
          ])
      })
  }

  /// Returns the categories and modes that are compatible with the policy, only with the options that a mode requires.
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

  /// Returns the error of a category that is incompatible with the policy.
  private func refusalCell(of policy: RouteSharingPolicy) -> PolicyTable.Cell {
    let wrong = SessionConfiguration(.soloAmbient, policy: policy)
    let verdict = verdict(on: wrong)
    let number: Evidence =
      policy.isLongForm
      ? .option(\.illegalPolicy)
      : Evidence(.ours("the source only says that apps should not attempt it"))
    if let error = verdict.error {
      return PolicyTable.Cell(error.fourCharacters, policy.tableEvidence, number: number)
    }
    return verdict.accepted.policy == policy
      ? PolicyTable.Cell("nothing", policy.tableEvidence)
      : PolicyTable.Cell("ignored", .option(\.illegalPolicy))
  }
}

extension RouteSharingPolicy {
  fileprivate var numberEvidence: Evidence {
    Evidence(.types("AVAudioSessionRouteSharingPolicy"))
  }

  fileprivate var tableEvidence: Evidence {
    switch self {
    case .default:
      Evidence(.types("AVAudioSessionRouteSharingPolicyDefault: \"Follow normal rules\""))
    case .independent:
      Evidence(
        .types("AVAudioSessionRouteSharingPolicyIndependent: \"should not attempt to set\""))
    case .longFormAudio, .longFormVideo:
      Evidence(.session("setCategory(_:mode:policy:options:): playback, three modes, no options"))
    }
  }
}
