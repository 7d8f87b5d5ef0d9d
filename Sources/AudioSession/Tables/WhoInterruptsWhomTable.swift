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
