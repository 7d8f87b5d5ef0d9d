/// The categories, and who interrupts whom.
extension Phone {
  var categoryTable: PolicyTable {
    PolicyTable(
      name: "categories", title: "what a category is by nature, before options",
      columns: [
        "switch", "lock", "mixes", "background", "input", "output", "others",
      ],
      rows: SessionCategory.allCases.map { category in
        let row = CategoryRow[category]
        let mode = Evidence(.documentation, note: "UIBackgroundModes: audio; category pages")
        return PolicyTable.Row(
          label: category.name,
          cells: [
            .init(row.isSilencedBySwitch ? "silences" : "no effect", .categories),
            .init(
              row.isSilencedByLock ? "silences" : "by mode", row.hasOutput ? .categories : mode),
            .init(row.mixesByNature ? "yes" : row.canMix ? "by option" : "no", row.mixing),
            .init(row.runsInBackground ? "by mode" : "stops", mode),
            .init(row.hasInput, .categories), .init(row.hasOutput, .categories),
            .init(othersUnder(row), row.silencesOthers ? .recording : .categories),
          ])
      })
  }

  /// What the activation of a category does to an app that plays beside it, asked of the machine.
  private func othersUnder(_ row: CategoryRow) -> String {
    let first = SessionConfiguration(.playback)
    guard let met = meeting(of: first, and: SessionConfiguration(row.category)) else { return "-" }
    if met.isInterrupted { return row.silencesOthers ? "stop, mute" : "stop" }
    return met.isAudible ? "heard" : "mute"
  }

  /// The kinds of sessions that differ in how they get on with others.
  private static let kinds: [(label: String, configuration: SessionConfiguration)] = [
    ("ambient", SessionConfiguration(.ambient)),
    ("soloAmbient", SessionConfiguration(.soloAmbient)),
    ("playback", SessionConfiguration(.playback)),
    ("playback, mix", SessionConfiguration(.playback, options: .mixWithOthers)),
    ("playback, duck", SessionConfiguration(.playback, options: .duckOthers)),
    (
      "playback, prompt",
      SessionConfiguration(.playback, options: .interruptSpokenAudioAndMixWithOthers)
    ),
    ("playback, spoken", SessionConfiguration(.playback, mode: .spokenAudio)),
    ("record", SessionConfiguration(.record)),
    ("playAndRecord", SessionConfiguration(.playAndRecord)),
  ]

  var arbitrationTable: PolicyTable {
    PolicyTable(
      name: "who-interrupts-whom",
      title: "what becomes of the session in the row, which plays, when that of the column starts",
      columns: Self.kinds.map(\.label),
      rows: Self.kinds.map { first in
        PolicyTable.Row(
          label: first.label,
          cells: Self.kinds.map { second in
            .init(
              outcome(of: first.configuration, under: second.configuration),
              evidence(of: first.configuration, under: second.configuration))
          })
      })
  }

  private func outcome(
    of first: SessionConfiguration, under second: SessionConfiguration
  ) -> String {
    guard let met = meeting(of: first, and: second) else { return "-" }
    if met.isInterrupted { return "stops" }
    if !first.traits.base.hasOutput { return "on" }
    if met.isDucked { return "ducked" }
    return met.isAudible ? "on" : "mute"
  }

  private func evidence(
    of first: SessionConfiguration, under second: SessionConfiguration
  ) -> Evidence {
    let traits = second.traits
    if traits.base.silencesOthers { return .recording }
    if traits.interruptsSpoken, first.traits.isSpoken {
      return Interruptor.spokenInterrupter.row.evidence
    }
    if traits.ducksOthers {
      return Evidence(.documentation, note: "CategoryOptions.duckOthers; the gain is a knob")
    }
    return .categories
  }

  /// How an app fares that plays, or records, while another one starts to.
  private func meeting(
    of first: SessionConfiguration, and second: SessionConfiguration
  ) -> (isInterrupted: Bool, isDucked: Bool, isAudible: Bool)? {
    var apps = [AppState(), AppState()]
    apps[0].configuration = first
    apps[1].configuration = second
    var setup = PhoneSetup(apps: apps)
    setup.system = system
    setup.policy = policy
    guard var phone = try? Phone(setup) else { return nil }
    for app in phone.apps {
      let hasOutput = phone.state[app].configuration.traits.base.hasOutput
      guard (try? phone.handle(hasOutput ? .startOutput(app) : .startInput(app))) != nil else {
        return nil
      }
    }
    return (phone.isInterrupted(0), phone.isDucked(0), phone.isAudible(0))
  }
}

extension CategoryRow {
  /// Whether an option can make it mix, in mode default.
  fileprivate var canMix: Bool {
    let cell = LegalityRow.table.first { $0.subject == .option(.mixWithOthers) }?[category]
    return cell == .allowed || cell == .inDefaultMode
  }

  /// What the cell about mixing rests on.
  fileprivate var mixing: Evidence {
    mixesByNature
      ? .categories : Evidence(.header, .field, note: "CategoryOptions.mixWithOthers")
  }
}

extension Evidence {
  /// What recording does to others.
  fileprivate static let recording = Evidence(
    .documentation, note: "record: silences virtually all output; what mixes, by a knob")
}
