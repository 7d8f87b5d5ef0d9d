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
