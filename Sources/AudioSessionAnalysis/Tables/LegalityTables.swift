internal import AudioSession

extension Phone {
  /// The options that each category is compatible with.
  var optionsTable: PolicyTable {
    let rows = tables.legality.filter {
      switch $0.subject {
      case .option, .longForm, .speakerOverride, .inputSetter: true
      case .mode: false
      }
    }
    return PolicyTable(
      name: "options",
      title: """
        the options, policies and calls that each category is compatible with, or the error; "default" and \
        "dualRoute": only in that mode; "HFP": only with allowBluetoothHFP
        """,
      columns: LegalityRow.columns.map(\.name), rows: rows.map { legalityTableRow($0) })
  }

  /// The modes that each category is compatible with, and the options that a mode implies.
  var modesTable: PolicyTable {
    var standard = PolicyTable.Row(
      SessionMode.default.name, LegalityRow.columns.map { _ in "yes" }, Evidence(.tableB2))
    let unnamed = Evidence(.ours("no source says whether this applies to the deprecated category"))
    standard.cells[standard.cells.count - 1].evidence = unnamed
    standard.cells.append(impliedCell(of: .default))
    let rows = tables.legality.compactMap { row -> PolicyTable.Row? in
      guard case .mode(let mode) = row.subject else { return nil }
      var made = legalityTableRow(row)
      made.label = mode.name
      made.cells.append(impliedCell(of: mode))
      return made
    }
    return PolicyTable(
      name: "modes",
      title: """
        the modes that each category is compatible with, or the error; "ignored": the mode acts like default; \
        the last column lists the options that each mode implies
        """,
      columns: LegalityRow.columns.map(\.name) + ["implies"], rows: [standard] + rows)
  }

  private func impliedCell(of mode: SessionMode) -> PolicyTable.Cell {
    let implied = mode.impliedOptions.names.joined(separator: ", ")
    if mode == .gameChat {
      let source = "game chat \"uses the same routing parameters as the video chat mode\""
      return PolicyTable.Cell(implied, Evidence(.guide(source)))
    }
    return implied.isEmpty
      ? PolicyTable.Cell("nothing", Evidence(.ours("no source names a side effect")))
      : PolicyTable.Cell(
        implied,
        Evidence(
          .types("\(mode.rawValue): side effects"), .page("AVAudioSession.Mode.\(mode.name)")))
  }

  private func legalityTableRow(_ row: LegalityRow) -> PolicyTable.Row {
    PolicyTable.Row(
      label: row.subject.tableLabel,
      cells: LegalityRow.columns.map { category in
        cell(of: row, with: category)
      })
  }

  private func cell(of row: LegalityRow, with category: SessionCategory) -> PolicyTable.Cell {
    let text = text(of: row, with: category)
    let isError = SessionErrorCode(fourCharacters: text) != nil
    guard has(row.since) else {
      let release = Evidence(.types("\(row.subject.symbol), since \(row.since)"))
      return PolicyTable.Cell(text, release, number: LegalityRow.unnumbered)
    }
    let evidence = row.evidence(with: category)
    return PolicyTable.Cell(text, evidence.legality, number: isError ? evidence.number : nil)
  }

  /// Returns the result of the row on this phone, as a cell.
  private func text(of row: LegalityRow, with category: SessionCategory) -> String {
    if !has(row.since) { return SessionErrorCode.badParam.fourCharacters }
    switch row[category] {
    case .refused where row.subject == .speakerOverride: return overrideError.fourCharacters
    case .allowed: return "yes"
    case .implied: return "implied"
    case .inDefaultMode: return "default"
    case .withHFP: return "HFP"
    case .inDualRoute, .inDualRouteWithHFP:
      return legality.hasDualRoute ? "dualRoute" : SessionErrorCode.badParam.fourCharacters
    case .ignored: return "ignored"
    case .decided(let option, _) where option.ruling(by: policy) == .ignored: return "ignored"
    case .decided, .acceptedOnSimulator, .refused:
      let error = legality.refusal(of: row[category], in: SessionConfiguration(category))
      return error?.fourCharacters ?? "yes"
    }
  }

  /// The error that the call reports if overriding to the speaker is not possible.
  private var overrideError: SessionErrorCode {
    let app = AppState.trial(SessionConfiguration(.playback))
    let effects = trial([app]).flatMap {
      try? $0.transition(on: .app(0, .overrideOutput(.speaker))).1
    }
    for case .callResult(_, .some(let error)) in effects ?? [] { return error }
    return .incompatibleCategory
  }
}

extension LegalitySubject {
  /// A label that is short enough to leave room for seven columns.
  fileprivate var tableLabel: String {
    switch self {
    case .option, .mode: label
    case .longForm: "long-form policies"
    case .speakerOverride: "override to the speaker"
    case .inputSetter: "setters of the input"
    }
  }

  /// The symbol in Apple's documentation that describes the subject.
  fileprivate var symbol: String {
    switch self {
    case .option: "AVAudioSession.CategoryOptions.\(label)"
    case .mode(let mode): "AVAudioSession.Mode.\(mode.name)"
    case .longForm: "AVAudioSession.RouteSharingPolicy"
    case .speakerOverride: "AVAudioSession.overrideOutputAudioPort"
    case .inputSetter: "AVAudioSession.ErrorCode.incompatibleCategory"
    }
  }
}
